"""The tables that are open in this worker: opened when somebody comes, dropped when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, TypeVar

from sqlalchemy import select, update

from cairn.server import logs, metrics, notices, quarantine, roster
from cairn.server.models import moves, seats, tables
from cairn.server.presence import RECONNECT
from cairn.server.problems import Problem
from cairn.server.quarantine import DAMAGED, Stopped
from cairn.server.roster import BOT, RUNNING
from cairn.server.shared import Shared
from cairn.server.table import Table

log = logging.getLogger(__name__)

IDLE_SECONDS: Final = 60.0
SWEEP_SECONDS: Final = 2.0
STALLED_SECONDS: Final = 30.0
"""A sweep that has got nowhere for so long is taken for dead."""
WAKE_SECONDS: Final = 20.0
AT_ONCE: Final = 100
"""Tables that one round wakes, beside those in memory."""
OVERDUE: Final = 500
LEFT_TO_OTHERS: Final = 5_000
"""Milliseconds that a table may be overdue before a worker sees to it that it does not belong to."""
MOVED_AT_ONCE: Final = 50
PRESENCE_SECONDS: Final = 15.0
"""How often workers tell each other who is connected, and compare their tables with the database."""
COMPARED_AT_ONCE: Final = 500
REVOKED: Final = 4401
STOPPED: Final = 4409

T = TypeVar("T")


class Tables:
    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._open: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._swept_at = 0.0
        self.quarantined = 0
        """Tables that wait for an operator, as the last sweep found them."""

    def __len__(self) -> int:
        return len(self._open)

    async def open(self, id: str) -> Table:  # noqa: A002
        """A table by its id, read from the database if it is not in memory. Problem if there is none."""
        table = self._open.get(id)
        if table is None:
            try:
                async with self._opening.setdefault(id, asyncio.Lock()):
                    table = self._open.get(id) or await self._read(id)
            finally:
                self._opening.pop(id, None)
        table.touch()
        return table

    async def _read(self, id: str) -> Table:  # noqa: A002
        try:
            async with self._shared.storage.read() as connection:
                table = Table(self._shared, *await roster.read(connection, id), self._stop_soon, self._forget)
                await table.session.load(connection)
        except Stopped as stopped:
            await self.stop(id, stopped)
            raise
        table = self._open.setdefault(id, table)
        metrics.OPEN_TABLES.set(len(self._open))
        await self._shared.fanout.publish(id, {"kind": "who"})
        table.scheduler.arrange()
        return table

    async def stop(self, id: str, stopped: Stopped) -> None:  # noqa: A002
        """A table cannot be played on: keep it in quarantine for an operator, and let everybody there know."""
        self._drop(id, stopped)
        if await quarantine.put(self._shared.storage, id, stopped):
            log.error("a table is stopped", extra={"table": id, "why": stopped.why, "fault": stopped.fault})
            metrics.TABLE_FAULTS.labels(stopped.why).inc()
            await self._shared.fanout.publish(id, {"kind": "stopped"})

    def _stop_soon(self, id: str, stopped: Stopped) -> None:  # noqa: A002
        self._shared.tasks.spawn(self.stop(id, stopped))

    def _forget(self, id: str) -> None:  # noqa: A002
        """A table whose state in memory is in doubt: the next one to come reads it anew."""
        table = self._open.pop(id, None)
        if table is not None:
            table.scheduler.cancel()

    def _drop(self, id: str, stopped: Stopped) -> None:  # noqa: A002
        table = self._open.pop(id, None)
        if table is not None:
            table.scheduler.cancel()
            table.session.presence.hang_up(STOPPED, stopped.detail)

    def is_here(self, id: str, player: str) -> bool:  # noqa: A002
        """Whether somebody is connected to a table, as far as this worker knows."""
        table = self._open.get(id)
        return table is not None and player in table.session.presence.players()

    async def reread(self, ids: list[str]) -> None:
        """What the seats or times of tables are has changed in the database: whoever has them in memory reads them."""
        for id in ids:  # noqa: A001
            table = self._open.get(id)
            if table is not None:
                table.session.refresh_soon()
            await self._shared.fanout.publish(id, {"kind": "seats"})

    async def revoked(self, session: str) -> None:
        """A session has ended: so do its connections, wherever they are."""
        self._hang_up(session)
        await self._shared.fanout.publish("", {"kind": "revoked", "session": session})

    async def renewed(self, session: str) -> None:
        """A session goes on under another cookie: its connections come again with it."""
        self._hang_up(session, RECONNECT)
        await self._shared.fanout.publish("", {"kind": "renewed", "session": session})

    async def again(self, player: str) -> None:
        """What somebody reads has changed: their connections come again, and are greeted with it."""
        self._hang_up_on(player)
        await self._shared.fanout.publish("", {"kind": "again", "player": player})

    def _hang_up_on(self, player: str) -> None:
        for table in self._open.values():
            table.session.presence.hang_up_on(player, RECONNECT, "Connect again.")

    def _hang_up(self, session: str, code: int = REVOKED) -> None:
        for table in self._open.values():
            reason = "You have been signed out." if code == REVOKED else "Connect again."
            table.session.presence.hang_up(code, reason, session)

    async def noticed(self, kind: str, subject: str, heir: str | None) -> None:
        """Follow what an operator has done beside us."""
        if kind == notices.REMOVED:
            await self._removed(subject, heir)

    async def _removed(self, digest: str, heir: str | None) -> None:
        """A person is gone: their connections end, and tables where they were known are read anew."""
        for table in list(self._open.values()):
            session = table.session
            person = next((id for id in session.known() if notices.digest(id) == digest), None)  # noqa: A001
            if person is None:
                continue
            session.presence.hang_up_on(person, REVOKED, "You have been removed from this server.")
            try:
                await session.refresh()
            except Exception as error:
                logs.failed(log, "a table cannot be read anew", error, table=session.id)
            # What they had sent before their connection ended is committed by now: it is nobody's too.
            theirs = (moves.c.table == session.id) & (moves.c.actor == person)
            async with self._shared.storage.write() as connection:
                await connection.execute(update(moves).where(theirs).values(actor=heir))

    async def heard(self, worker: str, id: str, note: dict[str, Any]) -> None:  # noqa: A002
        """Another worker tells that something happened at a table."""
        kind = note["kind"]
        if kind == "revoked":
            self._hang_up(note["session"])
        elif kind == "renewed":
            self._hang_up(note["session"], RECONNECT)
        elif kind == "again":
            self._hang_up_on(note["player"])
        table = self._open.get(id)
        if table is None:
            return
        session = table.session
        if kind == "stopped":
            self._drop(id, Stopped(DAMAGED, "another worker stopped it"))
        elif kind == "seats" or (kind == "moved" and not session.has_reached(note["position"])):
            session.refresh_soon()
        elif kind == "said":
            session.presence.say(note["message"])
        elif kind == "presence":
            session.presence.heard(worker, note)
            session.tell_seats()
        elif kind == "who" and session.presence.receivers:
            await self._shared.fanout.publish(id, session.presence.note())

    # What nobody asks for

    @property
    def is_swept(self) -> bool:
        """Whether what is overdue is being found: the sweep has made progress not long ago."""
        return asyncio.get_running_loop().time() < self._swept_at + STALLED_SECONDS

    def _progress(self) -> None:
        self._swept_at = asyncio.get_running_loop().time()

    async def sweep_forever(self) -> None:
        """Round after round; whatever goes wrong in one is logged, and readiness tells when none succeeds any more."""
        self._progress()
        first = True
        loop = asyncio.get_running_loop()
        told_at = loop.time()
        while True:
            try:
                if first:
                    await self._resume()
                    first = False
                await self._sweep()
                if self._shared.fanout.has_others and loop.time() > told_at + PRESENCE_SECONDS:
                    told_at = loop.time()
                    await self._tell_presence()
                    await self.catch_up()
                metrics.SWEEPS.labels("ok").inc()
                self._progress()
            except Exception as error:
                metrics.SWEEPS.labels("failed").inc()
                logs.failed(log, "the sweep failed", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def catch_up(self) -> None:
        """Compare the tables in memory with the database, and read on where notes of other workers were lost."""
        ids = list(self._open)
        for start in range(0, len(ids), COMPARED_AT_ONCE):
            some = ids[start : start + COMPARED_AT_ONCE]
            async with self._shared.storage.read() as connection:
                rows = await connection.execute(select(tables.c.id, tables.c.position).where(tables.c.id.in_(some)))
                positions = {row.id: row.position for row in rows}
                seated = await roster.seats_of(connection, some)
            for id in some:  # noqa: A001
                table = self._open.get(id)
                if table is not None and not table.session.is_as_stored(positions.get(id, -1), seated.get(id, [])):
                    metrics.CAUGHT_UP.inc()
                    table.session.refresh_soon()

    async def _tell_presence(self) -> None:
        for id, table in list(self._open.items()):  # noqa: A001
            if table.session.presence.receivers:
                await self._shared.fanout.publish(id, table.session.presence.note())

    async def _sweep(self) -> None:
        """Drop what nobody uses or may use, and wake what is overdue: after a crash, or because it was dropped."""
        moment = asyncio.get_running_loop().time()
        for id, table in list(self._open.items()):  # noqa: A001
            if table.is_idle and table.used_at < moment - IDLE_SECONDS:
                del self._open[id]
                table.dispose()
        self._move_on()
        await self._look_at_quarantine()
        metrics.OPEN_TABLES.set(len(self._open))
        overdue = select(tables.c.id, tables.c.due).where(
            tables.c.status == RUNNING,
            tables.c.quarantine.is_(None),
            tables.c.due < self._shared.monotonic.now() - OVERDUE,
        )
        await self._wake(overdue.order_by(tables.c.due).limit(AT_ONCE + len(self._open)))

    def _move_on(self) -> None:
        """Let players of tables that belong to another worker by now come again, some at a time: they meet there."""
        placement = self._shared.placement
        if not placement.is_shared or not placement.is_settled:
            return
        strays = [table for id, table in self._open.items() if not placement.is_here(id)]  # noqa: A001
        for table in [table for table in strays if table.session.presence.receivers][:MOVED_AT_ONCE]:
            table.session.presence.hang_up(RECONNECT, "The table has moved. Connect again.")

    async def _look_at_quarantine(self) -> None:
        async with self._shared.storage.read() as connection:
            stopped = await quarantine.found(connection)
        self.quarantined = len(stopped)
        metrics.QUARANTINED_TABLES.set(self.quarantined)
        for row in stopped:
            if row.id in self._open and row.quarantine in quarantine.SENTENCES:  # another worker or an operator did it
                self._drop(row.id, Stopped(row.quarantine, row.fault))

    async def _resume(self) -> None:
        """At the start of a worker: every table where a bot has to answer."""
        await quarantine.release_other_rules(self._shared.storage)
        asked = (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.asked)
        by_bot = (seats.c.kind == BOT) | seats.c.stand_in.is_not(None)
        running = (tables.c.status == RUNNING) & tables.c.quarantine.is_(None)
        await self._wake(select(tables.c.id, tables.c.due).join(seats, asked).where(running, by_bot))

    async def _wake(self, wanted: Any) -> None:
        async with self._shared.storage.read() as connection:
            ids = [row.id for row in await connection.execute(wanted) if self._is_for_us(row)]
        for id in ids:  # noqa: A001
            self._progress()
            try:
                async with asyncio.timeout(WAKE_SECONDS):
                    await self._wake_one(id)
            except Problem:
                pass  # a table that is stopped has been logged
            except Exception as error:
                metrics.TABLE_FAULTS.labels("waking").inc()
                logs.failed(log, "a table cannot be woken", error, table=id)

    def _is_for_us(self, row: Any) -> bool:
        """A table of another worker is left to it, unless that worker has not come to it for long."""
        late = row.due is not None and row.due < self._shared.monotonic.now() - LEFT_TO_OTHERS
        return late or self._shared.placement.is_here(row.id)

    async def _wake_one(self, id: str) -> None:  # noqa: A002
        table = await self.open(id)
        if self._shared.fanout.has_others:
            await table.session.refresh()
        table.scheduler.arrange()

    async def close(self) -> None:
        """Stop what the server does by itself and finish what was accepted."""
        for table in self._open.values():
            table.scheduler.cancel()
        await self._shared.tasks.close()
