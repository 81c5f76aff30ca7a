"""Loads content.toml into flat tables.

The board is one int with a bit for each cell: column by column, each from the ground up, with one bit above that stays
empty so that no line runs from the top of a column into the next one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.content import read_content
from cairn.core.fields import Fields

LETTERS: Final = "abcdefghij"
LINE: Final = 4
MOST_BITS: Final = 62


class Content:
    height: i64
    all_full: i64

    def __init__(self, top: Fields) -> None:
        board = top.part("board")
        board.provenance()
        self.columns: int = board.number("columns", LINE, len(LETTERS))
        self.rows: int = board.number("rows", LINE, MOST_BITS)
        if self.columns * (self.rows + 1) > MOST_BITS:
            raise board.refuse("rows", f"columns times one more than rows should be {MOST_BITS} at the most")
        board.end()
        self.height = self.rows + 1
        """How many bits a column takes, and so the step from a cell to its neighbour on the right."""
        discs = top.part("discs")
        discs.provenance()
        self.discs: list[str] = discs.texts("names", 2)
        if self.discs[0] == self.discs[1]:
            raise discs.refuse("names", f"should be two different names, not {self.discs}")
        discs.end()
        top.end()
        self.letters: list[str] = list(LETTERS[: self.columns])
        numbers = range(self.columns)
        bits = 2 ** (self.rows + 1)
        self.ground: vec[i64] = vec[i64]([bits**column for column in numbers])
        """The lowest cell of each column."""
        self.shafts: vec[i64] = vec[i64]([ground * (2**self.rows - 1) for ground in self.ground])
        """All cells of each column."""
        self.tops: vec[i64] = vec[i64]([ground * 2 ** (self.rows - 1) for ground in self.ground])
        """The highest cell of each column."""
        self.board: int = sum(int(shaft) for shaft in self.shafts)
        self.only: vec[i64] = vec[i64]([2**column for column in numbers])
        self.all_full = 2**self.columns - 1
        self.open_columns: list[list[int]] = [
            [column for column in numbers if not full >> column & 1] for full in range(2**self.columns)
        ]
        """The columns with room, by the set of those that are full: what a seat may choose from (CF-4)."""

        self.lines: list[int] = self._lines()
        """Every four cells in line."""

    def _lines(self) -> list[int]:
        found: list[int] = []
        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for column in range(self.columns - (LINE - 1) * across):
                low = LINE - 1 if up < 0 else 0
                high = self.rows - (LINE - 1 if up > 0 else 0)
                found += [self._line(column, row, across, up) for row in range(low, high)]
        return found

    def _line(self, column: int, row: int, across: int, up: int) -> int:
        return sum([int(self.ground[column + across * step]) << (row + up * step) for step in range(LINE)])

    def cell_names(self, cells: int) -> list[str]:
        """The names of a set of cells, such as "d1"; column by column, from the ground up."""
        return [
            f"{letter}{row + 1}"
            for column, letter in enumerate(self.letters)
            for row in range(self.rows)
            if cells & int(self.ground[column]) << row
        ]


def load_content(path: Path | None = None) -> Content:
    """The content of the box, or that of a file of one's own."""
    return Content(read_content(__package__, path))
