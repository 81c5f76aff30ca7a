"""Mending a table by hand: what still replays is kept, the damaged tail of its moves is dropped; or it is ended.

Only a table in quarantine is touched, for no server plays it any more. A plan says first what would be done.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from sqlalchemy import Text, cast, delete, select, update

from cairn.core.errors import CairnError
from cairn.core.history import restore
from cairn.core.message import counted
from cairn.server import logs, roster
from cairn.server.journal import is_checkpoint_of, unpacked
from cairn.server.models import checkpoints, clock, moves, reviews, seats, tables
from cairn.server.play import Play, from_row, to_row
from cairn.server.quarantine import ENDED, LIVE, Stopped
from cairn.server.roster import CLOSED, OVER, RUNNING, WAITING, Seat, Terms
from cairn.server.storage import Storage, now

FREE: dict[str, None] = {"quarantine": None, "fault": None, "quarantined": None}


class CannotRepair(CairnError):
    """A table that is unknown or in play, or of which nothing can be kept."""


@dataclass
class Plan:
    """What a repair does to a table."""

    table: str
    moves: int
    play: Play | None
    """The last position that replays; None for a table that has not begun."""
    fault: str | None = None
    """Why the moves after it cannot be kept."""
    bad_events: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    """What happened by moves that replay and whose account of it cannot be read: written anew."""
    bad_checkpoints: list[int] = field(default_factory=list)

    @property
    def dropped(self) -> int:
        return self.moves if self.play is None else self.moves - 1 - self.play.position

    def sentences(self) -> list[str]:
        told = []
        if self.fault is not None:
            told.append(f"{self.fault}: {self.dropped} of {counted(self.moves, 'move')} dropped, from the end.")
        else:
            told.append(f"{counted(self.moves, 'move')} replayed; none dropped.")
        if self.bad_events:
            told.append(f"Events rewritten for the moves {sorted(self.bad_events)}.")
        if self.bad_checkpoints:
            told.append(f"Bad checkpoints dropped: {self.bad_checkpoints}.")
        if self.play is None:
            told.append("The table waits for its start.")
        elif self.play.asked < 0:
            told.append(f"The game is over at position {self.play.position}.")
        else:
            told.append(f"The game goes on at position {self.play.position}, where seat {self.play.asked} is asked.")
        return told


async def plan(storage: Storage, table: str) -> Plan:
    """What `repair` would do, or CannotRepair."""
    async with storage.read() as connection:
        terms, _ = await _read(connection, table)
        return await _plan(connection, terms)


async def repair(storage: Storage, table: str) -> Plan:
    """Do what the plan says, all of it or nothing; the table is out of quarantine afterwards."""
    async with storage.write() as connection:
        terms, seated = await _read(connection, table)
        made = await _plan(connection, terms)
        kept = -1 if made.play is None else made.play.position
        await connection.execute(delete(moves).where(moves.c.table == table, moves.c.number > kept))
        await connection.execute(delete(reviews).where(reviews.c.table == table))
        for number, events in made.bad_events.items():
            this = (moves.c.table == table) & (moves.c.number == number)
            await connection.execute(update(moves).where(this).values(events=events))
        bad = (checkpoints.c.number > kept) | checkpoints.c.number.in_(made.bad_checkpoints)
        await connection.execute(delete(checkpoints).where(checkpoints.c.table == table, bad))
        if made.play is not None and made.play.asked < 0:
            for seat, share in enumerate(made.play.state.result()):
                this = (seats.c.table == table) & (seats.c.seat == seat)
                await connection.execute(update(seats).where(this).values(share=share))
        moment = await connection.scalar(select(clock.c.steady)) or now()
        values = {**FREE, **_row(terms, seated, made.play, moment)}
        await connection.execute(update(tables).where(tables.c.id == table).values(values))
    return made


async def end(storage: Storage, table: str) -> None:
    """Give a table in quarantine up: it is closed without a result."""
    async with storage.write() as connection:
        await _quarantined(connection, table)
        values = {"status": CLOSED, "asked": -1, "due": None, "quarantine": ENDED, "changed": now()}
        await connection.execute(update(tables).where(tables.c.id == table).values(values))


async def check(storage: Storage, table: str) -> None:
    """CannotRepair if a table is not in quarantine."""
    async with storage.read() as connection:
        await _quarantined(connection, table)


async def _quarantined(connection: Any, table: str) -> Any:
    columns = (tables.c.quarantine, tables.c.status)
    row = (await connection.execute(select(*columns).where(tables.c.id == table))).first()
    if row is None:
        raise CannotRepair(f"there is no table '{table}'")
    if row.quarantine is None or row.status not in LIVE:
        raise CannotRepair(f"the table '{table}' is not in quarantine: a server may be playing it")
    return row


async def _read(connection: Any, table: str) -> tuple[Terms, list[Seat]]:
    await _quarantined(connection, table)
    try:
        return await roster.read(connection, table, even_if_stopped=True)
    except Stopped as stopped:
        raise CannotRepair(f"{stopped.fault}: play it with the program it was begun with, or end it") from None


async def _plan(connection: Any, terms: Terms) -> Plan:
    rows = list(await connection.execute(_RAW.where(moves.c.table == terms.id).order_by(moves.c.number)))
    states = await stored_states(connection, terms.id)
    made = Plan(terms.id, len(rows), None)
    for row in rows:
        try:
            play, events = _follow(terms, made.play, row)
        except Exception as error:  # whatever it is, the moves before it are good
            made.fault = f"Move {row.number} cannot be played ({logs.place(error)})"
            break
        made.play = play
        if not _is_good(row):
            made.bad_events[row.number] = events
        if row.number in states and not is_checkpoint_of(states.pop(row.number), play.state):
            made.bad_checkpoints.append(row.number)
    if rows and made.play is None:
        raise CannotRepair(f"{made.fault}: nothing of this table can be kept; end it")
    made.bad_checkpoints = sorted([*made.bad_checkpoints, *states])
    return made


_RAW = select(
    *(column for column in moves.c if column.name not in ("table", "chance", "turn", "events")),
    cast(moves.c.chance, Text).label("chance"),  # as text, so that one that is no JSON spoils no other
    cast(moves.c.events, Text).label("events"),
)


def _follow(terms: Terms, play: Play | None, row: Any) -> tuple[Play, list[dict[str, Any]]]:
    """Play one move again; what happened by it, as the engine tells it."""
    move = from_row({**row._asdict(), "chance": orjson.loads(row.chance), "turn": None, "events": []})
    if play is not None:
        return play, to_row(play.replay(move).move)["events"]
    if move.number != 0:
        raise CairnError("its first move is missing")
    _, start = restore(terms.setup, move.chance, listens=True)
    return Play.restore(terms.setup, move), to_row(start)["events"]


def _is_good(row: Any) -> bool:
    """Whether what happened by a move can be told."""
    try:
        from_row({**row._asdict(), "chance": [], "turn": None, "events": orjson.loads(row.events)})
    except (orjson.JSONDecodeError, TypeError, KeyError, AttributeError):
        return False
    return True


async def stored_states(connection: Any, table: str) -> dict[int, Any]:
    """The checkpoints of a table by number; None for one that cannot be read."""
    states: dict[int, Any] = {}
    for row in await connection.execute(select(checkpoints).where(checkpoints.c.table == table)):
        try:
            states[row.number] = unpacked(row.state)
        except Exception:  # zlib and orjson have errors of their own
            states[row.number] = None
    return states


def _row(terms: Terms, seated: list[Seat], play: Play | None, moment: int) -> dict[str, Any]:
    """What the table says afterwards; `moment` is now by the monotonic clock."""
    if play is None:
        return {"status": WAITING, "position": -1, "asked": -1, "due": None}
    asked = play.asked
    due = None if asked < 0 else terms.due_for(replace(seated[asked]), moment)
    status = OVER if asked < 0 else RUNNING
    return {
        "status": status,
        "position": play.position,
        "asked": asked,
        "due": due,
        "asked_since": moment,
        "changed": now(),
    }
