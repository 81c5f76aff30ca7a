"""The win chances of a position for somebody who sees all cards and knows nothing of the future.

A simulation plays the present turn to its end, everybody choosing what looks best right away, with dice of its own; the
evaluator, calibrated, says what every seat may expect there. The chances are the mean of many.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final

from cairn.bots.beam import best_reply
from cairn.core.chance import Dice
from cairn.core.contract import Game, Setup, State
from cairn.core.evaluator import Evaluator, evaluator_of

SURE: Final = 1.96
DEALS: Final = 8
"""So many deals for each simulation say what seats may expect before the deal."""
LONGEST: Final = 60
"""In decisions; only a game in which turns never end comes near it."""


@dataclass(frozen=True)
class Chances:
    """The share of the win that each seat may expect, and how uncertain that is to either side, 95 times in 100."""

    shares: list[float]
    doubts: list[float]


class Spectator:
    """Sees everything but the future."""

    def __init__(self, game: Game, simulations: int) -> None:
        self.evaluator: Evaluator = evaluator_of(game)
        self.simulations = simulations

    def chances(self, state: State, dice: Dice) -> Chances:
        if state.seat < 0:
            result = state.result()
            return Chances(result, [0.0] * len(result))
        return _mean([self._simulated(state.clone(), dice.fork(number)) for number in range(self.simulations)])

    def before_the_deal(self, setup: Setup, dice: Dice) -> Chances:
        """What the seats may expect before anything has fallen: the mean over other deals."""
        game = setup.game
        deals = (game.set_up(setup, dice.fork(2 * number), None) for number in range(DEALS * self.simulations))
        return _mean([self._simulated(deal, dice.fork(2 * number + 1)) for number, deal in enumerate(deals)])

    def _simulated(self, state: State, dice: Dice) -> list[float]:
        turn = state.turn_number
        for _ in range(LONGEST):
            if state.seat < 0 or state.turn_number != turn:
                break
            state.apply(best_reply(self.evaluator, state, dice), dice)
        return self.evaluator.shares(state)


def _mean(values: Iterable[list[float]]) -> Chances:
    by_seat = list(zip(*values, strict=True))
    shares = [sum(seat) / len(seat) for seat in by_seat]
    doubts = [_doubt(seat, share) for seat, share in zip(by_seat, shares, strict=True)]
    return Chances(shares, doubts)


def _doubt(values: tuple[float, ...], mean: float) -> float:
    if len(values) < 2:
        return 1.0
    return SURE * sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
