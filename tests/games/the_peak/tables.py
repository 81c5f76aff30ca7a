"""Positions of The Peak in one line, and short words for what tests do with them.

A board is written as "d3 stream, c4 hiking-trail"; a hand or a pile as card names with blanks between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import cairn
from cairn import Chance, Dice, Event, IllegalChoice, Script, State

GAME = cairn.game("the-peak")
COPIES = {
    "hiking-trail": 4,
    "bear-cave": 1,
    "tectonic-shift": 2,
    "stream": 4,
    "rainstorm": 1,
    "lookout": 2,
    "waterfall": 2,
    "gondola": 1,
    "natural-spring": 2,
    "stone-steps": 2,
    "protected-hollow": 1,
    "eroded-slope": 2,
    "wooden-bridge": 4,
    "porta-potty": 1,
    "hermit-hut": 1,
    "food-cache": 2,
    "coldsnap": 1,
    "sandstone-cliff": 2,
}
"""Written down from the component list and not taken from the engine."""

GOALS = [
    "biology",
    "chemistry",
    "earth-science",
    "engineering",
    "english",
    "environmental-science",
    "health-science",
    "mathematics",
    "physics",
]
FULL_HAND = "stone-steps wooden-bridge wooden-bridge wooden-bridge wooden-bridge"
"""Five cards, so that a new round draws nothing."""

EMPTY_BOARD = {f"{column}{row}": None for row in range(1, 6) for column in "abcde"}

MOUNTAIN = 0
MOUNTAINEER = 1


def cells(text: str) -> dict[str, str]:
    """A board: "d3 stream, c4 hiking-trail"."""
    return {part.split()[0]: part.split()[1] for part in text.split(",") if part.strip()}


def kind_of(face: str) -> str:
    """An Eroded Slope that has lost Elevation is still an Eroded Slope."""
    return "eroded-slope" if face.startswith("eroded-slope") else face


def position(
    board: str = "",
    ask: str | Sequence[Mapping[str, object]] = "challenge",
    *,
    token: str = "c3",
    hand: str = FULL_HAND,
    kept: str = "",
    top: str = "",
    deck: str | None = None,
    goals: tuple[str, str] | None = None,
    options: Mapping[str, object] | None = None,
    **numbers: object,
) -> dict[str, Any]:
    """A dump. Cards named nowhere are in the deck or, if the deck is given, in the discard pile.

    `ask` is the question put now: to the Mountain if it is "play", else to the Mountaineer. `numbers` are more zones.
    """
    options = {**{name: option.default for name, option in GAME.options.items()}, **(options or {})}
    if goals is None:
        goals = ("biology chemistry", "physics english" if options.get("edition") == "final" else "physics")
    rest = [name for name, copies in COPIES.items() for _ in range(copies)]
    laid = cells(board)
    for card in [*laid.values(), *kept.split(), *hand.split(), *top.split(), *(deck or "").split()]:
        rest.remove(kind_of(card))
    held = [goal.split() for goal in goals]
    if isinstance(ask, str):
        ask = [{"kind": ask, "seat": MOUNTAIN if ask == "play" else MOUNTAINEER}]
    return {
        "game": "the-peak",
        "rules_version": GAME.rules_version,
        "seats": 2,
        "options": options,
        "turn": {"number": 1, "seat": ask[0]["seat"] if ask else MOUNTAINEER},
        "zones": {
            "deck": {
                "pool": rest if deck is None else deck.split(),
                "top": top.split(),
                "top_known": [2] * len(top.split()),
                "bottom": [],
                "bottom_known": [],
            },
            "discard": [] if deck is None else rest,
            "hand": hand.split(),
            "hand_known": [],
            "sunk": [],
            "goals": {"mountain": held[0], "mountaineer": held[1]},
            "goals_dropped": {"mountain": [], "mountaineer": []},
            "goals_left": [goal for goal in GOALS if goal not in held[0] + held[1]],
            "board": {**EMPTY_BOARD, **laid, token: "mountaineer"},
            "kept": kept.split(),
            "round": 1,
            "busy": True,
            "per_die": 0,
            "provisions": False,
            "next_roll": 0,
            "curses": [],
            "cold": 0,
            "skip": 0,
            "spring": [0] * 8,
            "rolls": 0,
            "mountain": 0,
            "first_game": [],
            **numbers,
        },
        "pending": list(ask),
    }


def table(board: str = "", ask: str | Sequence[Mapping[str, object]] = "challenge", **parts: Any) -> State:
    """The state of a `position`."""
    return GAME.load(position(board, ask, **parts))


def answers(state: State) -> list[str]:
    """The legal answers in notation, in alphabetical order."""
    return sorted(state.notation(choice) for choice in state.choices())


def play(state: State, *texts: str, chance: Chance | None = None) -> State:
    """Answer one decision after the other."""
    chance = chance or Dice(0)
    for text in texts:
        state.choose(state.parse(text), chance)
    return state


def happens(state: State, text: str, *outcomes: int | str) -> State:
    """Answer a decision; exactly these outcomes fall."""
    script = Script(outcomes)
    state.choose(state.parse(text), script)
    assert script.rest == []
    return state


def refused(state: State, text: str) -> str:
    """The id of the rule by which an answer is refused; the state must be as before and the rule in the ledger."""
    before = state.dump()
    with pytest.raises(IllegalChoice) as refusal:
        play(state, text)
    assert state.dump() == before
    assert refusal.value.rule in GAME.ledger.rules
    assert refusal.value.reason.endswith(".")
    return refusal.value.rule


def zones(state: State) -> dict[str, Any]:
    """The zones of a dump; of the board only the spaces that hold something."""
    zones: dict[str, Any] = state.dump()["zones"]
    zones["board"] = {cell: what for cell, what in zones["board"].items() if what is not None}
    return zones


def zone(state: State, name: str) -> Any:
    return zones(state)[name]


def token(state: State) -> str:
    return next(cell for cell, face in zone(state, "board").items() if face == "mountaineer")


def asked(state: State) -> tuple[str, int]:
    """The kind of the question and who is asked."""
    assert state.decision is not None
    return state.decision.kind, state.decision.seat


def ways(state: State, cell: str) -> int:
    """How many of the 36 rolls cross a card, as the Mountaineer sees it."""
    count: int = state.view(MOUNTAINEER)["zones"]["odds"][cell]["ways"]
    return count


def needs(state: State) -> int:
    """What the dice on the table must come to, as both sides see it while a die may be rerolled."""
    assert state.view(MOUNTAIN)["zones"]["needs"] == state.view(MOUNTAINEER)["zones"]["needs"]
    number: int = state.view(MOUNTAINEER)["zones"]["needs"]
    return number


def points(state: State, seat: int) -> dict[str, int]:
    """Elevation and the goals that brought something."""
    return {line: points for line, points in state.scores()[seat].lines.items() if points or line == "elevation"}


class Beginning(Chance):
    """Two dice as given, then whatever comes."""

    def __init__(self, dice: tuple[int, ...]) -> None:
        self.dice = list(dice)
        self.then = Dice(1)

    def roll(self, sides: int) -> int:
        return self.dice.pop(0)

    def pick(self, n: int) -> int:
        return self.then.pick(n)


def told(events: list[Event], viewer: int | None = None) -> list[str]:
    return [GAME.sentence(event, viewer, ["Mountain", "Mountaineer"]) for event in events]
