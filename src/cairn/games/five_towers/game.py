"""5 Towers on the box: seats, options, set-up, and reading positions back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from cairn.core.chance import Chance
from cairn.core.contract import Decision, Game, Option, Setup, Stack, State
from cairn.core.deck import Deck
from cairn.core.errors import BadOption, BadPosition
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from cairn.core.zones import load_zones
from cairn.games.five_towers.building import most_buildable
from cairn.games.five_towers.content import VALUES, Content, load_content
from cairn.games.five_towers.decisions import (
    BID,
    BUILD,
    KEEP,
    TAKE,
    TEARDOWN,
    Bid,
    Build,
    Take,
    Teardown,
    resume_taking,
    start_round,
)
from cairn.games.five_towers.packing import EMPTY_TOP, HIGHEST, NOTHING, empty_towers, pack, put_on
from cairn.games.five_towers.state import NO_BID, NOBODY, SECOND_DECK, TowersState, plain_zones

RANDOM = "random"


class FiveTowers(Game):
    slug: ClassVar[str] = "five-towers"
    title: ClassVar[str] = "5 Towers"
    rules_version: ClassVar[str] = "1.0"
    package: ClassVar[str] = "cairn.games.five_towers"

    def __init__(self, content: str | Path | None = None) -> None:
        super().__init__(
            range(2, 6),
            {"start": Option(RANDOM, (RANDOM, 0, 1, 2, 3, 4))},
        )
        self.content: Content = load_content(content)

    def check(self, setup: Setup) -> None:
        start = setup.options["start"]
        if isinstance(start, int) and start >= setup.seats:
            raise BadOption(f"option 'start' is seat {start}, but the seats are 0 to {setup.seats - 1}")

    def deal(self, setup: Setup, chance: Chance) -> TowersState:
        content = self.content
        start = setup.options["start"]
        state = TowersState(setup, Stack([]), content)
        cards = content.pool(setup.seats)
        state.deck = Deck.of_pool(content.names, cards.clone())
        state.discard = cards.empty_copy()
        state.towers = empty_towers(setup.seats * len(content.types))
        state.start = start if isinstance(start, int) else chance.pick(setup.seats)
        return state

    def begin(self, state: State, chance: Chance) -> None:
        assert isinstance(state, TowersState)
        start_round(state, chance)

    def longest(self, seats: int) -> int:
        """A round for every five cards of both decks: each seat bids, then four takes, a teardown and four builds."""
        rounds = 2 * (len(self.content.cards(seats)) // self.content.display + 1)
        return rounds * (seats + 9)

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        kind = fields.text("kind")
        table: dict[str, Sequence[Decision[Any]]] = {
            "bid": BID,
            "take": TAKE,
            "teardown": TEARDOWN,
            "build": BUILD,
        }
        if kind not in table:
            raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")
        decision = table[kind][fields.number("seat", 0, setup.seats - 1)]
        fields.end()
        return decision

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> TowersState:
        deck = Deck.load(zones.part("deck"), self.content.names, setup.seats)
        return self._lay_out(setup, zones, stack, deck)

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> TowersState:
        deck = Deck.of(self.content.names, zones.part("deck").named("unseen", self.content.names))
        zones.numbers("most", 0, self.content.display, setup.seats)
        return self._lay_out(setup, zones, Stack([self.pending(setup, part) for part in pending]), deck)

    def _lay_out(self, setup: Setup, zones: Fields, stack: Stack, deck: Deck) -> TowersState:
        content = self.content
        seats = setup.seats
        size = content.display
        state = TowersState(setup, stack, content)
        state.towers = empty_towers(seats * len(content.types))
        for seat, player in enumerate(zones.parts("players", seats)):
            self._build(state, seat * len(content.types), player.part("towers"))
            for card in player.named("torn", content.names):
                state.tear(seat, card)
            player.end()
        display = self._few(zones, "display")
        hand = self._few(zones, "hand")
        if len(display) + len(hand) > size:
            raise zones.refuse("hand", f"makes more than {size} cards together with the display")
        taking = stack.top is not None and stack.top.kind == Take.kind
        load_zones(state, plain_zones(content, seats), zones)
        state.deck = deck
        state.discard = Pool.of(zones.named("discard", content.names))
        state.display = pack(display + hand if taking else display)
        state.size = len(display) + len(hand)
        state.hand = NOTHING if taking else pack(hand)
        zones.end()
        self._check_cards(state)
        self._check_moment(state, len(hand))
        if taking:
            resume_taking(state, hand)
        return state

    def _few(self, zones: Fields, name: str) -> list[int]:
        cards = zones.named(name, self.content.names)
        if len(cards) > self.content.display:
            raise zones.refuse(name, f"holds {self.content.display} cards at the most, not {len(cards)}")
        return cards

    def _build(self, state: TowersState, first: int, fields: Fields) -> None:
        """The towers of one seat; each must have been built by the rules (FT-5)."""
        content = self.content
        for place, kind in enumerate(content.types):
            values = fields.numbers(kind, 0, VALUES - 1)
            if len(values) > HIGHEST:
                raise fields.refuse(kind, f"is higher than all cards of a type, which are {HIGHEST} at the most")
            top = EMPTY_TOP
            for i, value in enumerate(values):
                if not content.fits[top << 4 | value]:
                    raise fields.refuse(f"{kind}[{i}]", f"a {value} does not go on a {top}")
                put_on(state.towers, first + place, value)
                top = value
        fields.end()

    def _check_cards(self, state: TowersState) -> None:
        counts = state.components()
        names = self.content.names
        right: dict[str, int] = {}
        for card in self.content.cards(state.setup.seats):
            right[names[card]] = right.get(names[card], 0) + 1
        for name in names:
            if counts.get(name, 0) != right.get(name, 0):
                raise BadPosition(
                    "zones", f"{name} is there {counts.get(name, 0)} times in all, not {right.get(name, 0)}"
                )

    def _check_moment(self, state: TowersState, held: int) -> None:
        """The zones must fit the decision that is pending; `held` cards are in the hand."""
        if state.stack.below:
            raise BadPosition("pending", f"there is one decision at a time in {self.title}, not several")
        top = state.stack.top
        if top is None:
            self._check_end(state, held)
        elif top.kind == Bid.kind:
            self._check_bidding(state, held, top.seat)
        else:
            self._check_building(state, held, top.seat, top.kind)

    def _check_end(self, state: TowersState, held: int) -> None:
        """Without a decision the game is over: both decks have been played (FT-22)."""
        if held > 0:
            raise BadPosition("zones.hand", "must be empty when nothing is pending, for then the game is over")
        if state.size > 0:
            raise BadPosition("zones.display", "must be empty when nothing is pending, for then the game is over")
        if state.deck.count() > 0:
            raise BadPosition("zones.deck", "must be empty when nothing is pending, for then the game is over")
        if state.deck_number != SECOND_DECK:
            raise BadPosition("zones.deck_number", f"must be {SECOND_DECK} when the game is over")

    def _check_bidding(self, state: TowersState, held: int, seat: int) -> None:
        seats = state.setup.seats
        if held > 0:
            raise BadPosition("zones.hand", "must be empty during the bidding")
        if state.size == 0:
            raise BadPosition("zones.display", "must not be empty during the bidding")
        if state.asked >= seats or seat != (state.start + state.asked) % seats:
            raise BadPosition("zones.asked", f"does not lead from start {state.start} to seat {seat}")
        if (state.asked == 0) != (state.bid == NO_BID) or (state.bid == NO_BID) != (state.bidder == NOBODY):
            raise BadPosition("zones.bid", "there is a bid, and a bidder, once the start player has been asked")
        if state.bid >= state.size:
            raise BadPosition("zones.bid", "must be less than the cards in the display while the bidding goes on")
        if state.bidder != NOBODY and state.bid > state.most(state.bidder):
            raise BadPosition("zones.bid", f"seat {state.bidder} could not build so many of these cards (FT-10)")
        if state.bid == 0 and state.bidder != state.start:
            raise BadPosition("zones.bidder", f"a bid of 0 is the start player's, so it must be {state.start}")
        if state.bidder != NOBODY and (state.bidder - state.start) % seats >= state.asked:
            raise BadPosition("zones.bidder", f"seat {state.bidder} has not been asked yet")

    def _check_building(self, state: TowersState, held: int, seat: int, kind: str) -> None:
        if seat != state.bidder:
            raise BadPosition("zones.bidder", f"seat {seat} is asked to {kind}, so it must be the bidder")
        if kind == Take.kind and not held < state.bid < state.size:
            raise BadPosition("zones.bid", "must be more than the cards in hand and less than all that were revealed")
        if kind == Teardown.kind and held != state.bid:
            raise BadPosition("zones.hand", f"must hold the {state.bid} cards that were bid for")
        if kind == Build.kind and not 0 < held <= state.bid:
            raise BadPosition("zones.hand", f"must hold 1 to {state.bid} cards while building")
        first = seat * len(self.content.types)
        if kind == Teardown.kind and most_buildable(self.content, state.towers, first, state.hand) < held:
            raise BadPosition("zones.hand", "cannot be built whole, even with one teardown")
        if kind == Build.kind and KEEP not in TEARDOWN[seat].choices(state):
            raise BadPosition("zones.hand", "cannot be built whole")


def game() -> FiveTowers:
    return FiveTowers()


def game_with(content: str | Path) -> FiveTowers:
    return FiveTowers(content)
