"""Fits the evaluator's win chances to results, and measures how true they are before and after.

The shares of a position are a softmax of its expected points, divided by the score spread and multiplied by a slope.
The slope is a line through a few knots over the score spread, one line for each number of seats. The log loss is convex
in its knots, so Newton's method finds the best ones. Where seats have roles, each role may also have a lead that the
evaluator does not see. Positions of one game share its result: a game counts once,
however many of its positions are looked at. Where games are few, the slope is drawn towards one line without bends and
towards 1, the evaluator as it is.

All figures are out of sample: games are dealt to folds, and each fold is judged by a fit to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, Final

import cairn
from cairn.core.calibration import LEAST_SLOPE, MOST_SLOPE, Slopes, calibration
from cairn.core.evaluator import LEAST_SPREAD, shares_of
from cairn.lab.calibrating import Sample

FOLDS: Final = 5
KNOTS: Final = (0.03, 0.35, 0.65, 0.97)
"""Where the knots lie, as parts of all positions by score spread."""
PULL: Final = 2.0
"""As many games as this say that the slope is 1."""
STIFF: Final = 20.0
"""As many games as this say that two knots are alike."""
ROUNDS: Final = 30
CLOSE: Final = 1e-5
TENTHS: Final = 10
ENOUGH: Final = 200
"""A tenth with fewer positions says too little to be held to anything."""
SURE: Final = 1.96

Predict = Callable[[Sample], list[float]]


def as_it_is(sample: Sample) -> list[float]:
    """The shares without any calibration."""
    return shares_of(list(sample.points), sample.spread)


def fitted(slopes: Slopes) -> Predict:
    def predict(sample: Sample) -> list[float]:
        width = sample.spread / slopes.at(sample.spread)
        if not slopes.leads:
            return shares_of(list(sample.points), width)
        wide = max(LEAST_SPREAD, width)
        return shares_of([one + lead * wide for one, lead in zip(sample.points, slopes.leads, strict=True)], width)

    return predict


def knots_of(samples: Sequence[Sample]) -> list[float]:
    spreads = sorted(sample.spread for sample in samples)
    return sorted({round(spreads[int(part * (len(spreads) - 1))], 3) for part in KNOTS})


def fit(samples: Sequence[Sample], knots: Sequence[float], roles: int = 0, first: Slopes | None = None) -> Slopes:
    """The slopes at the knots, and the leads of so many roles, that make the results most likely.

    A first guess saves time and changes nothing else.
    """
    found = first or Slopes(list(knots), [1.0] * len(knots), [0.0] * roles)
    weights = _weights(samples)
    for _ in range(ROUNDS):
        gradient, hessian = _penalty(found)
        for sample in samples:
            _add(sample, weights[sample.game], found, gradient, hessian)
        step = _solved(hessian, gradient)
        slopes = [
            min(MOST_SLOPE, max(LEAST_SLOPE, slope - change)) for slope, change in zip(found.slopes, step, strict=False)
        ]
        leads = [lead - change for lead, change in zip(found.leads, step[len(slopes) :], strict=True)]
        found = Slopes(found.spreads, slopes, leads)
        if max(abs(change) for change in step) < CLOSE:
            break
    return Slopes(found.spreads, [round(one, 4) for one in found.slopes], [round(one, 4) for one in found.leads])


def _weights(samples: Sequence[Sample]) -> dict[int, float]:
    """What a position of each game counts for: those of one game make one together."""
    counts: dict[int, int] = {}
    for sample in samples:
        counts[sample.game] = counts.get(sample.game, 0) + 1
    return {game: 1.0 / count for game, count in counts.items()}


def _penalty(found: Slopes) -> tuple[list[float], list[list[float]]]:
    slopes = found.slopes
    count = len(slopes) + len(found.leads)
    pull = PULL / len(slopes)
    gradient = [pull * (slope - 1.0) for slope in slopes] + [PULL * lead for lead in found.leads]
    hessian = [[0.0] * count for _ in range(count)]
    for at in range(count):
        hessian[at][at] = pull if at < len(slopes) else PULL
    for at in range(1, len(slopes)):
        bend = STIFF * (slopes[at] - slopes[at - 1])
        gradient[at] += bend
        gradient[at - 1] -= bend
        hessian[at][at] += STIFF
        hessian[at - 1][at - 1] += STIFF
        hessian[at][at - 1] -= STIFF
        hessian[at - 1][at] -= STIFF
    return gradient, hessian


def _add(sample: Sample, weight: float, found: Slopes, gradient: list[float], hessian: list[list[float]]) -> None:
    """Add the part of one position to the gradient and the curvature of the log loss."""
    spread = max(LEAST_SPREAD, sample.spread)
    leads = [points / spread for points in sample.points]
    shares = fitted(found)(sample)
    mean = sum(share * lead for share, lead in zip(shares, leads, strict=True))
    square = sum(share * lead * lead for share, lead in zip(shares, leads, strict=True))
    surprise = mean - sum(share * lead for share, lead in zip(sample.result, leads, strict=True))
    parts = _parts(sample.spread, found.spreads)
    for at, part in parts:
        gradient[at] += weight * part * surprise
        for other, other_part in parts:
            hessian[at][other] += weight * part * other_part * (square - mean * mean)
    first = len(found.slopes)
    for role in range(len(found.leads)):
        gradient[first + role] += weight * (shares[role] - sample.result[role])
        for other_role in range(len(found.leads)):
            same = shares[role] if role == other_role else 0.0
            hessian[first + role][first + other_role] += weight * (same - shares[role] * shares[other_role])
        for at, part in parts:
            both = weight * part * shares[role] * (leads[role] - mean)
            hessian[first + role][at] += both
            hessian[at][first + role] += both


def _parts(spread: float, knots: list[float]) -> list[tuple[int, float]]:
    """Which knots decide the slope at a spread, and by how much each."""
    if spread <= knots[0]:
        return [(0, 1.0)]
    for at in range(1, len(knots)):
        if spread <= knots[at]:
            part = (spread - knots[at - 1]) / (knots[at] - knots[at - 1])
            return [(at - 1, 1.0 - part), (at, part)]
    return [(len(knots) - 1, 1.0)]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small positive definite system."""
    count = len(right)
    rows = [[*matrix[at], right[at]] for at in range(count)]
    for at in range(count):
        for below in range(at + 1, count):
            factor = rows[below][at] / rows[at][at]
            rows[below] = [value - factor * above for value, above in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * count
    for at in reversed(range(count)):
        rest = sum(rows[at][after] * found[after] for after in range(at + 1, count))
        found[at] = (rows[at][count] - rest) / rows[at][at]
    return found


@dataclass(frozen=True)
class Tenth:
    """All positions whose win chance was said to lie in one tenth from 0 to 1."""

    said: float
    won: float
    positions: int
    doubt: float
    """The part won is this uncertain to either side, 95 times in 100, games being the unit that is counted."""

    @property
    def off(self) -> float:
        return self.won - self.said


@dataclass(frozen=True)
class Truth:
    """How true win chances are."""

    log_loss: float
    brier: float
    tenths: list[Tenth]

    @property
    def worst(self) -> float:
        """How far the worst tenth with enough positions is off."""
        return max((abs(tenth.off) for tenth in self.tenths if tenth.positions >= ENOUGH), default=0.0)

    def data(self) -> dict[str, Any]:
        return {
            "log_loss": round(self.log_loss, 4),
            "brier": round(self.brier, 4),
            "worst_tenth": round(self.worst, 3),
        }


def truth_of(samples: Sequence[Sample], predict: Predict) -> Truth:
    """How true the chances of some positions are, every seat of each counted."""
    losses = squares = 0.0
    said = [0.0] * TENTHS
    won = [0.0] * TENTHS
    counts = [0] * TENTHS
    off: list[dict[int, float]] = [{} for _ in range(TENTHS)]
    for sample in samples:
        for share, result in zip(predict(sample), sample.result, strict=True):
            losses -= result * log(max(share, 1e-9))
            squares += (share - result) ** 2 / len(sample.result)
            at = min(TENTHS - 1, int(share * TENTHS))
            said[at] += share
            won[at] += result
            counts[at] += 1
            off[at][sample.game] = off[at].get(sample.game, 0.0) + result - share
    tenths = [
        Tenth(
            said[at] / counts[at],
            won[at] / counts[at],
            counts[at],
            SURE * sqrt(sum(one * one for one in off[at].values())) / counts[at],
        )
        for at in range(TENTHS)
        if counts[at]
    ]
    return Truth(losses / len(samples), squares / len(samples), tenths)


@dataclass(frozen=True)
class Fit:
    """What came out for one number of seats; `slopes` is None where the evaluator is better left as it is."""

    seats: int
    games: int
    positions: int
    slopes: Slopes | None
    before: Truth
    after: Truth
    """On games that the fit has not seen."""
    constant: float
    """The Brier score of giving every seat the same chance."""


def fit_of(seats: int, samples: Sequence[Sample], roles: int = 0) -> Fit:
    knots = knots_of(samples)
    whole = fit(samples, knots, roles)
    folds = [fit([one for one in samples if one.game % FOLDS != fold], knots, roles, whole) for fold in range(FOLDS)]
    before = truth_of(samples, as_it_is)
    held_out = truth_of(samples, lambda sample: fitted(folds[sample.game % FOLDS])(sample))
    better = held_out.log_loss < before.log_loss and held_out.brier <= before.brier
    return _found(seats, samples, whole if better else None, before, held_out if better else before)


def _found(seats: int, samples: Sequence[Sample], slopes: Slopes | None, before: Truth, after: Truth) -> Fit:
    games = len({sample.game for sample in samples})
    constant = truth_of(samples, lambda sample: [1.0 / seats] * seats).brier
    return Fit(seats, games, len(samples), slopes, before, after, constant)


def checked(game: cairn.Game) -> Callable[[int, Sequence[Sample], int], Fit]:
    """Judges the table that a game has, by games it was not fitted to, instead of fitting another."""
    table = calibration(game).by_seats

    def check(seats: int, samples: Sequence[Sample], roles: int = 0) -> Fit:
        slopes = table.get(seats)
        before = truth_of(samples, as_it_is)
        after = before if slopes is None else truth_of(samples, fitted(slopes))
        return _found(seats, samples, slopes, before, after)

    return check
