"""What is sensible in The Peak, and what is plainly wasted.

A failed challenge costs no more than ending the turn does, unless the card strikes back; so a climber does not stop
beside a card that can be tried for nothing, and does not try what no roll can cross. A card that would cost more than
it brings is left alone. The Mountain does not hand out the Gondola while it is a present, and in the final edition,
where its board is worth points, it neither holds cards back nor washes them away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.bots.judge import Judge
from cairn.core.contract import Game, State
from cairn.games.the_peak.board import NEIGHBOURS
from cairn.games.the_peak.content import NO_EFFECT
from cairn.games.the_peak.decisions import DIE, DRAW, END_TURN, KEEP, PLACES, STOP, Reroll, Retry
from cairn.games.the_peak.scoring import goal_points
from cairn.games.the_peak.state import PeakState, ways


class PeakJudge(Judge):
    def sensible(self, state: State) -> list[int]:
        return sensible(state)


def judge(game: Game) -> Judge:
    return PeakJudge()


def sensible(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    assert isinstance(state, PeakState)
    asked = state.stack.top
    assert asked is not None
    judge = SENSIBLE.get(asked.kind)
    return state.choices() if judge is None else judge(state) or state.choices()


def sensible_plays(state: PeakState) -> list[int]:
    kept = [choice for choice in state.offered if not is_present(state, choice)]
    if not state.rules.final:
        return kept
    laid = [choice for choice in kept if choice != END_TURN and choice // PLACES < state.content.laid]
    return laid or [choice for choice in kept if choice == END_TURN or not washes(state, choice)]


def is_present(state: PeakState, play: int) -> bool:
    """A card beside the token that nearly every roll crosses and that brings more height than it takes away."""
    kind, cell = divmod(play, PLACES)
    return (
        play != END_TURN and does(state, kind) == "leave" and cell in NEIGHBOURS[state.token] and not costs(state, kind)
    )


def washes(state: PeakState, play: int) -> bool:
    return state.content.on_play[play // PLACES].does == "storm"


def sensible_challenges(state: PeakState) -> list[int]:
    cells = [cell for cell in state.offered if cell != STOP and is_worth_a_try(state, cell)]
    free = [cell for cell in cells if state.content.on_fail[kind_on(state, cell)] is NO_EFFECT]
    return cells if free else [STOP, *cells]


def is_worth_a_try(state: PeakState, cell: int) -> bool:
    """Some roll crosses the card, and the climber would not rather have left it."""
    return ways(state.needed(cell, state.cold > 0)) > 0 and not costs(state, kind_on(state, cell))


def costs(state: PeakState, kind: int) -> bool:
    """Crossing it makes the Mountaineer leave more height behind than it has itself."""
    content = state.content
    return (
        does(state, kind) == "leave" and sum(content.elevation[face] for face in state.kept) > content.elevation[kind]
    )


def does(state: PeakState, kind: int) -> str:
    return state.content.on_cross[kind].does


def kind_on(state: PeakState, cell: int) -> int:
    return state.content.kind_of[state.board[cell]]


def sensible_retries(state: PeakState) -> list[int]:
    asked = state.stack.top
    assert isinstance(asked, Retry)
    return [asked.cell] if ways(state.needed(asked.cell, asked.chilled)) > 0 else [STOP]


def sensible_rerolls(state: PeakState) -> list[int]:
    """Keep a roll that crosses; reroll only a die whose best face would make it cross."""
    asked = state.stack.top
    assert isinstance(asked, Reroll)
    if asked.first + asked.second >= asked.needs:
        return [KEEP]
    kept = (asked.second, asked.first)
    best = state.content.sides
    return [choice for choice in state.offered if choice == KEEP or kept[choice // DIE - 1] + best >= asked.needs]


def sensible_cliffs(state: PeakState) -> list[int]:
    """A new goal costs nothing: the worst one goes."""
    return [DRAW] if DRAW in state.offered else state.choices()


def sensible_drops(state: PeakState) -> list[int]:
    """Not the one goal that brings more than all others as things stand."""
    content = state.content
    pictured = state.rules.pictured_liquids
    points = [goal_points(content, content.goals[goal], state.kept, pictured) for goal in state.offered]
    best = max(points)
    if points.count(best) > 1:
        return state.choices()
    return [goal for goal, worth in zip(state.offered, points, strict=True) if worth < best]


SENSIBLE: Final[dict[str, Callable[[PeakState], list[int]]]] = {
    "play": sensible_plays,
    "challenge": sensible_challenges,
    "retry": sensible_retries,
    "reroll": sensible_rerolls,
    "cliff": sensible_cliffs,
    "drop": sensible_drops,
}
