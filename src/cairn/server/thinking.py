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
from cairn.lab.pool import BotPool, Failed
from cairn.server import metrics
from cairn.server.problems import Problem
from cairn.server.sharing import Asker, Rank, Sharing, Turn

TIMEOUT: Final = 30.0
"""Seconds that a bot or an analysis has for one decision."""
WAITS: Final = {Rank.HINT: 10.0, Rank.REVIEW: 20.0}
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

    def ask(self, spec: str, view: dict[str, Any], seed: int, timeout: float = ...) -> Future[str]: ...

    def analyse(
        self, view: dict[str, Any], seed: int, ms: int, timeout: float = ...
    ) -> Future[list[dict[str, Any]]]: ...

    def close(self) -> None: ...


class Thinking:
    """The pool of this worker, shared fairly, to be waited for on its event loop. Cancelling ends the thought."""

    def __init__(self, processes: int, pool: Pool | None = None) -> None:
        self._pool = pool or BotPool(processes)
        self._sharing = Sharing(processes)

    async def answer(self, bot: str, view: dict[str, Any], asker: Asker) -> Answer:
        """The bot's answer to a view, or its stand-in's: there is always one."""
        async with self._turn(bot, asker) as fraction:
            spec = shortened(bot, view["game"], fraction)
            answer = await asyncio.wrap_future(self._pool.ask(spec, view, secrets.randbits(62), TIMEOUT))
        return Answer(answer, self._count_short(bot, spec != bot))

    async def analyse(self, view: dict[str, Any], ms: int, asker: Asker) -> Analysis:
        """What a search thinks of every choice of a view, the best first. Problem if it does not."""
        async with self._turn("analysis", asker) as fraction:
            granted = max(LEAST_MS, int(ms * fraction))
            try:
                thought = self._pool.analyse(view, secrets.randbits(62), granted, TIMEOUT)
                opinions = await asyncio.wrap_future(thought)
            except Failed as error:
                raise Problem("broken", f"The search found no answer: {error}.") from None
        return Analysis(opinions, self._count_short("analysis", granted < ms))

    @asynccontextmanager
    async def _turn(self, who: str, asker: Asker) -> AsyncIterator[float]:
        metrics.THOUGHTS.inc()
        started = time.perf_counter()
        try:
            with await self._wait(asker) as fraction:
                yield fraction
            metrics.THOUGHT_SECONDS.labels(who).observe(time.perf_counter() - started)
        finally:
            metrics.THOUGHTS.dec()

    async def _wait(self, asker: Asker) -> Turn:
        try:
            async with asyncio.timeout(WAITS.get(asker.rank)):
                return await self._sharing.turn(asker)
        except TimeoutError:
            detail = "The server is busy with tables where people wait. Ask again in a few seconds."
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
