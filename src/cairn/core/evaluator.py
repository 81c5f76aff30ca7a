"""What a bot knows about one game beside its rules: which choices are plainly wasted, and who stands how well.

A game brings its evaluator in the module `evaluator` of its folder: a subclass of `Evaluator`, made by that module's
`evaluator(game)`. An evaluator looks at worlds, that is states made by `imagine` or `resample`: what its seat cannot
know is only guessed in them. It never moves a state. All its methods are hot.
"""

from __future__ import annotations

import importlib
import importlib.util
from math import exp
from typing import Final

from mypy_extensions import mypyc_attr

from cairn.core.calibration import Calibration, calibration
from cairn.core.contract import Game, State

LEAST_SPREAD: Final = 0.5


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """The evaluator of a game that brings none of its own: nothing is pruned, and points are all there is to expect."""

    calibration: Calibration | None = None
    """What makes its win chances true; `evaluator_of` sets it."""

    def prune(self, state: State) -> list[int]:
        """The choices of a running state that are not plainly wasted; never none. The list may be shared."""
        return state.offered

    def expected_points(self, state: State) -> list[float]:
        """The points every seat may expect at the end, at any decision of a running game."""
        return [float(points) for points in state.standing()]

    def score_spread(self, state: State) -> float:
        """How many points the margin between two seats may still move: their lead is worth less the larger this is."""
        return 10.0

    def shares(self, state: State) -> list[float]:
        """The share of the win every seat may expect; the very result when the game is over."""
        return state.result() if state.seat < 0 else self.shares_at(state, self.expected_points(state))

    def shares_at(self, state: State, expected_points: list[float]) -> list[float]:
        """The same of a running game, from what `expected_points` has said of it."""
        return shares_of(expected_points, self.width(state))

    def width(self, state: State) -> float:
        """The score spread, calibrated: what a lead is divided by to see what it is worth."""
        return self.calibrated(state, self.score_spread(state))

    def calibrated(self, state: State, score_spread: float) -> float:
        """A score spread of this state, made narrower or wider by as much as games have shown."""
        known = self.calibration
        return score_spread if known is None else score_spread / known.slope(state.setup.seats, score_spread)

    def outlook(self, state: State) -> list[float]:
        """What `expected_points` says while the game runs, and what came out when it is over."""
        if state.seat < 0:
            return [float(points) for points in state.standing()]
        return self.expected_points(state)

    def margin(self, state: State, seat: int) -> float:
        """How many points a seat may expect to be ahead of the best other one; its points if there is no other."""
        return lead(self.outlook(state), seat)


def lead(points: list[float], seat: int) -> float:
    """How far a seat is ahead of the best other one."""
    best = 0.0
    first = True
    for other in range(len(points)):
        if other != seat and (first or points[other] > best):
            best = points[other]
            first = False
    return points[seat] - best


def shares_of(expected_points: list[float], score_spread: float) -> list[float]:
    """Expected shares of the win: a lead counts for less the wider the score spread."""
    if len(expected_points) == 1:
        return [1.0]
    best = expected_points[0]
    for points in expected_points:
        if points > best:
            best = points
    width = score_spread if score_spread > LEAST_SPREAD else LEAST_SPREAD
    weights = [exp((points - best) / width) for points in expected_points]
    total = 0.0
    for weight in weights:
        total += weight
    return [weight / total for weight in weights]


def evaluator_of(game: Game) -> Evaluator:
    """The evaluator of a game."""
    module = f"{game.package}.evaluator"
    evaluator = Evaluator()
    if game.package and importlib.util.find_spec(module) is not None:
        evaluator = importlib.import_module(module).evaluator(game)
    evaluator.calibration = calibration(game)
    return evaluator
