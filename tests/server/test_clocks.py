"""Time at a table goes by a clock of its own: neither the time of day nor a restart takes or gives any."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import pytest
from sqlalchemy import select

import cairn
from cairn.client import Client
from cairn.server import monotonic as module
from cairn.server import roster, services
from cairn.server.lobby import Wish, _write
from cairn.server.models import tables
from cairn.server.monotonic import LONGEST, MonotonicClock
from cairn.server.roster import PERSON
from cairn.server.session import Session
from cairn.server.settings import Settings
from cairn.server.storage import Storage
from tests.server.process import Server
from tests.server.test_tables import first, tell, two_at_a_table, until

HOUR = 3_600_000


def test_a_jump_of_the_time_of_day_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, wall = [100.0], [5_000_000]
    monkeypatch.setattr(module, "now", lambda: wall[0])
    clock = MonotonicClock(lambda: moment[0])
    begun = clock.now()
    for jump in (HOUR, -2 * HOUR):
        wall[0] += jump
        moment[0] += 1.5
        assert (clock.now() - begun) % 1500 == 0
    assert clock.now() - begun == 3000
    assert clock.wall(begun) == wall[0] - 3000, "people are told by the time of day as it is now"


def test_no_time_is_lost_in_small_steps() -> None:
    moment = [0.0]
    clock = MonotonicClock(lambda: moment[0])
    begun = clock.now()
    for step in range(1, 10_001):
        moment[0] = step * 0.0007
        clock.now()
    assert clock.now() - begun == pytest.approx(7000, abs=1)


def test_a_process_that_was_stopped_takes_no_time_from_anybody() -> None:
    moment = [0.0]
    clock = MonotonicClock(lambda: moment[0])
    begun = clock.now()
    moment[0] += 3600
    assert clock.now() - begun == LONGEST


def test_the_clock_stands_while_no_server_runs_and_is_one_for_all_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = [50 * HOUR]
    monkeypatch.setattr(module, "now", lambda: wall[0])

    async def story() -> None:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}")
        await storage.migrate()
        first_one, second = MonotonicClock(lambda: 0.0), MonotonicClock(lambda: 0.0)
        await first_one.begin(storage)
        await first_one.beat(storage)
        stopped_at = first_one.now()
        wall[0] += 1000
        await second.begin(storage)
        assert second.now() == stopped_at + 1000, "a worker that joins goes by those that run"
        await second.beat(storage)
        await first_one.beat(storage)
        assert first_one.now() == second.now(), "and those behind catch up"
        for away in (9 * HOUR, -3 * HOUR):
            wall[0] += away
            later = MonotonicClock(lambda: 0.0)
            await later.begin(storage)
            assert later.now() == stopped_at + 1000
        await storage.close()

    asyncio.run(story())


async def stored(server: Server, table: str) -> tuple[int, int]:
    """What is due at a table, and since when its seat is asked."""
    storage = Storage(server.database)
    async with storage.read() as connection:
        row = (await connection.execute(select(tables).where(tables.c.id == table))).one()
    await storage.close()
    return row.due, row.asked_since


def test_what_is_due_follows_the_clock_when_a_seat_is_asked_again(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = (await ana.create("peaks", ["me"], clock={"seconds": 100, "increment": 50}))["id"]
        async with ana.sit(table) as seat:
            for _ in range(3):
                position = await seat.choose(first(seat.view or {}))
                moved = await until(seat, "moved", position=position)
                due, since = await stored(server, table)
                assert due - since == moved["clocks"][0]

    tell(server, story)


def test_leaving_and_coming_back_does_not_refill_a_clock(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await two_at_a_table(ana, ben, "five-towers", clock={"seconds": 100}, pace=10_000)
        async with ana.sit(table) as a, ben.sit(table) as b:
            seat, who = (a, ana) if (a.view or {})["seat"] == 0 else (b, ben)
            await asyncio.sleep(1.2)
            await who.ask("POST", f"/api/tables/{table}/leave")
            await who.ask("POST", f"/api/tables/{table}/return")
            await seat.choose(first(seat.view or {}))
            clocks = (await until(seat, "moved"))["clocks"]
            assert 90_000 < clocks[seat.seat or 0] <= 98_800

    tell(server, story)


def test_a_restart_takes_no_time_from_whoever_is_asked(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def begin() -> tuple[str, str]:
        async with server.client() as ana:
            await ana.guest("Ana")
            table = await ana.create("peaks", ["me"], clock={"seconds": 20})
            return str(ana.cookie), table["id"]

    async def answer(cookie: str, table: str) -> int:
        async with server.client(cookie=cookie) as ana, ana.sit(table) as seat:
            assert seat.hello["now"] - seat.hello["position"]["asked_at"] < 6_000
            await seat.choose(first(seat.view or {}))
            return int((await until(seat, "moved"))["clocks"][0])

    cookie, table = asyncio.run(begin())
    server.stop(signal.SIGKILL)
    time.sleep(6)
    server.start()
    left = asyncio.run(answer(cookie, table))
    server.stop()
    assert left > 14_000


def test_a_worker_that_saw_the_table_before_its_start_takes_no_time_of_day_for_its_clock(tmp_path: Path) -> None:
    """Its terms are older than the moves it reads, and the clock of tables is hours behind the time of day."""

    async def story() -> tuple[int, int | None]:
        settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}", thinkers=1, web=None)
        async with services.running(settings) as use:
            use.monotonic._at -= 12 * HOUR
            visitor, _ = await use.identity.guest("x", "test")
            setup = cairn.game("peaks").prepare(1, {})
            wish = Wish(setup, [(PERSON, visitor.id)], clock=100)
            async with use.storage.write() as connection:
                id = await _write(connection, visitor.id, wish)  # noqa: A001
            async with use.storage.read() as connection:
                before = await roster.read(connection, id)
            table = await use.tables.open(id)
            await table.start_if_full()
            late = Session(table.session.shared, *before, table)
            async with use.storage.read() as connection:
                await late.load(connection)
            assert late.play is not None
            return use.monotonic.now() - late.play.asked_at, late.terms.due

    passed, due = asyncio.run(asyncio.wait_for(story(), 60))
    assert 0 <= passed < 10_000
    assert due is not None
