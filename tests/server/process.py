"""A server as a process of its own on a port of its own, as users run it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from cairn.client import Client
from tests.processes import end, spawn

STARTING_SECONDS = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`cairn serve` on a folder or a database; `url` is where it answers."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        database = f"sqlite+aiosqlite:///{folder / 'cairn.db'}"
        settings = {"database": database, "limits": False, "bots_alone_pace": 0, **settings}
        self._env = {**os.environ, **{f"CAIRN_{name.upper()}": str(value) for name, value in settings.items()}}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "cairn", "serve", "--port", str(self.port)]
            self.process = spawn(command, env=self._env, stdout=log, stderr=log)
        deadline = time.monotonic() + STARTING_SECONDS
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                end(self.process)
                raise AssertionError(f"the server did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)
        return self

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it; its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(timeout=30)

    def client(self, **given: str) -> Client:
        return Client(self.url, **given)
