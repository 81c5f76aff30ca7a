"""What a seat sees of 5 Towers as numbers, for `cairn.batch`. All lies open but the order of the deck.

Seats are counted from the viewer. A card is its type and its value, each plus one; 0 is no card.
"""

from __future__ import annotations

from mypy_extensions import i64

from cairn.core.batching import Encoding, Row, turned
from cairn.core.contract import Setup, State
from cairn.games.five_towers.content import MOST_DISPLAYED, VALUES, Content
from cairn.games.five_towers.decisions import Build, Take, Teardown
from cairn.games.five_towers.game import FiveTowers
from cairn.games.five_towers.packing import NOTHING
from cairn.games.five_towers.state import NO_BID, TowersState

HEAD = 6
CARDS = 2 * MOST_DISPLAYED


def slots(content: Content, seats: int) -> list[str]:
    """The name of every number, in order."""
    named = [
        "asked: bid 0, take 1, teardown 2, build 3",
        "deck number",
        "bid + 1",
        "bidder + 1",
        "starts",
        "seats asked",
    ]
    for zone in ("display", "hand"):
        named += [f"{zone}[{slot}].{part}" for slot in range(MOST_DISPLAYED) for part in ("type + 1", "value + 1")]
    for seat in range(seats):
        named += [f"seat[+{seat}].{kind}.{part}" for kind in content.types for part in ("top", "below", "height")]
        named.append(f"seat[+{seat}].torn")
    for zone in ("deck", "discard"):
        named += [f"{zone}.{kind}-{value}" for kind in content.types for value in range(VALUES)]
    return named


class TowersEncoding(Encoding):
    def __init__(self, content: Content, seats: int) -> None:
        super().__init__(slots(content, seats), 2)
        self.content = content
        self.seats: i64 = seats

    def write(self, state: State, seat: i64, row: Row) -> None:
        assert isinstance(state, TowersState)
        seats = self.seats
        types: i64 = len(self.content.types)
        asked = state.stack.top
        kind: i64 = 0
        if isinstance(asked, Take):
            kind = 1
        elif isinstance(asked, Teardown):
            kind = 2
        elif isinstance(asked, Build):
            kind = 3
        row.put(0, kind)
        row.put(1, state.deck_number)
        row.put(2, state.bid + 1)
        row.put(3, 0 if state.bid == NO_BID else 1 + turned(state.bidder, seat, seats))
        row.put(4, turned(state.start, seat, seats))
        row.put(5, state.asked)
        self.write_cards(row, HEAD, state.display, ~state.taken)
        if state.hand == NOTHING:
            self.write_cards(row, HEAD + CARDS, state.display, state.taken)
        else:
            self.write_cards(row, HEAD + CARDS, state.hand, -1)
        at: i64 = HEAD + 2 * CARDS
        towers = state.towers
        number: i64 = 0
        while number < seats:
            place = ((seat + number) % seats) * types
            kind = 0
            while kind < types:
                tower = towers[place + kind]
                row.put(at, tower & 31)
                row.put(at + 1, tower >> 5 & 31)
                row.put(at + 2, tower >> 55)
                at += 3
                kind += 1
            row.put(at, 0)
            at += 1
            number += 1
        for torn in state.torn:
            which = turned(torn >> 7, seat, seats)
            row.add(HEAD + 2 * CARDS + which * (3 * types + 1) + 3 * types, 1)
        self.write_piles(state, row, at, types)

    def write_cards(self, row: Row, at: i64, cards: i64, chosen: i64) -> None:
        """The chosen of packed cards, and nothing in the places that are left."""
        slot: i64 = 0
        end = at + CARDS
        while cards > NOTHING:
            if chosen >> slot & 1:
                row.put(at, 1 + (cards >> 4 & 7))
                row.put(at + 1, 1 + (cards & 15))
                at += 2
            cards >>= 7
            slot += 1
        while at < end:
            row.put(at, 0)
            row.put(at + 1, 0)
            at += 2

    def write_piles(self, state: TowersState, row: Row, at: i64, types: i64) -> None:
        """How often each card is in the deck and in the discard pile.

        While one deck lasts the one only shrinks and the other only grows, so their sizes tell whether they changed.
        """
        moment = (row.game << 1) + state.deck_number << 8
        if row.planes[0] != moment + state.deck.count():
            row.planes[0] = moment + state.deck.count()
            row.clear(at, types * VALUES)
            for card in state.deck.cards():
                row.add(at + card, 1)
        at += types * VALUES
        discard = state.discard
        if row.planes[1] != moment + discard.count:
            row.planes[1] = moment + discard.count
            row.clear(at, types * VALUES)
            for number in range(discard.count):
                row.add(at + discard.at(number), 1)


def encoding(setup: Setup) -> Encoding:
    game = setup.game
    assert isinstance(game, FiveTowers)
    return TowersEncoding(game.content, setup.seats)
