from __future__ import annotations

from collections.abc import Generator

import pytest

from tests import processes


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """A process that a test starts ends with it; one that a fixture starts, with the fixture."""
    with processes.ended_afterwards():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish() -> Generator[None, object, object]:
    with processes.ended_afterwards():
        pass
    return (yield)
