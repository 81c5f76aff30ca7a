"""Pebbles on the box. What a broken variant may want to replace is a method or a class attribute."""

from __future__ import annotations

from cairn.core.bits import bit
from cairn.core.contract import Game, Option, Stack
from cairn.core.deck import HOLE as DECK_HOLE
from cairn.core.deck import Deck
from cairn.core.errors import BadOption, BadPosition
from cairn.core.event import Event
from cairn.core.pool import Pool
from tests.toys.pebbles.decisions import Bury, Play, tell
from tests.toys.pebbles.state import ALL, HOLE, NAMES, PebblesState


class Pebbles(Game):
    slug = "pebbles"
    title = "Pebbles"
    rules_version = "1.0"
    package = "tests.toys.pebbles"

    state_type = PebblesState
    play = Play
    bury_type = Bury

    def __init__(self):
        super().__init__(
            range(2, 4),
            {
                "hand": Option(2, (2, 3, 4), "pebbles in a hand; 4 with two seats only"),
                "look": Option(True, (True, False), "whether a seat may look at the next pebble once (PB-3)"),
            },
        )

    def check(self, setup):
        if setup.options["hand"] == 4 and setup.seats > 2:
            raise BadOption("option 'hand' is 4 with two seats only")

    def deal(self, setup, chance):
        seats = range(setup.seats)
        bag = Deck.of(NAMES, ALL[:])
        state = self.state_type(
            setup, Stack([]), bag, [[] for _ in seats], [], [[] for _ in seats], [False for _ in seats], 0
        )
        for seat in seats:
            for _ in range(setup.options["hand"]):
                state.give(seat, chance)
        self.next_turn(state, 0)
        return state

    def next_turn(self, state, seat):
        state.begin_turn(seat)
        state.stack.push(self.play(seat))

    def longest(self, seats):
        return len(ALL) // seats * (seats + 1) + seats

    def end_round(self, state, chance):
        """The heaviest pebble wins the table (PB-4)."""
        best = state.table.index(max(state.table))
        winner = (state.start + best) % state.setup.seats
        tell(state, Event("win", winner, {"pebbles": [NAMES[weight] for weight in state.table]}))
        state.won[winner] += state.table
        state.table.clear()
        state.start = winner
        if state.bag.count() > 0:
            state.begin_turn(winner)
            state.stack.push(self.bury_type(winner))
        else:
            self.draw_all(state, chance)

    def bury(self, state, seat, weight):
        state.bag.put_under(weight, bit(seat))

    def draw_all(self, state, chance):
        """Everybody draws if there is enough for all (PB-6); the next round starts if anybody has a hand."""
        seats = state.setup.seats
        if state.bag.count() >= seats:
            for seat in range(seats):
                state.give((state.start + seat) % seats, chance)
                tell(state, Event("draw", (state.start + seat) % seats, {}))
        if state.hands[state.start]:
            self.next_turn(state, state.start)

    def pending(self, setup, fields):
        kinds = {"play": self.play, "bury": self.bury_type}
        kind = fields.text("kind")
        if kind not in kinds:
            raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")
        decision = kinds[kind](fields.number("seat", 0, setup.seats - 1))
        fields.end()
        return decision

    def restore(self, setup, zones, stack):
        bag = Deck.load(zones.part("bag"), NAMES, setup.seats)
        hands = [self.read_hand(part, setup.seats) for part in zones.parts("hands", setup.seats)]
        state = self.lay_out(setup, zones, stack, bag, hands)
        self.check_pebbles(state)
        return state

    def read_hand(self, part, seats):
        weights = part.named("pebbles", NAMES)
        known = part.numbers("known", 0, 2**seats - 1, len(weights))
        part.end()
        return [who * 16 + weight for weight, who in zip(weights, known, strict=True)]

    def state_from_view(self, setup, viewer, zones, pending, chance):
        """Lay out what is seen, with holes for the rest, and draw the holes from what is left."""
        mine = bit(viewer) if viewer >= 0 else 0
        bag = zones.part("bag")
        top, bottom = (seen_order(bag.items(end)) for end in ("top", "bottom"))
        deck = Deck(NAMES, Pool.of([]), top, known_to(mine, top), bottom, known_to(mine, bottom))
        hands = []
        for seat, part in enumerate(zones.parts("hands", setup.seats)):
            known = [(bit(seat) | mine) * 16 + weight for weight in part.named("known", NAMES)]
            hidden = part.number("count", len(known), len(ALL)) - len(known)
            hands.append(known + [bit(seat) * 16 + HOLE] * hidden)
        state = self.lay_out(setup, zones, Stack([self.pending(setup, part) for part in pending]), deck, hands)
        unseen = ALL[:]
        for weight in state.all_pebbles():
            if weight in unseen:
                unseen.remove(weight)
        state.lay(unseen, chance)
        return state

    def lay_out(self, setup, zones, stack, bag, hands):
        won = [weights_of(zones, f"won[{i}]", pile) for i, pile in enumerate(zones.items("won", setup.seats))]
        looked = zones.items("looked", setup.seats)
        for i, flag in enumerate(looked):
            if not isinstance(flag, bool):
                raise zones.refuse(f"looked[{i}]", "should be true or false")
        table = zones.named("table", NAMES)
        start = zones.number("start", 0, setup.seats - 1)
        zones.end()
        return self.state_type(setup, stack, bag, hands, table, won, looked, start)

    def check_pebbles(self, state):
        if sorted(state.all_pebbles()) != ALL:
            raise BadPosition("zones", "there are two pebbles of each weight in all")


def seen_order(names):
    """The known part of a bag's order, with holes for what is not known."""
    return [NAMES.index(name) if name in NAMES else DECK_HOLE for name in names]


def known_to(seats, order):
    return [0 if weight == DECK_HOLE else seats for weight in order]


def weights_of(zones, name, pile):
    if not isinstance(pile, list):
        raise zones.refuse(name, "should be a list")
    for i, pebble in enumerate(pile):
        if pebble not in NAMES:
            raise zones.refuse(f"{name}[{i}]", "should be a pebble")
    return [NAMES.index(pebble) for pebble in pile]
