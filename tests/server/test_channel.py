"""How workers hear each other: whatever becomes of the channel, no table stays behind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import httpx
import pytest

from cairn.client import Client
from cairn.server.fanout import Shouting
from tests.server.daemons import Postgres, RedisServer, running
from tests.server.process import Server
from tests.server.test_tables import first, until
from tests.server.test_workers import Pair, tell, two_at_a_table


@pytest.fixture(scope="module")
def own_redis() -> Iterator[RedisServer]:
    with running(RedisServer) as daemon:
        yield daemon


@pytest.fixture(scope="module")
def pair(postgres: Postgres, own_redis: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    database = postgres.new_database()
    servers = [
        Server(tmp_path_factory.mktemp("channel"), database=database, redis=own_redis.url).start() for _ in range(2)
    ]
    yield servers[0], servers[1]
    for server in servers:
        server.stop()


async def until_ready(server: Server, status: int) -> None:
    async with httpx.AsyncClient() as http:
        while (await http.get(f"{server.url}/readyz")).status_code != status:
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    "rubbish", [b"", b"rubbish", b"[]", b"{}", b'{"worker": 1, "table": null, "note": 3}', b"\xff"]
)
def test_rubbish_on_the_channel_is_logged_and_survived(pair: Pair, own_redis: RedisServer, rubbish: bytes) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await two_at_a_table(ana, ben, "five-towers")
        async with ana.sit(table) as a, ben.sit(table) as b:
            a, b = (a, b) if (a.view or {})["seat"] == 0 else (b, a)
            await asyncio.to_thread(own_redis.say, b"PUBLISH", b"cairn:notes", rubbish)
            await until(b, "moved", position=await a.choose(first(a.view or {})))

    tell(pair, story)
    told = [json.loads(line)["message"] for line in pair[1].log.read_text().splitlines()]
    assert "a note of another worker could not be followed" in told


def test_what_was_played_while_redis_was_gone_is_told_when_it_is_back(pair: Pair, own_redis: RedisServer) -> None:
    """The last test of this pair: what a test starts ends with it, and so does this second Redis."""

    async def story(ana: Client, ben: Client) -> None:
        table = await two_at_a_table(ana, ben, "five-towers")
        async with ana.sit(table) as a, ben.sit(table) as b:
            a, b = (a, b) if (a.view or {})["seat"] == 0 else (b, a)
            own_redis.kill()
            try:
                position = await a.choose(first(a.view or {}))
                await until_ready(pair[0], 503)
            finally:
                own_redis.start()
            await until(b, "moved", position=position)
            await until_ready(pair[0], 200)
            await until_ready(pair[1], 200)
            assert b.position == a.position == position

    tell(pair, story)


class Told(Shouting):
    """A channel that hears once, and counts how often it was begun."""

    name = "The channel"
    begun = 0

    async def _follow(self) -> None:
        self.begun += 1
        await self._now_hears()
        await asyncio.Event().wait()

    async def _answers(self) -> bool:
        return True


def test_a_listener_that_dies_begins_anew_and_catches_up() -> None:
    caught_up = 0

    async def heard(*_: object) -> None: ...

    async def missed() -> None:
        nonlocal caught_up
        caught_up += 1

    async def story() -> None:
        channel = Told()
        channel.listen(heard, missed)
        await asyncio.sleep(0.01)
        assert channel._listener is not None
        channel._listener.cancel()
        await asyncio.sleep(0.05)
        assert (channel.begun, caught_up, await channel.unready()) == (2, 2, None)
        await channel.close()

    asyncio.run(story())


def test_a_worker_that_hears_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(Told):
        async def _follow(self) -> None:
            raise OSError

    async def nothing(*_: object) -> None: ...

    async def story() -> str | None:
        channel = Deaf()
        channel.listen(nothing, nothing)
        await asyncio.sleep(0.02)
        try:
            return await channel.unready()
        finally:
            await channel.close()

    monkeypatch.setattr("cairn.server.fanout.DEAF_SECONDS", 0.01)
    assert "cannot be heard" in str(asyncio.run(story()))


def test_workers_without_redis_hear_each_other_through_postgresql(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = postgres.new_database()
    servers = [Server(tmp_path_factory.mktemp("notify"), database=database, channel="postgresql") for _ in range(2)]
    started = (servers[0].start(), servers[1].start())

    async def story(ana: Client, ben: Client) -> None:
        table = await two_at_a_table(ana, ben, "solstis")
        async with ana.sit(table) as a, ben.sit(table) as b:
            await b.say("hello")
            assert (await until(a, "chat"))["line"]["text"] == "hello"
            await asyncio.wait_for(asyncio.gather(a.play(first), b.play(first)), 20)

    try:
        tell(started, story)
    finally:
        for server in started:
            server.stop()
