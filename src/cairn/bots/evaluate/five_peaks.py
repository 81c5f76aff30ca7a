"""What is sensible in Five Peaks, and what is plainly wasted.

A seat takes what it can get for nothing, pays for peaks, campfires and cards when it stands where they are given, buys
a panorama when it camps and can, walks to a space that does something for it, and camps only if cards come back or
nothing else is left to play. Of what does not fit into the backpack it returns basics before containers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.core.contract import State
from cairn.games.five_peaks.actions import SPACE, TRADE, can_gain, can_pay, has_stone_on, lying_at, smallest_stone
from cairn.games.five_peaks.board import NONE
from cairn.games.five_peaks.content import (
    BASICS,
    CAMP,
    CARD,
    CARD_KINDS,
    CONTAINERS,
    EXCHANGE,
    GATHERING,
    KINDS,
    STONES,
    SUMMIT,
)
from cairn.games.five_peaks.decisions import NO, PLACE, SELL, YES, exchange_here, next_rank
from cairn.games.five_peaks.state import NO_CARD, NOWHERE, HikeState


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
