"""Two server processes that share a PostgreSQL and a Redis: any of them serves any table, and never do both win."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import cairn
from cairn.client import Client, Refused
from cairn.client import Seat as Connection
from cairn.server import loading, models, ratings, roster
from cairn.server.journal import Entry, Journal
from cairn.server.lobby import Wish, _write
from cairn.server.play import Move, Play
from cairn.server.roster import OPEN, PERSON, Seat, Terms
from cairn.server.storage import Storage
from tests.repetition import quick_games
from tests.server.daemons import Postgres, RedisServer
from tests.server.process import Server
from tests.server.test_tables import first, until

Pair = tuple[Server, Server]
Story = Callable[[Client, Client], Awaitable[None]]


@pytest.fixture(scope="module")
def pair(postgres: Postgres, redis: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    database = postgres.new_database()
    started = [Server(tmp_path_factory.mktemp("worker"), database=database, redis=redis.url).start() for _ in range(2)]
    yield started[0], started[1]
    for server in started:
        server.stop()


def tell(pair: Pair, story: Story) -> None:
    """Ana and Ben, each at another worker."""

    async def told() -> None:
        async with pair[0].client() as ana, pair[1].client() as ben:
            await ana.guest("Ana")
            await ben.guest("Ben")
            await story(ana, ben)

    asyncio.run(asyncio.wait_for(told(), 90))


def elsewhere(pair: Pair, client: Client) -> Client:
    """The same person at the other worker."""
    other = pair[0] if client.url == pair[1].url else pair[1]
    return other.client(cookie=str(client.cookie))


async def two_at_a_table(ana: Client, ben: Client, game: str) -> str:
    table = await ana.create(game, ["me", "link"])
    await ben.join(table["id"], table["invite"])
    return str(table["id"])


@pytest.mark.parametrize("slug", quick_games())
def test_friends_at_different_workers_play_a_game_to_its_end(pair: Pair, slug: str) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, slug)  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            ended = await asyncio.gather(a.play(first), b.play(first))
        assert ended[0]["result"] == ended[1]["result"]
        assert await ana.record(id) == await ben.record(id)

    tell(pair, story)


def test_chat_presence_and_seats_are_told_across_workers(pair: Pair) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("solstis", ["me", "link"])
        async with ana.sit(table["id"]) as a:
            await ben.join(table["id"], table["invite"])
            await until(a, "hello")
            async with ben.sit(table["id"]) as b:
                while not (await until(a, "seats"))["seats"][1]["present"]:
                    pass
                await b.say("hello over there")
                assert (await until(a, "chat"))["line"]["text"] == "hello over there"

    tell(pair, story)


def test_a_bot_answers_once_however_many_workers_look_at_its_table(pair: Pair) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("five-towers", ["me", "hiker"], pace=0)
        async with ana.sit(table["id"]) as seat, ben.sit(table["id"]) as watching:
            await seat.play(first)
            while watching.view is None or watching.view["seat"] >= 0:
                await watching.receive()
            assert watching.position == seat.position
        assert cairn.Record.read(await ben.record(table["id"])).state.seat < 0

    tell(pair, story)


def test_of_two_answers_to_one_position_at_two_workers_one_wins(pair: Pair) -> None:
    """One person answers at both workers at once, every position of a game."""
    by_the_database = 0

    async def answer(seat: Connection, position: int, choice: str) -> bool:
        nonlocal by_the_database
        try:
            assert await seat.choose(choice, position) == position + 1
        except Refused as refusal:
            if refusal.kind not in ("stale-position", "not-your-turn", "wrong-moment"):  # the last: the game is over
                raise
            by_the_database += "answered first" in str(refusal)
            return False
        return True

    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "five-towers")  # noqa: A001
        async with (
            elsewhere(pair, ana) as ana2,
            elsewhere(pair, ben) as ben2,
            ana.sit(id) as a,
            ana2.sit(id) as a2,
            ben.sit(id) as b,
            ben2.sit(id) as b2,
        ):
            everybody = (a, a2, b, b2)
            position = 0
            while a.view is not None and a.view["seat"] >= 0:
                here, there = (a, a2) if a.view["seat"] == 0 else (b, b2)
                choices = [line["choice"] for line in (here.view or {})["choices"]]
                won = await asyncio.gather(answer(here, position, choices[0]), answer(there, position, choices[-1]))
                assert sorted(won) == [False, True]
                position += 1
                for seat in everybody:
                    await until(seat, "moved", position=position)
                views = [seat.view for seat in everybody]
                assert views[0] == views[1]
                assert views[2] == views[3]
        record = cairn.Record.read(await ana.record(id))
        assert len(record.moves) == position

    tell(pair, story)
    assert by_the_database > 0, "no two answers ever met in the database: this test raced nothing"


def test_of_two_journals_that_commit_the_same_numbers_one_wins_each(postgres: Postgres) -> None:
    """Without a server between: two writers, the same twenty tables in opposite order, a hundred numbers each."""
    url, tables, numbers = postgres.new_database(), 20, 100

    async def story() -> list[list[bool]]:
        storages = [Storage(url), Storage(url)]
        await storages[0].migrate()
        ids = await _waiting_tables(storages[0], tables)
        journals = [Journal(storage) for storage in storages]
        for journal in journals:
            journal.open()
        won: list[list[bool]] = [[], []]
        for number in range(numbers):
            turns = [[_entry(id, number, f"writer {me}") for id in ids[:: 1 - 2 * me]] for me in (0, 1)]  # noqa: A001
            committed = await asyncio.gather(
                *(journals[me].append(entry) for me in (0, 1) for entry in turns[me]),
            )
            won[0] += committed[:tables]
            won[1] += committed[tables:][::-1]
        for journal, storage in zip(journals, storages, strict=True):
            await journal.close()
            await storage.close()
        return won

    one, other = asyncio.run(asyncio.wait_for(story(), 90))
    assert all(a != b for a, b in zip(one, other, strict=True))
    assert any(one)
    assert any(other)
    stored = postgres.query("SELECT actor, count(*) FROM moves GROUP BY actor ORDER BY actor", url.rpartition("/")[2])
    assert stored == [("writer 0", sum(one)), ("writer 1", sum(other))]


def test_results_that_two_workers_commit_at_once_all_count_in_the_ratings(postgres: Postgres) -> None:
    """Two journals end twenty games of the same two people at the same time."""
    url, games = postgres.new_database(), 20
    people = [Seat(number, PERSON, player, player, None, None, False, None, None) for number, player in enumerate("ab")]

    async def rate(connection: Any) -> None:
        await ratings.rate(connection, "solstis", people, [1.0, 0.0])

    async def story() -> list[bool]:
        storages = [Storage(url), Storage(url)]
        await storages[0].migrate()
        async with storages[0].write() as connection:
            for player in "ab":
                row = {"id": player, "kind": "guest", "name": player, "created": 0}
                await connection.execute(models.players.insert().values(row))
        ids = await _waiting_tables(storages[0], games)
        journals = [Journal(storage) for storage in storages]
        for journal in journals:
            journal.open()
        ended = [replace(_entry(id, 0, "x"), extra=rate) for id in ids]  # noqa: A001
        committed = []
        for pair in zip(ended[::2], ended[1::2], strict=True):  # one each, so that none can hide in a batch
            committed += await asyncio.gather(*(journals[me].append(pair[me]) for me in (0, 1)))
        for journal, storage in zip(journals, storages, strict=True):
            await journal.close()
            await storage.close()
        return committed

    assert all(asyncio.run(asyncio.wait_for(story(), 60)))
    stored = postgres.query("SELECT player, games FROM ratings ORDER BY player", url.rpartition("/")[2])
    assert stored == [("a", games), ("b", games)]


def test_a_table_that_another_worker_moves_at_while_it_is_read_is_not_damaged(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()

    async def story() -> tuple[object, int]:
        storage = Storage(url)
        await storage.migrate()
        [table] = await _waiting_tables(storage, 1)
        read = loading.play_of

        async def read_and_overtaken(connection: Any, terms: Terms) -> tuple[Play | None, int]:
            found = await read(connection, terms)
            async with storage.write() as other:
                await other.execute(models.tables.update().values(position=0))
            return found

        monkeypatch.setattr(loading, "play_of", read_and_overtaken)
        async with storage.read() as connection:
            terms, _ = await roster.read(connection, table)
            found = await loading.current(connection, terms)
        await storage.close()
        return found

    assert asyncio.run(asyncio.wait_for(story(), 60)) == (None, 0)


async def _waiting_tables(storage: Storage, count: int) -> list[str]:
    setup = cairn.game("solstis").prepare(2, {})
    wish = Wish(setup, [(PERSON, "somebody"), (OPEN, None)])
    async with storage.write() as connection:
        row = {"id": "somebody", "kind": "guest", "name": "Somebody", "created": 0}
        await connection.execute(models.players.insert().values(row))
        return [await _write(connection, "somebody", wish) for _ in range(count)]


def _entry(table: str, number: int, actor: str) -> Entry:
    values = {"status": "running", "position": number, "asked": 0, "due": None, "changed": 0}
    return Entry(table, Move(number, "choice", 0, "x", actor=actor), values)
