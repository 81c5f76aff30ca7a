"""Where rainbows go, and what happens when their land tile turns up."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import State
from cairn.testing import rule
from tests.games.solstis.tables import TILES, answers, asked, face_up, play, player, refused, table, zones


def after_two_failures(**parts: Any) -> State:
    """Seat 0 has played 6-4 and turned up 5-8, and neither captured anything."""
    state = table(display="1-1* 1-2*", hands=["6-4 6-7", "2-10"], **parts)
    return play(state, "play 6-4", "5-8")


@rule("SO-15", "SO-16")
def test_a_rainbow_goes_on_an_empty_position_that_touches_the_panorama() -> None:
    state = after_two_failures(land=["2-5 2-6", ""])
    assert answers(state) == [f"rainbow {to}" for to in ("1-5", "1-6", "2-4", "2-7", "3-5", "3-6")]
    play(state, "rainbow 2-4", "4-4", "4-5")
    assert player(state)["rainbows"] == ["2-4"]
    assert zones(state)["rainbow_supply"] == 11


@rule("SO-16")
def test_a_rainbow_goes_nowhere_else() -> None:
    state = after_two_failures(land=["2-5 2-6", ""])
    assert refused(state, "rainbow 2-5") == "SO-16"
    assert refused(state, "rainbow 3-9") == "SO-16"


@rule("SO-15")
def test_a_rainbow_must_be_placed() -> None:
    assert refused(after_two_failures(land=["2-5", ""]), "rainbow nowhere") == "SO-15"


@rule("SO-1")
def test_no_rainbow_lies_beside_the_mountain() -> None:
    assert answers(after_two_failures(land=["4-2", ""])) == ["rainbow 3-2", "rainbow 4-3"]


@rule("SO-16")
def test_it_does_not_matter_where_the_land_tile_of_the_position_is() -> None:
    state = after_two_failures(land=["2-5", "1-5"], removed="2-4")
    assert {"rainbow 1-5", "rainbow 2-4"} < set(answers(state))


@rule("SO-16")
@pytest.mark.parametrize(("beside", "offered"), [("any", True), ("land", False)])
def test_touching_a_rainbow_is_enough_unless_the_option_says_land(beside: str, offered: bool) -> None:
    state = after_two_failures(land=["2-5", ""], rainbows=["2-6", ""], rainbow_beside=beside)
    assert ("rainbow 2-7" in answers(state)) == offered


@rule("SO-17")
def test_where_no_place_touches_land_one_that_touches_a_rainbow_will_do() -> None:
    state = after_two_failures(land=["1-10", ""], rainbows=["1-9 2-10", ""], rainbow_beside="land")
    assert answers(state) == ["rainbow 1-8", "rainbow 2-9", "rainbow 3-10"]


@rule("SO-18")
def test_the_first_rainbow_goes_anywhere_on_the_mountain() -> None:
    assert answers(after_two_failures()) == [f"rainbow {tile}" for tile in TILES]


@rule("SO-18")
def test_a_first_rainbow_may_be_held_instead() -> None:
    state = table(display="1-1* 1-2*", hands=["6-4 6-7", "2-10"], held=[1, 0], first_rainbow="held")
    play(state, "play 6-4", "5-8", "4-4", "4-5")
    assert player(state)["rainbows_held"] == 2
    assert zones(state)["rainbow_supply"] == 10
    assert asked(state) == ("play", 1)


@rule("SO-18")
def test_held_rainbows_are_placed_at_the_first_capture_and_may_form_a_square() -> None:
    state = table(display="1-2", hands=["2-2 6-7", "2-10"], held=[2, 0], first_rainbow="held")
    play(state, "play 2-2")
    assert answers(state) == [f"rainbow {to}" for to in ("1-1", "1-3", "2-1", "2-3", "3-2")]
    play(state, "rainbow 1-1")
    play(state, "rainbow 2-1", "bee", "wolf")
    assert asked(state) == ("keep", 0)
    assert player(state)["rainbows_held"] == 0


@rule("SO-19")
def test_without_a_rainbow_in_the_supply_the_turn_goes_on() -> None:
    state = table(
        display="1-1 1-2",
        hands=["6-4", "1-10"],
        rainbows=["3-1 3-2 3-3 3-4 3-5 3-6", "3-1 3-2 3-3 3-4 3-5 3-6"],
        pool="5-8 6-7 6-6 4-4",
    )
    play(state, "play 6-4", "5-8", "6-7", "6-6", "4-4")
    assert asked(state) == ("play", 1)


@rule("SO-19")
def test_on_a_full_mountain_a_displaced_rainbow_returns_to_the_supply() -> None:
    state = table(
        display="1-2",
        hands=["1-1", ""],
        land=[" ".join(tile for tile in TILES if tile not in ("1-1", "1-2")), ""],
        rainbows=["1-1", ""],
        pool="",
        spirit_pool="",
        evil=1,
    )
    play(state, "play 1-1")
    assert zones(state)["rainbow_supply"] == 12
    assert player(state)["rainbows"] == []


@rule("SO-20")
def test_the_other_tile_of_the_capture_is_placed_although_one_goes_out() -> None:
    state = blocked_at_2_2(display="2-9*", hands=["2-2 6-4", "1-10"])
    play(state, "play 2-2", "3-9", "4-4", "4-5")
    assert player(state)["land"] == ["1-1", "1-2", "2-1", "2-9"]
    assert zones(state)["removed"] == ["2-2"]
    assert asked(state) == ("play", 1)


def blocked_at_2_2(**parts: Any) -> State:
    return table(land=["1-1 1-2 2-1", ""], rainbows=["2-2", ""], spirits=["bee@1-1", ""], **parts)


@rule("SO-21")
def test_a_free_rainbow_makes_room_and_must_move() -> None:
    state = table(display="2-9", hands=["2-2 6-4", "1-10"], land=["1-2", ""], rainbows=["2-2", ""])
    play(state, "play 2-2")
    assert player(state)["land"] == ["1-2", "2-2", "2-9"]
    assert refused(state, "rainbow 2-2") == "SO-16"
    play(state, "rainbow 2-8", "4-4", "4-5")
    assert player(state)["rainbows"] == ["2-8"]
    assert zones(state)["rainbow_supply"] == 11


@rule("SO-21")
def test_both_tiles_lie_before_rainbows_move() -> None:
    state = table(display="2-9", hands=["2-2 6-4", "1-10"], rainbows=["2-2 2-9", ""])
    play(state, "play 2-2")
    assert set(answers(state)) == {f"rainbow {to}" for to in ("1-2", "2-1", "2-3", "3-2", "1-9", "2-8", "2-10", "3-9")}
    play(state, "rainbow 2-3")
    assert "rainbow 2-4" in answers(state)
    play(state, "rainbow 2-10", "4-4", "4-5")
    assert player(state)["rainbows"] == ["2-3", "2-10"]


@rule("SO-22", "SO-23")
def test_a_rainbow_that_moved_may_complete_a_square() -> None:
    state = table(display="3-9", hands=["3-5 6-4", "1-10"], land=["1-1 1-2 2-1", ""], rainbows=["3-5", ""])
    play(state, "play 3-5")
    play(state, "rainbow 2-2", "bee", "wolf")
    assert asked(state) == ("keep", 0)


@rule("SO-22")
def test_moving_a_rainbow_never_breaks_a_square() -> None:
    state = table(display="2-9", hands=["2-2 6-4", "1-10"], land=["1-1 1-2 2-1", ""], rainbows=["2-2", ""])
    play(state, "play 2-2")
    play(state, "rainbow 3-2", "bee", "wolf")
    play(state, "keep bee", "4-4", "4-5")
    assert player(state)["spirits"] == [{"spirit": "bee", "square": "1-1"}]


@rule("SO-21", "SO-22")
def test_a_new_square_is_looked_for_only_after_the_rainbow_has_moved() -> None:
    state = table(display="2-9*", hands=["2-2 6-4", "1-10"], land=["1-1 1-2 2-1", ""], rainbows=["2-2", ""])
    play(state, "play 2-2", "5-5")
    assert asked(state) == ("rainbow", 0)
    assert face_up(state) == "5-5"
