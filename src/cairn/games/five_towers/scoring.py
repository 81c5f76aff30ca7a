"""The end of the game, line by line (FT-30 to FT-33)."""

from __future__ import annotations

from cairn.core.contract import Score
from cairn.games.five_towers.content import Content
from cairn.games.five_towers.packing import height_of, top_of

MAIN_TOWER = "main tower"
TEARDOWN = "teardown"


def score(content: Content, towers: list[int], torn: int) -> Score:
    """The points of one seat from its towers and the number of cards it tore down."""
    lines: dict[str, int] = {}
    for kind, tower in zip(content.types, towers, strict=True):
        lines[kind] = int(height_of(tower)) * (2 if top_of(tower) == content.roof else 1)
    lines[MAIN_TOWER] = max(int(height_of(tower)) for tower in towers)
    lines[TEARDOWN] = -torn * (torn + 1) // 2
    return Score(lines)
