"""Several workers as they are usually run: `cairn serve --workers 2` on PostgreSQL, replaced while people play."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import websockets

from cairn.client import Client
from tests.server.daemons import Postgres
from tests.server.process import Server
from tests.server.test_tables import first


def workers(server: Server) -> set[int]:
    """The processes that a server has started; helpers of Python are among them and stay."""
    assert server.process is not None
    pid = server.process.pid
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def test_workers_are_replaced_one_by_one_and_nobody_is_turned_away(postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, fresh=True, database=postgres.new_database(), workers=2, thinkers=1).start()
    assert server.process is not None
    before = workers(server)
    connections, codes = 0, list[int]()

    async def play(client: Client, table: str) -> None:
        """Whoever loses the connection comes again at once, and must be let in at the first try."""
        nonlocal connections
        while True:
            connections += 1
            try:
                async with client.sit(table) as seat:
                    while (seat.view or {})["seat"] >= 0:
                        await seat.choose(first(seat.view or {}))
                        await asyncio.sleep(0.5)
                    return
            except websockets.ConnectionClosed as closed:
                codes.append(closed.rcvd.code if closed.rcvd is not None else 0)

    async def story() -> None:
        async with server.client() as ana:
            await ana.guest("x")
            table = (await ana.create("peaks", ["me"]))["id"]
            playing = asyncio.create_task(play(ana, table))
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            while len(before & workers(server)) > len(before) - 2 or len(workers(server)) != len(before):
                await asyncio.sleep(0.1)
                assert not playing.done() or playing.exception() is None
            while not playing.done() and connections < 2:
                await asyncio.sleep(0.1)
            assert (await ana.ask("GET", f"/api/tables/{table}"))["position"] > 0
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    asyncio.run(asyncio.wait_for(story(), 240))
    assert connections >= 2
    assert set(codes) == {1012}
    server.stop()
