"""A Ray cluster of two nodes on this machine, in a process of its own that is told what to do line by line.

It says the address when both nodes are there. `kill` kills the second one, as when its machine loses power, once a
game is being played on it. At the end of its input, or with whoever started it, all of it ends.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

LIMIT = 300.0
"""Seconds for anything on a busy machine; all of it takes about twenty on one with two idle cores."""
PLAYER = b"cairn.lab.worker"


def until(is_so: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + LIMIT
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {LIMIT:g} s in vain until {what}")
        time.sleep(0.05)


def plays(root: int) -> bool:
    """Whether a process that plays games is below this one."""
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
    return any(PLAYER in _command(process) for process in found)


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def main() -> None:
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_log_monitor": False, "wait": False}
    cluster = Cluster()
    try:
        cluster.add_node(**small, include_dashboard=False, no_monitor=True)
        second = cluster.add_node(**small)
        until(lambda: len(cluster.list_all_nodes()) == 2, "both nodes are there")
        print(cluster.address, flush=True)
        [raylet] = second.all_processes["raylet"]
        for line in sys.stdin:
            if line.strip() == "kill":
                until(lambda: plays(raylet.process.pid), "the second node plays")
                cluster.remove_node(second, allow_graceful=False)
                print("killed", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
