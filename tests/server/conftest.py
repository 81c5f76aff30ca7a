from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

import cairn
from cairn.server import play
from tests.repetition import times
from tests.server.daemons import Postgres, RedisServer, running
from tests.server.process import LOGS, Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; `postgres.new_database()` gives the URL of an empty database."""
    with running(Postgres) as daemon:
        yield daemon


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisServer]:
    with running(RedisServer) as daemon:
        yield daemon


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"), review_iterations=4).start()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"), database=postgres.new_database(), review_iterations=4).start()
    yield started
    started.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """One server for all tests that only need one, on each kind of database. Both run on until the last test."""
    found: Server = request.getfixturevalue(f"{request.param}_server")
    return found


@pytest.fixture(scope="session", params=times(["postgresql"], ["sqlite", "postgresql"]))
def spoilt_server(request: pytest.FixtureRequest) -> Server:
    """A server to send nonsense to: on PostgreSQL, which takes less than SQLite does, and in `make soak` on both."""
    found: Server = request.getfixturevalue(f"{request.param}_server")
    return found


SECRETS = (
    *("over the hill", "a secret phrase", "long enough", "longer than that", "the right one", "guess after guess"),
    *("good luck", "good game", "hello over there", "I am back", "here I am"),
    *("[parameters:", "[SQL:", "DETAIL:", "INSERT INTO", "UPDATE tables", "UPDATE moves"),
)
"""Passphrases and chat of the tests, and what a database says when it quotes."""
NAMES = re.compile(r"\b(Ana|Ben|Carrie|Gina|Hana|Igor|Jana|Dora|Finnbot|Anabot)\b", re.IGNORECASE)


@pytest.fixture(scope="session", autouse=True)
def logs_without_secrets() -> Iterator[None]:
    """The logs of all servers of the run hold no passphrase, no name, nothing that was said, and no parameter."""
    yield
    for log in LOGS:
        text = log.read_text(errors="replace") if log.exists() else ""
        found = [secret for secret in SECRETS if secret in text] + NAMES.findall(text)
        assert not found, f"{log}: {found}"


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games inside the test's own process fall the same every time."""
    seeds = itertools.count(1)
    monkeypatch.setattr(play, "fresh_dice", lambda: cairn.Dice(next(seeds)))
