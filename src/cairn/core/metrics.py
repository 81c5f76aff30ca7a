"""What the lab counts in one game beside what it counts in every game: the module `metrics` of a game's folder.

Such a module has `MEASURES`, `gauge(state)` that makes a `Gauge` at the start of each game, and `kinds(game)`, which
sorts all components the game may ever have into kinds. All of it is optional.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cairn.core import faces
from cairn.core.contract import Game, State
from cairn.core.event import Event

Numbers = list[float | None]
"""One for each seat, None where a seat has nothing to count. What is true of the whole game is said of every seat."""


@dataclass(frozen=True)
class Measure:
    """Something that is counted in each game. A difference below `matters` is of no interest to a designer."""

    name: str
    title: str
    matters: float
    percent: bool = False


class Gauge:
    """Follows one game from its start to its end."""

    def __init__(self, state: State) -> None:
        self.seats = state.setup.seats

    def first(self, state: State) -> int:
        """At the start: the seat that begins."""
        return max(0, state.turn_seat)

    def chosen(self, state: State, kind: str, choice: str) -> None:
        """A seat is about to make a choice, in notation, at a decision of this kind."""

    def heard(self, event: Event, state: State) -> None:
        """Something has happened; `state` is the next position in which somebody is asked, or the last."""

    def numbers(self, state: State) -> dict[str, Numbers]:
        """At the end: what was counted, by name of the measure."""
        return {}

    def used(self, state: State) -> list[list[str]]:
        """At the end: components that each seat has used, beside those that events tell of."""
        return [[] for _ in range(self.seats)]

    def kept(self, state: State) -> list[list[str]]:
        """At the end: components that each seat has."""
        return [[] for _ in range(self.seats)]

    def everybody(self, number: float | None) -> Numbers:
        """A number of the whole game."""
        return [number] * self.seats


def measures_of(game: Game) -> tuple[Measure, ...]:
    found: tuple[Measure, ...] = getattr(_module(game), "MEASURES", ())
    return found


def gauge_of(state: State) -> Gauge:
    make = getattr(_module(state.setup.game), "gauge", Gauge)
    gauge: Gauge = make(state)
    return gauge


def kinds_of(game: Game) -> dict[str, str]:
    """The kind of every component, such as `companion`."""
    module = _module(game)
    found: dict[str, str] = module.kinds(game) if hasattr(module, "kinds") else {}
    return found


def _module(game: Game) -> Any:
    return faces.module_of(game, "metrics")
