"""Pools, rows, and the buffer that answers are offered in."""

from __future__ import annotations

import cairn
from cairn import Chance, Dice, Script
from cairn.core.pool import Pool


def test_a_pool_draws_as_a_list_does():
    names = [str(number) for number in range(40)]
    listed = list(range(40))
    pool = Pool.of(listed)
    one, other = Dice(3), Dice(3)
    drawn = [one.draw(listed, names) for _ in range(30)]
    assert [other.draw_from(pool, names) for _ in range(30)] == drawn
    assert pool.numbers() == listed


def test_chance_that_knows_only_lists_answers_for_pools_too():
    class First(Chance):
        def draw(self, pool, names):
            return pool.pop(0)

    pool = Pool.of([4, 5, 6])
    assert First().draw_from(pool, []) == 4
    assert pool.numbers() == [5, 6]


def test_a_script_draws_from_a_pool_by_name():
    pool = Pool.of([0, 1, 2])
    assert Script(["b"]).draw_from(pool, ["a", "b", "c"]) == 1
    assert sorted(pool.numbers()) == [0, 2]


def test_a_clone_goes_its_own_way():
    pool = Pool.of([1, 2, 3])
    copy = pool.clone()
    copy.add(4)
    pool.take(0)
    pool.add(9)
    assert copy.numbers() == [1, 2, 3, 4]
    assert pool.numbers() == [3, 2, 9]


def test_a_row_keeps_its_order():
    row = Pool.of([1, 4, 7])
    row.insert(5)
    assert row.numbers() == [1, 4, 5, 7]
    row.remove(1)
    assert row.numbers() == [1, 5, 7]
    assert (row.place_of(5), row.place_of(6)) == (1, -1)


def test_what_else_a_decision_would_offer_leaves_the_present_answers_alone():
    state = cairn.game("solstis").start(2, Dice(1))
    before = state.choices()
    decision = state.stack.top
    assert decision is not None
    assert decision.choices(state) == before
    assert state.choices() == before == [state.answer(number) for number in range(state.answer_count)]


def test_answers_of_a_clone_outlast_the_original():
    dice = Dice(1)
    state = cairn.game("five-towers").start(2, dice)
    for _ in range(20):
        copy = state.clone()
        before = state.choices()
        state.apply(state.answer(state.answer_count - 1), dice)
        assert copy.choices() == before
        assert [copy.answer(number) for number in range(copy.answer_count)] == before
