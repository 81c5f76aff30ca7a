"""Views sent as what has changed in them are the same views, in fewer bytes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import websockets

import cairn
from cairn.client import patched
from tests.server.process import Server


@pytest.mark.parametrize("slug", cairn.slugs())
def test_changes_make_the_same_views_as_are_sent_whole(server: Server, slug: str) -> None:
    async def watch(table: str, query: str) -> tuple[dict[int, Any], int]:
        """Every view of a game by its position, and how many characters brought them."""
        views: dict[int, Any] = {}
        size, view = 0, None
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket{query}"
        async with websockets.connect(address, max_size=None) as channel:
            async for text in channel:
                message = json.loads(text)
                stands = message["position"] if message["type"] == "hello" else message
                if stands is None or "position" not in stands:
                    continue
                size += len(text)
                view = stands["view"] if "view" in stands else patched(view, stands["changes"])
                views[stands["position"]] = view
                if view["seat"] < 0:
                    return views, size
        raise AssertionError("the game did not end")

    async def story() -> None:
        async with server.client() as ana:
            await ana.guest("x")
            table = (await ana.create(slug, ["me", "random"], pace=0))["id"]
            whole, changes = (asyncio.create_task(watch(table, query)) for query in ("", "?views=changes"))
            async with ana.sit(table) as seat:
                await seat.play(lambda view: str(view["choices"][-1]["choice"]))
            (views, all_bytes), (same, fewer) = await whole, await changes
            assert all(same[position] == views[position] for position in same.keys() & views.keys())
            assert len(same.keys() & views.keys()) > 10
            assert fewer < all_bytes

    asyncio.run(asyncio.wait_for(story(), 120))
