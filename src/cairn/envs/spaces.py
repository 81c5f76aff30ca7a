"""Observations and actions of every game, as numbers with names.

    >>> import cairn
    >>> from cairn.envs.spaces import spaces
    >>> game = cairn.game("five-towers")
    >>> space = spaces(game, seats=3)
    >>> state = game.start(3, cairn.Dice(7))
    >>> vector = space.encode(state.view(state.seat))
    >>> len(vector) == space.size == len(space.slots)
    True
    >>> action = space.actions(state)[0]
    >>> state.notation(space.choice(state, action))
    'bid 0'

An action is a decision's kind with a choice: the kinds of a game have a block of ids each, so an id always means the
same. Ids and slots are written down in `spaces/SLUG.json` (`spaces.json` in the folder of a game of your own) by
`python -m cairn.envs.drafting`, and stay as they are as long as the rules version does.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

import cairn
from cairn.core.contract import Game
from cairn.envs.drafting import draft
from cairn.envs.numbering import BadSpaces, Spaces


def spaces(game: Game, seats: int) -> Spaces:
    """Observations and actions of a game. BadSpaces if what is written down is for other rules."""
    game.prepare(seats, {})
    return _spaces(game.slug, game.package, game.rules_version, seats)


@lru_cache(maxsize=64)
def _spaces(slug: str, package: str, rules_version: str, seats: int) -> Spaces:
    found = Spaces(_data(slug, package), seats)
    if found.rules_version != rules_version:
        raise BadSpaces(
            f"the spaces of {slug} are for its rules {found.rules_version}, not {rules_version}: "
            f"write them anew with python -m cairn.envs.drafting {slug}"
        )
    return found


@lru_cache(maxsize=16)
def _data(slug: str, package: str) -> dict[str, Any]:
    ours = resources.files("cairn.envs") / "spaces" / f"{slug}.json"
    if ours.is_file():
        return dict(json.loads(ours.read_text(encoding="utf-8")))
    if package:
        theirs = resources.files(package) / "spaces.json"
        if theirs.is_file():
            return dict(json.loads(theirs.read_text(encoding="utf-8")))
    return draft(cairn.game(slug))
