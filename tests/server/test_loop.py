"""The event loop is never held up, however hard bots think.

Other programs make any loop late, and all that has come in meanwhile is then done at once. So what counts is each
single step of the loop, in the processor's time that it spent itself.
"""

from __future__ import annotations

import asyncio
import threading
import time
from asyncio.tasks import _PyTask  # type: ignore[attr-defined]
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

import cairn
from cairn import bots
from cairn.client import Client
from cairn.server import app, metrics, services
from cairn.server.api.games import levels
from cairn.server.overload import Overload
from cairn.server.settings import Settings
from tests.processes import wait_for
from tests.server.process import free_port
from tests.server.test_admin import sqlite_url
from tests.server.test_tables import first

LONGEST = 0.05
CHOICES = 2


class Steps:
    """What the loop did, step by step."""

    def __init__(self) -> None:
        self.count = 0
        self.too_long: list[str] = []

    @contextmanager
    def watched(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """On Python's own loop: the one that `cairn serve` prefers runs the same steps, but cannot be looked into."""
        run = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            begun = time.thread_time()
            run(handle)
            seconds = time.thread_time() - begun
            if handle._loop is loop:  # type: ignore[attr-defined]
                self.count += 1
                if seconds > LONGEST:
                    self.too_long.append(f"{seconds:.3f} s in {handle!r}")

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(asyncio.Handle, "_run", timed)
            yield


@contextmanager
def serving(settings: Settings) -> Iterator[tuple[str, asyncio.AbstractEventLoop]]:
    """The whole server in a thread of its own: its address and its loop."""
    server = uvicorn.Server(uvicorn.Config(app.create(settings), port=settings.port, log_config=None))
    loop = asyncio.new_event_loop()
    # Tasks in Python, whose steps tell what they do; those in C do not.
    loop.set_task_factory(lambda loop, work, **more: _PyTask(work, loop=loop, **more))
    thread = threading.Thread(target=loop.run_until_complete, args=[server.serve()])
    thread.start()
    wait_for(lambda: server.started or not thread.is_alive())
    assert server.started
    try:
        yield f"http://127.0.0.1:{settings.port}", loop
    finally:
        server.should_exit = True
        thread.join()
        loop.close()


async def play(url: str, slug: str) -> None:
    """A few choices of somebody against the strongest bot."""
    async with Client(url) as somebody:
        await somebody.guest("Somebody")
        made = await somebody.create(slug, ["me", levels()[-1]], pace=0)
        async with somebody.sit(made["id"]) as seat:
            for _ in range(CHOICES):
                while (seat.view or {})["seat"] not in (seat.seat, -1):
                    await seat.receive()
                if (seat.view or {})["seat"] < 0:
                    return
                await seat.choose(first(seat.view or {}))


def steps_while_bots_think(database: str, *slugs: str) -> Steps:
    steps = Steps()

    async def story(url: str) -> None:
        await asyncio.gather(*(play(url, slug) for slug in slugs))

    settings = Settings(database=database, port=free_port(), limits=False, web=None)
    with serving(settings) as (url, loop):
        assert httpx.get(f"{url}/api/games").is_success  # what is made once is not the bots' doing
        with steps.watched(loop):
            asyncio.run(asyncio.wait_for(story(url), 240))
    return steps


def thoughts() -> float:
    counted = metrics.THOUGHT_SECONDS.collect()[0].samples
    return sum(sample.value for sample in counted if sample.name.endswith("_count"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_step_of_the_loop_is_long_while_bots_think(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = sqlite_url(tmp_path / "cairn.db")
    if kind == "postgresql":
        database = request.getfixturevalue("postgres").new_database()
    before = thoughts()
    slugs = [*cairn.slugs(), *cairn.slugs()]
    steps = steps_while_bots_think(database, *slugs)
    assert thoughts() - before >= len(slugs)
    assert steps.count > 20 * len(slugs)
    assert not steps.too_long


class OnTheLoop:
    """A pool that thinks where it is asked."""

    def __init__(self, processes: int) -> None:
        pass

    def ask(
        self, spec: str, view: dict[str, Any], seed: int, timeout: float, content: str | None = None
    ) -> Future[str]:
        thought: Future[str] = Future()
        thought.set_result(bots.make(spec, cairn.game(view["game"])).answer(view, seed))
        return thought

    def close(self) -> None:
        pass


@pytest.mark.slow
def test_a_bot_that_thinks_on_the_loop_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.server.thinking.BotPool", OnTheLoop)
    assert steps_while_bots_think(sqlite_url(tmp_path / "cairn.db"), "solstis").too_long


@pytest.mark.parametrize(("seconds", "noticed"), [(0.12, True), (0.005, False)])
def test_the_watch_notices_whoever_holds_the_loop_up(seconds: float, noticed: bool) -> None:
    def work() -> None:
        begun = time.thread_time()
        while time.thread_time() - begun < seconds:
            pass

    async def story() -> None:
        watch = asyncio.create_task(services._measure_lag(Overload()))
        for _ in range(5):
            await asyncio.sleep(0.03)
            work()
        await asyncio.sleep(0.05)
        watch.cancel()

    def too_long() -> float:
        buckets = {sample.labels.get("le"): sample.value for sample in metrics.LOOP_BUSY_SECONDS.collect()[0].samples}
        return float(buckets["+Inf"] - buckets[str(LONGEST)])

    before = too_long()
    asyncio.run(story())
    assert (too_long() > before) == noticed
