"""The building rules as arithmetic: how many cards can go up, and which sets can go up whole.

Towers and small sets of cards are packed into ints, because these questions are asked at every decision of a search:

- a tower is its values from bottom to top, five bits each, on a ground of EMPTY_TOP: the lowest five bits are always what
  the next card goes on, and the empty tower is the ground itself;
- `cards` are a few cards of any type, seven bits each (three of type, four of value), after a leading 1, in ascending
  order, so that cards of one type lie together;
- `values` are the values of some cards of one type, four bits each, after a leading 1.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.games.five_towers.content import EMPTY_TOP, Content

NOTHING: Final = 1
EMPTY_TOWER: Final = EMPTY_TOP


def top_of(tower: int) -> int:
    """The value on top of a tower, EMPTY_TOP if there is none."""
    return tower & 31


def below(content: Content, tower: int) -> int:
    """What the next card goes on once the top card is torn down; a roof if no card may come down (FT-15, FT-16)."""
    top = tower & 31
    return content.roof if top == EMPTY_TOP or top == content.roof else tower >> 5 & 31


def height(tower: int) -> int:
    return tower.bit_length() // 5 - 1


def values_of(tower: int) -> list[int]:
    """The values of a tower from bottom to top."""
    return [tower >> 5 * i & 31 for i in range(height(tower) - 1, -1, -1)]


def cards_of(cards: i64) -> list[int]:
    """The cards of a packed set in ascending order."""
    unpacked: list[int] = []
    while cards > NOTHING:
        unpacked.append(cards & 127)
        cards >>= 7
    unpacked.reverse()
    return unpacked


def count_of(cards: i64) -> i64:
    count: i64 = 0
    while cards > NOTHING:
        cards >>= 7
        count += 1
    return count


def with_card(cards: i64, card: i64) -> i64:
    """The packed set with one card more."""
    shift: i64 = 0
    while (cards >> shift) > NOTHING and (cards >> shift) & 127 > card:
        shift += 7
    above = cards >> shift
    return (above << 7 | card) << shift | (cards ^ (above << shift))


def without_card(cards: i64, card: i64) -> i64:
    """The packed set with one such card less; the card must be in it."""
    shift: i64 = 0
    while (cards >> shift) & 127 != card:
        shift += 7
    above = cards >> shift
    return (above >> 7) << shift | (cards ^ (above << shift))


def without_value(values: i64, shift: i64) -> i64:
    """The packed values without the one that lies `shift` bits up."""
    above = values >> shift
    return (above >> 4) << shift | (values ^ (above << shift))


def last_values(cards: i64) -> i64:
    """The values of the last type in a packed set."""
    kind = (cards >> 4) & 7
    values: i64 = NOTHING
    while cards > NOTHING and (cards >> 4) & 7 == kind:
        values = values << 4 | cards & 15
        cards >>= 7
    return values


def all_fit(content: Content, top: i64, values: i64) -> bool:
    """Whether all of these values can go on a top, in some order."""
    if values == NOTHING:
        return True
    shift: i64 = 0
    while (values >> shift) > NOTHING:
        value = (values >> shift) & 15
        if content.fits[top << 4 | value]:
            rest = without_value(values, shift)
            if rest == NOTHING or all_fit(content, value, rest):
                return True
        shift += 4
    return False


def longest(content: Content, top: i64, values: i64) -> i64:
    """The most of these values that can go on a top one after the other, in the best order."""
    best: i64 = 0
    shift: i64 = 0
    while (values >> shift) > NOTHING:
        value = (values >> shift) & 15
        if content.fits[top << 4 | value]:
            built: i64 = 1
            rest = without_value(values, shift)
            if rest > NOTHING:
                built += longest(content, value, rest)
            if built > best:
                best = built
        shift += 4
    return best


def most_buildable(content: Content, towers: list[int], first: i64, cards: i64) -> i64:
    """The most of these cards that a seat can build after tearing down at most one card (FT-10).

    `first` is where the seat's towers begin in `towers`. Types do not influence each other, so the best teardown is the one
    that helps its own type most.
    """
    fits = content.fits
    total: i64 = 0
    gain: i64 = 0
    while cards > NOTHING:
        kind: i64 = (cards >> 4) & 7
        value: i64 = cards & 15
        tower = towers[first + kind]
        top: i64 = tower & 31
        rest = cards >> 7
        if rest == NOTHING or (rest >> 4) & 7 != kind:
            cards = rest
            if fits[top << 4 | value]:
                total += 1
            elif gain == 0 and fits[below(content, tower) << 4 | value]:
                gain = 1
        else:
            values = last_values(cards)
            while cards > NOTHING and (cards >> 4) & 7 == kind:
                cards >>= 7
            built = longest(content, top, values)
            total += built
            helped = longest(content, below(content, tower), values) - built
            if helped > gain:
                gain = helped
    return total + gain


def buildable_sets(content: Content, towers: list[int], first: i64, hand: i64, display: i64) -> i64:
    """Which sets of display cards a seat could build together with its hand, tearing down at most one card (FT-10).

    The answer is a set of sets: bit m is on if the display slots of m can go up, where bit i of m is the i-th card from
    the end of the display. Types do not influence each other, so each type's own subsets are judged once, then combined.
    """
    fits = content.fits
    plain: i64 = 1  # the sets that need no teardown; the empty one to begin with
    torn: i64 = 0  # the sets that need exactly one
    slot: i64 = 1  # the next slot of the display, as a set
    while display > NOTHING or hand > NOTHING:
        kind: i64 = (display >> 4) & 7 if display > NOTHING else -1
        held: i64 = NOTHING
        if hand > NOTHING and (hand >> 4) & 7 >= kind:
            kind = (hand >> 4) & 7
            held = last_values(hand)
            while hand > NOTHING and (hand >> 4) & 7 == kind:
                hand >>= 7
        tower = towers[first + kind]
        top: i64 = tower & 31
        fresh = display
        size: i64 = 0
        while display > NOTHING and (display >> 4) & 7 == kind:
            display >>= 7
            size += 1
        if size == 1 and held == NOTHING:
            if fits[top << 4 | fresh & 15]:
                plain |= plain << slot
                torn |= torn << slot
            elif fits[below(content, tower) << 4 | fresh & 15]:
                torn |= plain << slot
        else:
            earlier_plain = plain
            earlier_torn = torn
            plain = 0
            torn = 0
            under: i64 = below(content, tower)
            chosen: i64 = 0
            while (chosen >> size) == 0:
                values = picked(held, fresh, chosen)
                if all_fit(content, top, values):
                    plain |= earlier_plain << chosen * slot
                    torn |= earlier_torn << chosen * slot
                elif all_fit(content, under, values):
                    torn |= earlier_plain << chosen * slot
                chosen += 1
        slot <<= size
    return plain | torn


def picked(values: i64, cards: i64, chosen: i64) -> i64:
    """Some values of one type, and those of the chosen cards (bit 0 for the last one)."""
    while chosen:
        if chosen & 1:
            values = values << 4 | cards & 15
        chosen >>= 1
        cards >>= 7
    return values
