"""The tables that are open in this worker: opened when somebody comes, dropped when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from sqlalchemy import select

from cairn.server import metrics, redaction, roster
from cairn.server.fanout import Fanout
from cairn.server.journal import Journal
from cairn.server.models import seats, tables
from cairn.server.play import Play
from cairn.server.problems import Problem
from cairn.server.roster import BOT, RUNNING
from cairn.server.storage import Storage, now
from cairn.server.table import Table
from cairn.server.thinking import Thinking

log = logging.getLogger(__name__)

IDLE_SECONDS: Final = 60.0
SWEEP_SECONDS: Final = 2.0
OVERDUE: Final = 500
LAST_WORK_SECONDS: Final = 5.0
PRESENCE_SECONDS: Final = 15.0
REVOKED: Final = 4401

T = TypeVar("T")


class Tables:
    def __init__(self, storage: Storage, journal: Journal, thinking: Thinking, fanout: Fanout) -> None:
        self.storage = storage
        self.journal = journal
        self.thinking = thinking
        self.fanout = fanout
        self._open: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

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
        async with self.storage.read() as connection:
            table = Table(self, *await roster.read(connection, id))
            await table.load_play(connection)
        table = self._open.setdefault(id, table)
        metrics.OPEN_TABLES.set(len(self._open))
        await self.fanout.publish(id, {"kind": "who"})
        table.scheduler.arrange()
        return table

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work that goes on by itself; a failure is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Problem):
            log.error("a table's work failed", exc_info=error)

    async def answer_of(self, bot: str, play: Play) -> str:
        """What a bot, or its stand-in, says: no table ever stands still."""
        return await self.thinking.answer(bot, redaction.for_bot(play.state))

    async def revoked(self, session: str) -> None:
        """A session has ended: so do its connections, wherever they are."""
        self._hang_up(session)
        await self.fanout.publish("", {"kind": "revoked", "session": session})

    def _hang_up(self, session: str) -> None:
        for table in self._open.values():
            for receiver in list(table.receivers):
                if receiver.visitor is not None and receiver.visitor.session == session:
                    receiver.hang_up(REVOKED, "This session has ended.")

    async def heard(self, worker: str, id: str, note: dict[str, Any]) -> None:  # noqa: A002
        """Another worker tells that something happened at a table."""
        kind = note["kind"]
        if kind == "revoked":
            self._hang_up(note["session"])
        table = self._open.get(id)
        if table is None:
            return
        if kind == "seats" or (kind == "moved" and not table.has_reached(note["position"])):
            table.refresh_soon()
        elif kind == "said":
            table.broadcast(lambda _: note["message"])
        elif kind == "presence":
            table.heard_presence(worker, note)
        elif kind == "who" and table.receivers:
            await self.fanout.publish(id, table.presence())

    # What nobody asks for

    async def sweep_forever(self) -> None:
        await self._resume()
        loop = asyncio.get_running_loop()
        told_at = loop.time()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._sweep()
                if self.fanout.has_others and loop.time() > told_at + PRESENCE_SECONDS:
                    told_at = loop.time()
                    await self._tell_presence()
            except Exception:
                log.exception("the sweep failed")

    async def _tell_presence(self) -> None:
        for id, table in list(self._open.items()):  # noqa: A001
            if table.receivers:
                await self.fanout.publish(id, table.presence())

    async def _sweep(self) -> None:
        """Drop what nobody uses, and wake what is overdue: after a crash, or because it was dropped."""
        moment = asyncio.get_running_loop().time()
        for id, table in list(self._open.items()):  # noqa: A001
            if table.is_idle and table.used_at < moment - IDLE_SECONDS:
                table.scheduler.cancel()
                del self._open[id]
        metrics.OPEN_TABLES.set(len(self._open))
        overdue = select(tables.c.id).where(tables.c.status == RUNNING, tables.c.due < now() - OVERDUE).limit(100)
        await self._wake(overdue)

    async def _resume(self) -> None:
        """At the start of a worker: every table where a bot has to answer."""
        asked = (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.asked)
        by_bot = (seats.c.kind == BOT) | seats.c.stand_in.is_not(None)
        await self._wake(select(tables.c.id).join(seats, asked).where(tables.c.status == RUNNING, by_bot))

    async def _wake(self, wanted: Any) -> None:
        async with self.storage.read() as connection:
            ids = [row.id for row in await connection.execute(wanted)]
        for id in ids:  # noqa: A001
            try:
                table = await self.open(id)
                if self.fanout.has_others:
                    await table.refresh()
                table.scheduler.arrange()
            except Problem as problem:
                log.warning("a table cannot be opened", extra={"table": id, "problem": problem.detail})

    async def close(self) -> None:
        """Stop what the server does by itself and finish what was accepted."""
        for table in self._open.values():
            table.scheduler.cancel()
        pending = [task for task in self._tasks if not task.done()]
        if pending:
            await asyncio.wait(pending, timeout=LAST_WORK_SECONDS)
