"""The bot that looks to the end of its turn: greedy by the evaluator there, in a few determinizations."""

from __future__ import annotations

from typing import Final

from cairn.bots.beam import DEEPEST, turn_values
from cairn.bots.bot import Bot
from cairn.core.bot_settings import Budget
from cairn.core.chance import Dice
from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator, evaluator_of

WORLDS: Final = 3
BEAM: Final = 12


class ClimberBot(Bot):
    def __init__(self, name: str, game: Game, worlds: int, beam: int, deepest: int = DEEPEST) -> None:
        super().__init__(name, game)
        self.evaluator: Evaluator = evaluator_of(game)
        self.worlds = worlds
        self.beam = beam
        self.deepest = deepest
        """After how many decisions a line is valued even if the turn goes on."""

    def decide(self, world: State, dice: Dice, budget: Budget | None = None) -> int:
        choices = self.evaluator.prune(world)
        if len(choices) == 1:
            return choices[0]
        totals = [0.0] * len(choices)
        for number in range(self.worlds):
            guess = world if number == 0 else world.resample(world.seat, dice)
            values = turn_values(self.evaluator, guess, choices, dice.fork(number), self.beam, self.deepest)
            for at in range(len(choices)):
                totals[at] += values[at]
        best = 0
        for at in range(1, len(choices)):
            if totals[at] > totals[best]:
                best = at
        return choices[best]
