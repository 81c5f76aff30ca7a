"""What is sensible in 5 Towers, and what the towers will be worth.

A tower brings what stands in it and what may still go up: that depends on how many cards to come fit on its top, on
whether its roof is to come, and on how many rounds are left. A round in progress is judged by how it will end: who
will win the auction if everybody bids for their own lead, and what is the best that seat can build then. All worth is
counted in thousandths of a point.

A free build is one that needs no teardown. A seat that may build for free does not open with 0, takes cards that keep
the build free, tears nothing down unless it must, and orders a build so that its top carries as much as possible. It
bids for a build that needs a teardown only if the points it leads to are no fewer than without.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from cairn.bots.judge import Judge
from cairn.core.contract import Game, State
from cairn.games.five_towers.building import (
    MOST_CARDS,
    NOTHING,
    WITH_SLOT,
    below,
    cards_of,
    first_values,
    fitting_sets,
    same_type,
    without_value,
)
from cairn.games.five_towers.content import EMPTY_TOP, VALUES, Content
from cairn.games.five_towers.decisions import FIRST_DECK, KEEP, PASS, Bid, Build, Take
from cairn.games.five_towers.game import FiveTowers
from cairn.games.five_towers.state import NO_BID, TowersState

POINT: Final = 1000
IMPOSSIBLE: Final = -1000000
HOPELESS: Final = -500000
"""Below this a gain is IMPOSSIBLE, whatever was added to it."""
PHASES: Final = 40
KINDS: Final = 9

OPEN: Final = 0
OPEN_SQUARED: Final = 1
EMPTY: Final = 2
ROOF_TO_COME: Final = 3
HEIGHT_TO_ROOF: Final = 4
JUMPER_TO_COME: Final = 5
OPEN_AFTER_JUMP: Final = 6
HEIGHT_ROOFLESS: Final = 7
CARRIER_ON_TOP: Final = 8
MAIN_OPEN: Final = 9
MAIN_HEIGHT: Final = 10
SEAT: Final = 11
STARTS: Final = 12
FEATURES: Final = 13

# Points for one of each feature, as a * (1 - exp(-p / 4)) + b * p / 10, where p is the number of rounds left in a game
# of two: with no round left only points count. The numbers are a least-squares fit of final points minus present ones
# over 6000 games of `climber` against itself at the starts of rounds.
WEIGHTS: Final = [
    (0.986, 0.200),
    (-0.0306, -0.0092),
    (1.459, -0.488),
    (3.257, -1.322),
    (0.992, -0.581),
    (2.465, -0.700),
    (0.100, 0.226),
    (0.479, 0.072),
    (0.963, -0.706),
    (0.369, -0.129),
    (-0.186, 0.116),
    (0.682, -4.760),
    (0.495, -0.186),
]


class TowersJudge(Judge):
    """Its fields beside the tables are what it is looking at; nothing in them outlives a call."""

    at: i64
    open_at: i64
    seats: i64
    size: i64
    start: i64
    main: i64
    torn_before: i64
    winner: i64
    winning: i64

    def __init__(self, content: Content, weights: list[tuple[float, float]]) -> None:
        fits = content.fits
        self.content = content
        values = range(content.highest + 1)
        tops = [top for top in range(EMPTY_TOP) if top != content.roof]
        self.jumper: int = next(v for v in values if all(fits[top * VALUES + v] for top in tops if top != v))
        self.carrier: int = next(top for top in tops if all(fits[top * VALUES + v] for v in values))
        self.carried: list[int] = [
            sum(1 << v for v in values if v != content.roof and (v < top or top == self.carrier))
            for top in range(EMPTY_TOP + 1)
        ]
        """For each top the set of values that fit on it, without the roof and the jump."""
        self.grow: list[int] = []
        self.jump: list[int] = []
        self.lead: list[int] = []
        """What 0 to 15 open cards are worth: at once, after the jump, and more in the main tower; by phase."""
        self.flat: list[int] = []
        """The worth of one of each feature, by phase."""
        for phase in range(PHASES):
            soon = POINT * (1 - exp(-phase / 4))
            late = POINT * phase / 10
            worth = [soon * weight + late * more for weight, more in weights]
            for count in range(VALUES):
                self.grow.append(round(worth[OPEN] * count + worth[OPEN_SQUARED] * count * count))
                self.jump.append(round(worth[JUMPER_TO_COME] + worth[OPEN_AFTER_JUMP] * count))
                self.lead.append(round(worth[MAIN_OPEN] * count))
            self.flat += [round(each) for each in worth]
        self.coming: list[int] = [0] * KINDS
        """For each type the set of values that are still to come."""
        self.worths: list[int] = [0] * 5
        self.gains: list[int] = [0] * 30
        """For each seat what it gains by building 0 to 5 cards of the display."""
        self.free: list[int] = [0] * 6
        self.torn: list[int] = [0] * 6
        """What the seat looked at gains by building so many cards, without a teardown and with one."""
        self.here: list[int] = [0] * 6
        self.here_torn: list[int] = [0] * 6
        """The same of the cards of one type."""

    def turn(self, state: State) -> int:
        """Bidding and building are judged apart: a bid by the build it may lead to, before new cards fall."""
        assert isinstance(state, TowersState)
        building = 0 if isinstance(state.stack.top, Bid) else 8
        return (state.deck_number * 128 + len(state.deck.pool)) * 16 + building + state.seat

    def swing(self, state: State) -> float:
        assert isinstance(state, TowersState)
        return 1.0 + 0.25 * rounds_to_come(state)

    def hopes(self, state: State) -> list[float]:
        assert isinstance(state, TowersState)
        asked = state.stack.top
        self.look(state)
        seats = self.seats
        bidding = isinstance(asked, Bid)
        seat: i64 = 0
        while seat < seats:
            self.worths[seat] = self.worth(state, seat)
            if bidding:
                self.build_some(state, seat, state.display, 0, True)
                self.note_gains(seat)
            elif seat == state.bidder:
                self.worths[seat] += self.gain_of_build(state)
            seat += 1
        if not bidding:
            return self.told((state.bidder + 1) % seats)
        self.auction(state.asked, state.bid, state.bidder)
        if self.winning <= 0:
            return self.told(state.start)
        self.worths[self.winner] += self.gains[self.winner * 6 + self.winning]
        return self.told((self.winner + 1) % seats)

    def told(self, start: i64) -> list[float]:
        """The worth of all seats in points, if this one starts the next round."""
        always: i64 = self.flat[self.at + SEAT]
        first: i64 = self.flat[self.at + STARTS]
        hopes: list[float] = []
        seat: i64 = 0
        while seat < self.seats:
            worth: i64 = self.worths[seat] + always
            if seat == start:
                worth += first
            hopes.append(worth / POINT)
            seat += 1
        return hopes

    def look(self, state: TowersState) -> None:
        """Note the phase and the cards to come; what is left of the first deck's displays comes again."""
        self.seats = state.setup.seats
        self.start = state.start
        self.size = state.size
        phase = rounds_to_come(state) * 2 // self.seats
        self.set_phase(phase if phase < PHASES else PHASES - 1)
        low, middle, high = see(state.deck.pool, 0, 0, 0, 1)
        if state.deck_number == FIRST_DECK:
            low, middle, high = see(state.discard, low, middle, high, 1)
            low, middle, high = see(cards_of(state.display), low, middle, high, 1)
        kind: i64 = 0
        while kind < 3:
            self.coming[kind] = (low >> 16 * kind) & 0xFFFF
            self.coming[kind + 3] = (middle >> 16 * kind) & 0xFFFF
            self.coming[kind + 6] = (high >> 16 * kind) & 0xFFFF
            kind += 1

    def set_phase(self, phase: i64) -> None:
        self.at = phase * FEATURES
        self.open_at = phase * VALUES

    def worth(self, state: TowersState, seat: i64) -> i64:
        """What the towers of a seat will bring it; notes which is its main tower and how many cards it tore down."""
        types: i64 = len(self.content.types)
        total: i64 = 0
        most: i64 = -1
        kind: i64 = 0
        while kind < types:
            tower = state.towers[seat * types + kind]
            top: i64 = tower & 31
            height: i64 = height_of(tower)
            coming: i64 = self.coming[kind]
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
        roof = self.content.roof
        flat = self.flat
        at = self.at
        worth = POINT * height
        if main:
            worth += self.more_as_main(top, height, coming)
        if top == roof:
            return worth + POINT * height
        carried: i64 = self.carried[top]
        cards = count16(coming & carried)
        worth += self.grow[self.open_at + cards]
        if top == EMPTY_TOP:
            worth += flat[at + EMPTY]
        elif top == self.carrier:
            worth += flat[at + CARRIER_ON_TOP]
        elif top < self.jumper and (coming >> self.jumper) & 1:
            carried = self.carried[self.jumper]
            after = count16(coming & carried) - cards
            worth += self.jump[self.open_at + (after if after > 0 else 0)]
        if (coming >> roof) & 1:
            return worth + flat[at + ROOF_TO_COME] + flat[at + HEIGHT_TO_ROOF] * height
        return worth + flat[at + HEIGHT_ROOFLESS] * height

    def more_as_main(self, top: i64, height: i64, coming: i64) -> i64:
        """What a tower brings beside that if it is the main one."""
        if top == self.content.roof:
            return POINT * height
        carried: i64 = self.carried[top]
        return (POINT + self.flat[self.at + MAIN_HEIGHT]) * height + self.lead[self.open_at + count16(coming & carried)]

    def gain_of_build(self, state: TowersState) -> i64:
        """What the builder gains by the best end of its build: cards to be taken, then those in its hand."""
        asked = state.stack.top
        bidder: i64 = state.bidder
        count: i64 = state.bid
        if isinstance(asked, Take):
            self.build_some(state, bidder, state.display, state.taken, True)
        else:
            count = 0
            rest = state.hand
            while rest > NOTHING:
                rest >>= 7
                count += 1
            self.build_some(state, bidder, state.hand, BIT[count] - 1, not isinstance(asked, Build))
        free: i64 = self.free[count]
        torn: i64 = self.torn[count]
        return free if free > torn else torn

    def note_gains(self, seat: i64) -> None:
        count: i64 = 0
        while count <= MOST_CARDS:
            free: i64 = self.free[count]
            torn: i64 = self.torn[count]
            self.gains[seat * 6 + count] = free if free > torn else torn
            count += 1

    def build_some(self, state: TowersState, seat: i64, cards: i64, must: i64, may_tear: bool) -> None:
        """Find the most that the seat whose `worth` was asked last gains by building so many of these cards.

        The slots of `must` have to be among them. Types are settled one after the other; which tower is the main one
        does not change on the way.
        """
        content = self.content
        first = seat * len(content.types)
        cost = POINT * (self.torn_before + 1)
        count: i64 = 0
        while count <= MOST_CARDS:
            self.free[count] = IMPOSSIBLE
            self.torn[count] = IMPOSSIBLE
            count += 1
        self.free[0] = 0
        seen: i64 = 0
        while cards > NOTHING:
            kind = (cards >> 4) & 7
            count = same_type(cards)
            tower = state.towers[first + kind]
            main = kind == self.main
            must_here = must & (BIT[count] - 1)
            self.build_type(tower, cards, count, must_here, self.coming[kind], main, cost, may_tear)
            self.add_type(seen, count, must_here != 0)
            must >>= count
            seen += count
            cards >>= 7 * count

    def build_type(
        self, tower: int, cards: i64, count: i64, must: i64, coming: i64, main: bool, cost: i64, may_tear: bool
    ) -> None:
        """Into `here` and `here_torn`: the gain of building 1 to `count` of the first cards, all of one type."""
        content = self.content
        top: i64 = tower & 31
        height: i64 = height_of(tower)
        before = self.tower(top, height, coming, main)
        ground = below(content, tower) if may_tear else content.roof
        if count == 1:
            value = cards & 15
            self.here[1] = IMPOSSIBLE
            self.here_torn[1] = IMPOSSIBLE
            if content.fits[top << 4 | value]:
                self.here[1] = self.tower(value, height + 1, coming, main) - before
            elif content.fits[ground << 4 | value]:
                self.here_torn[1] = self.tower(value, height, coming, main) - before - cost
            return
        values = first_values(cards, count)
        while count > 0:
            self.here[count] = IMPOSSIBLE
            self.here_torn[count] = IMPOSSIBLE
            count -= 1
        self.pile_up(self.here, 0, top, height, coming, main, values, must, before)
        if ground != content.roof:
            self.pile_up(self.here_torn, 0, ground, height - 1, coming, main, values, must, before + cost)

    def pile_up(
        self,
        gains: list[int],
        count: i64,
        top: i64,
        height: i64,
        coming: i64,
        main: bool,
        values: i64,
        must: i64,
        before: i64,
    ) -> None:
        """Try all orders of all of these values on a top; `must` are those that have to go up, by slot."""
        if count > 0 and must == 0:
            gain = self.tower(top, height, coming, main) - before
            if gain > gains[count]:
                gains[count] = gain
        fits = self.content.fits
        shift: i64 = 0
        slot: i64 = 1
        while (values >> shift) > NOTHING:
            value = (values >> shift) & 15
            if fits[top << 4 | value]:
                rest = without_value(values, shift)
                lower = slot - 1
                still = must & lower | (must >> 1) & ~lower
                self.pile_up(gains, count + 1, value, height + 1, coming, main, rest, still, before)
            shift += 4
            slot += slot

    def add_type(self, seen: i64, count: i64, must: bool) -> None:
        """Combine the gains of one type with those of the `seen` cards before it, the largest totals first."""
        free = self.free
        torn = self.torn
        total = seen + count
        while total >= 0:
            best: i64 = IMPOSSIBLE if must else free[total]
            best_torn: i64 = IMPOSSIBLE if must else torn[total]
            here: i64 = 1 if total <= seen else total - seen
            while here <= count and here <= total:
                gain: i64 = self.here[here]
                gain_torn: i64 = self.here_torn[here]
                before: i64 = free[total - here]
                if before + gain > best:
                    best = before + gain
                if before + gain_torn > best_torn:
                    best_torn = before + gain_torn
                before = torn[total - here]
                if before + gain > best_torn:
                    best_torn = before + gain
                here += 1
            free[total] = best if best > HOPELESS else IMPOSSIBLE
            torn[total] = best_torn if best_torn > HOPELESS else IMPOSSIBLE
            total -= 1

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
            if self.gains[seat * 6 + bid] > HOPELESS:
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
        gain: i64 = self.gains[self.winner * 6 + self.winning]
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

    def sensible(self, state: State) -> list[int]:
        assert isinstance(state, TowersState)
        asked = state.stack.top
        if isinstance(asked, Bid):
            return self.sensible_bids(state)
        if isinstance(asked, Take):
            return sensible_takes(state)
        if isinstance(asked, Build):
            return self.sensible_builds(state)
        return ONLY_KEEP if state.offered[0] == KEEP else state.offered

    def sensible_bids(self, state: TowersState) -> list[int]:
        seat: i64 = state.seat
        self.set_phase(0)
        self.worth(state, seat)
        self.build_some(state, seat, state.display, 0, True)
        most: i64 = MOST_CARDS
        while self.free[most] == IMPOSSIBLE:
            most -= 1
        wanted: i64 = self.free[most] if most > state.bid else 0
        kept: list[int] = []
        for bid in state.offered:
            free = bid in (PASS, most) or 0 < bid <= most
            if free or (bid > most and self.torn[bid] >= wanted):
                kept.append(bid)
        return kept

    def sensible_builds(self, state: TowersState) -> list[int]:
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


def judge(game: Game) -> Judge:
    assert isinstance(game, FiveTowers)
    return TowersJudge(game.content, WEIGHTS)


def sensible_takes(state: TowersState) -> list[int]:
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


def free_sets(content: Content, towers: list[int], first: i64, cards: i64) -> i64:
    """Which sets of these cards can be built without a teardown: bit m for the slots of m."""
    sets: i64 = 1
    slot: i64 = 1
    while cards > NOTHING:
        top: i64 = towers[first + ((cards >> 4) & 7)] & 31
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


def rounds_to_come(state: TowersState) -> int:
    """About how many rounds will follow this one; more than one card of each display is expected to come again."""
    rounds = (state.deck.count() + 4) // 5
    if state.deck_number == FIRST_DECK:
        rounds += (2 * len(state.discard) + 3 * rounds + 13) // 10
    return rounds


def see(cards: list[int], low: i64, middle: i64, high: i64, one: i64) -> tuple[i64, i64, i64]:
    """Add cards to a set of cards: three words of three types each. `one` is 1, for shifts wider than a literal's."""
    for each in cards:
        card: i64 = each
        if card < 48:
            low |= one << card
        elif card < 96:
            middle |= one << (card - 48)
        else:
            high |= one << (card - 96)
    return low, middle, high


def height_of(tower: int) -> int:
    return tower.bit_length() // 5 - 1


def count16(values: i64) -> i64:
    """How many values there are in a set of them."""
    return COUNT[values & 255] + COUNT[(values >> 8) & 255]


ONLY_KEEP: Final = [KEEP]
BIT: Final = [1 << k for k in range(VALUES)]
COUNT: Final = [k.bit_count() for k in range(256)]
