"""Stars, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import State
from cairn.testing import rule
from tests.games.solstis.tables import lines, play, table

BLOCK = "1-1 1-2 1-3 2-1 2-2 2-3"
"""Six tiles of land with room for spirits at 1-1 and 1-2."""
COLUMN = "1-5 2-5 3-5 4-5 5-5"
"""From the valley to below 6-5."""


def with_panorama(land: str, rainbows: str = "", spirits: str = "", **parts: Any) -> State:
    return table(hands=["3-10", ""], land=[land, ""], rainbows=[rainbows, ""], spirits=[spirits, ""], **parts)


@rule("SO-52", "SO-54", "SO-56", "SO-38")
def test_the_example_of_the_rulebook_comes_to_12() -> None:
    """Nine tiles with one rainbow, one fire of two, marmot and butterfly, and the trout under the evil spirit."""
    state = table(
        kind="cover",
        seat=1,
        evil=0,
        land=["1-2 2-2 3-2 4-2 1-3 2-3 3-3 1-4 6-7", ""],
        hands=["", ""],
        rainbows=["2-4", ""],
        spirits=["trout@1-2 marmot@2-2 butterfly@1-3", ""],
        pool="",
    )
    play(state, "cover trout")
    assert lines(state) == {"biggest panorama": 8, "fires": 1, "marmot": 1, "butterfly": 2}
    assert state.scores()[0].total == 12
    assert state.result() == [1.0, 0.0]


@rule("SO-52")
def test_rainbows_make_a_section_bigger_but_give_no_star() -> None:
    assert lines(with_panorama("1-1 1-2 1-3 3-1 3-2 3-3 3-4", "1-4 1-5")) == {"biggest panorama": 3}


@rule("SO-52")
def test_only_the_biggest_section_counts() -> None:
    assert lines(with_panorama("1-1 1-2 1-3 3-1 3-2")) == {"biggest panorama": 3}


@rule("SO-52", "SO-11")
def test_sections_joined_late_count_as_one() -> None:
    state = table(display="2-9", hands=["2-3", "1-10"], land=["2-1 2-2 2-4 2-5 2-6", ""])
    assert lines(state) == {"biggest panorama": 3}
    play(state, "play 2-3", "4-4", "4-5", "4-6")
    assert lines(state) == {"biggest panorama": 6}


@rule("SO-53")
@pytest.mark.parametrize(("tie", "stars"), [("most-land", 3), ("lowest", 1)])
def test_of_equal_sections_the_option_says_which_counts(tie: str, stars: int) -> None:
    assert lines(with_panorama("1-1 3-1 3-2 3-3", "1-2 1-3", tie_biggest=tie)) == {"biggest panorama": stars}


@rule("SO-54")
def test_a_fire_is_lit_by_a_path_to_the_valley_through_rainbows_too() -> None:
    assert lines(with_panorama("1-5 2-5 4-5 5-5 6-5", "3-5"))["fires"] == 1


@rule("SO-54")
def test_a_rainbow_in_the_valley_links_to_it() -> None:
    assert lines(with_panorama("2-2 3-2 4-2", "1-2"))["fires"] == 1


@rule("SO-54")
def test_reaching_down_to_row_2_is_not_enough() -> None:
    assert "fires" not in lines(with_panorama("2-2 3-2 4-2"))


@rule("SO-54")
def test_a_rainbow_on_the_position_of_a_fire_has_none() -> None:
    assert "fires" not in lines(with_panorama("1-2 2-2 3-2", "4-2"))


@rule("SO-54")
def test_fires_are_lit_in_small_sections_too() -> None:
    assert lines(with_panorama(f"{BLOCK} 1-9 2-9 3-9 4-9"))["fires"] == 1


@rule("SO-54", "SO-55")
@pytest.mark.parametrize("tile", ["4-2", "5-3", "6-4", "6-5", "6-6", "6-7", "5-8", "4-9"])
def test_each_of_eight_tiles_has_a_fire_of_its_own(tile: str) -> None:
    column = tile.split("-")[1]
    path = " ".join(f"{row}-{column}" for row in range(1, int(tile[0]) + 1))
    assert lines(with_panorama(path))["fires"] == 1


@rule("SO-55")
@pytest.mark.parametrize(
    ("land", "rainbows", "fires"),
    [(f"{COLUMN} 6-5", "", 1), (f"{COLUMN} 6-5 6-6", "", 3), (f"{COLUMN} 6-5", "6-6", 1), (f"{COLUMN} 6-6", "6-5", 1)],
)
def test_the_cut_fire_needs_both_of_its_land_tiles(land: str, rainbows: str, fires: int) -> None:
    assert lines(with_panorama(land, rainbows))["fires"] == fires


@rule("SO-55", "SO-58")
def test_the_cut_fire_is_unlit_as_a_whole() -> None:
    assert lines(with_panorama(f"{BLOCK} 6-5 6-6", spirits="ladybug@1-1"))["ladybug"] == 1 + 3


@rule("SO-56", "SO-57")
def test_the_bee_counts_plain_spirits() -> None:
    state = with_panorama(f"{BLOCK} 3-1 3-2", spirits="bee@1-1 trout@1-2 deer@2-1")
    assert lines(state) == {"biggest panorama": 8, "bee": 3, "trout": 1, "deer": 1}


@rule("SO-58")
def test_the_ladybug_counts_unlit_fires_of_the_own_panorama_only() -> None:
    state = table(
        hands=["3-10", ""],
        land=[f"{BLOCK} 3-2 4-2 6-7 5-8", "4-9 6-4"],
        spirits=["ladybug@1-1", ""],
    )
    assert lines(state) == {"biggest panorama": 8, "fires": 1, "ladybug": 1 + 2}


@rule("SO-59")
def test_the_wolf_counts_all_sections() -> None:
    state = with_panorama(f"{BLOCK} 1-9 3-7", "5-5", spirits="wolf@1-1")
    assert lines(state)["wolf"] == 1 + 4


@rule("SO-61")
def test_the_bird_counts_the_other_blue_spirits() -> None:
    state = with_panorama(f"{BLOCK} 3-1 3-2 3-3", spirits="bird@1-1 squirrel@1-2 lizard@2-1 trout@2-2")
    assert lines(state)["bird"] == 1 + 2


@rule("SO-62")
def test_the_lizard_counts_rainbows_wherever_they_lie() -> None:
    state = with_panorama("1-1 1-2 2-1", "2-2 5-5 3-8", spirits="lizard@1-1")
    assert lines(state)["lizard"] == 1 + 3


@rule("SO-63")
def test_the_butterfly_counts_lit_fires() -> None:
    state = with_panorama(f"{BLOCK} 3-2 4-2 6-7", spirits="butterfly@1-1")
    assert lines(state) == {"biggest panorama": 8, "fires": 1, "butterfly": 2}


@rule("SO-60", "SO-25")
def test_the_squirrel_adds_the_hand_before_the_count() -> None:
    state = table(
        display="5-5",
        hands=["5-4 1-4 2-4 3-8", "1-10"],
        land=[BLOCK, ""],
        rainbows=["1-4", ""],
        spirits=["squirrel@1-1 bear@1-2", ""],
        pool="",
    )
    play(state, "play 5-4")
    assert state.decision is not None
    assert state.decision.kind == "rainbow"
    play(state, "rainbow 3-1")
    assert state.seat == -1
    assert lines(state) == {"biggest panorama": 8, "squirrel": 1, "bear": 1}


@rule("SO-60", "SO-20")
def test_a_tile_of_the_squirrel_may_be_kept_out_by_a_blocked_rainbow() -> None:
    state = table(
        display="5-5",
        hands=["5-4 2-2", "1-10"],
        land=["1-1 1-2 2-1", ""],
        rainbows=["2-2", ""],
        spirits=["squirrel@1-1", ""],
        pool="",
    )
    play(state, "play 5-4")
    assert lines(state) == {"biggest panorama": 3, "squirrel": 1}


@rule("SO-64")
def test_equal_totals_share_the_win() -> None:
    state = table(display="5-5", hands=["5-4", ""], land=["", "1-1 1-2"], pool="")
    play(state, "play 5-4")
    assert [score.total for score in state.scores()] == [2, 2]
    assert state.result() == [0.5, 0.5]


def test_every_seat_has_the_same_lines() -> None:
    first, second = table(land=[BLOCK, ""], spirits=["bee@1-1", ""]).scores()
    assert list(first.lines) == list(second.lines)
    assert len(first.lines) == 2 + 14
