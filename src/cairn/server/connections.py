"""Limits on connections: a request has a timeout, and a flood of connections leaves room for the others.

Some file descriptors are reserved for the database, for bots and for monitoring, and no address holds more than its
share, unless it is a proxy that many come through.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import Counter
from typing import Final

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import is_ssl
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from cairn.server import metrics
from cairn.server.placement import PLACEMENT, table_of
from cairn.server.problems import Problem

log = logging.getLogger(__name__)

REQUEST_SECONDS: Final = 10.0
"""For the whole of a request, from the first byte or, on a new connection, from the start."""
LATE_SECONDS: Final = 0.5
"""A loop that comes so late to a deadline has been too busy to hear anybody."""
RESERVED: Final = 128
"""Descriptors that connections leave to the rest of the process."""
MOST_PER_ADDRESS: Final = 200
"""Connections that one address may hold open at a worker, WebSockets among them."""
LOG_SECONDS: Final = 10.0
FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\nretry-after: 10\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%s"
)
BODY: Final = orjson.dumps(Problem("full", "The server is full. Try again in a while.", retry_after=10).data())


class ConnectionLimits:
    """How many connections there are, and from where."""

    def __init__(self) -> None:
        self.most = 0
        self.trusted: set[str] = set()
        self.active = True
        self.all = 0
        self.by_address: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def prepare(self, proxies: str, active: bool) -> None:
        """Take as many descriptors as we may, and count from here on."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        self.most = max(16, wanted - RESERVED)
        self.trusted = set(proxies.replace(" ", "").split(","))
        self.active = active
        log.info("limits of connections", extra={"most": self.most, "reserved": RESERVED})

    def enter(self, address: str | None) -> str | None:
        """Why a connection cannot be taken; None if it is counted now."""
        why = None
        if self.most and self.all >= self.most:
            why = "full"
        elif self.active and address and not self._is_trusted(address) and self.by_address[address] >= MOST_PER_ADDRESS:
            why = "share"
        if why is not None:
            self.refused(why)
            return why
        self.all += 1
        if address:
            self.by_address[address] += 1
        metrics.TRANSPORTS.set(self.all)
        return None

    def leave(self, address: str | None) -> None:
        self.all -= 1
        metrics.TRANSPORTS.set(self.all)
        if address:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    def refused(self, why: str) -> None:
        metrics.TURNED_AWAY.labels(why).inc()
        moment = time.monotonic()
        if moment - self._logged_at.get(why, -LOG_SECONDS) >= LOG_SECONDS:
            self._logged_at[why] = moment
            log.warning("connections are turned away", extra={"why": why, "open": self.all, "most": self.most})

    def _is_trusted(self, address: str) -> bool:
        return "*" in self.trusted or address in self.trusted


CONNECTIONS: Final = ConnectionLimits()


class HttpProtocol(HttpToolsProtocol):
    """HTTP with a timeout for the whole of a request."""

    _deadline: asyncio.TimerHandle | None = None
    _due = 0.0
    _address: str | None = None
    _counted = False
    is_handed_over = False
    """Whether another worker has handed this connection to us; it stays."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) else None
        super().connection_made(transport)
        if CONNECTIONS.enter(self._address) is not None:
            transport.write(FULL % (len(BODY), BODY))
            transport.close()
            return
        self._counted = True
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on pings tell whether anybody is there, and the other protocol counts the connection."""
        self._relax()
        table = table_of(self.url)
        if table is None or self.is_handed_over or PLACEMENT.is_here(table) or is_ssl(self.transport):
            self._upgrade_here()
            return
        self.transport.pause_reading()
        handing = self.loop.create_task(self._hand_over(table))
        self.tasks.add(handing)
        handing.add_done_callback(self.tasks.discard)

    def _upgrade_here(self) -> None:
        self._counted = False
        super().handle_websocket_upgrade()

    async def _hand_over(self, table: str) -> None:
        """To the worker that the table belongs to. What it has taken is closed here, not for the other side."""
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % header for header in self.scope["headers"]]
        request = b"\r\n".join(lines) + b"\r\n\r\n"
        descriptor = self.transport.get_extra_info("socket").fileno()
        if await PLACEMENT.hand_over(table, descriptor, request):
            self.transport.abort()
        elif not self.transport.is_closing():
            self._upgrade_here()
            self.transport.resume_reading()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._deadline is None:
            self._expect()

    def on_message_complete(self) -> None:
        self._relax()
        super().on_message_complete()

    def _expect(self) -> None:
        self._due = self.loop.time() + REQUEST_SECONDS
        self._deadline = self.loop.call_at(self._due, self._too_late)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        if self._counted:
            self._counted = False
            CONNECTIONS.leave(self._address)

    def _too_late(self) -> None:
        self._deadline = None
        if self.loop.time() > self._due + LATE_SECONDS:  # we did not listen: what was said may be waiting
            self._expect()
            return
        CONNECTIONS.refused("silent")
        if not self.transport.is_closing():
            self.transport.abort()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket, counted until its transport ends."""

    _address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) else None
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        CONNECTIONS.leave(self._address)
        super().connection_lost(exc)
