"""The beam of `climber` values a turn at its end, whatever lies between."""

from __future__ import annotations

import pytest

import cairn
from cairn.bots.beam import turn_values
from cairn.core.contract import Decision, Game, Stack, State
from cairn.core.evaluator import Evaluator, lead, shares_of

PRIZES = {(0, 0, 0): 1.0, (0, 1, 1): 2.0, (1, 1, 0): 3.0, (1, 0, 1): 9.0}


class TrailState(State):
    """A turn of three steps, left (0) or right (1), that pays at its end."""

    def __init__(self, setup, stack, steps):
        super().__init__(setup, stack)
        self.steps = steps

    def clone(self):
        copy = TrailState(self.setup, self.stack.copy(), self.steps)
        copy.copy_base(self)
        return copy

    def resample(self, seat, chance):
        return self.clone()


class Step(Decision[TrailState]):
    kind = "step"

    def choices(self, state):
        return [0, 1]

    def apply(self, state, choice, chance):
        state.steps += (choice,)
        if len(state.steps) == 3:
            state.begin_turn(1)
        state.stack.push(Step(0 if len(state.steps) < 3 else 1))


class TrailEvaluator(Evaluator):
    """Steps to the left look better all along, and are not."""

    def expected_points(self, state):
        if len(state.steps) < 3:
            return [0.1 * state.steps.count(0), 0.0]
        return [PRIZES.get(state.steps, 0.0), 0.0]


def trail():
    state = TrailState(Game(range(2, 3), {}).prepare(2, {}), Stack([Step(0)]), ())
    state.offer()
    return state


@pytest.mark.parametrize("beam", [2, 12])
def test_every_choice_is_worth_the_best_end_of_the_turn_it_can_lead_to(beam):
    assert turn_values(TrailEvaluator(), trail(), [0, 1], cairn.Dice(1), beam) == [2.0, 9.0]


def test_a_choice_that_was_dropped_is_no_better_than_the_worst_of_the_others():
    first, second, *dropped = turn_values(TrailEvaluator(), trail(), [0, 1, 1, 1], cairn.Dice(1), 1)
    assert (first, second) == (1.0, 9.0)
    assert dropped == [0.0, 0.0]


def test_a_line_that_is_cut_short_is_valued_where_it_ends():
    assert turn_values(TrailEvaluator(), trail(), [0, 1], cairn.Dice(1), 12, deepest=1) == [0.1, 0.0]
    assert turn_values(TrailEvaluator(), trail(), [0, 1], cairn.Dice(1), 12, deepest=3) == [2.0, 9.0]
    long_ago = 1e-9
    assert turn_values(TrailEvaluator(), trail(), [0, 1], cairn.Dice(1), 12, until=long_ago) == [0.1, 0.0]


def test_the_lead_is_over_the_best_other_seat():
    assert lead([3.0, 7.0, 5.0], 1) == 2.0
    assert lead([3.0, 7.0, 5.0], 0) == -4.0
    assert lead([3.0], 0) == 3.0


def test_shares_add_up_and_a_lead_counts_more_when_less_can_change():
    early = shares_of([12.0, 10.0, 10.0], 20.0)
    late = shares_of([12.0, 10.0, 10.0], 1.0)
    assert sum(early) == pytest.approx(1.0)
    assert early[0] < 0.4 < 0.75 < late[0]
    assert late[1] == late[2]
