"""How many tables with bots somebody may have going: thinking is shared, and tables are the way to ask for more of it.

A table counts while it is not over and has moved within the hour, so that what was left lying about shuts nobody out.
Addresses are kept in memory only, with the tables that were made from them.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, NamedTuple

from sqlalchemy import func, or_, select

from cairn.core.message import counted
from cairn.server.models import seats, tables
from cairn.server.problems import Problem
from cairn.server.roster import BOT, RUNNING, WAITING
from cairn.server.settings import Settings
from cairn.server.storage import Storage, now

HOUR: Final = 3_600_000
REMEMBERED: Final = 200
"""Tables that are remembered of one address."""
CROWD: Final = 10_000
"""Addresses that are remembered."""


class Going(NamedTuple):
    """A table with bots: its host, and whether nobody but bots sits there."""

    id: str
    host: str
    alone: bool


class Quotas:
    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self._made: OrderedDict[str, list[str]] = OrderedDict()

    async def check(self, person: str, address: str | None, kinds: list[str]) -> None:
        """Problem if a table with these kinds of seats would be one too many."""
        if not self._settings.limits or BOT not in kinds:
            return
        wanted, alone = self._settings, all(kind == BOT for kind in kinds)
        made = self._made.get(address or "", [])
        going = await self._going(person, made)
        mine = [table for table in going if table.host == person]
        here = [table for table in going if table.id in made]
        _refuse_if(len(mine) >= wanted.bot_tables, f"You have {counted(len(mine), 'table')} with bots running.")
        _refuse_if(
            len(here) >= wanted.bot_tables_per_address,
            f"Your address has {counted(len(here), 'table')} with bots running.",
        )
        if alone:
            count = sum(table.alone for table in mine)
            _refuse_if(count >= wanted.bots_alone, f"You have {counted(count, 'table')} running where only bots play.")
            count = sum(table.alone for table in here)
            many = count >= wanted.bots_alone_per_address
            _refuse_if(many, f"Your address has {counted(count, 'table')} running where only bots play.")

    def made(self, address: str | None, table: str) -> None:
        """A table was made from an address."""
        if address is None:
            return
        self._made[address] = [*self._made.get(address, [])[1 - REMEMBERED :], table]
        self._made.move_to_end(address)
        if len(self._made) > CROWD:
            self._made.popitem(last=False)

    async def _going(self, person: str, made: list[str]) -> list[Going]:
        bots = func.sum(seats.c.kind == BOT) if self._storage.is_sqlite else func.count().filter(seats.c.kind == BOT)
        wanted = (
            select(tables.c.id, tables.c.host, bots.label("bots"), func.count().label("all"))
            .join(seats, seats.c.table == tables.c.id)
            .where(or_(tables.c.host == person, tables.c.id.in_(made)))
            .where(tables.c.status.in_((WAITING, RUNNING)), tables.c.changed > now() - HOUR)
            .group_by(tables.c.id, tables.c.host)
        )
        async with self._storage.read() as connection:
            rows: Any = await connection.execute(wanted)
            return [Going(row.id, row.host, row.bots == row.all) for row in rows if row.bots]


def _refuse_if(too_many: bool, detail: str) -> None:
    if too_many:
        raise Problem("too-many-tables", f"{detail} Finish one first, or come back in an hour.")
