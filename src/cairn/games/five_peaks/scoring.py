"""The points, line by line (FP-80 to FP-84)."""

from __future__ import annotations

from typing import Final

from cairn.core.contract import Score
from cairn.games.five_peaks.content import (
    CAMPFIRES,
    CARD_KINDS,
    KINDS,
    RANKS,
    RESOURCES,
    SCORE_BADGES,
    SCORE_BASKETS,
    SCORE_CAMPFIRES,
    SCORE_CARDS,
    SCORE_ENDORPHINS,
    SCORE_JARS,
    SCORE_PANORAMAS,
    SCORE_POUCHES,
    SCORE_STONE,
    STARTING,
    STONES,
    TERRAINS,
)
from cairn.games.five_peaks.state import HikeState

BADGES: Final = "badges"
PANORAMAS: Final = "panoramas"
CAMPFIRE_CARDS: Final = "campfires"
STONE_PILES: Final = "stones"


def score(state: HikeState, seat: int) -> Score:
    return Score(
        {
            BADGES: badge_points(state, seat),
            PANORAMAS: panorama_points(state, seat),
            CAMPFIRE_CARDS: all_campfire_points(state, seat),
            STONE_PILES: stone_points(state, seat),
        }
    )


def total_points(state: HikeState, seat: int) -> int:
    """What `score` sums up to, without the lines. Hot."""
    return (
        badge_points(state, seat)
        + panorama_points(state, seat)
        + all_campfire_points(state, seat)
        + stone_points(state, seat)
    )


def badge_points(state: HikeState, seat: int) -> int:
    points = 0
    for terrain in range(len(TERRAINS)):
        points += state.badges[seat * len(TERRAINS) + terrain] * state.content.badges[terrain]
    return points


def panorama_points(state: HikeState, seat: int) -> int:
    points = 0
    for rank in range(panoramas(state, seat)):
        points += state.content.panoramas[state.owned[seat * RANKS + rank]].points
    return points


def stone_points(state: HikeState, seat: int) -> int:
    points = 0
    for stone in range(STONES):
        points += state.stone_value(seat, stone) * state.content.multipliers[stone]
    return points


def all_campfire_points(state: HikeState, seat: int) -> int:
    points = 0
    fires = state.fires[seat] >> FIRST_SCORING
    fire = FIRST_SCORING
    while fires:
        if fires & 1:
            points += campfire_points(state, seat, fire)
        fires >>= 1
        fire += 1
    return points


def campfire_points(state: HikeState, seat: int, fire: int) -> int:
    """What one campfire card scores for its owner (FP-83)."""
    value = state.content.campfire_values[fire]
    if fire == SCORE_STONE:
        return best_upgrade(state, seat, value)
    return value * counted_for(state, seat, fire)


def counted_for(state: HikeState, seat: int, fire: int) -> int:
    """How many of the things a seat has that a campfire card counts."""
    if fire == SCORE_CAMPFIRES:
        return state.fires[seat].bit_count()
    if fire == SCORE_PANORAMAS:
        return panoramas(state, seat)
    if fire == SCORE_CARDS:
        return hiking_cards(state, seat)
    if fire == SCORE_BADGES:
        first = seat * len(TERRAINS)
        return state.badges[first] + state.badges[first + 1] + state.badges[first + 2]
    if fire == SCORE_ENDORPHINS:
        return state.endorphins[seat]
    kind = SCORED_RESOURCE[fire]
    return state.packs[seat * KINDS + kind] if kind >= 0 else 0


def best_upgrade(state: HikeState, seat: int, value: int) -> int:
    """What counting one placed stone of the highest multiplier with this multiplier instead adds."""
    multipliers = state.content.multipliers
    highest = max(multipliers)
    placed = [state.stone_value(seat, stone) for stone in range(STONES) if multipliers[stone] == highest]
    return max(placed) * (value - highest)


def panoramas(state: HikeState, seat: int) -> int:
    """How many panoramas a seat has: one of each rank up to this many."""
    count = 0
    while count < RANKS and state.owned[seat * RANKS + count] >= 0:
        count += 1
    return count


def hiking_cards(state: HikeState, seat: int) -> int:
    """Cards in hand and played, without the starting cards."""
    count = 0
    for at in range(seat * CARD_KINDS + len(STARTING), (seat + 1) * CARD_KINDS):
        count += state.hands[at] + state.played[at]
    return count


FIRST_SCORING: Final = SCORE_STONE
SCORED_RESOURCE: Final = [-1] * len(CAMPFIRES)
SCORED_RESOURCE[SCORE_BASKETS] = RESOURCES.index("basket")
SCORED_RESOURCE[SCORE_JARS] = RESOURCES.index("jar")
SCORED_RESOURCE[SCORE_POUCHES] = RESOURCES.index("pouch")
"""By campfire card the resource that it counts, or -1."""
