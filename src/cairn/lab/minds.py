"""Processes in which bots think for others: a server asks, and need not fear what a bot does.

    with Minds(workers=2) as minds:
        future = minds.ask("guide", state.view(seat), seed=7, patience=10)
        state.choose(state.parse(future.result()), dice)

The answer is always one of the view's choices. A bot that raises an error, takes its process with it, answers what it
may not or overruns its patience costs its seat nothing but this decision, which `climber` makes instead; should that
fail too, chance does. Each time the logger `cairn.minds` warns, naming bot, game and problem, and a process that is
lost is replaced.

All of it may be used from any thread; `await asyncio.wrap_future(minds.ask(...))` waits for it on an event loop.
Cancelling the future at any time drops the question: a bot that is thinking about it is stopped. `minds.analyse` asks
a search for its opinion of every choice instead. A process is started when it is first needed.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Any

import cairn
from cairn.core.contract import View
from cairn.lab.playing import Fault
from cairn.lab.signals import ending, uninterrupted

STAND_IN = "climber"
STAND_IN_PATIENCE = 10.0
START_PATIENCE = 60.0

logger = logging.getLogger("cairn.minds")


class Failed(Exception):
    """A bot gave no answer that could be used."""


@dataclass
class Request:
    """A question to a bot; without a bot, to a search that thinks about every choice for so many milliseconds."""

    spec: str | None
    view: View
    seed: int
    patience: float
    content: str | None
    ms: int = 0
    answer: Future[Any] = field(default_factory=Future)

    @property
    def choices(self) -> list[str]:
        return [choice["choice"] for choice in self.view["choices"]]

    def line(self, spec: str | None, patience: float) -> bytes:
        asked = {"task": "analyse", "ms": self.ms} if spec is None else {"task": "answer", "spec": spec}
        data = {**asked, "view": self.view, "seed": self.seed, "patience": patience, "content": self.content}
        return json.dumps(data).encode() + b"\n"


class Minds:
    """A pool of thinking processes. Close it, or use it as a context, to end them."""

    def __init__(self, workers: int = 2, modules: Sequence[str] = ()) -> None:
        """`modules` are imported in every process: they may register games and bots."""
        self._waiting: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._closed = False
        self._minds = [Mind(self._waiting, modules) for _ in range(workers)]

    def ask(self, spec: str, view: View, seed: int, patience: float = 60.0, content: str | None = None) -> Future[str]:
        """What a bot answers to the view of the seat that is asked: a notation, the same for the same seed.

        `patience` is in seconds and begins when the bot does. `content` is the file of a game with other content.
        """
        return self._queue(Request(spec, view, seed, patience, content))

    def analyse(
        self, view: View, seed: int, ms: int, patience: float = 60.0, content: str | None = None
    ) -> Future[list[dict[str, Any]]]:
        """What a search thinks of every choice of a view, the best first. `Failed` is raised where it does not."""
        return self._queue(Request(None, view, seed, patience, content, ms))

    def _queue(self, request: Request) -> Future[Any]:
        if self._closed:
            raise RuntimeError("the minds are closed")
        if not request.view.get("choices"):
            raise cairn.BadPosition("choices", "the view is not of a seat that is asked something")
        request.answer.add_done_callback(lambda future: self._drop(request) if future.cancelled() else None)
        self._waiting.put(request)
        return request.answer

    def _drop(self, request: Request) -> None:
        for mind in self._minds:
            mind.drop(request)

    def close(self) -> None:
        """End all processes; questions without an answer are cancelled."""
        self._closed = True
        for mind in self._minds:
            mind.stop()
        for _ in self._minds:
            self._waiting.put(None)
        for mind in self._minds:
            mind.join()
        while not self._waiting.empty():
            request = self._waiting.get()
            if request is not None:
                request.answer.cancel()

    def __enter__(self) -> Minds:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class Mind(Thread):
    """One process, and the thread that puts questions to it."""

    def __init__(self, waiting: queue.SimpleQueue[Request | None], modules: Sequence[str]) -> None:
        super().__init__(name="cairn-mind", daemon=True)
        self._waiting = waiting
        self._modules = modules
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._rest = b""
        self._lock = Lock()
        self._request: Request | None = None
        self._stopped = False
        self.start()

    def run(self) -> None:
        while (request := self._waiting.get()) is not None:
            with self._lock:
                self._request = request
            answer: Any = None
            failure: Failed | None = None
            try:
                answer = self._opinions(request) if request.spec is None else self._answer(request, request.spec)
            except Failed as error:
                failure = error
            with self._lock:
                self._request = None
            if self._stopped:
                request.answer.cancel()
            if not request.answer.set_running_or_notify_cancel():
                continue
            if failure is None:
                request.answer.set_result(answer)
            else:
                request.answer.set_exception(failure)
        self._end_process()

    def drop(self, request: Request) -> None:
        """Stop thinking about a question, if that is what this mind does."""
        with self._lock:
            if self._request is request:
                self._kill()

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            self._kill()

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _opinions(self, request: Request) -> list[dict[str, Any]]:
        try:
            return list(self._think(request, None, request.patience))
        except Failed:
            raise
        except Exception as error:  # somebody waits for it, and the thread is to live on
            raise Failed(f"asking it failed with {error!r}") from None

    def _answer(self, request: Request, asked: str) -> str:
        """The answer of the bot, of its stand-in, or of chance; never an error, for somebody waits for it."""
        for spec, patience in ((asked, request.patience), (STAND_IN, STAND_IN_PATIENCE)):
            try:
                answer = " ".join(self._think(request, spec, patience).lower().split())
                if answer in request.choices:
                    return answer
                raise Failed(f"it answered '{answer}', which is none of its choices")  # noqa: TRY301
            except Exception as error:
                if request.answer.cancelled() or self._stopped:
                    return ""
                problem = str(error) if isinstance(error, Failed) else f"asking it failed with {error!r}"
                logger.warning("%s", Fault(request.view["viewer"], spec, request.view["game"], problem))
        return request.choices[cairn.Dice(request.seed).pick(len(request.choices))]

    def _think(self, request: Request, spec: str | None, patience: float) -> Any:
        self._make_ready()
        if request.answer.cancelled():  # whoever cancels from here on finds a process to end
            raise Failed("nobody wants to know any more")
        try:
            self._write(request.line(spec, patience))
        except OSError:
            raise self._lost() from None
        reply = self._read(patience)
        if "problem" in reply:
            raise Failed(reply["problem"])
        return reply["answer"]

    def _make_ready(self) -> None:
        """Have a process that waits for a question."""
        if self._process is None or self._process.poll() is not None:
            self._replace_process()
        if not self._ready:
            self._read(START_PATIENCE)
            self._ready = True

    def _start_process(self) -> None:
        path = os.pathsep.join(part for part in sys.path if part)
        with self._lock, uninterrupted():
            if self._stopped:
                raise Failed("the minds are closed")
            self._ready = False
            self._rest = b""
            self._process = subprocess.Popen(
                [sys.executable, "-m", "cairn.lab.mind", *self._modules],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, "PYTHONPATH": path},
            )

    def _replace_process(self) -> None:
        self._end_process()
        self._start_process()

    def _end_process(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process.wait()

    def _write(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        rest = memoryview(line)
        while rest:
            rest = rest[self._process.stdin.write(rest) :]

    def _read(self, patience: float) -> dict[str, Any]:
        """The next reply. Failed if none comes in time or at all: the process is replaced then."""
        assert self._process is not None
        assert self._process.stdout is not None
        poll = select.poll()
        poll.register(self._process.stdout, select.POLLIN | select.POLLHUP)
        until = monotonic() + patience
        while b"\n" not in self._rest:
            if not poll.poll(max(0.0, until - monotonic()) * 1000):
                self._replace_process()
                raise Failed(f"it thought for longer than {patience:g} s")
            part = self._process.stdout.read(65536)
            if not part:
                raise self._lost()
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _lost(self) -> Failed:
        """The process has ended by itself: start another, and say how it ended."""
        assert self._process is not None
        code = self._process.wait()
        self._replace_process()
        if code == -signal.SIGALRM:
            return Failed("it went on thinking beyond all patience")
        return Failed(ending(code))
