from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that only need one."""
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    running.stop()
