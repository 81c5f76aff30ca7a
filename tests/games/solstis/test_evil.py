"""The evil spirit's whole life."""

from __future__ import annotations

import pytest

from cairn.testing import rule
from tests.games.solstis.tables import answers, asked, heard, lines, play, player, refused, table, zones
from tests.games.solstis.test_encounters import CORNER, one_short

SQUARES = "1-1 1-2 1-3 2-1 2-2 2-3"
"""Land with two squares, at 1-1 and 1-2."""


@rule("SO-33")
@pytest.mark.parametrize("drawn", [("evil", "wolf"), ("wolf", "evil")])
def test_who_draws_the_evil_spirit_keeps_it_and_the_other(drawn: tuple[str, str]) -> None:
    state = one_short()
    told = heard(state, "play 2-2", *drawn, "4-4", "4-5")
    assert player(state)["spirits"] == [{"spirit": "wolf", "square": "1-1"}]
    assert zones(state)["evil"] == 0
    assert zones(state)["spirit_row"] == []
    assert "Seat 0 has drawn the evil spirit." in told


@rule("SO-33")
def test_the_effect_of_the_spirit_that_came_with_it_works() -> None:
    state = play(one_short(), "play 2-2", "evil", "trout")
    assert asked(state) == ("rainbow", 0)


@rule("SO-34")
def test_meeting_a_drawn_spirit_passes_the_evil_one_on() -> None:
    state = one_short(evil=0)
    told = heard(state, "play 2-2", "bee", "wolf")
    assert zones(state)["evil"] == 1
    assert "Seat 0 hands the evil spirit over." in told


@rule("SO-34")
def test_meeting_a_face_up_spirit_passes_it_on_too() -> None:
    state = play(one_short(evil=0, row="bee"), "play 2-2")
    assert zones(state)["evil"] == 0
    play(state, "encounter bee", "4-4", "4-5")
    assert zones(state)["evil"] == 1


@rule("SO-34")
def test_the_other_seat_s_encounters_change_nothing() -> None:
    state = play(one_short(evil=1), "play 2-2", "bee", "wolf")
    assert zones(state)["evil"] == 1


@rule("SO-34", "SO-45")
def test_an_extra_turn_is_a_later_turn() -> None:
    state = table(display="2-9 3-9", hands=["2-2 3-2 6-4", "2-10"], land=[f"{CORNER} 3-1", ""])
    play(state, "play 2-2", "evil", "marmot", "4-4")
    assert zones(state)["evil"] == 0
    assert asked(state) == ("play", 0)
    play(state, "play 3-2", "bee", "wolf")
    assert zones(state)["evil"] == 1


@rule("SO-35")
def test_drawn_alone_it_is_kept_and_a_face_up_spirit_taken() -> None:
    state = play(one_short(spirit_pool="evil"), "play 2-2")
    play(state, "encounter pile", "evil")
    assert zones(state)["evil"] == 0
    assert "encounter pile" not in answers(state)
    assert refused(state, "encounter none") == "SO-26"
    play(state, "encounter wolf", "4-4", "4-5")
    assert zones(state)["evil"] == 0
    assert player(state)["spirits"] == [{"spirit": "wolf", "square": "1-1"}]


@rule("SO-35", "SO-26")
def test_having_drawn_it_alone_one_cannot_decline() -> None:
    state = play(one_short(spirit_pool="evil", encounter="optional"), "play 2-2")
    play(state, "encounter pile", "evil")
    assert "encounter none" not in answers(state)


@rule("SO-35")
def test_drawn_alone_with_nothing_face_up_it_comes_without_a_spirit() -> None:
    strip = " ".join(f"{row}-{column}" for row in (1, 2, 3) for column in range(3, 9))
    spirits = "trout deer eagle bear dragonfly beetle marmot bee ladybug wolf"
    squares = [f"{row}-{column}" for row in (1, 2) for column in range(3, 8)]
    placed = " ".join(f"{spirit}@{square}" for spirit, square in zip(spirits.split(), squares, strict=True))
    state = table(
        display="2-9",
        hands=["2-2 6-4", "2-10"],
        land=["1-1 1-2 2-1 4-5 4-6 5-5 5-6 6-5 6-6 4-7 5-7", strip],
        spirits=["squirrel@4-5 bird@5-5 lizard@4-6 butterfly@5-6", placed],
        spirit_pool="evil",
        rainbows=["6-7", ""],
    )
    play(state, "play 2-2", "evil", "4-4", "4-3")
    assert zones(state)["evil"] == 0
    assert len(player(state)["spirits"]) == 4


@rule("SO-36")
def test_the_opponent_chooses_which_spirit_it_covers() -> None:
    state = table(kind="cover", seat=1, evil=0, land=[SQUARES, ""], spirits=["bee@1-1 marmot@1-2", ""], pool="")
    assert answers(state) == ["cover bee", "cover marmot"]
    assert refused(state, "cover wolf") == "SO-36"
    play(state, "cover marmot")
    assert state.seat == -1
    assert zones(state)["covered"] == "marmot"


@rule("SO-36")
def test_a_holder_without_spirits_has_nothing_to_lose() -> None:
    state = table(display="1-1", hands=["1-5", "6-6"], evil=0, pool="")
    play(state, "play 1-5")
    assert state.seat == -1
    assert zones(state)["covered"] is None


@rule("SO-38", "SO-57")
def test_a_covered_spirit_earns_nothing_and_does_not_count_for_the_bee() -> None:
    state = table(kind="cover", seat=1, evil=0, land=[SQUARES, ""], spirits=["bee@1-1 marmot@1-2", ""], pool="")
    assert lines(state) == {"biggest panorama": 6, "bee": 2, "marmot": 1}
    play(state, "cover marmot")
    assert lines(state) == {"biggest panorama": 6, "bee": 1}


@rule("SO-38", "SO-61")
def test_a_covered_spirit_does_not_count_for_the_bird() -> None:
    state = table(kind="cover", seat=1, evil=0, land=[SQUARES, ""], spirits=["bird@1-1 wolf@1-2", ""], pool="")
    assert lines(state)["bird"] == 2
    play(state, "cover wolf")
    assert lines(state) == {"biggest panorama": 6, "bird": 1}


@rule("SO-38")
def test_a_rainbow_under_a_covered_spirit_stays_blocked() -> None:
    state = table(
        kind="cover",
        seat=1,
        evil=0,
        hands=["2-2", ""],
        land=["1-1 1-2 2-1 3-4 3-5 4-4 4-5", ""],
        rainbows=["2-2", ""],
        spirits=["bee@1-1 squirrel@3-4", ""],
        pool="",
    )
    play(state, "cover bee")
    assert "2-2" in zones(state)["removed"]


@rule("SO-60")
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("3-1", "Seat 0 adds forest 3-1 from the hand before the count (Squirrel)."),
        ("", "The Squirrel finds no tile in the hand of Seat 0."),
    ],
)
def test_it_is_told_what_the_squirrel_adds(hand: str, line: str) -> None:
    state = table(
        kind="cover",
        seat=1,
        evil=0,
        hands=[hand, ""],
        land=[SQUARES, ""],
        spirits=["squirrel@1-1 bee@1-2", ""],
        pool="",
    )
    assert line in heard(state, "cover bee")


@rule("SO-37")
def test_a_covered_squirrel_adds_nothing() -> None:
    state = table(
        kind="cover",
        seat=1,
        evil=0,
        hands=["3-1", ""],
        land=[SQUARES, ""],
        spirits=["squirrel@1-1 bee@1-2", ""],
        pool="",
    )
    told = heard(state, "cover squirrel")
    assert "The Squirrel of Seat 0 is covered and adds nothing." in told
    assert player(state)["hand"] == ["3-1"]
    assert lines(state) == {"biggest panorama": 6, "bee": 1}


@rule("SO-37")
def test_the_squirrel_may_come_first_if_the_option_says_so() -> None:
    state = table(
        display="5-3",
        hands=["5-5 3-1", ""],
        evil=0,
        land=[SQUARES, ""],
        spirits=["squirrel@1-1 bee@1-2", ""],
        pool="",
        evil_before_squirrel=False,
    )
    play(state, "play 5-5")
    assert player(state)["hand"] == []
    assert "3-1" in player(state)["land"]
    play(state, "cover squirrel")
    assert lines(state) == {"biggest panorama": 7, "bee": 1}
