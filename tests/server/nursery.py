"""Starts servers quickly: a process that has loaded the server's code and forks one for each line it reads.

A new interpreter spends seconds on imports, and a test that restarts a server dozens of times would do little else.
What is forked does all that `cairn serve` does, from reading its settings on.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import httpx

from tests.processes import end, spawn
from tests.server.process import STARTING_SECONDS, free_port


class Nursery:
    """Servers one after the other, on the same database and port."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        settings = {"port": self.port, "limits": False, "bots_alone_pace": 0, "thinkers": 1, **settings}
        env = {**os.environ, **{f"CAIRN_{name.upper()}": str(value) for name, value in settings.items()}}
        with self.log.open("wb") as log:
            command = [sys.executable, "-m", "tests.server.nursery"]
            self._process = spawn(command, env=env, stdin=-1, stdout=-1, stderr=log, text=True)
        self.server = 0

    def start(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print("start", file=self._process.stdin, flush=True)
        self.server = int(self._process.stdout.readline())

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + STARTING_SECONDS
        while not self._is_ready():
            if time.monotonic() > deadline:
                raise AssertionError(f"the server did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """At once, without a chance to tidy up."""
        os.kill(self.server, signal.SIGKILL)
        self.server = 0

    def stop(self) -> None:
        os.kill(self.server, signal.SIGTERM)
        deadline = time.monotonic() + STARTING_SECONDS
        while Path(f"/proc/{self.server}").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.server = 0

    def close(self) -> None:
        """End whatever still runs."""
        self.server = 0
        end(self._process)


def main() -> None:
    from cairn.cli.serve import serve
    from cairn.server import app  # noqa: F401  loaded once for all that are forked

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that are killed
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            answers.close()
            sys.stdin.close()
            serve(None, {})
            os._exit(0)
        print(child, file=answers, flush=True)


if __name__ == "__main__":
    main()
