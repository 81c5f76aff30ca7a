"""Which games there are. A game's module is imported when it is asked for and has a function `game()`."""

from __future__ import annotations

import importlib
from typing import Any

from cairn.core.contract import Game
from cairn.core.errors import UnknownGame

_modules: dict[str, str] = {}
_games: dict[str, Game] = {}


def register(slug: str, module: str) -> None:
    """Make a game known by the name of the module that makes it: also how a sixth game joins."""
    _modules[slug] = module
    _games.pop(slug, None)


def slugs() -> list[str]:
    return sorted(_modules)


def game(slug: str) -> Game:
    """The game of a slug, made once. UnknownGame lists the slugs there are."""
    if slug not in _games:
        if slug not in _modules:
            raise UnknownGame(f"there is no game '{slug}'; there are: {', '.join(slugs())}")
        module: Any = importlib.import_module(_modules[slug])
        made = module.game()
        if not isinstance(made, Game):
            raise UnknownGame(f"{_modules[slug]}.game() did not make a Game")
        _games[slug] = made
    return _games[slug]
