"""The first thing a client hears."""

from __future__ import annotations

import asyncio

from cairn.client import Client
from tests.server.process import Server
from tests.server.test_tables import tell, two_at_a_table


def test_hello_comes_first_however_many_come_at_once(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis")  # noqa: A001

        async def first_heard() -> str:
            async with Client(server.url).sit(id) as watching:
                return str(watching.hello["type"])

        assert set(await asyncio.gather(*(first_heard() for _ in range(20)))) == {"hello"}

    tell(server, story)
