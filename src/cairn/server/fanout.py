"""How workers tell each other that something happened at a table. What happened, they read from the database.

So nothing secret passes through here, and a note that is lost or comes twice does no harm: the next one, or the next
answer, makes a worker read on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cairn.server import logs
from cairn.server.storage import new_id

log = logging.getLogger(__name__)

Heard = Callable[[str, str, dict[str, Any]], Awaitable[None]]
"""Called with the other worker's id, the table's id and the note."""

CHANNEL: Final = "cairn:notes"
PAUSE: Final = 1.0


class Fanout:
    """One worker alone: there is nobody to tell."""

    has_others = False

    async def publish(self, table: str, note: dict[str, Any]) -> None:
        pass

    def listen(self, heard: Heard) -> None:
        pass

    async def is_up(self) -> bool:
        return True

    async def close(self) -> None:
        pass


class RedisFanout(Fanout):
    """Several workers, which hear each other through Redis."""

    has_others = True

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url)
        self._me = new_id(6)
        self._listener: asyncio.Task[None] | None = None

    async def publish(self, table: str, note: dict[str, Any]) -> None:
        try:
            await self._redis.publish(CHANNEL, orjson.dumps({"worker": self._me, "table": table, "note": note}))
        except RedisError as error:
            log.warning("Redis cannot be reached", extra={"problem": str(error)})

    def listen(self, heard: Heard) -> None:
        self._listener = asyncio.create_task(self._listen(heard), name="fanout")

    async def _listen(self, heard: Heard) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        await self._hear(heard, message["data"])
            except RedisError as error:
                log.warning("Redis cannot be reached", extra={"problem": str(error)})
            await asyncio.sleep(PAUSE)

    async def _hear(self, heard: Heard, data: bytes) -> None:
        message = orjson.loads(data)
        if message["worker"] == self._me:
            return
        try:
            await heard(message["worker"], message["table"], message["note"])
        except Exception as error:
            logs.failed(log, "a note of another worker could not be followed", error)

    async def is_up(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except RedisError:
            return False

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
        await self._redis.aclose()
