"""One pool of worker processes, for matches and simulation as for a server. Nobody need fear what a bot does there.

    with BotPool(workers=2) as pool:
        future = pool.ask("guide", state.view(seat), seed=7, timeout=10)
        state.choose(state.parse(future.result()), dice)

A bot that raises an error, takes its process with it, answers what it may not or overruns its timeout costs its seat
nothing but this decision, which `climber` makes instead; should that fail too, chance does. Each time the logger
`cairn.pool` warns, naming bot, game and problem, and a process that is lost is replaced.

There are three kinds of jobs: whole games (`play_all`, `BotPool.play`), single questions (`BotPool.ask`) and analyses
(`BotPool.analyse`). A whole game notes its choices in memory shared with its worker: if the process dies, the game goes
on in another one from the decision where it stood.
"""

from __future__ import annotations

import heapq
import json
import logging
import os
import queue
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count, islice
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Any, Protocol

import cairn
from cairn.core.contract import View
from cairn.lab import worker as child
from cairn.lab.playing import NOBODY, STAND_IN_TIMEOUT, Fault, Notes, Played, Task
from cairn.lab.signals import ending, uninterrupted

TIMEOUT = 60.0
"""Seconds that a bot has for one decision."""
STAND_INS = ("climber", "random")
"""Who answers for a bot that could not, in this order: the second one for where the first fails too."""
START_TIMEOUT = 60.0
GRACE = 5.0
"""Seconds beyond its timeout after which a question is ended from here, should the worker's own alarm fail."""
TICK = 0.5
NEVER = float("inf")

logger = logging.getLogger("cairn.pool")


class Failed(Exception):
    """An analysis came to nothing."""


class Job:
    """Something for a worker to do. `future` gets what came of it; cancelling that at any time drops the job."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.future: Future[Any] = Future()
        self.failed = 0
        """How many have failed at the present decision: the bot, then stand-ins."""
        self.at = 0
        self.faults: list[Fault] = []

    def message(self) -> dict[str, Any]:
        """What a worker is told to do it, or to go on with it."""
        raise NotImplementedError

    def limit(self) -> float:
        """Seconds after which a silent worker is ended."""
        return NEVER

    def lose(self, notes: Notes, cause: str | None) -> None:
        """The worker is lost, because the job overran its time if there is no other cause.

        Finishes the job, or leaves it to be given to the next worker.
        """
        raise NotImplementedError

    def take(self, reply: dict[str, Any]) -> None:
        """A worker's reply."""
        if "fault" in reply:
            self.note(reply["at"], Fault(**reply["fault"]))
        elif "error" in reply:
            self.finish(error=RuntimeError(f"a worker could not do its job:\n{reply['error']}"))
        else:
            self.finish(reply["result"])

    def note(self, at: int, fault: Fault) -> None:
        self.failed = self.failed + 1 if at == self.at else 1
        self.at = at
        self.faults.append(fault)
        logger.warning("%s", fault)

    def finish(self, result: Any = None, error: Exception | None = None) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        if error is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(error)


class Game(Job):
    """A whole game to be played."""

    def __init__(self, task: Task, timeout: float) -> None:
        super().__init__(timeout)
        self.task = task

    def message(self) -> dict[str, Any]:
        return {
            "kind": "game",
            "task": self.task.data(),
            "stand_ins": STAND_INS,
            "failed": self.failed,
            "timeout": self.timeout,
        }

    def take(self, reply: dict[str, Any]) -> None:
        if "error" in reply:
            text = f"a game of {self.task.slug} could not be played to its end:\n{reply['error']}"
            self.finish(error=RuntimeError(text))
        elif "result" in reply:
            self.finish(Played(**{**reply["result"], "key": self.task.key, "faults": self.faults}))
        else:
            super().take(reply)

    def lose(self, notes: Notes, cause: str | None) -> None:
        seat = notes.thinker
        if seat == NOBODY:
            text = f"a worker process ended in the middle of a game of {self.task.slug}: {cause}"
            self.finish(error=RuntimeError(text))
            return
        at = len(notes.made())
        panel = (self.task.specs[seat], *STAND_INS)
        failed = self.failed if at == self.at else 0
        seconds = STAND_IN_TIMEOUT if failed else self.timeout
        fault = Fault(seat, panel[failed], self.task.slug, cause or _overran(seconds))
        notes.thinker = NOBODY
        if cause is None:
            notes.spend(seat, seconds)
        self.note(at, fault)
        if self.failed == len(panel):
            self.finish(error=RuntimeError(f"no stand-in could answer in {self.task.slug}: {fault}"))


class Question(Job):
    """A decision to be made from a view. There is always an answer."""

    def __init__(self, spec: str, view: View, seed: int, timeout: float, content: str | None) -> None:
        super().__init__(timeout)
        self.panel = (spec, *STAND_INS)
        self.view = view
        self.seed = seed
        self.content = content

    def message(self) -> dict[str, Any]:
        return {
            "kind": "answer",
            "specs": self.panel,
            "view": self.view,
            "seed": self.seed,
            "content": self.content,
            "failed": self.failed,
            "timeout": self.timeout,
        }

    def limit(self) -> float:
        return self._seconds() + GRACE

    def _seconds(self) -> float:
        return STAND_IN_TIMEOUT if self.failed else self.timeout

    def take(self, reply: dict[str, Any]) -> None:
        if "error" not in reply:
            super().take(reply)
            return
        if self.failed < len(self.panel):
            self._note(reply["error"])
        self._leave_to_chance()

    def lose(self, notes: Notes, cause: str | None) -> None:
        self._note(cause or _overran(self._seconds()))
        if self.failed == len(self.panel):
            self._leave_to_chance()

    def _note(self, problem: str) -> None:
        self.note(0, Fault(self.view["viewer"], self.panel[self.failed], self.view["game"], problem))

    def _leave_to_chance(self) -> None:
        choices = [choice["choice"] for choice in self.view["choices"]]
        self.finish(choices[cairn.Dice(self.seed).pick(len(choices))])


class Analysis(Job):
    """What a search finds out about every choice of a view. Nobody stands in for it."""

    def __init__(self, view: View, seed: int, ms: int, timeout: float, content: str | None) -> None:
        super().__init__(timeout)
        self.view = view
        self.seed = seed
        self.ms = ms
        self.content = content

    def message(self) -> dict[str, Any]:
        return {
            "kind": "analyse",
            "view": self.view,
            "seed": self.seed,
            "ms": self.ms,
            "content": self.content,
            "timeout": self.timeout,
        }

    def limit(self) -> float:
        return self.timeout + GRACE

    def take(self, reply: dict[str, Any]) -> None:
        if "problem" in reply.get("result", {}):
            self.finish(error=Failed(reply["result"]["problem"]))
        elif "result" in reply:
            self.finish(reply["result"]["opinions"])
        else:
            super().take(reply)

    def lose(self, notes: Notes, cause: str | None) -> None:
        self.finish(error=Failed(cause or _overran(self.timeout)))


def _overran(seconds: float) -> str:
    return f"it thought for longer than {seconds:g} s"


class Process(Protocol):
    """A process as `multiprocessing` or `subprocess` starts it."""

    @property
    def pid(self) -> int: ...

    def kill(self) -> None: ...

    def exit_code(self) -> int | None:
        """None while it runs."""

    def end(self) -> int:
        """Kill it if it runs and wait for it; its exit code."""


class Forked:
    """A copy of this process: it knows all games and bots that are registered here. Only where there are no threads."""

    def __init__(self, line: Connection, ours: Connection, notes: Notes) -> None:
        self._process = get_context("fork").Process(target=_serve, args=(line, ours, notes), daemon=True)
        self._process.start()
        self.pid: int = self._process.pid or 0

    def kill(self) -> None:
        self._process.kill()

    def exit_code(self) -> int | None:
        return self._process.exitcode

    def end(self) -> int:
        self._process.kill()
        self._process.join()
        return self._process.exitcode or 0


def _serve(line: Connection, ours: Connection, notes: Notes) -> None:
    ours.close()
    child.Worker(line, notes).serve()


class Fresh:
    """A new interpreter: nothing of this process is ever in it, and starting one is safe beside any threads."""

    def __init__(self, line: Connection, notes: Notes, modules: Sequence[str]) -> None:
        path = os.pathsep.join(part for part in sys.path if part)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cairn.lab.worker", str(line.fileno()), str(notes.fd), *modules],
            stdin=subprocess.DEVNULL,
            pass_fds=(line.fileno(), notes.fd),
            env={**os.environ, "PYTHONPATH": path},
        )
        self.pid = self._process.pid

    def kill(self) -> None:
        self._process.kill()

    def exit_code(self) -> int | None:
        return self._process.poll()

    def end(self) -> int:
        self._process.kill()
        return self._process.wait()


Start = Callable[[Connection, Connection, Notes], Process]
"""Starts a process with its end of the line, ours, and the notes."""


class Worker:
    """One process, replaced whenever it is lost, and the job it is at."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._notes = Notes()
        self.process: Process | None = None
        self.line: Connection | None = None
        self.job: Job | None = None
        self.is_ready = False
        self.deadline = NEVER
        self._overran = False

    def give(self, job: Job) -> None:
        """Begin with a job, as soon as there is a process that is ready."""
        self.job = job
        self._notes.clear()
        if self.process is not None and self.process.exit_code() is not None:
            self.end()
        if self.process is None:
            self.start()
        elif self.is_ready:
            self._send(job)

    def start(self) -> None:
        """Start a process; if that fails, whatever waits for it is lost as with one that has died."""
        while self.process is None and (self.job is None or not self.job.future.done()):
            try:
                self._launch()
            except OSError as error:
                if self.job is None:
                    return
                self.job.lose(self._notes, f"starting its process failed with {error!r}")

    def _launch(self) -> None:
        line, theirs = connection.Pipe()
        try:
            with uninterrupted():
                self.process = self._start(theirs, line, self._notes)
                self.line = line
        finally:
            theirs.close()
            if self.process is None:
                line.close()
        self.is_ready = self._overran = False
        self.deadline = monotonic() + START_TIMEOUT

    def _send(self, job: Job) -> None:
        assert self.line is not None
        try:
            self.line.send_bytes(json.dumps(job.message()).encode())
            self.deadline = monotonic() + job.limit()
        except OSError:  # it has died while it waited: that is not the fault of any bot
            self.end()
            self.start()
        except Exception as error:  # somebody waits for it
            job.lose(self._notes, f"asking it failed with {error!r}")
            self._go_on()

    def take(self) -> None:
        """Deal with what has come over the line: a reply, or the end of the process."""
        assert self.line is not None
        try:
            reply = json.loads(self.line.recv_bytes())
        except (EOFError, OSError):
            self._replace()
            return
        if "ready" in reply:
            self.is_ready = True
            self.deadline = NEVER
            if self.job is not None:
                self._send(self.job)
        elif self.job is not None:
            self.job.take(reply)
            self.deadline = NEVER if self.job.future.done() else monotonic() + self.job.limit()

    def _replace(self) -> None:
        """The process has ended. What it was at is lost or goes on in another one."""
        code = self.end()
        job = self.job
        if job is None:
            return
        overran = code == -signal.SIGALRM or self._overran
        job.lose(self._notes, None if overran else ending(code))
        self._go_on()

    def _go_on(self) -> None:
        """Go on with the job with whoever stands in, or be ready for the next one."""
        assert self.job is not None
        if self.process is None:
            self.start()
        elif not self.job.future.done():
            self._send(self.job)

    def check_time(self) -> None:
        if monotonic() >= self.deadline and self.process is not None:
            self._overran = True
            self.deadline = NEVER
            self.process.kill()

    def drop(self) -> None:
        """Stop doing the job, which takes the process with it, and have another one ready."""
        self.job = None
        self.end()
        self.start()

    def end(self) -> int:
        """End the process; its exit code."""
        if self.process is None or self.line is None:
            return 0
        code = self.process.end()
        self.line.close()
        self.process = self.line = None
        self.deadline = NEVER
        return code

    def close(self) -> None:
        self.end()
        self._notes.close()


class Pool:
    """Workers and the jobs that wait for them. It belongs to one thread, which calls `wait` again and again.

    A process is started when it is first needed.
    """

    def __init__(self, workers: int, start: Start) -> None:
        self.workers = [Worker(start) for _ in range(workers)]
        self._waiting: list[tuple[int, int, Job]] = []
        self._numbers = count()

    def submit(self, job: Job, priority: int = 0) -> None:
        """Lower priorities come first; equal ones in the order of asking."""
        heapq.heappush(self._waiting, (priority, next(self._numbers), job))

    def assign(self) -> None:
        """Give waiting jobs to idle workers."""
        for worker in sorted(self.workers, key=lambda worker: worker.process is None):
            while worker.job is None and self._waiting:
                job = heapq.heappop(self._waiting)[2]
                if not job.future.cancelled():
                    worker.give(job)

    def wait(self, seconds: float | None, *others: Connection) -> list[Job]:
        """Wait until something happens, or so long; the jobs that are finished. The others may wake it too.

        Work on jobs that were cancelled is stopped.
        """
        self.assign()
        lines = [worker.line for worker in self.workers if worker.line is not None]
        ready = connection.wait([*lines, *others], self._longest_wait(seconds))
        finished = []
        for worker in self.workers:
            if worker.line in ready:
                worker.take()
            worker.check_time()
            job = worker.job
            if job is None or not job.future.done():
                continue
            if job.future.cancelled():
                worker.drop()
            else:
                finished.append(job)
                worker.job = None
        return finished

    def _longest_wait(self, seconds: float | None) -> float | None:
        """How long may be waited: until the next deadline, and not at all if a job is finished already."""
        if any(worker.job is not None and worker.job.future.done() for worker in self.workers):
            return 0.0
        deadline = min([worker.deadline for worker in self.workers], default=NEVER)
        if deadline == NEVER:
            return seconds
        left = max(0.0, deadline - monotonic())
        return left if seconds is None else min(seconds, left)

    def close(self) -> None:
        """End all processes; jobs that are not finished are cancelled."""
        for worker in self.workers:
            worker.close()
            if worker.job is not None:
                worker.job.future.cancel()
        for _, _, job in self._waiting:
            job.future.cancel()
        self._waiting.clear()


def play_all(
    tasks: Iterable[Task],
    jobs: int,
    timeout: float = TIMEOUT,
    tick: Callable[[], None] = lambda: None,
    start: Start = Forked,
) -> Generator[Played, None, None]:
    """Play the tasks in so many forked processes; what came of them, in the order in which they end.

    Leaving early, by an interruption too, ends the processes. `tick` is called now and then while nothing comes.
    Fork before starting threads: call this from a process that has none, or have `start` make fresh processes.
    """
    waiting = iter(tasks)
    pool = Pool(jobs, start)
    playing = 0
    try:
        for task in islice(waiting, jobs):
            pool.submit(Game(task, timeout))
            playing += 1
        while playing:
            finished = pool.wait(TICK)
            if not finished:
                tick()
            for _ in finished:
                following = next(waiting, None)
                if following is None:
                    playing -= 1
                else:
                    pool.submit(Game(following, timeout))
            pool.assign()  # before the results are looked at: workers play on meanwhile
            for game in finished:
                yield game.future.result()
    finally:
        pool.close()


class BotPool:
    """A pool of fresh processes in which bots think for others; may be used from any thread.

    `await asyncio.wrap_future(pool.ask(...))` waits for an answer on an event loop. Cancelling the future at any time
    drops the question: a bot that is thinking about it is stopped. Close the pool, or use it as a context, to end it.
    """

    def __init__(self, workers: int = 2, modules: Sequence[str] = ()) -> None:
        """`modules` are imported in every process: they may register games and bots."""
        self.pool = Pool(workers, lambda line, ours, notes: Fresh(line, notes, modules))
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._woken, self._wake = connection.Pipe(duplex=False)
        self._closed = Event()
        self._thread = Thread(target=self._run, name="cairn-pool", daemon=True)
        self._thread.start()

    def ask(
        self,
        spec: str,
        view: View,
        seed: int,
        timeout: float = TIMEOUT,
        content: str | None = None,
        priority: int = 0,
    ) -> Future[str]:
        """What a bot answers to the view of the seat that is asked, or its stand-in: always one of the choices.

        The same for the same view and seed, unless the bot watches the clock. `timeout` is in seconds and begins when
        the bot does. `content` is the file of a game with other content. Lower priorities are asked first.
        """
        return self._submit(Question(spec, _asked(view), seed, timeout, content), priority)

    def analyse(
        self,
        view: View,
        seed: int,
        ms: int,
        timeout: float = TIMEOUT,
        content: str | None = None,
        priority: int = 0,
    ) -> Future[list[dict[str, Any]]]:
        """What a search finds out about every choice of a view, the best first. `Failed` if it comes to nothing."""
        return self._submit(Analysis(_asked(view), seed, ms, timeout, content), priority)

    def play(self, task: Task, timeout: float = TIMEOUT, priority: int = 0) -> Future[Played]:
        """A whole game between bots, each with so many seconds for a decision."""
        return self._submit(Game(task, timeout), priority)

    def _submit(self, job: Job, priority: int) -> Future[Any]:
        if self._closed.is_set():
            raise RuntimeError("the pool is closed")
        job.future.add_done_callback(lambda future: self._order(_nothing) if future.cancelled() else None)
        self._order(lambda: self.pool.submit(job, priority))
        if self._closed.is_set():  # meanwhile, and perhaps nobody takes orders any more
            job.future.cancel()
        return job.future

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.put(order)
        with suppress(OSError):  # the pool is closed and nobody is woken
            self._wake.send_bytes(b".")

    def _run(self) -> None:
        while not self._closed.is_set():
            self.pool.wait(None, self._woken)
            while self._woken.poll():
                self._woken.recv_bytes()
            self._obey()
        self._obey()
        self.pool.close()

    def _obey(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._orders.get_nowait()()

    def close(self) -> None:
        """End all processes; questions without an answer are cancelled."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._order(_nothing)
        self._thread.join()
        self._wake.close()
        self._woken.close()

    def __enter__(self) -> BotPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _nothing() -> None:
    """An order that just wakes the pool."""


def _asked(view: View) -> View:
    if not view.get("choices"):
        raise cairn.BadPosition("choices", "the view is not of a seat that is asked something")
    return view
