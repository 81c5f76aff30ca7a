"""Who sits where, and what is agreed about a table: plain data, read from the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from sqlalchemy import select

import cairn
from cairn.core.contract import Game, Setup
from cairn.core.errors import UnknownGame
from cairn.server import packs
from cairn.server.models import players, seats, tables
from cairn.server.problems import Problem
from cairn.server.quarantine import RULES, SENTENCES, Stopped, blaming
from cairn.server.storage import now

OPEN: Final = "open"
PERSON: Final = "person"
BOT: Final = "bot"

WAITING: Final = "waiting"
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"

ALL_BUT_OPTIONS: Final = [column for column in tables.c if column.name != "options"]
"""Options are JSON and may be damaged: they are read apart, so that they spoil no list and no refusal."""
SLOW_SECONDS: Final = 12 * 3600
"""From this patience on a game goes over days, and a vacation stops its time."""
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
    away_until: int | None = None
    """The end of the person's vacation, as a time of day."""

    @property
    def played_by(self) -> str | None:
        """The bot that answers for this seat now; None if a person must."""
        return self.bot if self.kind == BOT else self.stand_in

    @property
    def is_out_of_time(self) -> bool:
        return self.clock is not None and self.clock <= 0


@dataclass(kw_only=True)
class Conditions:
    """How a table is played at, as its host wanted it."""

    listed: bool = False
    hints: bool = False
    patience: int | None = None
    clock: int | None = None
    increment: int = 0
    pace: int = 0
    pack: str | None = None
    """The id of the content pack that it is played with."""

    def conditions(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(Conditions)}


@dataclass(kw_only=True)
class Terms(Conditions):
    """What is agreed about a table, and how far it has come."""

    id: str
    setup: Setup
    host: str
    invite: str
    status: str
    due: int | None
    """When the server must act, by the monotonic clock."""
    rematch: str | None
    created: int
    changed: int
    pack_title: str | None = None

    @property
    def is_slow(self) -> bool:
        """Whether the game goes over days. One with a clock does not: its time is agreed for the whole game."""
        return self.clock is None and self.patience is not None and self.patience >= SLOW_SECONDS

    def due_for(self, seat: Seat, since: int) -> int | None:
        """When the server must act for a seat that is asked since then, which is now; None if it need not."""
        if seat.played_by is not None:
            return since + self.pace + BOT_GRACE
        ends = []
        if self.patience is not None:
            ends.append(since + self.patience * 1000 + (_away(seat) if self.is_slow else 0))
        if seat.clock is not None:
            ends.append(since + seat.clock)
        return min(ends, default=None)


def _away(seat: Seat) -> int:
    """Milliseconds for which the person will still be on vacation."""
    return 0 if seat.away_until is None else max(0, seat.away_until - now())


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
    pack = None if row.pack is None else await packs.read(connection, row.pack)
    game = _game(row, pack)
    with blaming("its seats and options do not go together"):
        seated = (await seats_of(connection, [table]))[table]
        options = await connection.scalar(select(tables.c.options).where(tables.c.id == table))
        setup = game.prepare(len(seated), options)
    values = row._asdict()
    agreed = {part.name: values[part.name] for part in fields(Terms) if part.name in values}
    return Terms(setup=setup, pack_title=None if pack is None else pack.title, **agreed), seated


def _game(row: Any, pack: packs.Pack | None) -> Game:
    """The game of a table, by the rules and with the content that it was begun with."""
    try:
        game = cairn.game(row.game)
    except UnknownGame:
        raise Stopped(
            RULES, f"there is no game '{row.game}'", "This server no longer has the game of this table."
        ) from None
    if row.rules_version != game.rules_version:
        told = f"version {row.rules_version} of the rules; this server plays {game.rules_version}."
        raise Stopped(RULES, f"it is played by {told}", f"This table is played by {told}")
    if pack is None:
        return game
    with blaming(f"its content pack '{pack.title}' cannot be read"):
        return pack.make()


async def seats_of(connection: Any, ids: list[str]) -> dict[str, list[Seat]]:
    """The seats of several tables."""
    found = await connection.execute(
        select(seats, players.c.name, players.c.away_until)
        .outerjoin(players, players.c.id == seats.c.player)
        .where(seats.c.table.in_(ids))
        .order_by(seats.c.table, seats.c.seat)
    )
    made: dict[str, list[Seat]] = {}
    for row in found:
        seat = Seat(
            row.seat,
            row.kind,
            row.player,
            row.name,
            row.bot,
            row.stand_in,
            row.left,
            row.clock,
            row.share,
            row.away_until,
        )
        made.setdefault(row.table, []).append(seat)
    return made
