"""What the lab counts in 5 Towers alone."""

from __future__ import annotations

from cairn.core.contract import Game, State
from cairn.core.event import Event
from cairn.core.metrics import Gauge, Measure, Numbers
from cairn.games.five_towers.content import VALUES
from cairn.games.five_towers.game import FiveTowers
from cairn.games.five_towers.packing import values_of
from cairn.games.five_towers.state import TowersState

MEASURES = (
    Measure("rounds", "rounds of a game", 1.0),
    Measure("void-rounds", "rounds in which nobody bids", 0.02, percent=True),
    Measure("cards-won", "cards taken by the highest bid", 0.2),
    Measure("torn-down", "cards that a seat tears down", 0.5),
    Measure("tallest", "height of a seat's tallest tower", 0.3),
)


class TowersGauge(Gauge):
    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.counts = {"reveal": 0, "void": 0, "take": 0}
        self.torn = [0] * self.seats

    def heard(self, event: Event, state: State) -> None:
        if event.kind in self.counts:
            self.counts[event.kind] += 1
        elif event.kind == "tear":
            self.torn[event.seat] += 1

    def numbers(self, state: State) -> dict[str, Numbers]:
        assert isinstance(state, TowersState)
        rounds, void = self.counts["reveal"], self.counts["void"]
        played = rounds - void
        return {
            "rounds": self.everybody(rounds),
            "void-rounds": self.everybody(void / rounds if rounds else None),
            "cards-won": self.everybody(self.counts["take"] / played if played else None),
            "torn-down": [*self.torn],
            "tallest": [max(len(tower) for tower in _towers(state, seat)) for seat in range(self.seats)],
        }

    def kept(self, state: State) -> list[list[str]]:
        assert isinstance(state, TowersState)
        names = state.content.names
        return [
            [names[kind * VALUES + value] for kind, tower in enumerate(_towers(state, seat)) for value in tower]
            for seat in range(self.seats)
        ]


def _towers(state: TowersState, seat: int) -> list[list[int]]:
    types = len(state.content.types)
    return [values_of(state.towers, seat * types + kind) for kind in range(types)]


def gauge(state: State) -> Gauge:
    return TowersGauge(state)


def kinds(game: Game) -> dict[str, str]:
    """Every card by its type."""
    assert isinstance(game, FiveTowers)
    content = game.content
    return {
        name: content.types[card // VALUES]
        for card, name in enumerate(content.names)
        if card % VALUES <= content.highest
    }
