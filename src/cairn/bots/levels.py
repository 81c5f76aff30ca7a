"""How each game is searched and how long each level thinks about it: all found by matches (docs/strength.md)."""

from __future__ import annotations

from typing import Final

from cairn.bots.search import Budget, Tuning

USUAL: Final = Tuning()
TUNINGS: Final[dict[str, Tuning]] = {}

GUIDE: Final = Budget(400, 250)
SUMMIT: Final = Budget(4000, 1800)
GUIDES: Final[dict[str, Budget]] = {}
SUMMITS: Final[dict[str, Budget]] = {}


def tuning(slug: str) -> Tuning:
    return TUNINGS.get(slug, USUAL)


def guide(slug: str) -> Budget:
    return GUIDES.get(slug, GUIDE)


def summit(slug: str) -> Budget:
    return SUMMITS.get(slug, SUMMIT)
