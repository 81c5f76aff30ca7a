"""Lets bots think in processes of their own, each in its turn, and stops them when nobody needs the answer any more."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol

import cairn
from cairn import bots
from cairn.core.errors import CairnError
from cairn.lab.playing import Played, Task
from cairn.lab.pool import BotPool, Failed
from cairn.server import metrics, tracing
from cairn.server.fair_queue import Asker, FairQueue, Priority, Turn
from cairn.server.problems import Problem

TIMEOUT: Final = 30.0
"""Seconds that a bot or an analysis has for one decision."""
WAITS: Final = {Priority.HINT: 10.0, Priority.REVIEW: 20.0}
"""Seconds that a question waits for its turn before it is refused; bots at tables wait as long as it takes."""
LEAST_MS: Final = 50


class Answer(NamedTuple):
    notation: str
    short: bool
    """Whether the bot had less time than usual, because many were thinking."""


class Analysis(NamedTuple):
    opinions: list[dict[str, Any]]
    short: bool


class Pool(Protocol):
    """Workers that think about one question each at a time; cancelling the future ends the thought."""

    def ask(
        self, spec: str, view: dict[str, Any], seed: int, timeout: float = ..., content: str | None = ...
    ) -> Future[str]: ...

    def analyse(
        self, view: dict[str, Any], seed: int, ms: int, timeout: float = ..., content: str | None = ...
    ) -> Future[list[dict[str, Any]]]: ...

    def play(self, task: Task, timeout: float = ...) -> Future[Played]: ...

    def close(self) -> None: ...


class Thinking:
    """The pool of this worker, shared fairly, to be waited for on its event loop. Cancelling ends the thought."""

    def __init__(self, processes: int, pool: Pool | None = None) -> None:
        self._pool = pool or BotPool(processes)
        self._queue = FairQueue(processes)

    async def answer(self, bot: str, view: dict[str, Any], asker: Asker, content: str | None = None) -> Answer:
        """The bot's answer to a view, or its stand-in's: there is always one."""
        async with self._turn(bot, asker) as fraction:
            spec = shortened(bot, view["game"], fraction)
            answer = await asyncio.wrap_future(self._pool.ask(spec, view, secrets.randbits(62), TIMEOUT, content))
        return Answer(answer, self._count_short(bot, spec != bot))

    async def analyse(self, view: dict[str, Any], ms: int, asker: Asker, content: str | None = None) -> Analysis:
        """What a search thinks of every choice of a view, the best first. Problem if it does not."""
        async with self._turn("analysis", asker) as fraction:
            granted = max(LEAST_MS, int(ms * fraction))
            try:
                thought = self._pool.analyse(view, secrets.randbits(62), granted, TIMEOUT, content)
                opinions = await asyncio.wrap_future(thought)
            except Failed as error:
                raise Problem("broken", f"The bot failed: {error}.") from None
        return Analysis(opinions, self._count_short("analysis", granted < ms))

    async def play(self, task: Task, asker: Asker) -> Played:
        """A whole game between bots."""
        async with self._turn("lab", asker):
            return await asyncio.wrap_future(self._pool.play(task, TIMEOUT))

    @asynccontextmanager
    async def _turn(self, who: str, asker: Asker) -> AsyncIterator[float]:
        metrics.THOUGHTS.inc()
        started = time.perf_counter()
        try:
            with tracing.span("think", {"cairn.bot": who, "cairn.rank": asker.priority.name.lower()}):
                with tracing.span("wait"):
                    turn = await self._wait(asker)
                with turn as fraction:
                    yield fraction
            metrics.THOUGHT_SECONDS.labels(who).observe(time.perf_counter() - started)
        finally:
            metrics.THOUGHTS.dec()

    async def _wait(self, asker: Asker) -> Turn:
        try:
            async with asyncio.timeout(WAITS.get(asker.priority)):
                return await self._queue.turn(asker)
        except TimeoutError:
            detail = "The server is busy. Ask again in a few seconds."
            raise Problem("busy", detail, retry_after=10) from None

    def _count_short(self, who: str, short: bool) -> bool:
        if short:
            metrics.SHORT_THOUGHTS.labels(who).inc()
        return short

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.close)


def shortened(spec: str, slug: str, fraction: float) -> str:
    """A bot with a fraction of its usual time; the same bot if it has no time to give."""
    ms = _usual_ms(spec, slug)
    if fraction >= 1 or ms <= LEAST_MS:
        return spec
    return f"{spec}{',' if ':' in spec else ':'}ms={max(LEAST_MS, int(ms * fraction))}"


@lru_cache(maxsize=256)
def _usual_ms(spec: str, slug: str) -> int:
    try:
        budget = getattr(bots.make(spec, cairn.game(slug)), "budget", None)
    except CairnError:
        return 0
    return 0 if budget is None else int(budget.ms)
