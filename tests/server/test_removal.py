"""Somebody is removed beside a running server: they are out at once, and whoever they played with goes on."""

from __future__ import annotations

import asyncio

import pytest
import websockets
from sqlalchemy import func, select

from cairn.client import Client
from cairn.server.models import chats, moves, ratings, seats
from cairn.server.storage import Storage
from tests.server.process import Server
from tests.server.test_admin import admin
from tests.server.test_tables import first, refused, tell, two_at_a_table


async def traces(database: str, person: str) -> int:
    """Rows that still name somebody."""
    storage = Storage(database)
    async with storage.read() as connection:
        found = [
            await connection.scalar(select(func.count()).where(column == person))
            for column in (moves.c.actor, seats.c.player, ratings.c.player, chats.c.player)
        ]
    await storage.close()
    return sum(found)


def test_who_is_removed_is_out_at_once_and_the_opponent_finishes_the_game(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        gone = (await ben.ask("GET", "/api/me"))["id"]
        table = await two_at_a_table(ana, ben, "solstis", pace=0)
        async with ana.sit(table) as seat, ben.sit(table) as other:
            await other.say("here I am")
            assert (await asyncio.to_thread(admin, server.database, "remove", gone))[0] == 0
            assert (await refused(ben.ask("GET", "/api/me")))["kind"] == "not-signed-in"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await other.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
            ended = await seat.play(first)
        assert sum(ended["result"]) == 1.0
        summary = await ana.ask("GET", f"/api/tables/{table}")
        assert [held["name"] for held in summary["seats"]] == ["Ana", "Somebody"]
        assert await traces(server.database, gone) == 0

    tell(server, story)


def test_a_game_that_ends_before_the_server_has_noticed_is_rated_without_the_one_who_is_gone(server: Server) -> None:
    """The last choice falls into the moment between the removal and its notice."""

    async def story(ana: Client, ben: Client) -> None:
        gone = (await ben.ask("GET", "/api/me"))["id"]
        table = await two_at_a_table(ana, ben, "solstis", pace=0)
        async with ana.sit(table) as seat, ben.sit(table) as other:
            removing: asyncio.Task[tuple[int, str]] | None = None
            while (seat.view or {})["seat"] >= 0:
                if (seat.view or {})["seat"] == 1:
                    if removing is not None and removing.done():
                        await seat.receive()  # a bot plays on
                        continue
                    position = await other.choose(first(other.view or {}))
                else:
                    removing = removing or asyncio.create_task(
                        asyncio.to_thread(admin, server.database, "remove", gone)
                    )
                    position = await seat.choose(first(seat.view or {}))
                for told in (seat, other):
                    while told.position < position:
                        try:
                            await told.receive()
                        except websockets.ConnectionClosed:
                            assert told is other
                            break
            assert removing is not None
            assert (await removing)[0] == 0
        await asyncio.sleep(1)
        assert await traces(server.database, gone) == 0

    tell(server, story)
