"""Everything goes wrong while people play: which faults, how many, and whether any table shows it afterwards.

    PYTHONPATH=src:. python benchmarks/chaos.py --faults 1000 --seed 1       # two workers, PostgreSQL, Redis
    PYTHONPATH=src:. python benchmarks/chaos.py --faults 40 --kinds kill-worker,skew

Workers are killed, stopped and asked to end; PostgreSQL and Redis are killed and stopped; connections are cut; disks of
workers are full; the time of day jumps. What happens when is drawn from the seed. Meanwhile clients play at both
workers, send what was not acknowledged again with the same key, and write down all they hear. At the end every table is
read from the database and compared: each acknowledged choice is there once and in its place, nothing is there that
nobody sent, every receiver heard what happened in order and without a gap, and every view it was shown is the one that
it may see, made anew from the moves. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import websockets
from sqlalchemy import select
from tests import processes
from tests.server.daemons import Missing, Postgres, RedisServer
from tests.server.fork_server import ForkServer

import cairn
from cairn.cli.bench import calibrate
from cairn.client import Client, Refused, Seat
from cairn.server import redaction, roster
from cairn.server.journal import read_moves
from cairn.server.models import tables
from cairn.server.play import Play
from cairn.server.storage import Storage, new_id

GONE = (OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError)
KINDS = {
    "kill-worker": 4,
    "end-worker": 2,
    "stop-worker": 3,
    "kill-postgres": 2,
    "end-postgres": 1,
    "kill-redis": 2,
    "stop-redis": 2,
    "cut": 6,
    "full-disk": 1,
    "skew": 3,
}
"""Faults and how often each comes, as weights."""
STOPPED = (0.1, 2.5)
MOVES_BETWEEN = (1, 25)
QUIET_SECONDS = 60.0
"""A connection where nothing is said for so long is made anew."""
STUCK_SECONDS = 120.0
"""After so long without a choice something is stuck, however slow the machine is."""
CLOCK = {"seconds": 3600, "increment": 5}
"""Long, and not endless: a jump of the day must not use it up."""


@dataclass
class Heard:
    """What one connection was told, in order."""

    table: str
    viewer: int | None
    positions: list[int] = field(default_factory=list)
    views: dict[int, str] = field(default_factory=dict)
    entries: dict[int, tuple[Any, ...]] = field(default_factory=dict)


@dataclass
class Diary:
    """What all clients know."""

    sent: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)
    refused: list[tuple[str, int, str, str]] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    over: set[str] = field(default_factory=set)


def digest(view: dict[str, Any]) -> str:
    return hashlib.sha256(orjson.dumps(view, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


class Wire:
    """A way to a worker that can be cut, with everything that goes through it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> Wire:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, back}
        self._writers |= ends
        try:
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        target.transport.abort()

    def cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()


class Person:
    """Plays at one table by whichever worker answers; sends again, with the same key, what was not acknowledged."""

    def __init__(self, cookie: str | None, wires: list[Wire], table: str, dice: random.Random, diary: Diary) -> None:
        self.cookie, self.wires, self.table, self.dice, self.diary = cookie, wires, table, dice, diary
        self.pending: tuple[int, str, str] | None = None

    async def play(self) -> None:
        while self.table not in self.diary.over:
            url = self.dice.choice(self.wires).url
            with contextlib.suppress(*GONE, Refused):
                async with (
                    asyncio.timeout(QUIET_SECONDS),
                    Client(url, cookie=self.cookie) as client,
                    client.sit(self.table) as seat,
                ):
                    await self._sit(seat)
            await asyncio.sleep(self.dice.random() * 0.1)

    async def _sit(self, seat: Seat) -> None:
        heard = Heard(self.table, seat.seat)
        self.diary.heard.append(heard)
        began = seat.hello["position"]
        self._saw(heard, began["position"], began["view"])
        while True:
            view = seat.view or {}
            if view["seat"] < 0:
                self.diary.over.add(self.table)
                return
            if self.pending is None and (seat.seat is None or view["seat"] != seat.seat):
                self._hear(heard, await seat.receive())
                continue
            if self.pending is None:
                await asyncio.sleep(self.dice.random() * 0.05)
                self.pending = (seat.position, str(self.dice.choice(view["choices"])["choice"]), new_id())
            await self._send(seat, heard)

    async def _send(self, seat: Seat, heard: Heard) -> None:
        assert self.pending is not None
        position, choice, key = self.pending
        self.diary.sent[self.table, position + 1].add(choice)
        try:
            number = await seat.choose(choice, position, key)
            assert number == position + 1
            assert self.diary.acknowledged.setdefault((self.table, number), choice) == choice
        except Refused as refusal:
            self.diary.refused.append((self.table, position + 1, choice, refusal.kind))
            if refusal.kind == "busy":  # nothing was changed: it is sent again
                return
        self.pending = None
        while seat.position <= position:
            self._hear(heard, await seat.receive())

    def _hear(self, heard: Heard, message: dict[str, Any]) -> None:
        if message["type"] == "moved":
            self._saw(heard, message["position"], message["view"])
            entry = message["entry"]
            told = tuple(entry[name] for name in ("kind", "seat", "at", "back_to", "choice"))
            heard.entries[message["position"]] = told

    def _saw(self, heard: Heard, position: int, view: dict[str, Any]) -> None:
        heard.positions.append(position)
        heard.views[position] = digest(view)


class World:
    """The workers and daemons, and what can be done to them."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.dice = dice
        self.postgres, self.redis = Postgres(), RedisServer()
        self.skew = folder / "skew"
        self.skew.write_bytes(struct.pack("<q", 0))
        self.database = self.postgres.new_database()
        self.workers = [self._worker(folder / str(number)) for number in range(2)]

    def _worker(self, folder: Path) -> ForkServer:
        """A worker whose successors are forked: importing the server anew for each would be most of a run."""
        folder.mkdir()
        library = folder.parent / "skew.so"
        source = Path(__file__).with_name("skew.c")
        if not library.exists() and shutil.which("cc"):
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        skewed = {"LD_PRELOAD": str(library), "CAIRN_SKEW": str(self.skew)} if library.exists() else {}
        given = {"database": self.database, "redis": self.redis.url, "log_level": "warning"}
        return ForkServer(folder, skewed, **given)

    async def begin(self) -> list[Wire]:
        for worker in self.workers:
            await asyncio.to_thread(_start, worker)
        self.wires = [await Wire(worker.port).open() for worker in self.workers]
        return self.wires

    async def harm(self, kind: str) -> None:
        worker = self.dice.choice(self.workers)
        pause = self.dice.uniform(*STOPPED)
        match kind:
            case "kill-worker" | "end-worker":
                await asyncio.to_thread(worker.kill if kind == "kill-worker" else worker.stop)
                await asyncio.to_thread(_start, worker)
            case "stop-worker":
                await self._stopped(worker.server, pause)
            case "kill-postgres" | "end-postgres":
                how = signal.SIGQUIT if kind == "kill-postgres" else signal.SIGINT
                await asyncio.to_thread(self.postgres.restart, how)
            case "kill-redis":
                self.redis.kill()
                await asyncio.sleep(pause / 2)
                await asyncio.to_thread(self.redis.start)
            case "stop-redis":
                assert self.redis._daemon._process is not None
                await self._stopped(self.redis._daemon._process.pid, pause)
            case "cut":
                self.dice.choice(self.wires).cut()
            case "full-disk":
                before = resource.prlimit(worker.server, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
                await asyncio.sleep(pause)
                resource.prlimit(worker.server, resource.RLIMIT_FSIZE, before)
            case "skew":
                with self.skew.open("r+b") as told:  # in place: the workers have the file mapped
                    told.write(struct.pack("<q", self.dice.randrange(-86_400_000, 86_400_000)))

    def is_whole(self) -> bool:
        return all(worker.is_running for worker in self.workers)

    def looked_at(self) -> str:
        """What can be seen of workers and database when nothing moves any more."""
        parts = []
        for worker in self.workers:
            with contextlib.suppress(httpx.TransportError):
                parts.append(httpx.get(f"{worker.url}/readyz", timeout=20).text)
            parts.append(worker.log.read_text()[-5000:])
        activity = (
            "SELECT state, wait_event_type, wait_event, now() - xact_start, left(query, 100) FROM pg_stat_activity"
        )
        parts += [str(row) for row in self.postgres.query(activity, "postgres")]
        return "\n".join(parts)

    async def _stopped(self, pid: int, seconds: float) -> None:
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(pid, signal.SIGCONT)

    def end_workers(self) -> None:
        for worker in self.workers:
            worker.close()

    def end(self) -> None:
        self.end_workers()
        self.postgres.stop()
        self.redis.stop()


def _start(worker: ForkServer) -> None:
    worker.start()
    worker.wait_until_ready()


async def persist(ask: Any) -> Any:
    while True:
        try:
            return await ask()
        except (*GONE, Refused):
            await asyncio.sleep(0.1)


async def table_after_table(number: int, wires: list[Wire], seed: int, diary: Diary) -> None:
    dice = random.Random(seed * 1000 + number)
    slug = cairn.slugs()[number % len(cairn.slugs())]
    async with Client(wires[0].url) as host, Client(wires[1].url) as friend:
        for person in (host, friend):
            await persist(lambda person=person: person.guest("Somebody"))
        while True:
            made = await persist(lambda: host.create(slug, ["me", "link"], clock=CLOCK))
            await persist(lambda made=made: friend.join(made["id"], made["invite"]))
            cookies = [host.cookie, friend.cookie, None]
            people = [Person(cookie, wires, made["id"], random.Random(dice.random()), diary) for cookie in cookies]
            await asyncio.gather(*(person.play() for person in people))


async def run(
    faults: int, seconds: float, seed: int, count: int, kinds: dict[str, int], folder: Path
) -> tuple[Diary, Counter[str], str]:
    dice = random.Random(seed)
    world = await asyncio.to_thread(World, folder, dice)
    diary, done, kind = Diary(), Counter[str](), ""
    spent: dict[str, float] = defaultdict(float)
    try:
        wires = await world.begin()
        playing = [asyncio.create_task(table_after_table(number, wires, seed, diary)) for number in range(count)]
        until = time.monotonic() + seconds
        for number in range(faults):
            if time.monotonic() > until:
                break
            enough = len(diary.acknowledged) + dice.randint(*MOVES_BETWEEN)
            deadline = time.monotonic() + STUCK_SECONDS
            while len(diary.acknowledged) < enough:
                await asyncio.sleep(0.01)
                for task in playing:
                    if task.done():
                        task.result()
                if time.monotonic() > deadline:
                    found = await asyncio.to_thread(world.looked_at)
                    raise SystemExit(f"{found}\nnothing moves any more after fault {number} ({kind}), seed {seed}")
            [kind] = dice.choices(list(kinds), list(kinds.values()))
            begun = time.monotonic()
            await world.harm(kind)
            done[kind] += 1
            spent[kind] += time.monotonic() - begun
            if not world.is_whole():
                raise SystemExit(f"{await asyncio.to_thread(world.looked_at)}\na worker died of {kind}, seed {seed}")
            if (number + 1) % 25 == 0:
                print(f"{number + 1} faults, {len(diary.acknowledged)} choices acknowledged", file=sys.stderr)
                took = ", ".join(f"{kind} {spent[kind] / done[kind]:.1f}" for kind in sorted(done))
                print(f"seconds a fault: {took}", file=sys.stderr)
        await asyncio.sleep(5)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        world.end_workers()  # or what was under way would be committed while we compare
        problems = await compare(world.database, diary)
    finally:
        world.end()
    if problems:
        raise SystemExit("\n".join([*problems[:20], f"{len(problems)} problems, seed {seed}"]))
    return diary, done, world.database


async def compare(database: str, diary: Diary) -> list[str]:
    """What is wrong with the tables, compared with what the clients know."""
    storage = Storage(database)
    problems: list[str] = []
    by_table: dict[str, list[Heard]] = defaultdict(list)
    for heard in diary.heard:
        by_table[heard.table].append(heard)
    acknowledged: dict[str, dict[int, str]] = defaultdict(dict)
    for (table, number), choice in diary.acknowledged.items():
        acknowledged[table][number] = choice
    async with storage.read() as connection:
        for row in (await connection.execute(select(tables.c.id, tables.c.position, tables.c.quarantine))).all():
            moves = await read_moves(connection, row.id, -1)
            if not moves:
                continue
            if row.quarantine is not None:
                problems.append(f"{row.id}: is in quarantine")
                continue
            terms, seated = await roster.read(connection, row.id)
            names = roster.shown_names(seated)
            if [move.number for move in moves] != list(range(row.position + 1)):
                problems.append(f"{row.id}: its moves are not numbered 0 to {row.position}")
            play = Play.restore(terms.setup, moves[0])
            views: dict[tuple[int, int | None], str] = {}
            wanted = {(position, heard.viewer) for heard in by_table[row.id] for position in heard.positions}
            for move in moves:
                if move.number:
                    play.replay(move)
                    if move.choice not in diary.sent[row.id, move.number]:
                        problems.append(f"{row.id}: move {move.number} of {move.actor} was sent by nobody")
                for viewer in (0, 1, None):
                    if (move.number, viewer) in wanted:
                        views[move.number, viewer] = digest(redaction.view(play.state, viewer, names))
            stored = {move.number: move for move in moves}
            for number, choice in acknowledged.pop(row.id, {}).items():
                if number not in stored or stored[number].choice != choice:
                    problems.append(f"{row.id}: move {number} was acknowledged and is not there")
            for heard in by_table[row.id]:
                problems += _misheard(row.id, heard, views, stored)
        problems += [
            f"{table}: has {len(lost)} acknowledged moves and is not there" for table, lost in acknowledged.items()
        ]
        for table, number, _, kind in diary.refused:
            if kind not in ("stale-position", "busy", "not-your-turn", "wrong-moment", "too-many"):
                problems.append(f"{table}: move {number} was refused as {kind}")
    await storage.close()
    return problems


def _misheard(table: str, heard: Heard, views: dict[tuple[int, int | None], str], stored: dict[int, Any]) -> list[str]:
    problems = []
    first = heard.positions[0]
    if heard.positions != list(range(first, first + len(heard.positions))):
        problems.append(f"{table}: seat {heard.viewer} heard positions {heard.positions[:20]}, not one after the other")
    for position, view in heard.views.items():
        if views.get((position, heard.viewer)) != view:
            problems.append(f"{table}: seat {heard.viewer} saw another view at {position} than it may")
    for position, entry in heard.entries.items():
        move = stored[position]
        own = move.choice if move.seat == heard.viewer else None
        if entry != (move.kind, move.seat, move.at, move.back_to, own):
            problems.append(f"{table}: seat {heard.viewer} was told something else of move {position}")
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=24 * 60, help="after which no more faults come")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--kinds", default=",".join(KINDS), help="those to draw from, by comma")
    given = parser.parse_args()
    kinds = {kind: KINDS[kind] for kind in given.kinds.split(",")}
    begun = time.perf_counter()
    loops = calibrate()
    with tempfile.TemporaryDirectory(prefix="cairn-chaos-") as folder, processes.ended_afterwards():
        Path(folder).chmod(0o755)
        try:
            diary, done, _ = asyncio.run(
                run(given.faults, given.minutes * 60, given.seed, given.tables, kinds, Path(folder))
            )
        except Missing as missing:
            raise SystemExit(str(missing)) from None
    told = {
        "faults": sum(done.values()),
        "kinds": dict(sorted(done.items())),
        "seed": given.seed,
        "tables": len({heard.table for heard in diary.heard}),
        "games_over": len(diary.over),
        "acknowledged": len(diary.acknowledged),
        "refused": dict(Counter(kind for *_, kind in diary.refused)),
        "connections": len(diary.heard),
        "views_compared": sum(len(heard.views) for heard in diary.heard),
        "problems": 0,
        "seconds": round(time.perf_counter() - begun),
        "load": round(os.getloadavg()[0], 1),
        "million_loops_per_s": round(loops / 1e6, 1),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
