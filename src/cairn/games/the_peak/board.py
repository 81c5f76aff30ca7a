"""The 5x5 board as sets of cells, and the Mountain's duty at the end of its turn.

A set of cells is an int with a bit for each: bit 0 is a1, bit 4 is e1, bit 24 is e5. All questions about neighbours are
asked for whole sets at once, because the duty looks ahead over every way to lay the cards in hand.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT, count_of

SIDE: Final = 5
CELLS: Final = 25
ALL: Final = 0x1FFFFFF
COLUMN_A: Final = 0x0108421
COLUMN_E: Final = 0x1084210
NOT_A: Final = ALL ^ COLUMN_A
NOT_E: Final = ALL ^ COLUMN_E
MAY_END: Final = 0x2000000
"""A bit beyond the cells: the turn may end here."""
UNREACHABLE: Final = -1
LOOK_UP_FROM: Final = 4
KEY_BITS: Final = 29
KEY: Final = 0x1FFFFFFF
MEMORY: Final = vec[i64]([0] * 4093)
"""For some questions to `reachable`: the answer plus one, then the key (29 bits). One number, so that threads agree."""

NAMES: Final = [f"{column}{row}" for row in range(1, SIDE + 1) for column in "abcde"]
DIRECTIONS: Final = ["up", "down", "left", "right"]


def near(cells: i64) -> i64:
    """All cells next to at least one of these."""
    return (cells << 5 | cells >> 5 | (cells & NOT_E) << 1 | (cells & NOT_A) >> 1) & ALL


def near_two(cells: i64) -> i64:
    """All cells next to at least two of these."""
    above = cells << 5
    below = cells >> 5
    right = (cells & NOT_E) << 1
    left = (cells & NOT_A) >> 1
    return (above & below | right & left | (above | below) & (right | left)) & ALL


NEAR: Final = vec[i64]([near(BIT[cell]) for cell in range(CELLS)])
NEIGHBOURS: Final = [[cell for cell in range(CELLS) if BIT[cell] & cells] for cells in NEAR]


def moved(cells: i64, direction: int) -> i64:
    """The set pushed one space in a direction; what falls off the edge is gone."""
    if direction == 0:
        return cells << 5 & ALL
    if direction == 1:
        return cells >> 5
    if direction == 2:
        return (cells & NOT_A) >> 1
    return (cells & NOT_E) << 1


def target(cell: int, direction: int) -> int:
    """The cell one space on in a direction, or the same cell at the edge."""
    to = int(moved(BIT[cell], direction))
    return cells_of(to)[0] if to else cell


def placements(occupied: i64, token: i64, cards: i64) -> i64:
    """Where the Mountain may lay one of so many board cards, with MAY_END in the set if it may stop (TP-15 to TP-18).

    `occupied` includes the token. What is offered keeps the best that can still be reached: the whole duty, else two
    cards beside the token, else as many as there are cards for.
    """
    free = ALL & ~occupied
    if cards == 0 or free == 0:
        return MAY_END
    poor = occupied & ~near_two(occupied)
    if cards >= LOOK_UP_FROM:
        whole = remembered(occupied, free, poor, cards)
    else:
        whole = reachable(occupied, free, poor, cards)
    if whole != UNREACHABLE:
        return whole if poor else whole | MAY_END
    beside = NEAR[token]
    missing = 2 - count_of(beside & occupied)
    if missing <= 0:
        return free | MAY_END
    return free if cards > missing else free & beside


def remembered(occupied: i64, free: i64, poor: i64, cards: i64) -> i64:
    """The same as `reachable`, looked up if it was asked lately: openings come again and again, and take longest."""
    place = occupied % len(MEMORY)
    key = occupied << 4 | cards
    entry = MEMORY[place]
    if entry & KEY == key:
        return (entry >> KEY_BITS) - 1
    whole = reachable(occupied, free, poor, cards)
    MEMORY[place] = (whole + 1) << KEY_BITS | key
    return whole


def reachable(occupied: i64, free: i64, poor: i64, cards: i64) -> i64:
    """The free cells in any way to meet the whole duty with so many cards at the most; UNREACHABLE if there is none.

    `poor` are the occupied cells beside fewer than two others. One of them needs a neighbour: try each. A cell tried
    is no longer `free` for those after it, since every way that uses it has been found.
    """
    if poor == 0:
        return additions(occupied, free, cards)
    if cards == 1:
        return last_gaps(occupied, free, poor)
    if cards == 0:
        return UNREACHABLE
    alone = poor & ~near(occupied)
    first = alone & -alone if alone else poor & -poor
    options = near(first) & free
    found: i64 = UNREACHABLE
    while options:
        option = options & -options
        options ^= option
        free ^= option
        more = occupied | option
        way = reachable(more, free, more & ~near_two(more), cards - 1)
        if way != UNREACHABLE:
            found = way | option if found == UNREACHABLE else found | way | option
    return found


def additions(occupied: i64, free: i64, cards: i64) -> i64:
    """The free cells that can be filled, with others, so that a board which meets the duty meets it again.

    New cards that hang together are a path from old card to old card; four can be a square of their own anywhere.
    """
    if cards >= 4:
        return ALL & ~occupied
    if cards == 0:
        return 0
    found = near_two(occupied) & free
    if cards == 1:
        return found
    ends = near(occupied) & free
    found |= ends & near(ends)
    if cards == 2:
        return found
    middles = near_two(ends) & free
    return found | middles | ends & near(middles)


def last_gaps(occupied: i64, free: i64, poor: i64) -> i64:
    """The cells where one card alone completes the duty."""
    gaps = near_two(occupied) & free
    if poor & ~near(occupied):
        return UNREACHABLE
    while poor and gaps:
        first = poor & -poor
        poor ^= first
        gaps &= near(first)
    return gaps if gaps else UNREACHABLE


def cells_of(cells: i64) -> list[int]:
    """The cells of a set in ascending order."""
    return [cell for cell in range(CELLS) if cells & BIT[cell]]
