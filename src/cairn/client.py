"""A client of a Cairn server: HTTP for tables and people, a WebSocket for what happens at a table.

    async with Client("http://127.0.0.1:8000") as client:
        await client.guest("Ana")
        table = await client.create("five-towers", ["me", "climber"])
        async with client.sit(table["id"]) as seat:
            await seat.play(lambda view: view["choices"][0]["choice"])

Remote bots come with a token instead of a name: `Client(url, token=...)`. Needs the packages of the extra `client`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets

Json = dict[str, Any]


class Refused(Exception):
    """The server said no. `problem` has all members of its problem details; nothing was changed."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem.get('detail')} ({problem.get('type')})")
        self.problem = problem

    @property
    def kind(self) -> str:
        return str(self.problem.get("type", "")).rpartition("/")[2]


class Client:
    """Somebody at a server. The cookie by which the server knows them lives as long as the client."""

    def __init__(self, url: str, token: str | None = None, cookie: str | None = None) -> None:
        self.url = url.rstrip("/")
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        cookies = {} if cookie is None else {"cairn": cookie}
        self._http = httpx.AsyncClient(base_url=self.url, headers=headers, cookies=cookies, timeout=30)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    @property
    def cookie(self) -> str | None:
        """What to hand to another `Client` to be the same person there."""
        return self._http.cookies.get("cairn")

    async def ask(self, method: str, path: str, body: Json | None = None, **query: Any) -> Any:
        """Any address of the API. Refused if the server says no."""
        answer = await self._http.request(method, path, json=body, params=query or None)
        if answer.is_error:
            raise Refused(_problem(answer))
        return answer.json() if answer.content else None

    async def guest(self, name: str) -> Json:
        """Come as a guest of this name."""
        return dict(await self.ask("POST", "/api/guests", {"name": name}))

    async def sign_in(self, name: str, passphrase: str) -> Json:
        """Sign in as somebody who has claimed a name."""
        return dict(await self.ask("POST", "/api/sessions", {"name": name, "passphrase": passphrase}))

    async def create(self, game: str, seats: list[str], **wishes: Any) -> Json:
        """A new table. A seat is "me", "link" or the name of a bot; wishes are those of the API."""
        held = [{"kind": seat} if seat in ("me", "link") else {"kind": "bot", "bot": seat} for seat in seats]
        return dict(await self.ask("POST", "/api/tables", {"game": game, "seats": held, **wishes}))

    async def join(self, table: str, invite: str, seat: int | None = None) -> Json:
        """Take a seat by the invitation of a table."""
        return dict(await self.ask("POST", f"/api/tables/{table}/join", {"invite": invite, "seat": seat}))

    async def my_turns(self) -> list[Json]:
        """The tables that wait for us."""
        return list(await self.ask("GET", "/api/me/tables", turn=True))

    async def record(self, table: str) -> str:
        """The text of a finished game's record; `cairn.Record.read` reads it."""
        answer = await self._http.get(f"/api/tables/{table}/record")
        if answer.is_error:
            raise Refused(_problem(answer))
        return answer.text

    def sit(self, table: str, since: int | None = None) -> Seat:
        """A connection to a table: as a player if we have a seat there, as a spectator otherwise."""
        base = urlsplit(self.url)
        scheme = "wss" if base.scheme == "https" else "ws"
        query = "?views=changes" if since is None else f"?views=changes&position={since}"
        headers = {}
        if "authorization" in self._http.headers:
            headers["Authorization"] = self._http.headers["authorization"]
        elif self.cookie is not None:
            headers["Cookie"] = f"cairn={self.cookie}"
        return Seat(f"{scheme}://{base.netloc}/api/tables/{table}/socket{query}", headers)


class Seat:
    """A connection to a table. Messages come by `receive`; `view` and `position` are as of the last one."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self._url = url
        self._headers = headers
        self._tags = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._messages: asyncio.Queue[Json | Exception] = asyncio.Queue()
        self.hello: Json = {}
        self.view: Json | None = None
        self.position = -1
        self.seat: int | None = None

    async def __aenter__(self) -> Seat:
        self._socket = await websockets.connect(
            self._url, additional_headers=self._headers, max_size=None, compression=None
        )
        self._reader = asyncio.create_task(self._read())
        try:
            await self.receive()
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()
        self._reader.cancel()

    async def receive(self) -> Json:
        """The next message about the table. ConnectionClosed when there are no more."""
        message = await self._messages.get()
        if isinstance(message, Exception):
            self._messages.put_nowait(message)
            raise message
        return message

    def arrived(self) -> list[Json]:
        """The messages that have come already, without waiting for more."""
        found: list[Json] = []
        while not self._messages.empty():
            message = self._messages.get_nowait()
            if isinstance(message, Exception):
                self._messages.put_nowait(message)
                break
            found.append(message)
        return found

    async def choose(self, choice: str, position: int | None = None, key: str | None = None) -> int:
        """Answer the decision; the new position. Refused says why not.

        Without a connection nobody knows whether the answer arrived. With a `key` of one's own it can be sent again, at
        another connection too, and is made once.
        """
        more = {"choice": choice} if key is None else {"choice": choice, "key": key}
        return await self._position_after("choose", position, **more)

    async def undo(self, position: int | None = None) -> int:
        """Take back the last choice; the new position."""
        return await self._position_after("undo", position)

    async def restart(self, position: int | None = None) -> int:
        """Take back all choices of this turn; the new position."""
        return await self._position_after("restart", position)

    async def why_not(self, choice: str) -> Json | None:
        """The problem with a choice; None if it is possible."""
        reply = await self.send({"type": "why", "choice": choice})
        problem: Json | None = reply["problem"]
        return problem

    async def preview(self, choice: str) -> Json:
        """Where a choice would lead: `view`, and whether it is `certain`."""
        return await self.send({"type": "preview", "position": self.position, "choice": choice})

    async def say(self, text: str) -> None:
        """Say something at the table."""
        await self.send({"type": "chat", "text": text})

    async def come_back(self) -> None:
        """Play again instead of the bot that stood in."""
        await self.send({"type": "come-back"})

    async def play(self, answer: Callable[[Json], str | Awaitable[str]]) -> Json:
        """Answer with a function of the view whenever asked, until the game is over; the last view."""
        while True:
            view = self.view
            if view is not None and view["seat"] < 0:
                return view
            if view is None or view["seat"] != self.seat:
                await self.receive()
                continue
            chosen = answer(view)
            choice = chosen if isinstance(chosen, str) else await chosen
            try:
                await self.choose(choice)
            except Refused as refusal:
                if refusal.kind not in ("stale-position", "not-your-turn"):
                    raise
                await self.receive()

    async def send(self, message: Json) -> Json:
        """Any message, and the reply to it. Refused if the server says no."""
        tag = str(next(self._tags))
        reply: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[tag] = reply
        await self._socket.send(json.dumps({**message, "id": tag}))
        answer = await reply
        if answer["type"] == "refused":
            raise Refused(answer["problem"])
        return answer

    async def _position_after(self, kind: str, position: int | None, **more: str) -> int:
        at = self.position if position is None else position
        return int((await self.send({"type": kind, "position": at, **more}))["position"])

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                self._take(json.loads(text))
            error: Exception = websockets.ConnectionClosedOK(None, None)
        except websockets.ConnectionClosed as closed:
            error = closed
        self._messages.put_nowait(error)
        for reply in self._waiting.values():
            if not reply.done():
                reply.set_exception(error)

    def _take(self, message: Json) -> None:
        if message["type"] == "changed":
            changes = message.pop("changes")
            message |= {"type": "moved", "view": patched(self.view or {}, changes)}
        reply = self._waiting.pop(message.get("id") or "", None)
        if reply is not None:
            reply.set_result(message)
            return
        if message["type"] == "refused":
            self._messages.put_nowait(Refused(message["problem"]))
            return
        stands = message
        if message["type"] == "hello":
            self.hello = message
            self.seat = message["you"]["seat"] if message["you"] else None
            stands = message["position"] or {}
        if "view" in stands:
            self.view, self.position = stands["view"], stands["position"]
        self._messages.put_nowait(message)


def patched(view: Json, changes: list[Json]) -> Json:
    """A view after a JSON Patch of its members and zones. The old one stays as it was."""
    new = {**view, "zones": dict(view["zones"])}
    for change in changes:
        *way, last = (part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:])
        place = new["zones"] if way else new
        if change["op"] == "remove":
            del place[last]
        else:
            place[last] = change["value"]
    return new


def _problem(answer: httpx.Response) -> Json:
    try:
        return dict(answer.json())
    except ValueError:
        return {"type": "/problems/unknown", "status": answer.status_code, "detail": answer.text[:200]}
