"""What the lab counts in PEAKS alone."""

from __future__ import annotations

from collections import Counter

from cairn.core.contract import Game, State
from cairn.core.event import Event
from cairn.core.metrics import Gauge, Measure, Numbers
from cairn.games.peaks.content import (
    ACTIONS,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    FLAG,
    MEDALS,
    NEEDS,
    TOP_LEVEL,
)
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.rival import goal_amount, is_beaten, medal, rival_total, scenario_of, strength
from cairn.games.peaks.scoring import BOARD_LINE, fulfilled
from cairn.games.peaks.state import PeaksState

SOURCES = {
    "mountains": "climbed mountains",
    "stamina": "the stamina track",
    "experience": "the experience track",
    "dice": "dice",
    "cubes": "action bonuses",
    "rest": "flags bought at rest",
    "together": "flags bought together",
    "tagging": "tagging along",
    "cards": "bonus cards and leads",
}
MOUNTAINS, STAMINA, EXPERIENCE, DICE, CUBES, AT_REST, TOGETHER, TAGGING, CARDS = SOURCES

MEASURES = (
    Measure("leader-turns", "own turns of the leader until the last flag", 0.5),
    Measure("deck-swap", "part of the game before the decks are swapped", 0.02, percent=True),
    Measure("shared-climbs", "climbs that are shared", 0.02, percent=True),
    Measure("shared-flags", "flags from shared climbs", 0.01, percent=True),
    *(Measure(f"flags-{name}", f"flags from {title}", 0.01, percent=True) for name, title in SOURCES.items()),
    *(
        Measure(f"{action}-{level}", f"seats that move the {action.upper()} tile {times}", 0.03, percent=True)
        for action in ACTIONS
        for level, times in ((1, "once"), (2, "twice"))
    ),
    Measure("unfinished", "games without a last flag", 0.005, percent=True),
    Measure("beaten", "rivals beaten in games alone", 0.03, percent=True),
    Measure("rival-flags", "flags of the rival in games alone", 0.3),
    Measure("goal", "what a scenario counts for its medals", 0.3),
    Measure("medal", "scenarios with a medal", 0.03, percent=True),
    *(Measure(name, f"scenarios with {name} for a medal", 0.03, percent=True) for name in MEDALS),
)


class PeaksGauge(Gauge):
    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.owed: dict[int, str] = {}
        """Where the flag comes from that a seat is about to place."""
        self.flags: Counter[str] = Counter()
        self.own_turns = [0] * self.seats
        self.climbs = 0
        self.shared = 0
        self.company = False
        self.swap = 0
        self.leader_turns: int | None = None

    def first(self, state: State) -> int:
        assert isinstance(state, PeaksState)
        return state.start

    def chosen(self, state: State, kind: str, choice: str) -> None:
        if kind == "shared-flag" and choice == "buy flag":
            self.owed[state.seat] = TOGETHER
        elif kind == "flag" and choice != "place flag":
            self.owed.pop(state.seat, None)

    def heard(self, event: Event, state: State) -> None:
        assert isinstance(state, PeaksState)
        content = state.content
        match event.kind:
            case "turn":
                self.own_turns[event.seat] += 1
            case "stamina" if content.stamina_gives[_number(event, "stamina")] == FLAG:
                self.owed[event.seat] = STAMINA
            case "advance" if content.experience_gives[_number(event, "space")] == FLAG:
                self.owed[event.seat] = EXPERIENCE
            case "die" if event.args["level"] == TOP_LEVEL:
                self.owed[event.seat] = DICE
            case "action-bonus" if event.args["bonus"] == "flag":
                self.owed[event.seat] = CUBES
            case "flag":
                climb = MOUNTAINS if event.seat == state.player else TAGGING
                self.flags[self.owed.pop(event.seat, AT_REST if state.action == 0 else climb)] += 1
            case "climb":
                self.company = False
            case "tag":
                self.company = True
            case "climbed":
                self.climbs += 1
                self.shared += self.company
            case "swap":
                self.swap = state.turn
            case "last-round" | "all-flags":
                leaders = [seat for seat in range(self.seats) if state.placed(seat) >= content.supply]
                self.leader_turns = min((self.own_turns[seat] for seat in leaders), default=None)

    def numbers(self, state: State) -> dict[str, Numbers]:
        assert isinstance(state, PeaksState)
        for score in state.scores():
            self.flags[CARDS] += sum(points for line, points in score.lines.items() if line != BOARD_LINE)
        flags = self.flags.total()
        counts: dict[str, Numbers] = {
            "leader-turns": self.everybody(self.leader_turns),
            "deck-swap": self.everybody(self.swap / state.turn if self.swap else None),
            "shared-climbs": self.everybody(self.shared / self.climbs if self.climbs else None),
            "shared-flags": self.everybody((self.flags[TAGGING] + self.flags[TOGETHER]) / flags if flags else None),
            "unfinished": self.everybody(state.last_turns < 0),
        }
        for source in SOURCES:
            counts[f"flags-{source}"] = self.everybody(self.flags[source] / flags if flags else None)
        for number, action in enumerate(ACTIONS):
            for level in (1, 2):
                counts[f"{action}-{level}"] = [state.tile(seat, number) >= level for seat in range(self.seats)]
        return counts | self._alone(state)

    def _alone(self, state: PeaksState) -> dict[str, Numbers]:
        counts: dict[str, Numbers] = {}
        if self.seats == 1 and strength(state):
            counts["beaten"] = [is_beaten(state)]
            counts["rival-flags"] = [rival_total(state)]
        scenario = scenario_of(state)
        if scenario is not None:
            won = medal(state, scenario)
            counts["medal"] = [won >= 0]
            counts["goal"] = [goal_amount(state, scenario.goal)]
            for number, name in enumerate(MEDALS):
                counts[name] = [won == number]
        return counts

    def used(self, state: State) -> list[list[str]]:
        """Kinds of bonus cards that are fulfilled."""
        assert isinstance(state, PeaksState)
        return [
            sorted({f"need: {state.content.need[plan - FIRST_BONUS]}" for plan in _fulfilled(state, seat)})
            for seat in range(self.seats)
        ]

    def kept(self, state: State) -> list[list[str]]:
        assert isinstance(state, PeaksState)
        names = state.content.names
        return [[names[card] for card in [*state.mountains[seat], *state.bonus[seat]]] for seat in range(self.seats)]


def _fulfilled(state: PeaksState, seat: int) -> list[int]:
    return [plan for plan in state.bonus[seat] if fulfilled(state, seat, plan)]


def _number(event: Event, name: str) -> int:
    value = event.args[name]
    assert isinstance(value, int)
    return value


def gauge(state: State) -> Gauge:
    return PeaksGauge(state)


def kinds(game: Game) -> dict[str, str]:
    assert isinstance(game, Peaks)
    names = game.content.names
    groups = {
        "mountain": names[:FIRST_BONUS],
        "bonus card": names[FIRST_BONUS:FIRST_COMPANION],
        "companion": names[FIRST_COMPANION:FIRST_BOOST],
        "boost": names[FIRST_BOOST:],
        "need": [f"need: {need}" for need in NEEDS],
    }
    return {name: kind for kind, members in groups.items() for name in members}
