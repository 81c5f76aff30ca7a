"""The server is killed again and again while people and bots play: nothing that was acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from sqlalchemy import select

import cairn
from cairn.client import Client, Refused, Seat
from cairn.server import roster
from cairn.server.journal import read_moves, unpacked
from cairn.server.models import checkpoints, tables
from cairn.server.play import Move, Play
from cairn.server.storage import Storage
from tests.server.fork_server import ForkServer

KILLS = 25
KILLS_WHILE_STARTING = 3
TABLES = 20
WITH_A_BOT = 4
MOST = 50
"""Choices that a server acknowledges at most before it is killed."""
PAUSE = 0.02
UNDO = 0.03
GONE = (OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError)


@dataclass
class Book:
    """What the clients know of one table: what they sent, what was acknowledged, what they were told."""

    sent: dict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    """By the number the move would get: kind and choice."""
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    told: dict[int, dict[str, Any]] = field(default_factory=dict)
    over: bool = False


class Player:
    """Somebody who plays at one table, connects again whenever the connection breaks, and writes everything down."""

    def __init__(self, client: Client, dice: random.Random, books: dict[str, Book]) -> None:
        self.client = client
        self.dice = dice
        self.books = books

    async def play(self, table: str) -> None:
        book = self.books[table]
        while not book.over:
            try:
                async with asyncio.timeout(30), self.client.sit(table) as seat:
                    assert seat.position >= max(book.acknowledged, default=-1), "an acknowledged move is gone"
                    await self._sit(seat, book)
            except GONE:
                await asyncio.sleep(PAUSE)

    async def _sit(self, seat: Seat, book: Book) -> None:
        while not book.over:
            view = seat.view or {}
            if view["seat"] < 0:
                book.over = True
            elif view["seat"] == seat.seat:
                await asyncio.sleep(self.dice.random() * PAUSE)
                await self._answer(seat, book)
            else:
                self._hear(await seat.receive(), book)

    async def _answer(self, seat: Seat, book: Book) -> None:
        position = seat.position
        kind, choice = "choice", str(self.dice.choice((seat.view or {})["choices"])["choice"])
        if self.dice.random() < UNDO:
            kind, choice = "undo", ""
        book.sent[position + 1].append((kind, choice))
        try:
            number = await (seat.choose(choice, position) if kind == "choice" else seat.undo(position))
        except Refused as refusal:
            if refusal.kind not in ("cannot-undo", "stale-position"):
                raise
            return
        assert number == position + 1
        assert number not in book.acknowledged
        book.acknowledged[number] = (kind, choice)
        while seat.position < number:
            self._hear(await seat.receive(), book)

    def _hear(self, message: dict[str, Any], book: Book) -> None:
        if message["type"] == "moved":
            entry = message["entry"]
            told = {name: entry[name] for name in ("kind", "seat", "at", "back_to")}
            assert book.told.setdefault(entry["position"], told) == told


class Crowd:
    """So many tables that are always being played at; where a game ends, the next one begins."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.seed = seed
        self.books: dict[str, Book] = defaultdict(Book)
        self.closing = False

    async def play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(self._table(number))

    async def _table(self, number: int) -> None:
        dice = random.Random(self.seed * 1000 + number)
        slug = cairn.slugs()[number % len(cairn.slugs())]
        async with Client(self.url) as host, Client(self.url) as friend:
            people = [host] if number < WITH_A_BOT else [host, friend]
            for person in people:
                await _persist(lambda person=person: person.guest("Somebody"))
            while not self.closing:
                seats = ["me", "hiker"] if number < WITH_A_BOT else ["me", "link"]
                table = await _persist(lambda seats=seats: host.create(slug, seats, pace=0))
                if friend in people:
                    await _persist(lambda table=table: friend.join(table["id"], table["invite"]))
                players = [Player(person, dice, self.books) for person in people]
                self.books[table["id"]].over = False
                await asyncio.gather(*(player.play(table["id"]) for player in players))

    def moves(self) -> Counter[str]:
        return Counter({table: len(book.acknowledged) for table, book in self.books.items()})

    def acknowledged(self) -> int:
        return sum(self.moves().values())

    def running(self) -> set[str]:
        return {table for table, book in self.books.items() if not book.over}


async def _persist(ask: Any) -> Any:
    """Ask until the server is there to answer."""
    while True:
        try:
            return await ask()
        except (*GONE, Refused) as error:
            if isinstance(error, Refused) and error.kind not in ("closing", "unknown", "broken", "busy"):
                raise
            await asyncio.sleep(PAUSE)


async def crash_and_play(servers: ForkServer, seed: int) -> tuple[Crowd, int]:
    """Kill and restart the server while the crowd plays; then everybody goes on, and each running table is seen to."""
    dice = random.Random(seed)
    crowd = Crowd(servers.url, seed)
    start = asyncio.create_task(crowd.play())
    kills = [True] * KILLS + [False] * KILLS_WHILE_STARTING
    dice.shuffle(kills)
    killed = 0
    for after_start in kills:
        await asyncio.to_thread(servers.start)
        if after_start:
            await asyncio.to_thread(servers.wait_until_ready)
            enough = crowd.acknowledged() + dice.randrange(MOST)
            while crowd.acknowledged() < enough and not start.done():
                await asyncio.sleep(0.002)
            killed += 1
        await asyncio.sleep(dice.random() * 0.05)
        assert not start.done(), start.exception()
        servers.kill()
    await asyncio.to_thread(servers.start)
    before = crowd.moves()
    async with asyncio.timeout(60):
        while any(crowd.moves()[table] <= before[table] for table in crowd.running()) or len(crowd.running()) < TABLES:
            await asyncio.sleep(0.1)
            assert not start.done(), start.exception()
    crowd.closing = True
    start.cancel()
    await asyncio.gather(start, return_exceptions=True)
    await asyncio.to_thread(servers.stop)
    return crowd, killed


async def stored(url: str) -> tuple[dict[str, list[Move]], dict[str, Any]]:
    """All moves by table; and by table whether they lead to where the newest checkpoint and its rest lead."""
    storage = Storage(url)
    kept: dict[str, list[Move]] = {}
    ends: dict[str, Any] = {}
    async with storage.read() as connection:
        for row in (await connection.execute(select(tables))).all():
            moves = kept[row.id] = await read_moves(connection, row.id, -1)
            if not moves:
                continue
            terms, _ = await roster.read(connection, row.id)
            play = Play.restore(terms.setup, moves[0])
            states = {0: play.state}
            for move in moves[1:]:
                play.replay(move)
                states[move.number] = play.state
            ends[row.id] = (row.position, row.asked, play.position, play.asked)
            for point in await connection.execute(select(checkpoints).where(checkpoints.c.table == row.id)):
                assert unpacked(point.state) == states[point.number].dump()
    await storage.close()
    return kept, ends


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whatever_was_acknowledged_survives_a_server_that_is_killed_again_and_again(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}"
    if kind == "postgresql":
        url = request.getfixturevalue("postgres").new_database()
    servers = ForkServer(tmp_path, database=url)
    try:
        crowd, killed = asyncio.run(crash_and_play(servers, seed=8))
    finally:
        servers.close()
    kept, ends = asyncio.run(stored(url))

    assert killed >= 25
    assert len(crowd.books) >= TABLES
    assert crowd.acknowledged() > KILLS * MOST / 4
    for table, book in crowd.books.items():
        moves = {move.number: move for move in kept[table]}
        assert sorted(moves) == list(range(len(moves)))
        for number, (what, choice) in book.acknowledged.items():
            assert (moves[number].kind, moves[number].choice) == (what, choice)
        for number, told in book.told.items():
            assert {name: getattr(moves[number], name) for name in told} == told
        for number, move in moves.items():
            if move.kind != "start" and move.actor != "hiker":
                assert (move.kind, move.choice) in book.sent[number], "a move that nobody sent for this position"
    assert all((position, asked) == (number, seat) for position, asked, number, seat in ends.values())
    print(
        f"{kind}: {killed} kills, {len(crowd.books)} tables, {sum(map(len, kept.values()))} moves, "
        f"{crowd.acknowledged()} acknowledged"
    )
