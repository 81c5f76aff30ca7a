"""Who sits where, and what is agreed about a table: plain data, read from the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

import cairn
from cairn.core.contract import Game, Setup
from cairn.core.errors import UnknownGame
from cairn.server.models import players, seats, tables
from cairn.server.problems import Problem
from cairn.server.quarantine import RULES, SENTENCES, Stopped, blaming

OPEN: Final = "open"
PERSON: Final = "person"
BOT: Final = "bot"

WAITING: Final = "waiting"
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"

ALL_BUT_OPTIONS: Final = [column for column in tables.c if column.name != "options"]
"""Options are JSON and may be damaged: they are read apart, so that they spoil no list and no refusal."""
BOT_GRACE: Final = 15_000
"""Milliseconds after which a bot's answer is overdue and another worker may see to it."""


@dataclass
class Seat:
    number: int
    kind: str
    player: str | None
    name: str | None
    bot: str | None
    stand_in: str | None
    left: bool
    clock: int | None
    share: float | None

    @property
    def played_by(self) -> str | None:
        """The bot that answers for this seat now; None if a person must."""
        return self.bot if self.kind == BOT else self.stand_in

    @property
    def is_out_of_time(self) -> bool:
        return self.clock is not None and self.clock <= 0


@dataclass
class Terms:
    """What is agreed about a table, and how far it has come."""

    id: str
    setup: Setup
    host: str
    invite: str
    listed: bool
    hints: bool
    patience: int | None
    clock: int | None
    increment: int
    pace: int
    status: str
    due: int | None
    rematch: str | None
    created: int
    changed: int

    def due_for(self, seat: Seat, since: int) -> int | None:
        """When the server must act for a seat that is asked since then; None if it need not."""
        if seat.played_by is not None:
            return since + self.pace + BOT_GRACE
        ends = []
        if self.patience is not None:
            ends.append(since + self.patience * 1000)
        if seat.clock is not None:
            ends.append(since + seat.clock)
        return min(ends, default=None)


def is_played_by_people(seated: Iterable[Seat]) -> bool:
    """Whether any person still answers for their seat."""
    return any(seat.kind == PERSON and seat.stand_in is None for seat in seated)


def shown_names(seated: Iterable[Seat]) -> list[str]:
    """What sentences call the seats: bots with a capital, namesakes numbered."""
    plain = [_name(seat) for seat in seated]
    return [f"{name} {plain[: at + 1].count(name)}" if plain.count(name) > 1 else name for at, name in enumerate(plain)]


def _name(seat: Seat) -> str:
    if seat.kind == BOT:
        return (seat.bot or "").capitalize()
    return seat.name or f"Seat {seat.number + 1}"


async def read(connection: Any, table: str, even_if_stopped: bool = False) -> tuple[Terms, list[Seat]]:
    """The terms and the seats of a table. Problem if there is none, or if it is stopped."""
    row = (await connection.execute(select(*ALL_BUT_OPTIONS).where(tables.c.id == table))).first()
    if row is None:
        raise Problem("not-found", "There is no such table.")
    if row.quarantine in SENTENCES and not even_if_stopped:
        raise Stopped(row.quarantine, row.fault)
    game = _game(row)
    with blaming("its seats and options do not go together"):
        seated = (await seats_of(connection, [table]))[table]
        options = await connection.scalar(select(tables.c.options).where(tables.c.id == table))
        setup = game.prepare(len(seated), options)
    values = row._asdict()
    return Terms(setup=setup, **{name: values[name] for name in Terms.__annotations__ if name != "setup"}), seated


def _game(row: Any) -> Game:
    """The game of a table, by the rules that it was begun with."""
    try:
        game = cairn.game(row.game)
    except UnknownGame:
        raise Stopped(
            RULES, f"there is no game '{row.game}'", "This server no longer has the game of this table."
        ) from None
    if row.rules_version != game.rules_version:
        told = f"version {row.rules_version} of the rules; this server plays {game.rules_version}."
        raise Stopped(RULES, f"it is played by {told}", f"This table is played by {told}")
    return game


async def seats_of(connection: Any, ids: list[str]) -> dict[str, list[Seat]]:
    """The seats of several tables."""
    found = await connection.execute(
        select(seats, players.c.name)
        .outerjoin(players, players.c.id == seats.c.player)
        .where(seats.c.table.in_(ids))
        .order_by(seats.c.table, seats.c.seat)
    )
    made: dict[str, list[Seat]] = {}
    for row in found:
        seat = Seat(row.seat, row.kind, row.player, row.name, row.bot, row.stand_in, row.left, row.clock, row.share)
        made.setdefault(row.table, []).append(seat)
    return made
