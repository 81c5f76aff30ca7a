"""Which tests share a process, where there are several (`pytest -n 2`).

A file stays in one process, which then starts one server and imports once. The kit on games shares nothing and takes
longest, so its tables go to whichever process is free. What takes long comes first, or one process waits for the other
at the end.
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

SPREAD = "test_games_kit.py"


def scope_of(nodeid: str) -> str:
    """Tests of one scope run in one process, one after the other."""
    file = nodeid.partition("::")[0]
    return nodeid if file.endswith(SPREAD) else file


def longest_first(items: list[pytest.Item]) -> None:
    """The kit, then files with servers or other slow tests, then the rest."""
    slow = {scope_of(item.nodeid) for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path.name != SPREAD, scope_of(item.nodeid) not in slow))


class ByFile(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    config.option.loadscopereorder = False
    return ByFile(config, log)
