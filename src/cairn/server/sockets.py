"""The WebSocket of a table: one connection, its messages in, its messages out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Final

from sqlalchemy.exc import IntegrityError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cairn.server import logs, messages, metrics, problems, redaction, tracing
from cairn.server.identity import Visitor
from cairn.server.journal import Unsettled
from cairn.server.limits import OUTBOX, Limits
from cairn.server.problems import Problem
from cairn.server.storage import is_trouble, now
from cairn.server.table import Table

log = logging.getLogger(__name__)

TOO_SLOW: Final = 1013
REFUSED: Final = {"foreign-origin": 4403, "not-found": 4404, "stopped": 4409, "too-many": 4429}
NOT_TEXT: Final = 1003
NOT_NOW: Final = 1008


class Connection:
    """A receiver at a table. What is posted waits in an outbox, so that a slow receiver holds nobody up."""

    def __init__(
        self, socket: WebSocket, table: Table, visitor: Visitor | None, limits: Limits, changes: bool = False
    ) -> None:
        self.visitor = visitor
        self.unwanted: set[str] = set()
        self.known: redaction.Known | None = {} if changes else None
        self._socket = socket
        self._table = table
        self._limits = limits
        self._address = socket.client.host if socket.client else None
        self._outbox: asyncio.Queue[str] = asyncio.Queue(OUTBOX)
        self._closing: tuple[int, str] | None = None
        self._sender: asyncio.Task[None] | None = None

    def post(self, text: str) -> None:
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.hang_up(TOO_SLOW, "You read too slowly. Connect again with your last position.")

    def hang_up(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = (code, reason)
            if self._sender is not None:
                self._sender.cancel()

    async def serve(self, since: int | None) -> None:
        """Until the connection ends."""
        sender = self._sender = asyncio.create_task(self._send())
        reader = asyncio.create_task(self._receive())
        metrics.CONNECTIONS.inc()
        try:
            await self._table.connect(self, since)
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        except Problem as problem:
            self.hang_up(REFUSED.get(problem.kind, NOT_NOW), problem.detail[:100])
        finally:
            metrics.CONNECTIONS.dec()
            sender.cancel()
            reader.cancel()
            await asyncio.gather(sender, reader, return_exceptions=True)
            self._sender = None  # it refers to us
            await self._table.disconnect(self)
        if self._closing is not None and self._socket.application_state == WebSocketState.CONNECTED:
            await self._socket.close(*self._closing)

    async def _send(self) -> None:
        try:
            while True:
                await self._socket.send_text(await self._outbox.get())
        except (WebSocketDisconnect, RuntimeError):
            return  # the other side has gone

    async def _receive(self) -> None:
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            text = frame.get("text")
            if text is None:
                self.hang_up(NOT_TEXT, "Messages are JSON in text frames.")
                return
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        tag = None
        try:
            self._limits.take("message", self.visitor.id if self.visitor else None, self._address)
            data = messages.parse(text)
            tag = messages.tag_of(data)
            message = messages.read(data)
            with tracing.span(f"message {type(message).__name__.lower()}"):
                reply = await HANDLERS[type(message)](self, message)
        except Problem as problem:
            metrics.REFUSALS.labels(problem.kind).inc()
            reply = {"type": "refused", "problem": problem.data()}
        except Unsettled:
            return  # no answer is better than a wrong one: the connection ends, and the next hello tells
        except IntegrityError:  # what it refers to has been removed, and so will be whoever sent it
            reply = {"type": "refused", "problem": Problem("not-signed-in", "You are no longer signed in.").data()}
        except Exception as error:
            if is_trouble(error):  # nothing was committed: a move would have been looked up
                logs.failed(log, "the database did not do what was asked", error)
                self.post(redaction.encode({"type": "refused", "problem": problems.of_database().data(), "id": tag}))
                return
            logs.failed(log, "a message could not be handled", error, table=self._table.id)
            reply = {"type": "refused", "problem": Problem("broken", "Something went wrong on our side.").data()}
        self.post(redaction.encode({**reply, "id": tag}))

    def _somebody(self) -> Visitor:
        if self.visitor is None:
            raise Problem("not-signed-in", "You are watching. To play, continue as a guest or sign in.")
        return self.visitor

    async def _back(self, message: messages.Undo | messages.Restart, whole_turn: bool) -> int:
        return await self._table.step_back(self._somebody(), message.position, whole_turn, message.key)

    # One handler for each kind of message

    async def _choose(self, message: messages.Choose) -> dict[str, Any]:
        started = time.perf_counter()
        position = await self._table.choose(self._somebody(), message.position, message.choice, message.key)
        metrics.CHOICE_SECONDS.observe(time.perf_counter() - started)
        return {"type": "accepted", "position": position}

    async def _undo(self, message: messages.Undo) -> dict[str, Any]:
        return {"type": "accepted", "position": await self._back(message, False)}

    async def _restart(self, message: messages.Restart) -> dict[str, Any]:
        return {"type": "accepted", "position": await self._back(message, True)}

    async def _why(self, message: messages.Why) -> dict[str, Any]:
        problem = self._table.why_not(self._somebody(), message.choice)
        return {"type": "why", "possible": problem is None, "problem": None if problem is None else problem.data()}

    async def _preview(self, message: messages.Preview) -> dict[str, Any]:
        return {"type": "preview", **self._table.preview(self._somebody(), message.position, message.choice)}

    async def _come_back(self, message: messages.ComeBack) -> dict[str, Any]:
        await self._table.come_back(self._somebody())
        return {"type": "accepted", "position": None}

    async def _say(self, message: messages.Say) -> dict[str, Any]:
        visitor = self._somebody()
        await self._limits.spend("chat", visitor.id)
        await self._table.chat(visitor, message.text)
        return {"type": "accepted", "position": None}

    async def _ping(self, message: messages.Ping) -> dict[str, Any]:
        return {"type": "pong", "now": now()}


HANDLERS: Final[dict[type[messages.FromClient], Any]] = {
    messages.Choose: Connection._choose,
    messages.Undo: Connection._undo,
    messages.Restart: Connection._restart,
    messages.Why: Connection._why,
    messages.Preview: Connection._preview,
    messages.ComeBack: Connection._come_back,
    messages.Say: Connection._say,
    messages.Ping: Connection._ping,
}


async def refuse(socket: WebSocket, problem: Problem) -> None:
    """Let a client know why it is not let in: browsers do not show the answer to a refused handshake."""
    await socket.accept()
    await socket.send_text(redaction.encode({"type": "refused", "id": None, "problem": problem.data()}))
    await socket.close(REFUSED.get(problem.kind, NOT_NOW), problem.detail[:100])
