"""What the lab counts in Solstis alone."""

from __future__ import annotations

from cairn.core.bits import count_of, members_of
from cairn.core.contract import Game, State
from cairn.core.event import Event
from cairn.core.metrics import Gauge, Measure, Numbers
from cairn.games.solstis.game import Solstis
from cairn.games.solstis.packing import CORNER
from cairn.games.solstis.state import SolstisState

MEASURES = (
    Measure("captures", "captures of a seat", 0.5),
    Measure("second-chances", "second chances of a game", 0.5),
    Measure("rainbows", "rainbows in a seat's panorama", 0.2),
    Measure("spirits", "spirits that a seat has met", 0.2),
    Measure("land", "land tiles of a seat's panorama", 0.5),
)


class SolstisGauge(Gauge):
    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.captures = [0] * self.seats
        self.chances = 0
        self.met: list[set[str]] = [set() for _ in range(self.seats)]

    def heard(self, event: Event, state: State) -> None:
        if event.kind == "capture":
            self.captures[event.seat] += 1
        elif event.kind == "second-chance":
            self.chances += 1
        elif event.kind == "place":
            self.met[event.seat].add(str(event.args["spirit"]))

    def numbers(self, state: State) -> dict[str, Numbers]:
        assert isinstance(state, SolstisState)
        return {
            "captures": [*self.captures],
            "second-chances": self.everybody(self.chances),
            "rainbows": [float(count_of(player.rainbows)) for player in state.players],
            "spirits": [float(len(player.spirits)) for player in state.players],
            "land": [float(count_of(player.land)) for player in state.players],
        }

    def used(self, state: State) -> list[list[str]]:
        return [sorted(spirits) for spirits in self.met]

    def kept(self, state: State) -> list[list[str]]:
        assert isinstance(state, SolstisState)
        content = state.content
        return [
            [content.spirits[placed // CORNER] for placed in player.spirits]
            + [content.names[tile] for tile in members_of(player.land)]
            for player in state.players
        ]


def gauge(state: State) -> Gauge:
    return SolstisGauge(state)


def kinds(game: Game) -> dict[str, str]:
    assert isinstance(game, Solstis)
    content = game.content
    return dict.fromkeys(content.spirits, "spirit") | {name: "land tile" for name in content.names if name}
