"""A server as a process of its own on a port of its own, as users run it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cairn.client import Client
from tests.processes import end, free_port, spawn
from tests.server.fork_server import LOGS, STARTING_SECONDS, Forked, forker, is_ready

__all__ = ["LOGS", "STARTING_SECONDS", "Server", "free_port", "opened"]


@contextmanager
def opened(file: Path, **given: object) -> Iterator[sqlite3.Connection]:
    """A database of SQLite: what is done is committed, and the connection closed, which its own `with` leaves open.

    Never read or copy the file of a running server by itself: to close it drops all locks of this process on it.
    """
    with closing(sqlite3.connect(file, **given)) as connection, connection:  # type: ignore[call-overload]
        yield connection


class Server:
    """`cairn serve` on a folder or a database; `url` is where it answers.

    It is forked from a process that has the code loaded, unless it is to be `fresh`, from a new interpreter.
    """

    def __init__(self, folder: Path, fresh: bool = False, **settings: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        LOGS.append(self.log)
        database = f"sqlite+aiosqlite:///{folder / 'cairn.db'}"
        settings = {"database": database, "limits": False, "bots_alone_pace": 0, "thinkers": 1, **settings}
        self.database = str(settings["database"])
        self._env = {**os.environ, **{f"CAIRN_{name.upper()}": str(value) for name, value in settings.items()}}
        self._fresh = fresh
        self.limit_descriptors: int | None = None
        self.process: subprocess.Popen[bytes] | Forked | None = None

    def start(self) -> Server:
        self.process = self._launch() if self._fresh else forker().serve(self.port, self._env, self.log)
        deadline = time.monotonic() + STARTING_SECONDS
        while not is_ready(self.url):
            if self.process.poll() is not None or time.monotonic() > deadline:
                end(self.process)
                raise AssertionError(f"the server did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)
        return self

    def _launch(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "cairn", "serve", "--port", str(self.port)]
        if self.limit_descriptors is not None:
            command = ["sh", "-c", f'ulimit -n {self.limit_descriptors}; exec "$@"', "sh", *command]
        with self.log.open("ab") as log:
            return spawn(command, env=self._env, stdout=log, stderr=log)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it; its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(timeout=30)

    def client(self, **given: str) -> Client:
        return Client(self.url, **given)
