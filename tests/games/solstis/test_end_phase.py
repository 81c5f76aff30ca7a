"""The draw pile is empty: only captures, skipped turns, the end."""

from __future__ import annotations

from cairn.testing import rule
from tests.games.solstis.tables import answers, asked, face_up, heard, play, player, refused, table, zones
from tests.games.solstis.test_encounters import CORNER


@rule("SO-47")
def test_the_turn_in_which_the_pile_runs_out_is_completed() -> None:
    state = table(display="1-1 1-2", hands=["6-6 6-7", "1-10"], land=["3-3", ""], pool="5-8")
    play(state, "play 6-6", "5-8")
    assert zones(state)["pile"] == 0
    assert asked(state) == ("rainbow", 0)
    play(state, "rainbow 3-4")
    assert asked(state) == ("play", 1)


@rule("SO-48")
def test_only_a_tile_that_captures_may_be_played() -> None:
    state = table(display="1-1 5-5", hands=["1-4 5-8 2-2", "1-10"], pool="")
    assert answers(state) == ["play 1-4", "play 5-8"]
    assert refused(state, "play 2-2") == "SO-48"


@rule("SO-48")
def test_the_single_tile_that_captures_is_not_played_without_asking() -> None:
    state = table(display="1-1", hands=["1-4 5-8 2-2", "1-10"], pool="")
    assert answers(state) == ["play 1-4"]
    assert asked(state) == ("play", 0)


@rule("SO-48")
def test_who_cannot_capture_is_skipped_and_may_be_able_to_later() -> None:
    state = table(display="1-1 1-2* 5-5", hands=["1-4 1-8 5-8", "3-10 2-9"], pool="3-7")
    play(state, "play 1-4")
    told = heard(state, "capture 1-1")
    assert told[-1] == "Seat 1 cannot capture and is skipped."
    assert asked(state) == ("play", 0)
    play(state, "play 1-8", "3-7")
    assert asked(state) == ("play", 1)
    assert answers(state) == ["play 3-10"]


@rule("SO-49")
def test_there_is_nothing_to_draw_any_more_but_encounters_and_effects_work() -> None:
    state = table(display="2-9 6-4", hands=["2-2 6-6", "6-7"], land=[CORNER, ""], row="deer", pool="")
    play(state, "play 2-2")
    play(state, "encounter deer")
    assert player(state)["land"][-1] == "6-6"
    assert player(state)["hand"] == []
    assert asked(state) == ("play", 1)


@rule("SO-50")
def test_the_game_ends_when_neither_can_capture() -> None:
    state = table(display="1-1 5-5", hands=["1-4 2-8", "3-10 2-9"], pool="")
    told = heard(state, "play 1-4")
    assert state.seat == -1
    assert told[-3:] == [
        "Seat 1 cannot capture and is skipped.",
        "Seat 0 cannot capture and is skipped.",
        "Nobody can capture any more: the game is over.",
    ]
    assert face_up(state) == "5-5"
    assert state.result() == [1.0, 0.0]


@rule("SO-51")
def test_a_skip_tells_everybody_what_the_hand_does_not_hold() -> None:
    state = table(display="1-1 5-5", hands=["1-4 5-8", "3-10 2-9"], pool="")
    play(state, "play 1-4")
    barred = state.view(0)["zones"]["players"][1]["cannot_hold"]
    assert {"5-3", "5-8", "1-5", "6-5"} < set(barred)
    assert not {"3-10", "2-9", "1-4"} & set(barred)
    assert state.view(None)["zones"]["players"][1]["cannot_hold"] == barred
