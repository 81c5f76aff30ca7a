"""Positions that tests of several interfaces begin with."""

from __future__ import annotations

import cairn


def last_decision(slug: str, seats: int) -> tuple[cairn.State, cairn.Dice]:
    """Where a game at random has one decision to go, with the luck ahead."""
    dice = cairn.Dice(1)
    state = cairn.game(slug).start(seats, dice)
    before = state.clone(), dice.clone()
    while state.seat >= 0:
        before = state.clone(), dice.clone()
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
    return before
