"""The building rules as arithmetic: how many cards can go up, and which sets can go up whole.

Towers, cards and values are packed into numbers as packing.py says, because these questions are asked at every decision
of a search.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from cairn.games.five_towers.content import Content
from cairn.games.five_towers.packing import EMPTY_TOP, NOTHING, first_values, same_type


def below(content: Content, tower: i64) -> i64:
    """What the next card goes on once the top card is torn down; a roof if no card may come down (FT-15, FT-16)."""
    top = tower & 31
    if top == EMPTY_TOP or top == content.roof:
        return content.roof
    return tower >> 5 & 31


def all_fit(content: Content, top: i64, values: i64) -> bool:
    """Whether all of these values can go on a top, in some order."""
    if values < 0x20:
        return values == NOTHING or content.fits[top << 4 | values & 15] != 0
    if values < 0x200:
        return content.fitting_pairs[top << 8 | values & 255] & 8 != 0
    whole: i64 = 7 if values < 0x2000 else 15 if values < 0x20000 else 31
    return known_sets(content, top, values) >> whole & 1 != 0


def fitting_sets(content: Content, top: i64, cards: i64, count: i64) -> i64:
    """Which sets of the first two or more cards, all of one type, can go on a top: bit m for the slots of m.

    Of two equal cards the later is never in a set without the earlier, so that each set of cards stands for itself.
    """
    if count == 2:
        return content.fitting_pairs[top << 8 | (cards >> 7 & 15) << 4 | cards & 15]
    return known_sets(content, top, first_values(cards, count))


def known_sets(content: Content, top: i64, values: i64) -> i64:
    """`fitting_sets` of three or more values. What has been found out once is remembered."""
    if values < 0x2000:
        at = top << 12 | values & 0xFFF
        sets = content.fitting_triples[at]
        if sets == 0:
            sets = sets_of_three(content, top, values & 0xFFF)
            content.fitting_triples[at] = sets
        return sets
    key: int = values << 5 | top
    known = content.fitting_more.get(key)
    if known is None:
        known = found_sets(content, top, values)
        content.fitting_more[key] = known
    return known


def sets_of_three(content: Content, top: i64, values: i64) -> i64:
    """`fitting_sets` of three values, put together from what is known of pairs."""
    pairs = content.fitting_pairs
    fits = content.fits
    first = values & 15
    second = values >> 4 & 15
    third = values >> 8
    lower = pairs[top << 8 | values & 255]
    outer = pairs[top << 8 | third << 4 | first]
    upper = pairs[top << 8 | values >> 4]
    sets = lower | (upper & 4) << 2
    if outer & 8 and second != third:
        sets |= 32
    if upper & 8 and first != second:
        sets |= 64
    if (
        (fits[top << 4 | first] and pairs[first << 8 | values >> 4] & 8)
        or (fits[top << 4 | second] and pairs[second << 8 | third << 4 | first] & 8)
        or (fits[top << 4 | third] and pairs[third << 8 | values & 255] & 8)
    ):
        sets |= 128
    return sets


def found_sets(content: Content, top: i64, values: i64) -> i64:
    """`fitting_sets` by size: a set fits on a top if one of its cards does, and the rest of the set on that card."""
    grounds = vec[i64]()
    while values > NOTHING:
        grounds = append(grounds, values & 15)
        values >>= 4
    count = len(grounds)
    grounds = append(grounds, top)
    fitting = vec[i64]([1] * (count + 1))
    for size in range(count):
        for place in range(count + 1):
            for slot in range(count):
                if content.fits[grounds[place] << 4 | grounds[slot]]:
                    fitting[place] |= (fitting[slot] & OF_SIZE[size] & ~WITH_SLOT[slot]) << SLOTS[slot]
    sets = fitting[count]
    for slot in range(count - 1):
        if grounds[slot] == grounds[slot + 1]:
            sets &= WITH_SLOT[slot] | ~WITH_SLOT[slot + 1]
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
SLOTS: Final = vec[i64]([1, 2, 4, 8, 16])
"""The set of one slot alone."""
