"""The bot that strolls along: random, but never a move that the game's judge finds plainly wasted."""

from __future__ import annotations

from cairn.bots.bot import Bot
from cairn.bots.judge import judge_of
from cairn.core.chance import Dice
from cairn.core.contract import Game, State


class HikerBot(Bot):
    def __init__(self, name: str, game: Game) -> None:
        super().__init__(name, game)
        self.judge = judge_of(game)

    def decide(self, world: State, dice: Dice) -> int:
        sensible = self.judge.sensible(world)
        return sensible[dice.pick(len(sensible))]
