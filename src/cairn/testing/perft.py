"""Counts positions: the cheapest way to notice that a rule offers more or less than it did."""

from __future__ import annotations

from cairn.core.chance import Dice
from cairn.core.contract import State


def perft(state: State, depth: int, seed: int = 0) -> list[int]:
    """How many lines of play there are of each length from 1 to `depth`. The state is left alone.

    Only choices branch: every branch goes on with its own copy of the same dice, so the counts are the same everywhere.
    """
    counts = [0] * depth
    _count(state, Dice(seed), counts, 0)
    return counts


def _count(state: State, dice: Dice, counts: list[int], at: int) -> None:
    counts[at] += len(state.offered)
    if at + 1 == len(counts):
        return
    for choice in state.offered:
        child = state.clone()
        own = dice.clone()
        child.apply(choice, own)
        _count(child, own, counts, at + 1)
