"""The tree search finds what is known to be best, keeps to its budget and thinks on in the same turn."""

from __future__ import annotations

import gc

import pytest

import cairn
from cairn import bots
from cairn.bots import search as searching
from cairn.bots.search import Budget, Node, Search, SearchBot, Tuning
from cairn.core.evaluator import Evaluator
from tests.toys.nim import Nim, heap_of

JUDGES = {"plain": None, "judged": Evaluator()}


@pytest.mark.parametrize("evaluator", JUDGES.values(), ids=JUDGES.keys())
@pytest.mark.parametrize(("heap", "best"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_search_leaves_a_multiple_of_four_in_nim(heap, best, evaluator):
    search = Search(evaluator, Tuning(), heap_of(heap), Node())
    search.run(Budget(1500, 0), cairn.Dice(heap))
    assert search.best().choice == best


@pytest.mark.parametrize(("heap", "best"), [(5, 1), (6, 2), (7, 3)])
def test_plans_through_several_turns_find_the_end_of_a_game(heap, best):
    search = Search(Evaluator(), Tuning(horizon=3), heap_of(heap), Node())
    search.run(Budget(100, 0), cairn.Dice(1))
    assert search.best().choice == best


def test_search_knows_that_a_heap_of_four_is_lost():
    search = Search(None, Tuning(), heap_of(4), Node())
    search.run(Budget(1000, 0), cairn.Dice(1))
    assert all(search.mean(arm) < 0.25 for arm in search.information_set.arms)


def test_a_budget_of_iterations_is_used_up():
    plain = Search(None, Tuning(), heap_of(10), Node())
    plain.run(Budget(40, 0), cairn.Dice(1))
    assert plain.iterations == 40
    judged = Search(Evaluator(), Tuning(), heap_of(10), Node())
    judged.run(Budget(40, 0), cairn.Dice(1))
    assert 40 <= judged.iterations < 40 + len(judged.information_set.arms)


def test_a_budget_of_time_ends_the_search(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(searching, "perf_counter", lambda: next(clock) / 1000)
    search = Search(None, Tuning(), heap_of(10), Node())
    search.run(Budget(0, 25), cairn.Dice(1))
    assert search.iterations == 25


def test_plans_end_with_the_budget_and_keep_what_they_have_seen():
    short = Search(Evaluator(), Tuning(horizon=3), heap_of(10), Node())
    short.run(Budget(20, 0), cairn.Dice(1))
    long = Search(Evaluator(), Tuning(horizon=3), heap_of(10), Node())
    long.run(Budget(200, 0), cairn.Dice(1))
    assert 20 <= short.iterations < 25
    assert 200 <= long.iterations < 205
    assert 0 < short.best().visits < long.best().visits


def test_a_budget_of_time_ends_planning(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(searching, "perf_counter", lambda: next(clock) / 1000)
    search = Search(Evaluator(), Tuning(horizon=3), heap_of(10), Node())
    search.run(Budget(0, 25), cairn.Dice(1))
    assert next(clock) <= 30


class Watching(Evaluator):
    """Sees whether circles are looked for while a search runs, and may fail in the middle of it."""

    def __init__(self, fails):
        super().__init__()
        self.fails = fails
        self.collecting = set()

    def expected_points(self, state):
        self.collecting.add(gc.isenabled())
        if self.fails:
            raise RuntimeError("no hope")
        return super().expected_points(state)


def test_circles_are_looked_for_again_after_a_search():
    evaluator = Watching(fails=False)
    Search(evaluator, Tuning(), heap_of(10), Node()).run(Budget(20, 0), cairn.Dice(1))
    assert (evaluator.collecting, gc.isenabled()) == ({False}, True)
    with pytest.raises(RuntimeError, match="no hope"):
        Search(Watching(fails=True), Tuning(), heap_of(10), Node()).run(Budget(20, 0), cairn.Dice(1))
    assert gc.isenabled()


@pytest.mark.parametrize(("iterations", "ms"), [(0, 0), (-1, 0)])
def test_a_search_without_a_limit_is_refused(iterations, ms):
    with pytest.raises(ValueError, match="needs a number of iterations or of milliseconds"):
        Budget(iterations, ms)


def asked_again_in_one_turn(slug, tuning):
    """A bot that has just answered, and the state in which it is asked again in the same turn, as it expected."""
    game = cairn.game(slug)
    for seed in range(50):
        dice = cairn.Dice(seed)
        state = game.start(2, dice)
        bot = SearchBot("search", game, Budget(60, 0), tuning, True)
        for _ in range(20):
            seat = state.seat
            state.apply(bot.decide(state, dice), dice)
            if state.seat == seat and bot._foreseen(state) and len(bot.evaluator.prune(state)) > 1:
                return bot, state
    raise AssertionError("no game in which a seat is asked twice in a row")


def test_the_tree_is_kept_for_the_next_decision_of_the_same_turn():
    bot, state = asked_again_in_one_turn("five-towers", Tuning())
    kept = bot._kept
    assert kept.information_sets[0].visits > 0
    before = kept.information_sets[0].visits
    bot.decide(state, cairn.Dice(1))
    assert kept.information_sets[0].visits >= before + 60


def test_a_tree_is_not_kept_for_another_position():
    bot, state = asked_again_in_one_turn("five-towers", Tuning())
    state.apply(state.offered[0], cairn.Dice(1))
    assert not bot._foreseen(state)


def test_a_choice_that_was_planned_is_looked_over_with_a_third_of_the_thought():
    bot, state = asked_again_in_one_turn("five-peaks", Tuning(horizon=2))
    assert bot._budget(bot._foreseen(state)).iterations == 20
    state.apply(state.offered[-1], cairn.Dice(1))
    assert bot._budget(bot._foreseen(state)).iterations == 60


def test_a_forced_choice_does_not_end_a_plan():
    bot = bots.make("search:iterations=60", cairn.game("five-peaks"))
    dice = cairn.Dice(1)
    state = bot.game.start(2, dice)
    went_on = 0
    for _ in range(60):
        forced = bot._foreseen(state) and len(bot.evaluator.prune(state)) == 1
        state.apply(bot.decide(state, dice), dice)
        went_on += forced and bot._foreseen(state)
    assert went_on > 0


def test_choices_met_in_other_worlds_are_not_answered_with():
    world = heap_of(2)
    node = Node()
    for evaluator in (Evaluator(), None):
        grown = Search(evaluator, Tuning(), heap_of(6), node)
        grown.run(Budget(50, 0), cairn.Dice(1))
        search = Search(evaluator, Tuning(), world, node)
        search.run(Budget(50, 0), cairn.Dice(1))
        assert search.best().choice in world.offered


def test_a_forced_answer_is_given_without_thinking():
    bot = SearchBot("search", Nim(), Budget(10**9, 0), Tuning(), False)
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
