"""The mountain as bits: where tiles lie, what touches what, squares and sections.

A position is a number, (row - 1) * 10 + column - 1, and so is the land tile that belongs there. A set of positions is
an i64 with a bit for each. Numbers that lie beside the mountain are in no set, but they are there, so that a step up
is always ten bits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WIDTH: Final = 10
HEIGHT: Final = 6
POSITIONS: Final = 60
PRIME: Final = 61
PLACE_OF_REST: Final = [{pow(2, k, PRIME): k for k in range(POSITIONS)}.get(rest, 0) for rest in range(PRIME)]
"""Which bit is on in a set of one, by its remainder: the powers of two below 2^60 all differ modulo 61."""


def bit(position: i64) -> i64:
    """The set that holds one position."""
    return shifted(1, position)


def shifted(one: i64, by: i64) -> i64:
    """`one << by`; a function, because compiled shifts of a literal are only 32 bits wide."""
    return one << by


def positions_of(places: i64) -> list[int]:
    """The positions of a set in ascending order."""
    found: list[int] = []
    while places:
        low = places & -places
        found.append(PLACE_OF_REST[low % PRIME])
        places ^= low
    return found


def count_of(places: i64) -> i64:
    count: i64 = 0
    while places:
        places &= places - 1
        count += 1
    return count


def set_of(positions: list[int]) -> i64:
    places: i64 = 0
    for position in positions:
        places |= bit(position)
    return places


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
                everywhere |= bit(row * WIDTH + column - 1)
        east_edge: i64 = 0
        for row in range(HEIGHT):
            east_edge |= bit(row * WIDTH + WIDTH - 1)
        self.everywhere = everywhere
        self.valley = everywhere & (bit(WIDTH) - 1)
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
    one = bit(corner)
    return one | one << 1 | one << WIDTH | one << (WIDTH + 1)
