"""Points, by line, and who wins."""

from __future__ import annotations

import pytest

import cairn
from cairn import State
from cairn.testing import rule
from tests.games.five_towers.tables import play, table


def lines(towers: str, torn: str = "", seats: int = 2) -> dict[str, int]:
    return table("scrap-15", seats=seats, towers=[towers], torn=[torn]).scores()[0].lines


def total(towers: str, torn: str = "") -> int:
    return table("scrap-15", towers=[towers], torn=[torn]).scores()[0].total


def finished(towers: list[str], torn: list[str]) -> State:
    """A game that ends with a void round."""
    state = table("scrap-15", seats=len(towers), towers=towers, torn=torn, deck="", deck_number=2)
    while state.seat >= 0:
        play(state, "bid 0" if state.seat == 0 else "pass")
    return state


@rule("FT-30", "FT-31", "FT-32")
def test_the_printed_scoring_example_is_worth_25() -> None:
    """Four cards without a roof, three with, six with as main tower, two cards torn down."""
    score = table(
        "scrap-15", towers=["sand 9 7 5 2, tree 12 3 0, candy 15 13 10 6 1 0"], torn=["scary-1 scary-2"]
    ).scores()
    assert score[0].total == 25
    assert score[0].lines == {
        "candy": 12,
        "scary": 0,
        "tree": 6,
        "scrap": 0,
        "sand": 4,
        "main tower": 6,
        "teardown": -3,
    }


@rule("FT-30")
def test_a_card_is_worth_one_and_under_a_roof_two() -> None:
    assert lines("sand 9 5 1, tree 9 5 0")["sand"] == 3
    assert lines("sand 9 5 1, tree 9 5 0")["tree"] == 6


@rule("FT-30", "FT-48")
def test_a_lone_roof_is_worth_two_and_three_as_main_tower() -> None:
    assert total("sand 0") == 3
    assert total("sand 0, tree 5 4") == 2 + 2 + 2


@rule("FT-31", "FT-53")
def test_the_main_tower_is_the_one_with_most_cards_roof_or_not() -> None:
    assert lines("sand 9 5 1, tree 5 0")["main tower"] == 3
    assert lines("sand 9 5 1, tree 9 5 3 0")["main tower"] == 4


@rule("FT-31", "FT-53")
def test_two_highest_towers_count_once() -> None:
    assert lines("sand 9 5, tree 9 5")["main tower"] == 2


@rule("FT-53")
def test_without_towers_there_is_nothing_to_count() -> None:
    assert total("") == 0


@rule("FT-32")
@pytest.mark.parametrize(("count", "cost"), [(0, 0), (1, -1), (2, -3), (3, -6), (4, -10), (10, -55)])
def test_each_torn_down_card_costs_one_more_than_the_last(count: int, cost: int) -> None:
    assert lines("", " ".join(f"sand-{value}" for value in range(1, count + 1)))["teardown"] == cost


@rule("FT-54")
def test_a_total_may_be_negative() -> None:
    assert total("tree 5", "sand-1 sand-2 sand-3") == 1 + 1 - 6


@rule("FT-33")
def test_the_most_points_win() -> None:
    assert finished(["sand 5", "sand 12 3", "tree 4"], ["", "", ""]).result() == [0.0, 1.0, 0.0]


@rule("FT-33")
def test_a_tie_is_a_shared_victory() -> None:
    assert finished(["sand 5 4", "tree 5 4", "tree 3"], ["", "", ""]).result() == [0.5, 0.5, 0.0]


@rule("FT-33")
def test_all_may_share() -> None:
    assert finished(["", "", "", ""], ["", "", "", ""]).result() == [0.25] * 4


@rule("FT-33")
def test_points_and_not_cards_decide_a_tie() -> None:
    """Six points each: two cards under a roof, or three cards without one."""
    assert finished(["sand 5 0", "tree 9 5 4"], ["", ""]).result() == [0.5, 0.5]


@rule("FT-33", "FT-54")
def test_the_least_negative_total_wins() -> None:
    assert finished(["", ""], ["sand-1 sand-2", "sand-3"]).result() == [0.0, 1.0]


@rule("FT-30")
def test_scores_can_be_read_at_any_time() -> None:
    state = play(table("sand-7 sand-8 sand-12", bid=0), "bid 3")
    assert [score.total for score in state.scores()] == [0, 0]
    assert [score.total for score in play(state, "build sand-12").scores()] == [6, 0]


def test_the_standing_is_the_sum_of_the_lines() -> None:
    for seats in range(2, 6):
        dice = cairn.Dice(seats)
        state = cairn.game("five-towers").start(seats, dice)
        while state.seat >= 0:
            state.apply(state.answer(dice.pick(state.answer_count)), dice)
            assert state.standing() == [score.total for score in state.scores()]
