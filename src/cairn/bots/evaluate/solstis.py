"""What is sensible in Solstis, and what is plainly wasted.

A seat that can capture does so, with tiles that do not go out of the game if it has others; it puts a rainbow where it
forms a square as long as that leads to an encounter; it does not decline a spirit; and it lets the evil spirit cover
what costs the opponent most. All of this is judged by what the seat asked can see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from cairn.bots.judge import Judge
from cairn.core.contract import Game, State
from cairn.games.solstis.decisions import NONE, NOWHERE
from cairn.games.solstis.panorama import bit
from cairn.games.solstis.state import SolstisState


class SolstisJudge(Judge):
    def sensible(self, state: State) -> list[int]:
        return sensible(state)


def judge(game: Game) -> Judge:
    return SolstisJudge()


def sensible(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    assert isinstance(state, SolstisState)
    asked = state.stack.top
    assert asked is not None
    judge = SENSIBLE.get(asked.kind)
    return state.choices() if judge is None else judge(state)


def sensible_plays(state: SolstisState) -> list[int]:
    capturing = state.capturing()
    useful = [tile for tile in state.offered if capturing >> tile & 1 and not goes_out(state, tile)]
    return useful or [tile for tile in state.offered if not goes_out(state, tile)] or state.choices()


def sensible_tiles(state: SolstisState) -> list[int]:
    return [tile for tile in state.offered if not goes_out(state, tile)] or state.choices()


def sensible_rainbows(state: SolstisState) -> list[int]:
    if not any(decision.kind == "encounter" for decision in state.stack.pending()):
        return state.choices()
    return [place for place in state.offered if forms_square(state, place)] or state.choices()


def sensible_encounters(state: SolstisState) -> list[int]:
    return [source for source in state.offered if source != NONE]


def sensible_covers(state: SolstisState) -> list[int]:
    left = [total_if_covered(state, spirit) for spirit in state.offered]
    return [spirit for spirit, total in zip(state.offered, left, strict=True) if total == min(left)]


def goes_out(state: SolstisState, tile: int) -> bool:
    """Whether a blocked rainbow of the asked seat lies on the tile's position (SO-20)."""
    player = state.players[state.seat]
    kept_out = player.rainbows & player.blocked
    return kept_out >> tile & 1 == 1


def forms_square(state: SolstisState, place: int) -> bool:
    if place == NOWHERE:
        return False
    player = state.players[state.seat]
    rainbow: i64 = bit(place)
    return state.content.mountain.squares_with(player.land | player.rainbows | rainbow, rainbow) != 0


def total_if_covered(state: SolstisState, spirit: int) -> int:
    """The stars left to the opponent when the evil spirit covers this one."""
    world = state.clone()
    world.covered = spirit
    return world.scores()[1 - state.seat].total


SENSIBLE: Final[dict[str, Callable[[SolstisState], list[int]]]] = {
    "play": sensible_plays,
    "capture": sensible_tiles,
    "add-from-hand": sensible_tiles,
    "add-from-display": sensible_tiles,
    "rainbow": sensible_rainbows,
    "encounter": sensible_encounters,
    "cover": sensible_covers,
}
