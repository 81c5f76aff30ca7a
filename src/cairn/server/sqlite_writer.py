"""The fast path to SQLite: commits a batch of moves in one step on a thread of its own.

The usual way through SQLAlchemy and aiosqlite passes from the event loop to a thread and back for every statement; this
does it once for each batch. What is written is the same.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

JSON: Final = ("chance", "turn", "events")
MOVE: Final = (
    "table",
    "number",
    "kind",
    "seat",
    "actor",
    "notation",
    "chance",
    "back_to",
    "turn",
    "events",
    "at",
    "key",
)
TABLE: Final = ("status", "position", "asked", "due", "asked_since", "changed")


def _named(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


INSERT_MOVE: Final = (
    f"INSERT INTO moves ({_named(MOVE)}) VALUES ({', '.join(f':{column}' for column in MOVE)}) ON CONFLICT DO NOTHING"
)
_CHANGES: Final = ", ".join(f'"{column}" = :{column}' for column in TABLE)
UPDATE_TABLE: Final = f"UPDATE tables SET {_CHANGES} WHERE id = :of"
UPDATE_CLOCK: Final = 'UPDATE seats SET clock = :clock WHERE "table" = :of AND seat = :at'
INSERT_CHECKPOINT: Final = (
    'INSERT INTO checkpoints ("table", number, state) VALUES (:table, :number, :state) ON CONFLICT DO NOTHING'
)


class Following(NamedTuple):
    """The rows that follow from a move: its table's, its seats' clocks, and the checkpoint if one is due."""

    table: dict[str, Any]
    clocks: list[dict[str, Any]]
    checkpoint: dict[str, Any] | None


class SqliteWriter:
    def __init__(self, file: Path, pragmas: tuple[str, ...]) -> None:
        self._file = file
        self._pragmas = pragmas
        self._thread = ThreadPoolExecutor(1, "journal")
        self._connection: sqlite3.Connection | None = None

    async def commit(
        self,
        moves: list[dict[str, Any]],
        following: dict[tuple[str, int], Following],
    ) -> set[tuple[str, int]]:
        """Those of the moves that are new, with what follows from each, by its table and number."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._commit, moves, following)

    def _commit(self, moves: list[dict[str, Any]], following: dict[tuple[str, int], Following]) -> set[tuple[str, int]]:
        connection = self._connection or self._connect()
        cursor = connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            new = set()
            for move in moves:
                row = {**move, **{name: orjson.dumps(move[name]).decode() for name in JSON}}
                if cursor.execute(INSERT_MOVE, row).rowcount == 1:
                    new.add((str(move["table"]), int(move["number"])))
            rows = [following[key] for key in new]
            cursor.executemany(UPDATE_TABLE, [{"asked_since": None, **row.table} for row in rows])
            cursor.executemany(UPDATE_CLOCK, [clock for row in rows for clock in row.clocks])
            cursor.executemany(INSERT_CHECKPOINT, [row.checkpoint for row in rows if row.checkpoint is not None])
            cursor.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.rollback()
            raise
        finally:
            cursor.close()
        return new

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        for pragma in self._pragmas:
            connection.execute(f"PRAGMA {pragma}")
        self._connection = connection
        return connection

    def close(self) -> None:
        self._thread.shutdown()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
