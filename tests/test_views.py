"""What the games declare about their views and components holds in play."""

from __future__ import annotations

import importlib
import importlib.util
import json
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest

import cairn
from cairn.core.shapes import json_schema, misfit, typescript
from cairn.testing.shapes import misfits

FIXTURES = Path(__file__).parent.parent / "web" / "fixtures"
DECLARED = [slug for slug in cairn.slugs() if importlib.util.find_spec(f"{cairn.game(slug).package}.views")]


@pytest.mark.parametrize("slug", DECLARED)
def test_views_and_content_have_the_declared_shapes(slug):
    assert misfits(cairn.game(slug)) == []


@pytest.mark.parametrize("slug", [slug for slug in DECLARED if (FIXTURES / slug).is_dir()])
def test_the_positions_that_pages_and_boards_show_are_of_the_rules_as_they_are(slug):
    """Else `python tools/web_files.py fixtures SLUG` makes them anew."""
    game = cairn.game(slug)
    shapes = importlib.import_module(f"{game.package}.views")
    for path in sorted((FIXTURES / slug).glob("*.json")):
        if path.name != "content.json":
            view = json.loads(path.read_text("utf-8"))["view"]
            assert view["rules_version"] == game.rules_version, path.name
            assert not misfit(view["zones"], shapes.Zones, path.name)


class Card(TypedDict):
    name: str
    side: Literal["up", "down"]


class Hand(TypedDict):
    cards: list[Card]
    limit: int | None
    points: dict[str, int]
    note: NotRequired[str]
    place: NotRequired[tuple[int, int]]


def test_a_shape_is_json_schema_and_typescript():
    assert json_schema(Hand)["$defs"]["Hand"]["properties"]["cards"] == {
        "type": "array",
        "items": {"$ref": "#/$defs/Card"},
    }
    assert json_schema(Hand)["$defs"]["Hand"]["required"] == ["cards", "limit", "points"]
    assert typescript(Hand) == (
        'export interface Card {\n  name: string;\n  side: "up" | "down";\n}\n\n'
        "export interface Hand {\n  cards: Card[];\n  limit: number | null;\n  points: Record<string, number>;\n"
        "  note?: string;\n  place?: [number, number];\n}\n"
    )


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        ({"cards": [], "limit": None, "points": {}}, ""),
        ({"cards": [], "limit": None, "points": {}, "note": "first"}, ""),
        ({"cards": [], "limit": None, "points": {}, "note": 1}, "note"),
        ({"cards": [], "limit": None, "points": {}, "place": [1, 2]}, ""),
        ({"cards": [], "limit": None, "points": {}, "place": [1, 2, 3]}, "place: should be a list of 2"),
        ({"cards": [], "limit": None, "points": {}, "place": [1, "2"]}, "place[1]"),
        ({"cards": [], "limit": None, "points": {}, "wish": 1}, "has ['wish'] too much"),
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
