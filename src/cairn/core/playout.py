"""Uniformly random play inside compiled code: what benchmarks measure and searches roll out with."""

from __future__ import annotations

from cairn.core.chance import Dice
from cairn.core.contract import State


def playout(state: State, dice: Dice) -> int:
    """Play a state to its end, every choice equally likely; returns the number of decisions. The state is used up."""
    decisions = 0
    while state.seat >= 0:
        offered = state.offered
        state.apply(offered[dice.pick(len(offered))], dice)
        decisions += 1
    return decisions
