"""How a server with one worker bears many tables: clients play over WebSockets, everything on this machine.

    python benchmarks/load.py                      # 50, 200 and 500 tables; memory of idle ones; late against early
    python benchmarks/load.py --tables 200 --seconds 60 --think 0.5
    python benchmarks/load.py --profile server.prof --tables 200
    PYTHONPATH=. python benchmarks/load.py --workers 2   # the same on PostgreSQL and Redis, with two workers
    python benchmarks/load.py --greedy 20          # how long a bot takes beside twenty tables of strong ones

A table has two seats, each a client of its own that thinks about a second and then answers at random. What is measured
is the time from sending a choice until both clients have heard of it. Clients and server share the machine, so the
percentiles are those of the pair; the processor's time of the server alone is given beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import os
import random
import re
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop
import websockets

import cairn
from cairn.cli.bench import calibrate
from cairn.client import Client

SEATS = 2
WARM_UP = 4.0
AT_ONCE = 16
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Served:
    """`cairn serve` in a process of its own on a fresh SQLite file; or with workers, on PostgreSQL and Redis."""

    def __init__(self, profile: Path | None = None, workers: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="cairn-load-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        database = f"sqlite+aiosqlite:///{self._folder.name}/cairn.db"
        env = {**os.environ, "CAIRN_LIMITS": "false", "CAIRN_LOG_LEVEL": "warning", "CAIRN_DATABASE": database}
        self._daemons: list[Any] = []
        if workers:
            from tests.server.daemons import Postgres, RedisServer

            self._daemons = [Postgres(), RedisServer()]
            env["CAIRN_DATABASE"], env["CAIRN_REDIS"] = self._daemons[0].new_database(), self._daemons[1].url
            env["CAIRN_WORKERS"] = str(workers)
        how = ["-m", "cairn"] if profile is None else [__file__, "--serve-under", str(profile)]
        self.process = subprocess.Popen([sys.executable, *how, "serve", "--port", str(port)], env=env)
        while not self._is_ready():
            time.sleep(0.1)

    def _is_ready(self) -> bool:
        if self.process.poll() is not None:
            raise SystemExit("the server did not start")
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def resident(self) -> int:
        """Bytes of memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def open_tables(self) -> float:
        [count] = re.findall(r"^cairn_open_tables (\S+)$", httpx.get(f"{self.url}/metrics").text, re.MULTILINE)
        return float(count)

    def processor_time(self) -> float:
        """Seconds, of all workers."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        stats = [Path(f"/proc/{of}/stat").read_text().rpartition(")")[2].split() for of in (pid, *children)]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / TICK

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)
        self._folder.cleanup()
        for daemon in self._daemons:
            daemon.stop()


@dataclass
class Measured:
    """The time of every choice, in milliseconds, with its table and number."""

    times: list[tuple[float, str, int]] = field(default_factory=list)
    ended: dict[str, int] = field(default_factory=dict)
    """Finished tables and how many moves they had."""


class TableOfTwo:
    """Two clients at a table, as light as they can be."""

    def __init__(self, url: str, id: str, cookies: list[str], dice: random.Random, think: float) -> None:  # noqa: A002
        self._socket_url = f"{url.replace('http', 'ws', 1)}/api/tables/{id}/socket?views=changes"
        self.id = id
        self._cookies = cookies
        self._dice = dice
        self._think = think
        self._sent: dict[int, float] = {}
        self._heard: dict[int, int] = defaultdict(int)

    async def play(self, measured: Measured) -> None:
        await asyncio.gather(*(self._seat(cookie, measured) for cookie in self._cookies))

    async def _seat(self, cookie: str, measured: Measured) -> None:
        headers = {"Cookie": f"cairn={cookie}"}
        async with websockets.connect(
            self._socket_url, additional_headers=headers, max_size=None, compression=None
        ) as channel:
            me, choices = None, []
            async for text in channel:
                message = orjson.loads(text)
                if message["type"] == "hello":
                    me, stands = message["you"]["seat"], message["position"]
                    choices = stands["view"]["choices"] if stands else []
                elif message["type"] == "changed":
                    stands = message
                    choices = next((one["value"] for one in message["changes"] if one["path"] == "/choices"), choices)
                    self._hear(message["position"], measured)
                else:
                    if message["type"] == "refused":
                        raise SystemExit(f"refused: {message}")
                    continue
                if stands["asked"] < 0:
                    measured.ended[self.id] = stands["position"]
                    return
                if stands["asked"] == me:
                    await self._answer(channel, stands, choices)

    async def _answer(self, channel: Any, stands: dict[str, Any], choices: list[dict[str, Any]]) -> None:
        choice = self._dice.choice(choices)["choice"]
        if self._think > 0:
            await asyncio.sleep(self._think * (0.5 + self._dice.random()))
        position = stands["position"]
        self._sent[position + 1] = time.perf_counter()
        await channel.send(orjson.dumps({"type": "choose", "position": position, "choice": choice}).decode())

    def _hear(self, number: int, measured: Measured) -> None:
        self._heard[number] += 1
        if self._heard[number] == SEATS:
            del self._heard[number]
            measured.times.append(((time.perf_counter() - self._sent.pop(number)) * 1000, self.id, number))


class Crowd:
    """So many tables, always being played at."""

    def __init__(self, url: str, games: list[str], think: float, seed: int) -> None:
        self.url = url
        self.games = games
        self.think = think
        self.dice = random.Random(seed)
        self.measured = Measured()
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def __aenter__(self) -> Crowd:
        self.clients = [Client(self.url), Client(self.url)]
        for client in self.clients:
            await client.guest("Load")
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in self.clients:
            await client.__aexit__()

    async def table(self, number: int) -> TableOfTwo:
        host, friend = self.clients
        async with self._gate:
            made = await host.create(self.games[number % len(self.games)], ["me", "link"])
            await friend.join(made["id"], made["invite"])
        cookies = [str(client.cookie) for client in self.clients]
        return TableOfTwo(self.url, made["id"], cookies, random.Random(self.dice.random()), self.think)

    async def play_on(self, number: int) -> None:
        while True:
            await (await self.table(number)).play(self.measured)


async def steady(served: Served, tables: int, seconds: float, think: float, games: list[str], seed: int) -> Any:
    """The load of so many tables for so long, after warming up."""
    async with Crowd(served.url, games, think, seed) as crowd:
        playing = [asyncio.create_task(crowd.play_on(number)) for number in range(tables)]
        while len({table for _, table, _ in crowd.measured.times}) < tables * 0.9:
            _fail_with(playing)
            await asyncio.sleep(0.2)
        await asyncio.sleep(WARM_UP)
        crowd.measured.times.clear()
        busy, own, begun = served.processor_time(), time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        took, times = time.perf_counter() - begun, [spent for spent, _, _ in crowd.measured.times]
        busy, own = served.processor_time() - busy, time.process_time() - own
        _fail_with(playing)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return {
        "tables": tables,
        "think_s": think,
        "choices": len(times),
        "choices_per_s": round(len(times) / took, 1),
        **{f"p{share}_ms": round(percentile(times, share), 1) for share in (50, 95, 99)},
        "server_ms_per_choice": round(busy / len(times) * 1000, 2),
        "server_share_of_a_core": round(busy / took, 2),
        "clients_share_of_a_core": round(own / took, 2),
    }


def _fail_with(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def percentile(times: list[float], share: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[share - 1]


async def idle(served: Served, tables: int, games: list[str], seed: int) -> Any:
    """The memory of tables that have begun: first with nobody there, then with both players connected."""
    async with Crowd(served.url, games, 1.0, seed) as crowd:
        for number in range(20):  # what is loaded once belongs to no table
            await crowd.table(number)
        before = served.resident()
        made = await asyncio.gather(*(crowd.table(number) for number in range(tables)))
        alone = served.resident()
        sockets = [
            await websockets.connect(
                table._socket_url, additional_headers={"Cookie": f"cairn={cookie}"}, max_size=None, compression=None
            )
            for table in made
            for cookie in table._cookies
        ]
        for channel in sockets:
            await channel.recv()
        connected = served.resident()
        if served.open_tables() < tables:
            raise SystemExit("the server has dropped idle tables meanwhile: their memory cannot be told")
        await asyncio.gather(*(channel.close() for channel in sockets))
    return {
        "tables": tables,
        "kib_per_table": round((alone - before) / tables / 1024, 1),
        "kib_per_table_with_two_connections": round((connected - before) / tables / 1024, 1),
    }


async def long_games(served: Served, tables: int, game: str, think: float, seed: int) -> Any:
    """Whole games, all begun at different moments: the first tenth of each against its last tenth."""
    async with Crowd(served.url, [game], think, seed) as crowd:

        async def one(number: int) -> None:
            await asyncio.sleep(number * 10.0 / tables)
            await (await crowd.table(number)).play(crowd.measured)

        await asyncio.gather(*(one(number) for number in range(tables)))
        ended = crowd.measured.ended
        first = [spent for spent, table, number in crowd.measured.times if number <= ended[table] / 10]
        last = [spent for spent, table, number in crowd.measured.times if number > ended[table] * 0.9]
    return {
        "game": game,
        "tables": tables,
        "moves_per_game": round(statistics.mean(ended.values())),
        "first_tenth_p95_ms": round(percentile(first, 95), 1),
        "last_tenth_p95_ms": round(percentile(last, 95), 1),
        "ratio": round(percentile(last, 95) / percentile(first, 95), 2),
    }


async def greedy(served: Served, tables: int, answers: int, game: str, bot: str) -> Any:
    """How long somebody waits for a bot: alone, and while somebody else has so many tables of five strong bots."""

    async def answer_times(client: Client) -> list[float]:
        times: list[float] = []
        while len(times) < answers:
            table = await client.create(game, ["me", bot], pace=0)
            async with client.sit(table["id"]) as seat:
                while len(times) < answers and (seat.view or {})["seat"] >= 0:
                    if (seat.view or {})["seat"] == seat.seat:
                        await seat.choose((seat.view or {})["choices"][0]["choice"])
                    begun = time.perf_counter()
                    while (seat.view or {})["seat"] == 1:
                        message = await seat.receive()
                        if message["type"] == "moved" and message["entry"]["bot"]:
                            times.append((time.perf_counter() - begun) * 1000)
                            begun = time.perf_counter()
        return times[:answers]

    async with Client(served.url) as ana, Client(served.url) as other:
        await ana.guest("Ana")
        await other.guest("Greedy")
        alone = await answer_times(ana)
        for _ in range(tables):
            await other.create(game, ["summit"] * 5, pace=0)
        await asyncio.sleep(WARM_UP)
        beside = await answer_times(ana)
    found = {"tables": tables, "game": game, "bot": bot, "answers": answers}
    for name, times in (("alone", alone), ("beside", beside)):
        ordered = sorted(times)
        found |= {
            f"{name}_p50_ms": round(statistics.median(ordered)),
            f"{name}_p90_ms": round(ordered[int(len(ordered) * 0.9)]),
            f"{name}_longest_ms": round(ordered[-1]),
        }
    return found


def load_average() -> str:
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


def run(wanted: argparse.Namespace) -> dict[str, Any]:
    report: dict[str, Any] = {"build": cairn.build(), "cores": os.cpu_count(), "load_before": load_average()}
    calibration = calibrate()
    games = wanted.games.split(",") if wanted.games else list(cairn.slugs())
    report["steady"] = []
    if wanted.greedy:
        served = Served()
        try:
            work = greedy(served, wanted.greedy, wanted.answers, wanted.greedy_game, wanted.bot)
            report["greedy"] = {**uvloop.run(work), "load": load_average()}
        finally:
            served.stop()
        wanted.tables, wanted.parts = [], ""
    for tables in wanted.tables:
        served = Served(wanted.profile, wanted.workers)
        try:
            line = uvloop.run(steady(served, tables, wanted.seconds, wanted.think, games, wanted.seed))
        finally:
            served.stop()
        line["load"] = load_average()
        print(json.dumps(line), file=sys.stderr, flush=True)
        report["steady"].append(line)
    for name, work in (
        ("flat_out", lambda served: steady(served, 20, wanted.seconds, 0.0, games, wanted.seed)),
        ("idle", lambda served: idle(served, 400, games, wanted.seed)),
        ("long", lambda served: long_games(served, 40, wanted.long, 0.2, wanted.seed)),
    ):
        if name in wanted.parts.split(","):
            served = Served()
            try:
                report[name] = {**uvloop.run(work(served)), "load": load_average()}
            finally:
                served.stop()
            print(json.dumps({name: report[name]}), file=sys.stderr, flush=True)
    report["calibration"] = round(max(calibration, calibrate()))
    for line in [*report["steady"], *([report["flat_out"]] if "flat_out" in report else [])]:
        line["ratio"] = round(line["choices_per_s"] / report["calibration"] * 1e6, 2)
        line["loops_per_choice"] = round(line["server_ms_per_choice"] / 1000 * report["calibration"])
    return report


def serve_under(profile: str, rest: list[str]) -> None:
    """The server in this process, under the profiler."""
    from cairn.cli.app import run as command

    watch = cProfile.Profile()
    try:
        watch.runcall(command, rest)
    finally:
        watch.dump_stats(profile)


def main() -> None:
    if sys.argv[1:2] == ["--serve-under"]:
        serve_under(sys.argv[2], sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="*", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--think", type=float, default=1.0, help="seconds a client thinks, half as long to half as much more"
    )
    parser.add_argument("--games", default="", help="slugs, by comma; all by turns if left out")
    parser.add_argument("--long", default="peaks", help="the game whose late choices are compared with its early ones")
    parser.add_argument("--parts", default="flat_out,idle,long", help="what else to measure")
    parser.add_argument("--profile", type=Path, help="profile the server into this file")
    parser.add_argument("--greedy", type=int, default=0, metavar="TABLES", help="only: one bot beside tables of summit")
    parser.add_argument("--greedy-game", default="five-towers", help="the game of --greedy")
    parser.add_argument("--bot", default="summit", help="the bot that is waited for with --greedy")
    parser.add_argument("--answers", type=int, default=20, help="how many of its answers are timed")
    parser.add_argument("--workers", type=int, default=0, help="on PostgreSQL and Redis with so many; 0 for SQLite")
    parser.add_argument("--seed", type=int, default=1)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    print(json.dumps(run(parser.parse_args()), indent=2))


if __name__ == "__main__":
    main()
