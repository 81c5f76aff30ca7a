"""A fork server for tests: one process that has loaded the server's code and forks a `cairn serve` when it is told to.

A new interpreter spends seconds on imports, and tests that start servers dozens of times would do little else. What is
forked does all that `cairn serve` does, from reading its arguments on.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx

from tests import processes

STARTING_SECONDS = 120.0
ROOT = Path(__file__).parent.parent.parent
LOGS: list[Path] = []
"""Of every server that was started, to be looked through when all tests have run."""


class Forked:
    """A process that the fork server has forked, in a process group of its own; used like `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, forker: Forker, pid: int) -> None:
        self._forker = forker
        self.pid = pid

    def poll(self) -> int | None:
        code: int | None = self._forker.ask(ended=self.pid)
        return code

    def wait(self, timeout: float) -> int:
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("cairn serve", timeout)
            time.sleep(0.02)
        return code

    def send_signal(self, how: signal.Signals) -> None:
        os.kill(self.pid, how)


class Forker:
    """A fork server, with `environ` beside our environment from its start."""

    def __init__(self, environ: dict[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "tests.server.fork_server"]
        env = {**os.environ, **(environ or {})}
        self._process = processes.keep(command, cwd=ROOT, env=env, stdin=-1, stdout=-1, text=True)
        self._lock = threading.Lock()

    def ask(self, **request: object) -> Any:
        with self._lock:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            print(json.dumps(request), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())

    def serve(self, port: int, env: dict[str, str], log: Path) -> Forked:
        """`cairn serve` with this environment; what it says goes to the log."""
        process = Forked(self, self.ask(serve=port, env=env, log=str(log)))
        processes.note(process)
        return process


_forkers: list[Forker] = []


def forker() -> Forker:
    """The fork server of all tests of this process."""
    if not _forkers:
        _forkers.append(Forker())
    return _forkers[0]


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=2).status_code == 200
    except httpx.TransportError:
        return False


class ForkServer:
    """Servers one after the other, on the same database and port; with `environ` from a fork server of their own."""

    def __init__(self, folder: Path, environ: dict[str, str] | None = None, **settings: object) -> None:
        self.port = processes.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        LOGS.append(self.log)
        settings = {"limits": False, "bots_alone_pace": 0, "thinkers": 1, **settings}
        given = {f"CAIRN_{name.upper()}": str(value) for name, value in settings.items()}
        self._env = {**os.environ, **(environ or {}), **given}
        self._forker = Forker(environ) if environ else forker()
        self._process: Forked | None = None

    @property
    def server(self) -> int:
        """The process that serves; 0 if none does."""
        return 0 if self._process is None else self._process.pid

    def start(self) -> None:
        self._process = self._forker.serve(self.port, self._env, self.log)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + STARTING_SECONDS
        while not is_ready(self.url):
            if time.monotonic() > deadline:
                raise AssertionError(f"the server did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.02)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """At once, without a chance to tidy up."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process = None

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(STARTING_SECONDS)
        self._process = None

    def close(self) -> None:
        """End whatever still runs."""
        if self._process is not None:
            processes.end(self._process)
            self._process = None


def main() -> None:
    from cairn.cli import app, serve  # noqa: F401  loaded once for all that are forked
    from cairn.cli import main as cairn
    from cairn.server import app as served  # noqa: F401

    gc.freeze()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    ended: dict[int, int] = {}
    while line := sys.stdin.readline():
        request = json.loads(line)
        if "serve" in request:
            child = os.fork()
            if child == 0:
                answers.close()
                _become(request)
                cairn()  # exits
            answer: int | None = child
        else:
            answer = _code(request["ended"], ended)
        print(json.dumps(answer), file=answers, flush=True)


def _become(request: dict[str, Any]) -> None:
    """In the child: nothing is left of the fork server but the code it has loaded."""
    os.setsid()
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["cairn", "serve", "--port", str(request["serve"])]
    sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115
    os.dup2(sys.stdin.fileno(), 0)
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)


def _code(pid: int, ended: dict[int, int]) -> int | None:
    """With what a child has ended; None while it runs."""
    if pid not in ended:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done == 0:
            return None
        ended[pid] = os.waitstatus_to_exitcode(status)
    return ended[pid]


if __name__ == "__main__":
    main()
