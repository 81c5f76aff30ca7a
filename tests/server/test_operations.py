"""What those who run a server rely on."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import websockets

from cairn.server.settings import BadSettings, as_environment, load
from cairn.server.storage import Storage
from tests.server.process import Server
from tests.server.test_tables import first


def test_settings_come_from_file_environment_and_command_line_and_the_later_wins(tmp_path: Path) -> None:
    file = tmp_path / "cairn.toml"
    file.write_text('port = 1\nhost = "a"\nlog = "text"\n')
    settings = load(file, {"CAIRN_PORT": "2", "CAIRN_HOST": "b", "CAIRN_PURE": "1"}, {"port": 3, "redis": None})
    assert (settings.port, settings.host, settings.log) == (3, "b", "text")
    assert load(None, as_environment(settings)) == settings


@pytest.mark.parametrize(("text", "problem"), [("prot = 1", "'prot': is not a setting"), ('port = "x"', "'port'")])
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "cairn.toml"
    file.write_text(text)
    with pytest.raises(BadSettings, match=problem):
        load(file, {})


@pytest.mark.parametrize("url", ["nonsense", "mysql://x", "sqlite+aiosqlite://"])
def test_a_wrong_database_is_named(url: str) -> None:
    with pytest.raises(BadSettings, match="database"):
        Storage(url)


def test_several_workers_without_redis_are_refused(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "cairn", "serve", "--workers", "2"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "--redis" in ran.stderr


def test_alive_ready_and_measured(server: Server) -> None:
    assert httpx.get(f"{server.url}/healthz").json() == {"status": "alive"}
    assert httpx.get(f"{server.url}/readyz").json() == {"status": "ready", "quarantined": 0}
    assert "cairn_commit_seconds" in httpx.get(f"{server.url}/metrics").text


def test_a_stopping_server_tells_its_clients_and_keeps_everything(tmp_path: Path) -> None:
    server = Server(tmp_path, fresh=True).start()

    async def until_stopped() -> tuple[str, str, int, int]:
        async with server.client() as ana:
            await ana.guest("Ana")
            table = await ana.create("peaks", ["me"])
            async with ana.sit(table["id"]) as seat:
                for _ in range(5):
                    position = await seat.choose(first(seat.view or {}))
                assert server.process is not None
                server.process.send_signal(signal.SIGTERM)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    while True:
                        await seat.receive()
            assert closed.value.rcvd is not None
            return str(ana.cookie), table["id"], position, closed.value.rcvd.code

    async def afterwards(cookie: str, id: str) -> int:  # noqa: A002
        async with server.client(cookie=cookie) as ana, ana.sit(id) as seat:
            return seat.position

    cookie, id, position, code = asyncio.run(until_stopped())  # noqa: A001
    assert code == 1012
    assert server.process is not None
    server.process.wait(timeout=20)
    server.start()
    assert asyncio.run(afterwards(cookie, id)) == position
    server.stop()
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert any(line["message"] == "stopped" for line in lines)


def test_tables_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def begin() -> str:
        async with server.client() as ana:
            await ana.guest("Ana")
            return str((await ana.create("solstis", ["hiker", "hiker"], pace=200))["id"])

    async def wait_for_the_end(id: str) -> None:  # noqa: A002
        async with server.client() as anybody, anybody.sit(id) as watching:
            while watching.view is None or watching.view["seat"] >= 0:
                await watching.receive()

    id = asyncio.run(begin())  # noqa: A001
    server.stop(signal.SIGKILL)
    server.start()
    asyncio.run(asyncio.wait_for(wait_for_the_end(id), 60))
    server.stop()
