"""The lab on a real Ray cluster of two nodes on this machine, one of which is killed on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from cairn.cli.app import run
from cairn.lab.cluster import CHUNK
from cairn.lab.experiment import Experiment
from cairn.lab.journal import NAME
from tests.envs.ray_nodes import LIMIT, until
from tests.envs.test_lab import FILES, whole_run
from tests.processes import free_port

ENVIRON = {
    **os.environ,
    "RAY_USAGE_STATS_ENABLED": "0",
    # A busy machine takes longer to start the helpers of a node than Ray usually waits.
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_raylet_start_wait_time_s": "300",
    # A node that is killed refuses connections at once and is missed after some seconds; one that is slow is not.
    "RAY_health_check_period_ms": "1000",
    "RAY_health_check_timeout_ms": "30000",
}
PACK = '[pack]\ngame = "solstis"\nbase = "base.toml"\n[rainbows]\ncount = 9\n'


class Cluster:
    """`ray_nodes.py` as a group of processes, which has a log and is killed as one."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self.address = ""
        with self.log.open("wb") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.envs.ray_nodes"],
                stdin=subprocess.PIPE,
                stdout=file,
                stderr=subprocess.STDOUT,
                text=True,
                env={**ENVIRON, "RAY_TMPDIR": str(folder)},
                start_new_session=True,
            )

    def _said(self) -> list[str]:
        assert self.process.poll() is None, self.log.read_text()[-3000:]
        return self.log.read_text().splitlines()

    def wait(self) -> None:
        """Until both nodes are there."""
        until(lambda: bool(self._addresses()), "the cluster is there")
        [self.address] = self._addresses()

    def _addresses(self) -> list[str]:
        return [line for line in self._said() if line.rpartition(":")[2].isdecimal() and " " not in line]

    def kill_second(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        until(lambda: "killed" in self._said(), "the second node is killed")

    def end(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.communicate(timeout=30)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """It comes up while the test does something else; `wait` for it."""
    # Sockets lie in this folder, and their paths must be short.
    folder = Path(tempfile.mkdtemp(prefix="ray-"))
    made = Cluster(folder)
    try:
        yield made
    finally:
        made.end()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def lab_run(*given: str) -> Iterator[subprocess.Popen[str]]:
    """In a process of its own, so that nothing of Ray stays here and nothing of it can hold us up."""
    code = "import sys; from cairn.cli.app import run; sys.exit(run(sys.argv[1:]))"
    if given[0] == "--other-sources":
        code = f"import cairn.lab.cluster as c; c.fingerprint = lambda game: 'other'; {code}"
        given = given[1:]
    process = subprocess.Popen(
        [sys.executable, "-c", code, "lab", "run", *given], stderr=subprocess.PIPE, text=True, env=ENVIRON
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_node_is_lost_on_the_way_and_the_folder_is_the_same_to_the_byte(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('[pack]\ngame = "solstis"\n[hand]\ntiles = 4\n')
    (tmp_path / "pack.toml").write_text(PACK)
    plan = Experiment("solstis", 2, ("climber:worlds=1,deep=1",), 10 * CHUNK, content=tmp_path / "pack.toml").checked()
    whole_run(plan, tmp_path / "here", jobs=2)
    file = tmp_path / "experiment.toml"
    file.write_text(plan.text("pack.toml"))
    there = tmp_path / "there"
    cluster.wait()
    with lab_run(str(file), "--ray", cluster.address, "--out", str(there)) as process:

        def played() -> int:
            assert process.poll() is None, process.communicate()[1]
            return (there / NAME).read_bytes().count(b"\n") - 1 if (there / NAME).exists() else 0

        until(lambda: played() >= CHUNK, "some games are played")
        cluster.kill_second()
        assert played() < plan.games, "there is something left to do"
        _, told = process.communicate(timeout=LIMIT)
    assert process.returncode == 0, told
    for name in FILES:
        assert (there / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name
    refuses_other_sources(cluster, tmp_path)


def refuses_other_sources(cluster: Cluster, folder: Path) -> None:
    """A node that has other rules or bots than this machine would play other games."""
    given = ["--game", "solstis", "--bots", "random", "--games", "2", "--out", str(folder / "other")]
    with lab_run("--other-sources", *given, "--ray", cluster.address) as process:
        _, told = process.communicate(timeout=LIMIT)
    assert process.returncode == 2, told
    assert "a node has other rules or bots" in told
    assert "Traceback" not in told


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"127.0.0.1:{free_port()}"
    plan = Experiment("solstis", 2, ("hiker",), 2).checked()
    file = tmp_path / "experiment.toml"
    file.write_text(plan.text(None))
    assert run(["lab", "run", str(file), "--ray", address, "--out", str(tmp_path / "run")]) == 2
    assert f"there is no Ray cluster at {address}" in capsys.readouterr().err
