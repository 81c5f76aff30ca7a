"""The bot that strolls along: random, but never a choice that the game's evaluator prunes."""

from __future__ import annotations

from cairn.bots.bot import Bot
from cairn.core.bot_settings import Budget
from cairn.core.chance import Dice
from cairn.core.contract import Game, State
from cairn.core.evaluator import evaluator_of


class HikerBot(Bot):
    def __init__(self, name: str, game: Game) -> None:
        super().__init__(name, game)
        self.evaluator = evaluator_of(game)

    def decide(self, world: State, dice: Dice, budget: Budget | None = None) -> int:
        kept = self.evaluator.prune(world)
        return kept[dice.pick(len(kept))]
