"""A bot at a table of a server: joins by link and answers until the game is over."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import httpx
import websockets

import cairn
from cairn import bots
from cairn.client import Client, Refused
from cairn.envs.command import TIME, CommandBot

Json = dict[str, Any]
LOST = (OSError, httpx.TransportError, websockets.WebSocketException)
"""What a server that is not there raises."""


def parts_of(link: str) -> tuple[str, str]:
    """The server and the invite of a link such as http://127.0.0.1:8000/join/INVITE."""
    server, joined, invite = link.strip().partition("/join/")
    if not joined or not invite or not server.startswith(("http://", "https://")):
        raise cairn.CairnError(f"a link to a table looks like http://127.0.0.1:8000/join/..., not '{link}'")
    return server, invite.rstrip("/")


async def joined(client: Client, invite: str) -> Json:
    """Sit down where an invite leads; the table."""
    table = await client.ask("GET", f"/api/invites/{invite}")
    return await client.join(table["id"], invite)


async def play_at(link: str, spec: str, name: str, token: str | None, seed: int, seconds: float = TIME) -> Json:
    """The last view. `seconds` is the time limit of a program for one answer."""
    server, invite = parts_of(link)
    try:
        async with Client(server, token=token) as client:
            if token is None:
                await client.guest(name)
            table = await joined(client, invite)
            bot = bots.make(spec, cairn.game(table["game"]))
            if isinstance(bot, CommandBot):
                bot.seconds = seconds
            stand_in = bots.make("climber", bot.game)

            async def answer(view: Json) -> str:
                known = [choice["choice"] for choice in view["choices"]]
                luck = seed + view["turn"]["number"]
                try:
                    choice = await asyncio.to_thread(bot.answer, view, luck)
                except cairn.CairnError as error:
                    problem = str(error)
                else:
                    if choice in known:
                        return choice
                    problem = f"it answered '{choice}', which is none of its choices"
                sys.stderr.write(f"cairn: climber answered for {spec}: {problem}\n")
                return await asyncio.to_thread(stand_in.answer, view, luck)

            async with client.sit(table["id"]) as seat:
                return await seat.play(answer)
    except Refused as refusal:
        raise cairn.CairnError(str(refusal)) from None
    except LOST as lost:
        raise cairn.CairnError(f"the server {server} does not answer: {lost}") from None
