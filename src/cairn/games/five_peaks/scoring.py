"""The points, line by line (FP-80 to FP-84)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cairn.core.contract import Score
from cairn.games.five_peaks.content import (
    CAMPFIRES,
    CARD_KINDS,
    KINDS,
    RESOURCES,
    STARTING,
    STONES,
    TERRAINS,
)

if TYPE_CHECKING:
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
            CAMPFIRE_CARDS: sum(campfire_points(state, seat, fire) for fire in state.campfires_of(seat)),
            STONE_PILES: stone_points(state, seat),
        }
    )


def badge_points(state: HikeState, seat: int) -> int:
    return sum(state.badges[seat * 3 + terrain] * state.content.badges[terrain] for terrain in range(len(TERRAINS)))


def panorama_points(state: HikeState, seat: int) -> int:
    return sum(state.content.panoramas[card].points for card in state.panoramas_of(seat))


def stone_points(state: HikeState, seat: int) -> int:
    return sum(state.stone_value(seat, stone) * state.content.multipliers[stone] for stone in range(STONES))


def campfire_points(state: HikeState, seat: int, fire: int) -> int:
    """What one campfire card scores for its owner (FP-83)."""
    value = state.content.campfire_values[fire]
    name = CAMPFIRES[fire]
    if name == "score-stone":
        return best_upgrade(state, seat, value)
    if name == "score-campfires":
        return value * len(state.campfires_of(seat))
    if name == "score-panoramas":
        return value * len(state.panoramas_of(seat))
    if name == "score-cards":
        return value * hiking_cards(state, seat)
    if name == "score-badges":
        return value * sum(state.badges[seat * 3 : seat * 3 + 3])
    if name == "score-endorphins":
        return value * state.endorphins[seat]
    if name in SCORED_RESOURCES:
        return value * state.packs[seat * KINDS + SCORED_RESOURCES[name]]
    return 0


def best_upgrade(state: HikeState, seat: int, value: int) -> int:
    """What counting one placed stone of the highest multiplier with this multiplier instead adds."""
    multipliers = state.content.multipliers
    highest = max(multipliers)
    placed = [state.stone_value(seat, stone) for stone in range(STONES) if multipliers[stone] == highest]
    return max(placed) * (value - highest)


def hiking_cards(state: HikeState, seat: int) -> int:
    """Cards in hand and played, without the starting cards."""
    first = seat * CARD_KINDS + len(STARTING)
    last = (seat + 1) * CARD_KINDS
    return sum(state.hands[first:last]) + sum(state.played[first:last])


SCORED_RESOURCES: Final = {
    "score-baskets": RESOURCES.index("basket"),
    "score-jars": RESOURCES.index("jar"),
    "score-pouches": RESOURCES.index("pouch"),
}
