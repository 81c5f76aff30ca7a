"""What is pruned in Solstis, and the points each seat may expect."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import Dice, State
from cairn.core.evaluator import evaluator_of
from tests.games.solstis.tables import GAME, play, table
from tests.games.solstis.test_encounters import CORNER, one_short
from tests.games.solstis.test_evil import SQUARES

EVALUATOR = evaluator_of(GAME)


def kept(state: State) -> list[str]:
    return [state.notation(choice) for choice in EVALUATOR.prune(state)]


def test_a_tile_that_captures_nothing_may_be_played_for_the_second_chance() -> None:
    assert kept(table(display="4-5* 1-3*", hands=["3-5 6-7 4-9", "1-10"])) == ["play 3-5", "play 4-9", "play 6-7"]


def test_tiles_that_go_out_of_the_game_are_left_alone() -> None:
    blocked = {"land": [CORNER, ""], "rainbows": ["2-2", ""], "spirits": ["bee@1-1", ""]}
    state = table(display="2-9 3-2", hands=["2-2 3-9", "1-10"], **blocked)
    assert kept(state) == ["play 3-9"]
    state = table(display="2-2 2-9", hands=["2-5", "1-10"], **blocked)
    assert kept(play(state, "play 2-5")) == ["capture 2-9"]


def test_a_rainbow_forms_a_square_if_it_leads_to_an_encounter() -> None:
    state = table(display="1-9*", hands=["6-4", "2-10"], land=[CORNER, ""])
    assert kept(play(state, "play 6-4", "5-8")) == ["rainbow 2-2"]


def test_a_rainbow_of_the_trout_goes_anywhere() -> None:
    state = play(one_short(row="trout", land=[f"{CORNER} 3-1", ""]), "play 2-2")
    play(state, "encounter trout")
    assert kept(state) == [state.notation(choice) for choice in state.choices()]


def test_no_spirit_is_declined() -> None:
    assert kept(play(one_short(encounter="optional", row="bee"), "play 2-2")) == ["encounter pile", "encounter bee"]


def test_the_evil_spirit_covers_what_costs_most() -> None:
    land = f"{SQUARES} 3-1 3-2"
    state = table(kind="cover", seat=1, evil=0, land=[land, ""], spirits=["bee@1-1 deer@1-2 wolf@2-1", ""], pool="")
    assert kept(state) == ["cover bee", "cover deer", "cover wolf"]
    state = table(kind="cover", seat=1, evil=0, land=[f"{land} 3-9", ""], spirits=["deer@1-2 wolf@2-1", ""], pool="")
    assert kept(state) == ["cover wolf"]


@pytest.mark.parametrize("seed", range(10))
def test_something_is_always_left_and_legal(seed: int) -> None:
    dice = Dice(seed)
    state = GAME.start(2, dice, encounter="optional")
    while state.seat >= 0:
        choices = EVALUATOR.prune(state)
        assert choices
        assert set(choices) <= set(state.choices())
        state.choose(choices[dice.pick(len(choices))], dice)


def expected(**zones: Any) -> float:
    """How far seat 0 is ahead in expected points, in a position that is the same for both but for what is named."""
    first, second = EVALUATOR.expected_points(table(display="1-9* 3-10*", **zones))
    return first - second


def test_land_that_hangs_together_is_hoped_for_more() -> None:
    assert expected(land=["3-4 3-5 3-6", ""]) > expected(land=["3-4 1-2 5-7", ""])


def test_a_square_that_lacks_one_tile_is_hoped_for_less_if_the_tile_is_gone() -> None:
    assert expected(land=[CORNER, "1-10"]) > expected(land=[CORNER, "2-2"])


def test_the_evil_spirit_is_a_burden() -> None:
    met = {"land": [SQUARES, ""], "spirits": ["bee@1-1", ""]}
    assert expected(**met) > expected(evil=0, **met)


def test_at_the_end_expected_points_are_stars() -> None:
    state = table(kind="cover", seat=1, evil=0, land=[SQUARES, ""], spirits=["deer@1-1 trout@1-2", ""], pool="")
    assert EVALUATOR.expected_points(state) == [state.scores()[0].total - 1, 0]


def test_an_extra_turn_is_a_turn_of_its_own() -> None:
    state = play(one_short(row="marmot"), "play 2-2")
    turn = state.turn_number
    play(state, "encounter marmot", "5-6", "4-7")
    assert state.seat == 0
    assert state.turn_number != turn
