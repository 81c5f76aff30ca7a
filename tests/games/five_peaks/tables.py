"""Positions of Five Peaks by what differs from the start, and short words for what tests do with them.

Tests name a space by its cell, east and north of the middle of the starting tile, so that a position can be followed on
squared paper: "walk 1,0" is played as "walk start e", and "place here n straight" is beside the tile of the pawn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cairn import Chance, Dice, IllegalChoice, Script, State
from cairn.games.five_peaks.content import TERRAINS
from cairn.games.five_peaks.game import FivePeaks
from cairn.games.five_peaks.geometry import key
from cairn.games.five_peaks.state import HikeState

GAME = FivePeaks()
OPENING = ["run", "bike", "observe", "shortcut", "sightsee"]
RESOURCES = ("mushroom", "berry", "herb", "basket", "jar", "pouch")
BOTTOM = ("mushroom", "berry", "herb")


def panoramas_up(seats: int) -> list[str]:
    return [f"i-{number}" for number in range(1, max(seats, 3) + 1)]


def opening(seats: int = 2, **options: Any) -> dict[str, Any]:
    """The dump of a game that begins with the market OPENING and, unless told otherwise, with empty backpacks."""
    state = GAME.start(seats, Script([*OPENING, *panoramas_up(seats)]), **{"even_start": False, **options})
    data: dict[str, Any] = json.loads(json.dumps(state.dump()))
    return data


class Table:
    """A dump to be edited; `state` loads it, and with that checks it."""

    def __init__(self, seats: int = 2, seat: int = 0, **options: Any) -> None:
        self.data = opening(seats, **options)
        self.zones: dict[str, Any] = self.data["zones"]
        self.zones["turn"] = seat
        self.data["pending"][0]["seat"] = seat
        self.data["turn"] = {"number": seat + 1, "seat": seat}
        self.seat = seat

    def tile(self, name: str, slot: Sequence[int], turns: int = 0) -> Table:
        self.zones["map"].append({"name": name, "slot": list(slot), "turns": turns})
        self.zones["terrain"].remove(name)
        return self

    def peak(self, name: str, slot: Sequence[int], turns: int = 0, by: int = 1) -> Table:
        self.zones["map"].append({"name": name, "slot": list(slot), "turns": turns})
        self.zones["unplaced_peaks"].remove(name)
        terrain = TERRAINS[GAME.content.peaks[GAME.content.peak_names.index(name)].terrain]
        self.zones["players"][by]["badges"][terrain] += 1
        return self

    def pawns(self, *cells: Sequence[int]) -> Table:
        for seat, cell in enumerate(cells):
            self.zones["pawns"][seat] = list(cell)
        return self

    def has(self, seat: int | None = None, **amounts: int) -> Table:
        """Give a seat endorphins, and resources out of the bank."""
        player = self.player(seat)
        for kind, count in amounts.items():
            if kind == "endorphins":
                player["endorphins"] = count
            else:
                self.zones["bank"][kind] -= count - player["backpack"][kind]
                player["backpack"][kind] = count
        return self

    def player(self, seat: int | None = None) -> dict[str, Any]:
        player: dict[str, Any] = self.zones["players"][self.seat if seat is None else seat]
        return player

    def hand(self, *cards: str, seat: int | None = None) -> Table:
        for card in cards:
            self.zones["hiking"]["pool"].remove(card)
            self.player(seat)["hand"].append(card)
        return self

    def fires(self, *cards: str, seat: int | None = None) -> Table:
        deck = self.zones["campfire"]
        for card in cards:
            deck["pool"].remove(card)
            for known in deck["memory"]:
                known[GAME_FIRES.index(card)] = 0
            self.player(seat)["campfires"].append(card)
        self.player(seat)["campfires"].sort(key=GAME_FIRES.index)
        return self

    def stones(self, seat: int | None = None, **stones: str) -> Table:
        for stone, peak in stones.items():
            self.player(seat)["stones"][stone.replace("_", "-")] = peak
        return self

    def lies(self, cell: Sequence[int], **resources: int) -> Table:
        counts = {kind: resources.get(kind, 0) for kind in RESOURCES}
        for kind, count in counts.items():
            self.zones["bank"][kind] -= count
        self.zones["left"].append({"space": list(cell), "resources": counts})
        return self

    def bank_without(self, kind: str, keep: int = 0, seat: int = 1) -> Table:
        """Empty the bank of a kind onto a far corner of the starting tile."""
        count = self.zones["bank"][kind] - keep
        return self.lies([0, 1], **{kind: count})

    def panoramas(self, seat: int, *names: str) -> Table:
        """A seat has bought these, and the piles have moved on."""
        for name in names:
            self.player(seat)["panoramas"].append(name)
            pile = self.zones["piles"].index(name)
            after = next((card for card in self.zones["scenes"] if card.startswith(NEXT[name.partition("-")[0]])), None)
            self.zones["piles"][pile] = after
            if after is not None:
                self.zones["scenes"].remove(after)
        return self

    def state(self) -> HikeState:
        state = GAME.load(json.loads(json.dumps(self.data)))
        assert isinstance(state, HikeState)
        return state


NEXT = {"i": "ii-", "ii": "iii-", "iii": "iv-", "iv": "v-", "v": "vi-", "vi": "none"}
GAME_FIRES = [
    "more-mushrooms", "more-berries", "more-herbs", "more-peaks", "walk-twice", "march-stops", "training-walk",
    "big-backpack", "endorphin-trade", "score-stone", "score-campfires", "score-baskets", "score-panoramas",
    "score-jars", "score-cards", "score-pouches", "score-badges", "score-endorphins",
]  # fmt: skip


def spoken(state: State, text: str) -> str:
    """An answer in the game's words: with the names of spaces instead of cells."""
    assert isinstance(state, HikeState)
    board = state.board

    def name(found: re.Match[str]) -> str:
        space = board.cells.get(key(int(found[1]), int(found[2])))
        return "slate c" if space is None else board.name(space)

    home = board.homes[state.pawns[state.seat]]
    text = re.sub(r"(-?\d+),(-?\d+)", name, text)
    return re.sub(r"\bhere\b", "here" if home < 0 else board.tile_name(home), text)


def answers(state: State) -> set[str]:
    """What can be answered, with cells instead of the names of spaces."""
    assert isinstance(state, HikeState)
    names = {state.board.name(space): state.board.cell_name(space) for space in range(len(state.board.kinds))}

    def cell(text: str) -> str:
        verb, _, rest = text.partition(" ")
        place, past, seats = rest.partition(" past ")
        return f"{verb} {names[place]}{past}{seats}" if place in names and verb != "place" else text

    return {cell(state.notation(choice)) for choice in state.choices()}


def play(state: State, *texts: str, chance: Chance | None = None) -> State:
    """Answer one decision after the other."""
    chance = chance or Dice(0)
    for text in texts:
        state.choose(state.parse(spoken(state, text)), chance)
    return state


def refused(state: State, text: str) -> str:
    """The rule that forbids an answer; the state stays as it was."""
    before = state.dump()
    with pytest.raises(IllegalChoice) as refusal:
        state.choose(state.parse(spoken(state, text)), Dice(0))
    assert state.dump() == before
    assert refusal.value.rule in GAME.ledger.rules
    return refusal.value.rule


def zones(state: State) -> dict[str, Any]:
    found: dict[str, Any] = state.dump()["zones"]
    return found


def player(state: State, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = zones(state)["players"][seat]
    return found


def pack(state: State, seat: int = 0) -> dict[str, int]:
    """What a backpack holds, without what it does not."""
    return {kind: count for kind, count in player(state, seat)["backpack"].items() if count}


def pawn(state: State, seat: int = 0) -> list[int]:
    cell: list[int] = zones(state)["pawns"][seat]
    return cell


def asked(state: State) -> tuple[str, int]:
    question = state.decision
    assert question is not None
    return question.kind, question.seat


def play_out(state: State, seed: int, wish: Callable[[State], int] | None = None) -> State:
    """Play on at random to the end."""
    dice = Dice(seed)
    while state.seat >= 0:
        offered = state.offered
        choice = wish(state) if wish is not None else offered[dice.pick(len(offered))]
        state.apply(choice, dice)
    return state
