"""The bot that knows nothing: every choice is equally likely."""

from __future__ import annotations

from cairn.bots.bot import Bot
from cairn.core.chance import Chance
from cairn.core.contract import View


class RandomBot(Bot):
    def answer(self, view: View, chance: Chance) -> str:
        choices = view["choices"]
        notation: str = choices[chance.pick(len(choices))]["choice"]
        return notation
