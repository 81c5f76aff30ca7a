"""Commits moves. Many tables commit together: one transaction, one flush to the disk, for all that waited meanwhile.

The unique key (table, number) decides between two who answer the same position: one is committed, the other is told.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import DBAPIError

from cairn.core.contract import State
from cairn.server import logs, metrics
from cairn.server.models import checkpoints, moves, seats, tables
from cairn.server.play import Move, from_row, to_row
from cairn.server.storage import Storage

log = logging.getLogger(__name__)

BATCH: Final = 200
TRIES: Final = 6
PAUSE: Final = 0.05

Extra = Callable[[Any], Awaitable[None]]
"""Something more to do in the same transaction, on its connection."""


@dataclass
class Entry:
    """A move, and what else is true of its table once it is committed."""

    table: str
    move: Move
    table_values: dict[str, Any]
    """The columns status, position, asked, due and changed."""
    clocks: dict[int, int] = field(default_factory=dict)
    checkpoint: tuple[int, State] | None = None
    extra: Extra | None = None
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Journal:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        fresh = storage.insert(moves).on_conflict_do_nothing()
        self._insert = fresh.returning(moves.c.table, moves.c.number)
        self._waiting: asyncio.Queue[Entry] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="journal")

    async def append(self, entry: Entry) -> bool:
        """Commit a move. False if its number has been taken: the table has moved on."""
        self._waiting.put_nowait(entry)
        return await asyncio.shield(entry.done)

    async def close(self) -> None:
        """Commit what was handed in, then stop."""
        await self._waiting.join()
        if self._writer is not None:
            self._writer.cancel()

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < BATCH and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await self._settle(batch)
            for _ in batch:
                self._waiting.task_done()

    async def _settle(self, batch: list[Entry], tries: int = TRIES) -> None:
        started = time.perf_counter()
        try:
            committed = await self._commit(batch)
        except Exception as error:
            if len(batch) > 1:  # one bad entry must not spoil the others
                for entry in batch:
                    await self._settle([entry])
                return
            if tries > 1 and isinstance(error, DBAPIError):  # another worker may have held or changed what we needed
                await asyncio.sleep(random.random() * PAUSE)
                await self._settle(batch, tries - 1)
                return
            logs.failed(log, "a move could not be committed", error, table=batch[0].table)
            batch[0].done.set_exception(error)
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - started)
        metrics.COMMITTED_TOGETHER.observe(len(batch))
        for entry in batch:
            entry.done.set_result((entry.table, entry.move.number) in committed)

    async def _commit(self, batch: list[Entry]) -> set[tuple[str, int]]:
        batch = sorted(batch, key=lambda entry: entry.table)  # in one order everywhere, or two workers lock each other
        rows = [{"table": entry.table, **to_row(entry.move)} for entry in batch]
        async with self._storage.write() as connection:
            added = await connection.execute(self._insert, rows)
            committed = {(row.table, row.number) for row in added}
            won = [entry for entry in batch if (entry.table, entry.move.number) in committed]
            if won:
                await self._follow(connection, won)
        return committed

    async def _follow(self, connection: Any, won: list[Entry]) -> None:
        await connection.execute(UPDATE_TABLE, [{"of": entry.table, **entry.table_values} for entry in won])
        clocks = [
            {"of": entry.table, "at": seat, "clock": left} for entry in won for seat, left in entry.clocks.items()
        ]
        if clocks:
            await connection.execute(UPDATE_CLOCK, clocks)
        states = [
            {"table": entry.table, "number": entry.checkpoint[0], "state": packed(entry.checkpoint[1])}
            for entry in won
            if entry.checkpoint is not None
        ]
        if states:
            await connection.execute(self._storage.insert(checkpoints).on_conflict_do_nothing(), states)
        for entry in won:
            if entry.extra is not None:
                await entry.extra(connection)


NO_TURN: Final = {"number": 0, "seat": -1}
UPDATE_TABLE: Final = update(tables).where(tables.c.id == bindparam("of"))
UPDATE_CLOCK: Final = update(seats).where(seats.c.table == bindparam("of"), seats.c.seat == bindparam("at"))


def packed(state: State) -> bytes:
    return zlib.compress(orjson.dumps(state.dump()), 1)


def unpacked(data: bytes) -> Any:
    """The dump of a checkpoint. One from before turns were counted stands in a turn of no number."""
    dump = orjson.loads(zlib.decompress(data))
    return {"turn": NO_TURN, **dump} if isinstance(dump, dict) else dump


def is_checkpoint_of(dump: Any, state: State) -> bool:
    """Whether an unpacked checkpoint is this position."""
    right = state.dump()
    return bool(dump == right or dump == {**right, "turn": NO_TURN})


async def read_moves(connection: Any, table: str, after: int, limit: int | None = None) -> list[Move]:
    """The moves of a table that follow a position, in order."""
    found = await connection.execute(
        select(*(column for column in moves.c if column.name != "table"))
        .where(moves.c.table == table, moves.c.number > after)
        .order_by(moves.c.number)
        .limit(limit)
    )
    return [from_row(row._asdict()) for row in found]
