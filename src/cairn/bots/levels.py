"""How each game is searched and how long each level thinks about it: what matches show of it is in docs/strength.md."""

from __future__ import annotations

from typing import Final

from cairn.bots.search import Budget, Tuning

USUAL: Final = Tuning()
TUNINGS: Final[dict[str, Tuning]] = {
    "five-towers": Tuning(prior_weight=8.0, rollout=4, sample=99, width=6),
    "solstis": Tuning(rollout=4),
    "peaks": Tuning(prior_weight=1.0, width=4, horizon=2, breadth=8),
    "five-peaks": Tuning(prior_weight=6.0, width=5, horizon=6, breadth=12),
}

GUIDE: Final = Budget(400, 250)
SUMMIT: Final = Budget(4000, 1800)
GUIDES: Final[dict[str, Budget]] = {
    "five-towers": Budget(600, 250),
    "peaks": Budget(6000, 250),
    "five-peaks": Budget(3000, 250),
}
SUMMITS: Final[dict[str, Budget]] = {
    "five-towers": Budget(3000, 1800),
    "the-peak": Budget(2500, 1800),
    "peaks": Budget(12000, 1800),
    "five-peaks": Budget(6000, 1800),
}


def tuning(slug: str) -> Tuning:
    return TUNINGS.get(slug, USUAL)


def guide(slug: str) -> Budget:
    return GUIDES.get(slug, GUIDE)


def summit(slug: str) -> Budget:
    return SUMMITS.get(slug, SUMMIT)
