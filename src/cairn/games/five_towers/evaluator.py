"""Which choices are plainly wasted in 5 Towers, and what the towers will be worth.

A tower brings what stands in it and what may still go up: that depends on how many cards to come fit on its top, on
whether its roof is to come, and on how many rounds are left. A round in progress is valued by how it will end: who
will win the auction if everybody bids for their own lead, and what is the best that seat can build then. All worth is
counted in thousandths of a point.

A free build is one that needs no teardown. A seat that may build for free does not open with 0, takes cards that keep
the build free, tears nothing down unless it must, and orders a build so that its top carries as much as possible. It
bids for a build that needs a teardown only if the points it leads to are no fewer than without.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT
from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator
from cairn.core.pool import Pool
from cairn.games.five_towers.building import MOST_CARDS, WITH_SLOT, below, fitting_sets
from cairn.games.five_towers.content import VALUES, Content
from cairn.games.five_towers.decisions import KEEP, PASS, Bid, Build, Take
from cairn.games.five_towers.game import FiveTowers
from cairn.games.five_towers.packing import (
    EMPTY_TOP,
    NOTHING,
    first_values,
    height_of,
    same_type,
    without_value,
)
from cairn.games.five_towers.state import FIRST_DECK, NO_BID, TowersState

POINT: Final = 1000
IMPOSSIBLE: Final = -1000000
PHASES: Final = 40
TORN: Final = MOST_CARDS + 1
FREE: Final = 63
TORN_BY_ONE: Final = 32

NONE: Final = 0
THE_BEST: Final = 1
ANY: Final = 2
"""Which teardowns are looked at. A bid is made with the one in mind that gains most by itself, if one gains at all."""
ANY_NUMBER: Final = -1

OPEN: Final = 0
OPEN_SQUARED: Final = 1
EMPTY: Final = 2
HEIGHT_TO_ROOF: Final = 3
JUMPER_TO_COME: Final = 4
OPEN_AFTER_JUMP: Final = 5
HEIGHT_ROOFLESS: Final = 6
CARRIER_ON_TOP: Final = 7
MAIN_OPEN: Final = 8
MAIN_HEIGHT: Final = 9
SEAT: Final = 10
STARTS: Final = 11
FEATURES: Final = 12

# Points for one of each feature, as a * (1 - exp(-p / 4)) + b * p / 10, where p is the number of rounds left in a game
# of two: with no round left only points count. The numbers are a least-squares fit of the margin at the end, minus the
# present one, at the starts of the rounds of 5000 games of `climber` against itself.
WEIGHTS: Final = [
    (2.610, -0.677),
    (-0.111, 0.045),
    (1.721, -1.232),
    (0.763, -0.311),
    (2.801, -1.192),
    (0.695, -0.048),
    (0.207, 0.129),
    (-0.009, -0.273),
    (0.537, -0.239),
    (0.173, -0.183),
    (-0.442, -8.534),
    (0.534, -0.119),
]
SCORE_SPREAD: Final = 2.4
"""Fitted to the same games: the margin moves with the square root of the rounds left."""


class TowersEvaluator(Evaluator):
    """Its fields beside the tables are what it is looking at; nothing in them outlives a call."""

    at: i64
    open_at: i64
    empty: i64
    on_carrier: i64
    height_to_roof: i64
    height_roofless: i64
    main_height: i64
    roof: i64
    jumper: i64
    carrier: i64
    low: i64
    middle: i64
    high: i64
    seats: i64
    size: i64
    start: i64
    main: i64
    torn_before: i64
    winner: i64
    winning: i64
    groups: i64
    possible: i64
    found: i64
    number: i64
    tearing: i64
    tearing_gain: i64

    def __init__(self, content: Content, weights: list[tuple[float, float]]) -> None:
        fits = content.fits
        self.content = content
        self.roof = content.roof
        values = [value for value in range(content.highest + 1) if value != content.roof]
        self.jumper = next(v for v in values if all(fits[top * VALUES + v] for top in values))
        self.carrier = next(top for top in values if all(fits[top * VALUES + v] for v in values))
        self.carried: vec[i64] = vec[i64](
            [sum(1 << v for v in values if v < top or top == self.carrier) for top in range(EMPTY_TOP + 1)]
        )
        """For each top the set of values that fit on it, without the roof and the jump."""
        grow: list[int] = []
        jump: list[int] = []
        lead: list[int] = []
        flat: list[int] = []
        for phase in range(PHASES):
            soon = POINT * (1 - exp(-phase / 4))
            late = POINT * phase / 10
            worth = [soon * weight + late * more for weight, more in weights]
            for count in range(VALUES):
                grow.append(round(worth[OPEN] * count + worth[OPEN_SQUARED] * count * count))
                jump.append(round(worth[JUMPER_TO_COME] + worth[OPEN_AFTER_JUMP] * count))
                lead.append(round(worth[MAIN_OPEN] * count))
            flat += [round(each) for each in worth]
        self.grow: vec[i64] = vec[i64](grow)
        self.jump: vec[i64] = vec[i64](jump)
        self.lead: vec[i64] = vec[i64](lead)
        """What 0 to 15 open cards are worth: at once, after the jump, and more in the main tower; by phase."""
        self.flat: vec[i64] = vec[i64](flat)
        """The worth of one of each feature, by phase."""
        self.low = 0
        self.middle = 0
        self.high = 0
        self.worths: vec[i64] = vec[i64]([0] * 5)
        self.gains: vec[i64] = vec[i64]([0] * 30)
        self.able: vec[i64] = vec[i64]([0] * 5)
        """For each seat what it gains by building 0 to 5 cards of the display, and the set of numbers it can build."""
        self.best: vec[i64] = vec[i64]([0] * (2 * TORN))
        """What the seat looked at gains by building so many cards; with a teardown, TORN places further on."""
        self.option: vec[i64] = vec[i64]([0] * (MOST_CARDS * 2 * TORN))
        self.options: vec[i64] = vec[i64]([0] * MOST_CARDS)
        """For each type in the cards looked at: gains as in `best`, and the set of those there are."""

    def score_spread(self, state: State) -> float:
        assert isinstance(state, TowersState)
        rounds = rounds_to_come(state)
        if isinstance(state.stack.top, Bid):
            rounds += 1
        return SCORE_SPREAD * sqrt(2 * rounds / state.setup.seats)

    def expected_points(self, state: State) -> list[float]:
        assert isinstance(state, TowersState)
        asked = state.stack.top
        self.look(state)
        seats = self.seats
        bidding = isinstance(asked, Bid)
        seat: i64 = 0
        while seat < seats:
            self.worths[seat] = self.worth(state, seat)
            if bidding and (seat == state.bidder or (seat - state.start) % seats >= state.asked):
                if seat == state.bidder:
                    self.build_some(state, seat, state.display, 0, state.bid, ANY)
                else:
                    self.build_some(state, seat, state.display, 0, ANY_NUMBER, THE_BEST)
                self.note_gains(seat)
            elif not bidding and seat == state.bidder:
                self.worths[seat] += self.gain_of_build(state)
            seat += 1
        if not bidding:
            return self.told((state.bidder + 1) % seats)
        self.auction(state.asked, state.bid, state.bidder)
        if self.winning <= 0:
            return self.told(state.start)
        self.worths[self.winner] += self.gains[self.winner * TORN + self.winning]
        return self.told((self.winner + 1) % seats)

    def told(self, start: i64) -> list[float]:
        """The worth of all seats in points, if this one starts the next round."""
        always: i64 = self.flat[self.at + SEAT]
        first: i64 = self.flat[self.at + STARTS]
        expected_points: list[float] = []
        seat: i64 = 0
        while seat < self.seats:
            worth: i64 = self.worths[seat] + always
            if seat == start:
                worth += first
            expected_points.append(worth / POINT)
            seat += 1
        return expected_points

    def look(self, state: TowersState) -> None:
        """Note the phase and the cards to come; what is left of the first deck's displays comes again."""
        self.seats = state.setup.seats
        self.start = state.start
        self.size = state.size
        phase = rounds_to_come(state) * 2 // self.seats
        self.set_phase(phase if phase < PHASES else PHASES - 1)
        self.low = 0
        self.middle = 0
        self.high = 0
        self.see_all(state.deck.pool)
        if state.deck_number == FIRST_DECK:
            self.see_all(state.discard)
            rest = state.display
            while rest > NOTHING:
                self.see(rest & 127)
                rest >>= 7

    def see_all(self, cards: Pool) -> None:
        for at in range(cards.count):
            self.see(cards.at(at))

    def see(self, card: i64) -> None:
        """A card is among those to come, which are three words of three types each."""
        if card < 48:
            self.low |= BIT[card]
        elif card < 96:
            self.middle |= BIT[card - 48]
        else:
            self.high |= BIT[card - 96]

    def coming(self, kind: i64) -> i64:
        """The set of values of a type that are still to come."""
        if kind < 3:
            return (self.low >> 16 * kind) & 0xFFFF
        if kind < 6:
            return (self.middle >> 16 * (kind - 3)) & 0xFFFF
        return (self.high >> 16 * (kind - 6)) & 0xFFFF

    def set_phase(self, phase: i64) -> None:
        at = phase * FEATURES
        self.at = at
        self.open_at = phase * VALUES
        self.empty = self.flat[at + EMPTY]
        self.on_carrier = self.flat[at + CARRIER_ON_TOP]
        self.height_to_roof = self.flat[at + HEIGHT_TO_ROOF]
        self.height_roofless = self.flat[at + HEIGHT_ROOFLESS]
        self.main_height = self.flat[at + MAIN_HEIGHT] + POINT

    def worth(self, state: TowersState, seat: i64) -> i64:
        """What the towers of a seat will bring it; notes which is its main tower and how many cards it tore down."""
        types: i64 = len(self.content.types)
        total: i64 = 0
        most: i64 = -1
        kind: i64 = 0
        while kind < types:
            tower = state.towers[seat * types + kind]
            top = tower & 31
            height = height_of(tower)
            coming = self.coming(kind)
            total += self.tower(top, height, coming, False)
            more = self.more_as_main(top, height, coming)
            if more > most:
                most = more
                self.main = kind
            kind += 1
        torn: i64 = 0
        for each in state.torn:
            if each >> 7 == seat:
                torn += 1
        self.torn_before = torn
        return total + most - POINT * (torn * (torn + 1) // 2)

    def tower(self, top: i64, height: i64, coming: i64, main: bool) -> i64:
        """What a tower with this top will bring."""
        roof = self.roof
        worth = POINT * height
        if main:
            worth += self.more_as_main(top, height, coming)
        if top == roof:
            return worth + POINT * height
        carried: i64 = self.carried[top]
        cards = count16(coming & carried)
        worth += self.grow[self.open_at + cards]
        if top == EMPTY_TOP:
            worth += self.empty
        elif top == self.carrier:
            worth += self.on_carrier
        elif top < self.jumper and (coming >> self.jumper) & 1:
            carried = self.carried[self.jumper]
            after = count16(coming & carried) - cards
            worth += self.jump[self.open_at + (after if after > 0 else 0)]
        if (coming >> roof) & 1:
            return worth + self.height_to_roof * height
        return worth + self.height_roofless * height

    def more_as_main(self, top: i64, height: i64, coming: i64) -> i64:
        """What a tower brings beside that if it is the main one."""
        if top == self.roof:
            return POINT * height
        carried: i64 = self.carried[top]
        return self.main_height * height + self.lead[self.open_at + count16(coming & carried)]

    def gain_of_build(self, state: TowersState) -> i64:
        """What the builder gains by the best end of its build: cards to be taken, then those in its hand."""
        asked = state.stack.top
        bidder: i64 = state.bidder
        count: i64 = state.bid
        if isinstance(asked, Take):
            self.build_some(state, bidder, state.display, state.taken, count, ANY)
        else:
            count = 0
            rest = state.hand
            while rest > NOTHING:
                rest >>= 7
                count += 1
            self.build_some(state, bidder, state.hand, BIT[count] - 1, count, NONE if isinstance(asked, Build) else ANY)
        return self.best_gain(count)

    def note_gains(self, seat: i64) -> None:
        able: i64 = 0
        count: i64 = 0
        while count <= self.size:
            gain = self.best_gain(count)
            if gain > IMPOSSIBLE:
                self.gains[seat * TORN + count] = gain
                able |= BIT[count]
            count += 1
        self.able[seat] = able

    def best_gain(self, count: i64) -> i64:
        """The most the seat looked at gains by building so many cards."""
        free = self.gain(count)
        torn = self.gain(TORN + count)
        return free if free > torn else torn

    def gain(self, at: i64) -> i64:
        return self.best[at] if (self.found >> at) & 1 else IMPOSSIBLE

    def build_some(self, state: TowersState, seat: i64, cards: i64, must: i64, number: i64, teardowns: i64) -> None:
        """Find the most that the seat whose `worth` was asked last gains by building a number of these cards, or any.

        The slots of `must` have to be among them. Which tower is the main one does not change on the way.
        """
        first = seat * len(self.content.types)
        self.number = number
        self.groups = 0
        self.tearing = -1
        while cards > NOTHING:
            kind = (cards >> 4) & 7
            count = same_type(cards)
            must_here = must & (BIT[count] - 1)
            self.build_type(state.towers[first + kind], cards, count, must_here, kind, teardowns)
            must >>= count
            cards >>= 7 * count
        self.found = 0
        self.combine(0, 0, 0, 0)

    def build_type(self, tower: i64, cards: i64, count: i64, must: i64, kind: i64, teardowns: i64) -> None:
        """Note as the next group what building 1 to `count` of the first cards gains, all of them of one type."""
        content = self.content
        coming = self.coming(kind)
        main = kind == self.main
        top = tower & 31
        height = height_of(tower)
        before = self.tower(top, height, coming, main)
        cost = POINT * (self.torn_before + 1)
        ground = content.roof if teardowns == NONE else below(content, tower)
        at = self.groups * 2 * TORN
        self.possible = 0
        if count == 1:
            value = cards & 15
            if content.fits[top << 4 | value]:
                self.option[at + 1] = self.tower(value, height + 1, coming, main) - before
                self.possible = 2
            elif content.fits[ground << 4 | value]:
                self.option[at + TORN + 1] = self.tower(value, height, coming, main) - before - cost
                self.possible = 2 << TORN
        else:
            values = first_values(cards, count)
            self.pile_up(0, top, height, coming, main, values, must, before)
            if ground != content.roof:
                self.pile_up(TORN, ground, height - 1, coming, main, values, must, before + cost)
        if self.possible >> TORN:
            self.choose_teardowns(count, teardowns)
        if must == 0:
            self.possible |= 1
        self.options[self.groups] = self.possible
        self.groups += 1

    def choose_teardowns(self, count: i64, teardowns: i64) -> None:
        """Forget teardowns that gain no more than a free build of as many cards, and all but the best if asked to."""
        at = self.groups * 2 * TORN
        most: i64 = -1
        while count > 0:
            if (self.possible >> (TORN + count)) & 1:
                gain: i64 = self.option[at + TORN + count]
                if (self.possible >> count) & 1 and self.option[at + count] >= gain:
                    self.possible ^= BIT[TORN + count]
                elif gain > most:
                    most = gain
            count -= 1
        if teardowns == ANY:
            return
        if most < 0 or (self.tearing >= 0 and most <= self.tearing_gain):
            self.possible &= FREE
            return
        if self.tearing >= 0:
            self.options[self.tearing] &= FREE
        self.tearing = self.groups
        self.tearing_gain = most

    def pile_up(
        self, place: i64, top: i64, height: i64, coming: i64, main: bool, values: i64, must: i64, before: i64
    ) -> None:
        """Try all orders of all of these values on a top; `must` are those that have to go up, by slot."""
        if must == 0 and place % TORN > 0:
            gain = self.tower(top, height, coming, main) - before
            at = self.groups * 2 * TORN + place
            if not (self.possible >> place) & 1 or gain > self.option[at]:
                self.option[at] = gain
                self.possible |= BIT[place]
        fits = self.content.fits
        shift: i64 = 0
        slot: i64 = 1
        while (values >> shift) > NOTHING:
            value = (values >> shift) & 15
            if fits[top << 4 | value]:
                rest = without_value(values, shift)
                lower = slot - 1
                still = must & lower | (must >> 1) & ~lower
                self.pile_up(place + 1, value, height + 1, coming, main, rest, still, before)
            shift += 4
            slot += slot

    def combine(self, group: i64, count: i64, gain: i64, torn: i64) -> None:
        """Try all ways to build some of each type from a group on; at most one of them tears down."""
        if self.number >= 0 and count > self.number:
            return
        if group == self.groups:
            at = count + torn
            if not (self.found >> at) & 1 or gain > self.best[at]:
                self.best[at] = gain
                self.found |= BIT[at]
            return
        possible: i64 = self.options[group]
        at = group * 2 * TORN
        if possible & 1:
            self.combine(group + 1, count, gain, torn)
        possible >>= 1
        while possible:  # its lowest bit is one more card of this type, TORN places up the same with a teardown
            at += 1
            count += 1
            if possible & 1:
                self.combine(group + 1, count, gain + self.option[at], torn)
            if torn == 0 and (possible >> TORN) & 1:
                self.combine(group + 1, count, gain + self.option[at + TORN], TORN)
            possible = (possible >> 1) & ~TORN_BY_ONE

    def auction(self, asked: i64, bid: i64, bidder: i64) -> None:
        """Find who will build how many cards, if everybody still to be asked bids for the best lead over the others."""
        if asked >= self.seats or bid >= self.size:
            self.winner = bidder
            self.winning = bid
            return
        seat = (self.start + asked) % self.seats
        if bid == NO_BID:
            bid = 0
            bidder = seat
        self.auction(asked + 1, bid, bidder)
        winner = self.winner
        winning = self.winning
        most = self.lead_of(seat)
        bid += 1
        while bid <= self.size:
            if (self.able[seat] >> bid) & 1:
                self.auction(asked + 1, bid, seat)
                lead = self.lead_of(seat)
                if lead > most:
                    most = lead
                    winner = self.winner
                    winning = self.winning
            bid += 1
        self.winner = winner
        self.winning = winning

    def lead_of(self, seat: i64) -> i64:
        """How much this auction changes the lead of a seat over the best other one."""
        gain: i64 = self.gains[self.winner * TORN + self.winning]
        if self.winner == seat:
            return gain
        if self.seats == 2:
            return -gain
        before: i64 = IMPOSSIBLE
        after: i64 = IMPOSSIBLE
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                worth: i64 = self.worths[other]
                if worth > before:
                    before = worth
                if other == self.winner:
                    worth += gain
                if worth > after:
                    after = worth
            other += 1
        return before - after

    def prune(self, state: State) -> list[int]:
        assert isinstance(state, TowersState)
        asked = state.stack.top
        if isinstance(asked, Bid):
            return self.pruned_bids(state)
        if isinstance(asked, Take):
            return pruned_takes(state)
        if isinstance(asked, Build):
            return self.pruned_builds(state)
        return ONLY_KEEP if state.offered[0] == KEEP else state.offered

    def pruned_bids(self, state: TowersState) -> list[int]:
        seat: i64 = state.seat
        self.set_phase(0)
        self.worth(state, seat)
        self.build_some(state, seat, state.display, 0, ANY_NUMBER, THE_BEST)
        most: i64 = MOST_CARDS
        while not (self.found >> most) & 1:
            most -= 1
        wanted = self.gain(most) if most > state.bid else 0
        kept: list[int] = []
        for bid in state.offered:
            free = bid in (PASS, most) or 0 < bid <= most
            if free or (bid > most and self.gain(TORN + bid) >= wanted):
                kept.append(bid)
        return kept

    def pruned_builds(self, state: TowersState) -> list[int]:
        values = first_values(state.hand, same_type(state.hand))
        most: i64 = -1
        kept: list[int] = []
        for card in state.offered:
            value: i64 = card & 15
            shift: i64 = 0
            while (values >> shift) & 15 != value:
                shift += 4
            top = self.best_top(value, without_value(values, shift))
            if top > most:
                most = top
                kept = []
            if top == most:
                kept.append(card)
        return kept

    def best_top(self, top: i64, values: i64) -> i64:
        """The top that carries most when all of these values have gone on a top; -1 if they cannot."""
        if values == NOTHING:
            return EMPTY_TOP if top == self.carrier else top
        fits = self.content.fits
        most: i64 = -1
        shift: i64 = 0
        while (values >> shift) > NOTHING:
            value = (values >> shift) & 15
            if fits[top << 4 | value]:
                found = self.best_top(value, without_value(values, shift))
                if found > most:
                    most = found
            shift += 4
        return most


def evaluator(game: Game) -> Evaluator:
    assert isinstance(game, FiveTowers)
    return TowersEvaluator(game.content, WEIGHTS)


def pruned_takes(state: TowersState) -> list[int]:
    content = state.content
    sets = free_sets(content, state.towers, state.bidder * len(content.types), state.display) & state.sets
    if sets == 0:
        return state.offered
    kept: list[int] = []
    slot: i64 = 0
    last: i64 = -1
    rest = state.display
    while rest > NOTHING:
        card = rest & 127
        if card != last and sets & WITH_SLOT[slot] and not (state.taken >> slot) & 1:
            last = card
            kept.append(card)
        rest >>= 7
        slot += 1
    return kept


def free_sets(content: Content, towers: vec[i64], first: i64, cards: i64) -> i64:
    """Which sets of these cards can be built without a teardown: bit m for the slots of m."""
    sets: i64 = 1
    slot: i64 = 1
    while cards > NOTHING:
        top = towers[first + ((cards >> 4) & 7)] & 31
        count = same_type(cards)
        if count == 1:
            if content.fits[top << 4 | cards & 15]:
                sets |= sets << slot
        else:
            fitting = fitting_sets(content, top, cards, count) >> 1
            earlier = sets
            shift = slot
            while fitting:
                if fitting & 1:
                    sets |= earlier << shift
                fitting >>= 1
                shift += slot
        slot <<= count
        cards >>= 7 * count
    return sets


def rounds_to_come(state: TowersState) -> i64:
    """About how many rounds will follow this one; two cards of each display are expected to come again."""
    rounds = (state.deck.count() + 4) // 5
    if state.deck_number == FIRST_DECK:
        rounds += (2 * state.discard.count + 4 * rounds + 3) // 10
    return rounds


def count16(values: i64) -> i64:
    """How many values there are in a set; neighbouring counts are added up, 1, 2, 4 and 8 bits wide."""
    values -= (values >> 1) & 0x5555
    values = (values & 0x3333) + ((values >> 2) & 0x3333)
    values = (values + (values >> 4)) & 0x0F0F
    return (values + (values >> 8)) & 31


ONLY_KEEP: Final = [KEEP]
