"""How sure the lab is of what it counted.

Games are the unit: seats of one game share one win, so what is counted by seat is added up by game first. Intervals are
95 % unless they say otherwise. Where many components are compared at once, each interval is widened (Bonferroni), so
that all of them hold together 95 times in 100. Where games are looked at again and again while they come in, a
confidence sequence takes the place of an interval: it holds at all looks together, so stopping early costs no honesty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.95
TUNED_FOR: Final = 500
"""A confidence sequence is narrowest about this many games, and never much wider than it need be."""
NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class Estimate:
    value: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether it is surely not 0."""
        return self.low > 0.0 or self.high < 0.0

    def data(self) -> list[float]:
        return [round(number, 6) for number in (self.value, self.low, self.high)]


def z_of(comparisons: int = 1) -> float:
    return NORMAL.inv_cdf(1.0 - (1.0 - LEVEL) / 2.0 / comparisons)


class Sums:
    """Count, mean and spread of numbers that come one by one, without keeping them (Welford)."""

    def __init__(self, numbers: Sequence[float] = ()) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0
        for number in numbers:
            self.add(number)

    @staticmethod
    def of(count: int, mean: float, variance: float) -> Sums:
        """The same from what somebody else has counted."""
        sums = Sums()
        sums.count, sums.mean, sums._squares = count, mean, variance * (count - 1)
        return sums

    def add(self, number: float) -> None:
        self.count += 1
        step = number - self.mean
        self.mean += step / self.count
        self._squares += step * (number - self.mean)

    @property
    def variance(self) -> float:
        return self._squares / (self.count - 1) if self.count > 1 else 0.0

    def interval(self, comparisons: int = 1) -> Estimate:
        """The mean, and where the true one lies."""
        if self.count < 2:
            return Estimate(self.mean, -inf, inf)
        half = z_of(comparisons) * sqrt(self.variance / self.count)
        return Estimate(self.mean, self.mean - half, self.mean + half)

    def sequence(self, comparisons: int = 1, least_variance: float = 0.0) -> Estimate:
        """The same at every look while numbers come in: a normal-mixture confidence sequence."""
        if self.count < 2:
            return Estimate(self.mean, -inf, inf)
        alpha = (1.0 - LEVEL) / comparisons
        # The mixture's variance, in units of the numbers' own, that makes the sequence narrowest at TUNED_FOR.
        rho = (2.0 * log(1.0 / alpha) + log(1.0 + 2.0 * log(1.0 / alpha))) / TUNED_FOR
        grown = self.count * rho + 1.0
        half = sqrt(max(self.variance, least_variance) * grown / (self.count**2 * rho) * log(grown / alpha**2))
        return Estimate(self.mean, self.mean - half, self.mean + half)


def ratio(
    upper: float,
    lower: float,
    squares: tuple[float, float, float],
    games: int,
    comparisons: int = 1,
    least_spread: float = 0.0,
) -> Estimate:
    """The ratio of two sums over independent games, whose spread is that of what is left of the first after the second.

    `squares` are the sums of upper², upper x lower and lower² by game.
    """
    if lower == 0.0:
        return Estimate(0.0, -inf, inf)
    value = upper / lower
    left = max(0.0, squares[0] - 2.0 * value * squares[1] + value * value * squares[2])
    half = z_of(comparisons) * sqrt(max(left * games / max(1, games - 1), least_spread)) / lower
    return Estimate(value, value - half, value + half)


def chance_spread(had: float, had_squares: float, seats: int) -> float:
    """The spread of wins over games if every seat had a fair chance, whoever has the component.

    A rare component may by luck have won no game or all of its games. What was seen then varies little or not at all,
    and taken by itself would make the lab far too sure.
    """
    return had / seats - had_squares / seats**2


def lift(gains: Sequence[float], had: Sequence[int], seats: int, comparisons: int) -> Estimate:
    """By how much the share of the win of seats with something is above a fair one, in games of so many seats.

    By game: the shares above fair of the seats that had it, added up, and how many had it.
    """
    squares = (
        sum(gain * gain for gain in gains),
        sum(gain * count for gain, count in zip(gains, had, strict=True)),
        float(sum(count * count for count in had)),
    )
    least = chance_spread(sum(had), squares[2], seats)
    return ratio(sum(gains), sum(had), squares, len(gains), comparisons, least)
