"""Ratings by openskill (Plackett-Luce): one number per bot that makes its opponents comparable.

Games are rated one after the other in the order of the deals, so the same games give the same ratings. A bot on several
seats moves by the mean of what its seats earned. openskill comes with the extra `lab`; without it there are no ratings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True)
class Rating:
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the bot is worth at least, almost certainly."""
        return self.mu - 3 * self.sigma


def is_available() -> bool:
    try:
        import openskill  # noqa: F401
    except ImportError:
        return False
    return True


def rate(games: Iterable[tuple[tuple[str, ...], list[int]]], specs: list[str]) -> dict[str, Rating]:
    """The rating of each bot after these games, each given by who sat where and what decided it (more is better)."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {spec: model.rating() for spec in specs}
    for seating, standing in games:
        if len(set(seating)) < 2:
            continue
        teams = model.rate([[ratings[spec]] for spec in seating], ranks=[-float(points) for points in standing])
        for spec in set(seating):
            moved = [team[0] for team, name in zip(teams, seating, strict=True) if name == spec]
            ratings[spec] = model.rating(fmean(r.mu for r in moved), fmean(r.sigma for r in moved))
    return {spec: Rating(rating.mu, rating.sigma) for spec, rating in ratings.items()}
