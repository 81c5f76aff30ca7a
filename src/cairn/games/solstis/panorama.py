"""The mountain as bits: where tiles lie, what touches what, squares and sections.

A position is a number, (row - 1) * 10 + column - 1, and so is the land tile that belongs there. A set of positions is
an i64 with a bit for each. Numbers that lie beside the mountain are in no set, but they are there, so that a step up
is always ten bits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.bits import wide_bit

WIDTH: Final = 10
HEIGHT: Final = 6
POSITIONS: Final = 60


class Mountain:
    """Which positions there are, and which of them have a neighbour on each side."""

    everywhere: i64
    valley: i64
    with_east: i64
    with_west: i64
    with_north: i64
    with_south: i64
    squares: i64

    def __init__(self, rows: list[tuple[int, int]]) -> None:
        """From the first and last column of each row, the valley first."""
        everywhere: i64 = 0
        for row, (first, last) in enumerate(rows):
            for column in range(first, last + 1):
                everywhere |= wide_bit(row * WIDTH + column - 1)
        east_edge: i64 = 0
        for row in range(HEIGHT):
            east_edge |= wide_bit(row * WIDTH + WIDTH - 1)
        self.everywhere = everywhere
        self.valley = everywhere & (wide_bit(WIDTH) - 1)
        self.with_east = everywhere & (everywhere >> 1) & ~east_edge
        self.with_west = self.with_east << 1
        self.with_north = everywhere & (everywhere >> WIDTH)
        self.with_south = self.with_north << WIDTH
        self.squares = self.with_east & self.with_north & (self.with_east >> WIDTH)
        """The lower left position of every square there is room for."""

    def beside(self, places: i64) -> i64:
        """Every position that touches one of these, these themselves among them where they touch each other."""
        return (
            (places & self.with_east) << 1
            | (places & self.with_west) >> 1
            | (places & self.with_north) << WIDTH
            | (places & self.with_south) >> WIDTH
        )

    def section(self, filled: i64, start: i64) -> i64:
        """All filled positions that hang together with those of `start`."""
        section = start
        grown = section | self.beside(section) & filled
        while grown != section:
            section = grown
            grown = section | self.beside(section) & filled
        return section

    def sections(self, filled: i64) -> list[int]:
        """The sections of a panorama, in the order of their first positions from the valley up, left to right."""
        found: list[int] = []
        while filled:
            section = self.section(filled, filled & -filled)
            found.append(section)
            filled ^= section
        return found

    def squares_with(self, filled: i64, some: i64) -> i64:
        """The squares (by lower left position) whose four positions are filled, at least one of them by `some`."""
        full = filled & (filled >> 1) & (filled >> WIDTH) & (filled >> (WIDTH + 1)) & self.squares
        touched = some | some >> 1 | some >> WIDTH | some >> (WIDTH + 1)
        return full & touched


def square_at(corner: i64) -> i64:
    """The four positions of the square with this lower left position."""
    one = wide_bit(corner)
    return one | one << 1 | one << WIDTH | one << (WIDTH + 1)
