"""Tables belong to workers by consistent hashing, and connections find their way there."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import tempfile
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import websockets

from cairn.client import Client, Seat
from cairn.server.placement import owner, table_of
from tests.processes import wait_for
from tests.server.daemons import Postgres
from tests.server.process import Server
from tests.server.test_rolling import workers
from tests.server.test_tables import first

TABLES = [f"table-{number}" for number in range(4000)]


def test_every_slot_has_about_its_share_of_the_tables() -> None:
    slots = [f"slot-{number}" for number in range(4)]
    shares = Counter(owner(table, slots) for table in TABLES)
    assert set(shares) == set(slots)
    assert max(shares.values()) < 1.5 * min(shares.values())


def test_only_the_tables_of_a_slot_that_comes_or_goes_move() -> None:
    three, four = [f"slot-{number}" for number in range(3)], [f"slot-{number}" for number in range(4)]
    moved = [table for table in TABLES if owner(table, three) != owner(table, four)]
    assert {owner(table, four) for table in moved} == {"slot-3"}
    assert 0.15 < len(moved) / len(TABLES) < 0.35


def test_only_the_socket_of_a_table_leads_to_one() -> None:
    assert table_of(b"/api/tables/abcdefgh/socket?position=3") == "abcdefgh"
    for other in (b"/api/tables/abcdefgh", b"/api/tables/short/socket", b"/x/api/tables/abcdefgh/socket", b"/"):
        assert table_of(other) is None


def slots(server: Server) -> int:
    """How many workers have joined."""
    assert server.process is not None
    return len(list(Path(tempfile.gettempdir()).glob(f"cairn-metrics-{server.process.pid}-*/slots/slot-*")))


def holders(server: Server, seat: Seat) -> set[int]:
    """The workers that hold the other end of a connection: two, for the moment in which it is handed over."""
    port = seat._socket.local_address[1]
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    wanted = {
        line[9]
        for line in lines
        if int(line[1].split(":")[1], 16) == server.port and int(line[2].split(":")[1], 16) == port
    }
    return {worker for worker in workers(server) if sockets(worker) & wanted}


def sockets(worker: int) -> set[str]:
    """The sockets that a process holds; none once it is gone."""
    found = set()
    with suppress(FileNotFoundError):
        for descriptor in Path(f"/proc/{worker}/fd").iterdir():
            with suppress(FileNotFoundError):
                if held := re.fullmatch(r"socket:\[(\d+)\]", str(descriptor.readlink())):
                    found.add(held.group(1))
    return found


def test_all_who_come_to_a_table_meet_at_one_worker_and_go_on_at_another_when_it_dies(
    postgres: Postgres, tmp_path: Path
) -> None:
    server = Server(tmp_path, database=postgres.new_database(), workers=2, thinkers=1).start()

    async def meet(clients: list[Client], tables: list[str], open_: AsyncExitStack) -> dict[str, int]:
        """Everybody comes to every table; the worker of each."""
        met: dict[str, int] = {}
        for table in tables:
            seats = [await open_.enter_async_context(client.sit(table)) for client in clients]
            for seat in seats:
                while len(holders(server, seat)) != 1:
                    await asyncio.sleep(0.02)
            held = set.union(*(holders(server, seat) for seat in seats))
            assert len(held) == 1, "they are at different workers"
            met[table] = held.pop()
        return met

    async def story() -> None:
        async with server.client() as ana, server.client() as ben:
            clients = [ana, ben]
            for client in clients:
                await client.guest("x")
            tables = []
            while slots(server) < 2:
                await asyncio.sleep(0.05)
            for _ in range(8):
                made = await ana.create("five-towers", ["me", "link"])
                await ben.join(made["id"], made["invite"])
                tables.append(str(made["id"]))
            async with AsyncExitStack() as open_:
                before = await meet(clients, tables, open_)
                assert len(set(before.values())) == 2, "one worker has all tables"
            dead = before[tables[0]]
            async with ana.sit(tables[0]) as seat:
                os.kill(dead, signal.SIGKILL)
                try:
                    while True:
                        await seat.receive()
                except websockets.ConnectionClosed:
                    pass
            async with AsyncExitStack() as open_:
                after = await meet(clients, tables, open_)
                assert dead not in after.values()
                assert {table for table in tables if before[table] != dead and after[table] != before[table]} == set()
            async with ana.sit(tables[0]) as a, ben.sit(tables[0]) as b:
                asked = a if (a.view or {})["seat"] == a.seat else b
                assert await asked.choose(first(asked.view or {})) == 1

    asyncio.run(asyncio.wait_for(story(), 120))
    wait_for(lambda: slots(server) == 2, 60)  # the dead worker has been replaced
    server.stop()
    assert slots(server) == 0
