"""Loads content.toml into flat tables.

A card is a number, type * 16 + value: two cards of the same type and value are the same number twice. An empty
tower has the top EMPTY_TOP, which everything fits on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.content import read_content
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from cairn.games.five_towers.packing import EMPTY_TOP, HIGHEST

VALUES: Final = 16
MOST_TYPES: Final = 8
MOST_SEATS: Final = 5
MOST_DISPLAYED: Final = 5


class Content:
    roof: i64

    def __init__(self, top: Fields) -> None:
        types = top.part("types")
        types.provenance()
        self.types: list[str] = types.texts("names")
        if not 1 <= len(self.types) <= MOST_TYPES or len(set(self.types)) != len(self.types):
            raise types.refuse("names", f"should be 1 to {MOST_TYPES} different names, not {self.types}")
        types.end()
        values = top.part("values")
        values.provenance()
        values.number("lowest", 0, 0)
        self.highest: int = values.number("highest", 1, VALUES - 1)
        extra = values.numbers("extra", 0, self.highest)
        self.extra_from_seats: int = values.number("extra_from_seats", 2, MOST_SEATS + 1)
        if self.highest + 1 + len(extra) > HIGHEST:
            raise values.refuse("extra", f"makes more than {HIGHEST} cards of each type")
        values.end()
        special = top.part("special")
        special.provenance()
        self.roof = special.number("roof", 0, self.highest)
        carrier = special.number("carrier", 0, self.highest)
        jumper = special.number("jumper", 0, self.highest)
        special.end()
        display = top.part("display")
        display.provenance()
        self.display: int = display.number("cards", 1, MOST_DISPLAYED)
        display.end()
        top.end()
        self.names: list[str] = [f"{kind}-{value}" for kind in self.types for value in range(VALUES)]
        kinds = range(len(self.types))
        self._few = [kind * VALUES + value for kind in kinds for value in range(self.highest + 1)]
        self._many = sorted(self._few + [kind * VALUES + value for kind in kinds for value in extra])
        self._pools = [Pool.of(self._few), Pool.of(self._many)]

        self.fits: vec[i64] = vec[i64](
            [
                1 if (value < top or value == jumper or top == carrier) and top != self.roof else 0
                for top in range(EMPTY_TOP + 1)
                for value in range(VALUES)
            ]
        )
        """Whether a value may go on a top of the same type, at top * 16 + value (FT-5)."""
        self.fitting_pairs: vec[i64] = vec[i64](
            [
                self._pair(top, second, first)
                for top in range(EMPTY_TOP + 1)
                for second in range(VALUES)
                for first in range(VALUES)
            ]
        )
        """building.fitting_sets of two values, at top * 256 + second * 16 + first."""
        self.most_of_pair: vec[i64] = vec[i64]([2 if sets & 8 else 1 if sets & 6 else 0 for sets in self.fitting_pairs])
        """The size of the largest of those sets."""
        self.fitting_triples: vec[i64] = vec[i64]([0] * ((EMPTY_TOP + 1) * VALUES**3))
        """The same of three values, at top * 4096 + third * 256 + second * 16 + first; 0 until it has come up."""
        self.fitting_more: dict[int, int] = {}
        """The same of four or five values, as far as they have come up."""

    def _pair(self, top: int, second: int, first: int) -> int:
        fits = self.fits
        one = fits[top * VALUES + first] != 0
        other = fits[top * VALUES + second] != 0
        both = (one and fits[first * VALUES + second] != 0) or (other and fits[second * VALUES + first] != 0)
        return 1 | one << 1 | (other and first != second) << 2 | both << 3

    def cards(self, seats: int) -> list[int]:
        """The cards in play with this many seats. Read only."""
        return self._many if seats >= self.extra_from_seats else self._few

    def pool(self, seats: int) -> Pool:
        """The same cards packed. Read only."""
        return self._pools[seats >= self.extra_from_seats]


def load_content(path: str | Path | None = None) -> Content:
    return Content(read_content("cairn.games.five_towers", path))
