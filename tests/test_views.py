"""What the games declare about their views and components holds in play."""

from __future__ import annotations

import importlib.util
from typing import Literal, TypedDict

import pytest

import cairn
from cairn.core.shapes import json_schema, misfit, typescript
from cairn.testing.shapes import misfits

DECLARED = [slug for slug in cairn.slugs() if importlib.util.find_spec(f"{cairn.game(slug).package}.views")]


@pytest.mark.parametrize("slug", DECLARED)
def test_views_and_content_have_the_declared_shapes(slug):
    assert misfits(cairn.game(slug)) == []


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
