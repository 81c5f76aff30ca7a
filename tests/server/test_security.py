"""What keeps others' pages, floods and garbage out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from redis.asyncio import Redis

from cairn.client import Refused
from cairn.server.limits import ALLOWANCES, MOST_CONNECTIONS, Limits
from cairn.server.problems import Problem
from tests.server.daemons import RedisServer
from tests.server.process import Server


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that counts requests and lets one other origin in."""
    running = Server(tmp_path_factory.mktemp("strict"), limits=True, origins="https://friend.example").start()
    yield running
    running.stop()


def post(server: Server, **headers: str) -> httpx.Response:
    return httpx.post(f"{server.url}/api/guests", json={"name": "Ana"}, headers=headers)


def test_a_page_of_another_site_cannot_change_anything(strict: Server) -> None:
    assert post(strict, origin="https://evil.example").json()["type"] == "/problems/foreign-origin"
    assert post(strict, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert post(strict, origin="null").status_code == 403
    assert post(strict, origin="http://[").status_code == 403


def test_our_own_pages_allowed_origins_and_other_clients_can(strict: Server) -> None:
    for headers in ({}, {"origin": strict.url}, {"origin": "https://friend.example"}):
        assert post(strict, **headers).status_code == 201


def test_a_page_of_another_site_cannot_listen_to_a_table(strict: Server) -> None:
    async def story() -> tuple[str, int]:
        url = f"{strict.url.replace('http', 'ws')}/api/tables/aaaaaaaaaaaaaaaa/socket"
        async with websockets.connect(url, origin=websockets.Origin("https://evil.example")) as socket:
            refusal = json.loads(await socket.recv())
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
        return refusal["problem"]["type"], closed.value.rcvd.code  # type: ignore[union-attr]

    assert asyncio.run(story()) == ("/problems/foreign-origin", 4403)


def test_every_response_carries_the_security_headers(strict: Server) -> None:
    for path in ("/api/games", "/api/nothing", "/healthz"):
        headers = httpx.get(strict.url + path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_large_bodies_are_refused_with_or_without_a_length(strict: Server) -> None:
    body = b'{"name": "' + b"x" * 20_000 + b'"}'
    headers = {"content-type": "application/json"}
    whole = httpx.post(f"{strict.url}/api/guests", content=body, headers=headers)
    parts = httpx.post(f"{strict.url}/api/guests", content=iter([body[:9000], body[9000:]]), headers=headers)
    assert (whole.status_code, parts.status_code) == (413, 413)


def test_too_much_is_refused_with_the_time_to_wait(strict: Server) -> None:
    answers = [post(strict) for _ in range(ALLOWANCES["guest"].burst + 1)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) == answers[-1].json()["retry_after"] >= 1


def test_a_bucket_fills_again() -> None:
    time = [0.0]
    limits = Limits(clock=lambda: time[0])
    burst, seconds = ALLOWANCES["chat"]
    for _ in range(burst):
        limits.take("chat", "ana")
    with pytest.raises(Problem, match="You can write again in"):
        limits.take("chat", "ana")
    limits.take("chat", "ben")
    time[0] += seconds
    limits.take("chat", "ana")
    with pytest.raises(Problem, match="You can write again in"):
        limits.take("chat", "ana")


def test_workers_that_share_redis_count_together(redis: RedisServer) -> None:
    async def story() -> None:
        clients = [Redis.from_url(redis.url) for _ in range(2)]
        limits = [Limits(redis=client) for client in clients]
        for number in range(ALLOWANCES["hint"].burst):
            await limits[number % 2].spend("hint", "ana")
        for worker in limits:
            with pytest.raises(Problem, match="You can ask for another hint in"):
                await worker.spend("hint", "ana")
            await worker.spend("hint", "ben")
        for client in clients:
            await client.aclose()

    asyncio.run(story())


def test_a_worker_that_cannot_reach_redis_counts_alone() -> None:
    async def story() -> None:
        limits = Limits(redis=Redis.from_url("redis://127.0.0.1:1"))
        for _ in range(ALLOWANCES["hint"].burst):
            await limits.spend("hint", "ana")
        with pytest.raises(Problem, match="You can ask for another hint in"):
            await limits.spend("hint", "ana")

    asyncio.run(story())


def test_an_address_may_hold_so_many_connections_and_no_more() -> None:
    limits = Limits()
    with ExitStack() as held:
        for _ in range(MOST_CONNECTIONS):
            held.enter_context(limits.connected("10.0.0.1"))
        with pytest.raises(Problem, match="has 100 connections open"):
            held.enter_context(limits.connected("10.0.0.1"))
        with limits.connected("10.0.0.2"):
            pass
    with limits.connected("10.0.0.1"):
        pass


@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        ("garbage", "bad-request"),
        ("[]", "bad-request"),
        ("null", "bad-request"),
        ('{"type": "nothing"}', "bad-request"),
        ('{"type": "choose", "position": "0", "choice": "x"}', "bad-request"),
        ('{"type": "choose", "position": -1, "choice": "x"}', "bad-request"),
        ('{"type": "choose", "position": 1e99, "choice": "x"}', "bad-request"),
        ('{"type": "choose", "position": true, "choice": "x"}', "bad-request"),
        ('{"type": "choose", "position": 0, "choice": "x", "seat": 1}', "bad-request"),
        ('{"type": "choose", "position": 0, "choice": ""}', "bad-request"),
        ('{"type": "choose", "position": 7, "choice": "x"}', "stale-position"),
        ('{"type": "undo", "position": 0}', "cannot-undo"),
        ('{"type": "chat", "text": 3}', "bad-request"),
        ('{"type": "chat", "text": "\\u0000"}', "bad-request"),
        ('{"type": "chat", "text": "\\ud800"}', "bad-request"),
    ],
)
def test_bad_messages_are_refused_and_the_connection_lives(server: Server, sent: str, kind: str) -> None:
    async def story() -> dict[str, Any]:
        async with server.client() as ana:
            await ana.guest("Ana")
            table = await ana.create("peaks", ["me"])
            async with ana.sit(table["id"]) as seat:
                await seat._socket.send(sent)
                with pytest.raises(Refused) as caught:
                    while True:
                        await seat.receive()
                assert (await seat.send({"type": "ping"}))["type"] == "pong"
                assert seat.position == 0
        return caught.value.problem

    assert asyncio.run(story())["type"] == f"/problems/{kind}"


def test_huge_and_binary_messages_end_the_connection_with_a_code(server: Server) -> None:
    async def code_after(message: str | bytes) -> int:
        async with server.client() as ana:
            await ana.guest("Ana")
            table = await ana.create("peaks", ["me"])
            async with ana.sit(table["id"]) as seat:
                await seat._socket.send(message)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    while True:
                        await seat.receive()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    assert asyncio.run(code_after("x" * 10_000)) == 1009
    assert asyncio.run(code_after(b"{}")) == 1003


def test_an_unknown_table_is_told_and_closed(server: Server) -> None:
    async def story() -> None:
        async with server.client() as ana:
            with pytest.raises(Refused, match="not-found"):
                async with ana.sit("aaaaaaaaaaaaaaaa"):
                    pass

    asyncio.run(story())


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/guests", {"name": ""}, 422),
        ("POST", "/api/guests", {"name": "x" * 41}, 422),
        ("POST", "/api/guests", {"name": "a\u0007"}, 422),
        ("POST", "/api/guests", {}, 422),
        ("POST", "/api/tables", {"game": "chess", "seats": [{"kind": "me"}]}, 404),
        ("POST", "/api/tables", {"game": "solstis", "seats": [{"kind": "me"}]}, 422),
        ("POST", "/api/tables", {"game": "solstis", "seats": [{"kind": "me"}, {"kind": "me"}]}, 422),
        (
            "POST",
            "/api/tables",
            {"game": "peaks", "seats": [{"kind": "bot", "bot": "summit:ms=99"}]},
            422,
        ),
        ("GET", "/api/tables/aaaaaaaaaaaaaaaa", None, 404),
        ("GET", "/api/tables/short", None, 422),
        ("GET", "/api/tables?game=%00", None, 422),
        ("POST", "/api/tables", {"game": "\ud800", "seats": [{"kind": "me"}]}, 422),
        ("PUT", "/api/me/passphrase", {"name": "Ana", "passphrase": "\ud800" * 9}, 422),
        ("GET", "/api/nothing", None, 404),
        ("PUT", "/api/games", {}, 405),
    ],
)
def test_refusals_are_problem_details(server: Server, method: str, path: str, body: object, status: int) -> None:
    with httpx.Client(base_url=server.url) as client:
        client.post("/api/guests", json={"name": "Ana"})
        content = None if body is None else json.dumps(body)
        answer = client.request(method, path, content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert answer.json()["detail"]


def test_the_description_is_complete(server: Server, tmp_path: Path) -> None:
    described = httpx.get(f"{server.url}/api/openapi.json").json()
    text = json.dumps(described)
    named = set(described["components"]["schemas"])
    wanted = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert wanted <= named
    assert {"ClientMessage", "ServerMessage", "Problem"} <= named


def test_a_table_of_no_possible_id_is_not_there_and_no_failure_of_the_database(server: Server) -> None:
    async def story() -> None:
        for odd in ("%00abcdefgh", "%ff", "x" * 3000, "a%20b"):
            async with websockets.connect(f"{server.url.replace('http', 'ws')}/api/tables/{odd}/socket") as channel:
                assert "/problems/not-found" in str(await channel.recv())

    asyncio.run(story())
