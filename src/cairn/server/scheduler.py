"""What the server does at a table by itself: bots answer, and patience and clocks end."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from cairn.server import roster
from cairn.server.problems import Problem
from cairn.server.roster import RUNNING
from cairn.server.storage import now
from cairn.server.thinking import Answer

if TYPE_CHECKING:
    from cairn.server.table import Table


class Scheduler:
    """At most one thing at a time: the bot that is asked thinks, or the time of a person runs."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._wanted: tuple[int, int | None, str | None] | None = None

    @property
    def is_thinking(self) -> bool:
        return self._wanted is not None and self._wanted[2] is not None

    def arrange(self) -> None:
        """See to it that whoever is asked now answers. What was under way for another position or player is ended."""
        wanted = self._want()
        if wanted == self._wanted and (wanted is None or (self._task is not None and not self._task.done())):
            return
        self.cancel()
        self._wanted = wanted
        if wanted is None:
            return
        position, due, bot = wanted
        if bot is not None:
            self._task = self._table.tables.work(self._table, self._think(position, bot, due))
        elif due is not None:
            self._task = self._table.tables.work(self._table, self._wait(position, due))

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _want(self) -> tuple[int, int | None, str | None] | None:
        """The position, when the server must act, and the bot that is asked."""
        table = self._table
        play = table.play
        if play is None or play.asked < 0 or table.terms.status != RUNNING:
            return None
        return play.position, table.terms.due, table.seats[play.asked].played_by

    async def _think(self, position: int, bot: str, due: int | None) -> None:
        table = self._table
        if due is not None and not table.is_ours:
            await asyncio.sleep(max(0, due - now()) / 1000)  # another worker's bot is thinking, if that worker lives
        loop = asyncio.get_running_loop()
        ready_at = loop.time() + self.pace / 1000
        answer = await table.tables.answer_of(bot, table)
        await asyncio.sleep(max(0.0, ready_at - loop.time()))
        await table.safely(self._answer(position, bot, answer))

    @property
    def pace(self) -> int:
        """Milliseconds that a bot takes at least; where no person plays it may not take all there is to think with."""
        table = self._table
        least = 0 if roster.is_played_by_people(table.seats) else table.tables.bots_alone_pace
        return max(table.terms.pace, least)

    async def _answer(self, position: int, bot: str, answer: Answer) -> None:
        table, play = self._table, self._table.running()
        if play.position != position or table.seats[play.asked].played_by != bot:
            return
        self._task = None  # done: what is arranged next must not end us
        with contextlib.suppress(Problem):  # another worker's bot was faster
            await table.commit(play.answer(answer.notation, bot, now()), answer.short)

    async def _wait(self, position: int, due: int) -> None:
        await asyncio.sleep(max(0, due - now()) / 1000)
        await self._table.safely(self._end_of_time(position))

    async def _end_of_time(self, position: int) -> None:
        table, play = self._table, self._table.running()
        seat = table.seats[play.asked]
        if play.position == position and seat.played_by is None:
            self._task = None
            await table.seating.time_is_up(seat)
