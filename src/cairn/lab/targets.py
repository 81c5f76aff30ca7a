"""What a designer wants the games of an experiment to be like, held against what came out.

    [targets]
    seats = [0.9, 1.1]              # every seat's wins, in fair shares
    leader-turns = [18, 32]         # the mean of anything that is counted, see measures.py
    "line stones" = [0.05, 0.55]    # the part of the winners' points from a line of the score sheet
    "lift boost" = [-1, 0.12]       # the lift of every component of a kind
    "unused mountain" = [0, 0]      # how many components of a kind nobody ever used

A target is met or missed if the whole interval is inside or outside; otherwise it is open, and more games would tell.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import cairn
from cairn.core.errors import BadData
from cairn.core.fields import Fields
from cairn.core.metrics import kinds_of
from cairn.lab.measures import measures

MET: Final = "met"
MISSED: Final = "missed"
OPEN: Final = "open"
SEATS: Final = "seats"
LINE: Final = "line"
LIFT: Final = "lift"
UNUSED: Final = "unused"
MEDIAN: Final = "median"


class BadTarget(BadData):
    """A target for something that is not counted."""


@dataclass(frozen=True)
class Target:
    name: str
    low: float
    high: float

    def text(self) -> str:
        return f"{json.dumps(self.name)} = [{self.low:g}, {self.high:g}]"

    def check(self, game: cairn.Game, seats: int) -> None:
        what, _, of = self.name.partition(" ")
        if what in (LIFT, UNUSED):
            known = sorted(set(kinds_of(game).values()))
            if of not in known:
                raise BadTarget(f"targets.{self.name}", f"there is no kind '{of}'; there are: {', '.join(known)}")
        elif what != LINE and self.name != SEATS and self.name.removeprefix(f"{MEDIAN} ") not in measures(game, seats):
            names = ", ".join(measures(game, seats))
            raise BadTarget(
                f"targets.{self.name}",
                f"is not counted; there are: seats, {names}, median NAME, line LINE, lift KIND and unused KIND",
            )

    def held(self, data: dict[str, Any]) -> dict[str, Any]:
        """The target against a report: what was found, as values with intervals, and what that means."""
        found = self._found(data)
        inside = [self.low <= low and high <= self.high for _, low, high in found.values()]
        outside = [high < self.low or self.high < low for _, low, high in found.values()]
        verdict = MISSED if any(outside) else MET if found and all(inside) else OPEN
        worst = sorted(found.items(), key=lambda item: min(item[1][1] - self.low, self.high - item[1][2]))
        return {
            "target": self.name,
            "low": self.low,
            "high": self.high,
            "verdict": verdict,
            "found": dict(worst),
        }

    def _found(self, data: dict[str, Any]) -> dict[str, list[float]]:
        what, _, of = self.name.partition(" ")
        if self.name == SEATS:
            fair = data["seats"]
            return {f"seat {n + 1}": [fair * x for x in won] for n, won in enumerate(data["places_won"])}
        if what == LINE:
            return {of: data["lines"][of]["winners"]} if of in data["lines"] else {}
        if what == LIFT:
            return {
                f"{entry['component']} ({entry['use']})": entry["lift"]
                for entry in data["components"]
                if entry["kind"] == of and entry["lift"] is not None
            }
        if what == MEDIAN:
            return {self.name: data["medians"][of]} if of in data["medians"] else {}
        if what == UNUSED:
            count = float(len(data["unused"].get(of, [])))
            return {", ".join(data["unused"].get(of, [])) or "none": [count, count, count]}
        return {self.name: data["means"][self.name]} if self.name in data["means"] else {}


def read_targets(fields: Fields) -> tuple[Target, ...]:
    found = []
    for name in fields.names():
        pair = fields.items(name, 2)
        if any(isinstance(end, bool) or not isinstance(end, (int, float)) for end in pair) or pair[0] > pair[1]:
            raise fields.refuse(name, f"should be the least and the most, such as [0.9, 1.1], not {pair}")
        found.append(Target(name, float(pair[0]), float(pair[1])))
    return tuple(found)
