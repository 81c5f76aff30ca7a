"""A language model at a table: tools over the Model Context Protocol, with the official SDK.

The model has one name and one seat at a time. Everything it is told comes from a server as that seat may know it; this
process holds no other view, so there is nothing more to ask it for.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.mcpserver import MCPServer

import cairn
from cairn.cli.rulebook import rule_text
from cairn.cli.seat import LOST, joined, parts_of
from cairn.client import Client, Refused, Seat
from cairn.core import compact

Json = dict[str, Any]
LONGEST_WAIT = 55.0
"""Seconds; clients of the protocol give up soon after."""
INSTRUCTIONS = """You play board games. Open a table with open_table or join one with join_table, then repeat: read the
position, answer with choose by the number of a choice, and wait_for_turn. `rule` explains rule ids such as FT-10.
In a position, no, none and counts of 0 go without saying; `seats [...]` names the columns of the rows below it, one for
each seat; `a-3/7x2` is a-3 and two of a-7; points with `?` are more by what is hidden. Where it says `short:`, counts
are one digit for each column and names may be cut to their first letters; position with whole=true has them in full."""


class Player:
    """Who sits at the server for the model."""

    def __init__(self, server: str, name: str, token: str | None) -> None:
        self.server = server.rstrip("/")
        self.name = name
        self.token = token
        self.client: Client | None = None
        self.seat: Seat | None = None
        self.table: Json | None = None
        self.heard: list[str] = []

    async def known(self) -> Client:
        """Our identity at the server; made once."""
        if self.client is None:
            self.client = Client(self.server, token=self.token)
            if self.token is None:
                await self.client.guest(self.name)
        return self.client

    async def sit(self, table: Json) -> str:
        client = await self.known()
        await self.leave()
        self.seat = await client.sit(table["id"]).__aenter__()
        self.table = table
        link = f" Others join by {self.server}/join/{table['invite']}." if table.get("invite") else ""
        return f"You have seat {self.seat.seat} at a table of {table['game']}.{link}\n{await self.wait(2)}"

    async def leave(self) -> None:
        seat, self.seat, self.table = self.seat, None, None
        if seat is not None:
            await seat.__aexit__(None, None, None)

    async def come_back(self) -> str:
        """Sit down again where the connection was lost."""
        table = self.table
        if table is None:
            return f"Nothing has changed: the server {self.server} does not answer. Try again later."
        try:
            return f"The connection was lost and is back. {await self.sit(table)}"
        except LOST:
            self.table = table
            return f"The connection is lost: the server {self.server} does not answer. Try again later."

    async def close(self) -> None:
        await self.leave()
        if self.client is not None:
            await self.client.__aexit__()
            self.client = None

    def at_table(self) -> Seat:
        if self.seat is None and self.table is not None:
            raise ConnectionResetError
        if self.seat is None:
            raise cairn.CairnError("you are not at a table: use open_table or join_table first")
        return self.seat

    def position(self, whole: bool = False) -> str:
        seat = self.at_table()
        for message in seat.arrived():
            self._hear(message)
        said = "\n".join(self.heard)
        self.heard = []
        if seat.view is None:
            return said + "The game has not started: a seat is still open."
        return (f"{said}\n" if said else "") + compact.text(seat.view, whole)

    async def wait(self, seconds: float) -> str:
        """Read on until we are asked, the game is over, or the time is up."""
        seat = self.at_table()
        end = asyncio.get_running_loop().time() + seconds
        while True:
            view = seat.view
            if view is not None and (view["seat"] < 0 or view["seat"] == seat.seat):
                return self.position()
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                return self.position() + "\nIt is not your turn yet: wait_for_turn again."
            try:
                self._hear(await asyncio.wait_for(seat.receive(), left))
            except TimeoutError:
                continue

    def _hear(self, message: Json) -> None:
        if message["type"] == "moved" and message.get("entry"):
            self.heard += [event["text"] for event in message["entry"]["events"] if event.get("text")]
        elif message["type"] == "chat":
            line = message["line"]
            self.heard.append(f"{line.get('name', 'somebody')} says: {line['text']}")

    def notation(self, choice: str) -> str:
        """A choice by its number, or as it is."""
        view = self.at_table().view
        choices = [] if view is None else [part["choice"] for part in view["choices"]]
        if choice.strip().isdigit() and choice.strip() not in choices:
            number = int(choice)
            if not choices:
                raise cairn.CairnError("you are not asked now: use wait_for_turn first")
            if not 1 <= number <= len(choices):
                raise cairn.CairnError(f"choices are numbered 1 to {len(choices)}; {number} is none of them")
            return str(choices[number - 1])
        return choice


def server_of(player: Player) -> Any:
    """The server of the protocol, with its tools."""
    mcp: Any = MCPServer("cairn", instructions=INSTRUCTIONS, version=cairn.__version__)

    def tool(made: Callable[..., Awaitable[str]]) -> None:
        """A tool that says what was wrong instead of failing: a model can read that and try again."""

        @functools.wraps(made)
        async def answered(*args: Any, **kwargs: Any) -> str:
            try:
                return await made(*args, **kwargs)
            except (cairn.CairnError, Refused) as error:
                return f"Refused, nothing has changed: {error}"
            except LOST:
                return await player.come_back()

        mcp.tool()(answered)

    @tool
    async def list_games() -> str:
        """The games there are, with their numbers of seats."""
        games = [cairn.game(slug) for slug in cairn.slugs()]
        return "\n".join(
            f"{game.slug}: {game.title}, {game.seats_text}. {game.about.get('tagline', '')}" for game in games
        )

    @tool
    async def rule(game: str, id: str = "") -> str:  # noqa: A002  the word the rules use
        """A rule of a game by its id, such as FT-10; all rules without one."""
        found = cairn.game(game)
        return rule_text(found, id) if id else found.ledger.text

    @tool
    async def open_table(game: str, others: list[str]) -> str:
        """Open a table. `others` are the other seats: bots (hiker, climber, guide, summit), or "link" for a person."""
        client = await player.known()
        return await player.sit(await client.create(game, ["me", *others]))

    @tool
    async def join_table(link: str) -> str:
        """Sit down at a table by the link that its host sent."""
        server, invite = parts_of(link)
        if server != player.server:
            raise cairn.CairnError(f"this player belongs to {player.server}, not to {server}")
        return await player.sit(await joined(await player.known(), invite))

    @tool
    async def position(whole: bool = False) -> str:
        """Where the game stands as your seat may see it, with your choices by number; `whole` shortens nothing."""
        return player.position(whole)

    @tool
    async def choose(choice: str) -> str:
        """Answer with the number of a choice, or in notation. Tells where the game stands then."""
        await player.at_table().choose(player.notation(choice))
        return await player.wait(1)

    @tool
    async def why_not(choice: str) -> str:
        """Why a choice, in notation, is not possible now."""
        problem = await player.at_table().why_not(player.notation(choice))
        if problem is None:
            return "It is possible."
        return f"{problem['detail']} ({problem['rule']})" if problem.get("rule") else str(problem["detail"])

    @tool
    async def wait_for_turn(seconds: float = 30) -> str:
        """Wait until you are asked or the game is over."""
        return await player.wait(min(LONGEST_WAIT, max(0.0, seconds)))

    @tool
    async def say(text: str) -> str:
        """Say something to everybody at the table."""
        await player.at_table().say(text)
        return "Said."

    return mcp


def serve(server: str, name: str, token: str | None, port: int | None) -> None:
    mcp = server_of(Player(server, name, token))
    if port is None:
        mcp.run("stdio")
    else:
        mcp.run("streamable-http", host="127.0.0.1", port=port)
