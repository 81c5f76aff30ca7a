"""Lets bots think in processes of their own, and stops them when nobody needs the answer any more."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from cairn.lab.pool import BotPool, Failed
from cairn.server import metrics
from cairn.server.problems import Problem

TIMEOUT: Final = 30.0
"""Seconds that a bot or an analysis has for one decision."""

T = TypeVar("T")


class Thinking:
    """The worker pool of this server process, to be waited for on its event loop. Cancelling ends the thought."""

    def __init__(self, processes: int) -> None:
        self._pool = BotPool(processes)

    async def answer(self, bot: str, view: dict[str, Any]) -> str:
        """The bot's answer to a view, or its stand-in's: there is always one."""
        return await self._wait(bot, self._pool.ask(bot, view, secrets.randbits(62), TIMEOUT))

    async def analyse(self, view: dict[str, Any], ms: int) -> list[dict[str, Any]]:
        """What a search thinks of every choice of a view, the best first. Problem if it does not."""
        try:
            return await self._wait("analysis", self._pool.analyse(view, secrets.randbits(62), ms, TIMEOUT))
        except Failed as error:
            raise Problem("broken", f"The search found no answer: {error}.") from None

    async def _wait(self, who: str, thought: Future[T]) -> T:
        with _measured(who):
            return await asyncio.wrap_future(thought)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.close)


@contextmanager
def _measured(who: str) -> Iterator[None]:
    metrics.THOUGHTS.inc()
    started = time.perf_counter()
    try:
        yield
        metrics.THOUGHT_SECONDS.labels(who).observe(time.perf_counter() - started)
    finally:
        metrics.THOUGHTS.dec()
