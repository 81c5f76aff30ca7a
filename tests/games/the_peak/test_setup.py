"""What is in the box, who knows what, and how a game is set up."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

import cairn
from cairn import BadContent, Dice, Script
from cairn.core.fields import content_fields
from cairn.games.the_peak.content import Content
from cairn.testing import rule
from tests.games.the_peak.tables import (
    COPIES,
    GAME,
    GOALS,
    MOUNTAIN,
    MOUNTAINEER,
    happens,
    position,
    table,
    zone,
    zones,
)

FIRST_HAND = ["stream", "gondola", "coldsnap", "bear-cave", "hiking-trail"]


def content_file() -> dict[str, Any]:
    return tomllib.loads((resources.files(GAME.package) / "content.toml").read_text())


def card(name: str) -> dict[str, Any]:
    cards: list[dict[str, Any]] = content_file()["cards"]
    return next(card for card in cards if card["name"] == name)


@rule("TP-1")
def test_the_game_is_for_two_and_the_mountain_sits_at_seat_0() -> None:
    assert list(GAME.seats) == [2]
    assert GAME.start(2, Dice(1)).seat == MOUNTAIN


@rule("TP-2")
def test_the_deck_has_35_cards_of_18_kinds() -> None:
    counts = GAME.start(2, Dice(1)).components()
    assert {name: counts[name] for name in COPIES} == COPIES
    assert sum(COPIES.values()) == 35
    assert "mudslide" not in counts


@rule("TP-3")
@pytest.mark.parametrize(
    ("name", "difficulty", "elevation"),
    [("gondola", 2, 15), ("bear-cave", 9, 3), ("hermit-hut", 8, 10), ("natural-spring", 8, 2), ("waterfall", 5, 8)],
)
def test_a_card_has_a_difficulty_and_an_elevation(name: str, difficulty: int, elevation: int) -> None:
    assert (card(name)["difficulty"], card(name)["elevation"]) == (difficulty, elevation)


@rule("TP-3")
def test_the_deck_has_an_elevation_of_163_in_all() -> None:
    assert sum(card(name).get("elevation", 0) * copies for name, copies in COPIES.items()) == 163


@rule("TP-4")
@pytest.mark.parametrize("edition", ["first", "final"])
def test_the_nine_goals_give_points_in_both_editions(edition: str) -> None:
    counts = GAME.start(2, Dice(1), edition=edition).components()
    assert [counts[goal] for goal in GOALS] == [1] * 9
    points = {goal["name"]: goal["points"] for goal in content_file()["goals"]}
    assert [points[goal] for goal in GOALS] == [2, 3, 2, 5, 1, 5, 3, 2, 4]


def test_every_number_of_the_content_says_where_it_comes_from() -> None:
    def check(part: object, known: bool) -> None:
        if isinstance(part, dict):
            known = part.get("provenance") in ("printed", "ruling", "ours")
            for value in part.values():
                check(value, known)
        elif isinstance(part, list):
            for value in part:
                check(value, known)
        else:
            assert known or isinstance(part, str | bool)

    check(content_file(), False)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"copies": 0}, r"cards\[hiking-trail\].copies"),
        ({"provenance": "rumour"}, r"cards\[hiking-trail\].provenance"),
        ({"elevation": None}, r"cards\[hiking-trail\]: a card has both"),
        ({"name": "stream"}, "different names"),
        ({"effects": [{"on": "sale", "does": "draw"}]}, r"cards\[hiking-trail\].effects\[0\].on: should be one of"),
    ],
)
def test_content_that_cannot_be_played_is_refused_by_its_place(change: dict[str, Any], problem: str) -> None:
    data = content_file()
    data["cards"][0].update(change)
    data["cards"][0] = {name: value for name, value in data["cards"][0].items() if value is not None}
    with pytest.raises(BadContent, match=problem):
        Content(content_fields(data))


@rule("TP-5")
def test_goals_and_hand_are_hidden_and_piles_are_open() -> None:
    state = table("d3 stream", hand="gondola coldsnap bear-cave", kept="lookout", deck="waterfall")
    mine = state.view(MOUNTAIN)["zones"]
    yours = state.view(MOUNTAINEER)["zones"]
    nobody = state.view(None)["zones"]
    assert mine["hand"]["cards"] == ["bear-cave", "gondola", "coldsnap"]
    assert yours["hand"] == nobody["hand"] == {"count": 3, "cards": [], "known": []}
    assert mine["goals"]["mountain"] == {"count": 2, "cards": ["biology", "chemistry"]}
    assert mine["goals"]["mountaineer"] == {"count": 1, "cards": []}
    assert yours["goals"]["mountain"] == {"count": 2, "cards": []}
    assert yours["goals"]["mountaineer"] == {"count": 1, "cards": ["physics"]}
    assert len(mine["discard"]) == len(yours["discard"]) == 29
    assert mine["kept"] == yours["kept"] == ["lookout"]


@rule("TP-5")
def test_goals_are_revealed_when_the_game_is_over() -> None:
    state = happens(table("d3 stream", hand="", deck=""), "end")
    assert state.view(MOUNTAIN)["zones"]["goals"]["mountaineer"]["cards"] == ["physics"]
    assert state.view(None)["zones"]["goals"]["mountain"]["cards"] == ["biology", "chemistry"]


@rule("TP-7")
@pytest.mark.parametrize(("edition", "goals"), [("first", ["physics"]), ("final", ["english", "physics"])])
def test_the_set_up_deals_goals_by_edition(edition: str, goals: list[str]) -> None:
    script = Script(["biology", "chemistry", *FIRST_HAND, *reversed(goals)])
    state = GAME.start(2, script, edition=edition)
    assert script.rest == []
    assert sorted(zone(state, "hand")) == sorted(FIRST_HAND)
    assert zone(state, "goals") == {"mountain": ["biology", "chemistry"], "mountaineer": goals}
    assert zone(state, "board") == {"c3": "mountaineer"}
    assert state.seat == MOUNTAIN


@rule("TP-7")
def test_a_set_up_game_can_be_saved_and_loaded() -> None:
    state = GAME.start(2, Dice(3))
    assert GAME.load(state.dump()).dump() == state.dump()
    assert zones(GAME.load(position("d3 stream")))["board"] == {"c3": "mountaineer", "d3": "stream"}


def test_options_have_the_recommended_defaults() -> None:
    assert {name: option.default for name, option in GAME.options.items()} == {
        "edition": "first",
        "tectonic_token": "moves",
        "hermit_stacking": True,
        "bridge_trigger": "play",
        "spring_turns": "after",
        "liquid_cards": "named",
        "match": "one",
        "handicap": "none",
    }
    with pytest.raises(cairn.BadOption, match="hermit_stacking"):
        GAME.start(2, Dice(1), hermit_stacking=1)
