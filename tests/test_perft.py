"""How many lines of play there are from fixed positions: any change in what is offered shows here."""

from __future__ import annotations

import pytest

import cairn
from cairn.testing import perft
from tests.toys.pebbles import Pebbles

COUNTS = {
    ("five-peaks", 2, 0): [4, 19, 74, 277],
    ("five-peaks", 2, 60): [2, 10, 33, 81],
    ("five-peaks", 3, 0): [4, 18, 63, 242],
    ("five-peaks", 3, 60): [6, 21, 78, 343],
    ("five-peaks", 4, 0): [4, 18, 63, 242],
    ("five-peaks", 4, 60): [2, 10, 20, 80],
    ("five-peaks", 5, 0): [4, 18, 63, 242],
    ("five-peaks", 5, 60): [4, 4, 8, 48],
    ("five-towers", 2, 0): [6, 26, 131, 565],
    ("five-towers", 2, 60): [4, 8, 20, 48],
    ("five-towers", 3, 0): [6, 26, 106, 506],
    ("five-towers", 3, 60): [4, 20, 60, 180],
    ("five-towers", 4, 0): [6, 26, 106, 427],
    ("five-towers", 4, 60): [5, 20, 60, 236],
    ("five-towers", 5, 0): [6, 26, 106, 427],
    ("five-towers", 5, 60): [2, 7, 26, 97],
    ("peaks", 1, 0): [2, 8, 42, 193],
    ("peaks", 1, 60): [3, 20, 87, 446],
    ("peaks", 2, 0): [2, 4, 14, 50],
    ("peaks", 2, 60): [5, 17, 58, 267],
    ("peaks", 3, 0): [2, 4, 8, 32],
    ("peaks", 3, 60): [5, 18, 54, 223],
    ("peaks", 4, 0): [2, 4, 8, 16],
    ("peaks", 4, 60): [4, 15, 66, 329],
    ("peaks", 5, 0): [2, 4, 8, 16],
    ("peaks", 5, 60): [5, 20, 68, 263],
    ("peaks", 6, 0): [2, 4, 8, 16],
    ("peaks", 6, 60): [3, 11, 43, 185],
    ("solstis", 2, 0): [3, 8, 21, 58],
    ("solstis", 2, 20): [3, 29, 142, 399],
    ("the-peak", 2, 0): [80, 1504, 10592, 40164],
    ("the-peak", 2, 30): [2, 6, 218, 3992],
}
"""By game, seats and the number of random choices before the position."""


def position(game, seats, steps):
    dice = cairn.Dice(7)
    state = game.start(seats, cairn.Dice(7))
    for _ in range(steps):
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
    return state


@pytest.mark.parametrize(("slug", "seats", "steps"), COUNTS)
def test_as_many_lines_of_play_as_ever(slug, seats, steps):
    assert perft(position(cairn.game(slug), seats, steps), 4) == COUNTS[slug, seats, steps]


def test_every_game_and_number_of_seats_is_counted():
    tables = {(slug, seats) for slug in cairn.slugs() for seats in cairn.game(slug).seats}
    assert {(slug, seats) for slug, seats, _ in COUNTS} == tables


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
