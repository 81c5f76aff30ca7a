"""Tables and sockets that have gone are freed at once, without waiting for a collection."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

import cairn
from cairn.server import services, tables
from cairn.server.identity import Player, Visitor
from cairn.server.lobby import Wish
from cairn.server.roster import BOT, PERSON
from cairn.server.settings import Settings
from cairn.server.sockets import Connection


class Silent:
    """A WebSocket on which nothing is said until it ends."""

    client = None
    application_state = None

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self.sent = 0

    async def send_text(self, text: str) -> None:
        self.sent += 1

    async def receive(self) -> dict[str, str]:
        await self.ended.wait()
        return {"type": "websocket.disconnect"}


def test_a_table_that_is_dropped_and_its_connections_are_freed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "IDLE_SECONDS", -1.0)

    async def story() -> list[str]:
        settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}", thinkers=1, web=None)
        async with services.running(settings) as use:
            visitor, _ = await use.identity.guest("Ana", "test")
            left: list[str] = []
            for slug in cairn.slugs():
                setup = cairn.game(slug).prepare(2, {})
                wish = Wish(setup, [(PERSON, visitor.id), (BOT, "random")], patience=60)
                watched = await one_table(use, visitor, wish)
                await asyncio.sleep(0.05)
                await use.tables._sweep()
                await asyncio.sleep(0.05)
                left += [f"{slug}: {type(kept).__name__}" for kept in (ref() for ref in watched) if kept is not None]
            return left

    gc.disable()
    try:
        left = asyncio.run(asyncio.wait_for(story(), 60))
    finally:
        gc.enable()
    assert not left


async def one_table(use: services.Services, visitor: Visitor, wish: Wish) -> list[weakref.ref[object]]:
    table = await use.lobby.create(visitor, wish)
    socket = Silent()
    connection = Connection(socket, table, visitor, use.limits)  # type: ignore[arg-type]
    serving = asyncio.create_task(connection.serve(None))
    while not socket.sent:
        await asyncio.sleep(0.01)
    for _ in range(3):
        play = table.session.running()
        if play.asked == 0:
            await table.choose(visitor, play.position, play.state.notation(play.state.offered[0]))
        await asyncio.sleep(0.02)
    while table.scheduler.is_thinking:
        await asyncio.sleep(0.01)
    socket.ended.set()
    await serving
    assert isinstance(visitor.player, Player)
    parts = (table, table.session, table.scheduler, table.seating, table.session.presence, connection, socket)
    return [weakref.ref(part) for part in parts]
