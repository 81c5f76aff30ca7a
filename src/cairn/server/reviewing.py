"""Reviews of games that are over, made one after the other beside everything else.

Whoever asks writes a row of the queue; a game is reviewed once, whoever asks for it. A worker claims a row before it
begins, and the database allows one claimed row, so one of all workers makes one review at a time. It is made in a
process of its own that gives way to everything else. The worker is heard of while it works; when it falls silent, or is
stopped, the row waits again for any other.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import zlib
from contextlib import suppress
from typing import Any, Final, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from cairn.core.record import Record
from cairn.server import logs, redaction
from cairn.server.journal import read_moves
from cairn.server.models import reviews
from cairn.server.storage import Storage, now
from cairn.server.tables import Tables

log = logging.getLogger(__name__)

WAITING: Final = "waiting"
WORKING: Final = "working"
DONE: Final = "done"
FAILED: Final = "failed"
EVERY: Final = 2.0
"""Seconds between two looks at the queue, if nobody here has asked for anything."""
PATIENCE: Final = 20.0
"""Seconds that somebody who watches a review waits for news."""
LOOK: Final = 0.5
SILENT: Final = 60_000
"""Milliseconds after which a worker that was not heard of is taken to be gone."""
TRIES: Final = 3
LONGEST_LINE: Final = 64 * 1024 * 1024


def command_for(iterations: int) -> tuple[str, ...]:
    """The program that reviews a game; with so many iterations for a decision, or with 0 at standard depth."""
    return (sys.executable, "-m", "cairn.review.job", *([str(iterations)] if iterations else []))


class Asked(NamedTuple):
    """How far a review is; `data` is the review once it is done."""

    state: str
    done: int
    steps: int
    ahead: int
    """So many are made before it."""
    data: bytes | None


class Reviews:
    def __init__(self, storage: Storage, tables: Tables, command: tuple[str, ...]) -> None:
        self._storage = storage
        self._tables = tables
        self._command = command
        self._asked = asyncio.Event()

    async def find(self, table: str) -> Asked | None:
        async with self._storage.read() as connection:
            row = (await connection.execute(select(reviews).where(reviews.c.table == table))).first()
            if row is None:
                return None
            ahead = 0
            if row.state == WAITING:
                before = (reviews.c.state.in_((WAITING, WORKING))) & (reviews.c.created < row.created)
                ahead = len((await connection.execute(select(reviews.c.table).where(before))).all())
        return Asked(row.state, row.done, row.steps, ahead, None if row.data is None else zlib.decompress(row.data))

    async def watch(self, table: str, known: int) -> Asked | None:
        """The same, as soon as more than so many steps are done, it has ended, or some seconds are over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while True:
                    asked = await self.find(table)
                    if asked is None or asked.state in (DONE, FAILED) or asked.done > known:
                        return asked
                    await asyncio.sleep(LOOK)
        return await self.find(table)

    async def ask(self, table: str) -> None:
        """Put a table into the queue, unless it is there or reviewed; one that failed gets another try."""
        row = {"table": table, "state": WAITING, "tries": 0, "done": 0, "steps": 0, "created": now()}
        failed = (reviews.c.table == table) & (reviews.c.state == FAILED)
        async with self._storage.write() as connection:
            await connection.execute(self._storage.insert(reviews).on_conflict_do_nothing(), [row])
            await connection.execute(update(reviews).where(failed).values(state=WAITING, tries=0))
        self._asked.set()

    # What a worker does all the time

    async def run_forever(self) -> None:
        while True:
            try:
                table = await self.claim()
                if table is not None:
                    await self.make(table)
                    continue
            except Exception as error:
                logs.failed(log, "a review could not be made", error)
            self._asked.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._asked.wait()

    async def claim(self) -> str | None:
        """The table that is next, if no worker is at one."""
        silent = (reviews.c.working == 1) & (reviews.c.claimed < now() - SILENT)
        waiting = select(reviews.c.table).where(reviews.c.state == WAITING)
        async with self._storage.read() as connection:
            if (await connection.execute(waiting.limit(1))).first() is None:
                busy = select(reviews.c.table).where(silent).limit(1)
                if (await connection.execute(busy)).first() is None:
                    return None
        try:
            async with self._storage.write() as connection:
                await connection.execute(update(reviews).where(silent).values(state=WAITING, working=None))
                first = waiting.order_by(reviews.c.created, reviews.c.table).limit(1)
                table = await connection.scalar(first)
                if table is None:
                    return None
                mine = (reviews.c.table == table) & (reviews.c.state == WAITING)
                values = {"state": WORKING, "working": 1, "claimed": now(), "tries": reviews.c.tries + 1, "done": 0}
                done = await connection.execute(update(reviews).where(mine).values(values))
                return str(table) if done.rowcount else None
        except IntegrityError:
            return None  # another worker is at one

    async def make(self, table: str) -> None:
        """Review a table that was claimed, and keep what came of it. Stopped in the middle, it waits again."""
        try:
            data = await self._reviewed(table)
        except asyncio.CancelledError:
            await asyncio.shield(self._change(table, state=WAITING, tries=reviews.c.tries - 1))
            raise
        except Exception as error:
            logs.failed(log, "a review came to nothing", error)
            await self._fail(table)
            return
        await self._change(table, state=DONE, data=zlib.compress(data))

    async def _fail(self, table: str) -> None:
        async with self._storage.read() as connection:
            tries = await connection.scalar(select(reviews.c.tries).where(reviews.c.table == table))
        await self._change(table, state=FAILED if (tries or 0) >= TRIES else WAITING)

    async def _change(self, table: str, **values: Any) -> None:
        mine = (reviews.c.table == table) & (reviews.c.working == 1)
        async with self._storage.write() as connection:
            await connection.execute(update(reviews).where(mine).values(working=None, **values))

    async def _record(self, id: str) -> Record:  # noqa: A002
        """The game, without names: a review may be kept longer than they are."""
        table = await self._tables.open(id)
        table.check_over()
        async with self._storage.read() as connection:
            moves = await read_moves(connection, id, -1)
        nobody = [f"seat {seat}" for seat in range(len(table.names))]
        return await asyncio.to_thread(redaction.record, table.terms.setup, moves, nobody)

    async def _reviewed(self, id: str) -> bytes:  # noqa: A002
        record = await self._record(id)
        await self._hear(id, 0, len(record.moves))
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        beating = asyncio.create_task(self._beat(id))
        try:
            return await self._listen(process, id, record.text(), len(record.moves))
        finally:
            beating.cancel()
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _listen(self, process: asyncio.subprocess.Process, id: str, text: str, steps: int) -> bytes:  # noqa: A002
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text.encode())
        await process.stdin.drain()
        process.stdin.close()
        while line := await process.stdout.readline():
            message = json.loads(line)
            if "review" in message:
                return json.dumps(message["review"], ensure_ascii=False, separators=(",", ":")).encode()
            await self._hear(id, message["done"], steps)
        raise RuntimeError(f"the process of a review ended without one, with code {await process.wait()}")

    async def _beat(self, table: str) -> None:
        """Be heard of however long a single step may take."""
        mine = (reviews.c.table == table) & (reviews.c.working == 1)
        while True:
            await asyncio.sleep(SILENT / 4000)
            async with self._storage.write() as connection:
                await connection.execute(update(reviews).where(mine).values(claimed=now()))

    async def _hear(self, table: str, done: int, steps: int) -> None:
        mine = (reviews.c.table == table) & (reviews.c.working == 1)
        async with self._storage.write() as connection:
            await connection.execute(update(reviews).where(mine).values(done=done, steps=steps, claimed=now()))
