"""The fast path for reading from SQLite: short queries are answered on the event loop itself.

A reader of a write-ahead log waits for nobody, and what the server asks for is a few rows by their keys: that takes
some hundredths of a millisecond. The way through aiosqlite passes to a thread and back for every statement, for the
beginning and for the end, and costs ten times as much. Long reports are read through `Storage.snapshot`, in a thread.

Where the file is held by another program, the thread waits for it, not the loop.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

PRAGMAS: Final = ("query_only=ON", "busy_timeout=0")


class SqliteReader:
    def __init__(self, url: URL, slow: AsyncEngine, **options: Any) -> None:
        self._slow = slow
        # Without a limit, for nothing may wait here: a coroutine that awaits something else keeps its connection. As a
        # rule one is enough, and each has a cache of its own.
        self._engine = create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=-1, **options)
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)

    def connect(self) -> Reading:
        return Reading(self._engine, self._slow)

    def close(self) -> None:
        self._engine.dispose()


class Reading:
    """A connection for reading, to be used as an `AsyncConnection` is."""

    def __init__(self, engine: Engine, slow: AsyncEngine) -> None:
        self._engine = engine
        self._slow = slow
        self._here: Connection | None = None
        self._there: AsyncConnection | None = None
        self._is_fresh = True

    async def __aenter__(self) -> Reading:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._here is not None:
            self._here.close()
        if self._there is not None:
            await self._there.close()

    async def execute(self, statement: Any, parameters: Any = None) -> Any:
        if self._there is None:
            try:
                if self._here is None:
                    self._here = self._engine.connect()
                result = self._here.execute(statement, parameters)
            except OperationalError:
                if not self._is_fresh:
                    raise
                self._there = await self._slow.connect()
            else:
                self._is_fresh = False
                await asyncio.sleep(0)  # others have their turn: many reads in a row would be one long step of the loop
                return result
        return await self._there.execute(statement, parameters)

    async def scalar(self, statement: Any, parameters: Any = None) -> Any:
        return (await self.execute(statement, parameters)).scalar()


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # as for the other connections, we say BEGIN ourselves
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
