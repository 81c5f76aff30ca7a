from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

import cairn
from cairn.server import play
from tests.server.process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that only need one."""
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games inside the test's own process fall the same every time."""
    seeds = itertools.count(1)
    monkeypatch.setattr(play, "_dice", lambda: cairn.Dice(next(seeds)))
