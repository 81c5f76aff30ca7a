"""The cards and what may go on what."""

from __future__ import annotations

from collections import Counter

import pytest

import cairn
from cairn import Dice, Script
from cairn.testing import rule
from tests.games.five_towers.tables import (
    EXTRA,
    GAME,
    TYPES,
    all_cards,
    answers,
    asked,
    heard,
    play,
    table,
    tower,
    zones,
)


@rule("FT-1")
@pytest.mark.parametrize(("seats", "cards"), [(2, 80), (3, 80), (4, 110), (5, 110)])
def test_the_box_holds_80_cards_for_two_and_three_and_110_for_four_and_five(seats: int, cards: int) -> None:
    parts = GAME.start(seats, Dice(1)).components()
    assert sum(parts.values()) == cards
    assert parts == Counter(all_cards(seats))


@rule("FT-1", "FT-46")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_type_has_one_8_and_one_9(seats: int) -> None:
    parts = GAME.start(seats, Dice(1)).components()
    assert all(parts[f"{kind}-8"] == parts[f"{kind}-9"] == 1 for kind in TYPES)


@rule("FT-2", "FT-4")
@pytest.mark.parametrize(("seats", "left"), [(2, 75), (3, 75), (4, 105), (5, 105)])
def test_a_game_begins_with_five_cards_shown_and_nothing_built(seats: int, left: int) -> None:
    start = zones(GAME.start(seats, Dice(7)))
    assert (len(start["display"]), len(start["deck"]["pool"])) == (5, left)
    assert start["discard"] == start["hand"] == []
    assert start["players"] == [{"towers": {kind: [] for kind in TYPES}, "torn": []}] * seats


@rule("FT-3", "FT-56")
def test_the_first_start_player_is_the_one_named_by_the_option() -> None:
    assert [GAME.start(3, Dice(1), start=seat).seat for seat in range(3)] == [0, 1, 2]


@rule("FT-3", "FT-56")
def test_the_first_start_player_is_drawn_if_no_option_names_one() -> None:
    shown = ["sand-7", "sand-8", "tree-1", "candy-0", "scary-15"]
    chance = Script([2, *shown])
    assert GAME.start(3, chance).seat == 2
    assert chance.rest == []
    assert {GAME.start(5, Dice(seed)).seat for seed in range(60)} == {0, 1, 2, 3, 4}


@rule("FT-3")
@pytest.mark.parametrize("start", [2, -1, "nobody", True, 1.0])
def test_a_start_player_who_is_not_at_the_table_is_refused(start: object) -> None:
    with pytest.raises(cairn.BadOption, match="start"):
        GAME.start(2, Dice(1), start=start)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_only_two_to_five_can_play(seats: int) -> None:
    with pytest.raises(cairn.BadSeats):
        GAME.start(seats, Dice(1))


def goes_on(top: int, value: int) -> bool:
    """Whether a sand card goes on a sand top: the one teardown is needed for the tree-3, so it cannot help the sand."""
    return "bid 2" in answers(table(f"sand-{value} tree-3", seats=4, towers=[f"sand {top}, tree 2"]))


@rule("FT-5", "FT-16", "FT-45", "FT-46", "FT-48")
@pytest.mark.parametrize(
    ("top", "taken"),
    [
        (0, []),
        (1, [0, 9]),
        (2, [0, 1, 9]),
        (3, [0, 1, 2, 9]),
        (4, [0, 1, 2, 3, 9]),
        (5, [0, 1, 2, 3, 4, 9]),
        (6, [0, 1, 2, 3, 4, 5, 9]),
        (7, [0, 1, 2, 3, 4, 5, 6, 9]),
        (8, [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]),
        (9, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (11, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (12, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        (13, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        (14, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
        (15, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
    ],
)
def test_what_goes_on_each_top(top: int, taken: list[int]) -> None:
    others = [value for value in range(16) if value != top or value in EXTRA]
    assert [value for value in others if goes_on(top, value)] == taken


@rule("FT-5", "FT-48")
def test_any_card_starts_a_tower() -> None:
    assert all(answers(table(f"sand-{value}")) == ["bid 0", "bid 1"] for value in range(16))


@rule("FT-6")
def test_cards_go_on_the_tower_of_their_own_type_only() -> None:
    state = play(table("sand-3 tree-5", towers=["sand 7, tree 9"], bid=0), "bid 2", "keep")
    assert (tower(state, "sand"), tower(state, "tree")) == ([7, 3], [9, 5])


@rule("FT-6")
def test_another_type_does_not_take_a_card_that_its_own_tower_refuses() -> None:
    assert answers(table("sand-7 sand-6", towers=["sand 5 4, tree 15, candy 14"])) == ["bid 0"]


@rule("FT-6")
def test_a_card_cannot_be_slipped_below_the_top() -> None:
    assert answers(table("sand-7", towers=["sand 12 4 2"])) == ["bid 0"]


@rule("FT-47")
def test_a_covered_8_takes_nothing() -> None:
    assert answers(table("sand-13", towers=["sand 8 7 6"])) == ["bid 0"]


@rule("FT-47")
def test_what_lies_on_an_8_or_a_9_is_the_new_measure() -> None:
    assert answers(table("sand-12 sand-14", towers=["sand 9 8"])) == ["bid 0", "bid 1", "bid 2"]
    assert answers(table("sand-13", towers=["sand 8 12 11"])) == ["bid 0"]
    assert answers(table("sand-10", towers=["sand 5 9 6"])) == ["bid 0"]


@rule("FT-45", "FT-46")
def test_two_7s_stand_in_one_tower_with_9_and_8_between() -> None:
    state = table("sand-7 sand-9 sand-8 sand-7", seats=4, bid=0)
    play(state, "bid 4", "build sand-7")
    assert tower(state, "sand") == [7, 9, 8, 7]


@rule("FT-45", "FT-1")
def test_two_7s_alone_are_one_too_many() -> None:
    assert answers(table("sand-7 sand-7", seats=4)) == ["bid 0", "bid 1"]


@rule("FT-46")
def test_9_goes_on_8_and_8_on_9() -> None:
    nine_last = play(table("sand-8 sand-9", bid=0), "bid 2", "build sand-8")
    eight_last = play(table("sand-8 sand-9", bid=0), "bid 2", "build sand-9")
    assert (tower(nine_last, "sand"), tower(eight_last, "sand")) == ([8, 9], [9, 8])


@rule("FT-48", "FT-16")
def test_a_roof_may_be_the_first_card_and_closes_the_type_at_once() -> None:
    state = play(
        table("sand-0", bid=0, start=1), "bid 1", chance=Script(["sand-9", "sand-1", "sand-15", "sand-8", "sand-7"])
    )
    assert tower(state, "sand") == [0]
    assert asked(state) == ("bid", 1)
    assert "Seat 0 passes." in heard(state, "bid 0")


@rule("FT-48")
def test_a_roof_goes_on_an_8() -> None:
    assert tower(play(table("sand-0", towers=["sand 12 8"], bid=0), "bid 1", "keep"), "sand") == [12, 8, 0]
