"""The event loop is never held up, however hard bots think.

Other programs make any loop late, so what counts is the processor's time that the loop itself spent while it was late.
"""

from __future__ import annotations

import asyncio
import re
import time

import httpx
import pytest

import cairn
from cairn import bots
from cairn.server import metrics, services
from cairn.server.api.games import levels
from tests.server.process import Server
from tests.server.test_tables import first

LONGEST = 0.05
TABLES = 10
CHOICES = 3


def over(text: str, seconds: float) -> tuple[float, float]:
    """How often the loop was measured, and how often it was busy for longer."""
    found = dict(re.findall(r'^cairn_loop_busy_seconds_bucket\{le="([^"]+)"\} (\S+)$', text, re.MULTILINE))
    return float(found["+Inf"]), float(found["+Inf"]) - float(found[str(seconds)])


def test_the_loop_is_never_busy_for_long_while_bots_think(server: Server) -> None:
    strongest = levels()[-1]
    assert strongest in bots.names()

    async def table(number: int) -> None:
        async with server.client() as somebody:
            await somebody.guest("Somebody")
            made = await somebody.create(cairn.slugs()[number % len(cairn.slugs())], ["me", strongest], pace=0)
            async with somebody.sit(made["id"]) as seat:
                for _ in range(CHOICES):
                    while (seat.view or {})["seat"] not in (seat.seat, -1):
                        await seat.receive()
                    if (seat.view or {})["seat"] < 0:
                        return
                    await seat.choose(first(seat.view or {}))

    async def story() -> None:
        await asyncio.gather(*(table(number) for number in range(TABLES)))

    before, early = over(httpx.get(f"{server.url}/metrics").text, LONGEST)
    asyncio.run(asyncio.wait_for(story(), 240))
    text = httpx.get(f"{server.url}/metrics").text
    thoughts = sum(
        float(count) for count in re.findall(r"^cairn_thought_seconds_count\{.*\} (\S+)$", text, re.MULTILINE)
    )
    measured, too_long = over(text, LONGEST)
    assert thoughts >= TABLES
    assert measured - before > 20
    assert too_long == early


@pytest.mark.parametrize(("seconds", "noticed"), [(0.12, True), (0.005, False)])
def test_the_watch_notices_whoever_holds_the_loop_up(seconds: float, noticed: bool) -> None:
    def work() -> None:
        begun = time.thread_time()
        while time.thread_time() - begun < seconds:
            pass

    async def story() -> None:
        watch = asyncio.create_task(services._measure_lag())
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
