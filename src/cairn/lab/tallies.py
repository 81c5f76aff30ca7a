"""Sums over games that come in batches, from which means, ratios and quantiles follow.

Of a game nothing is kept but a few numbers, four bytes each, for medians. Columns of many values (components, answers)
are counted for a whole batch at once.
"""

from __future__ import annotations

from math import ceil, floor, inf, sqrt
from typing import Any

import numpy as np
import pyarrow as pa

from cairn.lab.statistics import Estimate, Sums, chance_spread, ratio, z_of

BINS = 1000
"""Parts of the range from 0 to 1 in which quantiles of shares are found."""


class Mean:
    """The mean of one number a game."""

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0.0
        self.squares = 0.0
        self.is_yes_or_no = True
        """Whether all numbers are 0 or 1."""
        self._numbers: list[Any] = []

    def add(self, numbers: Any) -> None:
        self._numbers.append(np.asarray(numbers, dtype=np.float32))
        self.is_yes_or_no = self.is_yes_or_no and bool(np.all((numbers == 0.0) | (numbers == 1.0)))
        self.count += len(numbers)
        self.sum += float(np.sum(numbers))
        self.squares += float(np.sum(np.square(numbers)))

    def estimate(self) -> Estimate:
        if self.count == 0:
            return Estimate(0.0, -inf, inf)
        mean = self.sum / self.count
        varied = max(0.0, self.squares - self.count * mean * mean) / max(1, self.count - 1)
        return Sums.of(self.count, mean, varied).interval()

    def quartiles(self) -> list[float]:
        return [round(float(number), 6) for number in np.percentile(np.concatenate(self._numbers), (25, 50, 75))]

    def median(self) -> Estimate:
        """By the order of the numbers alone: those so far from the middle that the true median is between them."""
        numbers = np.sort(np.concatenate(self._numbers))
        away = z_of() * sqrt(self.count) / 2.0
        low = max(0, floor((self.count - 1) / 2.0 - away))
        high = min(self.count - 1, ceil((self.count - 1) / 2.0 + away))
        return Estimate(float(np.median(numbers)), float(numbers[low]), float(numbers[high]))


class Ratios:
    """Ratios of two sums over games, many at once: what is above and what below, each by game.

    Seats of one game share its win, so games are the unit; the spread is that of what is left of the upper number after
    the lower one.
    """

    def __init__(self) -> None:
        self.games = 0
        self._sums = np.zeros((6, 0))

    def add(self, upper: Any, lower: Any) -> None:
        """Both as games by ratios; there may be more ratios than before."""
        self.games += len(upper)
        width = upper.shape[1] - self._sums.shape[1]
        if width > 0:
            self._sums = np.pad(self._sums, ((0, 0), (0, width)))
        self._sums += np.stack(
            [
                upper.sum(axis=0),
                lower.sum(axis=0),
                np.einsum("ij,ij->j", upper, upper),
                np.einsum("ij,ij->j", upper, lower),
                np.einsum("ij,ij->j", lower, lower),
                np.count_nonzero(lower, axis=0),
            ]
        )

    def total(self, at: int) -> float:
        """The sum of what is below."""
        return float(self._sums[1, at])

    def seen(self, at: int) -> int:
        """In how many games there was something below."""
        return int(self._sums[5, at])

    def upper(self, at: int) -> float:
        return float(self._sums[0, at])

    def estimate(self, at: int, comparisons: int = 1) -> Estimate:
        upper, lower, *squares = (float(number) for number in self._sums[:5, at])
        return ratio(upper, lower, (squares[0], squares[1], squares[2]), self.games, comparisons)

    def lift(self, at: int, seats: int, comparisons: int) -> Estimate:
        """Where the upper number is the win above a fair share, and the lower one how many seats had something."""
        upper, lower, *squares = (float(number) for number in self._sums[:5, at])
        least = chance_spread(lower, squares[2], seats)
        return ratio(upper, lower, (squares[0], squares[1], squares[2]), self.games, comparisons, least)


class Names:
    """Numbers for names, in the order in which they come up."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def coded(self, texts: Any) -> Any:
        """An arrow array of texts as an array of numbers."""
        found = texts.dictionary_encode()
        found = found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found
        of = np.array([self.number(name) for name in found.dictionary.to_pylist()], dtype=np.int64)
        return of[found.indices.to_numpy()] if len(of) else np.zeros(0, dtype=np.int64)

    def number(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers))

    def __len__(self) -> int:
        return len(self.numbers)


def table_of(games: int, at: Any, codes: Any, width: int, weights: Any = None) -> Any:
    """Sums by game and code."""
    flat = np.bincount(at * width + codes, weights=weights, minlength=games * width)
    return flat.astype(float, copy=False).reshape(games, width)


class Histogram:
    """How often each whole number came up."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def add(self, numbers: Any) -> None:
        values, counts = np.unique(numbers.astype(np.int64), return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            self._counts[value] = self._counts.get(value, 0) + count

    def data(self, most: int) -> dict[str, list[float]]:
        """In up to so many bins of whole numbers, all equally wide."""
        low, high = min(self._counts), max(self._counts)
        step = -(-(high - low + 1) // most)
        bins = [0] * (-(-(high - low + 1) // step))
        for value, count in self._counts.items():
            bins[(value - low) // step] += count
        return {"edges": [low - 0.5 + step * at for at in range(len(bins) + 1)], "counts": [*map(float, bins)]}


class Fan:
    """Quantiles of shares at each of several moments."""

    def __init__(self, moments: int) -> None:
        self._counts = np.zeros((moments, BINS + 1), dtype=np.int64)

    def add(self, traces: Any) -> None:
        """One row for each game."""
        moments = len(self._counts)
        bins = np.rint(np.clip(traces, 0.0, 1.0) * BINS).astype(np.int64)
        flat = (np.arange(moments) * (BINS + 1) + bins).reshape(-1)
        self._counts += np.bincount(flat, minlength=moments * (BINS + 1)).reshape(moments, BINS + 1)

    def data(self, percents: tuple[int, ...]) -> list[list[float]]:
        if not self._counts[0].sum():
            return []
        summed = np.cumsum(self._counts, axis=1)
        return [
            [float(np.searchsorted(row, row[-1] * percent / 100.0)) / BINS for percent in percents] for row in summed
        ]
