"""Cairn: five mountain-and-tower board games as an exact, fast engine. See docs/design.md for the words used here."""

from __future__ import annotations

from cairn import _build

_build.prefer_plain_if_asked()

from cairn.core.chance import Chance, Dice, Script, Tape  # noqa: E402
from cairn.core.contract import Decision, Game, Option, Score, State  # noqa: E402
from cairn.core.deck import Deck  # noqa: E402
from cairn.core.errors import (  # noqa: E402
    BadContent,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeats,
    CairnError,
    CannotUndo,
    GameRunning,
    IllegalChoice,
    UnknownBot,
    UnknownGame,
    WrongOutcome,
)
from cairn.core.event import Event  # noqa: E402
from cairn.core.record import Record  # noqa: E402
from cairn.core.registry import game, register, slugs  # noqa: E402

__version__ = "0.1.0"

__all__ = [
    "BadContent",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSeats",
    "CairnError",
    "CannotUndo",
    "Chance",
    "Decision",
    "Deck",
    "Dice",
    "Event",
    "Game",
    "GameRunning",
    "IllegalChoice",
    "Option",
    "Record",
    "Score",
    "Script",
    "State",
    "Tape",
    "UnknownBot",
    "UnknownGame",
    "WrongOutcome",
    "build",
    "game",
    "register",
    "slugs",
]


def build() -> str:
    """Which build is running: "compiled" or "plain"."""
    return _build.name()
