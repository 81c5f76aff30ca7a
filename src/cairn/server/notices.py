"""What an operator does to the database beside a running server, for every worker to follow within a moment.

Workers look for notices themselves, so that `cairn admin` needs no way to reach them and none of them is missed.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy import func, insert, select

from cairn.server import logs
from cairn.server.models import notices
from cairn.server.storage import Storage, now

log = logging.getLogger(__name__)

REMOVED: Final = "removed"
EVERY: Final = 0.5
KEPT: Final = 24 * 3_600_000
"""Milliseconds after which a notice is no longer needed: no worker that started before it can still be behind."""

Follow = Callable[[str, str, str | None], Awaitable[None]]
"""Called with the kind of notice, its subject and the id in its place."""


def digest(id: str) -> str:  # noqa: A002
    """What a notice calls somebody who is to be forgotten: whoever knows the id recognises it, nobody else can."""
    return hashlib.sha256(id.encode()).hexdigest()[:32]


async def post(connection: Any, kind: str, subject: str, heir: str | None = None) -> None:
    """Leave a notice, in the transaction of what it tells."""
    await connection.execute(notices.delete().where(notices.c.at < now() - KEPT))
    await connection.execute(insert(notices).values(kind=kind, subject=subject, heir=heir, at=now()))


class Notices:
    """Follows the notices that come after it was made."""

    def __init__(self, storage: Storage, follow: Follow) -> None:
        self._storage = storage
        self._follow = follow
        self._seen: int | None = None

    async def watch(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:
                logs.failed(log, "notices cannot be read", error)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        async with self._storage.read() as connection:
            if self._seen is None:
                self._seen = int(await connection.scalar(select(func.max(notices.c.id))) or 0)
                return
            new = (
                await connection.execute(select(notices).where(notices.c.id > self._seen).order_by(notices.c.id))
            ).all()
        for row in new:
            await self._follow(row.kind, row.subject, row.heir)
            self._seen = row.id
