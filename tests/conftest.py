from __future__ import annotations

from collections.abc import Generator

import pytest

import cairn
from cairn.testing import Witness, unshown
from tests import processes
from tests.scheduling import longest_first, pytest_xdist_make_scheduler

__all__ = ["pytest_xdist_make_scheduler"]

witness = Witness()
missed: list[tuple[str, str, list[str]]] = []
"""What each test with a rule did not do: (rule, test, decisions it did not meet)."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--ledger", action="store_true", help="fail for a rule whose tests never meet its decision (plain build only)"
    )


SERVED = {"server", "spoilt_server", "postgres", "redis"}
STARTS = {"Server", "ForkServer"}
"""A test file that imports one of these starts a server itself."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever needs a server is slow."""
    for item in items:
        if SERVED & set(getattr(item, "fixturenames", ())) or STARTS & set(vars(getattr(item, "module", item))):
            item.add_marker(pytest.mark.slow)
    if hasattr(config, "workerinput"):
        longest_first(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A process that a test starts ends with it; one that a fixture starts, with the fixture."""
    ids = {str(id_) for mark in item.iter_markers("rule") for id_ in mark.args}
    watching = bool(ids) and cairn.build() == "plain" and bool(item.config.getoption("ledger"))
    if watching:
        witness.attend()
    with processes.ended_afterwards():
        result = yield
    if watching:
        item.user_properties += [("rule", [id_, item.name, witness.missed(id_)]) for id_ in sorted(ids)]
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call":
        for name, seen in report.user_properties:
            if name == "rule":
                id_, test, decisions = seen  # type: ignore[misc]
                missed.append((id_, test, decisions))


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, object, object]:
    processes.close()
    if unshown(missed):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for problem in unshown(missed):
        terminalreporter.write_line(f"LEDGER {problem}", red=True)
