"""How much memory a server holds while tables and connections come and go.

    python benchmarks/churn.py --minutes 30 --tables 100 --curve churn.csv

Every table has two players, who stay for some choices, leave it, come back, and end up at another table; bots play at
some of them. The curve has a line for every ten seconds: seconds, MiB, tables in memory, connections. It fails if the
second half of the time after the first sixth, 5 minutes of 30, holds 5 % more than the beginning of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import time
from pathlib import Path

import httpx
import websockets
from load import Served

import cairn
from cairn.cli.bench import calibrate
from cairn.client import Client, Refused, Seat

MOST = 0.05
EVERY = 10.0
STAY = (5, 40)
"""Choices that somebody makes before they leave."""


async def visit(seat: Seat, dice: random.Random, choices: int) -> None:
    while choices and (seat.view or {})["seat"] >= 0:
        if (seat.view or {})["seat"] != seat.seat:
            await asyncio.wait_for(seat.receive(), 5)
            continue
        await asyncio.sleep(0.2 + dice.random() * 0.6)
        choices -= 1
        with contextlib.suppress(Refused):
            await seat.choose(str(dice.choice((seat.view or {})["choices"])["choice"]))


async def place(url: str, number: int, seed: int) -> None:
    """One table after the other, each left and come back to a few times."""
    dice = random.Random(seed * 1000 + number)
    async with Client(url) as host, Client(url) as friend:
        for person in (host, friend):
            await person.guest("Churn")
        while True:
            slug = dice.choice(cairn.slugs())
            made = await host.create(slug, ["me", "hiker" if dice.random() < 0.2 else "link"], pace=200)
            people = [host]
            if made["status"] == "waiting":
                await friend.join(made["id"], made["invite"])
                people.append(friend)
            for _ in range(dice.randint(1, 4)):
                with contextlib.suppress(TimeoutError, websockets.WebSocketException):
                    async with contextlib.AsyncExitStack() as stack:
                        seats = [await stack.enter_async_context(person.sit(made["id"])) for person in people]
                        await asyncio.gather(*(visit(seat, dice, dice.randint(*STAY)) for seat in seats))


async def watch(served: Served, minutes: float, curve: Path) -> list[tuple[float, float]]:
    """Seconds and MiB."""
    begun, points = time.monotonic(), list[tuple[float, float]]()
    with curve.open("w") as out:
        out.write("seconds,mib,tables,connections\n")
        while (passed := time.monotonic() - begun) < minutes * 60:
            await asyncio.sleep(EVERY)
            mib = served.resident() / 2**20
            text = (await asyncio.to_thread(httpx.get, f"{served.url}/metrics")).text
            figures = [
                re.findall(rf"^{name} (\S+)$", text, re.MULTILINE)[0]
                for name in ("cairn_open_tables", "cairn_connections")
            ]
            points.append((passed, mib))
            out.write(f"{passed:.0f},{mib:.1f},{','.join(figures)}\n")
            out.flush()
    return points


async def run(served: Served, given: argparse.Namespace) -> list[tuple[float, float]]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(place(served.url, number, given.seed)) for number in range(given.tables)]
        points = await watch(served, given.minutes, given.curve)
        for task in tasks:
            task.cancel()
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=Path("churn.csv"))
    given = parser.parse_args()
    loops = calibrate()
    served = Served()
    try:
        points = asyncio.run(run(served, given))
    finally:
        served.stop()
    warm = [mib for passed, mib in points if passed >= given.minutes * 10]
    third = max(1, len(warm) // 5)
    early, late = statistics.mean(warm[:third]), statistics.mean(warm[-third:])
    growth = late / early - 1
    told = {
        "minutes": given.minutes,
        "tables": given.tables,
        "mib_after_a_sixth": round(early, 1),
        "mib_at_the_end": round(late, 1),
        "growth": round(growth, 4),
        "load": round(os.getloadavg()[0], 1),
        "million_loops_per_s": round(loops / 1e6, 1),
    }
    print(json.dumps(told))
    raise SystemExit(1 if growth > MOST else 0)


if __name__ == "__main__":
    main()
