"""Playing, capturing, the second chance."""

from __future__ import annotations

from cairn.testing import rule
from tests.games.solstis.tables import answers, asked, face_up, heard, play, player, refused, table, zones

DISPLAY = "4-5* 1-3* 3-6* 2-3* 5-8* 2-1*"


@rule("SO-8")
def test_any_tile_of_the_hand_may_be_played_even_if_another_would_capture() -> None:
    state = table(display=DISPLAY, hands=["3-5 6-7 4-9", "1-10"])
    assert answers(state) == ["play 3-5", "play 4-9", "play 6-7"]
    assert refused(state, "play 1-10") == "SO-8"


@rule("SO-9")
def test_a_tile_of_the_same_row_or_column_is_captured_at_the_players_choice() -> None:
    state = play(table(display=DISPLAY, hands=["3-5", ""]), "play 3-5")
    assert answers(state) == ["capture 4-5", "capture 3-6"]
    assert refused(state, "capture 2-1") == "SO-9"
    assert refused(state, "capture 3-3") == "SO-9"


@rule("SO-11", "SO-12", "SO-7")
def test_both_tiles_go_to_the_panorama_and_the_tile_below_is_turned_up() -> None:
    state = play(table(display=DISPLAY, hands=["3-5 6-6", "1-10"]), "play 3-5")
    play(state, "capture 3-6", "3-3", "1-1", "1-2")
    assert player(state)["land"] == ["3-5", "3-6"]
    assert face_up(state) == "4-5* 1-3* 3-3 2-3* 5-8* 2-1*"
    assert player(state)["hand"] == ["1-1", "1-2", "6-6"]
    assert asked(state) == ("play", 1)


@rule("SO-9")
def test_a_single_capture_is_made_without_a_question() -> None:
    told = heard(table(display="4-5* 1-3", hands=["3-5", "1-10"]), "play 3-5", "6-5", "1-1", "1-2", "1-4")
    assert told[:3] == [
        "Seat 0 plays forest 3-5.",
        "Seat 0 captures rock 4-5.",
        "The tile below is turned up: summit 6-5.",
    ]


@rule("SO-9")
def test_tiles_below_and_rainbows_match_nothing() -> None:
    state = table(display="1-1*", hands=["3-5", ""], land=["", "4-5"], rainbows=["3-6", "3-4"], pool="3-9 2-7")
    play(state, "play 3-5", "2-7")
    assert face_up(state) == "1-1* 3-5 2-7"


@rule("SO-10", "SO-20")
def test_a_tile_that_a_blocked_rainbow_keeps_out_may_be_captured() -> None:
    state = table(
        display="2-2",
        hands=["2-9", "1-10"],
        land=["1-1 1-2 2-1", ""],
        rainbows=["2-2", ""],
        spirits=["bee@1-1", ""],
        pool="3-9",
    )
    play(state, "play 2-9", "3-9")
    assert player(state)["land"] == ["1-1", "1-2", "2-1", "2-9"]
    assert player(state)["rainbows"] == ["2-2"]
    assert "2-2" in zones(state)["removed"]


@rule("SO-13", "SO-14")
def test_a_second_chance_may_capture_the_tile_just_added() -> None:
    state = table(display="1-1* 1-2* 2-1* 2-2* 1-3* 2-3*", hands=["6-6 6-7 4-4", "1-10"])
    play(state, "play 6-6", "3-6", "3-3")
    assert player(state)["land"] == ["3-6", "6-6"]
    assert face_up(state) == "1-1* 1-2* 2-1* 2-2* 1-3* 2-3*"


@rule("SO-13")
def test_a_capture_of_the_second_chance_is_compulsory_but_free_to_choose() -> None:
    state = play(table(display="1-1* 2-3*", hands=["6-6 6-7", "1-10"]), "play 6-6", "1-3")
    assert face_up(state) == "1-1* 2-3* 6-6"
    assert answers(state) == ["capture 1-1", "capture 2-3"]
    play(state, "capture 1-1", "5-5", "4-4", "4-5")
    assert player(state)["land"] == ["1-1", "1-3"]
    assert face_up(state) == "5-5 2-3* 6-6"


@rule("SO-14", "SO-13", "SO-15")
def test_two_failures_add_two_piles_and_bring_a_rainbow() -> None:
    state = table(display="1-1* 1-2* 2-1* 2-2* 1-3* 2-3*", hands=["6-6 6-7", "1-10"], land=["3-5", ""])
    told = heard(state, "play 6-6", "5-8")
    assert face_up(state) == "1-1* 1-2* 2-1* 2-2* 1-3* 2-3* 6-6 5-8"
    assert asked(state) == ("rainbow", 0)
    assert told == [
        "Seat 0 plays summit 6-6.",
        "No capture: summit 6-6 joins the display.",
        "Second chance: Seat 0 turns up alpenglow 5-8.",
        "No capture: alpenglow 5-8 joins the display.",
    ]


@rule("SO-12")
def test_a_tile_turned_up_by_a_capture_is_not_captured_as_well() -> None:
    state = play(table(display="4-5*", hands=["3-5", "1-9"], pool="3-9 2-2"), "play 3-5", "3-9", "2-2")
    assert face_up(state) == "3-9"
    assert player(state)["land"] == ["3-5", "4-5"]
    assert asked(state) == ("play", 1)
