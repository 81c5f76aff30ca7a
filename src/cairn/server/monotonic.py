"""The monotonic clock of all workers: it runs evenly whatever happens to the time of day, and stops with the servers.

It counts the time at tables: what a seat has left, when a bot must step in. It is stored in the database, and all
workers follow the one that is ahead. A process that was stopped, or a machine that slept, takes no time from anybody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import select, update

from cairn.server import logs, metrics
from cairn.server.models import clock
from cairn.server.storage import Storage, now

log = logging.getLogger(__name__)

NAME: Final = "tables"
BEAT_SECONDS: Final = 1.0
LONGEST: Final = 5_000
"""Milliseconds that can pass between two beats; more have not passed for anybody who could have played."""
FRESH: Final = 3_000
"""A beat of another worker that is younger than this many milliseconds tells that it is running."""
STALE_SECONDS: Final = 15.0


class MonotonicClock:
    """Milliseconds that begin near those of the time of day and then are on their own."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._at = now()
        self._last = monotonic()
        self.beaten_at = monotonic()

    def now(self) -> int:
        moment = self._monotonic()
        passed = min((moment - self._last) * 1000, LONGEST)
        whole = int(passed)
        if whole:
            self._at += whole
            self._last = moment if passed == LONGEST else self._last + whole / 1000
        return self._at

    def wall(self, moment: int) -> int:
        """The time of day, as it is told now, of a moment of this clock; for people, who have no other clock."""
        return now() - (self.now() - moment)

    @property
    def is_beating(self) -> bool:
        """Whether the database took a beat lately."""
        return self._monotonic() - self.beaten_at < STALE_SECONDS

    async def begin(self, storage: Storage) -> None:
        """Go on where the last server stopped, or join those that run."""
        moment = now()
        async with storage.write() as connection:
            fresh = {"name": NAME, "steady": self.now(), "wall": moment}
            await connection.execute(storage.insert(clock).values(fresh).on_conflict_do_nothing())
            row = (await connection.execute(select(clock).where(clock.c.name == NAME))).one()
        since = moment - row.wall
        self._at = row.steady + (since if 0 <= since < FRESH else 0)
        self._last = self.beaten_at = self._monotonic()

    async def beat(self, storage: Storage) -> None:
        """Store the clock in the database, and catch up with a worker that is ahead."""
        async with storage.write() as connection:
            stored = await connection.scalar(select(clock.c.steady).where(clock.c.name == NAME).with_for_update())
            self._at = max(self.now(), stored or 0)
            mine = update(clock).where(clock.c.name == NAME)
            await connection.execute(mine.values(steady=self._at, wall=now()))
        self.beaten_at = self._monotonic()

    async def beat_forever(self, storage: Storage) -> None:
        while True:
            try:
                await self.beat(storage)
                metrics.BEATS.labels("ok").inc()
            except Exception as error:
                metrics.BEATS.labels("failed").inc()
                logs.failed(log, "the clock cannot be stored", error)
            self.now()
            await asyncio.sleep(BEAT_SECONDS)
