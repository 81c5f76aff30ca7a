"""Lets bots think in processes of their own, and stops them when nobody needs the answer any more."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
import time
from typing import Any, Final

import orjson

from cairn.server import metrics

log = logging.getLogger(__name__)

LINE: Final = 1 << 22
PATIENCE: Final = 30.0
"""Seconds after which a bot is taken to have lost itself in thought."""


class BotFailed(Exception):
    """A bot gave no answer."""


class Thinking:
    """A few processes, each thinking about one question at a time. Cancelling ends the thought."""

    def __init__(self, processes: int) -> None:
        self._idle: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        self._all: set[asyncio.subprocess.Process] = set()
        self._ending: set[asyncio.Task[int]] = set()
        for _ in range(processes):
            self._idle.put_nowait(None)  # started when first needed

    async def answer(self, game: str, bot: str, view: dict[str, Any]) -> str:
        """The bot's answer to a view. BotFailed if there is none."""
        return str(await self._ask(bot, {"task": "answer", "game": game, "bot": bot, "view": view}))

    async def analyse(self, game: str, view: dict[str, Any], ms: int) -> list[dict[str, Any]]:
        """What a search thinks of every choice of a view, the best first."""
        return list(await self._ask("analysis", {"task": "analyse", "game": game, "view": view, "ms": ms}))

    async def _ask(self, who: str, question: dict[str, Any]) -> Any:
        metrics.THOUGHTS_WAITING.inc()
        try:
            process = await self._idle.get()
        finally:
            metrics.THOUGHTS_WAITING.dec()
        started = time.perf_counter()
        try:
            if process is None:
                process = await self._start()
            async with asyncio.timeout(PATIENCE):
                reply = await _exchange(process, {**question, "seed": secrets.randbits(62)})
        except BaseException as error:
            # Cancelled or broken: this process may be deep in thought, which nothing but the end of it stops.
            self._end(process)
            self._idle.put_nowait(None)
            if isinstance(error, TimeoutError):
                raise BotFailed(f"{who} at {question['game']} thought for longer than {PATIENCE:g} s") from None
            raise
        self._idle.put_nowait(process)
        metrics.THOUGHT_SECONDS.labels(who).observe(time.perf_counter() - started)
        if "error" in reply:
            raise BotFailed(f"{who} at {question['game']}: {reply['error']}")
        return reply["result"]

    async def close(self) -> None:
        for process in list(self._all):
            self._end(process)
        if self._ending:
            await asyncio.wait(self._ending)

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "cairn.server.brain", stdin=pipe, stdout=pipe, limit=LINE
        )
        self._all.add(process)
        return process

    def _end(self, process: asyncio.subprocess.Process | None) -> None:
        if process is not None:
            self._all.discard(process)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            if process.stdin is not None:
                process.stdin.close()
            ending = asyncio.create_task(process.wait())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)


async def _exchange(process: asyncio.subprocess.Process, question: dict[str, Any]) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(orjson.dumps(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
    except (ConnectionError, ValueError) as error:
        raise BotFailed(f"a thinking process broke: {error}") from None
    if not line:
        raise BotFailed("a thinking process ended")
    reply: dict[str, Any] = orjson.loads(line)
    return reply
