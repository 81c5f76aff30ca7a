"""The three pairs of conditions that bring about the end, each played from its last step to the end of the game."""

from __future__ import annotations

import pytest

from cairn import Dice, Script
from cairn.games.five_peaks.actions import end_conditions
from cairn.games.five_peaks.state import HikeState
from cairn.testing import rule
from tests.games.five_peaks.tables import Table, asked, play, zones

PANORAMAS = ("i-1", "ii-1", "iii-1", "iv-1", "v-1", "vi-1")
ROCKY = ("raven", "eagle", "wolf", "bear")
SLOTS = ([0, 1], [1, 0], [-1, 0], [1, 2], [2, 1])


def rocky_map() -> Table:
    """All terrain on one diagonal and four rocky peaks at its beginning."""
    table = Table(3)
    for at, name in enumerate(list(table.zones["terrain"]), 1):
        table.tile(name, [at, at])
    for name, slot in zip(ROCKY, SLOTS, strict=False):
        table.peak(name, slot)
    return table


def place_last_rocky_peak(table: Table) -> HikeState:
    state = table.pawns([23, 22]).has(mushroom=2, berry=1, endorphins=2).state()
    play(state, "play walk", "walk 22,23")
    play(state, "exchange 1", chance=Script(["lynx"]))
    assert zones(state)["last_turns"] is None
    play(state, "place here n straight")
    return state


def rocky_peaks_and_stones() -> HikeState:
    table = rocky_map().peak("fox", SLOTS[4])
    stones = ("x3_big", "x3_small", "x2_big", "x2_small")
    table.stones(1, x1="fox", **dict(zip(stones, ROCKY, strict=True)))
    return place_last_rocky_peak(table)


def rocky_peaks_and_panorama() -> HikeState:
    return place_last_rocky_peak(rocky_map().panoramas(2, *PANORAMAS))


def stones_and_panorama() -> HikeState:
    table = Table(3).tile("birch", [1, 1])
    names = ("fox", "owl", "deer", "hare", "boar")
    for name, slot in zip(names, SLOTS, strict=True):
        table.peak(name, slot)
    stones = ("x3_big", "x3_small", "x2_big", "x2_small", "x1")
    table.stones(1, **dict(zip(stones, names, strict=True))).panoramas(0, *PANORAMAS[:5])
    cost = {"mushroom": 2, "berry": 1, "herb": 1, "basket": 1}
    state = table.has(**cost).state()
    play(state, "play camp")
    assert zones(state)["last_turns"] is None
    play(state, "camp panorama vi-1")
    return state


@rule("FP-75", "FP-76")
@pytest.mark.parametrize(
    ("reached", "met"),
    [
        (rocky_peaks_and_stones, [True, True, False]),
        (rocky_peaks_and_panorama, [True, False, True]),
        (stones_and_panorama, [False, True, True]),
    ],
)
def test_two_conditions_bring_one_more_turn_for_everybody(reached, met) -> None:
    state = reached()
    assert end_conditions(state) == met
    for seat in (1, 2, 0):
        assert asked(state) == ("play", seat)
        turn = zones(state)["turn"]
        while state.seat == seat and zones(state)["turn"] == turn:
            camp = "play camp" if asked(state)[0] == "play" else state.notation(state.choices()[0])
            play(state, camp, chance=Dice(1))
    assert state.seat == -1


@rule("FP-75")
def test_one_condition_is_not_enough() -> None:
    state = place_last_rocky_peak(rocky_map())
    assert end_conditions(state) == [True, False, False]
    assert zones(state)["last_turns"] is None
