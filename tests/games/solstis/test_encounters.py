"""Squares, where spirits come from, and where they are placed."""

from __future__ import annotations

from typing import Any

from cairn import State
from cairn.testing import rule
from tests.games.solstis.tables import (
    answers,
    asked,
    heard,
    play,
    player,
    refused,
    table,
    zones,
)

CORNER = "1-1 1-2 2-1"
"""Land that lacks 2-2 to be a square."""


def one_short(**parts: Any) -> State:
    """Seat 0 completes the square at 1-1 by playing 2-2, which captures 2-9."""
    given: dict[str, Any] = {"display": "2-9", "hands": ["2-2 6-4", "2-10"], "land": [CORNER, ""], **parts}
    return table(**given)


@rule("SO-23", "SO-28")
def test_completing_a_square_leads_to_an_encounter() -> None:
    state = play(one_short(), "play 2-2", "bee", "wolf")
    assert asked(state) == ("keep", 0)
    assert answers(state) == ["keep bee", "keep wolf"]
    assert refused(state, "keep deer") == "SO-28"


@rule("SO-28", "SO-30")
def test_the_spirit_kept_is_placed_and_the_other_lies_face_up() -> None:
    state = play(one_short(), "play 2-2", "bee", "wolf")
    told = heard(state, "keep wolf", "4-4", "4-5")
    assert player(state)["spirits"] == [{"spirit": "wolf", "square": "1-1"}]
    assert zones(state)["spirit_row"] == ["bee"]
    assert told[:2] == [
        "Seat 0 keeps the Wolf; the Bee is laid out face up.",
        "Seat 0 places the Wolf on the square at meadow 1-1.",
    ]


@rule("SO-23")
def test_rainbows_count_for_a_square() -> None:
    state = one_short(land=["1-1", ""], rainbows=["1-2 2-1", ""])
    assert asked(play(state, "play 2-2", "bee", "wolf")) == ("keep", 0)


@rule("SO-23")
def test_a_rainbow_for_two_failures_may_complete_a_square() -> None:
    state = play(table(display="1-9*", hands=["6-4", "2-10"], land=[CORNER, ""]), "play 6-4", "5-8")
    play(state, "rainbow 2-2", "bee", "wolf")
    assert asked(state) == ("keep", 0)


@rule("SO-24")
def test_a_square_that_was_complete_before_is_no_occasion() -> None:
    state = table(display="3-9", hands=["3-5 6-4", "2-10"], land=["1-1 1-2 2-1 2-2", ""])
    assert asked(play(state, "play 3-5", "4-4", "4-5")) == ("play", 1)


@rule("SO-24")
def test_land_that_replaces_a_free_rainbow_forms_the_square_anew() -> None:
    state = play(one_short(rainbows=["2-2", ""]), "play 2-2")
    play(state, "rainbow 2-10", "bee", "wolf")
    play(state, "keep bee", "4-4", "4-5")
    assert player(state)["spirits"] == [{"spirit": "bee", "square": "1-1"}]


@rule("SO-25", "SO-30")
def test_two_squares_bring_one_spirit_on_the_square_of_choice() -> None:
    state = one_short(land=["1-1 1-2 2-1 1-3 2-3", ""])
    play(state, "play 2-2", "bee", "wolf")
    play(state, "keep bee")
    assert answers(state) == ["place bee 1-1", "place bee 1-2"]
    play(state, "place bee 1-2", "4-4", "4-5")
    assert player(state)["spirits"] == [{"spirit": "bee", "square": "1-2"}]
    assert asked(state) == ("play", 1)


@rule("SO-30", "SO-23")
def test_a_spirit_goes_only_on_a_complete_square_formed_this_turn() -> None:
    state = one_short(land=["1-1 1-2 2-1 1-3 2-3 1-6 1-7 2-6 2-7", ""])
    play(state, "play 2-2", "bee", "wolf")
    play(state, "keep bee")
    assert refused(state, "place bee 1-6") == "SO-23"
    assert refused(state, "place bee 2-2") == "SO-30"
    assert refused(state, "place bee 3-1") == "SO-30"


@rule("SO-25")
def test_a_square_made_by_an_effect_brings_no_encounter_now_or_later() -> None:
    state = one_short(land=["1-1 1-2 2-1 3-1", ""], hands=["2-2 3-2 3-8", "3-10"], display="2-9 3-9")
    play(state, "play 2-2", "deer", "wolf")
    play(state, "keep deer")
    play(state, "add 3-2", "4-4", "4-5")
    assert asked(state) == ("play", 1)
    play(state, "play 3-10", "6-6", "6-7", "6-5")
    play(state, "play 4-4", "1-8")
    play(state, "rainbow 3-3", "1-10")
    assert asked(state) == ("play", 1)
    assert len(player(state)["spirits"]) == 1


@rule("SO-26")
def test_an_encounter_is_compulsory() -> None:
    state = play(one_short(row="bee"), "play 2-2")
    assert answers(state) == ["encounter pile", "encounter bee"]
    assert refused(state, "encounter none") == "SO-26"


@rule("SO-26")
def test_an_encounter_may_be_declined_if_the_option_says_so() -> None:
    state = play(one_short(encounter="optional"), "play 2-2")
    assert answers(state) == ["encounter pile", "encounter none"]
    told = heard(state, "encounter none", "4-4", "4-5")
    assert told[0] == "Seat 0 formed a square, but declines to meet a spirit."
    assert player(state)["spirits"] == []
    assert asked(state) == ("play", 1)


@rule("SO-27")
def test_squares_that_overlap_may_carry_a_spirit_each() -> None:
    state = one_short(hands=["2-3", "2-10"], land=["1-1 1-2 2-1 2-2 1-3", ""], spirits=["bee@1-1", ""])
    play(state, "play 2-3", "wolf", "bird")
    play(state, "keep wolf", "4-4", "4-5", "4-6")
    assert [spirit["square"] for spirit in player(state)["spirits"]] == ["1-1", "1-2"]


@rule("SO-27")
def test_nothing_can_be_placed_again_in_a_square_with_a_spirit() -> None:
    state = one_short(rainbows=["2-2", ""], spirits=["bee@1-1", ""])
    assert asked(play(state, "play 2-2", "4-4", "4-5")) == ("play", 1)
    assert player(state)["spirits"] == [{"spirit": "bee", "square": "1-1"}]


@rule("SO-28")
def test_a_face_up_spirit_may_be_taken_instead() -> None:
    state = play(one_short(row="bee wolf"), "play 2-2")
    assert refused(state, "encounter lizard") == "SO-28"
    play(state, "encounter wolf", "4-4", "4-5")
    assert player(state)["spirits"] == [{"spirit": "wolf", "square": "1-1"}]
    assert zones(state)["spirit_row"] == ["bee"]


@rule("SO-29")
def test_with_an_empty_pile_a_face_up_spirit_must_be_taken() -> None:
    state = play(one_short(evil=1, spirit_pool=""), "play 2-2")
    assert "encounter pile" not in answers(state)
    assert refused(state, "encounter pile") == "SO-29"


@rule("SO-29")
def test_the_last_spirit_of_the_pile_is_drawn_alone() -> None:
    state = play(one_short(evil=1, spirit_pool="wolf"), "play 2-2")
    before = zones(state)["spirit_row"]
    play(state, "encounter pile", "wolf", "4-4", "4-5")
    assert player(state)["spirits"] == [{"spirit": "wolf", "square": "1-1"}]
    assert zones(state)["spirit_row"] == before


@rule("SO-29")
def test_without_any_spirit_left_there_is_no_encounter() -> None:
    strip = " ".join(f"{row}-{column}" for row in (3, 4) for column in range(2, 10))
    others = "trout deer eagle bear dragonfly beetle marmot"
    blue = "bee ladybug wolf squirrel bird lizard butterfly"
    low = " ".join(f"{row}-{column}" for row in (1, 2) for column in range(3, 9))
    squares = [f"3-{column}" for column in range(2, 9)] + [f"1-{column}" for column in range(3, 8)] + ["2-3", "2-4"]
    placed = " ".join(f"{spirit}@{square}" for spirit, square in zip(f"{others} {blue}".split(), squares, strict=True))
    state = table(
        display="2-9",
        hands=["2-2 6-4", "2-10"],
        land=[CORNER, f"{strip} {low}"],
        spirits=["", placed],
        evil=1,
        spirit_pool="",
    )
    assert asked(play(state, "play 2-2", "5-5", "5-6")) == ("play", 1)


@rule("SO-31")
def test_drawn_spirits_are_seen_by_their_seat_alone_until_one_is_kept() -> None:
    state = play(one_short(), "play 2-2", "bee", "wolf")
    assert state.view(0)["zones"]["met"] == ["bee", "wolf"]
    for other in (1, None):
        seen = state.view(other)["zones"]
        assert seen["met"] is None
        assert {"bee", "wolf"} < set(seen["spirits_unseen"])
        assert seen["spirit_pile"] == 13
    play(state, "keep wolf", "4-4", "4-5")
    assert state.view(1)["zones"]["spirit_row"] == ["bee"]


@rule("SO-31")
def test_the_spirits_drawn_are_told_to_their_seat_only() -> None:
    state = one_short()
    log = state.listen()
    play(state, "play 2-2", "bee", "wolf")
    drawn = next(event for event in log if event.kind == "draw-spirits")
    assert drawn.seen_by(0)["args"] == {"count": 2, "spirits": ["bee", "wolf"]}
    assert drawn.seen_by(1)["args"] == drawn.seen_by(None)["args"] == {"count": 2}
