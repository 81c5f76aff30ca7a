"""Two contents of one game on the same deals: what does the change do, and how sure is that?

Game n of both is dealt from the same dice, as far as they go, so much of the luck cancels out. Games come in pairs;
after every few the difference is looked at with a confidence sequence, which holds at all looks together. It stops as
soon as the answer is clear: the difference is surely not 0, or surely too small to matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

import cairn
from cairn.core.content import content_data, pack_header
from cairn.core.metrics import Measure
from cairn.core.packs import Change, differences
from cairn.lab.experiment import Experiment
from cairn.lab.measures import counted, measures
from cairn.lab.playing import Played, Task, game_of
from cairn.lab.pool import TIMEOUT, play_all
from cairn.lab.statistics import Estimate, Sums

LOOKS: Final = 20
LEAST: Final = 60
"""Pairs before the first look: a spread of fewer is not to be trusted."""

RARE: Final = 3.0
"""The rule of three: so many of n, at the most, is what was not seen in n."""

MORE: Final = "more"
LESS: Final = "less"
SAME: Final = "same"
OPEN: Final = "open"


def _title(experiment: Experiment) -> str:
    """What the content of an experiment is called."""
    if experiment.content is None:
        return "the game as it is"
    header = pack_header(experiment.content)
    return header.title if header is not None and header.title else experiment.content.stem


class Comparison:
    """Pairs of games of `base` and `other`, which differ in their content alone."""

    def __init__(self, base: Experiment, other: Experiment, metric: str) -> None:
        known = measures(game_of(base.game, base.content), base.seats)
        if metric not in known:
            raise cairn.CairnError(f"there is no metric '{metric}' here; there are: {', '.join(known)}")
        if replace(base, content=other.content) != other:
            raise cairn.CairnError("two experiments that are compared may differ in their content only")
        self.base = base
        self.other = other
        self.metric = metric
        self.metrics = known
        self.before = {name: Sums() for name in known}
        self.after = {name: Sums() for name in known}
        self.change = {name: Sums() for name in known}
        self.pack_title = _title(other)
        self._is_same = base.header["content"] == other.header["content"]
        self.pairs = 0
        self.course: list[tuple[int, Estimate]] = []
        """The difference at every look."""
        self._waiting: dict[int, Played] = {}

    def tasks(self) -> Iterator[Task]:
        for number in range(self.base.games):
            for which, experiment in enumerate((self.base, self.other)):
                yield replace(experiment.task(number), key=(number, which))

    def play(self, jobs: int = 1, timeout: float = TIMEOUT, told: Callable[[int], None] = lambda pairs: None) -> None:
        """Play pairs until the answer is clear or all are played. May be interrupted."""
        with closing(play_all(self.tasks(), jobs, timeout, lambda: told(self.pairs))) as results:
            for played in results:
                if self.take(played):
                    break
                told(self.pairs)

    def take(self, played: Played) -> bool:
        """Count a finished game; whether the answer is clear now."""
        return self._pair(played) and self.is_decided()

    def _pair(self, played: Played) -> bool:
        """Take a game in; whether it makes a pair after which the answer is looked at.

        Pairs count in the order of their numbers, so that the same experiment stops at the same pair in however many
        processes it is played.
        """
        number, which = played.key
        self._waiting[2 * number + which] = played
        looked = False
        while 2 * self.pairs in self._waiting and 2 * self.pairs + 1 in self._waiting and not looked:
            at = 2 * self.pairs
            self._count(self._waiting.pop(at), self._waiting.pop(at + 1))
            looked = self.pairs % LOOKS == 0
        if looked:
            self.course.append((self.pairs, self.estimate(self.metric)))
        return looked

    def _count(self, base: Played, other: Played) -> None:
        was, is_now = counted(base), counted(other)
        for name in self.metrics:
            if name in was and name in is_now:
                self.before[name].add(was[name])
                self.after[name].add(is_now[name])
                self.change[name].add(is_now[name] - was[name])
        self.pairs += 1

    def is_decided(self) -> bool:
        return self.pairs >= LEAST and self.verdict(self.metric) != OPEN

    def estimate(self, name: str) -> Estimate:
        """The difference; all metrics beside the one that is asked about are compared at once."""
        return self.change[name].sequence(1 if name == self.metric else len(self.metrics), self._unseen(name))

    def _unseen(self, name: str) -> float:
        """What pairs may vary though they have not: a card that comes up seldom changes few games, perhaps none so far.

        What was never seen in n pairs may be true of 3 in n (95 times in 100), and two such games are as different as
        any two. Without this the lab would call a rare change no change after a few pairs that were all alike.
        """
        if self._is_same or not self.pairs:
            return 0.0
        return min(1.0, RARE / self.pairs) * 2.0 * self.before[name].variance

    def verdict(self, name: str) -> str:
        found = self.estimate(name)
        if found.low > 0.0:
            return MORE
        if found.high < 0.0:
            return LESS
        matters = self.metrics[name].matters
        return SAME if -matters < found.low and found.high < matters else OPEN

    def changes(self) -> list[Change]:
        package = game_of(self.base.game, None).package
        return differences(content_data(package, self.base.content), content_data(package, self.other.content))

    def data(self) -> dict[str, Any]:
        return {
            "title": game_of(self.base.game, None).title,
            "pack": self.pack_title,
            "base": self.base.header,
            "other": self.other.header,
            "changes": [{"place": c.place, "before": c.before, "after": c.after} for c in self.changes()],
            "pairs": self.pairs,
            "metric": self.metric,
            "verdict": self.verdict(self.metric),
            "course": [[pairs, *found.data()] for pairs, found in self.course],
            "metrics": {
                name: {
                    "title": metric.title,
                    "percent": metric.percent,
                    "matters": metric.matters,
                    "before": round(self.before[name].mean, 6),
                    "after": round(self.after[name].mean, 6),
                    "change": self.estimate(name).data(),
                    "verdict": self.verdict(name),
                }
                for name, metric in self.metrics.items()
                if self.change[name].count > 1
            },
        }

    def sentences(self) -> list[str]:
        """What came out, in words: the question, what else has changed, how sure it is."""
        return [self._answer(), self._others(), self._how_sure()]

    def _answer(self) -> str:
        if self.pairs < 2:
            return "No pair of games has been played yet."
        name, metric = self.metric, self.metrics[self.metric]
        before, after = (self._number(metric, sums[name].mean) for sums in (self.before, self.after))
        found = self.estimate(name)
        size = f"from {before} to {after}, a change of {self._span(metric, found)}"
        match self.verdict(name):
            case "more":
                return f"The {metric.title} go up: {size}."
            case "less":
                return f"The {metric.title} go down: {size}."
            case "same":
                least = self._number(metric, metric.matters)
                return f"The {metric.title} stay as they are: {before} and {after}, surely less than {least} apart."
        return f"It is not clear whether the {metric.title} change: {size}."

    def _others(self) -> str:
        moved = [
            name
            for name in self.metrics
            if name != self.metric and self.change[name].count >= LEAST and self.verdict(name) in (MORE, LESS)
        ]
        if not moved:
            return "Nothing else that is counted has clearly changed."
        told = ", ".join(f"{self.metrics[n].title} ({self._span(self.metrics[n], self.estimate(n))})" for n in moved)
        return f"Clearly changed as well: {told}."

    def _how_sure(self) -> str:
        end = "stopped because the answer is clear" if self.is_decided() else "and the answer is still open"
        return (
            f"{self.pairs:,} pairs of games on the same deals, {end}; the 95 % intervals allow for looking on the way."
        )

    def _number(self, metric: Measure, value: float) -> str:
        return f"{100 * value:.1f} %" if metric.percent else f"{value:.2f}"

    def _span(self, metric: Measure, found: Estimate) -> str:
        scale, unit = (100.0, " points") if metric.percent else (1.0, "")
        return f"{scale * found.value:+.2f}{unit} ({scale * found.low:+.2f} to {scale * found.high:+.2f})"
