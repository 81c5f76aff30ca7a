"""Positions of PEAKS in few words: a turn of seat 0, with whatever lies on the mats named.

They are played with a content of their own, `fixed.toml`: examples of rules do not change when the game is balanced.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cairn import Dice, Event, Script, State
from cairn.games.peaks.game import Peaks

GAME = Peaks(Path(__file__).with_name("fixed.toml"))
CONTENT = GAME.content
CARDS = {"mountains", "climbed", "companions", "bonus"}


def table(seats: int = 2, display: list[str] | None = None, tiles: list[str] | None = None, **mats: Any) -> State:
    """Seat 0 is to move in Europe with energy 12, stamina 7, experience 2; nobody has cards. `p0`, `p1` edit mats.

    Alone, nobody plays the rival.
    """
    return GAME.load(position(seats, display, tiles, **mats))


def position(
    seats: int = 2, display: list[str] | None = None, tiles: list[str] | None = None, **mats: Any
) -> dict[str, Any]:
    data = GAME.start(seats, Dice(1), first_game=True, start=0, rival="none").dump()
    zones = data["zones"]
    for player in zones["players"]:
        for card in player["mountains"]:
            zones["pools"][pile(card)].append(card)
        player["mountains"] = []
    if display is not None:
        zones["pools"]["a"] += zones["display"]
        zones["display"] = [take(zones, card) for card in display]
    if tiles is not None:
        zones["tiles"] = tiles
    for name, value in mats.items():
        if name[0] == "p" and name[1:].isdigit():
            lay(zones, int(name[1:]), value)
        else:
            zones[name] = value
    return data


def lay(zones: dict[str, Any], seat: int, changes: dict[str, Any]) -> None:
    player = zones["players"][seat]
    for field, value in changes.items():
        if field in CARDS:
            cards = [take(zones, card) for card in value]
            if field == "bonus":
                zones["hands"][seat] = cards
            elif field == "companions":
                player["companions"] = cards + [None] * (3 - len(cards))
                uses = [CONTENT.uses[CONTENT.numbers[card] - 128] for card in cards]
                player["uses"] = uses + [0] * (3 - len(cards))
            else:
                player[field] = cards
        elif isinstance(value, dict):
            player[field] |= value
        else:
            player[field] = value


def pile(card: str) -> str:
    number = CONTENT.numbers[card]
    if number < 100:
        return "ab"[CONTENT.deck[number]]
    return "bonus" if number < 128 else "companions"


def take(zones: dict[str, Any], card: str) -> str:
    """Take a card from where it is; one of the display is replaced."""
    deck = zones["pools"][pile(card)]
    if card in deck:
        deck.remove(card)
    elif card in zones["display"]:
        zones["display"][zones["display"].index(card)] = deck.pop()
    return card


def play(state: State, *choices: str, chance: list[Any] | None = None) -> State:
    """Make these choices; all that falls is in `chance`."""
    script = Script(chance or [])
    for choice in choices:
        state.choose(state.parse(choice), script)
    assert script.rest == []
    return state


def heard(state: State, *choices: str, chance: list[Any] | None = None) -> list[Event]:
    log = state.listen()
    play(state, *choices, chance=chance)
    return log


def answers(state: State) -> list[str]:
    return [state.notation(choice) for choice in state.choices()]


def asked(state: State) -> tuple[str, int]:
    question = state.decision
    assert question is not None
    return question.kind, question.seat


def mat(state: State, seat: int = 0) -> dict[str, Any]:
    return state.dump()["zones"]["players"][seat]


def zones(state: State) -> dict[str, Any]:
    return state.dump()["zones"]


def flags(state: State, seat: int = 0) -> int:
    return sum(mat(state, seat)["flags"].values())


def left_to_gain(state: State) -> dict[str, int]:
    """What the seat that is asked may still gain."""
    asked = state.dump()["pending"][-1]
    assert asked["kind"] == "gain"
    return {name: count for name, count in asked["gains"].items() if count}
