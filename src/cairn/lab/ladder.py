"""The ladder: each level of bots against the one below it, with the strength it claims."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cairn
from cairn import bots
from cairn.core.bot_settings import bot_settings
from cairn.lab.journal import BadRun
from cairn.lab.match import Match, Run
from cairn.lab.pool import TIMEOUT


@dataclass(frozen=True)
class Rung:
    """A match that the first bot should win: the low end of its interval should reach the target."""

    name: str
    bots: tuple[str, ...]
    target: float
    games: int = 400
    games_if_long: int = 400
    """How many games show it: fewer where thought and games are long."""

    def fits(self, game: cairn.Game) -> bool:
        known = [*bots.names(), *([OUTSIDE] if has_outside() else [])]
        return len(self.bots) in game.seats and all(spec.partition(":")[0] in known for spec in self.bots)


OUTSIDE = "openspiel"


def has_outside() -> bool:
    """Whether the anchor from outside is installed."""
    return importlib.util.find_spec("pyspiel") is not None


GUIDE = "guide:ms=0"
SUMMIT = "summit:ms=0"
"""Without their clocks they play the same games on any machine, however busy."""
ANCHOR = f"{OUTSIDE}:ismcts,ms=30"
"""Nobody here wrote it, so all levels are held against it, at equal time where they have a clock."""

RUNGS = (
    Rung("climber-hiker", ("climber", "hiker"), 0.90),
    Rung("climber-random", ("climber", "random"), 0.90),
    Rung("guide-climber", (GUIDE, "climber"), 0.65, 400, 200),
    Rung("search-plain", ("search:ms=30", "plain:ms=30"), 0.75, 100, 100),
    Rung("summit-guide", (SUMMIT, GUIDE), 0.60, 100, 100),
    Rung("summit-3-climbers", (SUMMIT, "climber", "climber", "climber"), 0.45, 100, 100),
    Rung("hiker-openspiel", ("hiker", ANCHOR), 0.50, 100, 100),
    Rung("climber-openspiel", ("climber", ANCHOR), 0.50, 100, 100),
    Rung("guide-openspiel", ("guide:ms=30", ANCHOR), 0.50, 100, 100),
    Rung("summit-openspiel", ("summit:ms=30", ANCHOR), 0.50, 100, 100),
)


@dataclass(frozen=True)
class Climb:
    """One rung in one game, to be played or played."""

    slug: str
    rung: Rung
    match: Match

    @property
    def title(self) -> str:
        return f"{self.slug} {self.rung.name}"

    def folder(self, runs: Path) -> Path:
        return runs / self.slug / self.rung.name

    def play(self, runs: Path, jobs: int, told: Callable[[int], None], timeout: float = TIMEOUT) -> dict[str, Any]:
        """Play what is left of it, keeping the run in its folder; the report of the match."""
        with closing(Run(self.match, self.folder(runs), resume=True, records=False)) as run:
            run.play(jobs, timeout, told)
            return run.report()

    def played(self, runs: Path) -> dict[str, Any] | None:
        """The report of as much of it as its folder holds, if anything."""
        if not self.folder(runs).exists():
            return None
        with closing(Run(self.match, self.folder(runs), resume=True, records=False)) as run:
            return run.report() if run.rows else None


def climbs(slugs: list[str], games: int | None, seed: int, names: list[str] | None = None) -> list[Climb]:
    """All rungs, or those of these names, that these games have seats for and that there are bots for."""
    known = [rung.name for rung in RUNGS]
    for name in names or []:
        if name not in known:
            raise BadRun(f"there is no match '{name}' in the ladder; there are: {', '.join(known)}")
        if name.endswith(f"-{OUTSIDE}") and not has_outside():
            raise BadRun(f"'{name}' needs OpenSpiel; install it with: pip install 'cairn-tabletop[open-spiel]'")
    return [
        Climb(slug, rung, _match(slug, rung, games, seed))
        for slug in slugs
        for rung in RUNGS
        if rung.fits(cairn.game(slug)) and (not names or rung.name in names)
    ]


def _match(slug: str, rung: Rung, games: int | None, seed: int) -> Match:
    settings = bot_settings(cairn.game(slug))
    usual = rung.games_if_long if settings.long else rung.games
    return Match(slug, list(rung.bots), len(rung.bots), games or usual, seed, settings.ladder_options)


def reached(rung: Rung, data: dict[str, Any]) -> bool:
    """Whether a report shows the strength that the rung asks for."""
    low: float = data["pairings"][0]["results"][0]["low"]
    return low >= rung.target
