"""Small things of Five Peaks as one number, so that looking at them and changing them makes no list.

A set of spaces has eight bits for each space, its number plus one, the latest lowest: 4 and then 9 are 5 << 8 | 10. No
space is 0, so a set ends where nothing is left. A map has 141 spaces at the most, and a set room for seven: what a
pawn comes by on the longest walk, three spaces and the pawns of four others.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NO_SPACES: Final = 0
SEVEN_SPACES: Final = 0xFFFFFFFFFFFFFF


def with_space(spaces: i64, space: i64) -> i64:
    return (spaces << 8 | (space + 1)) & SEVEN_SPACES


def has_space(spaces: i64, space: i64) -> bool:
    wanted = space + 1
    while spaces:
        if spaces & 255 == wanted:
            return True
        spaces >>= 8
    return False


def packed_spaces(listed: list[int]) -> i64:
    spaces: i64 = NO_SPACES
    for space in listed:
        spaces = with_space(spaces, space)
    return spaces
