"""The bot that knows nothing: every choice is equally likely."""

from __future__ import annotations

from cairn.bots.bot import Bot
from cairn.core.chance import Chance, Dice
from cairn.core.contract import State, View


class RandomBot(Bot):
    def answer(self, view: View, chance: Chance) -> str:
        choices = view["choices"]
        notation: str = choices[chance.pick(len(choices))]["choice"]
        return notation

    def decide(self, world: State, dice: Dice) -> int:
        return world.offered[dice.pick(len(world.offered))]
