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
SPREAD: Final = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: every six bits in a row are others, so a shift of it is told by its highest six."""
PLACES: Final = vec[i64]([{2**k * SPREAD >> 58 & 63: k for k in range(64)}[six] for six in range(64)])


def bit(member: i64) -> i64:
    """The set of one member."""
    return BIT[member]


def wide_bit(member: i64) -> i64:
    """The same in compiled arithmetic, without a table."""
    return shifted(1, member)


def shifted(one: i64, by: i64) -> i64:
    return one << by


def place_of(low: i64) -> i64:
    """The member of a set of one."""
    return PLACES[low * SPREAD >> 58 & 63]


def members_of(members: i64) -> list[int]:
    """The members of a set in ascending order."""
    found: list[int] = []
    while members:
        low = members & -members
        found.append(place_of(low))
        members ^= low
    return found


def count_of(members: i64) -> i64:
    """How many members a set has. Neighbouring counts are added up, 1, 2, 4, 8, 16 and 32 bits wide."""
    members -= members >> 1 & 0x1555555555555555  # a number of 63 bits would be an object in compiled code
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
