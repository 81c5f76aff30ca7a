"""What a bot knows about one game beside its rules: which choices are plainly wasted, and who stands how well.

Every game has a judge in `cairn.bots.evaluate.<game>`: a subclass of `Judge`, made by that module's `judge(game)`.
A judge looks at worlds, that is states made by `imagine` or `resample`: what its seat cannot know is only guessed in
them. It never moves a state. All its methods are hot.
"""

from __future__ import annotations

import importlib
import importlib.util
from math import exp
from typing import Final

from mypy_extensions import mypyc_attr

from cairn.core.contract import Game, State

LEAST_SWING: Final = 0.5


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """The judge of a game that brings none of its own: everything is sensible, and points are all there is to hope."""

    def sensible(self, state: State) -> list[int]:
        """The choices of a running state that are not plainly wasted; never none. The list may be shared."""
        return state.offered

    def hopes(self, state: State) -> list[float]:
        """The points every seat may expect at the end, at any decision of a running game."""
        return [float(points) for points in state.standing()]

    def swing(self, state: State) -> float:
        """How many points the margin between two seats may still move: their lead is worth less the larger this is."""
        return 10.0

    def turn(self, state: State) -> int:
        """A number that changes when a turn ends. A turn is judged at its end, and so are all choices in it.

        The default is the seat that is asked. A game in which others are asked in the middle of a turn, or in which a
        seat may have two turns in a row, says more.
        """
        return state.seat

    def shares(self, state: State) -> list[float]:
        """The share of the win every seat may expect; the very result when the game is over."""
        if state.seat < 0:
            return state.result()
        return shares_of(self.hopes(state), self.swing(state))

    def outlook(self, state: State) -> list[float]:
        """What `hopes` says while the game runs, and what came out when it is over."""
        if state.seat < 0:
            return [float(points) for points in state.standing()]
        return self.hopes(state)

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


def shares_of(hopes: list[float], swing: float) -> list[float]:
    """Expected shares of the win: the better the hopes the larger, by as much as the swing leaves certain."""
    if len(hopes) == 1:
        return [1.0]
    best = hopes[0]
    for hope in hopes:
        if hope > best:
            best = hope
    width = swing if swing > LEAST_SWING else LEAST_SWING
    weights = [exp((hope - best) / width) for hope in hopes]
    total = 0.0
    for weight in weights:
        total += weight
    return [weight / total for weight in weights]


def judge_of(game: Game) -> Judge:
    """The judge of a game."""
    module = "cairn.bots.evaluate." + game.slug.replace("-", "_")
    if importlib.util.find_spec(module) is None:
        return Judge()
    judge: Judge = importlib.import_module(module).judge(game)
    return judge
