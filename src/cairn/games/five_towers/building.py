"""The building rules as arithmetic: how many cards can go up, and which sets can go up whole.

Towers, cards and values are packed into numbers as packing.py says, because these questions are asked at every decision
of a search.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.games.five_towers.content import Content
from cairn.games.five_towers.packing import EMPTY_TOP, NOTHING, first_values, picked, same_type, without_value


def below(content: Content, tower: i64) -> i64:
    """What the next card goes on once the top card is torn down; a roof if no card may come down (FT-15, FT-16)."""
    top = tower & 31
    if top == EMPTY_TOP or top == content.roof:
        return content.roof
    return tower >> 5 & 31


def splits_twins(values: i64, chosen: i64) -> bool:
    """Whether the later of two equal values is chosen without the earlier."""
    while (values >> 4) > NOTHING:
        if values & 15 == (values >> 4) & 15 and chosen & 3 == 2:
            return True
        values >>= 4
        chosen >>= 1
    return False


def all_fit(content: Content, top: i64, values: i64) -> bool:
    """Whether all of these values can go on a top, in some order."""
    if values < 32:
        return values == NOTHING or content.fits[top << 4 | values & 15] != 0
    shift: i64 = 0
    while (values >> shift) > NOTHING:
        value = (values >> shift) & 15
        if content.fits[top << 4 | value] and all_fit(content, value, without_value(values, shift)):
            return True
        shift += 4
    return False


def fitting_sets(content: Content, top: i64, cards: i64, count: i64) -> i64:
    """Which sets of the first two or more cards, all of one type, can go on a top: bit m for the slots of m.

    Of two equal cards the later is never in a set without the earlier, so that each set of cards stands for itself.
    What has been found out once is remembered.
    """
    if count == 2:
        return content.fitting_pairs[top << 8 | (cards >> 7 & 15) << 4 | cards & 15]
    values = first_values(cards, count)
    if count == 3:
        return content.fitting_triple(top, values & 0xFFF)
    key: int = values << 5 | top
    known = content.fitting_more.get(key)
    if known is None:
        known = buildable_sets_of(content, top, values)
        content.fitting_more[key] = known
    return known


def buildable_sets_of(content: Content, top: i64, values: i64) -> int:
    """`fitting_sets` by trying every set."""
    sets = 0
    bit = 1
    chosen: i64 = 0
    while bit > 0:
        subset = picked(values, chosen)
        if not splits_twins(values, chosen) and all_fit(content, top, subset):
            sets |= bit
        bit = 0 if subset == values else bit + bit
        chosen += 1
    return sets


def most_buildable(content: Content, towers: vec[i64], first: i64, cards: i64) -> i64:
    """The most of these cards that a seat can build after tearing down at most one card (FT-10).

    `first` is where the seat's towers begin in `towers`. Types do not influence each other, so the best teardown is the
    one that helps its own type most.
    """
    fits = content.fits
    total: i64 = 0
    gain: i64 = 0
    while cards > NOTHING:
        kind = (cards >> 4) & 7
        value = cards & 15
        tower = towers[first + kind]
        rest = cards >> 7
        if rest == NOTHING or (rest >> 4) & 7 != kind:
            if fits[(tower & 31) << 4 | value]:
                total += 1
            elif gain == 0 and fits[below(content, tower) << 4 | value]:
                gain = 1
            cards = rest
            continue
        pair = (rest & 15) << 4 | value
        rest >>= 7
        if rest == NOTHING or (rest >> 4) & 7 != kind:
            built = content.most_of_pair[(tower & 31) << 8 | pair]
            most = content.most_of_pair[below(content, tower) << 8 | pair]
        else:
            count = same_type(cards)
            built = largest(fitting_sets(content, tower & 31, cards, count))
            most = largest(fitting_sets(content, below(content, tower), cards, count))
            rest = cards >> 7 * count
        total += built
        if most - built > gain:
            gain = most - built
        cards = rest
    return total + gain


def largest(sets: i64) -> i64:
    """The size of the largest of these sets; the empty set is always among them."""
    size: i64 = 0
    while sets & OF_SIZE[size + 1]:
        size += 1
    return size


def buildable_sets(content: Content, towers: vec[i64], first: i64, cards: i64) -> i64:
    """Which sets of these cards a seat can build, tearing down at most one card (FT-10): bit m for the slots of m.

    Each type's own sets are looked at first and then combined with those of the types before.
    """
    fits = content.fits
    plain: i64 = 1  # the sets that need no teardown; the empty one to begin with
    torn: i64 = 0  # the sets that need exactly one
    slot: i64 = 1  # the set of the next slot alone
    while cards > NOTHING:
        kind = (cards >> 4) & 7
        tower = towers[first + kind]
        rest = cards >> 7
        if rest == NOTHING or (rest >> 4) & 7 != kind:
            if fits[(tower & 31) << 4 | cards & 15]:
                plain |= plain << slot
                torn |= torn << slot
            elif fits[below(content, tower) << 4 | cards & 15]:
                torn |= plain << slot
            slot += slot
            cards = rest
            continue
        count = same_type(cards)
        free = fitting_sets(content, tower & 31, cards, count) >> 1
        freed = fitting_sets(content, below(content, tower), cards, count) >> 1
        earlier_plain = plain
        earlier_torn = torn
        shift = slot
        while free | freed:
            if free & 1:
                plain |= earlier_plain << shift
                torn |= earlier_torn << shift
            elif freed & 1:
                torn |= earlier_plain << shift
            free >>= 1
            freed >>= 1
            shift += slot
        slot <<= count
        cards >>= 7 * count
    return plain | torn


def sets_of_size(size: int) -> int:
    """All sets of so many slots, as a set of sets."""
    return sum(1 << slots for slots in range(1 << MOST_CARDS) if slots.bit_count() == size)


def sets_with_slot(slot: int) -> int:
    """All sets that hold a slot, as a set of sets."""
    return sum(1 << slots for slots in range(1 << MOST_CARDS) if slots >> slot & 1)


MOST_CARDS: Final = 5
OF_SIZE: Final = vec[i64]([sets_of_size(size) for size in range(MOST_CARDS + 2)])
WITH_SLOT: Final = vec[i64]([sets_with_slot(slot) for slot in range(MOST_CARDS)])
