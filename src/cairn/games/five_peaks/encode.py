"""What a seat sees of Five Peaks as numbers, for `cairn.batch`: the question, the table, every seat, then the map.

Seats are counted from the viewer on. A place on the map is two numbers, one for each direction, or twice 0 for none.
Of another hand the viewer sees how many cards it has and, by the notes that everybody keeps, which were taken. What is
left out is what waits below the question, the trail of this turn but for its length, and resources on more than LYING
spaces at a time.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.batching import Encoding, Row, turned
from cairn.core.contract import Setup, State
from cairn.games.five_peaks.campfires import FIRES
from cairn.games.five_peaks.content import (
    CAMPFIRES,
    CARD_KINDS,
    CARDS,
    KINDS,
    RANKS,
    RESOURCES,
    STARTING,
    STONES,
    TERRAINS,
    Content,
)
from cairn.games.five_peaks.game import FivePeaks
from cairn.games.five_peaks.state import NO_CARD, NOWHERE, HikeState

ASKED: Final = [
    "bonus-peak",
    "camp",
    "campfire",
    "discard",
    "discovery",
    "exchange",
    "fill",
    "free-card",
    "gather",
    "harvest",
    "lay",
    "move",
    "observe",
    "observe-buy",
    "overflow",
    "peak",
    "pick-up",
    "play",
    "second-step",
    "sell",
    "stone",
    "swap",
    "tile",
    "training",
]
NUMBERS: Final = [
    "asked: " + ", ".join(f"{kind} {number}" for number, kind in enumerate(ASKED, 1)) + ", anything else 0",
    "seat asked",
    "turns finished",
    "turns left, 1 more; 0 before the game closes",
    "tile drawn, 1 more than its number",
    "peak drawn, 1 more than its number",
    "length of the trail",
    "cards in the hiking deck",
    "cards in the campfire deck",
    "chooses campfires: nobody 0, else the seat, 1 more",
    "campfires to choose from",
]
LYING: Final = 6
LAID: Final = 2 + KINDS
IN_PILE: Final = 1
DROPPED: Final = 2
OWNED: Final = 3
MOST: Final = 255


def slots(content: Content, seats: int) -> list[str]:
    """The name of every number, in order."""
    named = NUMBERS[:]
    named += [f"bank.{name}" for name in RESOURCES]
    named += [f"market.{name}" for name in CARDS]
    named += [f"sold.{name}" for name in CARDS]
    named += [f"campfire's places, as bits, kept 0.{name}" for name in CAMPFIRES]
    named += [f"campfire to choose.{name}" for name in CAMPFIRES]
    for seat in range(seats):
        named += [f"seat {seat}.pawn {axis}" for axis in "xy"]
        named += [f"seat {seat}.endorphins", f"seat {seat}.cards in hand"]
        named += [f"seat {seat}.backpack.{name}" for name in RESOURCES]
        named += [f"seat {seat}.badges.{terrain}" for terrain in TERRAINS]
        named += [f"seat {seat}.peak of stone + 1.{stone}" for stone in range(STONES)]
        named += [f"seat {seat}.hand.{name}" for name in CARDS]
        named += [f"seat {seat}.played.{name}" for name in CARDS]
        named += [f"seat {seat}.taken.{name}" for name in CARDS]
        named += [f"seat {seat}.campfire.{name}" for name in CAMPFIRES]
    where = f"unseen 0, open {IN_PILE}, dropped {DROPPED}, else {OWNED} and its seat more"
    named += [f"panorama ({where}).{name}" for name in content.panorama_names]
    for name in (*content.tile_names, *content.peak_names):
        named += [f"{name}.turns + 1", f"{name}.x", f"{name}.y"]
    for number in range(LYING):
        named += [f"lying {number}.{what}" for what in ("x", "y", *RESOURCES)]
    return named


class HikeEncoding(Encoding):
    def __init__(self, content: Content, seats: int) -> None:
        super().__init__(slots(content, seats), 0)
        self.asked: dict[str, int] = {kind: number for number, kind in enumerate(ASKED, 1)}

    def write(self, state: State, seat: i64, row: Row) -> None:
        assert isinstance(state, HikeState)
        seats: i64 = state.setup.seats
        self.write_table(state, seat, seats, row)
        at: i64 = len(NUMBERS)
        for number in state.bank:
            row.put(at, number)
            at += 1
        row.clear(at, 2 * CARD_KINDS + 2 * FIRES)
        for kind in state.market:
            row.add(at + kind, 1)
        at += CARD_KINDS
        for kind in state.box:
            row.add(at + kind, 1)
        at += CARD_KINDS
        campfire = state.campfire
        for fire in range(FIRES):
            row.put(at + fire, campfire.memory[seat * FIRES + fire] & MOST)
        at += FIRES
        if campfire.holder == seat:
            for fire in campfire.looked:
                row.put(at + fire, 1)
        at += FIRES
        for number in range(seats):
            at = self.write_seat(state, (seat + number) % seats, seat, row, at)
        at = self.write_panoramas(state, seat, seats, row, at)
        self.write_map(state, row, at)

    def write_table(self, state: HikeState, seat: i64, seats: i64, row: Row) -> None:
        asked = state.stack.top
        campfire = state.campfire
        row.put(0, 0 if asked is None else self.asked.get(asked.kind, 0))
        row.put(1, 0 if asked is None else turned(asked.seat, seat, seats))
        row.put(2, min(MOST, state.turns_played))
        row.put(3, state.last_turns + 1)
        row.put(4, state.drawn_tile + 1)
        row.put(5, state.drawn_peak + 1)
        row.put(6, len(state.trail))
        row.put(7, state.hiking.count())
        row.put(8, campfire.count())
        row.put(9, 0 if campfire.holder < 0 else turned(campfire.holder, seat, seats) + 1)
        row.put(10, len(campfire.looked))

    def write_seat(self, state: HikeState, seat: i64, viewer: i64, row: Row, at: i64) -> i64:
        """What a viewer sees of a seat; returns where the next one's begins."""
        put_place(state.board.space_keys[state.pawns[seat]], row, at)
        row.put(at + 2, min(MOST, state.endorphins[seat]))
        at += 4
        for kind in range(KINDS):
            row.put(at + kind, state.packs[seat * KINDS + kind])
        at += KINDS
        for terrain in range(len(TERRAINS)):
            row.put(at + terrain, state.badges[seat * len(TERRAINS) + terrain])
        at += len(TERRAINS)
        for stone in range(STONES):
            place = state.stones[seat * STONES + stone]
            row.put(at + stone, 0 if place == NOWHERE else state.board.peak_ids[place] + 1)
        at += STONES
        shown = state.shows_hand(seat, viewer)
        first = seat * CARD_KINDS
        held: i64 = 0
        for kind in range(CARD_KINDS):
            hand = state.hands[first + kind]
            played = state.played[first + kind]
            held += hand
            row.put(at + kind, hand if shown else 0)
            row.put(at + CARD_KINDS + kind, played)
            row.put(at + 2 * CARD_KINDS + kind, hand + played if kind >= len(STARTING) else 0)
        row.put(at - STONES - len(TERRAINS) - KINDS - 1, held)
        at += 3 * CARD_KINDS
        fires = state.fires[seat]
        for fire in range(FIRES):
            row.put(at + fire, fires >> fire & 1)
        return at + FIRES

    def write_panoramas(self, state: HikeState, viewer: i64, seats: i64, row: Row, at: i64) -> i64:
        panoramas = len(state.content.panorama_names)
        row.clear(at, panoramas)
        for card in state.piles:
            if card != NO_CARD:
                row.put(at + card, IN_PILE)
        for card in state.dropped:
            row.put(at + card, DROPPED)
        for number in range(len(state.owned)):
            card = state.owned[number]
            if card != NO_CARD:
                row.put(at + card, OWNED + turned(number // RANKS, viewer, seats))
        return at + panoramas

    def write_map(self, state: HikeState, row: Row, at: i64) -> None:
        content = state.content
        board = state.board
        tiles = len(content.tile_names)
        row.clear(at, 3 * (tiles + len(content.peak_names)) + LYING * LAID)
        for number in range(len(board.tile_ids)):
            place = at + 3 * board.tile_ids[number]
            row.put(place, board.tile_turns[number] + 1)
            put_place(board.tile_keys[number], row, place + 1)
        at += 3 * tiles
        for number in range(len(board.peak_ids)):
            place = at + 3 * board.peak_ids[number]
            row.put(place, board.peak_turns[number] + 1)
            put_place(board.peak_keys[number], row, place + 1)
        at += 3 * len(content.peak_names)
        lying = sorted(state.left)
        for number in range(min(LYING, len(lying))):
            entry = lying[number]
            put_place(board.space_keys[entry >> 35], row, at)
            for kind in range(KINDS):
                row.put(at + 2 + kind, entry >> 5 * kind & 31)
            at += LAID


def put_place(packed: i64, row: Row, at: i64) -> None:
    """A cell or a slot; geometry.py packs it into two bytes."""
    row.put(at, packed >> 8)
    row.put(at + 1, packed & 255)


def encoding(setup: Setup) -> Encoding:
    game = setup.game
    assert isinstance(game, FivePeaks)
    return HikeEncoding(game.content, setup.seats)
