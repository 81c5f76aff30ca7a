"""What the lab counts in The Peak alone."""

from __future__ import annotations

from cairn.core.bits import members_of
from cairn.core.contract import Game, State
from cairn.core.event import Event
from cairn.core.metrics import Gauge, Measure, Numbers
from cairn.games.the_peak.game import ThePeak
from cairn.games.the_peak.state import PeakState

MEASURES = (
    Measure("rounds", "rounds of a game", 0.3),
    Measure("mountain-wins", "wins of the Mountain", 0.02, percent=True),
    Measure("challenges", "challenges rolled in a game", 0.5),
    Measure("crossed", "challenges that succeed", 0.02, percent=True),
    Measure("cards-kept", "cards that the Mountaineer keeps", 0.3),
)


class PeakGauge(Gauge):
    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.counts = {"round": 0, "cross": 0, "fail": 0}

    def heard(self, event: Event, state: State) -> None:
        if event.kind in self.counts:
            self.counts[event.kind] += 1

    def numbers(self, state: State) -> dict[str, Numbers]:
        assert isinstance(state, PeakState)
        tried = self.counts["cross"] + self.counts["fail"]
        return {
            "rounds": self.everybody(int(state.round)),
            "mountain-wins": self.everybody(None if state.rules.two_games else state.result()[state.mountain]),
            "challenges": self.everybody(tried),
            "crossed": self.everybody(self.counts["cross"] / tried if tried else None),
            "cards-kept": self.everybody(len(state.kept)),
        }

    def kept(self, state: State) -> list[list[str]]:
        assert isinstance(state, PeakState)
        content = state.content
        found: list[list[str]] = [[], []]
        for role, seat in enumerate((state.mountain, state.climber)):
            found[seat] += [content.goal_names[goal] for goal in members_of(state.goals[role])]
        found[state.climber] += [content.names[content.kind_of[face]] for face in state.kept]
        return found


def gauge(state: State) -> Gauge:
    return PeakGauge(state)


def kinds(game: Game) -> dict[str, str]:
    assert isinstance(game, ThePeak)
    content = game.content
    return dict.fromkeys(content.names, "card") | dict.fromkeys(content.goal_names, "goal")
