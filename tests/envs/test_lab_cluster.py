"""The lab on a real Ray cluster of two nodes on this machine, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn.cli.app import run
from cairn.lab import cluster
from cairn.lab.experiment import Experiment
from cairn.lab.running import Run
from tests.envs.test_lab import FILES, experiment, whole_run
from tests.server.process import free_port

RAY = [str(Path(sys.executable).parent / "ray")]
QUIET = ["--num-cpus=1", "--object-store-memory=80000000", "--disable-usage-stats"]
ENVIRON = {
    **os.environ,
    "RAY_USAGE_STATS_ENABLED": "0",
    # A busy machine takes longer to start the helpers of a node than Ray usually waits.
    "RAY_agent_register_timeout_ms": "180000",
    "RAY_raylet_start_wait_time_s": "180",
}


class Node:
    """One `ray start` in the foreground, as a group of processes that can be killed together."""

    def __init__(self, log: Path, *arguments: str) -> None:
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                [*RAY, "start", "--block", *arguments, *QUIET],
                stdout=file,
                stderr=file,
                env=ENVIRON,
                start_new_session=True,
            )

    def kill(self) -> None:
        """All processes of the node at once, as when its machine loses power."""
        for child in _tree(self.process.pid):
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()


def _tree(root: int) -> list[int]:
    """A process and all below it."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found = [root]
    for process in found:
        found += parents.get(process, [])
    return found


@pytest.fixture(scope="module")
def two_nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Node]]:
    """The address of a cluster, and its second node."""
    import ray

    folder = tmp_path_factory.mktemp("ray")
    port = free_port()
    address = f"127.0.0.1:{port}"
    dashboard = ["--include-dashboard=false", f"--temp-dir={folder / 'temp'}"]
    nodes = [Node(folder / "head.log", "--head", f"--port={port}", "--node-ip-address=127.0.0.1", *dashboard)]
    try:
        nodes.append(_joined(folder / "second.log", address))
        deadline = time.monotonic() + 240
        while True:
            assert all(node.process.poll() is None for node in nodes), (folder / "head.log").read_text()[-2000:]
            assert time.monotonic() < deadline, "the cluster did not come up"
            try:
                ray.init(address=address, log_to_driver=False, logging_level="error")
                alive = [node for node in ray.nodes() if node["Alive"]]
                ray.shutdown()
                if len(alive) == 2:
                    break
            except (ConnectionError, RuntimeError, ValueError):
                ray.shutdown()
        yield address, nodes[1]
    finally:
        for node in reversed(nodes):
            node.kill()


def _joined(log: Path, address: str) -> Node:
    return Node(log, f"--address={address}", "--node-ip-address=127.0.0.1")


def test_a_node_is_lost_on_the_way_and_the_folder_is_the_same_to_the_byte(
    two_nodes: tuple[str, Node], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CHUNK", 5)
    address, second = two_nodes
    pack = tmp_path / "pack.toml"
    base = tmp_path / "base.toml"
    base.write_text('[pack]\ngame = "solstis"\n[hand]\ntiles = 4\n')
    pack.write_text('[pack]\ngame = "solstis"\nbase = "base.toml"\n[rainbows]\ncount = 9\n')
    plan = experiment(games=80, content=pack)
    whole_run(plan, tmp_path / "here")

    running = Run(plan, tmp_path / "there")
    killed = []

    def told(played: int) -> None:
        if played >= 20 and not killed:
            second.kill()
            killed.append(played)

    running.play(told=told, ray=address)
    running.finish()
    running.close()
    assert killed
    for name in FILES:
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"127.0.0.1:{free_port()}"
    plan = Experiment("solstis", 2, ("hiker",), 2).checked()
    file = tmp_path / "experiment.toml"
    file.write_text(plan.text(None))
    assert run(["lab", "run", str(file), "--ray", address, "--out", str(tmp_path / "run")]) == 2
    assert f"there is no Ray cluster at {address}" in capsys.readouterr().err
