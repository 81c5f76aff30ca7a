"""The database: SQLite in one file, or PostgreSQL by its URL. Queries lie with the concern they belong to."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Any

import orjson
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cairn.server import models
from cairn.server.settings import BadSettings

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 202611
DRIVERS = ("sqlite+aiosqlite", "postgresql+asyncpg")


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id(size: int = 12) -> str:
    """A text that nobody can guess; 12 bytes make 16 characters."""
    return secrets.token_urlsafe(size)


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
        if self.is_sqlite:
            if parsed.database in (None, "", ":memory:"):
                raise BadSettings("setting 'database': SQLite needs a file, as in sqlite+aiosqlite:////path/cairn.db")
            Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
            self.reader = _sqlite(url, "BEGIN", 4)
            self.writer = _sqlite(url, "BEGIN IMMEDIATE", 1)
        else:
            self.reader = self.writer = create_async_engine(
                url,
                pool_size=8,
                max_overflow=8,
                pool_pre_ping=True,
                hide_parameters=True,
                json_serializer=_json,
                json_deserializer=orjson.loads,
            )

    def read(self) -> Any:
        return self.reader.connect()

    def write(self) -> Any:
        """A transaction; committed when the block ends without an error."""
        return self.writer.begin()

    def insert(self, table: Any) -> Any:
        """An INSERT of the dialect at hand, so that it can say ON CONFLICT."""
        return (sqlite if self.is_sqlite else postgresql).insert(table)

    async def migrate(self) -> None:
        """Bring the database to the newest version of its tables, whatever version it has."""
        async with self.writer.connect() as connection:
            await connection.run_sync(_upgrade)
            await connection.commit()

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
        await self.reader.dispose()
        if self.writer is not self.reader:
            await self.writer.dispose()


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _sqlite(url: str, begin: str, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=60,
        hide_parameters=True,  # they hold names and passphrases, and errors are logged
        json_serializer=_json,
        json_deserializer=orjson.loads,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, or a reader might turn writer and be refused
        cursor = connection.cursor()
        # FULL: what was acknowledged survives not only a killed process but also a lost power supply.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
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
