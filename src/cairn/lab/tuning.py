"""What would make it fair? Searches one to three numbers of a pack for those that bring a metric to its goal.

Optuna proposes values (TPE, from a fixed seed). Every point is played on the same deals, so that points differ by the
change and not by luck; a point that is proposed again is played on further deals and becomes known better. In the end
the best point is played once more on deals that the search has never seen: the best of many looks better than it is,
and the fresh games do not know that it was chosen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cairn
from cairn.core.content import content_data
from cairn.core.errors import BadData
from cairn.lab.experiment import Experiment
from cairn.lab.measures import SEAT, counted, measures
from cairn.lab.packing import changed, pack_text, value_at
from cairn.lab.playing import game_of
from cairn.lab.pool import TIMEOUT, play_all
from cairn.lab.statistics import Estimate, Sums

MOST_ENTRIES: Final = 3
FRESH: Final = 1 << 20
"""Deals that the search never plays begin here."""
SEAT_SHARE: Final = "seat share"

Point = tuple[int, ...]


class BadSearch(BadData):
    """A search for what cannot be searched."""


@dataclass(frozen=True)
class Entry:
    """A number of the content that may be changed, and within what bounds."""

    place: str
    low: int
    high: int

    @staticmethod
    def read(text: str, data: dict[str, Any]) -> Entry:
        """From `cards.mountains.licancabur.energy` or the same with `=4..9`; otherwise half to twice as much."""
        place, equals, bounds = text.partition("=")
        now = _number_at(data, place)
        if not equals:
            return Entry(place, now // 2, max(now + 2, 2 * now))
        found = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", bounds)
        if found is None or int(found[1]) >= int(found[2]):
            raise BadSearch(f"--entry {text}", "bounds should be two whole numbers, such as =4..9")
        return Entry(place, int(found[1]), int(found[2]))


@dataclass(frozen=True)
class Goal:
    """What a metric should be: a number, or for `seat share` that every seat in the order of play wins as often."""

    metric: str
    wanted: float

    @staticmethod
    def read(text: str, game: cairn.Game, seats: int) -> Goal:
        name, equals, wanted = (part.strip() for part in text.partition("="))
        known = measures(game, seats)
        if name == SEAT_SHARE and not equals and seats > 1:
            return Goal(SEAT_SHARE, 1.0 / seats)
        if name not in known or not equals:
            raise BadSearch(
                f"--goal {text}", f"should be 'seat share' or a metric and its value; there are: {', '.join(known)}"
            )
        try:
            return Goal(name, float(wanted))
        except ValueError:
            raise BadSearch(f"--goal {text}", f"'{wanted}' should be a number, such as turns=40") from None

    def names(self, seats: int) -> list[str]:
        return [f"{SEAT}{seat + 1}" for seat in range(seats)] if self.metric == SEAT_SHARE else [self.metric]


def _number_at(data: dict[str, Any], place: str) -> int:
    try:
        value = value_at(data, place)
    except cairn.BadContent as error:
        raise BadSearch(f"--entry {place}", error.problem) from None
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadSearch(f"--entry {place}", f"should lead to a whole number, not to {json.dumps(value)[:60]}")
    return value


class Tried:
    """What is known of one point: the metric over all games played there."""

    def __init__(self, names: list[str]) -> None:
        self.sums = {name: Sums() for name in names}
        self.games = 0

    def loss(self, wanted: float) -> float:
        """How far the metric is from the goal: of several, the one that is farthest."""
        return max(abs(sums.mean - wanted) for sums in self.sums.values())

    def estimates(self, comparisons: int = 1) -> dict[str, Estimate]:
        return {name: sums.interval(comparisons) for name, sums in self.sums.items()}


class Search:
    """Tries points until the trials are used up. Packs are written to `folder`, one for each point."""

    def __init__(self, base: Experiment, entries: list[str], goal: str, folder: Path, seed: int = 1) -> None:
        if not 1 <= len(entries) <= MOST_ENTRIES:
            raise BadSearch("--entry", f"one to {MOST_ENTRIES} numbers can be searched at once, not {len(entries)}")
        game = game_of(base.game, base.content)
        self.base = base
        self.data = content_data(game.package, base.content)
        self.entries = [Entry.read(entry, self.data) for entry in entries]
        self.goal = Goal.read(goal, game, base.seats)
        self._known = measures(game, base.seats)
        self.folder = folder
        self.seed = seed
        self.now: Point = tuple(_number_at(self.data, entry.place) for entry in self.entries)
        self.points: dict[Point, Tried] = {}
        self.refused: dict[Point, str] = {}
        self.checked: Tried | None = None
        self._names = self.goal.names(base.seats)

    def play(
        self,
        trials: int,
        jobs: int = 1,
        timeout: float = TIMEOUT,
        told: Callable[[int], None] = lambda trials: None,
    ) -> None:
        """May be interrupted between games; what was played counts."""
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=self.seed, n_startup_trials=min(8, trials // 2 or 1))
        study = optuna.create_study(sampler=sampler)
        start = dict(zip(self.entries, self.now, strict=True))
        if all(entry.low <= now <= entry.high for entry, now in start.items()):
            study.enqueue_trial({entry.place: now for entry, now in start.items()})
        for number in range(trials):
            trial = study.ask()
            point = tuple(trial.suggest_int(entry.place, entry.low, entry.high) for entry in self.entries)
            if self._is_possible(point):
                tried = self.points.setdefault(point, Tried(self._names))
                self._play_at(point, tried, tried.games, jobs, timeout)
                study.tell(trial, tried.loss(self.goal.wanted))
            else:
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
            told(number + 1)

    def check(self, jobs: int = 1, timeout: float = TIMEOUT) -> None:
        """Play the best point on fresh deals, as many games as it has had."""
        best = self.best
        if best is not None:
            self.checked = Tried(self._names)
            self._play_at(best, self.checked, FRESH, jobs, timeout, self.points[best].games)

    @property
    def best(self) -> Point | None:
        if not self.points:
            return None
        return min(self.points, key=lambda point: (self.points[point].loss(self.goal.wanted), point))

    def _is_possible(self, point: Point) -> bool:
        """Whether the content may have these values; if not, why not is kept."""
        if point in self.refused:
            return False
        try:
            cairn.game(self.base.game, self.pack(point))
        except cairn.BadContent as error:
            self.refused[point] = str(error)
            return False
        return True

    def pack(self, point: Point) -> Path:
        """The pack of a point, written when it is first needed."""
        name = "-".join(str(value) for value in point)
        path = self.folder / f"point-{name}.toml"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            changes = {entry.place: value for entry, value in zip(self.entries, point, strict=True)}
            header = {"game": self.base.game}
            if self.base.content is not None:
                header["base"] = str(self.base.content.absolute())
            path.write_text(pack_text(header, changed(self.data, changes)), encoding="utf-8")
        return path

    def _play_at(
        self, point: Point, tried: Tried, first: int, jobs: int, timeout: float, games: int | None = None
    ) -> None:
        experiment = replace(self.base, content=self.pack(point).absolute())
        numbers = range(first, first + (games or self.base.games))
        found: dict[int, dict[str, float]] = {}
        with closing(play_all((experiment.task(number) for number in numbers), jobs, timeout)) as results:
            for played in results:
                found[played.key[0]] = counted(played)
        for number in sorted(found):
            tried.games += 1
            for name, sums in tried.sums.items():
                if name in found[number]:
                    sums.add(found[number][name])

    def as_good(self) -> list[Point]:
        """Points that cannot be told from the best one: their intervals reach as near to the goal as it is."""
        best = self.best
        if best is None:
            return []
        wanted = self.goal.wanted
        return sorted(
            point
            for point, tried in self.points.items()
            if point == best
            or all(each.low <= wanted <= each.high for each in tried.estimates(len(self._names)).values())
        )

    def data_of(self) -> dict[str, Any]:
        best = self.best
        return {
            "title": game_of(self.base.game, None).title,
            "base": self.base.header,
            "percent": self.goal.metric in self._known and self._known[self.goal.metric].percent,
            "entries": [{"place": entry.place, "low": entry.low, "high": entry.high} for entry in self.entries],
            "now": list(self.now),
            "goal": {"metric": self.goal.metric, "wanted": self.goal.wanted},
            "best": None if best is None else list(best),
            "as_good": [list(point) for point in self.as_good()],
            "checked": None if self.checked is None else _tried(self.checked),
            "points": [{"values": list(point), **_tried(tried)} for point, tried in sorted(self.points.items())],
            "refused": [{"values": list(point), "why": why} for point, why in sorted(self.refused.items())],
        }


def _tried(tried: Tried) -> dict[str, Any]:
    return {
        "games": tried.games,
        "found": {name: estimate.data() for name, estimate in tried.estimates(len(tried.sums)).items()},
    }
