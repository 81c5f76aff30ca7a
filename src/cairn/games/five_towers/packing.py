"""Towers and small sets of cards of 5 Towers as whole numbers, so that looking at them and changing them makes no list.

- `cards` are a few cards of any type, seven bits each (three of type, four of value), after a leading 1. They lie in
  order, so that cards of one type are together; slot 0 is the lowest seven bits, the highest card;
- `values` are the values of some cards of one type, four bits each, after a leading 1, in the same order;
- a tower is one number of the vector `towers`, at seat * types + type. Its lowest five bits are its top, what the next
  card goes on; the five above are what lies below that, and so on, down to the ground, which is EMPTY_TOP. The empty
  tower is the ground itself. There is room for IN_SIGHT of them; from bit 55 up stands the height. What lies deeper is
  in the second half of the vector, at the same place, in the same form. Together they hold HIGHEST cards on a ground.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

EMPTY_TOP: Final = 16
EMPTY_TOWER: Final = EMPTY_TOP
NOTHING: Final = 1

IN_SIGHT: Final = 11
HIGHEST: Final = 22
SEEN: Final = 0x7FFFFFFFFFFFFF
DEEPEST_SEEN: Final = 50
HEIGHT: Final = 55
STOREY: Final = 0x80000000000000
"""One more of height."""


def empty_towers(towers: int) -> vec[i64]:
    return vec[i64]([EMPTY_TOWER] * towers + [0] * towers)


def top_of(tower: i64) -> i64:
    """The value on top of a tower, EMPTY_TOP if there is none."""
    return tower & 31


def height_of(tower: i64) -> i64:
    return tower >> HEIGHT


def put_on(towers: vec[i64], place: i64, value: i64) -> None:
    """Build one card."""
    tower = towers[place]
    if tower >> HEIGHT >= IN_SIGHT - 1:
        deep = place + (len(towers) >> 1)
        towers[deep] = towers[deep] << 5 | tower >> DEEPEST_SEEN & 31
        towers[place] = (tower << 5 & SEEN | value) + (tower & ~SEEN) + STOREY
    else:
        towers[place] = ((tower & SEEN) << 5 | value) + (tower & ~SEEN) + STOREY


def take_off(towers: vec[i64], place: i64) -> None:
    """Tear down one card."""
    tower = towers[place]
    below = (tower & SEEN) >> 5
    if tower >> HEIGHT >= IN_SIGHT:
        deep = place + (len(towers) >> 1)
        below |= (towers[deep] & 31) << DEEPEST_SEEN
        towers[deep] >>= 5
    towers[place] = below + (tower & ~SEEN) - STOREY


def values_of(towers: vec[i64], place: i64) -> list[int]:
    """The values of a tower from bottom to top."""
    left = towers[place] >> HEIGHT
    found: list[int] = []
    seen = towers[place] & SEEN
    while left > 0 and len(found) < IN_SIGHT:
        found.append(seen & 31)
        seen >>= 5
        left -= 1
    deep = towers[place + (len(towers) >> 1)]
    while left > 0:
        found.append(deep & 31)
        deep >>= 5
        left -= 1
    found.reverse()
    return found


def cards_of(cards: i64) -> list[int]:
    """The cards of a packed set, slot by slot."""
    unpacked: list[int] = []
    while cards > NOTHING:
        unpacked.append(cards & 127)
        cards >>= 7
    return unpacked


def pack(cards: list[int]) -> i64:
    packed: i64 = NOTHING
    for card in cards:
        packed = with_card(packed, card)
    return packed


def with_card(cards: i64, card: i64) -> i64:
    """The packed set with one card more."""
    shift: i64 = 0
    above = cards
    while above > NOTHING and above & 127 > card:
        above >>= 7
        shift += 7
    return (above << 7 | card) << shift | (cards ^ (above << shift))


def without_card(cards: i64, card: i64) -> i64:
    """The packed set with one such card less; the card must be in it."""
    shift: i64 = 0
    while (cards >> shift) & 127 != card:
        shift += 7
    above = cards >> shift
    return (above >> 7) << shift | (cards ^ (above << shift))


def same_type(cards: i64) -> i64:
    """How many of the first slots hold cards of one type."""
    kind = (cards >> 4) & 7
    count: i64 = 1
    cards >>= 7
    while cards > NOTHING and (cards >> 4) & 7 == kind:
        cards >>= 7
        count += 1
    return count


def first_values(cards: i64, count: i64) -> i64:
    """The values in the first slots."""
    values: i64 = NOTHING
    shift = 7 * count
    while shift > 0:
        shift -= 7
        values = values << 4 | (cards >> shift) & 15
    return values


def without_value(values: i64, shift: i64) -> i64:
    """The values without the one that lies `shift` bits up."""
    above = values >> shift
    return (above >> 4) << shift | (values ^ (above << shift))
