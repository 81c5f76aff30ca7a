"""The bot that strolls along: random, but never a move that the game's evaluator finds plainly wasted."""

from __future__ import annotations

from cairn.bots.bot import Bot
from cairn.core.chance import Dice
from cairn.core.contract import Game, State
from cairn.core.evaluator import evaluator_of


class HikerBot(Bot):
    def __init__(self, name: str, game: Game) -> None:
        super().__init__(name, game)
        self.evaluator = evaluator_of(game)

    def decide(self, world: State, dice: Dice) -> int:
        kept = self.evaluator.prune(world)
        return kept[dice.pick(len(kept))]
