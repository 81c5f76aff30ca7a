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

from cairn.core.chance import Dice, Tape
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
from cairn.core.history import CHOICE, Move, standing
from cairn.core.record import Record
from cairn.server.play import SERVER, Play
from cairn.server.problems import Problem

faults = logging.getLogger(__name__)

PREVIEW_WORLDS: Final = 7

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
    for shown, choice in zip(seen["choices"], state.offered if seen["choices"] else (), strict=True):
        shown["caption"] = state.caption(choice)
    seen["result"] = state.result() if state.seat < 0 else None
    return seen


def for_bot(state: State) -> Message:
    """What the bot that plays the asked seat is given."""
    return state.view(state.seat)


def entry(game: Game, move: Move, viewer: Viewer, names: list[str], bot: bool) -> Message:
    """A move as a line of the log: what a receiver may know of what happened."""
    return {
        "position": move.number,
        "kind": move.kind,
        "seat": move.seat,
        "bot": bot,
        "at": move.at,
        "choice": move.choice if move.kind == CHOICE and viewer is not None and move.seat == viewer else None,
        "back_to": move.back_to,
        "turn": None if move.turn is None else {"number": move.turn[0], "seat": move.turn[1]},
        "events": [{**event.seen_by(viewer), "text": game.sentence(event, viewer, names)} for event in move.events],
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
        "undo": viewer is not None and play.may_undo(viewer, actor),
        "view": view(play.state, viewer, names),
    }


def preview(play: Play, choice: str, names: list[str]) -> Message:
    """What the asked seat would see after a choice, and whether that is certain.

    It is tried in worlds made from the seat's view alone, and by dice that decide nothing else, so it tells nothing
    that the seat does not know. It is certain if no chance falls and all those worlds look the same afterwards.
    """
    state, seat, dice = play.state, play.asked, Dice(play.position)
    wanted = state.parse(choice)
    if wanted not in state.offered:
        raise state.refusal(wanted)
    first = play.game.imagine(state.view(seat), dice)
    worlds = [first, *(first.resample(seat, dice) for _ in range(PREVIEW_WORLDS))]
    tape = Tape(dice)
    for world in worlds:
        world.apply(world.parse(choice), tape)
    seen = first.view(seat)
    certain = not tape.outcomes and all(world.view(seat) == seen for world in worlds)
    return {"certain": certain, "view": view(first, seat, names)}


def replayed(play: Play, viewer: Viewer, names: list[str]) -> Message:
    """A position of a game that is over, with the eyes of any seat: nothing is secret any more."""
    return {**position(play, viewer, names, ""), "undo": False}


def record(setup: Setup, moves: list[Move], names: list[str]) -> Record:
    """The record of a finished game, which everybody may have. What was taken back is not in it."""
    made = Record.of(setup, names, moves[0].chance, standing(moves))
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
