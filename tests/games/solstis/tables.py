"""Positions of Solstis in a few words, and short words for what tests do with them.

Tiles are written as in the game ("3-5 4-5"); a display tile with a hidden one below it has a star ("3-5*"); a placed
spirit has its square after an at sign ("deer@1-1").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import cairn
from cairn import Chance, IllegalChoice, Script, State

GAME = cairn.game("solstis")
COLUMNS = {1: (1, 10), 2: (1, 10), 3: (1, 10), 4: (2, 9), 5: (3, 8), 6: (4, 7)}
TILES = [f"{row}-{column}" for row, (first, last) in COLUMNS.items() for column in range(first, last + 1)]
PLAIN = ["trout", "deer", "eagle", "bear", "dragonfly", "beetle", "marmot"]
BLUE = ["bee", "ladybug", "wolf", "squirrel", "bird", "lizard", "butterfly"]
SPIRITS = [*PLAIN, *BLUE, "evil"]
RAINBOWS = 12
AWAY = ("4-4 5-5 6-6", "4-9 5-8 6-7")
"""Hands far up the mountain, for tests that are not about them."""


def position(
    *,
    display: str = "",
    hands: Sequence[str] = AWAY,
    land: Sequence[str] = ("", ""),
    rainbows: Sequence[str] = ("", ""),
    held: Sequence[int] = (0, 0),
    spirits: Sequence[str] = ("", ""),
    cannot_hold: Sequence[str] = ("", ""),
    pool: str | None = None,
    removed: str = "",
    row: str = "",
    spirit_pool: str | None = None,
    met: str = "",
    evil: int | None = None,
    seat: int = 0,
    kind: str = "play",
    alone: bool = False,
    played: str | None = None,
    newly: str = "",
    supply: int | None = None,
    **options: Any,
) -> dict[str, Any]:
    """A dump in which a seat is asked a question of its turn, or which spirit to cover.

    Tiles named nowhere are in the pool, or removed if the pool is given; spirits named nowhere are in their pool, or
    face up if that is given.
    """
    named = " ".join([*hands, *land, removed, played or "", display.replace("*", "")]).split()
    rest = [tile for tile in TILES if tile not in named]
    unseen = rest if pool is None else pool.split()
    placed = [
        [dict(zip(("spirit", "square"), spirit.split("@"), strict=True)) for spirit in s.split()] for s in spirits
    ]
    known = [*row.split(), *met.split(), *(spirit["spirit"] for own in placed for spirit in own)]
    known += ["evil"] if evil is not None or options.get("evil") is False else []
    others = [spirit for spirit in SPIRITS if spirit not in known]
    unmet = others if spirit_pool is None else spirit_pool.split()
    pending: list[dict[str, Any]] = [{"kind": "end-turn", "seat": seat}, {"kind": kind, "seat": seat}]
    if kind == "encounter":
        pending[1]["alone"] = alone
    if kind == "play":
        pending = pending[1:]
    if kind == "cover":
        pending = [{"kind": "empty-hand", "seat": 1}, {"kind": "empty-hand", "seat": 0}, pending[1]]
    laid = len(" ".join(rainbows).split()) + sum(held) + (kind == "rainbow")
    setup = GAME.prepare(2, options)
    return {
        "game": "solstis",
        "rules_version": GAME.rules_version,
        "seats": 2,
        "options": dict(setup.options),
        "turn": {"number": 1, "seat": pending[0]["seat"]},
        "zones": {
            "pool": unseen,
            "pile": len(unseen) - display.count("*"),
            "display": display.replace("*", "").split(),
            "hidden_below": [tile.strip("*") for tile in display.split() if tile.endswith("*")],
            "played": played,
            "newly": newly.split(),
            "removed": [*removed.split(), *(tile for tile in rest if tile not in unseen)],
            "rainbow_supply": RAINBOWS - laid if supply is None else supply,
            "spirit_row": [*row.split(), *(spirit for spirit in others if spirit not in unmet)],
            "evil": evil,
            "covered": None,
            "again": False,
            "players": [
                {
                    "hand": hands[i].split(),
                    "hand_size": 4 if "bear" in spirits[i] else 3,
                    "land": land[i].split(),
                    "rainbows": rainbows[i].split(),
                    "rainbows_held": held[i],
                    "spirits": placed[i],
                    "cannot_hold": cannot_hold[i].split(),
                }
                for i in range(2)
            ],
            "spirit_pool": unmet,
            "met": met.split(),
        },
        "pending": pending,
    }


def table(**parts: Any) -> State:
    """The state of a `position`."""
    return GAME.load(position(**parts))


def answers(state: State) -> list[str]:
    """The legal answers in notation."""
    return [state.notation(choice) for choice in state.choices()]


def play(state: State, text: str, *outcomes: str | int) -> State:
    """Answer the decision; exactly these outcomes fall until the next one."""
    script = Script(outcomes)
    state.choose(state.parse(text), script)
    assert script.rest == []
    return state


def play_on(state: State, chance: Chance, *texts: str) -> State:
    """Answer one decision after the other, whatever falls."""
    for text in texts:
        state.choose(state.parse(text), chance)
    return state


def heard(state: State, text: str, *outcomes: str | int) -> list[str]:
    """What everybody is told while the answer is played, as sentences."""
    events = state.listen()
    told = len(events)
    play(state, text, *outcomes)
    return [GAME.sentence(event, None, ["Seat 0", "Seat 1"]) for event in events[told:]]


def refused(state: State, text: str) -> str:
    """The id of the rule by which an answer is refused; the state must be as before and the rule in the ledger."""
    before = state.dump()
    with pytest.raises(IllegalChoice) as refusal:
        state.choose(state.parse(text), Script([]))
    assert state.dump() == before
    assert refusal.value.rule in GAME.ledger.rules
    assert refusal.value.reason.endswith(".")
    return refusal.value.rule


def zones(state: State) -> dict[str, Any]:
    found: dict[str, Any] = state.dump()["zones"]
    return found


def player(state: State, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = zones(state)["players"][seat]
    return found


def face_up(state: State) -> str:
    """The display as `position` takes it."""
    found = zones(state)
    return " ".join(tile + "*" * (tile in found["hidden_below"]) for tile in found["display"])


def asked(state: State) -> tuple[str, int]:
    """The kind of the decision and the seat that must answer."""
    question = state.decision
    assert question is not None
    return question.kind, question.seat


def lines(state: State, seat: int = 0) -> dict[str, int]:
    """The lines of a score that are not zero."""
    return {name: stars for name, stars in state.scores()[seat].lines.items() if stars}
