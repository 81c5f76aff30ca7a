"""The processes that tests start do not depend on how the tests were started, and do not outlive them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import TIMEOUT, ended_afterwards, is_alive, spawn, wait_for

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
    assert process.wait(TIMEOUT) == -signal.SIGINT


def test_all_that_was_started_ends_also_after_a_failure() -> None:
    with pytest.raises(ZeroDivisionError), ended_afterwards():
        process = spawn([sys.executable, "-c", PARENT, *WAITING], stdout=subprocess.PIPE)
        assert up(process)
        raise ZeroDivisionError
    assert process.stdout is not None
    assert process.stdout.closed
    wait_for(lambda: not is_alive(process.pid))


A_LONG_TEST = f"""
import os, subprocess, sys, time
from pathlib import Path
from tests.processes import spawn

def test_something_long():
    if os.fork() == 0:  # one that is forked lives on for a while, as the workers of a pool do
        time.sleep(60)
        os._exit(0)
    process = spawn([sys.executable, "-c", {PARENT!r}, *{WAITING!r}], stdout=subprocess.PIPE)
    process.stdout.readline()
    Path("told.part").write_text(f"{{process.pid}} {{os.getpid()}}")
    Path("told.part").rename("told")
    time.sleep(3600)
"""


@pytest.mark.slow
@pytest.mark.parametrize("who", ["the run", "its worker"])
def test_nothing_outlives_tests_that_are_killed(who: str, tmp_path: Path) -> None:
    (tmp_path / "test_long.py").write_text(A_LONG_TEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": path}
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-n", "1", "-p", "no:cacheprovider", "test_long.py"]
    run = spawn(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL)
    told = tmp_path / "told"
    wait_for(lambda: told.exists() or run.poll() is not None)
    group, worker = map(int, told.read_text().split())
    assert is_alive(group)
    os.kill(run.pid if who == "the run" else worker, signal.SIGTERM)
    wait_for(lambda: not is_alive(group))
