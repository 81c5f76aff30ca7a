"""The trickiest rules of Five Peaks written a second time, from the content file and what lies on the table alone.

Nothing here uses the engine's geometry, board or scoring: places are turned as points of the plane, shapes are compared
by sampling points in them, walks are tried one after the other, and points are counted from names.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from cairn import Dice
from cairn.games.five_peaks.evaluator import prune
from cairn.testing import rule
from tests.games.five_peaks.tables import GAME, answers

pytestmark = pytest.mark.slow

DATA: dict[str, Any] = tomllib.loads(
    (resources.files("cairn.games.five_peaks") / "content.toml").read_text(encoding="utf-8")
)
TILES = {tile["name"]: tile for tile in [DATA["start"], *DATA["terrain"]]}
PEAKS = {peak["name"]: peak for peak in DATA["peak"]}
PANORAMAS = {card["name"]: card for card in DATA["panorama"]}
WORTH = {fire["name"]: fire.get("value", 0) for fire in DATA["campfire"]}
MULTIPLIER = {stone["name"]: stone["multiplier"] for stone in DATA["stone"]}
POINT = {"c": (0, 0), "n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
POINT |= {a + b: (POINT[b][0], POINT[a][1]) for a in "ns" for b in "ew"}
LENGTHS = {"walk": [1], "march": [2], "sightsee": [1, 2], "run": [4]}
Cell = tuple[int, int]


def turned(name: str, turns: int) -> Cell:
    x, y = POINT[name]
    for _ in range(turns):
        x, y = y, -x
    return x, y


def placed(zones: dict[str, Any], names: dict[str, Any]) -> list[tuple[dict[str, Any], int, int, int]]:
    return [
        (names[p["name"]], 2 * p["slot"][0], 2 * p["slot"][1], p["turns"]) for p in zones["map"] if p["name"] in names
    ]


def links(zones: dict[str, Any]) -> set[tuple[Cell, Cell]]:
    """Every pair of spaces that a path links, both ways round (FP-13, FP-15)."""
    found: set[tuple[Cell, Cell]] = set()
    exits: dict[Cell, set[Cell]] = {}
    for tile, x, y, turns in placed(zones, TILES):
        for path in tile["paths"]:
            ends = [(x + dx, y + dy) for dx, dy in (turned(name, turns) for name in path.split())]
            found |= {(a, b) for a in ends for b in ends if a != b}
        for side in tile["exits"].split():
            dx, dy = turned(side, turns)
            exits.setdefault((x + 2 * dx, y + 2 * dy), set()).add((x + dx, y + dy))
    for peak, x, y, turns in placed(zones, PEAKS):
        for side in peak["paths"].split():
            dx, dy = turned(side, turns)
            if (x + dx, y + dy) in exits.get((x, y), set()):
                found |= {((x, y), (x + dx, y + dy)), ((x + dx, y + dy), (x, y))}
    return found


def walks(zones: dict[str, Any], seat: int, length: int) -> set[Cell]:
    """Ends of all walks of a length, tried step by step (FP-11, FP-12, FP-14)."""
    pairs = links(zones)
    near: dict[Cell, list[Cell]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
    pawns = {tuple(cell) for cell in zones["pawns"]}
    ends: set[Cell] = set()
    trails = [[tuple(zones["pawns"][seat])]]
    while trails:
        trail = trails.pop()
        for cell in near.get(trail[-1], []):
            if cell in trail:
                continue
            longer = [*trail, cell]
            counted = sum(other not in pawns for other in longer[1:])
            if counted == length:
                if cell not in pawns:
                    ends.add(cell)
            else:
                trails.append(longer)
    return ends


SAMPLES = [(x / 8 + 0.01, y / 8 + 0.03) for x in range(-12, 13) for y in range(-12, 13)]


def covered(start: bool, cx: int, cy: int) -> set[tuple[int, int]]:
    """Sampled points of a tile: a block of three by three cells without its cut corners (FP-20)."""
    points = set()
    for dx, dy in SAMPLES:
        block = max(abs(dx), abs(dy)) < 1.5
        if block and (abs(dx) + abs(dy) < 2 or (start and dy < -0.5)):
            points.add((round((cx + dx) * 1000), round((cy + dy) * 1000)))
    return points


def corners_for_a_tile(zones: dict[str, Any], seat: int) -> set[tuple[Cell, Cell]]:
    """Where the next tile can go: the tile the pawn is on, and the way from it (FP-20, FP-23)."""
    px, py = zones["pawns"][seat]
    taken: set[tuple[int, int]] = set()
    for number, (_, x, y, _) in enumerate(placed(zones, TILES)):
        taken |= covered(number == 0, x, y)
    found = set()
    for tile, x, y, turns in placed(zones, TILES):
        spaces = [turned(name, turns) for name in [*tile["spaces"], *tile["triangles"]]]
        if (px - x, py - y) not in spaces:
            continue
        for name in tile["triangles"]:
            dx, dy = turned(name, turns)
            if not covered(False, x + 2 * dx, y + 2 * dy) & taken:
                found.add(((x // 2, y // 2), (dx, dy)))
    return found


def points(zones: dict[str, Any], seat: int) -> int:
    """The score of a seat, counted from the names of what it has (FP-80 to FP-83)."""
    me = zones["players"][seat]
    total = sum(DATA["badges"][terrain] * count for terrain, count in me["badges"].items())
    total += sum(PANORAMAS[card]["points"] for card in me["panoramas"])
    stones = {stone: PEAKS[peak]["points"] for stone, peak in me["stones"].items() if peak}
    total += sum(MULTIPLIER[stone] * height for stone, height in stones.items())
    counts = {
        "score-campfires": len(me["campfires"]),
        "score-panoramas": len(me["panoramas"]),
        "score-badges": sum(me["badges"].values()),
        "score-endorphins": me["endorphins"],
        "score-cards": len(me["notes"]),
        "score-baskets": me["backpack"]["basket"],
        "score-jars": me["backpack"]["jar"],
        "score-pouches": me["backpack"]["pouch"],
    }
    for fire in me["campfires"]:
        total += WORTH[fire] * counts.get(fire, 0)
    if "score-stone" in me["campfires"]:
        total += max([(WORTH["score-stone"] - 3) * stones[s] for s in ("x3-big", "x3-small") if s in stones], default=0)
    return total


@pytest.mark.parametrize("seed", range(8))
@rule("FP-11", "FP-12", "FP-13", "FP-14", "FP-15", "FP-20", "FP-23", "FP-30", "FP-31", "FP-80", "FP-83")
def test_walks_slots_and_points_are_those_of_a_second_writing(seed: int) -> None:
    dice = Dice(seed)
    state = GAME.start(2 + seed % 4, dice)
    seen = {"walk": 0, "tile": 0}
    while state.seat >= 0:
        asked = state.stack.top
        assert asked is not None
        zones = state.view(None)["zones"] if asked.kind in ("move", "tile", "play") else {}
        fires = zones["players"][state.seat]["campfires"] if zones else []
        if (
            asked.kind == "move"
            and asked.fields()["card"] in LENGTHS
            and not {"walk-twice", "march-stops"} & set(fires)
        ):
            card = asked.fields()["card"]
            ends = set.union(*(walks(zones, state.seat, length) for length in LENGTHS[card]))
            assert {text for text in answers(state) if not text.startswith("trade")} == {
                f"{card} {x},{y}" for x, y in ends
            }
            seen["walk"] += 1
        elif asked.kind == "tile":
            named = {point: name for name, point in POINT.items()}
            tiles = {tuple(tile["slot"]): tile["name"] for tile in zones["map"]}
            assert {text for text in answers(state) if not text.startswith("trade")} == {
                f"place {tiles[slot]} {named[way]} {turns}"
                for slot, way in corners_for_a_tile(zones, state.seat)
                for turns in ("straight", "right", "over", "left")
            }
            seen["tile"] += 1
        elif asked.kind == "play":
            assert [score.total for score in state.scores()] == [
                points(zones, seat) for seat in range(state.setup.seats)
            ]
        choices = prune(state)
        state.apply(choices[dice.pick(len(choices))], dice)
    assert seen["walk"] > 20
    assert seen["tile"] > 5
    zones = state.view(None)["zones"]
    assert [score.total for score in state.scores()] == [points(zones, seat) for seat in range(state.setup.seats)]
