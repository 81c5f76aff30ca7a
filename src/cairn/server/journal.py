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

from cairn.core.contract import State
from cairn.server import logs, metrics, tracing
from cairn.server.models import checkpoints, moves, seats, tables
from cairn.server.play import Move, from_row, to_row
from cairn.server.sqlite_writer import Following, SqliteWriter
from cairn.server.storage import Storage, is_trouble, new_id

log = logging.getLogger(__name__)

BATCH: Final = 200
TRIES: Final = 6
PAUSE: Final = 0.05
RETRY_SECONDS: Final = 20.0
"""Seconds for which a move waits for a database that is away."""

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
    key: str = field(default_factory=new_id)
    """By which the move is found again when nobody knows whether it was committed."""
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def following(self) -> Following:
        """The rows that follow from the move."""
        clocks = [{"of": self.table, "at": seat, "clock": left} for seat, left in self.clocks.items()]
        state = None
        if self.checkpoint is not None:
            state = {"table": self.table, "number": self.checkpoint[0], "state": packed(self.checkpoint[1])}
        return Following({"of": self.table, **self.table_values}, clocks, state)


class Unsettled(Exception):
    """The database was away for so long that nobody can tell whether a move was committed."""


def _is_refused(error: BaseException) -> bool:
    """Whether the database was there and would not have it."""
    return isinstance(error, Exception) and not is_trouble(error)


class Journal:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        fresh = storage.insert(moves).on_conflict_do_nothing()
        self._insert = fresh.returning(moves.c.table, moves.c.number)
        self._waiting: asyncio.Queue[Entry] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False

    def open(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="journal")

    @property
    def is_alive(self) -> bool:
        return self._writer is not None and not self._writer.done()

    async def append(self, entry: Entry) -> bool:
        """Commit a move. False if its number has been taken: the table has moved on. Unsettled if nobody can tell."""
        self._waiting.put_nowait(entry)
        return await asyncio.shield(entry.done)

    async def close(self) -> None:
        """Commit what was handed in, then stop."""
        await self._waiting.join()
        self._closing = True
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

    async def _settle(self, batch: list[Entry]) -> None:
        started = time.perf_counter()
        try:
            with tracing.span("commit", {"cairn.moves": len(batch)}):
                committed = await self._commit(batch)
        except (Exception, asyncio.CancelledError) as error:  # a driver whose connection breaks may cancel what waits
            if self._closing:
                raise
            # The commit may have reached the database all the same, so that from here on every entry is looked up.
            await asyncio.gather(*(self._settle_alone(entry, error, started) for entry in batch))
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - started)
        metrics.COMMITTED_TOGETHER.observe(len(batch))
        for entry in batch:
            entry.done.set_result((entry.table, entry.move.number) in committed)

    async def _settle_alone(self, entry: Entry, error: BaseException, started: float) -> None:
        """Try one entry until it is committed or another one stands in its place; one bad entry spoils no other."""
        tries = 0
        while tries < TRIES or (not _is_refused(error) and time.perf_counter() - started < RETRY_SECONDS):
            tries += 1
            try:
                mine = await self._outcome(entry)
                if mine is None:
                    mine = bool(await self._commit([entry]))
            except (Exception, asyncio.CancelledError) as again:
                if self._closing:
                    raise
                error = again
                await asyncio.sleep(random.random() * PAUSE * min(tries, 20))
            else:
                metrics.LOOKED_UP.labels("ours" if mine else "taken").inc()
                entry.done.set_result(mine)
                return
        logs.failed(log, "a move could not be committed", error, table=entry.table)
        entry.done.set_exception(error if isinstance(error, Exception) and not is_trouble(error) else Unsettled())

    async def _outcome(self, entry: Entry) -> bool | None:
        """Whether the move that stands under this number is ours; None if there is none."""
        wanted = select(moves.c.key).where(moves.c.table == entry.table, moves.c.number == entry.move.number)
        async with self._storage.read() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else row.key == entry.key

    async def _commit(self, batch: list[Entry]) -> set[tuple[str, int]]:
        batch = sorted(batch, key=lambda entry: entry.table)  # in one order everywhere, or two workers lock each other
        rows = [{"table": entry.table, **to_row(entry.move), "key": entry.key} for entry in batch]
        writer = self._storage.sqlite_writer
        if writer is not None and all(entry.extra is None for entry in batch):
            return await self._commit_by_writer(writer, batch, rows)
        async with self._storage.write() as connection:
            added = await connection.execute(self._insert, rows)
            committed = {(row.table, row.number) for row in added}
            won = [entry for entry in batch if (entry.table, entry.move.number) in committed]
            if won:
                await self._follow(connection, won)
        return committed

    async def _commit_by_writer(
        self, writer: SqliteWriter, batch: list[Entry], rows: list[dict[str, Any]]
    ) -> set[tuple[str, int]]:
        # Of two moves with one number the first is committed, so its rows are those that follow.
        following = {(entry.table, entry.move.number): entry.following() for entry in reversed(batch)}
        async with self._storage.writing():
            return await writer.commit(rows, following)

    async def _follow(self, connection: Any, won: list[Entry]) -> None:
        following = [entry.following() for entry in won]
        await connection.execute(UPDATE_TABLE, [rows.table for rows in following])
        clocks = [clock for rows in following for clock in rows.clocks]
        if clocks:
            await connection.execute(UPDATE_CLOCK, clocks)
        states = [rows.checkpoint for rows in following if rows.checkpoint is not None]
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
