"""What the plain spirits do, and how hands are filled up."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import Dice, State
from cairn.testing import rule
from tests.games.solstis.tables import GAME, answers, asked, face_up, heard, play, player, refused, table, zones
from tests.games.solstis.test_encounters import CORNER


def meeting(spirit: str, *outcomes: str, **parts: Any) -> State:
    """Seat 0 has completed the square at 1-1 with 2-2, capturing 2-9, and takes a spirit that lies face up.

    `outcomes` fall when the spirit is placed.
    """
    given: dict[str, Any] = {"display": "2-9", "hands": ["2-2 6-4 6-5", "2-10 3-10"], "land": [CORNER, ""], **parts}
    state = play(table(row=spirit, **given), "play 2-2")
    return play(state, f"encounter {spirit}", *outcomes)


@rule("SO-39", "SO-25")
def test_the_trout_brings_a_rainbow_and_no_further_encounter() -> None:
    state = meeting("trout", land=[f"{CORNER} 3-1", ""])
    assert "rainbow 3-2" in answers(state)
    play(state, "rainbow 3-2", "4-4")
    assert player(state)["rainbows"] == ["3-2"]
    assert asked(state) == ("play", 1)


@rule("SO-40", "SO-46")
def test_the_deer_adds_a_tile_of_the_hand_and_two_are_drawn() -> None:
    state = meeting("deer")
    assert answers(state) == ["add 6-4", "add 6-5"]
    assert refused(state, "add 2-10") == "SO-40"
    play(state, "add 6-5", "4-4", "4-5")
    assert player(state)["land"][-1] == "6-5"
    assert player(state)["hand"] == ["4-4", "4-5", "6-4"]


@rule("SO-41")
def test_the_eagle_adds_the_next_tile_of_the_pile() -> None:
    state = meeting("eagle", "5-5", "4-4")
    assert player(state)["land"][-1] == "5-5"
    assert player(state)["hand"] == ["4-4", "6-4", "6-5"]


@rule("SO-42", "SO-46")
def test_the_bear_makes_the_hand_one_tile_bigger_for_good() -> None:
    state = meeting("bear", "5-5", "4-4")
    assert player(state)["hand"] == ["4-4", "5-5", "6-4", "6-5"]
    play(state, "play 3-10", "3-1", "3-3", "3-4")
    play(state, "play 6-4", "6-6", "3-5")
    assert len(player(state)["hand"]) == 4


@rule("SO-42", "SO-32")
def test_the_bear_makes_the_hand_bigger_even_if_nothing_can_be_drawn() -> None:
    state = meeting("bear", pool="")
    assert player(state)["hand_size"] == 4
    assert player(state)["hand"] == ["6-4", "6-5"]


@rule("SO-43")
def test_the_dragonfly_adds_a_tile_of_the_other_hand_which_is_filled_up_first() -> None:
    state = meeting("dragonfly", "3-10", "4-4", pool="4-4")
    assert player(state)["land"][-1] == "3-10"
    assert player(state, 1)["hand"] == ["2-10", "4-4"]
    assert player(state)["hand"] == ["6-4", "6-5"]


@rule("SO-43", "SO-20")
def test_the_other_hand_is_filled_up_also_if_the_stolen_tile_goes_out() -> None:
    state = meeting(
        "dragonfly",
        *("3-10", "4-4", "4-5"),
        display="2-5",
        hands=["2-2 6-4 6-5", "3-10 1-7"],
        land=[f"{CORNER} 2-9 2-10 3-9", ""],
        rainbows=["3-10", ""],
        spirits=["bee@2-9", ""],
    )
    assert "3-10" in zones(state)["removed"]
    assert player(state, 1)["hand"] == ["1-7", "4-4"]


@rule("SO-44", "SO-12")
def test_the_beetle_takes_any_face_up_tile_even_one_just_turned_up() -> None:
    state = beetle()
    assert answers(state) == ["add 3-9", "add 6-6"]
    assert refused(state, "add 2-8") == "SO-44"
    play(state, "add 3-9", "4-4")
    assert player(state)["land"][-1] == "3-9"
    assert face_up(state) == "6-6*"


def beetle() -> State:
    """Seat 0 has captured 2-9, below which 3-9 came up, and met the beetle."""
    state = table(row="beetle", display="2-9* 6-6*", hands=["2-2 6-4 6-5", "2-10"], land=[CORNER, ""])
    play(state, "play 2-2", "3-9")
    return play(state, "encounter beetle")


@rule("SO-44", "SO-12")
def test_the_beetle_turns_up_the_tile_below() -> None:
    state = play(beetle(), "add 6-6", "5-5", "4-4")
    assert face_up(state) == "3-9 5-5"


@rule("SO-45", "SO-46")
def test_the_marmot_gives_another_turn_after_filling_up() -> None:
    state = meeting("marmot", "4-4")
    assert asked(state) == ("play", 0)
    assert player(state)["hand"] == ["4-4", "6-4", "6-5"]
    play(state, "play 4-4", "5-3")
    play(state, "rainbow 1-3", "3-3")
    assert asked(state) == ("play", 1)


@rule("SO-45")
def test_the_extra_turn_has_its_own_encounter() -> None:
    state = meeting("marmot", "3-2", land=[f"{CORNER} 3-1", ""], display="2-9 3-9")
    play(state, "play 3-2", "bee", "wolf")
    assert asked(state) == ("keep", 0)


@rule("SO-45", "SO-48")
def test_in_the_end_phase_the_extra_turn_is_skipped_without_a_capture() -> None:
    state = table(row="marmot", display="2-9 1-9", hands=["2-2 6-4", "1-7"], land=[CORNER, ""], pool="")
    play(state, "play 2-2")
    play(state, "encounter marmot")
    assert asked(state) == ("play", 1)


@rule("SO-32")
def test_effects_that_cannot_be_carried_out_are_left_out() -> None:
    trout = meeting("trout", "4-4", rainbows=["", "3-1 3-2 3-3 3-4 3-5 3-6 3-7 3-8 3-9 2-3 2-4 2-5"])
    assert asked(trout) == ("play", 1)
    assert asked(meeting("deer", "4-4", "4-5", "4-6", hands=["2-2", "2-10"])) == ("play", 1)
    assert asked(meeting("beetle", "4-4")) == ("play", 1)
    assert asked(meeting("dragonfly", "4-4", "4-5", "4-6", hands=["2-2", ""])) == ("play", 1)


@rule("SO-32")
def test_the_eagle_finds_nothing_in_an_empty_pile() -> None:
    state = meeting("eagle", display="2-9 1-9", hands=["2-2", "1-7"], pool="")
    assert player(state)["land"] == ["1-1", "1-2", "2-1", "2-2", "2-9"]


@rule("SO-46", "SO-6")
def test_what_is_drawn_is_told_to_its_seat_only() -> None:
    state = table(display="4-5", hands=["3-5 6-6", "1-10"])
    log = state.listen()
    play(state, "play 3-5", "1-1", "1-2")
    drawn = [event for event in log if event.kind == "draw"]
    assert [event.seen_by(0)["args"] for event in drawn] == [{"left": 43, "tile": "1-1"}, {"left": 42, "tile": "1-2"}]
    assert [event.seen_by(1)["args"] for event in drawn] == [{"left": 43}, {"left": 42}]


@rule("SO-46")
def test_a_second_chance_does_not_change_how_many_tiles_are_drawn() -> None:
    state = table(display="1-1", hands=["6-6 6-7 4-4", "1-10"])
    told = heard(state, "play 6-6", "1-3", "3-3")
    assert told.count("Seat 0 draws a tile. 41 tiles are left in the draw pile.") == 1
    assert len(player(state)["hand"]) == 3


@rule("SO-46")
def test_hands_are_filled_up_as_far_as_the_pile_goes() -> None:
    state = table(display="4-5 1-1", hands=["3-5", "1-10"], pool="2-2")
    play(state, "play 3-5", "2-2")
    assert player(state)["hand"] == ["2-2"]
    assert zones(state)["pile"] == 0


def told_of(spirit: str, *texts: str, **parts: Any) -> str:
    """All that is told when a spirit is met, and while it asks."""
    state = meeting_place(spirit, **parts)
    chance = Dice(1)
    events = state.listen()
    for text in (f"encounter {spirit}", *texts):
        state.choose(state.parse(text), chance)
    return " ".join(GAME.sentence(event, None, ["Ada", "Bela"]) for event in events)


@rule("SO-40", "SO-41", "SO-42", "SO-43", "SO-44", "SO-45")
@pytest.mark.parametrize(
    ("spirit", "texts", "line"),
    [
        ("deer", ["add 6-5"], "Ada adds summit 6-5 from the hand (Deer)."),
        ("eagle", [], "from the draw pile (Eagle)."),
        ("bear", [], "Ada holds up to 4 tiles from now on (Bear)."),
        ("dragonfly", [], "from the opponent's hand (Dragonfly)."),
        ("beetle", ["add 2-5"], "Ada adds fields 2-5 from the display (Beetle)."),
        ("marmot", [], "Ada will have another turn (Marmot)."),
    ],
)
def test_it_is_told_which_spirit_adds_what(spirit: str, texts: list[str], line: str) -> None:
    assert line in told_of(spirit, *texts, display="2-5 5-5")


@rule("SO-32")
@pytest.mark.parametrize(
    ("spirit", "parts", "line"),
    [
        ("deer", {"hands": ["", "3-10"]}, "The Deer finds no tile in the hand of Ada."),
        ("eagle", {"pool": ""}, "The Eagle finds the draw pile empty: Ada adds nothing."),
        ("bear", {"pool": ""}, "The draw pile is empty: Ada draws nothing now."),
        ("dragonfly", {"hands": ["6-4", ""]}, "The Dragonfly finds the opponent's hand empty: Ada adds nothing."),
        ("beetle", {"display": ""}, "The Beetle finds the display empty: Ada adds nothing."),
    ],
)
def test_an_effect_that_cannot_be_done_is_told(spirit: str, parts: dict[str, Any], line: str) -> None:
    assert line in told_of(spirit, **parts)


def meeting_place(spirit: str, **parts: Any) -> State:
    """Seat 0 has formed a square, and this spirit lies face up."""
    usual: dict[str, Any] = {
        "kind": "encounter",
        "display": "2-5",
        "hands": ["6-4 6-5", "3-10 1-7"],
        "land": [f"{CORNER} 2-2", ""],
        "newly": "2-2",
        "row": spirit,
    }
    return table(**{**usual, **parts})
