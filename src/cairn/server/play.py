"""One game at a table: the history of the game, and what is the server's own about it: time, dice, and rows."""

from __future__ import annotations

import secrets
from typing import Any, Final

from cairn.core.chance import Dice
from cairn.core.contract import Game, Setup, State
from cairn.core.event import Event
from cairn.core.history import History, Move, Step, begin, restore

__all__ = ["CHECKPOINT_EVERY", "SERVER", "Move", "Play", "Step", "from_row", "to_row"]

SERVER: Final = "server"
CHECKPOINT_EVERY: Final = 25


class Play(History):
    """A game in progress, whose moves are made by players at a time of day."""

    def __init__(self, state: State, position: int, asked_at: int) -> None:
        super().__init__(state, position, listens=True)
        self.asked_at = asked_at
        """When the seat that must answer was asked, by the monotonic clock."""

    @staticmethod
    def begin(setup: Setup, at: int, asked_at: int = 0) -> tuple[Play, Move]:
        """A new game, and the move that started it at a time of day and a moment of the monotonic clock."""
        history, move = begin(setup, fresh_dice(), listens=True)
        move.actor, move.at = SERVER, at
        return Play(history.state, 0, asked_at), move

    @staticmethod
    def restore(setup: Setup, start: Move) -> Play:
        """The same start again. BadRecord if it does not fit."""
        return Play(restore(setup, start.chance)[0].state, 0, start.at)

    @property
    def game(self) -> Game:
        return self.state.setup.game

    @property
    def asked(self) -> int:
        """The seat that must answer; -1 when the game is over."""
        return self.state.seat

    def answer(self, notation: str, actor: str, at: int) -> Step:
        """The step of a choice, chance falling as it may. BadNotation or IllegalChoice if it cannot be made."""
        return self.propose(self.state.parse(notation), fresh_dice(), actor, at)

    def choices_made(self, step: Step) -> int:
        """How many choices stand after a step that did not before; negative for a step back."""
        return 1 if step.move.back_to is None else len(step.tail) - len(self._tail)


def fresh_dice() -> Dice:
    """Fresh entropy for every choice: what will fall is not yet decided anywhere."""
    return Dice(secrets.randbits(62))


def to_row(move: Move) -> dict[str, Any]:
    """A move as a row of the database, secrets included."""
    return {
        "number": move.number,
        "kind": move.kind,
        "seat": move.seat,
        "actor": move.actor,
        "notation": move.choice,
        "chance": move.chance,
        "back_to": move.back_to,
        "turn": None if move.turn is None else list(move.turn),
        "events": [_plain(event) for event in move.events],
        "at": move.at,
    }


def from_row(row: dict[str, Any]) -> Move:
    """The move of a row. Rows from before turns were counted have none."""
    turn = row["turn"]
    return Move(
        row["number"],
        row["kind"],
        row["seat"],
        row["notation"],
        row["chance"],
        row["actor"],
        row["back_to"],
        None if turn is None else (turn[0], turn[1]),
        [_event(data) for data in row["events"]],
        row["at"],
    )


def _plain(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": event.kind, "seat": event.seat, "args": event.args}
    return data if event.secret is None else {**data, "secret": event.secret, "known": event.known}


def _event(data: dict[str, Any]) -> Event:
    return Event(data["kind"], data["seat"], data["args"], data.get("secret"), data.get("known", 0))
