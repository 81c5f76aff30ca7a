"""Making tables and finding them: new ones, rematches, the public list, one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import insert, select, update

import cairn
from cairn.core.contract import Setup
from cairn.server import roster
from cairn.server.identity import Visitor
from cairn.server.models import seats, tables
from cairn.server.moderation import check_may_sit
from cairn.server.monotonic import MonotonicClock
from cairn.server.problems import Problem
from cairn.server.roster import ALL_BUT_OPTIONS, BOT, CLOSED, OVER, PERSON, RUNNING, WAITING, Conditions, Seat
from cairn.server.storage import Storage, new_id, now
from cairn.server.table import Table
from cairn.server.tables import Tables

PAGE: Final = 50


@dataclass
class Wish(Conditions):
    """A table as somebody wants it."""

    setup: Setup
    seats: list[tuple[str, str | None]]
    """Per seat its kind, and the player's id or the bot."""


class Lobby:
    def __init__(self, storage: Storage, tables: Tables, monotonic: MonotonicClock) -> None:
        self._monotonic = monotonic
        self._storage = storage
        self._tables = tables

    async def create(self, host: Visitor, wish: Wish) -> Table:
        """A new table, which starts at once if no seat is open."""
        async with self._storage.write() as connection:
            id = await _write(connection, host.id, wish)  # noqa: A001
        table = await self._tables.open(id)
        await table.start_if_full()
        return table

    async def rematch(self, visitor: Visitor, old: Table) -> Table:
        """The same people and bots again, everybody one seat further. Whoever asks second gets the same table."""
        if old.session.seat_of(visitor.id) is None:
            raise Problem("not-allowed", "Only the players of this game can ask for a rematch.")
        if old.terms.status != OVER:
            raise Problem("wrong-moment", "You can ask for a rematch when the game is over.")
        async with self._storage.write() as connection:
            await check_may_sit(connection, visitor.id, old.session.people() - {visitor.id})
            wanted = select(tables.c.rematch).where(tables.c.id == old.id).with_for_update()
            id = await connection.scalar(wanted)  # noqa: A001
            if id is None:
                id = await _write(connection, visitor.id, _again(old))  # noqa: A001
                await connection.execute(update(tables).where(tables.c.id == old.id).values(rematch=id))
        table = await self._tables.open(id)
        await table.start_if_full()
        await old.tell_rematch(id)
        return table

    async def by_invite(self, invite: str) -> Table:
        async with self._storage.read() as connection:
            id = await connection.scalar(select(tables.c.id).where(tables.c.invite == invite))  # noqa: A001
        if id is None:
            raise Problem("not-found", "This link does not lead to a table.")
        return await self._tables.open(id)

    async def listed(self, game: str | None, status: str | None) -> list[dict[str, Any]]:
        """Public tables, the liveliest first."""
        where = [tables.c.listed, tables.c.status.in_([status] if status else [WAITING, RUNNING])]
        where.append(tables.c.quarantine.is_(None))
        if game is not None:
            where.append(tables.c.game == game)
        return await self._shown(select(*ALL_BUT_OPTIONS).where(*where))

    async def of_player(self, player: str, your_turn: bool = False) -> list[dict[str, Any]]:
        """The tables somebody sits at; or those where they are asked."""
        mine = (seats.c.table == tables.c.id) & (seats.c.player == player)
        wanted = select(*ALL_BUT_OPTIONS).join(seats, mine)
        if your_turn:
            asked = (tables.c.asked == seats.c.seat) & (tables.c.status == RUNNING)
            return await self._shown(wanted.where(asked, seats.c.left.is_(False), tables.c.quarantine.is_(None)))
        return await self._shown(wanted.where(tables.c.status != CLOSED))

    async def finished(self, player: str) -> list[dict[str, Any]]:
        """What a profile shows: public tables that are over."""
        mine = (seats.c.table == tables.c.id) & (seats.c.player == player)
        return await self._shown(
            select(*ALL_BUT_OPTIONS).join(seats, mine).where(tables.c.listed, tables.c.status == OVER)
        )

    async def _shown(self, wanted: Any) -> list[dict[str, Any]]:
        async with self._storage.read() as connection:
            rows = (await connection.execute(wanted.order_by(tables.c.changed.desc()).limit(PAGE))).all()
            seated = await roster.seats_of(connection, [row.id for row in rows])
        return [self._line(row, seated.get(row.id, [])) for row in rows]

    def _line(self, row: Any, seated: Sequence[Seat]) -> dict[str, Any]:
        due = None if row.due is None else self._monotonic.wall(row.due)
        return {**_line(row, seated), "due": due}


def _line(row: Any, seated: Sequence[Seat]) -> dict[str, Any]:
    """A table in a list, beside the times that go by the monotonic clock."""
    names = roster.shown_names(seated)
    return {
        "id": row.id,
        "game": row.game,
        "title": cairn.game(row.game).title if row.game in cairn.slugs() else row.game,
        "status": row.status,
        "stopped": row.quarantine is not None,
        "packed": row.pack is not None,
        "position": row.position,
        "asked": row.asked,
        "created": row.created,
        "changed": row.changed,
        "seats": [
            {"seat": seat.number, "kind": seat.kind, "name": name, "player": seat.player, "share": seat.share}
            for seat, name in zip(seated, names, strict=True)
        ],
    }


def _again(old: Table) -> Wish:
    terms = old.terms
    held = [(seat.kind, seat.player if seat.kind == PERSON else seat.bot) for seat in old.seats]
    return Wish(setup=terms.setup, seats=held[1:] + held[:1], **terms.conditions())


async def _write(connection: Any, host: str, wish: Wish) -> str:
    moment, id, game = now(), new_id(), wish.setup.game  # noqa: A001
    row = {
        "id": id,
        "game": game.slug,
        "rules_version": game.rules_version,
        "options": wish.setup.options,
        "host": host,
        "invite": new_id(16),
        **wish.conditions(),
        "status": WAITING,
        "position": -1,
        "asked": -1,
        "created": moment,
        "changed": moment,
    }
    await connection.execute(insert(tables).values(row))
    rows = [
        {
            "table": id,
            "seat": number,
            "kind": kind,
            "player": holder if kind == PERSON else None,
            "bot": holder if kind == BOT else None,
            "left": False,
            "clock": None if wish.clock is None or kind == BOT else wish.clock * 1000,
        }
        for number, (kind, holder) in enumerate(wish.seats)
    ]
    await connection.execute(insert(seats), rows)
    return id
