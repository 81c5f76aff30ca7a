"""What all tables of a worker use together, handed to each of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from cairn.server import logs
from cairn.server.fanout import Fanout
from cairn.server.journal import Journal
from cairn.server.monotonic import MonotonicClock
from cairn.server.overload import Overload
from cairn.server.placement import PLACEMENT, Placement
from cairn.server.problems import Problem
from cairn.server.storage import Storage
from cairn.server.thinking import Thinking

log = logging.getLogger(__name__)

LAST_WORK_SECONDS: Final = 5.0

T = TypeVar("T")


class Tasks:
    """Work that goes on by itself; a failure is logged."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Problem):
            logs.failed(log, "work at a table failed", error)

    async def close(self) -> None:
        """Let what was accepted come to its end, within reason."""
        pending = [task for task in self._running if not task.done()]
        if pending:
            await asyncio.wait(pending, timeout=LAST_WORK_SECONDS)


@dataclass(frozen=True)
class Shared:
    storage: Storage
    journal: Journal
    thinking: Thinking
    fanout: Fanout
    monotonic: MonotonicClock = field(default_factory=MonotonicClock)
    bots_alone_pace: int = 0
    """Milliseconds that a bot takes at least where no person plays."""
    tasks: Tasks = field(default_factory=Tasks)
    placement: Placement = PLACEMENT
    overload: Overload = field(default_factory=Overload)
