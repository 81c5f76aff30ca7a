"""The rules of 5 Towers: a round is bidding, building and clean-up.

Each class is one question. The order of a round: `Bid` for each seat in turn, then the builder's `Take` card by card,
`Teardown`, and `Build` where the order of cards within a tower matters.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import BufferedDecision, Refusal, refuse
from cairn.core.event import Event
from cairn.games.five_towers.building import MOST_CARDS, OF_SIZE, SLOTS, WITH_SLOT, all_fit, buildable_sets
from cairn.games.five_towers.content import VALUES
from cairn.games.five_towers.packing import (
    EMPTY_TOP,
    NOTHING,
    cards_of,
    first_values,
    put_on,
    same_type,
    take_off,
    top_of,
    with_card,
    without_card,
    without_value,
)
from cairn.games.five_towers.state import FIRST_DECK, NO_BID, NOBODY, SECOND_DECK, TowersState

PASS: Final = 6
"""A bid is its number, and one more beyond PASS: no display holds so many, but somebody may name them."""
MOST_DIGITS: Final = 9
KEEP: Final = 8


class Bid(BufferedDecision[TowersState]):
    """How many cards of the display will you take? (FT-7 to FT-13)"""

    kind: ClassVar[str] = "bid"
    rules: ClassVar[tuple[str, ...]] = ("FT-7", "FT-8", "FT-10")

    def offer(self, state: TowersState) -> None:
        state.set_answers(BIDS[(state.bid + 1) * SIZES + state.most(self.seat)])

    def apply(self, state: TowersState, choice: int, chance: Chance) -> None:
        state.asked += 1
        if choice == PASS:
            if state.log is not None:
                state.log.append(Event("pass", self.seat, {}))
        else:
            state.bid = choice
            state.bidder = self.seat
            if state.log is not None:
                state.log.append(Event("bid", self.seat, {"bid": choice}))
        seats: i64 = state.setup.seats
        if state.bid < state.size and state.asked < seats:
            ask_for_bid(state, self.seat + 1 if self.seat + 1 < seats else 0)
        elif state.bid > 0:
            begin_taking(state)
        else:
            void_round(state, chance)

    def notation(self, state: TowersState, choice: int) -> str:
        return "pass" if choice == PASS else f"bid {choice if choice < PASS else choice - 1}"

    def parse(self, state: TowersState, text: str) -> int:
        if text == "pass":
            return PASS
        words = text.split()
        if len(words) == 2 and words[0] == "bid" and is_number(words[1]):
            bid = int(words[1])
            return bid if bid < PASS else bid + 1
        return super().parse(state, text)

    def why_not(self, state: TowersState, choice: int) -> Refusal:
        if choice == PASS:
            return refuse("FT-7", "start-must-bid")
        if choice < 0:
            return refuse("FT-7", "bid-is-a-number")
        if choice > PASS or choice > state.size:
            return refuse("FT-9", "bid-too-high", count=state.size)
        if choice <= state.bid:
            return refuse("FT-8", "bid-too-low", bid=state.bid)
        return refuse("FT-10", "bid-not-buildable", most=int(state.most(self.seat)))

    def ask(self, state: TowersState) -> tuple[str, dict[str, object]]:
        most = state.most(self.seat)
        if state.bid == NO_BID:
            return "bid-first", {"most": most}
        return "bid", {"bid": state.bid, "most": most}

    def caption(self, state: TowersState, choice: int) -> tuple[str, dict[str, object]]:
        return ("pass", {}) if choice == PASS else ("bid", {"n": choice})

    def elements(self, state: TowersState, choice: int) -> list[str]:
        return [f"paddle:{'pass' if choice == PASS else choice}"]


class Take(BufferedDecision[TowersState]):
    """Which card do you take into your hand? Only sets that can be built whole are reachable. (FT-14)"""

    kind: ClassVar[str] = "take"
    rules: ClassVar[tuple[str, ...]] = ("FT-14", "FT-10")

    def offer(self, state: TowersState) -> None:
        sets = state.sets
        taken = state.taken
        slot: i64 = 0
        last: i64 = -1
        rest = state.display
        while rest > NOTHING:
            card = rest & 127
            if card != last and sets & WITH_SLOT[slot] and not taken >> slot & 1:
                last = card
                state.add_answer(card)
            rest >>= 7
            slot += 1

    def apply(self, state: TowersState, choice: int, chance: Chance) -> None:
        slot = free_slot(state, choice)
        state.taken |= SLOTS[slot]
        if state.log is not None:
            state.log.append(Event("take", self.seat, {"card": state.content.names[choice]}))
        take_on(state, state.sets & WITH_SLOT[slot])

    def notation(self, state: TowersState, choice: int) -> str:
        return f"take {state.content.names[choice]}"

    def parse(self, state: TowersState, text: str) -> int:
        card = named_card(state, text, "take")
        return super().parse(state, text) if card < 0 else card

    def why_not(self, state: TowersState, choice: int) -> Refusal:
        card = spoken(state, choice)
        if choice not in state.display_cards():
            return refuse("FT-14", "not-in-display", card=card)
        return refuse("FT-10", "take-not-buildable", card=card, bid=state.bid)

    def ask(self, state: TowersState) -> tuple[str, dict[str, object]]:
        return "take", {"missing": state.bid - len(state.hand_cards()), "bid": state.bid}

    def caption(self, state: TowersState, choice: int) -> tuple[str, dict[str, object]]:
        return self.kind, {"card": state.content.names[choice]}

    def elements(self, state: TowersState, choice: int) -> list[str]:
        return [f"card:{state.content.names[choice]}"]


class Teardown(BufferedDecision[TowersState]):
    """Do you tear down the top card of one of your towers first? (FT-15 to FT-18)"""

    kind: ClassVar[str] = "teardown"
    rules: ClassVar[tuple[str, ...]] = ("FT-15", "FT-16")

    def offer(self, state: TowersState) -> None:
        content = state.content
        towers = state.towers
        first = self.seat * len(content.types)
        state.add_answer(KEEP)
        hand = state.hand
        kind: i64 = len(content.types)
        while kind > 0:
            kind -= 1
            values: i64 = NOTHING
            if hand > NOTHING and (hand >> 4) & 7 == kind:
                count = same_type(hand)
                values = first_values(hand, count)
                hand >>= 7 * count
            tower = towers[first + kind]
            top = tower & 31
            if values != NOTHING and not all_fit(content, top, values):
                state.set_answers(ONLY_TEAR[kind])
                return
            if top == EMPTY_TOP or top == content.roof:
                continue
            if values == NOTHING or all_fit(content, tower >> 5 & 31, values):
                state.add_answer(kind)

    def apply(self, state: TowersState, choice: int, chance: Chance) -> None:
        if choice != KEEP:
            place = self.seat * len(state.content.types) + choice
            card = choice * VALUES + top_of(state.towers[place])
            take_off(state.towers, place)
            state.tear(self.seat, card)
            if state.log is not None:
                state.log.append(Event("tear", self.seat, {"card": state.content.names[card]}))
        build_on(state, self.seat, chance)

    def notation(self, state: TowersState, choice: int) -> str:
        return "keep" if choice == KEEP else f"tear {state.content.types[choice]}"

    def parse(self, state: TowersState, text: str) -> int:
        if text == "keep":
            return KEEP
        words = text.split()
        if len(words) == 2 and words[0] == "tear" and words[1] in state.content.types:
            return state.content.types.index(words[1])
        return super().parse(state, text)

    def why_not(self, state: TowersState, choice: int) -> Refusal:
        if choice == KEEP:
            return refuse("FT-10", "must-tear")
        if not 0 <= choice < len(state.content.types):
            return refuse("FT-15", "no-such-tower")
        kind = state.content.types[choice]
        top = top_of(state.tower(self.seat, choice))
        if top == EMPTY_TOP:
            return refuse("FT-15", "tower-empty", type=kind)
        if top == state.content.roof:
            return refuse("FT-16", "roof-stays", type=kind)
        return refuse("FT-10", "tear-not-buildable", type=kind)

    def ask(self, state: TowersState) -> tuple[str, dict[str, object]]:
        return "teardown", {"cost": len(state.torn_by(self.seat)) + 1}

    def caption(self, state: TowersState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == KEEP:
            return "keep", {}
        return "tear", {"card": f"{state.content.types[choice]}-{top_of(state.tower(self.seat, choice))}"}

    def elements(self, state: TowersState, choice: int) -> list[str]:
        return [] if choice == KEEP else [f"tower:{self.seat}:{state.content.types[choice]}"]


class Build(BufferedDecision[TowersState]):
    """Which card goes up next? Types do not touch each other, so they are built one after the other. (FT-19)"""

    kind: ClassVar[str] = "build"
    rules: ClassVar[tuple[str, ...]] = ("FT-19", "FT-5")

    def offer(self, state: TowersState) -> None:
        offer_next_cards(state, self.seat)

    def apply(self, state: TowersState, choice: int, chance: Chance) -> None:
        build(state, self.seat, choice, without_card(state.hand, choice))
        build_on(state, self.seat, chance)

    def notation(self, state: TowersState, choice: int) -> str:
        return f"build {state.content.names[choice]}"

    def parse(self, state: TowersState, text: str) -> int:
        card = named_card(state, text, "build")
        return super().parse(state, text) if card < 0 else card

    def why_not(self, state: TowersState, choice: int) -> Refusal:
        card = spoken(state, choice)
        if choice not in state.hand_cards():
            return refuse("FT-19", "not-in-hand", card=card)
        top = top_of(state.tower(self.seat, choice >> 4))
        if not state.content.fits[top << 4 | choice & 15]:
            return refuse("FT-5", "does-not-fit", card=card, top=top)
        if choice >> 4 != (state.hand >> 4) & 7:
            return refuse("FT-19", "other-tower-first")
        return refuse("FT-10", "rest-would-not-fit", card=card)

    def ask(self, state: TowersState) -> tuple[str, dict[str, object]]:
        return "build", {"type": state.content.types[(state.hand >> 4) & 7]}

    def caption(self, state: TowersState, choice: int) -> tuple[str, dict[str, object]]:
        return self.kind, {"card": state.content.names[choice]}

    def elements(self, state: TowersState, choice: int) -> list[str]:
        return [f"card:{state.content.names[choice]}"]


def named_card(state: TowersState, text: str, verb: str) -> int:
    """The card of a text such as "take sand-7", or -1."""
    words = text.split()
    if len(words) == 2 and words[0] == verb and words[1] in state.content.names:
        return state.content.names.index(words[1])
    return -1


def spoken(state: TowersState, card: int) -> str:
    """The name of a card in a refusal, also of a number that is no card at all."""
    return state.content.names[card] if 0 <= card < len(state.content.names) else f"Card {card}"


def start_round(state: TowersState, chance: Chance) -> None:
    """Reveal up to five cards; the start player opens the bidding (FT-4, FT-7)."""
    deck = state.deck
    size: i64 = state.content.display
    if deck.count() < size:
        size = deck.count()
    display: i64 = NOTHING
    revealed: i64 = 0
    while revealed < size:
        display = with_card(display, deck.draw(chance))
        revealed += 1
    state.display = display
    state.size = size
    state.bid = NO_BID
    state.bidder = NOBODY
    state.asked = 0
    if state.log is not None:
        args: dict[str, object] = {"cards": named(state, sorted(state.display_cards())), "left": state.deck.count()}
        state.log.append(Event("reveal", state.start, args))
    ask_for_bid(state, state.start)


def ask_for_bid(state: TowersState, seat: i64) -> None:
    """Every bid is a turn of its own, and so is the building that follows."""
    state.begin_turn(seat)
    state.stack.push(BID[seat])


def begin_taking(state: TowersState) -> None:
    """The bidder takes a set of cards that can be built whole (FT-14)."""
    state.begin_turn(state.bidder)
    content = state.content
    sets = buildable_sets(content, state.towers, state.bidder * len(content.types), state.display)
    take_on(state, sets & OF_SIZE[state.bid])


def take_on(state: TowersState, sets: i64) -> None:
    """These sets can become the hand: ask which card comes next, or take the set whole if only one is left."""
    state.sets = sets
    if sets & (sets - 1):
        state.stack.push(TAKE[state.bidder])
        return
    taken: i64 = 0
    if sets >> 16:
        taken = 16
    if sets >> taken >> 8:
        taken += 8
    while sets >> taken > 1:
        taken += 1
    if state.log is not None:
        for slot, card in enumerate(cards_of(state.display)):
            if taken >> slot & 1 and not state.taken >> slot & 1:
                state.log.append(Event("take", state.bidder, {"card": state.content.names[card]}))
    state.taken = taken
    state.sets = 0
    hand: i64 = NOTHING
    last: i64 = state.size
    while last > 0:
        last -= 1
        if taken >> last & 1:
            hand = hand << 7 | state.display >> 7 * last & 127
    state.hand = hand
    state.stack.push(TEARDOWN[state.bidder])


def free_slot(state: TowersState, card: i64) -> i64:
    """The first display slot that holds this card and has not been taken."""
    slot: i64 = 0
    rest = state.display
    while rest & 127 != card or state.taken >> slot & 1:
        rest >>= 7
        slot += 1
    return slot


def resume_taking(state: TowersState, hand: list[int]) -> None:
    """Put a loaded state back to where these cards have been taken; without a legal answer if they cannot be."""
    content = state.content
    sets: i64 = buildable_sets(content, state.towers, state.bidder * len(content.types), state.display)
    sets &= OF_SIZE[state.bid]
    for card in hand:
        slot = free_slot(state, card)
        state.taken |= SLOTS[slot]
        sets &= WITH_SLOT[slot]
    state.sets = sets


def offer_next_cards(state: TowersState, seat: i64) -> None:
    """The cards of the first type in hand that can go up next and leave the rest of it buildable (FT-19)."""
    content = state.content
    hand = state.hand
    kind = (hand >> 4) & 7
    values = first_values(hand, same_type(hand))
    top = top_of(state.tower(seat, kind))
    last: i64 = -1
    shift: i64 = 0
    while (values >> shift) > NOTHING:
        value = (values >> shift) & 15
        if value != last and content.fits[top << 4 | value] and all_fit(content, value, without_value(values, shift)):
            state.add_answer(kind << 4 | value)
        last = value
        shift += 4


def build(state: TowersState, seat: i64, card: i64, rest: i64) -> None:
    """Put a card from the hand on its tower; the rest of the hand remains."""
    place = seat * len(state.content.types) + (card >> 4)
    put_on(state.towers, place, card & 15)
    state.hand = rest
    if state.log is not None:
        state.log.append(Event("build", seat, {"card": state.content.names[card]}))


def build_on(state: TowersState, seat: i64, chance: Chance) -> None:
    """Build what can go up without a question; ask where two cards of one type wait; clean up when the hand is empty.

    Where these can go up in one order only, the question has one answer and nobody sees it.
    """
    while state.hand > NOTHING:
        hand = state.hand
        rest = hand >> 7
        if rest == NOTHING or (rest >> 4) & 7 != (hand >> 4) & 7:
            build(state, seat, hand & 127, rest)
        else:
            state.stack.push(BUILD[seat])
            return
    clean_up(state, chance)


def void_round(state: TowersState, chance: Chance) -> None:
    """Everybody passed on a bid of 0: nobody builds, the start player stays (FT-13)."""
    if state.log is not None:
        state.log.append(Event("void", state.start, {}))
    end_round(state, chance)


def clean_up(state: TowersState, chance: Chance) -> None:
    """The seat left of the builder starts the next round (FT-20)."""
    state.start = (state.bidder + 1) % state.setup.seats
    end_round(state, chance)


def end_round(state: TowersState, chance: Chance) -> None:
    """Discard what is left; the deck runs out twice, then the game is over (FT-20 to FT-24)."""
    if state.log is not None and state.display_cards():
        state.log.append(Event("discard", state.start, {"cards": named(state, sorted(state.display_cards()))}))
    taken = state.taken
    rest = state.display
    while rest > NOTHING:
        if not taken & 1:
            state.discard.add(rest & 127)
        taken >>= 1
        rest >>= 7
    state.display = NOTHING
    state.taken = 0
    if state.deck.count() == 0 and state.deck_number == FIRST_DECK:
        state.deck_number = SECOND_DECK
        state.deck.shuffle_in_pool(state.discard)
        if state.log is not None and state.deck.count() > 0:
            state.log.append(Event("reshuffle", state.start, {"count": state.deck.count()}))
    if state.deck.count() > 0:
        start_round(state, chance)
    elif state.log is not None:
        state.log.append(Event("end", state.start, {}))


def is_number(text: str) -> bool:
    """Whether a text is a number as one writes it, and not out of this world."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and str(int(text)) == text


def named(state: TowersState, cards: list[int]) -> list[str]:
    return [state.content.names[card] for card in cards]


MOST_SEATS: Final = 5
SIZES: Final = MOST_CARDS + 1
BIDS: Final = [
    [*([] if bid == NO_BID else [PASS]), *range(bid + 1, most + 1)]
    for bid in range(NO_BID, SIZES)
    for most in range(SIZES)
]
"""What can be bid after a bid by a seat that could build so many, at (bid + 1) * SIZES + most."""
ONLY_TEAR: Final = [[kind] for kind in range(8)]
BID: Final = [Bid(seat) for seat in range(MOST_SEATS)]
TAKE: Final = [Take(seat) for seat in range(MOST_SEATS)]
TEARDOWN: Final = [Teardown(seat) for seat in range(MOST_SEATS)]
BUILD: Final = [Build(seat) for seat in range(MOST_SEATS)]
