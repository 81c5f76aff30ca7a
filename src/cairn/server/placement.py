"""Which worker of this machine a table belongs to, by consistent hashing; and handing a connection over to it.

All workers listen on one port, and the kernel gives a connection to any of them. A WebSocket whose table belongs to
another worker is handed over: its descriptor travels there through a Unix socket, with the request that was read. So a
table is in the memory of one worker, and its players meet there. Any worker could serve any table, so nothing is wrong
while workers disagree: what cannot be handed over is served where it arrived.

Workers have slots, files in a folder of their own: slot 0, slot 1 and so on are Unix sockets of living workers, and
tables are hashed over the slots that there are. A worker that leaves gives its slot to the one that replaces it, so
that a rolling restart moves each table once; where one dies, its tables fall to the others until the slot is taken.
"""

from __future__ import annotations

import array
import asyncio
import bisect
import contextlib
import hashlib
import logging
import os
import re
import secrets
import socket
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from cairn.server import logs, metrics

log = logging.getLogger(__name__)

FOLDER: Final = "CAIRN_SLOTS"
"""The variable that tells a worker where the slots are; without it there is one worker, or each is on its own."""
POINTS: Final = 64
LOOK_SECONDS: Final = 0.2
FRESH_SECONDS: Final = 1.0
"""A worker that has not taken over a connection for so long may not do so any more."""
ANSWER_SECONDS: Final = 1.5
SETTLED_SECONDS: Final = 5.0
LARGEST: Final = 65_536
SOCKET_PATH: Final = re.compile(rb"^/api/tables/([A-Za-z0-9_-]{8,32})/socket(?:\?|$)")


@lru_cache(maxsize=64)
def _points(slots: tuple[str, ...]) -> tuple[list[int], list[str]]:
    ring = sorted((_hash(f"{slot}/{point}"), slot) for slot in slots for point in range(POINTS))
    return [at for at, _ in ring], [slot for _, slot in ring]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def owner(table: str, slots: Iterable[str]) -> str:
    """The slot that a table belongs to. If a slot is added or taken away, only its own share of the tables moves."""
    places, owners = _points(tuple(sorted(slots)))
    return owners[bisect.bisect(places, _hash(table)) % len(owners)]


class Placement:
    """Where tables belong, as this worker sees it; a worker alone has them all."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._socket: socket.socket | None = None
        self._inode = 0
        self._slots: dict[str, int] = {}
        self._looked_at = 0.0
        self._changed_at = 0.0
        self._adopt: Callable[[socket.socket, bytes], None] | None = None
        self._waiting: dict[str, asyncio.Future[None]] = {}

    @property
    def is_shared(self) -> bool:
        """Whether there are other workers that tables may belong to."""
        return self._folder is not None

    @property
    def is_settled(self) -> bool:
        """Whether the workers have been the same for a while."""
        self._look()
        return time.monotonic() > self._changed_at + SETTLED_SECONDS

    def is_here(self, table: str) -> bool:
        """Whether a table belongs to this worker; to all of them if there are none."""
        if self._folder is None:
            return True
        self._look()
        return not self._slots or self._slots[owner(table, self._slots)] == self._inode

    # Coming and going

    def join(self, folder: Path, workers: int, adopt: Callable[[socket.socket, bytes], None]) -> None:
        """Take a free slot, or wait for one: whoever leaves hands its own on."""
        answers = folder / f"answers-{os.getpid()}"
        answers.unlink(missing_ok=True)
        self._socket = channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        channel.setblocking(False)
        channel.bind(str(answers))
        self._folder, self._adopt, self._inode = folder, adopt, answers.stat().st_ino
        for name in (*(f"slot-{number}" for number in range(workers)), f"waiting-{os.getpid()}"):
            place = folder / name
            if not _lives(place):
                place.unlink(missing_ok=True)
            with contextlib.suppress(FileExistsError):
                os.link(answers, place)  # one socket under two names; of two workers who want a slot one gets it
                break
        asyncio.get_running_loop().add_reader(channel.fileno(), self._receive)

    def leave(self) -> None:
        """Give the slot to whoever waits for one. Connections that come from now on go there."""
        if self._folder is None or self._socket is None:
            return
        (self._folder / f"waiting-{os.getpid()}").unlink(missing_ok=True)
        heir = next((path for path in sorted(self._folder.glob("waiting-*")) if _lives(path)), None)
        for slot in self._folder.glob("slot-*"):
            with contextlib.suppress(FileNotFoundError):
                if slot.stat().st_ino != self._inode:
                    continue
                if heir is None:
                    slot.unlink()
                else:
                    heir.rename(slot)  # at once, so that there is never a moment without
        self._looked_at = 0.0

    def close(self) -> None:
        self.leave()
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
        if self._folder is not None:
            (self._folder / f"answers-{os.getpid()}").unlink(missing_ok=True)
        self._folder = None

    def _look(self) -> None:
        moment = time.monotonic()
        if self._folder is None or moment < self._looked_at + LOOK_SECONDS:
            return
        self._looked_at = moment
        slots = {}
        for path in self._folder.glob("slot-*"):
            with contextlib.suppress(FileNotFoundError):
                slots[path.name] = path.stat().st_ino
        if slots != self._slots:
            self._slots, self._changed_at = slots, moment

    # Handing over

    async def hand_over(self, table: str, connection: int, request: bytes) -> bool:
        """Hand a connection, by its descriptor, to the worker of its table; whether that worker has taken it."""
        token = secrets.token_hex(8)
        head = f"{token} {os.getpid()} {time.monotonic()}\n".encode()
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[token] = answer
        try:
            if len(request) > LARGEST - len(head) or not self._send(table, head + request, connection):
                return False
            await asyncio.wait({answer}, timeout=ANSWER_SECONDS)
            if not answer.done():
                self._receive()  # it may have come while this loop was late
            if not answer.done():
                metrics.HANDOVERS.labels("unanswered").inc()
                return False
        finally:
            del self._waiting[token]
        metrics.HANDOVERS.labels("taken").inc()
        return True

    def _send(self, table: str, message: bytes, connection: int) -> bool:
        assert self._folder is not None
        assert self._socket is not None
        while not self.is_here(table):
            slot = self._folder / owner(table, self._slots)
            try:
                rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection]))
                self._socket.sendmsg([message], [rights], 0, str(slot))
            except (ConnectionRefusedError, FileNotFoundError):  # that worker is dead: its tables fall to the others
                metrics.HANDOVERS.labels("dead").inc()
                if not _lives(slot):
                    slot.unlink(missing_ok=True)
                self._looked_at = 0.0
            except OSError:  # it does not keep up
                metrics.HANDOVERS.labels("refused").inc()
                return False
            else:
                return True
        return False

    def _receive(self) -> None:
        """A connection that was handed over, or the answer that one of ours was taken."""
        assert self._socket is not None
        while True:
            try:
                message, descriptors, _, _ = socket.recv_fds(self._socket, LARGEST, 1)
            except BlockingIOError:
                return
            except OSError as error:
                logs.failed(log, "a connection could not be taken over", error)
                return
            head, _, request = message.partition(b"\n")
            if not descriptors:
                answer = self._waiting.get(head.decode())
                if answer is not None and not answer.done():
                    answer.set_result(None)
                continue
            connection = socket.socket(fileno=descriptors[0])
            token, sender, sent_at = head.decode().split()
            if time.monotonic() > float(sent_at) + FRESH_SECONDS:
                connection.close()  # whoever sent it serves it by now
                continue
            if self._tell(int(sender), token) and self._adopt is not None:
                self._adopt(connection, request)
            else:
                connection.close()

    def _tell(self, sender: int, token: str) -> bool:
        """Tell the worker that handed a connection over that it is ours now."""
        assert self._folder is not None
        assert self._socket is not None
        answers = self._folder / f"answers-{sender}"
        try:
            self._socket.sendto(token.encode(), str(answers))
        except OSError:
            return False
        return True


def _lives(path: Path) -> bool:
    """Whether a worker still listens to a Unix socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def table_of(url: bytes) -> str | None:
    """The table that the address of a WebSocket leads to."""
    found = SOCKET_PATH.match(url)
    return None if found is None else found.group(1).decode()


PLACEMENT: Final = Placement()
"""Of this process. The protocol of connections, which uvicorn makes, cannot be handed anything."""
