"""A real PostgreSQL and a real Redis, each on a loopback port and in a folder of its own, while tests need it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import asyncpg
import pytest

from tests.processes import end, spawn
from tests.server.process import free_port

STARTING_SECONDS = 60.0
HOW_TO_INSTALL = "`make test` installs it as root; by hand: apt-get install"


class Missing(Exception):
    """A program that is not installed, and how to get it."""


class Daemon:
    """A program of somebody else, from its start to its end."""

    def __init__(self, name: str, user: str | None) -> None:
        self.user = user
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"cairn-{name}-"))
        if user is not None:
            shutil.chown(self.folder, user)
        self.log = self.folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, *command: str) -> None:
        """Something to do before the start."""
        done = subprocess.run(command, user=self.user, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{command[0]} failed: {done.stdout}{done.stderr}")

    def start(self, *command: str) -> None:
        with self.log.open("ab") as log:
            self._process = spawn(command, user=self.user, cwd=self.folder, stdout=log, stderr=log)

    def wait(self, is_up: Callable[[], bool]) -> None:
        deadline = time.monotonic() + STARTING_SECONDS
        while not is_up():
            if self._process is None or self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"it did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it without a chance to tidy up; it can be started again."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(timeout=STARTING_SECONDS)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=STARTING_SECONDS)
            end(self._process)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres:
    """`new_database()` makes a URL for a server; every caller has a database of its own."""

    def __init__(self) -> None:
        programs = _postgres_programs()
        self._daemon = daemon = Daemon("postgres", _postgres_user())
        self._numbers = itertools.count(1)
        data = str(daemon.folder / "data")
        daemon.run(
            str(programs / "initdb"), "-D", data, "-U", "cairn", "-A", "trust", "-E", "UTF8", "-N", "--no-locale"
        )
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=200")
        switches = [part for setting in settings for part in ("-c", setting)]
        self._command = (str(programs / "postgres"), "-D", data, "-p", str(daemon.port), *switches)
        self.start()

    def start(self) -> None:
        self._daemon.start(*self._command)
        self._daemon.wait(self._is_up)

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all connections and tidies up, SIGQUIT only ends them."""
        self._daemon.kill(how)
        self.start()

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://cairn@127.0.0.1:{self._daemon.port}/{database}"

    def new_database(self) -> str:
        name = f"cairn{next(self._numbers)}"
        self.query(f"CREATE DATABASE {name}", "postgres")
        return self.url(name)

    def query(self, statement: str, database: str) -> list[tuple[object, ...]]:
        async def asked() -> list[tuple[object, ...]]:
            plain = self.url(database).replace("+asyncpg", "")
            connection = await asyncpg.connect(plain)
            try:
                return [tuple(row.values()) for row in await connection.fetch(statement)]
            finally:
                await connection.close()

        return asyncio.run(asked())

    def _is_up(self) -> bool:
        try:
            return bool(self.query("SELECT 1", "postgres"))
        except (OSError, asyncpg.PostgresError):
            return False

    def stop(self) -> None:
        self._daemon.stop()


class RedisServer:
    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise Missing(f"Redis is not installed ({HOW_TO_INSTALL} redis-server)")
        self._daemon = daemon = Daemon("redis", None)
        self._command = (program, "--port", str(daemon.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self.start()
        self.url = f"redis://127.0.0.1:{daemon.port}"

    def start(self) -> None:
        self._daemon.start(*self._command)
        self._daemon.wait(self._is_up)

    def kill(self) -> None:
        self._daemon.kill()

    def say(self, *words: bytes) -> None:
        """One command, without waiting for what it answers."""
        with socket.create_connection(("127.0.0.1", self._daemon.port), 5) as channel:
            parts = b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)
            channel.sendall(b"*%d\r\n%s" % (len(words), parts))
            channel.recv(64)

    def _is_up(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._daemon.port), 1) as channel:
            channel.sendall(b"PING\r\n")
            return channel.recv(16).startswith(b"+PONG")
        return False

    def stop(self) -> None:
        self._daemon.stop()


def _postgres_programs() -> Path:
    """Debian keeps the programs of each version apart and off the path."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    if on_path is not None:
        places.append(Path(on_path).parent)
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise Missing(f"PostgreSQL is not installed ({HOW_TO_INSTALL} postgresql)")


def _postgres_user() -> str | None:
    """PostgreSQL refuses to run as root, so root runs it as the user that came with its package."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        raise Missing("PostgreSQL does not run as root, and there is no user 'postgres' to run it as") from None


D = TypeVar("D", Postgres, RedisServer)


@contextlib.contextmanager
def running(make: Callable[[], D]) -> Iterator[D]:
    """The daemon, or the test is skipped with what is missing."""
    try:
        daemon = make()
    except Missing as missing:
        pytest.skip(str(missing))
    try:
        yield daemon
    finally:
        daemon.stop()
