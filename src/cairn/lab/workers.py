"""Worker processes that play whole games, one at a time each.

If a process dies while a bot thinks, because it crashed or overran its patience, the game goes on in a fresh one from
the decision where it stood, with a stand-in for that decision.
"""

from __future__ import annotations

import logging
import os
import signal
import traceback
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection

from cairn.lab.playing import NOBODY, STAND_INS, Fault, Notes, Played, Table, Task, Watch
from cairn.lab.signals import ending, uninterrupted

PATIENCE = 60.0
"""Seconds that a bot has for one decision."""
TICK = 0.5

logger = logging.getLogger("cairn.minds")
# Forked, so that games and bots registered in this process are known in the workers.
processes = get_context("fork")


def play_all(
    tasks: Iterable[Task], jobs: int, patience: float = PATIENCE, tick: Callable[[], None] = lambda: None
) -> Generator[Played, None, None]:
    """Play the tasks in so many processes; what came of them, in the order in which they end.

    Leaving early, by an interruption too, ends the processes. `tick` is called now and then while nothing comes.
    Fork before starting threads: call this from a process that has none.
    """
    waiting = iter(tasks)
    crew: list[Worker] = []
    try:
        for task in islice(waiting, jobs):
            crew.append(Worker(patience))
            crew[-1].begin(task)
        while crew:
            ready = connection.wait([worker.line for worker in crew], TICK)
            if not ready:
                tick()
            for worker in [worker for worker in crew if worker.line in ready]:
                played = worker.take()
                if played is None:
                    continue
                following = next(waiting, None)
                if following is None:
                    crew.remove(worker)
                    worker.end()
                else:
                    worker.begin(following)
                yield played
    finally:
        for worker in crew:
            worker.end()


class Worker:
    """A process, the task it is at, and how often answering the present decision has failed."""

    line: Connection

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.notes = Notes()
        self._start()

    def _start(self) -> None:
        self.line, far = processes.Pipe()
        self.process = processes.Process(
            target=_work, args=(far, self.line, self.notes, self.patience, os.getpid()), daemon=True
        )
        with uninterrupted():
            self.process.start()
        far.close()

    def begin(self, task: Task) -> None:
        self.task = task
        self.failed = 0
        self.failed_at = -1
        self.faults: list[Fault] = []
        self.notes.clear()
        self.line.send((task, 0))

    def take(self) -> Played | None:
        """What came of the task; None if a bot has failed, or the process has died and another one goes on."""
        try:
            answer: Played | Fault | str = self.line.recv()
        except (EOFError, OSError):
            self._go_on()
            return None
        if isinstance(answer, Fault):
            self._note(answer)
            return None
        if isinstance(answer, str):
            raise RuntimeError(f"a game of {self.task.slug} could not be played to its end:\n{answer}")  # noqa: TRY004
        answer.faults = self.faults
        return answer

    def _note(self, fault: Fault) -> None:
        logger.warning("%s", fault)
        self.faults.append(fault)

    def _go_on(self) -> None:
        self.end()
        made = self.notes.made()
        problem = self._cause_of_death()
        seat = self.notes.thinker
        if seat == NOBODY:
            raise RuntimeError(f"a worker process ended in the middle of a game of {self.task.slug}: {problem}")
        self.failed = self.failed + 1 if self.failed_at == len(made) else 1
        self.failed_at = len(made)
        fault = Fault(seat, (self.task.specs[seat], *STAND_INS)[self.failed - 1], self.task.slug, problem)
        if self.failed > len(STAND_INS):
            raise RuntimeError(f"no stand-in could answer in {self.task.slug}: {fault}")
        self._note(fault)
        self.notes.thinker = NOBODY
        if self._overran():
            self.notes.spend(seat, self.patience)
        self._start()
        self.line.send((self.task, self.failed))

    def _cause_of_death(self) -> str:
        if self._overran():
            return f"it thought for longer than {self.patience:g} s"
        return ending(self.process.exitcode or 0)

    def _overran(self) -> bool:
        return self.process.exitcode == -signal.SIGALRM

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def _work(line: Connection, parents_end: Connection, notes: Notes, patience: float, parent: int) -> None:
    """The life of a worker. It leaves Ctrl-C to its parent and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parents_end.close()
    watch = Watch(patience, notes, parent)
    while True:
        try:
            task, failed = line.recv()
        except EOFError:
            return
        try:
            line.send(Table(task, notes, line.send).play(watch, failed))
        except BrokenPipeError:
            return
        except Exception:
            line.send(traceback.format_exc())
