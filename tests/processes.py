"""Processes that tests start: as a shell would start them, however the tests themselves were started, and gone with
the test that started them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

PATIENCE = 60.0
"""Seconds after which something will never happen; nothing is the slower for it on a quick machine."""

_started: list[subprocess.Popen[Any]] = []


def spawn(command: Sequence[object], **given: Any) -> subprocess.Popen[Any]:
    """The command in a process group of its own, which listens to Ctrl-C."""
    with _ctrl_c_heard():
        process = subprocess.Popen([str(part) for part in command], start_new_session=True, **given)
    _started.append(process)
    return process


@contextlib.contextmanager
def _ctrl_c_heard() -> Iterator[None]:
    """An ignored signal stays ignored in whatever is started, and `nohup` and `make test &` ignore Ctrl-C; one with a
    handler does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    blocked = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, before)


def end(process: subprocess.Popen[Any]) -> None:
    """End a process with all it has started, and close what leads to it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=PATIENCE)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(BrokenPipeError):
                stream.close()


@contextlib.contextmanager
def ended_afterwards() -> Iterator[None]:
    """Whatever is started inside ends at the end, also after a failure."""
    before = len(_started)
    try:
        yield
    finally:
        end_all(before)


def end_all(but: int = 0) -> None:
    """End all that was started and has not ended, but for the first so many."""
    while len(_started) > but:
        end(_started.pop())


def wait_for(happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


def is_alive(group: int) -> bool:
    """Whether a process of the group still runs; one that nobody has buried yet does not."""
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    return any(line.split()[0] == str(group) and not line.split()[1].startswith("Z") for line in listed.splitlines())
