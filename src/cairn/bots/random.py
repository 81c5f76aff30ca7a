"""The bot that knows nothing: every choice is equally likely."""

from __future__ import annotations

from cairn.bots.bot import Bot
from cairn.core.bot_settings import Budget
from cairn.core.chance import Dice
from cairn.core.contract import State, View


class RandomBot(Bot):
    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        choices = view["choices"]
        notation: str = choices[Dice(seed).pick(len(choices))]["choice"]
        return notation

    def decide(self, world: State, dice: Dice, budget: Budget | None = None) -> int:
        return world.offered[dice.pick(len(world.offered))]
