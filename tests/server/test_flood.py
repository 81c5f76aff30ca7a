"""Connections that say nothing, or come in a flood, shut nobody out."""

from __future__ import annotations

import asyncio
import contextlib
import re
import resource
import socket
import time
from pathlib import Path

import httpx

from cairn.server import connections
from cairn.server.connections import MOST_PER_ADDRESS, REQUEST_SECONDS, RESERVED, ConnectionLimits
from tests.server.process import Server


def counted(server: Server, name: str) -> float:
    """A figure of /metrics, summed over its labels."""
    text = httpx.get(f"{server.url}/metrics").text
    return sum(float(value) for value in re.findall(rf"^{name}(?:\{{.*\}})? (\S+)$", text, re.MULTILINE))


def is_ended(silent: socket.socket, within: float) -> bool:
    silent.settimeout(within)
    try:
        return silent.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


HALF_SAID = [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/guests HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"]


def test_connections_that_do_not_say_what_they_want_are_ended(sqlite_server: Server) -> None:
    before = counted(sqlite_server, "cairn_turned_away_total")
    with contextlib.ExitStack() as held:
        silent = [held.enter_context(socket.create_connection(("127.0.0.1", sqlite_server.port))) for _ in HALF_SAID]
        for one, said in zip(silent, HALF_SAID, strict=True):
            one.sendall(said)
        begun = time.monotonic()
        assert [is_ended(one, REQUEST_SECONDS + 10) for one in silent] == [True] * len(silent)
        assert time.monotonic() - begun > REQUEST_SECONDS / 2
    assert counted(sqlite_server, "cairn_turned_away_total") == before + len(HALF_SAID)


def test_a_flood_leaves_room_for_the_database_and_says_full(tmp_path: Path) -> None:
    """More connections than descriptors: the rest is told so, and tables go on."""
    most = RESERVED + 60
    server = Server(tmp_path, fresh=True, thinkers=1)
    server.limit_descriptors = most
    server.start()

    async def story() -> None:
        async with server.client() as ana:
            await ana.guest("Ana")
            table = await ana.create("peaks", ["me"])
            async with ana.sit(table["id"]) as seat:
                with contextlib.ExitStack() as held:
                    flood = [
                        held.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(most)
                    ]
                    await asyncio.sleep(0.5)
                    told = [_said(one) for one in flood]
                    assert any(b"503" in text and b"The server is full" in text for text in told)
                    assert (await seat.send({"type": "ping"}))["type"] == "pong"
                    position = await seat.choose((seat.view or {})["choices"][0]["choice"])
                    assert position == 1
                await asyncio.sleep(0.5)
            assert (await ana.ask("GET", "/api/me"))["name"] == "Ana"

    asyncio.run(story())
    assert counted(server, "cairn_turned_away_total") > 0
    server.stop()
    assert "connections are turned away" in server.log.read_text()


def _said(one: socket.socket) -> bytes:
    one.settimeout(0.01)
    try:
        return one.recv(4096)
    except (TimeoutError, ConnectionError):
        return b""


def test_one_address_holds_its_share_and_a_proxy_all() -> None:
    limits = ConnectionLimits()
    limits.prepare("10.0.0.9", active=True)
    assert [limits.enter("10.0.0.1") for _ in range(MOST_PER_ADDRESS + 1)] == [None] * MOST_PER_ADDRESS + ["share"]
    assert limits.enter("10.0.0.2") is None
    assert [limits.enter("10.0.0.9") for _ in range(MOST_PER_ADDRESS + 1)] == [None] * (MOST_PER_ADDRESS + 1)
    limits.leave("10.0.0.1")
    assert limits.enter("10.0.0.1") is None


def test_a_worker_takes_the_descriptors_it_may_have() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    limits = ConnectionLimits()
    limits.prepare("", active=True)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert limits.most == soft - connections.RESERVED
