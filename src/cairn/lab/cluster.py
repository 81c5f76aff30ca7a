"""Plays an experiment on a Ray cluster: one task a chunk of games, and results as they come.

A game follows from its task alone, so it does not matter where it is played, nor whether it is played twice because a
node was lost: the folder is the same to the byte. Nodes need the same version of Cairn; the sources are compared before
the first game. Needs the extra `cairn-tabletop[ray]`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

import cairn
from cairn.lab.experiment import Experiment
from cairn.lab.packing import content_text
from cairn.lab.playing import Fault, Played, Task, game_of
from cairn.lab.pool import TIMEOUT, Fresh, play_all
from cairn.lab.sources import fingerprint

CHUNK: Final = 20
"""Games in one task: few enough that a lost node costs little, many enough that asking for them costs nothing."""
AHEAD: Final = 2
"""Tasks for each core that are asked for at once."""
TICK: Final = 0.5
TRIES: Final = 10
"""How often a chunk is given to another worker, should its node be lost."""


class NoCluster(cairn.CairnError):
    """A cluster that is not there, or that plays something else."""


def play_on(
    address: str,
    experiment: Experiment,
    done: set[int],
    timeout: float = TIMEOUT,
    tick: Callable[[], None] = lambda: None,
) -> Generator[Played, None, None]:
    """The games that are left of an experiment, in the order in which they end. Leaving early cancels the rest."""
    try:
        import ray
    except ImportError:
        raise NoCluster("a cluster needs ray; install it with: pip install 'cairn-tabletop[ray]'") from None
    _connect(ray, address)
    try:
        game = game_of(experiment.game, experiment.content)
        content = None if experiment.content is None else content_text(game.package, experiment.content)
        play = ray.remote(num_cpus=1, max_retries=TRIES, retry_exceptions=False)(play_chunk)
        mark = fingerprint(game)
        chunks = _chunks(experiment.tasks(done))
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [play.remote(chunk, content, mark, timeout) for chunk in islice(chunks, AHEAD * cores)]
        while waiting:
            ready, waiting = ray.wait(waiting, num_returns=1, timeout=TICK)
            if not ready:
                tick()
            for one in ready:
                following = next(chunks, None)
                if following is not None:
                    waiting.append(play.remote(following, content, mark, timeout))
                for data in ray.get(one):
                    yield _played(data)
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="warning", runtime_env=_environment())
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise NoCluster(f"there is no Ray cluster at {address}: {reason}") from None


def _environment() -> dict[str, Any]:
    """Workers find Cairn where this process does, on nodes that share its folders; elsewhere it is installed."""
    path = os.environ.get("PYTHONPATH")
    return {"env_vars": {"PYTHONPATH": path}} if path else {}


def _chunks(tasks: Iterator[Task]) -> Iterator[list[dict[str, Any]]]:
    while chunk := [replace(task, content=None).data() for task in islice(tasks, CHUNK)]:
        yield chunk


def play_chunk(tasks: Iterable[dict[str, Any]], content: str | None, mark: str, timeout: float) -> list[dict[str, Any]]:
    """On a node: play some games in a process of their own, which a bot may take down without harm to the node."""
    with tempfile.TemporaryDirectory(prefix="cairn-ray-") as folder:
        path = None
        if content is not None:
            path = Path(folder) / "content.toml"
            path.write_text(content, encoding="utf-8")
        made = [replace(Task.of(task), content=path) for task in tasks]
        here = fingerprint(game_of(made[0].slug, path))
        if here != mark:
            raise NoCluster(
                f"a node has other rules or bots ({here}) than this machine ({mark}): install the same Cairn"
            )
        start = play_all(made, 1, timeout, start=lambda line, ours, notes: Fresh(line, notes, ()))
        return [{**asdict(played), "key": list(played.key)} for played in start]


def _played(data: dict[str, Any]) -> Played:
    return Played(**{**data, "key": tuple(data["key"]), "faults": [Fault(**fault) for fault in data["faults"]]})
