"""What is sensible in Five Peaks, and what is plainly wasted.

A seat takes what it can get for nothing, pays for peaks, campfires and cards when it stands where they are given, buys
a panorama when it camps and can, walks to a space that does something for it, and camps only if cards come back or
nothing else is left to play. Of what does not fit into the backpack it returns basics before containers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.bots.judge import Judge
from cairn.core.contract import Game, State
from cairn.games.five_peaks.actions import SPACE, TRADE, can_gain, can_pay, has_stone_on, lying_at, smallest_stone
from cairn.games.five_peaks.board import NONE
from cairn.games.five_peaks.content import (
    BASICS,
    CAMP,
    CAMPFIRE,
    CARD,
    CARD_KINDS,
    CONTAINERS,
    EXCHANGE,
    GATHERING,
    KINDS,
    PEAK,
    STONES,
    SUMMIT,
)
from cairn.games.five_peaks.decisions import NO, PLACE, SELL, YES, exchange_here, next_rank
from cairn.games.five_peaks.scoring import score
from cairn.games.five_peaks.state import NO_CARD, NOWHERE, HikeState


class HikeJudge(Judge):
    def sensible(self, state: State) -> list[int]:
        return sensible(state)

    def hopes(self, state: State) -> list[float]:
        assert isinstance(state, HikeState)
        return [prospect(state, seat) for seat in range(state.setup.seats)]


def judge(game: Game) -> Judge:
    return HikeJudge()


def sensible(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    assert isinstance(state, HikeState)
    asked = state.stack.top
    assert asked is not None
    judge = SENSIBLE.get(asked.kind)
    kept = state.choices() if judge is None else judge(state)
    return kept if kept else state.choices()


def sensible_plays(state: HikeState) -> list[int]:
    """Camp for a panorama or to get cards back; otherwise only if nothing else can be played."""
    seat = state.seat
    played = sum(state.played[seat * CARD_KINDS : (seat + 1) * CARD_KINDS])
    if played > 1 or can_buy_panorama(state, seat):
        return state.choices()
    return [card for card in state.offered if card != CAMP]


def can_buy_panorama(state: HikeState, seat: int) -> bool:
    wanted = next_rank(state, seat)
    panoramas = state.content.panoramas
    cards = [card for card in state.piles if card != NO_CARD and panoramas[card].rank == wanted]
    return any(can_pay(state, seat, panoramas[card].cost) for card in cards)


def sensible_moves(state: HikeState) -> list[int]:
    return [choice for choice in state.offered if choice < SPACE or is_useful(state, choice // SPACE - 1)]


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


def sensible_exchanges(state: HikeState) -> list[int]:
    """Rewards are always worth their price; of resources and endorphins one may have enough."""
    if exchange_here(state, state.seat).product.kind < CARD:
        return state.choices()
    return [choice for choice in state.offered if NO < choice < TRADE]


def not_nothing(state: HikeState) -> list[int]:
    return [choice for choice in state.offered if choice != NO]


def sensible_discoveries(state: HikeState) -> list[int]:
    return [choice for choice in state.offered if choice == PLACE]


def sensible_trainings(state: HikeState) -> list[int]:
    """Sell only where nothing can be bought and no step can be made."""
    return [choice for choice in state.offered if not SELL <= choice < SPACE]


def nothing_more(state: HikeState) -> list[int]:
    return [NO]


def sensible_returns(state: HikeState) -> list[int]:
    return [kind for kind in state.offered if kind < BASICS]


def prospect(state: HikeState, seat: int) -> float:
    """The points a seat has, and what its goods, cards and place on the map are worth towards more."""
    points = float(score(state, seat).total)
    if state.stack.top is None:
        return points
    packs = state.packs
    first = seat * KINDS
    goods = 0.3 * min(state.endorphins[seat], 12)
    for kind in range(KINDS):
        worth = WORTH_OF_BASIC if kind < BASICS else WORTH_OF_CONTAINER
        goods += worth * min(packs[first + kind], ENOUGH) + 0.1 * max(packs[first + kind] - ENOUGH, 0)
    hand = sum(state.hands[seat * CARD_KINDS : (seat + 1) * CARD_KINDS])
    owned = hand + sum(state.played[seat * CARD_KINDS : (seat + 1) * CARD_KINDS])
    cards = 0.25 * hand + 0.8 * min(owned - 5, 5)
    fires = 3.0 * len(state.campfires_of(seat))
    return points + goods + cards + fires + panorama_hope(state, seat) + map_hope(state, seat)


def panorama_hope(state: HikeState, seat: int) -> float:
    """Part of the points of the nearest panorama of the rank that comes next, by how much of its price is there."""
    wanted = next_rank(state, seat)
    panoramas = state.content.panoramas
    best = 0.0
    for card in state.piles:
        if card != NO_CARD and panoramas[card].rank == wanted:
            best = max(best, panoramas[card].points * 0.7 * covered(state, seat, panoramas[card].cost))
    return best


def covered(state: HikeState, seat: int, cost: list[int]) -> float:
    """How much of a price a seat has."""
    needed = sum(cost)
    have = sum([min(cost[kind], state.packs[seat * KINDS + kind]) for kind in range(KINDS)])
    return (have + min(cost[KINDS], state.endorphins[seat])) / needed


def map_hope(state: HikeState, seat: int) -> float:
    """What the best spaces for rewards and stones promise, less the farther away they are."""
    board = state.board
    far = distances(state, seat)
    best = 0.0
    second = 0.0
    for space in range(len(board.kinds)):
        if far[space] == UNREACHED:
            continue
        worth = promise(state, seat, space) * NEARNESS[min(far[space], len(NEARNESS) - 1)]
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    return best + 0.5 * second + 0.15 * len(board.tile_ids)


def promise(state: HikeState, seat: int, space: int) -> float:
    """What stopping on a space would bring, if its price were there; part of it by how much is."""
    board = state.board
    kind = board.kinds[space]
    if kind == SUMMIT:
        place = board.about[space]
        if not can_place_stone(state, seat, place):
            return 0.0
        return 2.0 * state.content.peaks[board.peak_ids[place]].points
    if kind != EXCHANGE:
        return 0.0
    exchange = state.content.exchanges[board.about[space]]
    if exchange.product.kind == PEAK:
        home = board.homes[space]
        terrain = board.terrain_of(home)
        left = sum([1 for peak in state.peaks if state.content.peaks[peak].terrain == terrain])
        worth = 1.4 * state.content.badges[terrain] if left and board.open_sides[home] else 0.0
    elif exchange.product.kind == CAMPFIRE:
        worth = 4.0 if state.campfire.count() else 0.0
    else:
        worth = 1.0
    share = covered(state, seat, exchange.cost)
    return 0.7 * worth * share * share


def distances(state: HikeState, seat: int) -> list[int]:
    """How many spaces away each space is along paths."""
    edges = state.board.edges
    far = [UNREACHED] * len(edges)
    far[state.pawns[seat]] = 0
    reached = [state.pawns[seat]]
    at = 0
    while at < len(reached):
        space = reached[at]
        at += 1
        for other in edges[space]:
            if far[other] == UNREACHED:
                far[other] = far[space] + 1
                reached.append(other)
    return far


UNREACHED: Final = 99
ENOUGH: Final = 4
WORTH_OF_BASIC: Final = 0.5
WORTH_OF_CONTAINER: Final = 1.6
NEARNESS: Final = [0.7, 1.0, 0.95, 0.85, 0.8, 0.7, 0.65, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3]
SENSIBLE: Final[dict[str, Callable[[HikeState], list[int]]]] = {
    "play": sensible_plays,
    "move": sensible_moves,
    "second-step": sensible_moves,
    "pick-up": yes,
    "gather": yes,
    "exchange": sensible_exchanges,
    "bonus-peak": yes,
    "discovery": sensible_discoveries,
    "training": sensible_trainings,
    "sell": nothing_more,
    "camp": not_nothing,
    "overflow": sensible_returns,
}
