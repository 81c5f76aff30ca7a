"""Redaction: the only way for anything about a game to leave the server.

Every message about a game is made here, for one receiver: a seat, or a spectator (None). What goes in is a state and
its moves, with all their secrets; what comes out is a view, and events as the receiver may know them. No other module
of the server makes a message from a state or from an event, and tests hold this one to it.

A choice is told to the seat that made it only: another seat learns of it by what happened.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, Final

import orjson

from cairn.core.chance import Script
from cairn.core.contract import Game, Setup, State
from cairn.core.errors import (
    BadNotation,
    BadOption,
    BadSeats,
    CairnError,
    CannotUndo,
    IllegalChoice,
    UnknownBot,
    UnknownGame,
)
from cairn.core.event import Event
from cairn.core.record import Move as RecordMove
from cairn.core.record import Record
from cairn.server.play import SERVER, Move, Play
from cairn.server.problems import Problem

faults = logging.getLogger(__name__)

Message = dict[str, Any]
Viewer = int | None


def encode(message: Message) -> str:
    """A message as it goes over the wire."""
    return orjson.dumps(message).decode()


def view(state: State, viewer: Viewer, names: list[str]) -> Message:
    """All that a receiver may know of a state, with names in place of seat numbers in its sentence."""
    seen = state.view(viewer)
    decision = seen["decision"]
    if decision is not None and decision["seat"] != viewer:
        who = {"seat": names[decision["seat"]]}
        decision["prompt"] = state.setup.game.texts.say("waiting", decision["kind"], who)
    seen["result"] = state.result() if state.seat < 0 else None
    return seen


def for_bot(state: State) -> Message:
    """What the bot that plays the asked seat is given."""
    return state.view(state.seat)


def entry(game: Game, move: Move, viewer: Viewer, names: list[str], bot: bool) -> Message:
    """A move as a line of the log: what a receiver may know of what happened."""
    events = [_event(data) for data in move.events]
    return {
        "position": move.number,
        "kind": move.kind,
        "seat": move.seat,
        "bot": bot,
        "at": move.at,
        "choice": move.notation if move.kind == "choice" and viewer is not None and move.seat == viewer else None,
        "back_to": move.back_to,
        "events": [{**event.seen_by(viewer), "text": game.sentence(event, viewer, names)} for event in events],
    }


def log(game: Game, moves: Iterable[Move], viewer: Viewer, names: list[str], players: set[str]) -> list[Message]:
    """Moves as lines of the log; who is none of the players is a bot."""
    return [entry(game, move, viewer, names, move.actor not in players and move.actor != SERVER) for move in moves]


def position(play: Play, viewer: Viewer, names: list[str], actor: str) -> Message:
    """Where the game stands for a receiver; `actor` is the receiver's id."""
    return {
        "position": play.position,
        "asked": play.asked,
        "asked_at": play.asked_at,
        "undo": viewer is not None and play.may_step_back(viewer, actor),
        "view": view(play.state, viewer, names),
    }


def preview(play: Play, choice: str, names: list[str]) -> Message:
    """What the asked seat would see after a choice."""
    state, certain = play.preview(choice)
    return {"certain": certain, "view": view(state, play.asked, names)}


def replayed(play: Play, viewer: Viewer, names: list[str]) -> Message:
    """A position of a game that is over, with the eyes of any seat: nothing is secret any more."""
    return {**position(play, viewer, names, ""), "undo": False}


def record(setup: Setup, moves: list[Move], names: list[str]) -> Record:
    """The record of a finished game, which everybody may have. What was taken back is not in it."""
    line: list[Move] = []
    for move in moves[1:]:
        if move.back_to is None:
            line.append(move)
        else:
            line = [kept for kept in line if kept.number <= move.back_to]
    opening = moves[0].chance
    made = Record(setup.game, setup.options, names, opening, setup.game.set_up(setup, Script(opening), None))
    made.moves = [RecordMove(move.seat, move.notation, move.chance) for move in line]
    for state in made.replay():
        made.state = state
    if made.state.seat >= 0:
        raise Problem("wrong-moment", "The record of a game is given out when the game is over.")
    return made


def refused(error: CairnError) -> Problem:
    """An error of the engine as a problem.

    Errors about what the receiver sent carry their own sentence. Any other may quote pools and outcomes: it is a fault
    of ours, and the receiver is told no more than that.
    """
    if isinstance(error, CannotUndo):
        return _cannot_undo(error)
    if isinstance(error, IllegalChoice):
        return Problem("illegal-choice", error.reason, rule=error.rule or None)
    if isinstance(error, BadNotation):
        return Problem("bad-notation", str(error))
    if isinstance(error, BadOption | BadSeats | UnknownBot | UnknownGame):
        return Problem("cannot-play", str(error))
    faults.error("the engine refused what it was not to refuse", exc_info=error)
    return Problem("broken", "An unexpected error; nothing was changed.")


def _cannot_undo(error: CannotUndo) -> Problem:
    """Why nothing was taken back. Whether chance fell or something known was shown is not for everybody to know."""
    reason = "shown" if error.reason in ("chance", "revealed") else error.reason
    return Problem("cannot-undo", UNDO_REFUSED[reason], reason=reason)


UNDO_REFUSED: Final[dict[str, str]] = {
    "nothing": "There is nothing to take back.",
    "over": "The game is over.",
    "other-seat": "Another seat has acted since.",
    "bot": "Somebody else made the last choice of your seat.",
    "shown": "Something was rolled, drawn or shown since, and that cannot be unseen.",
}


def _event(data: dict[str, Any]) -> Event:
    return Event(data["kind"], data["seat"], data["args"], data.get("secret"), data.get("known", 0))
