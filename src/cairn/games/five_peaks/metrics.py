"""What the lab counts in Five Peaks alone."""

from __future__ import annotations

from cairn.core.contract import Game, State
from cairn.core.metrics import Gauge, Measure, Numbers
from cairn.games.five_peaks.actions import end_conditions
from cairn.games.five_peaks.content import (
    BIKE,
    CAMPFIRES,
    CARD_KINDS,
    CARDS,
    PARAGLIDE,
    SHORTCUT,
    STARTING,
    TERRAINS,
    Content,
)
from cairn.games.five_peaks.game import FivePeaks
from cairn.games.five_peaks.state import NOT_CLOSING, HikeState

CONDITIONS = ("all-rocky", "all-stones", "all-panoramas")
LEAVING = (SHORTCUT, BIKE, PARAGLIDE)
STRANDED = 5
"""A pawn is stuck if it begins so many turns in a row on a space that no path leaves, without a card that would."""

MEASURES = (
    Measure("seat-turns", "turns of a seat", 1.0),
    Measure("closed", "games that end by their own conditions", 0.005, percent=True),
    Measure("all-rocky", "endings with all rocky peaks placed", 0.02, percent=True),
    Measure("all-stones", "endings with all stones of a seat placed", 0.02, percent=True),
    Measure("all-panoramas", "endings with a complete panorama", 0.02, percent=True),
    *(Measure(f"{terrain}-peaks", f"{terrain} peaks placed, of 5", 0.1) for terrain in TERRAINS),
    Measure("campfires", "campfire cards of a seat", 0.1),
    Measure("most-offered", "choices at the widest decision", 5.0),
    Measure("stuck", "games with a stuck pawn", 0.005, percent=True),
)


class HikeGauge(Gauge):
    def __init__(self, state: State) -> None:
        super().__init__(state)
        assert isinstance(state, HikeState)
        self.exchanges = exchange_names(state.content)
        self.traded: list[set[str]] = [set() for _ in range(self.seats)]
        self.alone = [0] * self.seats
        self.stuck = False
        self.most_offered = 0

    def chosen(self, state: State, kind: str, choice: str) -> None:
        assert isinstance(state, HikeState)
        seat = state.seat
        self.most_offered = max(self.most_offered, len(state.offered))
        if kind == "play":
            self.alone[seat] = 0 if can_leave(state, seat) else self.alone[seat] + 1
            self.stuck |= self.alone[seat] >= STRANDED
        elif kind == "exchange" and choice.startswith("exchange"):
            self.traded[seat].add(self.exchanges[state.board.about[state.pawns[seat]]])

    def numbers(self, state: State) -> dict[str, Numbers]:
        assert isinstance(state, HikeState)
        closed = state.last_turns != NOT_CLOSING
        counts: dict[str, Numbers] = {
            "seat-turns": self.everybody(-(-state.turns_played // self.seats)),
            "closed": self.everybody(closed),
            "campfires": [float(len(state.campfires_of(seat))) for seat in range(self.seats)],
            "most-offered": self.everybody(self.most_offered),
            "stuck": self.everybody(self.stuck),
        }
        for name, met in zip(CONDITIONS, end_conditions(state), strict=True):
            counts[name] = self.everybody(met if closed else None)
        for number, terrain in enumerate(TERRAINS):
            placed = sum(state.content.peaks[peak].terrain == number for peak in state.board.peak_ids)
            counts[f"{terrain}-peaks"] = self.everybody(placed)
        return counts

    def used(self, state: State) -> list[list[str]]:
        return [sorted(names) for names in self.traded]

    def kept(self, state: State) -> list[list[str]]:
        assert isinstance(state, HikeState)
        return [
            [CAMPFIRES[fire] for fire in state.campfires_of(seat)]
            + [state.content.panorama_names[card] for card in state.panoramas_of(seat)]
            + [
                CARDS[kind]
                for kind in range(len(STARTING), CARD_KINDS)
                if state.hands[seat * CARD_KINDS + kind] + state.played[seat * CARD_KINDS + kind]
            ]
            for seat in range(self.seats)
        ]


def can_leave(state: HikeState, seat: int) -> bool:
    first = seat * CARD_KINDS
    return bool(state.board.edges[state.pawns[seat]]) or any(
        state.hands[first + card] + state.played[first + card] for card in LEAVING
    )


def exchange_names(content: Content) -> list[str]:
    """Every exchange by its tile and what it says, in the order of their numbers."""
    names = [""] * len(content.exchanges)
    for tile in content.tiles:
        for place, number in enumerate(tile.traded[0]):
            if number >= 0:
                names[number] = f"{tile.name}: {tile.texts[0][place].removeprefix('exchange: ')}"
    return names


def gauge(state: State) -> Gauge:
    return HikeGauge(state)


def kinds(game: Game) -> dict[str, str]:
    assert isinstance(game, FivePeaks)
    content = game.content
    groups = {
        "hiking card": CARDS[len(STARTING) :],
        "starting card": CARDS[: len(STARTING)],
        "campfire card": CAMPFIRES,
        "panorama": content.panorama_names,
        "peak": content.peak_names,
        "tile": content.tile_names,
        "exchange": exchange_names(content),
        "stone": content.stone_names,
    }
    return {name: kind for kind, names in groups.items() for name in names}
