"""Loads content.toml into flat tables.

A card is a number, type * 16 + value: two cards of the same type and value are the same number twice. An empty
tower has the top EMPTY_TOP, which everything fits on.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

from mypy_extensions import i64

from cairn.core.errors import BadContent

VALUES: Final = 16
EMPTY_TOP: Final = 16


class Content:
    roof: i64

    def __init__(self, data: dict[str, Any]) -> None:
        values = data["values"]
        special = data["special"]
        self.types: list[str] = list(data["types"]["names"])
        if len(self.types) > 8 or len(set(self.types)) != len(self.types):
            raise BadContent(f"content.toml: types.names: up to 8 different names, not {self.types}")
        if values["lowest"] != 0 or not 0 < values["highest"] < VALUES:
            raise BadContent(f"content.toml: values: from 0 to at most {VALUES - 1}")
        self.highest: int = values["highest"]
        for name in ("roof", "carrier", "jumper"):
            if not 0 <= special[name] <= self.highest:
                raise BadContent(f"content.toml: special.{name}: a value from 0 to {self.highest}, not {special[name]}")
        self.roof = special["roof"]
        carrier: int = special["carrier"]
        jumper: int = special["jumper"]
        self.display: int = data["display"]["cards"]
        if not 1 <= self.display <= 5:
            raise BadContent(f"content.toml: display.cards: 1 to 5, not {self.display}")
        self.extra_from_seats: int = values["extra_from_seats"]
        self.names: list[str] = [f"{kind}-{value}" for kind in self.types for value in range(VALUES)]
        kinds = range(len(self.types))
        self._few = [kind * VALUES + value for kind in kinds for value in range(self.highest + 1)]
        self._many = sorted(self._few + [kind * VALUES + value for kind in kinds for value in values["extra"]])

        self.fits: list[bool] = [
            (value < top or value == jumper or top == carrier) and top != self.roof
            for top in range(EMPTY_TOP + 1)
            for value in range(VALUES)
        ]
        """Whether a value may go on a top of the same type, at top * 16 + value (FT-5)."""
        self.fitting_pairs: list[int] = [
            self._pair(top, second, first)
            for top in range(EMPTY_TOP + 1)
            for second in range(VALUES)
            for first in range(VALUES)
        ]
        """building.fitting_sets of two values, at top * 256 + second * 16 + first."""
        self.most_of_pair: list[int] = [2 if sets & 8 else 1 if sets & 6 else 0 for sets in self.fitting_pairs]
        """The size of the largest of those sets."""
        self.fitting_triples: list[int] = [0] * ((EMPTY_TOP + 1) * VALUES**3)
        """The same of three values, at top * 4096 + third * 256 + second * 16 + first; 0 until it has come up."""
        self.fitting_more: dict[int, int] = {}
        """The same of four or five values, as far as they have come up."""

    def _pair(self, top: int, second: int, first: int) -> int:
        fits = self.fits
        one = fits[top * VALUES + first]
        other = fits[top * VALUES + second]
        both = (one and fits[first * VALUES + second]) or (other and fits[second * VALUES + first])
        return 1 | one << 1 | (other and first != second) << 2 | both << 3

    def fitting_triple(self, top: i64, values: i64) -> int:
        """building.fitting_sets of three values, put together from what is known of pairs."""
        at = top << 12 | values
        sets = self.fitting_triples[at]
        if sets == 0:
            pairs = self.fitting_pairs
            first = values & 15
            second = values >> 4 & 15
            third = values >> 8
            lower = pairs[top << 8 | values & 255]
            outer = pairs[top << 8 | third << 4 | first]
            upper = pairs[top << 8 | values >> 4]
            sets = lower | (upper & 4) << 2
            if outer & 8 and second != third:
                sets |= 32
            if upper & 8 and first != second:
                sets |= 64
            if (
                (self.fits[top << 4 | first] and pairs[first << 8 | values >> 4] & 8)
                or (self.fits[top << 4 | second] and pairs[second << 8 | third << 4 | first] & 8)
                or (self.fits[top << 4 | third] and pairs[third << 8 | values & 255] & 8)
            ):
                sets |= 128
            self.fitting_triples[at] = sets
        return sets

    def cards(self, seats: int) -> list[int]:
        """The cards in play with this many seats. Read only."""
        return self._many if seats >= self.extra_from_seats else self._few


def load_content() -> Content:
    path = resources.files("cairn.games.five_towers") / "content.toml"
    return Content(tomllib.loads(path.read_text(encoding="utf-8")))
