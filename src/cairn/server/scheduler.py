"""What the server does at a table by itself: bots answer, and patience and clocks end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, NamedTuple

from cairn.server import logs, metrics, packs, redaction, roster
from cairn.server.fair_queue import Asker, Priority
from cairn.server.problems import Problem
from cairn.server.quarantine import DAMAGED, NOT_THE_TABLES_FAULT, Stopped
from cairn.server.roster import RUNNING, Seat
from cairn.server.session import Session
from cairn.server.storage import now
from cairn.server.thinking import Answer

log = logging.getLogger(__name__)

TRIES: Final = 3
"""Failures in a row after which a table is stopped."""


class Wanted(NamedTuple):
    """The position, when the server must act there, and the bot that is asked."""

    position: int
    due: int | None
    bot: str | None


def _nothing(_: Stopped) -> None:
    pass


class Scheduler:
    """At most one thing at a time: the bot that is asked thinks, or the time of a person runs.

    If it fails it concerns this table alone. It is tried again when the sweep comes by; a table where it fails again
    and again is stopped.
    """

    def __init__(
        self,
        session: Session,
        time_is_up: Callable[[Seat], Awaitable[None]],
        stopped: Callable[[Stopped], None],
    ) -> None:
        self._session = session
        self._time_is_up = time_is_up
        self._stopped = stopped
        self._task: asyncio.Task[None] | None = None
        self._wanted: Wanted | None = None

    @property
    def is_thinking(self) -> bool:
        return self._wanted is not None and self._wanted.bot is not None

    def arrange(self) -> None:
        """See to it that whoever is asked now answers. What was under way for another position or player is ended."""
        wanted = self._want()
        if wanted == self._wanted and (wanted is None or (self._task is not None and not self._task.done())):
            return
        self.cancel()
        self._wanted = wanted
        if wanted is None:
            return
        if wanted.bot is not None:
            self._begin(self._think, wanted.position, wanted.bot, wanted.due)
        elif wanted.due is not None:
            self._begin(self._wait, wanted.position, wanted.due)

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def dispose(self) -> None:
        self.cancel()
        self._stopped = _nothing

    def _want(self) -> Wanted | None:
        session = self._session
        play = session.play
        if play is None or play.asked < 0 or session.terms.status != RUNNING:
            return None
        return Wanted(play.position, session.terms.due, session.seats[play.asked].played_by)

    def _begin(self, work: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
        async def watched() -> None:
            try:
                await work(*given)
            except Problem:
                pass  # the table has moved on, or it is stopped already
            except Exception as error:
                self._failed(error)

        self._task = self._session.shared.tasks.spawn(watched())

    def _failed(self, error: Exception) -> None:
        session = self._session
        logs.failed(log, "a table's own work failed", error, table=session.id)
        metrics.TABLE_FAULTS.labels("work").inc()
        if not isinstance(error, NOT_THE_TABLES_FAULT):
            session.failures += 1
        if session.failures >= TRIES:
            self._stopped(Stopped(DAMAGED, f"the server's own work failed {TRIES} times ({logs.place(error)})"))

    # A bot is asked

    async def _think(self, position: int, bot: str, due: int | None) -> None:
        session = self._session
        if due is not None and not session.is_ours:
            await asyncio.sleep(
                max(0, due - session.shared.monotonic.now()) / 1000
            )  # another worker's bot is thinking, if that worker lives
        loop = asyncio.get_running_loop()
        ready_at = loop.time() + self.pace / 1000
        state = session.running().state
        content = packs.file_of(state.setup.game)
        answer = await session.shared.thinking.answer(bot, redaction.for_bot(state), self._asker(), content)
        await asyncio.sleep(max(0.0, ready_at - loop.time()))
        await session.safely(self._answer(position, bot, answer))

    def _asker(self) -> Asker:
        session = self._session
        priority = Priority.PEOPLE if roster.is_played_by_people(session.seats) else Priority.BOTS
        return Asker(priority, session.terms.host, session.id)

    @property
    def pace(self) -> int:
        """Milliseconds that a bot takes at least; where no person plays it may not take all there is to think with."""
        session = self._session
        least = 0 if roster.is_played_by_people(session.seats) else session.shared.bots_alone_pace
        return max(session.terms.pace, least, session.shared.overload.least_pace)

    async def _answer(self, position: int, bot: str, answer: Answer) -> None:
        session, play = self._session, self._session.running()
        if play.position != position or session.seats[play.asked].played_by != bot:
            return
        self._task = None  # done: what is arranged next must not end us
        with contextlib.suppress(Problem):  # another worker's bot was faster
            await session.commit(play.answer(answer.notation, bot, now()), answer.short)

    # A person is asked

    async def _wait(self, position: int, due: int) -> None:
        await asyncio.sleep(max(0, due - self._session.shared.monotonic.now()) / 1000)
        await self._session.safely(self._end_of_time(position))

    async def _end_of_time(self, position: int) -> None:
        session, play = self._session, self._session.running()
        seat = session.seats[play.asked]
        if play.position == position and seat.played_by is None:
            self._task = None
            await self._time_is_up(seat)
