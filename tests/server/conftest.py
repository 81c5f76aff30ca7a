from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

import cairn
from cairn.server import play
from tests.server.daemons import Postgres, RedisServer, running
from tests.server.process import Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; `postgres.new_database()` gives the URL of an empty database."""
    with running(Postgres) as daemon:
        yield daemon


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisServer]:
    with running(RedisServer) as daemon:
        yield daemon


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that only need one, on each kind of database."""
    settings = {}
    if request.param == "postgresql":
        settings["database"] = request.getfixturevalue("postgres").new_database()
    running_server = Server(tmp_path_factory.mktemp("server"), **settings).start()
    yield running_server
    running_server.stop()


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games inside the test's own process fall the same every time."""
    seeds = itertools.count(1)
    monkeypatch.setattr(play, "fresh_dice", lambda: cairn.Dice(next(seeds)))
