"""The end of the game, line by line (FT-30 to FT-33)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.contract import Score
from cairn.games.five_towers.content import Content
from cairn.games.five_towers.packing import height_of, top_of

MAIN_TOWER = "main tower"
TEARDOWN = "teardown"


def tower_points(content: Content, tower: i64) -> i64:
    """What a tower brings by itself: its height, twice that under a roof (FT-30, FT-31)."""
    height = height_of(tower)
    return 2 * height if top_of(tower) == content.roof else height


def total(content: Content, towers: vec[i64], first: i64, torn: i64) -> i64:
    """The sum of all lines of `score` without the lines, for searches; `first` is where a seat's towers begin."""
    highest: i64 = 0
    points = -(torn * (torn + 1) // 2)
    for kind in range(len(content.types)):
        tower = towers[first + kind]
        points += tower_points(content, tower)
        if height_of(tower) > highest:
            highest = height_of(tower)
    return points + highest


def score(content: Content, towers: list[int], torn: int) -> Score:
    """The points of one seat from its towers and the number of cards it tore down."""
    lines: dict[str, int] = {}
    for kind, tower in zip(content.types, towers, strict=True):
        lines[kind] = int(tower_points(content, tower))
    lines[MAIN_TOWER] = max(int(height_of(tower)) for tower in towers)
    lines[TEARDOWN] = -torn * (torn + 1) // 2
    return Score(lines)
