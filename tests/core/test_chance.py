from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cairn
from cairn import Dice, Script, Tape, WrongOutcome

NAMES = ["sand-7", "tree-3", "candy-0"]


def test_the_same_seed_gives_the_same_outcomes_on_every_platform():
    dice = Dice(7)
    assert [dice.pick(1000) for _ in range(8)] == [890, 98, 664, 594, 113, 369, 870, 531]


def test_a_clone_goes_on_alike_and_alone():
    dice = Dice(7)
    dice.pick(6)
    copy = dice.clone()
    assert [dice.pick(6) for _ in range(20)] == [copy.pick(6) for _ in range(20)]


@given(st.integers(0, 2**200), st.integers(1, 2**31 - 1))
def test_a_pick_is_below_its_bound(seed, n):
    assert 0 <= Dice(seed).pick(n) < n


@pytest.mark.parametrize("n", [0, -1, 2**31])
def test_a_bound_without_outcomes_or_too_large_is_refused(n):
    with pytest.raises(ValueError, match="from 1 to 2147483647"):
        Dice(1).pick(n)


def test_a_negative_seed_is_refused():
    with pytest.raises(ValueError, match="from 0 up"):
        Dice(-1)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 110])
def test_picks_are_fair(n):
    """Chi-square over one long run, and over the first pick of many neighbouring seeds."""
    dice = Dice(11)
    for picks in ([dice.pick(n) for _ in range(20_000)], [Dice(seed).pick(n) for seed in range(20_000)]):
        expected = len(picks) / n
        chi_square = sum((picks.count(value) - expected) ** 2 / expected for value in range(n))
        assert chi_square < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_neighbouring_seeds_and_forks_do_not_move_together():
    parent = Dice(3)
    for sources in ([Dice(seed) for seed in range(20_001)], [parent.fork(part) for part in range(20_001)]):
        faces = [source.pick(6) for source in sources]
        pairs = [6 * one + other for one, other in pairwise(faces)]
        expected = len(pairs) / 36
        assert sum((pairs.count(pair) - expected) ** 2 / expected for pair in range(36)) < 35 + 5 * 70**0.5


def test_a_fork_does_not_move_its_parent():
    parent, other = Dice(3), Dice(3)
    parent.fork(1).pick(6)
    assert parent.pick(1000) == other.pick(1000)


def test_a_draw_takes_the_component_out_of_the_pool():
    pool = [0, 1, 1, 2]
    drawn = [Dice(5).draw(pool, NAMES), Dice(6).draw(pool, NAMES)]
    assert sorted(pool + drawn) == [0, 1, 1, 2]


def test_a_script_answers_in_the_words_of_the_game():
    script = Script(["tree-3", 4, "north", 0])
    pool = [0, 1, 2]
    assert script.draw(pool, NAMES) == 1
    assert script.roll(6) == 4
    assert script.one_of(["south", "north"]) == 1
    assert script.pick(3) == 0
    assert sorted(pool) == [0, 2]
    assert script.rest == []


@pytest.mark.parametrize(
    ("ask", "outcome", "message"),
    [
        (lambda script: script.draw([0, 1], NAMES), "candy-0", "'candy-0'.*pool of 2 .sand-7, tree-3."),
        (lambda script: script.roll(6), 7, "7.*a face from 1 to 6"),
        (lambda script: script.roll(6), "4", "'4'.*a face from 1 to 6"),
        (lambda script: script.pick(3), True, "True.*a number from 0 to 2"),
        (lambda script: script.one_of(["north"]), "up", "'up'.*one of north"),
    ],
)
def test_an_outcome_that_cannot_happen_is_refused_by_name_and_kept(ask, outcome, message):
    script = Script([outcome])
    with pytest.raises(WrongOutcome, match=message):
        ask(script)
    assert script.rest == [outcome]


def test_a_script_that_is_too_short_says_what_is_missing():
    with pytest.raises(WrongOutcome, match=r"ended after 1 outcome.*a face from 1 to 6"):
        script = Script([3])
        script.roll(6)
        script.roll(6)


def test_a_wrong_script_leaves_the_state_unchanged():
    game = cairn.game("five-towers")
    cards = ["sand-7", "candy-12", "scary-5", "tree-9", "scrap-3"]
    state = game.start(2, Script(cards), start=0)
    before = state.dump()
    state.choose(state.parse("bid 4"), Script([]))
    state.choose(state.parse("pass"), Script([]))
    before = state.dump()
    with pytest.raises(WrongOutcome, match="sand-7"):
        while True:
            state.choose(state.choices()[0], Script(["candy-1", "sand-7"]))
            before = state.dump()
    assert state.dump() == before


def test_a_tape_remembers_outcomes_that_a_script_can_answer_again():
    tape = Tape(Dice(9))
    first = [tape.roll(6), tape.draw([0, 1, 2], NAMES), tape.one_of(["north", "south"]), tape.pick(10)]
    script = Script(tape.cut())
    assert first == [script.roll(6), script.draw([0, 1, 2], NAMES), script.one_of(["north", "south"]), script.pick(10)]
    assert tape.cut() == []
