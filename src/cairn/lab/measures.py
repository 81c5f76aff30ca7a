"""What the lab counts in a game, declared once: reports, comparisons, targets and searches all read this table.

A number is taken from a finished game. What only one game has comes from `metrics.py` in its folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import cairn
from cairn.core.metrics import Measure, measures_of
from cairn.lab.playing import Played

SECONDS: Final = 12.0
"""What people take for a decision, on the whole; one with a single choice takes SECONDS_FORCED."""
SECONDS_FORCED: Final = 2.0
SEAT: Final = "seat-"

Count = Callable[[Played, dict[str, Any]], float]


@dataclass(frozen=True)
class Counted:
    """A measure of every game, and how it is counted from what was played and observed."""

    measure: Measure
    count: Count
    alone: bool = True
    """Whether it says something about games of one seat."""


def minutes(decisions: int, forced: int) -> float:
    """How long people would take for so many decisions."""
    return ((decisions - forced) * SECONDS + forced * SECONDS_FORCED) / 60.0


def _seen(name: str) -> Count:
    return lambda played, seen: float(seen[name])


EVERY_GAME: Final = (
    Counted(Measure("turns", "turns of a game", 1.0), lambda played, seen: float(played.turns)),
    Counted(Measure("decisions", "decisions of a game", 3.0), lambda played, seen: float(sum(played.decisions))),
    Counted(
        Measure("minutes", "minutes of a game among people", 1.0),
        lambda played, seen: minutes(sum(played.decisions), sum(seen["forced"])),
    ),
    Counted(Measure("points", "points of the winner", 1.0), lambda played, seen: float(max(played.totals))),
    Counted(
        Measure("spread", "points between first and last", 1.0),
        lambda played, seen: float(max(played.totals) - min(played.totals)),
        alone=False,
    ),
    Counted(Measure("lead-changes", "changes of the lead", 0.5), _seen("lead_changes"), alone=False),
    Counted(
        Measure("behind", "part of the game the later winner is behind", 0.02, percent=True),
        _seen("behind"),
        alone=False,
    ),
    Counted(
        Measure("decided", "part of the game until it is decided", 0.02, percent=True), _seen("decided"), alone=False
    ),
    Counted(
        Measure("runaway", "games decided before half-time", 0.02, percent=True),
        lambda played, seen: float(seen["runaway"]),
        alone=False,
    ),
    Counted(
        Measure("branching", "choices at a decision", 0.3),
        lambda played, seen: sum(seen["offered"]) / max(1, sum(played.decisions)),
    ),
    Counted(
        Measure("forced", "decisions with one choice", 0.02, percent=True),
        lambda played, seen: sum(seen["forced"]) / max(1, sum(played.decisions)),
    ),
    Counted(
        Measure("windows", "decisions that a seat may decline", 1.0), lambda played, seen: float(sum(seen["windows"]))
    ),
    Counted(
        Measure("idle", "idle windows: declined of those", 0.02, percent=True),
        lambda played, seen: sum(seen["idle"]) / max(1, sum(seen["windows"])),
    ),
    Counted(
        Measure("wait", "longest wait of a seat, in decisions of others", 1.0),
        lambda played, seen: sum(seen["wait"]) / len(seen["wait"]),
        alone=False,
    ),
)


def seat_measure(place: int) -> Measure:
    return Measure(f"{SEAT}{place + 1}", f"wins of seat {place + 1} in the order of play", 0.02, percent=True)


def measures(game: cairn.Game, seats: int) -> dict[str, Measure]:
    """All that is counted in games of so many seats, by name: `seat-1` is the win share of whoever begins."""
    places = [seat_measure(place) for place in range(seats)] if seats > 1 else []
    usual = [counted.measure for counted in EVERY_GAME if seats > 1 or counted.alone]
    return {measure.name: measure for measure in (*places, *usual, *measures_of(game))}


def counted(played: Played) -> dict[str, float]:
    """All of that in one finished game. What could not be counted in it is left out."""
    seen = played.observed
    assert seen is not None
    seats = len(played.shares)
    found: dict[str, float] = {}
    if seats > 1:
        for seat, place in enumerate(seen["places"]):
            found[f"{SEAT}{place + 1}"] = played.shares[seat]
    for each in EVERY_GAME:
        if seats > 1 or each.alone:
            found[each.measure.name] = each.count(played, seen)
    for name, numbers in seen["own"].items():
        there = [number for number in numbers if number is not None]
        if there:
            found[name] = sum(there) / len(there)
    return found
