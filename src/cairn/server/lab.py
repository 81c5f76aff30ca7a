"""The lab on a server: comparisons of content packs, played where bots think, after everybody else.

A run belongs to the worker that began it; what it has found is in the database, so every worker can show it. It is
written at every look. A run whose worker is gone no longer changes, and is then called stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import orjson
from sqlalchemy import func, insert, select, update

from cairn.core.message import counted
from cairn.lab.comparing import Comparison
from cairn.lab.experiment import Experiment
from cairn.lab.playing import Task
from cairn.server import logs
from cairn.server.fair_queue import Asker, Priority
from cairn.server.identity import Visitor
from cairn.server.models import lab_runs
from cairn.server.packs import Pack
from cairn.server.problems import Problem
from cairn.server.settings import Settings
from cairn.server.storage import Storage, new_id, now
from cairn.server.thinking import Thinking

log = logging.getLogger(__name__)

RUNNING: Final = "running"
DONE: Final = "done"
STOPPED: Final = "stopped"
FAILED: Final = "failed"
SILENT: Final = 120_000
"""Milliseconds after which a run that does not change has lost its worker."""
TELL_EVERY: Final = 2.0
"""Seconds between two notes of what a run has found."""
BOTS: Final = {"quick": "climber:worlds=1,deep=1"}
"""Names for people, where they are not those of the bots."""


class Lab:
    def __init__(self, storage: Storage, thinking: Thinking, settings: Settings) -> None:
        self._storage = storage
        self._thinking = thinking
        self._settings = settings
        self._going: dict[str, asyncio.Task[None]] = {}

    def allows(self, visitor: Visitor | None) -> bool:
        match self._settings.lab_for:
            case "everybody":
                return visitor is not None
            case "named":
                return visitor is not None and visitor.player.kind == "named"
        return False

    def check(self, visitor: Visitor) -> None:
        """Problem for whoever may not use the lab here."""
        if self.allows(visitor):
            return
        if self._settings.lab_for == "named":
            raise Problem("not-allowed", "Sign in with a name to use the lab.")
        raise Problem("not-allowed", "The lab is off on this server.")

    async def begin(self, visitor: Visitor, pack: Pack, metric: str, seats: int, pairs: int, bot: str) -> str:
        """Begin a comparison of a pack with the game as it is; the id of the run."""
        if pairs > self._settings.lab_pairs:
            most = counted(self._settings.lab_pairs, "pair")
            raise Problem("cannot-play", f"A comparison here can have at most {most} of games.")
        who = (BOTS.get(bot, bot),)
        base = Experiment(pack.game, seats, who, pairs).checked()
        other = Experiment(pack.game, seats, who, pairs, content=pack.file()).checked()
        comparison = Comparison(base, other, metric)
        comparison.pack_title = pack.title
        run, moment = new_id(), now()
        async with self._storage.write() as connection:
            await self._refuse_too_many(connection, visitor.id)
            row = {
                "id": run,
                "pack": pack.id,
                "player": visitor.id,
                "status": RUNNING,
                "data": _text(comparison),
                "created": moment,
                "changed": moment,
            }
            await connection.execute(insert(lab_runs).values(row))
        self._going[run] = asyncio.create_task(self._run(run, comparison, visitor.id), name=f"lab {run}")
        return run

    async def _refuse_too_many(self, connection: Any, player: str) -> None:
        going = (lab_runs.c.status == RUNNING) & (lab_runs.c.changed > now() - SILENT)
        count = select(func.count()).select_from(lab_runs).where(going)
        if await connection.scalar(count.where(lab_runs.c.player == player)) >= self._settings.lab_runs:
            raise Problem("too-many", "Your other comparisons are still running.", retry_after=10)
        if await connection.scalar(count) >= self._settings.lab_runs_in_all:
            raise Problem("too-many", "Others are using the lab. Try again in a minute.", retry_after=60)

    async def _run(self, run: str, comparison: Comparison, player: str) -> None:
        status = STOPPED
        try:
            await self._play(run, comparison, Asker(Priority.LAB, player, run))
            status = DONE
        except asyncio.CancelledError:
            pass
        except Exception as error:
            logs.failed(log, "a comparison failed", error)
            status = FAILED
        finally:
            self._going.pop(run, None)
            await self._note(run, comparison, status)

    async def _play(self, run: str, comparison: Comparison, asker: Asker) -> None:
        """A few games are asked for at once, and looked at as they come."""
        tasks = comparison.tasks()
        playing = {self._ask(task, asker) for task in _some(tasks, self._settings.thinkers)}
        told = 0.0
        loop = asyncio.get_running_loop()
        try:
            while playing:
                done, playing = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    if comparison.take(one.result()):
                        return
                playing |= {self._ask(task, asker) for task in _some(tasks, len(done))}
                if loop.time() - told > TELL_EVERY:
                    told = loop.time()
                    await self._note(run, comparison, RUNNING)
        finally:
            for one in playing:
                one.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    def _ask(self, task: Task, asker: Asker) -> asyncio.Task[Any]:
        return asyncio.create_task(self._thinking.play(task, asker))

    async def _note(self, run: str, comparison: Comparison, status: str) -> None:
        values = {"status": status, "data": _text(comparison), "changed": now()}
        with suppress(asyncio.CancelledError):
            async with self._storage.write() as connection:
                await connection.execute(update(lab_runs).where(lab_runs.c.id == run).values(values))

    async def stop(self, visitor: Visitor, run: str) -> None:
        row = await self._row(run)
        if row.player != visitor.id:
            raise Problem("not-allowed", "Only the person who started a comparison can stop it.")
        going = self._going.get(run)
        if going is not None:
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)

    async def _row(self, run: str) -> Any:
        async with self._storage.read() as connection:
            row = (await connection.execute(select(lab_runs).where(lab_runs.c.id == run))).first()
        if row is None:
            raise Problem("not-found", "There is no such comparison.")
        return row

    async def shown(self, run: str) -> dict[str, Any]:
        """What a run has found so far."""
        row = await self._row(run)
        lost = row.status == RUNNING and row.changed < now() - SILENT
        return {
            "id": row.id,
            "pack": row.pack,
            "player": row.player,
            "status": STOPPED if lost else row.status,
            "created": row.created,
            **orjson.loads(row.data),
        }

    async def close(self) -> None:
        for going in [*self._going.values()]:
            going.cancel()
        await asyncio.gather(*self._going.values(), return_exceptions=True)


def _some(tasks: Iterator[Task], count: int) -> list[Task]:
    return [task for _, task in zip(range(count), tasks, strict=False)]


def _text(comparison: Comparison) -> str:
    found = comparison.data()
    return orjson.dumps({"found": found, "sentences": comparison.sentences(), "most": comparison.base.games}).decode()
