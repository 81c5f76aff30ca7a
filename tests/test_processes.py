"""The processes that tests start do not depend on how the tests were started, and do not outlive them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.processes import PATIENCE, ended_afterwards, is_alive, spawn, wait_for

WAITING = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(3600)"]
PARENT = "import subprocess, sys, time; subprocess.Popen(sys.argv[1:]); time.sleep(3600)"


def up(process: subprocess.Popen[bytes]) -> bool:
    assert process.stdout is not None
    return process.stdout.readline() == b"up\n"


def test_ctrl_c_is_heard_although_the_tests_ignore_it() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = spawn(WAITING, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert up(process)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(PATIENCE) == -signal.SIGINT


def test_all_that_was_started_ends_also_after_a_failure() -> None:
    with pytest.raises(ZeroDivisionError), ended_afterwards():
        process = spawn([sys.executable, "-c", PARENT, *WAITING], stdout=subprocess.PIPE)
        assert up(process)
        raise ZeroDivisionError
    assert process.stdout is not None
    assert process.stdout.closed
    wait_for(lambda: not is_alive(process.pid))
