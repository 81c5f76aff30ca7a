"""Choices are judged by what their seat could know."""

from __future__ import annotations

import pytest

import cairn
from cairn.core.contract import State
from cairn.review.judging import Judge
from tests.review.conftest import played


def later(slug: str, moves: int) -> tuple[State, int]:
    """A position some way into a game, and what was chosen there; the next one with a real choice."""
    record = played(slug, ("hiker", "hiker"))
    for move, state in zip(record.moves, record.replay(), strict=False):
        if moves <= 0 and len(state.offered) > 2:
            return state, state.parse(move.choice)
        moves -= 1
    raise AssertionError("the game has no such position")


@pytest.mark.parametrize("slug", cairn.slugs())
def test_what_a_seat_could_not_know_changes_nothing(slug: str) -> None:
    state, choice = later(slug, 12)
    judge = Judge(cairn.game(slug), 12)
    told = judge.verdict(state, choice, cairn.Dice(3))
    for seed in range(3):
        other = state.resample(state.seat, cairn.Dice(seed))
        assert judge.verdict(other, choice, cairn.Dice(3)) == told


def test_a_forced_choice_is_not_judged() -> None:
    record = played("five-towers", ("hiker", "hiker"))
    judge = Judge(record.game, 4)
    forced = [(s, m) for m, s in zip(record.moves, record.replay(), strict=False) if len(s.offered) == 1]
    for state, move in forced[:3]:
        verdict = judge.verdict(state, state.parse(move.choice), cairn.Dice(1))
        assert (verdict.choices, verdict.loss) == (1, 0.0)


def test_the_best_choice_loses_nothing_and_a_wasted_one_surely_does() -> None:
    record = played("solstis", ("climber", "hiker"))
    judge = Judge(record.game, 60)
    worst = 0.0
    for number, (move, state) in enumerate(zip(record.moves, record.replay(), strict=False)):
        verdict = judge.verdict(state, state.parse(move.choice), cairn.Dice(number))
        if verdict.choices > 1 and verdict.best != move.choice:
            assert verdict.loss > verdict.noise
            assert verdict.better is not None
            assert verdict.played is not None
            assert verdict.better.choices[0] == verdict.best
            assert verdict.played.choices[0] == move.choice
            best = judge.verdict(state, state.parse(verdict.best), cairn.Dice(number))
            assert best.loss == 0.0
            worst = max(worst, verdict.loss)
    assert worst > 0.15


def test_what_a_bot_would_have_done_comes_sorted_by_value() -> None:
    state, choice = later("five-towers", 20)
    options = Judge(cairn.game("five-towers"), 40).verdict(state, choice, cairn.Dice(1)).options
    assert len(options) > 1
    chances = [option.chance for option in options]
    assert chances == sorted(chances, reverse=True)
