"""How many lines of play there are from fixed positions: any change in what is offered shows here."""

from __future__ import annotations

from pathlib import Path

import pytest

import cairn
from cairn.core.registry import bundled
from cairn.testing import perft
from cairn.testing.counts import count_files, position
from cairn.testing.kept import compare
from tests.toys.pebbles import Pebbles

FOLDER = Path(__file__).parent / "perft"


@pytest.mark.parametrize("slug", bundled())
def test_as_many_lines_of_play_as_ever(slug):
    for path, text in count_files([slug], FOLDER):
        assert compare(path, text) == [], "if this is meant: python -m cairn.testing.counts"


def test_no_counts_are_left_behind():
    assert sorted(FOLDER.iterdir()) == [FOLDER / f"{slug}.txt" for slug in bundled()]


def test_counting_by_hand_agrees():
    state = Pebbles().start(2, cairn.Dice(3), look=False)
    state.choose(state.choices()[0], cairn.Dice(3))
    first = len(state.choices())
    second = 0
    for choice in state.choices():
        after = state.clone()
        after.choose(choice, cairn.Dice(0))
        second += len(after.choices())
    assert perft(state, 2) == [first, second]


def test_counting_leaves_the_position_alone():
    state = position(Pebbles(), 2, 3)
    before = state.dump()
    assert perft(state, 3) == perft(state, 3)
    assert state.dump() == before


def test_a_finished_game_has_no_lines_of_play():
    state = position(Pebbles(), 2, 0)
    while state.seat >= 0:
        state.apply(state.choices()[0], cairn.Dice(1))
    assert perft(state, 2) == [0, 0]
