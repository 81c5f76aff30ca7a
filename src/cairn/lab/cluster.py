"""Plays an experiment on a Ray cluster: one task a chunk of games, and results as they come.

A game follows from its task alone, so it does not matter where it is played, nor whether it is played twice because a
node was lost: the folder is the same to the byte. Nodes need the same version of Cairn; the sources are compared before
the first game. Needs the extra `cairn-tabletop[ray]`.
"""

from __future__ import annotations

import hashlib
import os
import socket
import tempfile
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import cairn
from cairn.lab.experiment import Experiment
from cairn.lab.packing import content_text
from cairn.lab.playing import Played, Task, game_of
from cairn.lab.pool import TIMEOUT, BotPool
from cairn.lab.sources import fingerprint

CHUNK: Final = 20
"""Games in one task: few enough that a lost node costs little, many enough that asking for them costs nothing."""
AHEAD: Final = 2
"""Tasks for each core that are asked for at once."""
TICK: Final = 0.5
KNOCK_TIMEOUT: Final = 10.0
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
        play = ray.remote(num_cpus=1, max_retries=TRIES, retry_exceptions=[OSError])(play_chunk)
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
                yield from ray.get(one)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, cairn.CairnError):
            raise error.cause from None
        raise
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    _knock(address)
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="warning", runtime_env=_environment())
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise NoCluster(f"there is no Ray cluster at {address}: {reason}") from None


def _knock(address: str) -> None:
    """Ray tries for minutes to reach an address where nobody is."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), KNOCK_TIMEOUT).close()
    except (OSError, ValueError, OverflowError) as error:
        raise NoCluster(f"there is no Ray cluster at {address}: {error}") from None


def _environment() -> dict[str, Any]:
    """Workers find Cairn where this process does, on nodes that share its folders; elsewhere it is installed."""
    path = os.environ.get("PYTHONPATH")
    return {"env_vars": {"PYTHONPATH": path}} if path else {}


def _chunks(tasks: Iterator[Task]) -> Iterator[list[Task]]:
    while chunk := [replace(task, content=None) for task in islice(tasks, CHUNK)]:
        yield chunk


def play_chunk(tasks: list[Task], content: str | None, mark: str, timeout: float) -> list[Played]:
    """On a node: play some games in a process of their own, which a bot may take down without harm to the node."""
    path = None if content is None else _file(content)
    here = fingerprint(game_of(tasks[0].slug, path))
    if here != mark:
        raise NoCluster(f"a node has other rules or bots ({here}) than this machine ({mark}): install the same Cairn")
    playing = [_pool().play(replace(task, content=path), timeout) for task in tasks]
    return [future.result() for future in playing]


@lru_cache(maxsize=1)
def _pool() -> BotPool:
    """One process for all chunks that come here: to start it takes as long as to play many games."""
    return BotPool(workers=1)


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="cairn-ray-")


def _file(content: str) -> Path:
    """Content as a file on a node, by its own mark: what was read from it once stays true."""
    data = content.encode()
    path = Path(_folder().name) / f"{hashlib.sha256(data).hexdigest()[:16]}.toml"
    if not path.exists():
        path.write_bytes(data)
    return path
