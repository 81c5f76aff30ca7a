"""Vacations stop the time of games over days, for so many days a year, and of no other games."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

import cairn
from cairn.server import services
from cairn.server.lobby import Wish
from cairn.server.models import metadata
from cairn.server.problems import Problem
from cairn.server.roster import PERSON
from cairn.server.settings import Settings
from cairn.server.storage import Storage

DAY = 86_400_000


def inside(tmp_path: Path, story: Any, **given: Any) -> None:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}", thinkers=1, web=None, **given)

    async def worked() -> None:
        async with services.running(settings) as use:
            await story(use)

    asyncio.run(asyncio.wait_for(worked(), 120))


async def table_with(use: services.Services, patience: int | None, clock: int | None = None) -> tuple[Any, Any]:
    """Somebody alone at a table with this time for a choice."""
    visitor, _ = await use.identity.guest("x", "test")
    wish = Wish(cairn.game("peaks").prepare(1, {}), [(PERSON, visitor.id)], patience=patience, clock=clock)
    return visitor, await use.lobby.create(visitor, wish)


async def left(use: services.Services, table: Any) -> float:
    """Days until the server acts at a table, as it is when it has been read anew."""
    await table.session.refresh()
    return (table.terms.due - use.monotonic.now()) / DAY


def test_a_game_over_days_waits_for_somebody_on_vacation_and_goes_on_when_they_are_back(tmp_path: Path) -> None:
    async def story(use: services.Services) -> None:
        visitor, table = await table_with(use, 3 * 86_400)
        assert await left(use, table) == pytest.approx(3, abs=0.01)
        await use.vacations.begin(visitor.id, 10)
        assert await left(use, table) == pytest.approx(13, abs=0.01)
        assert table.session.seats_shown()[0]["away_until"] is not None
        await table.choose(visitor, 0, table.session.running().state.view(0)["choices"][0]["choice"])
        assert await left(use, table) == pytest.approx(13, abs=0.01), "what asks them meanwhile waits too"
        await use.vacations.end(visitor.id)
        assert await left(use, table) == pytest.approx(3, abs=0.01)
        assert (await use.vacations.shown(visitor.id)) == {"until": None, "used": 1, "left": 29}

    inside(tmp_path, story)


@pytest.mark.parametrize(("patience", "clock"), [(3600, None), (3 * 86_400, 86_400)])
def test_quick_games_and_games_with_a_clock_do_not_wait(tmp_path: Path, patience: int, clock: int | None) -> None:
    async def story(use: services.Services) -> None:
        visitor, table = await table_with(use, patience, clock)
        before = await left(use, table)
        await use.vacations.begin(visitor.id, 10)
        assert await left(use, table) == pytest.approx(before, abs=0.01)

    inside(tmp_path, story)


def test_there_are_so_many_days_a_year_and_a_day_that_has_begun_is_used(tmp_path: Path) -> None:
    async def story(use: services.Services) -> None:
        visitor, _ = await table_with(use, 86_400)
        with pytest.raises(Problem, match="You have 3 days of vacation left"):
            await use.vacations.begin(visitor.id, 4)
        for used in (1, 2, 3):
            await use.vacations.begin(visitor.id, 1)
            await asyncio.sleep(0.01)
            await use.vacations.end(visitor.id)
            assert (await use.vacations.shown(visitor.id))["used"] == used
        with pytest.raises(Problem, match="You have 0 days"):
            await use.vacations.begin(visitor.id, 1)

    inside(tmp_path, story, vacation_days=3)


def test_a_worker_that_had_not_heard_of_the_vacation_puts_no_bot_in(tmp_path: Path) -> None:
    async def story(use: services.Services) -> None:
        visitor, table = await table_with(use, 86_400)
        use.vacations._tables = _Deaf()  # type: ignore[assignment]
        await use.vacations.begin(visitor.id, 5)
        use.monotonic._at += 2 * DAY
        await table.session.safely(table.seating.time_is_up(table.seats[0]))
        assert table.seats[0].stand_in is None
        assert await left(use, table) == pytest.approx(6, abs=0.01)

    inside(tmp_path, story)


class _Deaf:
    async def reread(self, ids: list[str]) -> None:
        pass


def test_the_migrations_lead_to_the_tables_that_the_program_knows(tmp_path: Path) -> None:
    async def differences() -> list[Any]:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}")
        await storage.migrate()
        async with storage.write() as connection:
            found = await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), metadata))
        await storage.close()
        return list(found)

    assert asyncio.run(differences()) == []
