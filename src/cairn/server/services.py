"""What the addresses of the API work with, put together once for each worker."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import AsyncIterator

from sqlalchemy.exc import SQLAlchemyError

from cairn.server import metrics
from cairn.server.fanout import Fanout, RedisFanout
from cairn.server.identity import Identity
from cairn.server.journal import Journal
from cairn.server.limits import Limits
from cairn.server.lobby import Lobby
from cairn.server.quotas import Quotas
from cairn.server.settings import Settings
from cairn.server.shared import Shared
from cairn.server.storage import Storage
from cairn.server.tables import Tables
from cairn.server.thinking import Thinking

log = logging.getLogger(__name__)

LAG_EVERY = 0.02
DATABASE_SECONDS = 5.0


class Services:
    def __init__(self, settings: Settings, storage: Storage, identity: Identity) -> None:
        self.settings = settings
        self.storage = storage
        self.identity = identity
        self.limits = Limits(settings.limits)
        self.journal = Journal(storage)
        self.thinking = Thinking(settings.thinkers)
        self.fanout = Fanout() if settings.redis is None else RedisFanout(settings.redis)
        shared = Shared(storage, self.journal, self.thinking, self.fanout, settings.bots_alone_pace)
        self.tables = Tables(shared)
        self.lobby = Lobby(storage, self.tables)
        self.quotas = Quotas(storage, settings)

    async def unready(self) -> str | None:
        """Why this worker should get no requests now; None if it should. A damaged table is no reason."""
        if not await self._has_its_database():
            return "The database cannot be reached, or it needs a migration."
        if not await self.fanout.is_up():
            return "Redis cannot be reached."
        if not self.tables.is_swept:
            return "The server no longer finds what is overdue: bots and clocks stand still. Restart it."
        return None

    async def _has_its_database(self) -> bool:
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                return await self.storage.is_current()
        except (SQLAlchemyError, OSError):
            return False


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Services]:
    """Everything started; and at the end stopped in an order that finishes what was accepted."""
    storage = Storage(settings.database)
    await storage.migrate()
    services = Services(settings, storage, Identity(storage, await storage.key("cookie")))
    services.journal.open()
    services.fanout.listen(services.tables.heard)
    background = [
        asyncio.create_task(services.tables.sweep_forever(), name="sweep"),
        asyncio.create_task(_measure_lag(), name="lag"),
    ]
    _collect_seldom()
    log.info("ready")
    try:
        yield services
    finally:
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await services.tables.close()
        await services.journal.close()
        await services.thinking.close()
        await services.fanout.close()
        await storage.close()
        log.info("stopped")


def _collect_seldom() -> None:
    """What is loaded now stays, and full collections, which hold up everybody, come when much has been added to it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def _measure_lag() -> None:
    """How late the loop is, and how much of that is its own work: the rest the machine gave to other programs."""
    loop = asyncio.get_running_loop()
    while True:
        before, worked = loop.time(), time.thread_time()
        await asyncio.sleep(LAG_EVERY)
        lag = max(0.0, loop.time() - before - LAG_EVERY)
        metrics.LOOP_LAG_SECONDS.observe(lag)
        metrics.LOOP_BUSY_SECONDS.observe(min(lag, time.thread_time() - worked))
