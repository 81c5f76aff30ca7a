"""Uniformly random play inside compiled code: what benchmarks measure and searches roll out with."""

from __future__ import annotations

from mypy_extensions import i64

from cairn.core.chance import Dice
from cairn.core.contract import NO_CHOICES, Setup, State


def playout(state: State, dice: Dice) -> int:
    """Play a state to its end, every choice equally likely; returns the number of decisions. The state is used up.

    `State.apply` and `State.settle` in one loop: half of a decision's time would go into calling them.
    """
    stack = state.stack
    top = stack.top
    asked = state.seat >= 0
    decisions: i64 = 0
    while top is not None:
        number: i64 = 0
        if asked:
            number = dice.pick(state.answer_count)
            decisions += 1
        listed = state.listed
        choice: i64 = state.answers[number] if listed is None else listed[number]
        stack.pop()
        top.apply(state, choice, dice)
        top = stack.top
        if top is None:
            break
        state.answer_count = 0
        state.listed = None
        top.offer(state)
        asked = state.answer_count > 1 or top.shown_when_forced
        if asked:
            state.seat = top.seat
    state.set_answers(NO_CHOICES)
    state.seat = -1
    return decisions


def playouts(setup: Setup, games: int, dice: Dice) -> int:
    """Set up so many games and play each to its end; returns the number of decisions."""
    decisions = 0
    for _ in range(games):
        decisions += playout(setup.game.set_up(setup, dice, None), dice)
    return decisions


def clones(state: State, copies: int) -> int:
    """Make so many copies; returns how many. Benchmarks measure it here, where no interpreter stands between."""
    for _ in range(copies):
        state.clone()
    return copies


def resamples(state: State, seat: int, copies: int, dice: Dice) -> int:
    """The same with what a seat cannot see drawn anew in each."""
    for _ in range(copies):
        state.resample(seat, dice)
    return copies
