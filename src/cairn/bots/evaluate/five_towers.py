"""What is sensible in 5 Towers, and what is plainly wasted.

A free build is one that needs no teardown. A seat that may build for free does not open with 0, takes cards that keep
the build free, tears nothing down unless it must, and orders a build so that the highest card ends on top. It bids for
a build that needs a teardown only if the points it leads to are no fewer than without.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from cairn.bots.judge import Judge
from cairn.core.contract import Game, State
from cairn.games.five_towers.building import below, top_of
from cairn.games.five_towers.content import VALUES, Content
from cairn.games.five_towers.decisions import KEEP, PASS
from cairn.games.five_towers.scoring import score
from cairn.games.five_towers.state import NO_BID, TowersState

IMPOSSIBLE: Final = -1000


class TowersJudge(Judge):
    def sensible(self, state: State) -> list[int]:
        return sensible(state)


def judge(game: Game) -> Judge:
    return TowersJudge()


def sensible(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    assert isinstance(state, TowersState)
    asked = state.stack.top
    assert asked is not None
    return SENSIBLE[asked.kind](state)


def sensible_bids(state: TowersState) -> list[int]:
    free = most_free(state)
    kept = [bid for bid in state.offered if bid == PASS or bid <= free]
    costly = [bid for bid in state.offered if bid != PASS and bid > free]
    if costly:
        wanted = best_total(state, free, False) if free > state.bid else best_total(state, 0, False)
        kept += [bid for bid in costly if best_total(state, bid, True) >= wanted]
    if state.bid == NO_BID and free > 0:
        kept.remove(0)
    return kept


def sensible_takes(state: TowersState) -> list[int]:
    held = state.hand_cards()
    missing = state.bid - len(held)
    towers = state.towers_of(state.seat)
    free = {
        card
        for taken in combinations(state.display_cards(), missing)
        if all_go_up(state.content, towers, held + list(taken))
        for card in taken
    }
    return [card for card in state.offered if card in free] or state.choices()


def sensible_teardowns(state: TowersState) -> list[int]:
    return [KEEP] if KEEP in state.offered else state.choices()


def sensible_builds(state: TowersState) -> list[int]:
    kind = state.offered[0] // VALUES
    values = values_of_kind(state.hand_cards(), kind)
    tops = [highest_top(state.content, card % VALUES, without(values, card % VALUES)) for card in state.offered]
    return [card for card, top in zip(state.offered, tops, strict=True) if top == max(tops)]


def most_free(state: TowersState) -> int:
    """How many cards of the display the asked seat can build without a teardown."""
    cards = state.display_cards()
    return sum(
        most_on(state.content, top_of(tower), values_of_kind(cards, kind))
        for kind, tower in enumerate(state.towers_of(state.seat))
    )


def most_on(content: Content, top: int, values: list[int]) -> int:
    """The most of these values that can go on a top one after the other."""
    return max(
        [1 + most_on(content, value, without(values, value)) for value in values if content.fits[top * VALUES + value]],
        default=0,
    )


def best_total(state: TowersState, count: int, teardown: bool) -> int:
    """The most points the asked seat can have after building so many cards of the display; IMPOSSIBLE if it cannot."""
    content = state.content
    torn = len(state.torn_by(state.seat))
    towers = state.towers_of(state.seat)
    grounds = torn_down(content, towers) if teardown else [towers]
    totals = [
        score(content, built(ground, list(cards)), torn + 1 if teardown else torn).total
        for ground in grounds
        for cards in combinations(state.display_cards(), count)
        if all_go_up(content, ground, list(cards))
    ]
    return max(totals, default=IMPOSSIBLE)


def torn_down(content: Content, towers: list[int]) -> list[list[int]]:
    """The towers after each teardown that the rules allow."""
    grounds: list[list[int]] = []
    for kind, tower in enumerate(towers):
        if below(content, tower) != content.roof:
            ground = towers[:]
            ground[kind] = tower >> 5
            grounds.append(ground)
    return grounds


def built(towers: list[int], cards: list[int]) -> list[int]:
    """The towers with these cards on them as the score sees them: how many, and a roof on top if there is one."""
    higher = towers[:]
    for card in sorted(cards, reverse=True):
        higher[card // VALUES] = higher[card // VALUES] << 5 | card % VALUES
    return higher


def all_go_up(content: Content, towers: list[int], cards: list[int]) -> bool:
    """Whether all of these cards can be built on these towers without a teardown."""
    for kind, tower in enumerate(towers):
        values = values_of_kind(cards, kind)
        if values and highest_top(content, top_of(tower), values) == IMPOSSIBLE:
            return False
    return True


def highest_top(content: Content, top: int, values: list[int]) -> int:
    """The highest top that is left when all of these values have gone on a top; IMPOSSIBLE if they cannot."""
    if not values:
        return top
    return max(
        [highest_top(content, value, without(values, value)) for value in values if content.fits[top * VALUES + value]],
        default=IMPOSSIBLE,
    )


def values_of_kind(cards: list[int], kind: int) -> list[int]:
    return [card % VALUES for card in cards if card // VALUES == kind]


def without(values: list[int], value: int) -> list[int]:
    rest = values[:]
    rest.remove(value)
    return rest


SENSIBLE: Final[dict[str, Callable[[TowersState], list[int]]]] = {
    "bid": sensible_bids,
    "take": sensible_takes,
    "teardown": sensible_teardowns,
    "build": sensible_builds,
}
