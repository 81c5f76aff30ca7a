"""The database: SQLite in one file, or PostgreSQL by its URL. Queries lie with the concern they belong to."""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
import orjson
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, event, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as SQLTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cairn.core.errors import CairnError
from cairn.server import models
from cairn.server.settings import BadSettings
from cairn.server.sqlite_reader import SqliteReader
from cairn.server.sqlite_writer import SqliteWriter

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 202611
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""FULL: what was acknowledged survives not only a killed process but also a lost power supply."""
DRIVERS = ("sqlite+aiosqlite", "postgresql+asyncpg")


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id(size: int = 12) -> str:
    """A text that nobody can guess; 12 bytes make 16 characters."""
    return secrets.token_urlsafe(size)


class BadDatabase(CairnError):
    """A database that cannot be used, and what to do about it."""


UNUSABLE: Final = (
    ("file is not a database", "is not a database, or is damaged: restore a backup, or name another file"),
    ("malformed", "is damaged: restore a backup (`cairn admin restore`), or try `sqlite3 FILE .recover`"),
    ("readonly", "cannot be written: give this user the right to write the file and its folder"),
    ("disk is full", "has no room left: make space on its disk, then start again"),
    ("disk i/o error", "cannot be read or written: look at its disk, then start again"),
    ("unable to open", "cannot be opened: check the path, and that this user may write there"),
    ("is locked", "is held by another program: end that program, or wait for it"),
    ("does not exist", "does not exist on the server: create it (createdb), or correct the name"),
    ("authentication failed", "does not let us in: correct user and password in the URL"),
    ("the database system is", "is starting or stopping: try again in a moment"),
)
AWAY: Final = "cannot be reached: check that it runs, and host and port in the URL"


def is_trouble(error: BaseException) -> bool:
    """Whether an error tells that the database is away, locked, full or broken, rather than that we asked wrongly."""
    if isinstance(
        error, IntegrityError | ProgrammingError | DataError | sqlite3.IntegrityError | sqlite3.ProgrammingError
    ):
        return False
    return isinstance(
        error, DBAPIError | SQLTimeout | OSError | sqlite3.Error | asyncpg.PostgresError | asyncpg.InterfaceError
    )


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


PRIVATE: Final[dict[str, Any]] = {
    "hide_parameters": True,  # they hold names and passphrases, and errors are logged
    "json_serializer": _json,
    "json_deserializer": orjson.loads,
}


class Storage:
    """Connections to the database. `read` for looking, `write` for changing: SQLite has one writer at a time."""

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise BadSettings(f"setting 'database': '{url}' is not a database URL") from None
        if parsed.drivername not in DRIVERS:
            raise BadSettings(f"setting 'database': the URL begins with one of {', '.join(DRIVERS)}")
        self.is_sqlite = parsed.drivername == DRIVERS[0]
        self._writing = asyncio.Lock()
        self._shown = str(parsed.database) if self.is_sqlite else parsed.render_as_string()
        if self.is_sqlite:
            if parsed.database in (None, "", ":memory:"):
                raise BadSettings("setting 'database': SQLite needs a file, as in sqlite+aiosqlite:////path/cairn.db")
            self.file = Path(str(parsed.database))
            self._make_file()
            self.sqlite_writer: SqliteWriter | None = SqliteWriter(self.file, PRAGMAS)
            self.reader = _sqlite(url, "BEGIN", 4)
            self.writer = _sqlite(url, "BEGIN IMMEDIATE", 1)
            self._sqlite_reader: SqliteReader | None = SqliteReader(parsed, self.reader, **PRIVATE)
        else:
            self.sqlite_writer = self._sqlite_reader = None
            self.reader = self.writer = create_async_engine(
                url,
                pool_size=8,
                max_overflow=8,
                pool_pre_ping=True,
                **PRIVATE,
            )

    def _make_file(self) -> None:
        """A new database is for its owner alone; what SQLite puts beside it takes the same rights.

        A file that is there is never opened: closing it would drop the locks of every connection of this process to it
        (POSIX), and another process might then remove the write-ahead log from under them.
        """
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.file, os.O_CREAT | os.O_EXCL | os.O_RDONLY, 0o600))
        except FileExistsError:
            pass
        except OSError as error:
            detail = f"cannot be opened ({error.strerror}): check the path, and that this user may write there"
            raise BadDatabase(f"the database {self.file} {detail}") from None

    def _unusable(self, error: BaseException) -> BadDatabase:
        said = str(getattr(error, "orig", None) or error).lower()
        what = next((then for words, then in UNUSABLE if words in said), None)
        if what is None:
            what = f"cannot be used ({type(error).__name__})" if self.is_sqlite else AWAY
        return BadDatabase(f"the database {self.file if self.is_sqlite else self._shown} {what}")

    def read(self) -> Any:
        """For a few rows; `snapshot` is for many."""
        return self.reader.connect() if self._sqlite_reader is None else self._sqlite_reader.connect()

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Any]:
        """For reading everything as it stands at one moment, while others write."""
        async with self.reader.connect() as connection:
            if not self.is_sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Any]:
        """A transaction; committed when the block ends without an error."""
        async with self.writing(), self.writer.begin() as connection:
            yield connection

    def writing(self) -> AbstractAsyncContextManager[Any]:
        """One's turn to write: to SQLite one at a time, as they come, so that none has to try again."""
        return self._writing if self.is_sqlite else nullcontext()

    def insert(self, table: Any) -> Any:
        """An INSERT of the dialect at hand, so that it can say ON CONFLICT."""
        return (sqlite_dialect if self.is_sqlite else postgresql).insert(table)

    async def migrate(self) -> None:
        """Bring the database to the newest version of its tables, whatever version it has."""
        try:
            async with self.writer.connect() as connection:
                await connection.run_sync(_upgrade)
                await connection.commit()
        except CommandError:  # a version that none of our migrations leads to
            raise BadDatabase(
                f"the database {self._shown} was made by a newer version of Cairn: run that version, or name another "
                "database; going back is not possible"
            ) from None
        except Exception as error:
            if is_trouble(error):
                raise self._unusable(error) from None
            raise

    async def broken_pages(self) -> list[str]:
        """What SQLite finds wrong with its file, page by page; nothing for PostgreSQL, which checks what it reads."""
        if not self.is_sqlite:
            return []
        try:
            async with self.reader.connect() as connection:
                found = await connection.exec_driver_sql("PRAGMA integrity_check(20)")
                return [str(row[0]) for row in found if row[0] != "ok"]
        except DBAPIError as error:
            return [str(error.orig)]

    async def version(self) -> str:
        """The version of the tables that the database has."""
        async with self.reader.connect() as connection:
            return str(await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision()))

    async def is_current(self) -> bool:
        async with self.reader.connect() as connection:
            return bool(await connection.run_sync(_is_head))

    async def key(self, name: str) -> bytes:
        """A secret that all workers share; made when it is first asked for."""
        async with self.write() as connection:
            fresh = {"name": name, "value": secrets.token_hex(32)}
            await connection.execute(self.insert(models.keys).values(fresh).on_conflict_do_nothing())
            value = await connection.scalar(select(models.keys.c.value).where(models.keys.c.name == name))
        return bytes.fromhex(str(value))

    async def close(self) -> None:
        if self.sqlite_writer is not None:
            await asyncio.to_thread(self.sqlite_writer.close)
        if self._sqlite_reader is not None:
            self._sqlite_reader.close()
        await self.reader.dispose()
        if self.writer is not self.reader:
            await self.writer.dispose()


def _sqlite(url: str, begin: str, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=60,
        **PRIVATE,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, or a reader might turn writer and be refused
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # several workers may start at once; SQLite has one writer anyway
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _is_head(connection: Connection) -> bool:
    heads = set(ScriptDirectory.from_config(_config()).get_heads())
    return set(MigrationContext.configure(connection).get_current_heads()) == heads
