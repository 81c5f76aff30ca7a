"""Uniformly random play inside compiled code: what benchmarks measure and searches roll out with."""

from __future__ import annotations

from cairn.core.chance import Dice
from cairn.core.contract import Setup, State


def playout(state: State, dice: Dice) -> int:
    """Play a state to its end, every choice equally likely; returns the number of decisions. The state is used up."""
    decisions = 0
    while state.seat >= 0:
        state.apply(state.answer(dice.pick(state.answer_count)), dice)
        decisions += 1
    return decisions


def playouts(setup: Setup, games: int, dice: Dice) -> int:
    """Set up so many games and play each to its end; returns the number of decisions."""
    decisions = 0
    for _ in range(games):
        decisions += playout(setup.game.set_up(setup, dice, None), dice)
    return decisions
