"""Lines of four, and what they are worth (CF-6 to CF-8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.contract import Score

FOUR_IN_LINE: Final = "line"


def score(seat: int, winner: int) -> Score:
    return Score({FOUR_IN_LINE: 1 if seat == winner else 0})


def has_line(discs: i64, height: i64) -> bool:
    """Whether four of these discs are in line (CF-6): up, level, or along one of the diagonals."""
    pairs = discs & (discs >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = discs & (discs >> height)
    if pairs & (pairs >> 2 * height):
        return True
    pairs = discs & (discs >> (height - 1))
    if pairs & (pairs >> 2 * (height - 1)):
        return True
    pairs = discs & (discs >> (height + 1))
    return (pairs & (pairs >> 2 * (height + 1))) != 0


def line_cells(discs: int, height: int) -> int:
    """The cells of all lines of four among these discs."""
    found = 0
    for step in (1, height - 1, height, height + 1):
        starts = discs & discs >> step & discs >> 2 * step & discs >> 3 * step
        found |= starts | starts << step | starts << 2 * step | starts << 3 * step
    return found
