"""`cairn demo` is alive within a minute, and the games it shows are of the rules that are played."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

import cairn
from cairn.cli import demo
from cairn.core.registry import bundled
from cairn.server import admin
from cairn.server.keeping import Unfinished, keep
from cairn.server.settings import Settings
from cairn.server.storage import Storage
from tests.processes import spawn
from tests.server.process import free_port


@pytest.mark.slow
def test_everything_of_the_evening_is_alive() -> None:
    command = [sys.executable, "-m", "cairn", "demo", "--check", "--port", free_port()]
    held = spawn(command, stdout=-1, stderr=-1, text=True, env={**os.environ, "COLUMNS": "200"})
    said, complaints = held.communicate(timeout=200)
    assert held.returncode == 0, complaints
    for slug in bundled():
        assert f"{slug} is at move" in said
    assert "a review weighs" in said
    assert "/files/ is served" in said


@pytest.mark.parametrize("slug", bundled())
def test_a_kept_game_is_over_and_of_todays_rules(slug: str) -> None:
    record = demo.kept(slug)  # refuses other rules: play it again with `python tools/evening.py`, then `make pictures`
    assert record.state.seat < 0
    assert record.game.rules_version == cairn.game(slug).rules_version


def test_kept_games_are_tables_like_any_other(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}")

    async def faults() -> list[object]:
        await demo.prepare(settings)
        storage = Storage(settings.database)
        try:
            return [fault async for _, found in admin.verify(storage) for fault in found]
        finally:
            await storage.close()

    assert asyncio.run(faults()) == []


def test_a_game_that_is_not_over_is_not_kept(tmp_path: Path) -> None:
    record = cairn.Record.new(cairn.game("solstis"), ["Ana", "Ben"], cairn.Dice(1))
    with pytest.raises(Unfinished, match="Solstis is not over"):
        asyncio.run(keep(Storage(f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}"), record, "x", {}))
