"""What the games declare about their views and components holds in play."""

from __future__ import annotations

import importlib
import importlib.util
import tomllib
from importlib import resources
from typing import Literal, TypedDict

import pytest

import cairn
from cairn.core.shapes import json_schema, misfit, typescript

DECLARED = [slug for slug in cairn.slugs() if importlib.util.find_spec(f"{cairn.game(slug).package}.views")]


@pytest.mark.parametrize("slug", DECLARED)
def test_every_view_has_the_declared_shape(slug):
    game = cairn.game(slug)
    shape = importlib.import_module(f"{game.package}.views").Zones
    for seats in game.seats:
        dice = cairn.Dice(seats)
        state = game.start(seats, dice)
        while state.seat >= 0:
            for viewer in (None, *range(seats)):
                assert misfit(state.view(viewer)["zones"], shape, "zones") == ""
            state.apply(state.offered[dice.pick(len(state.offered))], dice)


@pytest.mark.parametrize("slug", DECLARED)
def test_the_content_has_the_declared_shape(slug):
    package = cairn.game(slug).package
    content = tomllib.loads((resources.files(package) / "content.toml").read_text(encoding="utf-8"))
    assert misfit(content, importlib.import_module(f"{package}.views").Content, "content") == ""


class Card(TypedDict):
    name: str
    side: Literal["up", "down"]


class Hand(TypedDict):
    cards: list[Card]
    limit: int | None
    points: dict[str, int]


def test_a_shape_is_json_schema_and_typescript():
    assert json_schema(Hand)["$defs"]["Hand"]["properties"]["cards"] == {
        "type": "array",
        "items": {"$ref": "#/$defs/Card"},
    }
    assert typescript(Hand) == (
        'export interface Card {\n  name: string;\n  side: "up" | "down";\n}\n\n'
        "export interface Hand {\n  cards: Card[];\n  limit: number | null;\n  points: Record<string, number>;\n}\n"
    )


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        ({"cards": [], "limit": None, "points": {}}, ""),
        ({"cards": [{"name": "a", "side": "left"}], "limit": 1, "points": {}}, "cards[0].side"),
        ({"cards": [], "limit": True, "points": {}}, "limit"),
        ({"cards": [], "points": {}}, "lacks ['limit']"),
        ({"cards": [], "limit": None, "points": {"a": "1"}}, "points.a"),
    ],
)
def test_a_value_that_does_not_fit_is_named_by_its_place(hand, problem):
    found = misfit(hand, Hand, "hand")
    assert problem in found
    assert bool(problem) == bool(found)
