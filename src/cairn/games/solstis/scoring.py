"""The end of the game, line by line (SO-52 to SO-63)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.contract import Score
from cairn.games.solstis.content import BLUE, EVIL, PLAIN, Content
from cairn.games.solstis.panorama import count_of

BIGGEST: Final = "biggest panorama"
FIRES: Final = "fires"


def score(content: Content, most_land: bool, land: i64, rainbows: i64, spirits: list[int], covered: int) -> Score:
    """The stars of one seat; the covered spirit counts for nothing (SO-38). Every seat has a line for every spirit."""
    mountain = content.mountain
    filled = land | rainbows
    sections = mountain.sections(filled)
    lit, unlit = fires_of(content, land, filled)
    uncovered = [spirit for spirit in spirits if spirit != covered]
    plain = sum(1 for spirit in uncovered if content.kind[spirit] == PLAIN)
    blue = sum(1 for spirit in uncovered if content.kind[spirit] == BLUE)
    bonuses = [0, plain, unlit, len(sections), blue - 1, int(count_of(rainbows)), lit]
    lines: dict[str, int] = {BIGGEST: biggest(sections, land, most_land), FIRES: lit}
    for spirit, name in enumerate(content.spirits):
        if content.kind[spirit] != EVIL:
            lines[name] = 1 + bonuses[content.bonus[spirit]] if spirit in uncovered else 0
    return Score(lines)


def biggest(sections: list[int], land: i64, most_land: bool) -> int:
    """The land tiles of the section with most tiles, rainbows included (SO-52); ties by SO-53."""
    best_size: i64 = 0
    best_land: i64 = 0
    for section in sections:
        size = count_of(section)
        tiles = count_of(section & land)
        if size > best_size or (size == best_size and most_land and tiles > best_land):
            best_size = size
            best_land = tiles
    return int(best_land)


def fires_of(content: Content, land: i64, filled: i64) -> tuple[int, int]:
    """How many fire symbols of a panorama are lit, and how many are not (SO-54, SO-55)."""
    linked = content.mountain.section(filled, filled & content.mountain.valley)
    lit = 0
    unlit = 0
    for tiles in content.fires:
        fire: i64 = tiles
        if fire & land == fire:
            if fire & linked:
                lit += 1
            else:
                unlit += 1
    return lit, unlit
