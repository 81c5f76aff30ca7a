"""The bot that strolls along: random, but never a move that is plainly wasted.

What is plainly wasted is said per game by `sensible(state) -> list[int]` in `cairn.bots.evaluate.<game>`: some of the
state's choices, never none. In a game that has no such module every choice counts as sensible.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable

from cairn.bots.bot import Bot
from cairn.core.chance import Chance
from cairn.core.contract import Game, State, View


class HikerBot(Bot):
    def __init__(self, name: str, game: Game) -> None:
        super().__init__(name, game)
        self._sensible: Callable[[State], list[int]] = _judgement(game.slug)

    def answer(self, view: View, chance: Chance) -> str:
        state = self.game.imagine(view, chance)
        sensible = self._sensible(state)
        return state.notation(sensible[chance.pick(len(sensible))])


def _judgement(slug: str) -> Callable[[State], list[int]]:
    module = "cairn.bots.evaluate." + slug.replace("-", "_")
    if importlib.util.find_spec(module) is None:
        return _anything
    sensible: Callable[[State], list[int]] = importlib.import_module(module).sensible
    return sensible


def _anything(state: State) -> list[int]:
    return state.choices()
