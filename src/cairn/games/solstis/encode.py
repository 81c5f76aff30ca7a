"""What a seat sees of Solstis as numbers, for `cairn.batch`: planes of positions, then small numbers.

A plane has a number for every position of the 10 x 6 grid, row by row from the valley up: see panorama.py. The viewer
comes first, its opponent second; of a hand only the viewer's own tiles are seen, of the other's only how many.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.batching import Encoding, Row
from cairn.core.bits import count_of, wide_bit
from cairn.core.contract import Setup, State
from cairn.games.solstis.content import Content
from cairn.games.solstis.decisions import (
    AddFromDisplay,
    AddFromHand,
    Capture,
    Cover,
    Encounter,
    Keep,
    Place,
    Rainbow,
)
from cairn.games.solstis.game import Solstis
from cairn.games.solstis.packing import CORNER, COVERS, NO_SPIRITS, TILE
from cairn.games.solstis.panorama import POSITIONS
from cairn.games.solstis.state import NO_TILE, NOBODY, SolstisState

PLANES: Final = [
    "own hand",
    "own land",
    "own rainbows",
    "own spirits' squares",
    "own hand cannot hold",
    "other's land",
    "other's rainbows",
    "other's spirits' squares",
    "other's hand cannot hold",
    "display",
    "display with a hidden tile below",
    "out of the game",
    "new this turn",
    "tile played",
]
SPIRIT_PLANES: Final = ["own spirits", "other's spirits", "spirits face up", "spirits met", "spirit covered"]
NUMBERS: Final = [
    "asked: play 0, capture 1, rainbow 2, encounter 3, keep 4, place 5, add from hand 6, from display 7, cover 8",
    "draw pile",
    "rainbows in the supply",
    "spirits in the pile",
    "evil spirit: nobody 0, own 1, other's 2",
    "another turn follows",
    "own hand size",
    "other's hand size",
    "tiles in the other's hand",
    "own rainbows held",
    "other's rainbows held",
]
MOST_SPIRITS: Final = 15


def slots(content: Content) -> list[str]:
    """The name of every number, in order."""
    spots = [content.names[at] or f"beside {at}" for at in range(POSITIONS)]
    named = [f"{plane}.{spot}" for plane in PLANES for spot in spots]
    spirits = [*content.spirits, *(f"none {number}" for number in range(len(content.spirits), MOST_SPIRITS))]
    named += [f"{plane}.{spirit}" for plane in SPIRIT_PLANES for spirit in spirits]
    return named + NUMBERS


class SolstisEncoding(Encoding):
    def __init__(self, content: Content) -> None:
        super().__init__(slots(content), len(PLANES) + len(SPIRIT_PLANES))

    def write(self, state: State, seat: i64, row: Row) -> None:
        assert isinstance(state, SolstisState)
        own = state.player(seat)
        other = state.player(1 - seat)
        row.put_plane(0, 0, own.hand)
        row.put_plane(1, POSITIONS, own.land)
        row.put_plane(2, 2 * POSITIONS, own.rainbows)
        row.put_plane(3, 3 * POSITIONS, own.blocked)
        row.put_plane(4, 4 * POSITIONS, own.cannot_hold)
        row.put_plane(5, 5 * POSITIONS, other.land)
        row.put_plane(6, 6 * POSITIONS, other.rainbows)
        row.put_plane(7, 7 * POSITIONS, other.blocked)
        row.put_plane(8, 8 * POSITIONS, other.cannot_hold)
        row.put_plane(9, 9 * POSITIONS, state.shown)
        covering: i64 = 0
        for at in range(state.display.count):
            pile = state.display.at(at)
            if pile >= COVERS:
                covering |= wide_bit(pile & TILE)
        row.put_plane(10, 10 * POSITIONS, covering)
        row.put_plane(11, 11 * POSITIONS, state.removed)
        row.put_plane(12, 12 * POSITIONS, state.newly)
        row.put_plane(13, 13 * POSITIONS, 0 if state.played == NO_TILE else wide_bit(state.played))
        start: i64 = len(PLANES) * POSITIONS
        met: i64 = 0
        for placed in own.spirits:
            met |= wide_bit(placed // CORNER)
        row.put_plane(14, start, met)
        met = 0
        for placed in other.spirits:
            met |= wide_bit(placed // CORNER)
        row.put_plane(15, start + MOST_SPIRITS, met)
        row.put_plane(16, start + 2 * MOST_SPIRITS, set_of_spirits(state.spirit_row))
        # Two spirits are shown to the seat that chooses between them; one that is to be placed lies open.
        hidden = state.seat != seat and state.met >> 8 == NO_SPIRITS
        row.put_plane(17, start + 3 * MOST_SPIRITS, 0 if hidden else set_of_spirits(state.met))
        row.put_plane(18, start + 4 * MOST_SPIRITS, 0 if state.covered < 0 else wide_bit(state.covered))
        start += 5 * MOST_SPIRITS
        row.put(start, asked_now(state))
        row.put(start + 1, state.pile)
        row.put(start + 2, state.rainbow_supply)
        row.put(start + 3, state.spirit_pool.count)
        evil: i64 = 0
        if state.evil != NOBODY:
            evil = 1 if state.evil == seat else 2
        row.put(start + 4, evil)
        row.put(start + 5, 1 if state.again else 0)
        row.put(start + 6, own.hand_size)
        row.put(start + 7, other.hand_size)
        row.put(start + 8, count_of(other.hand))
        row.put(start + 9, own.rainbows_held)
        row.put(start + 10, other.rainbows_held)


def set_of_spirits(spirits: i64) -> i64:
    """Packed spirits as a set."""
    found: i64 = 0
    while spirits > NO_SPIRITS:
        found |= wide_bit(spirits & 15)
        spirits >>= 4
    return found


def asked_now(state: SolstisState) -> i64:
    asked = state.stack.top
    if isinstance(asked, Capture):
        return 1
    if isinstance(asked, Rainbow):
        return 2
    if isinstance(asked, Encounter):
        return 3
    if isinstance(asked, Keep):
        return 4
    if isinstance(asked, Place):
        return 5
    if isinstance(asked, AddFromHand):
        return 6
    if isinstance(asked, AddFromDisplay):
        return 7
    if isinstance(asked, Cover):
        return 8
    return 0


def encoding(setup: Setup) -> Encoding:
    game = setup.game
    assert isinstance(game, Solstis)
    return SolstisEncoding(game.content)
