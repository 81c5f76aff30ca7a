"""What the addresses of the API work with, put together once for each worker."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import AsyncIterator
from typing import NamedTuple

from redis.asyncio import Redis

from cairn.server import logs, metrics, retention, tracing, webpush
from cairn.server.connections import CONNECTIONS
from cairn.server.fanout import Fanout, PostgresFanout, RedisFanout
from cairn.server.identity import Identity
from cairn.server.journal import Journal
from cairn.server.lab import Lab
from cairn.server.limits import Limits
from cairn.server.lobby import Lobby
from cairn.server.mail import Mailer
from cairn.server.moderation import Moderation
from cairn.server.monotonic import MonotonicClock
from cairn.server.notices import Notices
from cairn.server.overload import Overload
from cairn.server.quotas import Quotas
from cairn.server.reminders import Reminders
from cairn.server.response_cache import ResponseCache
from cairn.server.reviewing import Reviews, command_for
from cairn.server.settings import BadSettings, Settings
from cairn.server.shared import Shared
from cairn.server.storage import Storage
from cairn.server.tables import Tables
from cairn.server.thinking import Thinking
from cairn.server.vacation import Vacations
from cairn.server.webpush import Pusher

log = logging.getLogger(__name__)

LAG_EVERY = 0.1
DATABASE_SECONDS = 5.0
REDIS_SECONDS = 1.0


class Secrets(NamedTuple):
    """What is signed with, the same for all workers."""

    mail: bytes
    push: bytes


class Services:
    def __init__(self, settings: Settings, storage: Storage, identity: Identity, secrets: Secrets) -> None:
        self.settings = settings
        self.storage = storage
        self.identity = identity
        self.redis = None if settings.redis is None else Redis.from_url(settings.redis, socket_timeout=REDIS_SECONDS)
        self.limits = Limits(settings.limits, redis=self.redis)
        self.journal = Journal(storage)
        self.thinking = Thinking(settings.thinkers)
        self.fanout = _fanout(settings)
        self.monotonic = MonotonicClock()
        shared = Shared(storage, self.journal, self.thinking, self.fanout, self.monotonic, settings.bots_alone_pace)
        self.tables = Tables(shared)
        self.overload = shared.overload
        self.lobby = Lobby(storage, self.tables, self.monotonic)
        self.replays = ResponseCache()
        self.reviews = Reviews(storage, self.tables, command_for(settings.review_iterations))
        self.moderation = Moderation(storage)
        self.quotas = Quotas(storage, settings)
        self.lab = Lab(storage, self.thinking, settings)
        self.vacations = Vacations(storage, self.tables, settings.vacation_days)
        self.reminders = Reminders(
            storage,
            self.tables,
            self.monotonic,
            settings,
            secrets.mail,
            _mailer(settings),
            _pusher(settings, secrets.push),
        )
        self.notices = Notices(storage, self.tables.noticed)

    async def unready(self) -> str | None:
        """Why this worker should get no requests now; None if it should. A damaged table is no reason."""
        if not await self._has_its_database():
            return "The database cannot be reached, or it needs a migration."
        if not self.monotonic.is_beating:
            return "The database no longer accepts writes: its disk may be full, or another program holds it."
        deaf = await self.fanout.unready()
        if deaf is not None:
            return deaf
        if not self.journal.is_alive:
            return "The journal has stopped: no move can be committed. Restart the server."
        if not self.tables.is_swept:
            return "The sweep has stopped: bots and clocks stand still. Restart the server."
        return None

    async def _has_its_database(self) -> bool:
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                return await self.storage.is_current()
        except Exception as error:
            logs.failed(log, "the database does not answer", error)
            return False


def _mailer(settings: Settings) -> Mailer | None:
    if settings.smtp is None or settings.mail_from is None:
        return None
    return Mailer(settings.smtp, settings.mail_from)


def _pusher(settings: Settings, secret: bytes) -> Pusher | None:
    if settings.push_contact is None:
        return None
    if not webpush.is_installed():
        raise BadSettings("setting 'push_contact': needs more packages: pip install 'cairn-tabletop[push]'")
    return Pusher(secret, settings.push_contact)


def _fanout(settings: Settings) -> Fanout:
    match settings.channel_used:
        case "redis":
            return RedisFanout(str(settings.redis))
        case "postgresql":
            return PostgresFanout(settings.database)
    return Fanout()


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Services]:
    """Everything started; and at the end stopped in an order that finishes what was accepted."""
    tracing.configure()
    storage = Storage(settings.database)
    await storage.migrate()
    secrets = Secrets(await storage.key("mail"), await storage.key("push"))
    services = Services(settings, storage, Identity(storage, await storage.key("cookie")), secrets)
    await services.monotonic.begin(storage)
    await services.notices.look()
    services.journal.open()
    services.fanout.listen(services.tables.heard, services.tables.catch_up)
    background = [
        asyncio.create_task(services.tables.sweep_forever(), name="sweep"),
        asyncio.create_task(services.notices.watch(), name="notices"),
        asyncio.create_task(services.monotonic.beat_forever(storage), name="clock"),
        asyncio.create_task(retention.tidy_forever(storage, settings), name="retention"),
        asyncio.create_task(services.reminders.run_forever(), name="reminders"),
        asyncio.create_task(services.reviews.run_forever(), name="reviews"),
        asyncio.create_task(_measure_lag(services.overload), name="lag"),
    ]
    _collect_seldom()
    CONNECTIONS.prepare(settings.proxies, settings.limits)
    log.info("ready")
    try:
        yield services
    finally:
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await services.lab.close()
        await services.reminders.close()
        await services.tables.close()
        await services.journal.close()
        await services.thinking.close()
        await services.fanout.close()
        if services.redis is not None:
            await services.redis.aclose()
        await storage.close()
        await asyncio.to_thread(tracing.close)
        log.info("stopped")


def _collect_seldom() -> None:
    """What is loaded now stays, and full collections, which hold up everybody, come when much has been added to it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def _measure_lag(overload: Overload) -> None:
    """How late the loop is, and how much of that is its own work: the rest the machine gave to other programs."""
    loop = asyncio.get_running_loop()
    while True:
        before, worked = loop.time(), time.thread_time()
        await asyncio.sleep(LAG_EVERY)
        lag = max(0.0, loop.time() - before - LAG_EVERY)
        metrics.LOOP_LAG_SECONDS.observe(lag)
        own = min(lag, time.thread_time() - worked)
        metrics.LOOP_BUSY_SECONDS.observe(own)
        overload.observe(own, loop.time() - before)
