"""What a bot knows about Connect Four."""

from __future__ import annotations

import pytest
from tables import GAME, played

import cairn
from cairn import bots
from cairn.core.evaluator import evaluator_of

EVALUATOR = evaluator_of(GAME)


@pytest.mark.parametrize(
    ("columns", "worth_trying"),
    [
        ("", "abcdefg"),
        ("agbgcf", "d"),  # red has three in a row and wins
        ("gagbfc", "d"),  # yellow has three in a row: red must stop it
        ("aabbgcgc", "abcefg"),  # yellow would win on d2, so red does not drop to d1
    ],
)
def test_a_win_is_taken_a_loss_is_stopped_and_none_is_prepared(columns, worth_trying):
    state = played(columns)
    assert "".join(GAME.content.letters[choice] for choice in EVALUATOR.prune(state)) == worth_trying


def test_the_side_with_more_open_lines_stands_better():
    red, yellow = EVALUATOR.expected_points(played("da"))
    assert red > yellow


def test_climber_beats_random():
    wins = 0.0
    for seed in range(10):
        dice = cairn.Dice(seed)
        seats = [bots.make("climber", GAME), bots.make("random", GAME)]
        state = GAME.start(2, dice, start=seed % 2)
        while state.seat >= 0:
            state.choose(state.parse(seats[state.seat].answer(state.view(state.seat), dice.pick(1000))), dice)
        wins += state.result()[0]
    assert wins >= 8
