"""The kit passes a good game and names what is wrong with each broken one."""

from __future__ import annotations

import pytest

from cairn.testing import CHECKS, Case, KitFailure, check_clone, check_game, check_leak, failures, option_sets
from tests.toys.broken import BROKEN, MEANT, SeenThrough, fair_bot, illegal_bot, peeking_bot
from tests.toys.pebbles import Pebbles

SEEDS = range(2)


@pytest.mark.parametrize("seats", Pebbles().seats)
def test_a_good_game_passes_every_check(seats):
    check_game(Pebbles(), seats=[seats], bots=[fair_bot], every=2)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_caught_by_the_check_meant_for_it(name):
    found = failures(BROKEN[name](), seats=[2], options=[{"hand": 3}], seeds=SEEDS, every=2)
    assert tuple(failure.check for failure in found) == MEANT[name], "\n".join(map(str, found))


def test_every_check_has_a_game_that_it_catches():
    assert {meant[0] for meant in MEANT.values()} == set(CHECKS)


def test_check_game_stops_at_the_first_failure():
    with pytest.raises(KitFailure) as failure:
        check_game(BROKEN["SharesAFlag"](), seats=[3])
    assert failure.value.check == "clone"


def test_a_failure_tells_how_to_see_it_again():
    with pytest.raises(KitFailure) as failure:
        check_clone(Case(BROKEN["SharesAFlag"](), seats=3, options={"hand": 3}, seed=1))
    told = failure.value
    assert (told.check, told.game, told.seats, told.options, told.seed) == ("clone", "pebbles", 3, {"hand": 3}, 1)
    assert str(told).startswith(f"clone: pebbles, 3 seats, hand=3, seed 1, step {told.step}: ")
    assert "looked" in told.problem


@pytest.mark.parametrize("bot", [peeking_bot, illegal_bot])
def test_a_bot_that_peeks_or_cheats_is_caught(bot):
    with pytest.raises(KitFailure, match="bot 1 answers"):
        for seed in SEEDS:
            check_leak(Case(SeenThrough(), seats=2, seed=seed, bots=[fair_bot, bot]))


def test_a_game_that_could_be_seen_through_is_fine_with_fair_bots():
    check_leak(Case(SeenThrough(), seats=2, bots=[fair_bot]))


def test_option_sets_are_the_defaults_and_each_other_value_the_game_accepts():
    assert option_sets(Pebbles(), 2) == [{}, {"hand": 3}, {"hand": 4}, {"look": False}]
    assert option_sets(Pebbles(), 3) == [{}, {"hand": 3}, {"look": False}]
