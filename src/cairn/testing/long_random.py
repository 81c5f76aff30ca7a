"""Whole games at full pace: at random, and by hikers, who come to positions that chance alone hardly ever does.

The kit looks at a game from all sides and can afford a few games of a table; these checks ask little and can be run on
thousands. What they look for is rare: a question without an answer, a game that does not end, a sheet that does not
add up.
"""

from __future__ import annotations

from typing import Final

from cairn.core.evaluator import evaluator_of
from cairn.testing.case import Check, Table, ensure, is_stuck, named_check

LONG_RANDOM: Final[dict[str, Check]] = {}
"""By the bot that plays."""


@named_check("random", LONG_RANDOM)
def check_random(table: Table) -> None:
    """Every choice equally likely."""
    for _ in table.walk():
        pass
    _ended_well(table)


@named_check("hiker", LONG_RANDOM)
def check_hiker(table: Table) -> None:
    """Every choice equally likely that the evaluator does not prune: it leaves at least one, and invents none."""
    evaluator = evaluator_of(table.case.game)
    for state in table.walk():
        if state.seat >= 0:
            kept = evaluator.prune(state)
            ensure(bool(kept), f"seat {state.seat} is asked, and of {state.offered} everything is pruned")
            ensure(set(kept) <= set(state.offered), f"{kept} is left of {state.offered}")
            table.answer = kept[table.player.pick(len(kept))]
    _ended_well(table)


def _ended_well(table: Table) -> None:
    """Never without a choice, over within its bound, and every point and every share accounted for."""
    state = table.state
    ensure(not is_stuck(state), f"seat {state.seat} is asked but nothing can be chosen: {state.decision}")
    ensure(state.seat < 0, f"still running after {table.step} choices, its own bound")
    scores = state.scores()
    ensure(len(scores) == table.case.seats, f"there are {len(scores)} scores")
    for seat, score in enumerate(scores):
        ensure(
            sum(score.lines.values()) == score.total, f"seat {seat} has {score.total}, but its lines are {score.lines}"
        )
    shares = state.result()
    ensure(abs(sum(shares) - 1.0) < 1e-9, f"the shares sum to {sum(shares)}, not 1: {shares}")
