"""The end of the game, line by line (SO-52 to SO-63)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.bits import count_of
from cairn.core.contract import Score
from cairn.games.solstis.content import BLUE, EVIL, PLAIN, Content

BIGGEST: Final = "biggest panorama"
FIRES: Final = "fires"


def score(content: Content, most_land: bool, land: i64, rainbows: i64, spirits: list[int], covered: int) -> Score:
    """The stars of one seat; the covered spirit counts for nothing (SO-38). Every seat has a line for every spirit."""
    mountain = content.mountain
    filled = land | rainbows
    sections = mountain.sections(filled)
    lit = len(lit_fires(content, land, filled))
    unlit = fires_of(content, land) - lit
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


def fires_of(content: Content, land: i64) -> int:
    """How many fire symbols a panorama has (SO-55)."""
    found = 0
    for tiles in content.fires:
        fire: i64 = tiles
        if fire & land == fire:
            found += 1
    return found


def lit_fires(content: Content, land: i64, filled: i64) -> list[int]:
    """The fire symbols of a panorama that are lit, by their places in the content (SO-54)."""
    linked = content.mountain.section(filled, filled & content.mountain.valley)
    lit: list[int] = []
    for number, tiles in enumerate(content.fires):
        fire: i64 = tiles
        if fire & land == fire and fire & linked:
            lit.append(number)
    return lit
