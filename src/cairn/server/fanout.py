"""How workers tell each other that something happened at a table. What happened, they read from the database.

So nothing secret passes through here, and a note that is lost or comes twice does no harm: whoever was deaf for a while
compares its tables with the database when it hears again, and every worker does so from time to time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy.engine import make_url

from cairn.server import logs, metrics
from cairn.server.storage import new_id

log = logging.getLogger(__name__)

Heard = Callable[[str, str, dict[str, Any]], Awaitable[None]]
"""Called with the other worker's id, the table's id and the note."""

Missed = Callable[[], Awaitable[None]]
"""Called when this worker hears again, for notes may have been lost."""

CHANNEL: Final = "cairn:notes"
PG_CHANNEL: Final = "cairn_notes"
NOTIFY_BYTES: Final = 7_000
OUTBOX: Final = 10_000
PAUSE: Final = 0.5
LAST_WORDS_SECONDS: Final = 1.0
HEALTH_SECONDS: Final = 5.0
DEAF_SECONDS: Final = 5.0
"""After so long without hearing the others a worker says that it is not ready."""


class Fanout:
    """One worker alone: there is nobody to tell."""

    has_others = False

    async def publish(self, table: str, note: dict[str, Any]) -> None:
        pass

    def listen(self, heard: Heard, missed: Missed) -> None:
        pass

    async def unready(self) -> str | None:
        """Why this worker does not hear the others; None if it does."""
        return None

    async def close(self) -> None:
        pass


class Shouting(Fanout):
    """Several workers on one channel. A subclass brings notes there and listens until its connection ends."""

    has_others = True
    name: str

    def __init__(self) -> None:
        self.me = new_id(6)
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(OUTBOX)
        self._teller: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._hears = False
        self._deaf_since: float | None = None
        self._closing = False

    def listen(self, heard: Heard, missed: Missed) -> None:
        self._heard = heard
        self._missed = missed
        self._deaf_since = time.monotonic()
        self._teller = asyncio.create_task(self._tell_all(), name="teller")
        self._begin()

    async def publish(self, table: str, note: dict[str, Any]) -> None:
        """Nobody waits until the others have been told: a channel that hangs must not hold up a table."""
        try:
            self._outbox.put_nowait(self._note(table, note))
        except asyncio.QueueFull:
            metrics.LOST_NOTES.inc()

    async def _tell_all(self) -> None:
        while True:
            note = await self._outbox.get()
            try:
                await self._tell(note)
            except Exception as error:
                metrics.LOST_NOTES.inc()
                log.warning(f"{self.name} cannot be reached", extra={"fault": logs.place(error)})
            self._outbox.task_done()

    async def _tell(self, note: bytes) -> None:
        raise NotImplementedError

    def _begin(self) -> None:
        self._listener = asyncio.create_task(self._listen(), name="fanout")
        self._listener.add_done_callback(self._ended)

    def _ended(self, listener: asyncio.Task[None]) -> None:
        """A listener that was ended begins anew, or this worker would never hear of anything again."""
        self._is_deaf()
        if not self._closing:
            log.error("the listener has ended and begins anew")
            metrics.LISTENER_RESTARTS.inc()
            self._begin()

    async def _listen(self) -> None:
        while True:
            try:
                await self._follow()
            except Exception as error:
                log.warning(f"{self.name} cannot be heard", extra={"fault": logs.place(error)})
            self._is_deaf()
            await asyncio.sleep(PAUSE)

    def _is_deaf(self) -> None:
        if self._hears:
            self._hears, self._deaf_since = False, time.monotonic()

    async def _now_hears(self) -> None:
        """Called when the channel is there: what was said before it was is caught up from the database."""
        self._hears, self._deaf_since = True, None
        await self._missed()

    async def _follow(self) -> None:
        """Listen until the connection ends."""
        raise NotImplementedError

    async def _hear(self, data: bytes | str) -> None:
        try:
            message = orjson.loads(data)
            worker, table, note = message["worker"], message["table"], message["note"]
            if worker != self.me:
                await self._heard(str(worker), str(table), note)
        except Exception as error:  # anybody can write on the channel, and an older or newer worker may
            metrics.BAD_NOTES.inc()
            logs.failed(log, "a note of another worker could not be followed", error)

    def _note(self, table: str, note: dict[str, Any]) -> bytes:
        return orjson.dumps({"worker": self.me, "table": table, "note": note})

    async def unready(self) -> str | None:
        deaf = self._deaf_since
        if not self._hears and deaf is not None and time.monotonic() - deaf > DEAF_SECONDS:
            return f"{self.name} cannot be heard: what happens at other workers arrives late."
        return None if await self._answers() else f"{self.name} cannot be reached."

    async def _answers(self) -> bool:
        raise NotImplementedError

    async def close(self) -> None:
        self._closing = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._outbox.join(), LAST_WORDS_SECONDS)
        tasks = [task for task in (self._listener, self._teller) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class RedisFanout(Shouting):
    """Workers hear each other through Redis."""

    name = "Redis"

    def __init__(self, url: str) -> None:
        super().__init__()
        self._redis = Redis.from_url(
            url,
            health_check_interval=HEALTH_SECONDS,
            socket_timeout=HEALTH_SECONDS,
            socket_connect_timeout=HEALTH_SECONDS,
        )

    async def _tell(self, note: bytes) -> None:
        await self._redis.publish(CHANNEL, note)

    async def _follow(self) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            await self._now_hears()
            while True:
                message = await channel.get_message(timeout=HEALTH_SECONDS)
                if message is not None:
                    await self._hear(message["data"])

    async def _answers(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        await super().close()
        await self._redis.aclose()


class PostgresFanout(Shouting):
    """Workers hear each other through the database they share: NOTIFY and LISTEN."""

    name = "The channel of PostgreSQL"

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._mouth: Any = None

    async def _tell(self, note: bytes) -> None:
        if len(note) > NOTIFY_BYTES:
            note = self._note(orjson.loads(note)["table"], {"kind": "seats"})  # what happened is in the database
        if self._mouth is None or self._mouth.is_closed():
            self._mouth = await asyncpg.connect(self._url, timeout=HEALTH_SECONDS)
        await self._mouth.execute("SELECT pg_notify($1, $2)", PG_CHANNEL, note.decode(), timeout=HEALTH_SECONDS)

    async def _follow(self) -> None:
        notes: asyncio.Queue[str] = asyncio.Queue()
        connection = await asyncpg.connect(self._url, timeout=HEALTH_SECONDS)
        try:
            await connection.add_listener(PG_CHANNEL, lambda *told: notes.put_nowait(told[3]))
            await self._now_hears()
            while True:
                try:
                    await self._hear(await asyncio.wait_for(notes.get(), HEALTH_SECONDS))
                except TimeoutError:
                    await connection.execute("SELECT 1", timeout=HEALTH_SECONDS)
        finally:
            connection.terminate()

    async def _answers(self) -> bool:
        return True  # the database is asked anyway

    async def close(self) -> None:
        await super().close()
        if self._mouth is not None:
            self._mouth.terminate()
