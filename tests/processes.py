"""Processes that tests start: as a shell would start them, however the tests themselves were started, and gone with
the test that started them, or with the test process itself, however that ends."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

TIMEOUT = 60.0
"""Seconds after which something will never happen; nothing is the slower for it on a quick machine."""


class Process(Protocol):
    """What is known of a process, whoever has started it."""

    stdin: Any
    stdout: Any
    stderr: Any

    @property
    def pid(self) -> int: ...

    def wait(self, timeout: float) -> int: ...


_started: list[Process] = []
_kept: list[subprocess.Popen[Any]] = []
_caretaker: list[subprocess.Popen[str]] = []

CARETAKER = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    word, group = line.split()
    (groups.add if word == "started" else groups.discard)(int(group))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
"""
"""Hears of every process that starts and ends, and ends what is left when it hears no more: a process that is killed
tells nobody, but its pipes close."""


def spawn(command: Sequence[object], **given: Any) -> subprocess.Popen[Any]:
    """The command in a process group of its own, which listens to Ctrl-C."""
    process = _open(command, given)
    note(process)
    return process


def keep(command: Sequence[object], **given: Any) -> subprocess.Popen[Any]:
    """A process for all tests to come, which ends with the last of them."""
    process = _open(command, given)
    _kept.append(process)
    _tell_caretaker("started", process.pid)
    return process


def _open(command: Sequence[object], given: dict[str, Any]) -> subprocess.Popen[Any]:
    with _ctrl_c_heard():
        return subprocess.Popen([str(part) for part in command], start_new_session=True, **given)


def note(process: Process) -> None:
    """End a process, which has a group of its own, with the test that started it."""
    _started.append(process)
    _tell_caretaker("started", process.pid)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _tell_caretaker(word: str, group: int) -> None:
    if not _caretaker:
        command = [sys.executable, "-I", "-S", "-c", CARETAKER]
        _caretaker.append(
            subprocess.Popen(command, stdin=-1, stdout=subprocess.DEVNULL, text=True, start_new_session=True)
        )
        os.register_at_fork(after_in_child=_let_go)  # a forked child would hold the pipe open
    pipe = _caretaker[0].stdin
    assert pipe is not None
    print(word, group, file=pipe, flush=True)


def _let_go() -> None:
    for caretaker in _caretaker:
        assert caretaker.stdin is not None
        caretaker.stdin.close()


@contextlib.contextmanager
def _ctrl_c_heard() -> Iterator[None]:
    """An ignored signal stays ignored in whatever is started, and `nohup` and `make test &` ignore Ctrl-C; one with a
    handler does not."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set handlers
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    blocked = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, before)


def end(process: Process) -> None:
    """End a process with all it has started, and close what leads to it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=TIMEOUT)
    _tell_caretaker("ended", process.pid)
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


def close() -> None:
    """End all that was started, and the caretaker."""
    end_all()
    while _kept:
        end(_kept.pop())
    _let_go()
    while _caretaker:
        _caretaker.pop().wait(timeout=TIMEOUT)


def wait_for(happened: Callable[[], bool], seconds: float = TIMEOUT) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


def is_alive(group: int) -> bool:
    """Whether a process of the group still runs; one that nobody has buried yet does not."""
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    return any(line.split()[0] == str(group) and not line.split()[1].startswith("Z") for line in listed.splitlines())
