"""Whole games at random: what holds at every step, whatever the options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cairn import Dice, State
from tests.games.solstis.tables import GAME

OPTIONS: list[dict[str, Any]] = [
    {},
    *({name: value} for name, option in GAME.options.items() for value in option.choices),
]


def steps(options: dict[str, Any], seed: int = 3) -> Iterator[State]:
    """The state at every step of a game, one object that moves on."""
    dice = Dice(seed)
    state = GAME.start(2, dice, None, **options)
    yield state
    while state.seat >= 0:
        state.choose(state.offered[dice.pick(len(state.offered))], dice)
        yield state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_nothing_is_lost_and_what_is_dumped_loads(options: dict[str, Any]) -> None:
    box = GAME.start(2, Dice(0), None, **options).components()
    for count, state in enumerate(steps(options)):
        data = state.dump()
        loaded = GAME.load(json.loads(json.dumps(data)))
        assert state.components() == box
        assert (loaded.dump(), loaded.seat, loaded.choices()) == (data, state.seat, state.choices())
        assert count < GAME.longest(2)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_worlds_cannot_be_told_apart(options: dict[str, Any]) -> None:
    dice = Dice(8)
    for state in steps(options):
        for viewer in (0, 1, None):
            view = state.view(viewer)
            worlds = [GAME.imagine(view, dice), state.resample(-1 if viewer is None else viewer, dice)]
            assert [world.view(viewer) for world in worlds] == [view, view]
            assert [world.components() for world in worlds] == [state.components()] * 2


def test_a_clone_goes_its_own_way() -> None:
    for state in steps({}):
        before = state.dump()
        copy = state.clone()
        for choice in state.choices()[:1]:
            copy.apply(choice, Dice(1))
        assert state.dump() == before
