"""Redaction: the only way for anything about a game to leave the server.

Every message about a game is made here, for one receiver: a seat, or a spectator (None). What goes in is a state and
its moves, with all their secrets; what comes out is a view, and events as the receiver may know them. No other module
of the server makes a message from a state or from an event, and tests hold this one to it.

A choice is told to the seat that made it only: another seat learns of it by what happened.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import orjson

from cairn.core.chance import Dice, Tape
from cairn.core.contract import Game, Setup, State
from cairn.core.errors import (
    UNDO_REASONS,
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
from cairn.server.logs import failed
from cairn.server.play import SERVER, Play
from cairn.server.problems import Problem, of_mistake

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


def captioned(state: State, opinions: list[Message]) -> list[Message]:
    """Opinions about the choices of the asked seat, with the choices in words."""
    return [{**opinion, "caption": state.caption(state.parse(opinion["choice"]))} for opinion in opinions]


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


def position(play: Play, viewer: Viewer, names: list[str], actor: str, asked_at: int = 0) -> Message:
    """Where the game stands for a receiver; `actor` is the receiver's id, `asked_at` a time of day."""
    return {
        "position": play.position,
        "asked": play.asked,
        "asked_at": asked_at,
        "undo": viewer is not None and play.may_undo(viewer, actor),
        "view": view(play.state, viewer, names),
    }


Known = dict[str, int]
"""What a receiver has been sent of a view: the digest of each part, by its JSON pointer."""


class Told:
    """A message with a view, for all who see with the same eyes: whole, or as what has changed since the last one."""

    def __init__(self, message: Message) -> None:
        self._message = message
        self._whole: str | None = None
        self._parts: dict[str, bytes] | None = None
        self._known: Known | None = None
        self._changed: dict[int, tuple[Known, str]] = {}

    @property
    def whole(self) -> str:
        if self._whole is None:
            self._whole = encode(self._message)
        return self._whole

    @property
    def known(self) -> Known:
        """What whoever has heard of it knows."""
        if self._known is None:
            self._known = known(self._split())
        return self._known

    def changed(self, before: Known) -> str:
        """For a receiver who knows what was before: with a JSON Patch (RFC 6902) in place of the view."""
        if id(before) not in self._changed:
            shown = orjson.dumps({name: self._message[name] for name in self._message if name not in REPLACED})
            text = b'{"type":"changed","changes":[%b],%b' % (b",".join(self._patch(before)), shown[1:])
            self._changed[id(before)] = (before, text.decode())  # kept, so that its id stays its own
        return self._changed[id(before)][1]

    def _split(self) -> dict[str, bytes]:
        if self._parts is None:
            self._parts = parts(self._message["view"])
        return self._parts

    def _patch(self, before: Known) -> list[bytes]:
        after = self.known
        gone = [b'{"op":"remove","path":%b}' % orjson.dumps(path) for path in before if path not in after]
        return gone + [
            b'{"op":"add","path":%b,"value":%b}' % (_quoted(path), part)
            for path, part in self._split().items()
            if before.get(path) != after[path]
        ]


REPLACED: Final = ("type", "view")
CONSTANT: Final = {"game", "rules_version", "seats", "options", "zones"}
"""Members of a view that stay as hello told them, and the zones, which are told one by one."""


def parts(seen: Message) -> dict[str, bytes]:
    """The parts of a view that change by themselves, as JSON by their pointers: its members, and each zone."""
    split = {_pointer("", name): orjson.dumps(value) for name, value in seen.items() if name not in CONSTANT}
    for name, zone in seen["zones"].items():
        split[_pointer("/zones", name)] = orjson.dumps(zone)
    return split


@lru_cache(maxsize=4096)
def _pointer(inside: str, name: str) -> str:
    return f"{inside}/{name.replace('~', '~0').replace('/', '~1')}"


@lru_cache(maxsize=4096)
def _quoted(pointer: str) -> bytes:
    return orjson.dumps(pointer)


def known(split: dict[str, bytes]) -> Known:
    return {path: hash(part) for path, part in split.items()}


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


def frame(state: State, move: Move, viewer: Viewer, names: list[str]) -> Message:
    """A position of a lesson for the learner, and what the move that led there has shown them."""
    events = entry(state.setup.game, move, viewer, names, bot=False)["events"]
    return {"view": view(state, viewer, names), "events": events}


def record(setup: Setup, moves: list[Move], names: list[str]) -> Record:
    """The record of a finished game, which everybody may have. What was taken back is not in it."""
    made = Record.of(setup, names, moves[0].chance, standing(moves))
    if made.state.seat >= 0:
        raise Problem("wrong-moment", "You can download the record when the game is over.")
    return made


def named_review(data: bytes, names: list[str]) -> bytes:
    """The review of a finished game, which everybody may have, with the names that its seats have now."""
    review = orjson.loads(data)
    for seat, name in zip(review["seats"], names, strict=True):
        seat["name"] = name
    return orjson.dumps(review)


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
    failed(faults, "the engine refused what it was not to refuse", error)
    return of_mistake()


def _cannot_undo(error: CannotUndo) -> Problem:
    """Why nothing was undone. Whether chance fell or something known was shown is not for everybody to know."""
    reason = "shown" if error.reason in ("chance", "revealed") else error.reason
    sentence = UNDO_REASONS[reason]
    return Problem("cannot-undo", f"{sentence[0].upper()}{sentence[1:]}.", reason=reason)
