"""Small things of Solstis as one number, so that looking at them and changing them makes no list.

- A set of positions, or of land tiles, which are numbered alike, is an i64 with a bit for each: see panorama.py.
- `spirits` are a few spirits in the order they came, four bits each after a leading 1, the latest lowest.
- A placed spirit is spirit * CORNER + the lower left position of its square.
- A pile of the display is its face-up tile, plus COVERS if there is a hidden one below.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NO_SPIRITS: Final = 1
MOST_SPIRITS: Final = 15
CORNER: Final = 64
TILE: Final = 63
COVERS: Final = 64


def with_spirit(spirits: i64, spirit: i64) -> i64:
    """One spirit more, the latest."""
    return spirits << 4 | spirit


def without_spirit(spirits: i64, spirit: i64) -> i64:
    """The spirits without one that is among them."""
    shift: i64 = 0
    while spirits >> shift & 15 != spirit:
        shift += 4
    above = spirits >> shift
    return (above >> 4) << shift | (spirits ^ (above << shift))


def spirits_in(spirits: i64) -> list[int]:
    """The spirits as a list, the latest last."""
    found: list[int] = []
    while spirits > NO_SPIRITS:
        found.append(spirits & 15)
        spirits >>= 4
    found.reverse()
    return found


def packed_spirits(listed: list[int]) -> i64:
    spirits: i64 = NO_SPIRITS
    for spirit in listed:
        spirits = with_spirit(spirits, spirit)
    return spirits
