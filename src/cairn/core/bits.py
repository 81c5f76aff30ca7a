"""Small sets as whole numbers: bit k is on if k is in the set. For sets of seats, cells, cards, of up to 60 members.

A compiled shift whose left side is a constant is done in 32 bits, without a word (`1 << 40` would be 0). So nobody
writes one: `BIT` is a table, and `wide_bit` shifts a variable.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

BIT: Final = vec[i64]([2**member for member in range(62)])
"""The set of one member. The last is in no set, so that -1, a spectator, is in none."""

MOST_MEMBERS: Final = 60
PRIME: Final = 61
PLACE_OF_REST: Final = vec[i64]([{pow(2, k, PRIME): k for k in range(60)}.get(rest, 0) for rest in range(PRIME)])
"""Which bit is on in a set of one, by its remainder: the powers of two below 2^60 all differ modulo 61."""


def bit(member: i64) -> i64:
    """The set of one member."""
    return BIT[member]


def wide_bit(member: i64) -> i64:
    """The same in compiled arithmetic, without a table."""
    return shifted(1, member)


def shifted(one: i64, by: i64) -> i64:
    return one << by


def members_of(members: i64) -> list[int]:
    """The members of a set in ascending order."""
    found: list[int] = []
    while members:
        low = members & -members
        found.append(PLACE_OF_REST[low % PRIME])
        members ^= low
    return found


def count_of(members: i64) -> i64:
    """How many members a set has. Neighbouring counts are added up, 1, 2, 4, 8, 16 and 32 bits wide."""
    members -= members >> 1 & 0x5555555555555555
    members = (members & 0x3333333333333333) + (members >> 2 & 0x3333333333333333)
    members = members + (members >> 4) & 0x0F0F0F0F0F0F0F0F
    members += members >> 8
    members += members >> 16
    members += members >> 32
    return members & 127


def set_of(members: list[int]) -> i64:
    found: i64 = 0
    for member in members:
        found |= wide_bit(member)
    return found
