"""What is on the table before the first turn."""

from __future__ import annotations

import pytest

import cairn
from cairn import Dice, Event, Script
from cairn.testing import rule
from tests.games.solstis.tables import GAME, SPIRITS, TILES, asked, face_up, player, zones

OPENING = ["4-5", "1-3", "3-6", "2-3", "5-8", "2-1", "3-5", "1-1", "6-6", "1-10", "2-10", "3-10"]


@rule("SO-1", "SO-3")
def test_the_box_holds_48_tiles_and_12_rainbows() -> None:
    components = GAME.start(2, Dice(1)).components()
    assert len(TILES) == 48
    assert components == {**dict.fromkeys(TILES, 1), **dict.fromkeys(SPIRITS, 1), "rainbow": 12}


@rule("SO-2", "SO-5")
def test_six_piles_of_two_hands_of_three_and_thirty_to_draw() -> None:
    state = GAME.start(2, Script(OPENING), start=1)
    assert face_up(state) == "4-5* 1-3* 3-6* 2-3* 5-8* 2-1*"
    assert player(state, 0)["hand"] == ["1-1", "3-5", "6-6"]
    assert player(state, 1)["hand"] == ["1-10", "2-10", "3-10"]
    assert zones(state)["pile"] == 30
    assert len(zones(state)["pool"]) == 36
    assert asked(state) == ("play", 1)


@rule("SO-5")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_seat_is_drawn_unless_chosen(first: int) -> None:
    assert GAME.start(2, Script([*OPENING, first])).seat == first


@rule("SO-2", "SO-6")
def test_the_start_is_told_with_each_hand_to_its_seat_only() -> None:
    log: list[Event] = []
    GAME.set_up(GAME.prepare(2, {"start": 1}), Script(OPENING), log)
    assert [GAME.sentence(event, 0, ["Ada", "Bela"]) for event in log] == [
        "Ada holds meadow 1-1, forest 3-5, summit 6-6.",
        "Bela holds 3 tiles.",
        "Display: rock 4-5, meadow 1-3, forest 3-6, fields 2-3, alpenglow 5-8, fields 2-1. Bela begins.",
    ]


@rule("SO-4")
def test_the_beginners_game_leaves_the_evil_spirit_in_the_box() -> None:
    state = GAME.start(2, Dice(1), evil=False)
    assert sorted(zones(state)["spirit_pool"]) == sorted(set(SPIRITS) - {"evil"})


def test_options_have_the_recommended_defaults() -> None:
    assert {name: option.default for name, option in GAME.options.items()} == {
        "start": "random",
        "evil": True,
        "first_rainbow": "anywhere",
        "rainbow_beside": "any",
        "encounter": "compulsory",
        "evil_before_squirrel": True,
        "tie_biggest": "most-land",
    }


def test_it_is_a_game_for_two() -> None:
    assert list(GAME.seats) == [2]
    with pytest.raises(cairn.BadSeats):
        GAME.start(3, Dice(1))
