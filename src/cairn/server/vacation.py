"""Vacations: for so many days a year the time of somebody's games over days stands still.

Only tables whose patience is long and that have no clock wait (`Terms.is_slow`). A table where the person is asked gets
its due time moved by as much as the end of the vacation moves; a table that asks them later finds it in the seat.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import insert, select, update

from cairn.core.message import counted
from cairn.server.models import players, seats, tables, vacations
from cairn.server.problems import Problem
from cairn.server.roster import RUNNING, SLOW_SECONDS
from cairn.server.storage import Storage, new_id, now
from cairn.server.tables import Tables

DAY: Final = 24 * 3_600_000
YEAR: Final = 365 * DAY


class Vacations:
    def __init__(self, storage: Storage, tables: Tables, days_a_year: int) -> None:
        self._storage = storage
        self._tables = tables
        self._days_a_year = days_a_year

    async def shown(self, player: str) -> dict[str, Any]:
        """Until when somebody is away, and how many days they have left within a year."""
        async with self._storage.read() as connection:
            until = await connection.scalar(select(players.c.away_until).where(players.c.id == player))
            used = await _used(connection, player)
        current = until if until is not None and until > now() else None
        return {"until": current, "used": used, "left": max(0, self._days_a_year - used)}

    async def begin(self, player: str, days: int) -> None:
        """Be away from now on for so many days; a vacation that has begun ends and the new one counts."""
        moment = now()
        async with self._storage.write() as connection:
            before = await _until(connection, player)
            await _cut(connection, player, moment)
            left = self._days_a_year - await _used(connection, player)
            if days > left:
                raise Problem(
                    "not-allowed",
                    f"You have {counted(max(0, left), 'day')} of vacation left this year.",
                    left=left,
                )
            until = moment + days * DAY
            row = {"id": new_id(), "player": player, "begins": moment, "ends": until}
            await connection.execute(insert(vacations).values(row))
            waiting = await _move(connection, player, before, until, moment)
        await self._tables.reread(waiting)

    async def end(self, player: str) -> None:
        """Be back; days that have begun are used."""
        moment = now()
        async with self._storage.write() as connection:
            before = await _until(connection, player)
            await _cut(connection, player, moment)
            waiting = await _move(connection, player, before, None, moment)
        await self._tables.reread(waiting)


async def _until(connection: Any, player: str) -> int | None:
    # Locked, so that of two requests at once the second knows what the first did.
    wanted = select(players.c.away_until).where(players.c.id == player).with_for_update()
    until: int | None = await connection.scalar(wanted)
    return until


async def _used(connection: Any, player: str) -> int:
    """Days of vacation within the last year, those still to come included, each begun one counted whole."""
    since = now() - YEAR
    wanted = select(vacations.c.begins, vacations.c.ends)
    found = await connection.execute(wanted.where(vacations.c.player == player, vacations.c.ends > since))
    return sum(-((max(row.begins, since) - row.ends) // DAY) for row in found)


async def _cut(connection: Any, player: str, moment: int) -> None:
    """A vacation that lasts ends now."""
    lasts = (vacations.c.player == player) & (vacations.c.ends > moment)
    await connection.execute(update(vacations).where(lasts).values(ends=moment))


async def _move(connection: Any, player: str, before: int | None, until: int | None, moment: int) -> list[str]:
    """Move the end of the vacation, and with it what is due where the person is asked; all their running tables."""
    await connection.execute(update(players).where(players.c.id == player).values(away_until=until))
    by = max(until or moment, moment) - max(before or moment, moment)
    mine = (seats.c.table == tables.c.id) & (seats.c.player == player)
    running = select(tables.c.id).join(seats, mine).where(tables.c.status == RUNNING)
    asked = running.where(
        tables.c.asked == seats.c.seat,
        seats.c.stand_in.is_(None),
        tables.c.due.is_not(None),
        tables.c.clock.is_(None),
        tables.c.patience >= SLOW_SECONDS,
    )
    ids = [row.id for row in await connection.execute(asked)]
    await connection.execute(update(tables).where(tables.c.id.in_(ids)).values(due=tables.c.due + by))
    return [row.id for row in await connection.execute(running)]
