from __future__ import annotations

import asyncio
from typing import Any

import pytest

import cairn
from cairn.client import Client, Refused, Seat
from tests.server.process import Server


def first(view: dict[str, Any]) -> str:
    return str(view["choices"][0]["choice"])


def test_friends_and_a_bot_play_a_game_to_its_end(server: Server) -> None:
    async def story() -> None:
        async with server.client() as ana, server.client() as ben:
            await ana.guest("Ana")
            await ben.guest("Ben")
            table = await ana.create("five-towers", ["me", "link", "hiker"], pace=0)
            assert table["status"] == "waiting"
            await ben.join(table["id"], table["invite"])
            async with ana.sit(table["id"]) as seat, ben.sit(table["id"]) as other:
                ended, _ = await asyncio.gather(seat.play(first), other.play(first))
            assert sum(ended["result"]) == 1.0
            record = cairn.Record.read(await ben.record(table["id"]))
            assert record.state.seat < 0
            assert record.names == ["Ana", "Ben", "Hiker"]

    asyncio.run(story())
