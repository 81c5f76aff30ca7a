"""Searches find what is known to be best and keep to their budgets; sessions search on where they were."""

from __future__ import annotations

import gc

import pytest

import cairn
from cairn import bots
from cairn.bots import search as searching
from cairn.bots.nodes import Node
from cairn.bots.search_bot import SearchBot, search_of
from cairn.core.bot_settings import Budget, SearchSettings
from cairn.core.evaluator import Evaluator
from tests.toys.nim import Nim, heap_of

EVALUATORS = {"plain": None, "evaluated": Evaluator()}


@pytest.mark.parametrize("evaluator", EVALUATORS.values(), ids=EVALUATORS.keys())
@pytest.mark.parametrize(("heap", "best"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_search_leaves_a_multiple_of_four_in_nim(heap, best, evaluator):
    search = search_of(evaluator, SearchSettings(), heap_of(heap))
    search.run(Budget(1500, 0), cairn.Dice(heap))
    assert search.best().choice == best


@pytest.mark.parametrize(("heap", "best"), [(5, 1), (6, 2), (7, 3)])
def test_plans_through_several_turns_find_the_end_of_a_game(heap, best):
    search = search_of(Evaluator(), SearchSettings(horizon=3), heap_of(heap))
    search.run(Budget(100, 0), cairn.Dice(1))
    assert search.best().choice == best


def test_search_knows_that_a_heap_of_four_is_lost():
    search = search_of(None, SearchSettings(), heap_of(4))
    search.run(Budget(1000, 0), cairn.Dice(1))
    assert all(search.mean(action) < 0.25 for action in search.information_set.actions)


def test_a_budget_of_iterations_is_used_up():
    plain = search_of(None, SearchSettings(), heap_of(10))
    plain.run(Budget(40, 0), cairn.Dice(1))
    assert plain.iterations == 40
    evaluated = search_of(Evaluator(), SearchSettings(), heap_of(10))
    evaluated.run(Budget(40, 0), cairn.Dice(1))
    assert 40 <= evaluated.iterations < 40 + len(evaluated.information_set.actions)


def test_a_budget_of_time_ends_the_search(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(searching, "perf_counter", lambda: next(clock) / 1000)
    search = search_of(None, SearchSettings(), heap_of(10))
    search.run(Budget(0, 25), cairn.Dice(1))
    assert search.iterations == 25


def test_plans_end_with_the_budget_and_keep_what_they_have_seen():
    short = search_of(Evaluator(), SearchSettings(horizon=3), heap_of(10))
    short.run(Budget(20, 0), cairn.Dice(1))
    long = search_of(Evaluator(), SearchSettings(horizon=3), heap_of(10))
    long.run(Budget(200, 0), cairn.Dice(1))
    assert 20 <= short.iterations < 25
    assert 200 <= long.iterations < 205
    assert 0 < short.best().visits < long.best().visits


def test_a_budget_of_time_ends_planning(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(searching, "perf_counter", lambda: next(clock) / 1000)
    search = search_of(Evaluator(), SearchSettings(horizon=3), heap_of(10))
    search.run(Budget(0, 25), cairn.Dice(1))
    assert next(clock) <= 30


class Watching(Evaluator):
    """Sees whether reference cycles are looked for while a search runs, and may fail in the middle of it."""

    def __init__(self, fails):
        super().__init__()
        self.fails = fails
        self.collecting = set()

    def expected_points(self, state):
        self.collecting.add(gc.isenabled())
        if self.fails:
            raise RuntimeError("no answer")
        return super().expected_points(state)


def test_reference_cycles_are_looked_for_again_after_a_search():
    evaluator = Watching(fails=False)
    search_of(evaluator, SearchSettings(), heap_of(10)).run(Budget(20, 0), cairn.Dice(1))
    assert (evaluator.collecting, gc.isenabled()) == ({False}, True)
    with pytest.raises(RuntimeError, match="no answer"):
        search_of(Watching(fails=True), SearchSettings(), heap_of(10)).run(Budget(20, 0), cairn.Dice(1))
    assert gc.isenabled()


@pytest.mark.parametrize(("iterations", "ms"), [(0, 0), (-1, 0)])
def test_a_search_without_a_limit_is_refused(iterations, ms):
    with pytest.raises(ValueError, match="needs a number of iterations or of milliseconds"):
        Budget(iterations, ms)


def asked_again_in_one_turn(slug, settings):
    """A session that has just answered, and the state in which it is asked again in the same turn, as it expected."""
    game = cairn.game(slug)
    bot = SearchBot("search", game, Budget(60, 0), settings, plain=False)
    for seed in range(50):
        dice = cairn.Dice(seed)
        state = game.start(2, dice)
        session = bot.session()
        for _ in range(20):
            seat = state.seat
            state.apply(session.decide(state, dice), dice)
            if state.seat == seat and session.expects(state) and len(bot.choices(state)) > 1:
                return session, state
    raise AssertionError("no game in which a seat is asked twice in a row")


def test_a_session_keeps_the_tree_for_the_next_decision_of_the_same_turn():
    session, state = asked_again_in_one_turn("five-towers", SearchSettings())
    kept = session.kept
    assert kept.information_sets[0].visits > 0
    before = kept.information_sets[0].visits
    session.decide(state, cairn.Dice(1))
    assert kept.information_sets[0].visits >= before + 60


def test_a_tree_is_not_kept_for_another_position():
    session, state = asked_again_in_one_turn("five-towers", SearchSettings())
    state.apply(state.offered[0], cairn.Dice(1))
    assert not session.expects(state)


def test_a_session_that_is_reset_answers_as_a_new_one():
    """In some position of a game the memory makes a difference, and a reset takes it away."""
    bot = bots.make("search:iterations=8", cairn.game("the-peak"))
    dice = cairn.Dice(3)
    state = bot.game.start(2, dice)
    session, forgetful = bot.session(), bot.session()
    remembered = []
    for number in range(16):
        view = state.view(state.seat)
        forgetful.reset()
        answer = bot.answer(view, number)
        assert forgetful.answer(view, number) == answer
        remembered.append(session.answer(view, number) == answer)
        state.choose(state.parse(answer), dice)
    assert not all(remembered)


def test_a_session_looks_over_what_was_planned_with_a_third_of_the_iterations():
    session, state = asked_again_in_one_turn("five-peaks", SearchSettings(horizon=2))
    assert session.budget_for(session.expects(state), None).iterations == 20
    assert session.budget_for(session.expects(state), Budget(30, 0)).iterations == 10
    state.apply(state.offered[-1], cairn.Dice(1))
    assert session.budget_for(session.expects(state), None).iterations == 60


def test_a_forced_choice_does_not_end_a_plan():
    bot = bots.make("search:iterations=60", cairn.game("five-peaks"))
    session = bot.session()
    dice = cairn.Dice(1)
    state = bot.game.start(2, dice)
    went_on = 0
    for _ in range(60):
        forced = session.expects(state) and len(bot.choices(state)) == 1
        state.apply(session.decide(state, dice), dice)
        went_on += forced and session.expects(state)
    assert went_on > 0


def test_choices_met_in_other_worlds_are_not_answered_with():
    world = heap_of(2)
    node = Node()
    for evaluator in (Evaluator(), None):
        grown = search_of(evaluator, SearchSettings(), heap_of(6), node)
        grown.run(Budget(50, 0), cairn.Dice(1))
        search = search_of(evaluator, SearchSettings(), world, node)
        search.run(Budget(50, 0), cairn.Dice(1))
        assert search.best().choice in world.offered


def test_a_forced_answer_is_given_without_thinking():
    bot = SearchBot("search", Nim(), Budget(10**9, 0), SearchSettings(), plain=True)
    assert bot.decide(heap_of(1), cairn.Dice(1)) == 1


def test_search_beats_what_it_stands_on():
    game = cairn.game("five-towers")
    table = [bots.make("search:iterations=20", game), bots.make("hiker", game)]
    wins = 0.0
    for seed in range(6):
        dice = cairn.Dice(seed)
        state = game.start(2, dice)
        while state.seat >= 0:
            state.apply(table[(state.seat + seed) % 2].decide(state.resample(state.seat, dice), dice), dice)
        wins += state.result()[seed % 2]
    assert wins >= 4
