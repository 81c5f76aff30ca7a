"""Positions to test with, written as the columns that were dropped into: "dde"."""

from __future__ import annotations

import cairn

GAME = cairn.game("connect-four")


def played(columns, **options):
    """The state after a disc for each letter."""
    state = GAME.start(2, cairn.Dice(1), **options)
    for column in columns:
        state.choose(state.parse(f"drop {column}"), cairn.Dice(1))
    return state
