"""What is sensible in PEAKS, and what is plainly wasted.

Nothing that is given is refused, no card is discarded for energy that is there, no bonus card is used that is already
fulfilled, nobody rests with a full track or prepares for nothing, and companions who can add nothing stay at home.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.bots.judge import Judge
from cairn.core.contract import Game, State
from cairn.games.peaks.climbing import rolls_needed
from cairn.games.peaks.content import FIRST_BONUS, FIRST_COMPANION, NOTHING
from cairn.games.peaks.decisions import (
    FIRST_CLIMB,
    FIRST_PREPARE,
    FIRST_USE,
    PAY_REST,
    STOP,
    TAKE_NOTHING,
)
from cairn.games.peaks.mats import COMPANION, ENERGY, MAT, SLOTS
from cairn.games.peaks.scoring import fulfilled
from cairn.games.peaks.state import PeaksState


class PeaksJudge(Judge):
    def sensible(self, state: State) -> list[int]:
        return sensible(state)


def judge(game: Game) -> Judge:
    return PeaksJudge()


def sensible(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    assert isinstance(state, PeaksState)
    asked = state.stack.top
    assert asked is not None
    judge = SENSIBLE.get(asked.kind)
    return state.choices() if judge is None else judge(state) or state.choices()


def sensible_turns(state: PeaksState) -> list[int]:
    rested = state.mat[state.seat * MAT + ENERGY] >= state.content.last_energy
    return [choice for choice in unspoilt(state) if choice != TAKE_NOTHING and not (rested and choice < FIRST_PREPARE)]


def unspoilt(state: PeaksState) -> list[int]:
    """Without using up a bonus card whose flags would count now."""
    return [
        choice
        for choice in state.offered
        if not FIRST_USE <= choice < FIRST_CLIMB or not fulfilled(state, state.seat, FIRST_BONUS + choice - FIRST_USE)
    ]


def all_but_stopping(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice != STOP]


def all_but_keeping(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice != PAY_REST]


def all_but_nothing(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice != 0]


def paying_with_energy(state: PeaksState) -> list[int]:
    return [PAY_REST] if PAY_REST in state.offered else state.choices()


def useful_companions(state: PeaksState) -> list[int]:
    """Without rolls to prevent, those without an ability stay at home."""
    if rolls_needed(state) > 0:
        return state.choices()
    idle = 0
    for slot in range(SLOTS):
        card = state.mat[state.seat * MAT + COMPANION + slot]
        if card >= FIRST_COMPANION and state.content.ability[card - FIRST_COMPANION] == NOTHING:
            idle |= 2**slot
    return [choice for choice in state.offered if not choice & idle]


SENSIBLE: Final[dict[str, Callable[[PeaksState], list[int]]]] = {
    "turn": sensible_turns,
    "window": unspoilt,
    "gain": all_but_stopping,
    "die": all_but_stopping,
    "tile": all_but_stopping,
    "gear": all_but_stopping,
    "gear-pair": all_but_stopping,
    "draw": all_but_stopping,
    "keep": all_but_keeping,
    "summit": all_but_nothing,
    "pay": paying_with_energy,
    "bring": useful_companions,
}
