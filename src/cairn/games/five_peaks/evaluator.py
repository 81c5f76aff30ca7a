"""Which choices are plainly wasted in Five Peaks, and the points every seat may expect.

A seat takes what it can get for nothing, pays for peaks and campfires when it stands where they are given, buys a
panorama when it camps and can, walks to a space that does something for it, and camps only if cards come back or
nothing else is left to play. Of what does not fit into the backpack it returns basics before containers.

Expected points are what a seat has, and what it is on the way to: each goal (a panorama, an exchange for a peak or a
campfire, a summit for a stone) counts less the more time it takes to fetch what is missing and to walk there, and
nothing if the game is likely to be over by then. Time is counted in quarters of a turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator
from cairn.games.five_peaks.actions import (
    SPACE,
    TRADE,
    can_gain,
    can_pay,
    carried,
    has_stone_on,
    lying_at,
    room,
    smallest_stone,
)
from cairn.games.five_peaks.board import NONE
from cairn.games.five_peaks.content import (
    BASICS,
    BIKE,
    CAMP,
    CAMPFIRE,
    CARD,
    CARD_KINDS,
    CONTAINERS,
    ENDORPHIN,
    EXCHANGE,
    GATHERING,
    KINDS,
    LARGE_HARVEST,
    MARCH,
    MUSHROOM_BASKET,
    PEAK,
    RANKS,
    ROCKY,
    SIGHTSEE,
    SMALL_HARVEST,
    STARTING,
    STONES,
    SUMMIT,
    TERRAINS,
    WALK,
    Reward,
)
from cairn.games.five_peaks.decisions import DONE, GATHER, NO, PLACE, SELL, UNDER, YES, exchange_here, next_rank
from cairn.games.five_peaks.scoring import panoramas, total_points
from cairn.games.five_peaks.state import NO_CARD, NOT_CLOSING, NOWHERE, HikeState


class HikeEvaluator(Evaluator):
    def prune(self, state: State) -> list[int]:
        return prune(state)

    def expected_points(self, state: State) -> list[float]:
        assert isinstance(state, HikeState)
        table = Outlook(state)
        return [table.expected(seat) for seat in range(state.setup.seats)]

    def score_spread(self, state: State) -> float:
        assert isinstance(state, HikeState)
        return LEAST_SPREAD + SPREAD_PER_TURN * turns_left(state)


def evaluator(game: Game) -> Evaluator:
    return HikeEvaluator()


def prune(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    assert isinstance(state, HikeState)
    asked = state.stack.top
    assert asked is not None
    pruner = PRUNERS.get(asked.kind)
    kept = state.choices() if pruner is None else pruner(state)
    if asked.kind not in TRADING:
        kept = [choice for choice in kept if choice < TRADE]
    return kept if kept else state.choices()


def pruned_plays(state: HikeState) -> list[int]:
    """Camp for a panorama or to get cards back; no harvest with a full backpack; else only what cannot be helped."""
    seat = state.seat
    played = sum(state.played[seat * CARD_KINDS : (seat + 1) * CARD_KINDS])
    camps = played > 1 or can_buy_panorama(state, seat)
    full = carried(state, seat) >= room(state, seat)
    return [
        card
        for card in state.offered
        if (camps or card != CAMP) and not (full and SMALL_HARVEST <= card <= LARGE_HARVEST)
    ]


def can_buy_panorama(state: HikeState, seat: int) -> bool:
    wanted = next_rank(state, seat)
    panoramas = state.content.panoramas
    cards = [card for card in state.piles if card != NO_CARD and panoramas[card].rank == wanted]
    return any(can_pay(state, seat, panoramas[card].cost) for card in cards)


def pruned_moves(state: HikeState) -> list[int]:
    return [
        choice
        for choice in state.offered
        if choice < SPACE or (choice < TRADE and is_useful(state, choice // SPACE - 1))
    ]


def is_useful(state: HikeState, space: int) -> bool:
    """Whether something can be had by stopping on a space."""
    seat = state.seat
    board = state.board
    kind = board.kinds[space]
    if lying_at(state, space) != NONE:
        return True
    if kind == GATHERING:
        return can_gain(state, board.gains[space])
    if kind == EXCHANGE:
        return can_pay(state, seat, state.content.exchanges[board.about[space]].cost)
    if kind == CONTAINERS:
        return sum(state.packs[seat * KINDS + BASICS : (seat + 1) * KINDS]) > 0
    if kind == SUMMIT:
        return can_place_stone(state, seat, board.about[space])
    return False


def can_place_stone(state: HikeState, seat: int, place: int) -> bool:
    if has_stone_on(state, seat, place):
        return False
    first = smallest_stone(state, place) + 1
    return any(state.stones[seat * STONES + stone] == NOWHERE for stone in range(first, STONES))


def yes(state: HikeState) -> list[int]:
    return [choice for choice in state.offered if choice == YES]


def pruned_exchanges(state: HikeState) -> list[int]:
    """Rewards are always worth their price; of resources and endorphins one may have enough."""
    if exchange_here(state, state.seat).product.kind < CARD:
        return state.choices()
    return [choice for choice in state.offered if NO < choice < TRADE]


def not_nothing(state: HikeState) -> list[int]:
    return [choice for choice in state.offered if NO < choice < TRADE]


def pruned_discoveries(state: HikeState) -> list[int]:
    return [choice for choice in state.offered if choice == PLACE]


def pruned_trainings(state: HikeState) -> list[int]:
    """Sell only where nothing can be bought and no step can be made."""
    return [choice for choice in state.offered if not SELL <= choice < SPACE and choice < TRADE]


def most_of_all(state: HikeState) -> list[int]:
    """One after the other, from the kind there is most of, so that no order is thought about twice."""
    packs = state.packs
    first = state.seat * KINDS
    most = DONE
    for kind in range(BASICS):
        if packs[first + kind] and (most == DONE or packs[first + kind] > packs[first + most]):
            most = kind
    return [DONE] if most == DONE else [DONE, most]


def kept_fires(state: HikeState) -> list[int]:
    """Which card to keep matters; the order of the others hardly does."""
    return [choice for choice in state.offered if choice < UNDER]


def market_as_it_lies(state: HikeState) -> list[int]:
    return [choice for choice in state.offered if choice < UNDER]


def nothing_more(state: HikeState) -> list[int]:
    return [NO]


def pruned_returns(state: HikeState) -> list[int]:
    return [kind for kind in state.offered if kind < BASICS]


def turns_left(state: HikeState) -> int:
    """About how many turns of each seat are to come: until the second of the three end conditions is met (FP-75).

    The longer a game has gone on, the nearer its end, whatever is missing: so that nobody waits for ever.
    """
    if state.last_turns != NOT_CLOSING:
        return 1
    seats = state.setup.seats
    rocky = rocky_left(state) * LONG // state.content.rocky_peaks
    stones = STONES
    views = RANKS
    for seat in range(seats):
        views = min(views, RANKS - panoramas(state, seat))
        stones = min(stones, stones_left(state, seat))
    stones = stones * LONG // STONES
    views = views * LONG // RANKS
    second = max(min(rocky, stones), min(max(rocky, stones), views))
    return max(min(second, USUAL - state.turns_played // seats), SHORT)


def rocky_left(state: HikeState) -> int:
    left = 0
    for peak in state.peaks:
        if state.content.peaks[peak].terrain == ROCKY:
            left += 1
    return left


def stones_left(state: HikeState, seat: int) -> int:
    left = 0
    for at in range(seat * STONES, (seat + 1) * STONES):
        if state.stones[at] == NOWHERE:
            left += 1
    return left


def own_turns_left(state: HikeState, seat: int) -> int:
    """How many turns a seat will have after this one in the last round (FP-76)."""
    seats = state.setup.seats
    until = (seat - state.first_seat() - state.turns_played) % seats
    return 1 if (until or seats) <= state.last_turns else 0


class Outlook:
    """One position, looked at for all seats: what is the same for each of them is found once."""

    def __init__(self, state: HikeState) -> None:
        self.state = state
        self.closing = state.last_turns != NOT_CLOSING
        self.turns = turns_left(state)
        self.peaks_left = [0] * len(TERRAINS)
        for peak in state.peaks:
            self.peaks_left[state.content.peaks[peak].terrain] += 1
        places = len(state.board.peak_ids)
        self.smallest = [NONE] * places
        """By peak the smallest stone on it."""
        stones = state.stones
        for at in range(len(stones)):
            place = stones[at]
            if place != NOWHERE and at % STONES > self.smallest[place]:
                self.smallest[place] = at % STONES

    def expected(self, seat: int) -> float:
        """The points a seat has, and what its goods, cards and goals are worth."""
        state = self.state
        points = float(total_points(state, seat))
        if state.seat < 0:
            return points
        turns = own_turns_left(state, seat) if self.closing else self.turns
        if turns == 0 and state.seat != seat:
            return points
        life = turns / LONG if turns < LONG else 1.0
        lasting = holdings(state, seat) + promises(state, seat) + self.discovery(seat)
        if state.seat == seat and state.stack.top is GATHER[seat]:
            lasting += A_GATHERING
        certain = WITHIN_REACH if self.closing else LEAST_CERTAIN + (1.0 - LEAST_CERTAIN) * life
        return points + certain * self.goals(seat, turns * QUARTERS, life) + life * lasting

    def goals(self, seat: int, time: int, life: float) -> float:
        """The best view, the best things to exchange for and the best summits, as far as there is time for them."""
        state = self.state
        board = state.board
        content = state.content
        legs = Legs(state, seat)
        lacks = shortages(state, seat, legs)
        bought = Best(time)
        for space in board.exchanges:
            exchange = content.exchanges[board.about[space]]
            worth = self.worth_of_exchange(seat, board.homes[space], exchange.product, life)
            if worth > 0.0:
                bought.add(worth, legs.time_to(space) + missing(state, seat, exchange.cost, lacks))
        seen = Best(time)
        wanted = panoramas(state, seat)
        for card in state.piles:
            if card != NO_CARD and content.panoramas[card].rank == wanted:
                panorama = content.panoramas[card]
                worth = panorama.points + self.worth_of_reward(panorama.reward, life)
                seen.add(worth, QUARTERS + missing(state, seat, panorama.cost, lacks))
        climbed = Best(time)
        for place in range(len(board.summits)):
            worth = self.worth_of_summit(seat, place, life)
            if worth > 0.0:
                climbed.add(worth, legs.time_to(board.summits[place]))
        return seen.first + bought.total() + climbed.total()

    def discovery(self, seat: int) -> float:
        """What the next tile is worth, less the farther away its place is."""
        state = self.state
        if not state.terrain:
            return 0.0
        far = state.board.distances_from_frontier()[state.pawns[seat]]
        return A_TILE * FARNESS[far] if far < len(FARNESS) else 0.0

    def worth_of_exchange(self, seat: int, home: int, product: Reward, life: float) -> float:
        state = self.state
        if product.kind == CAMPFIRE:
            return self.worth_of_reward(product, life)
        if product.kind != PEAK:
            return 0.0
        terrain = state.board.terrain_of(home)
        if state.board.open_sides[home] == 0 or self.peaks_left[terrain] == 0:
            return 0.0
        return state.content.badges[terrain] + life * NEW_SUMMIT[terrain]

    def worth_of_reward(self, reward: Reward, life: float) -> float:
        if reward.kind == CAMPFIRE:
            return 2.0 + life * A_CAMPFIRE if self.state.campfire.count() > 0 else 0.0
        if reward.kind == CARD:
            return life * A_CARD
        return life * AN_ENDORPHIN * reward.count if reward.kind == ENDORPHIN else 0.0

    def worth_of_summit(self, seat: int, place: int, life: float) -> float:
        """What the best stone gains there, beyond what it would be worth elsewhere."""
        state = self.state
        content = state.content
        best = 0.0
        peak = content.peaks[state.board.peak_ids[place]]
        reward = self.worth_of_reward(peak.reward, life)
        first = seat * STONES
        for stone in range(STONES):
            there = state.stones[first + stone]
            if there == place:
                return 0.0
            if there == NOWHERE and stone > self.smallest[place]:
                gain = content.multipliers[stone] * peak.points - life * ELSEWHERE[stone] + reward
                if gain > best:
                    best = gain
        return best


class Best:
    """The three best goals of a kind: the farther down, the less is likely to come of it."""

    def __init__(self, time: int) -> None:
        self.time = time
        self.first = 0.0
        self.second = 0.0
        self.third = 0.0

    def add(self, worth: float, needed: int) -> None:
        """Count a goal that takes so many quarters of a turn, if there is so much time."""
        if needed > self.time or needed >= len(DISCOUNT):
            return
        worth *= DISCOUNT[needed]
        if worth > self.first:
            self.third = self.second
            self.second = self.first
            self.first = worth
        elif worth > self.second:
            self.third = self.second
            self.second = worth
        elif worth > self.third:
            self.third = worth

    def total(self) -> float:
        return self.first + SECOND * self.second + THIRD * self.third


class Legs:
    """How a seat gets about: what it can walk this turn with the cards in its hand."""

    def __init__(self, state: HikeState, seat: int) -> None:
        board = state.board
        hands = state.hands
        first = seat * CARD_KINDS
        self.far = board.distances(state.pawns[seat])
        self.arrived = state.seat == seat and len(state.stack.below) > 0
        """In the middle of its turn the seat may still use the space it has come to."""
        self.rides = hands[first + BIKE] > 0
        self.from_bikes = board.distances_from_bikes() if self.rides else self.far
        one = hands[first + WALK] + hands[first + SIGHTSEE]
        two = hands[first + MARCH] + hands[first + SIGHTSEE]
        self.one = 0 if one else CAMP_FIRST
        self.two = 0 if two else CAMP_FIRST

    def time_to(self, space: int) -> int:
        """About how long it takes to stop on a space."""
        time = self.walk(self.far[space])
        if self.rides:
            ride = self.from_bikes[space]
            ridden = QUARTERS if ride == 0 else QUARTERS + self.walk(ride)
            if ridden < time:
                return ridden
        return time

    def walk(self, spaces: int) -> int:
        if spaces == 1:
            return QUARTERS + self.one
        if spaces == 2:
            return WALKING[2] + self.two
        if spaces == 0 and self.arrived:
            return 0
        return WALKING[spaces] if spaces < len(WALKING) else NEVER


def shortages(state: HikeState, seat: int, legs: Legs) -> list[int]:
    """How long it takes to get one of each resource and an endorphin; containers where the nearest is to be had."""
    board = state.board
    times = [A_BASIC_TAKES, A_BASIC_TAKES, A_BASIC_TAKES, 0, 0, 0, AN_ENDORPHIN_TAKES]
    for container in range(BASICS):
        card = seat * CARD_KINDS + MUSHROOM_BASKET + container
        filling = state.hands[card] + state.played[card] > 0
        times[BASICS + container] = A_FILLING_TAKES if filling else A_CONTAINER_TAKES
    for space in board.exchanges:
        exchange = state.content.exchanges[board.about[space]]
        kind = exchange.product.kind
        if BASICS <= kind < KINDS:
            time = legs.time_to(space) + missing(state, seat, exchange.cost, times)
            if time < times[kind]:
                times[kind] = time
    return times


def missing(state: HikeState, seat: int, cost: list[int], lacks: list[int]) -> int:
    """How long it takes to get what a seat lacks of a price."""
    time = 0
    packs = state.packs
    first = seat * KINDS
    for kind in range(KINDS):
        if cost[kind] > packs[first + kind]:
            time += (cost[kind] - packs[first + kind]) * lacks[kind]
    if cost[ENDORPHIN] > state.endorphins[seat]:
        time += (cost[ENDORPHIN] - state.endorphins[seat]) * lacks[ENDORPHIN]
    return time


def holdings(state: HikeState, seat: int) -> float:
    """What resources, endorphins and cards are worth for goals that come later."""
    packs = state.packs
    first = seat * KINDS
    endorphins = state.endorphins[seat]
    worth = AN_ENDORPHIN * endorphins if endorphins < PLENTY else AN_ENDORPHIN * PLENTY + 0.05 * (endorphins - PLENTY)
    for kind in range(KINDS):
        count = packs[first + kind]
        each = A_BASIC if kind < BASICS else A_CONTAINER
        worth += each * count if count <= ENOUGH else each * ENOUGH + 0.2 * each * (count - ENOUGH)
    cards = 0.0
    for kind in range(CARD_KINDS):
        held = state.hands[seat * CARD_KINDS + kind]
        worth += READY * held
        if kind >= len(STARTING):
            cards += CARD_WORTH[kind] * (held + state.played[seat * CARD_KINDS + kind])
    return worth + (cards if cards < MOST_FOR_CARDS else MOST_FOR_CARDS)


def promises(state: HikeState, seat: int) -> float:
    """What stones not yet placed and campfire cards are likely to bring beside the points they have."""
    worth = 0.0
    for stone in range(STONES):
        if state.stones[seat * STONES + stone] == NOWHERE:
            worth += ELSEWHERE[stone]
    fires = state.fires[seat]
    fire = 0
    while fires:
        if fires & 1:
            worth += FIRE_WORTH[fire]
        fires >>= 1
        fire += 1
    return worth


QUARTERS: Final = 4
LONG: Final = 36
SHORT: Final = 4
USUAL: Final = 42
LEAST_CERTAIN: Final = 0.35
WITHIN_REACH: Final = 0.8
NEVER: Final = 1000
LEAST_SPREAD: Final = 4.0
SPREAD_PER_TURN: Final = 0.6

DISCOUNT: Final = [0.955**quarters for quarters in range(120)]
WALKING: Final = [8, 4, 5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40]
"""How long it takes to walk so many spaces; back to one's own space, two moves."""
CAMP_FIRST: Final = 2
A_BASIC_TAKES: Final = 2
A_CONTAINER_TAKES: Final = 16
A_FILLING_TAKES: Final = 8
AN_ENDORPHIN_TAKES: Final = 2

SECOND: Final = 0.5
THIRD: Final = 0.25
A_CAMPFIRE: Final = 7.0
A_CARD: Final = 4.0
A_TILE: Final = 2.0
A_GATHERING: Final = 0.8
FARNESS: Final = [1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
A_BASIC: Final = 0.4
A_CONTAINER: Final = 1.8
AN_ENDORPHIN: Final = 0.3
ENOUGH: Final = 4
PLENTY: Final = 7
READY: Final = 0.2
MOST_FOR_CARDS: Final = 12.0
NEW_SUMMIT: Final = [4.5, 5.0, 7.0]
ELSEWHERE: Final = [8.0, 5.0, 2.5, 1.0, 0.0]
"""What a stone that is not placed yet may still bring."""
CARD_WORTH: Final = [0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.8, 0.8, 4.0, 0.6, 1.2, 5.0, 2.2, 2.2, 2.2, 0.3]
FIRE_WORTH: Final = [10.5, 10.5, 10.5, 9.5, 10.0, 10.0, 10.0, 9.5, 8.5, 10.5, 5.0, 4.5, 7.0, 4.5, 7.5, 4.5, 9.0, 7.0]
"""What a campfire card brings in a whole game, beside the points it is good for now."""
PRUNERS: Final[dict[str, Callable[[HikeState], list[int]]]] = {
    "play": pruned_plays,
    "move": pruned_moves,
    "second-step": pruned_moves,
    "pick-up": yes,
    "gather": yes,
    "exchange": pruned_exchanges,
    "bonus-peak": yes,
    "discovery": pruned_discoveries,
    "discard": most_of_all,
    "campfire": kept_fires,
    "observe": market_as_it_lies,
    "free-card": not_nothing,
    "training": pruned_trainings,
    "sell": nothing_more,
    "camp": not_nothing,
    "overflow": pruned_returns,
}
TRADING: Final = ("play", "exchange", "swap", "camp", "end-turn")
"""Where a trade of endorphins for a container is worth a thought: before it can be spent, and at the end."""
