"""Long sweeps: every game at every number of seats and with every option set, from seed after seed.

    python -m cairn.testing.soak [GAME ...] [--random N] [--games N] [--seed S] [--jobs J]

First thousands of quick games of each table are played out (`long_random`), then each table goes through the kit a few
times. `make test` plays the least that shows each thing once; this is for a night. Seeds begin at a number drawn anew
and printed, so that no two sweeps play the same games and any of them can be played again. A failure names its check,
game, seats, options, seed and step; the sweep goes on to its end and then exits with 1.
"""

from __future__ import annotations

import argparse
import itertools
import os
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Final, TextIO

from cairn.bots import make
from cairn.bots.bot import SEEDS
from cairn.core.chance import Dice
from cairn.core.contract import Game, OptionValue, View
from cairn.core.registry import game as find_game
from cairn.core.registry import slugs
from cairn.testing.case import Case, Check, KitFailure
from cairn.testing.checks import CHECKS, check_leak
from cairn.testing.kit import option_sets
from cairn.testing.long_random import LONG_RANDOM

GAMES: Final = 20
RANDOM: Final = 1000
EVERY: Final = 5
BOTS: Final = ("random", "hiker")
WAITING: Final = 4
"""Tasks handed out for each process: enough to keep it busy, few enough to stop soon."""

Task = tuple[str, int, dict[str, OptionValue], int]
"""Game, seats, options, seed."""
Run = Callable[[Task], list[str]]


def tasks(games: list[str], count: int, first: int) -> list[Task]:
    """Every table once with the first seed, then every table with the next: an early stop has still seen them all."""
    boxes = [find_game(slug) for slug in games]
    tables = [
        (game.slug, seats, options) for game in boxes for seats in game.seats for options in option_sets(game, seats)
    ]
    return [(*table, seed) for seed in range(first, first + count) for table in tables]


def kit(task: Task) -> list[str]:
    """One table through every check, and once more with bots; what was found."""
    slug, seats, options, seed = task
    game = find_game(slug)
    bots = [_Spec(spec) for spec in BOTS]
    found = _found(list(CHECKS.values()), Case(game, seats, options, seed, every=EVERY))
    return found + _found([check_leak], Case(game, seats, options, seed, bots, every=EVERY))


def long_random(task: Task) -> list[str]:
    """One table played out by each quick bot; what was found."""
    slug, seats, options, seed = task
    return _found(list(LONG_RANDOM.values()), Case(find_game(slug), seats, options, seed))


def _found(checks: list[Check], case: Case) -> list[str]:
    found: list[str] = []
    for check in checks:
        try:
            check(case)
        except KitFailure as failure:
            found.append(str(failure))
    return found


class _Spec:
    """A bot of the kit by its name."""

    def __init__(self, spec: str) -> None:
        self.spec = spec

    def __call__(self, game: Game, view: View, dice: Dice) -> str:
        return make(self.spec, game).answer(view, dice.pick(SEEDS))


def soak(run: Run, games: list[str], count: int, first: int, jobs: int, out: TextIO) -> int:
    """Run them all with a line that tells how far it is; how many failures there were."""
    wanted = tasks(games, count, first)
    total = len(wanted)
    what = f"{run.__name__}: {total} tables of {', '.join(games)}"
    print(f"{what}; seeds {first} to {first + count - 1}", file=out, flush=True)
    begun = time.monotonic()
    done = failed = 0
    told = 0.0
    waiting = iter(wanted)
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[list[str]]] = {pool.submit(run, task) for task in itertools.islice(waiting, jobs * WAITING)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                done += 1
                for problem in future.result():
                    failed += 1
                    print(f"\nFAILED {problem}", file=out, flush=True)
                running |= {pool.submit(run, task) for task in itertools.islice(waiting, 1)}
            now = time.monotonic()
            if now - told > (1 if out.isatty() else 60) or not running:
                told = now
                _tell(out, done, total, failed, now - begun)
    print(file=out)
    return failed


def _tell(out: TextIO, done: int, total: int, failed: int, seconds: float) -> None:
    left = seconds / done * (total - done)
    line = f"{done} of {total} tables, {failed} failures, {seconds / 60:.0f} min, about {left / 60:.0f} min left"
    print(f"\r{line}  " if out.isatty() else line, end="" if out.isatty() else "\n", file=out, flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="cairn.testing.soak", description="Play games out and put them through the kit for a long time."
    )
    parser.add_argument("games", nargs="*", help="slugs; all games unless told")
    parser.add_argument("--random", type=int, default=RANDOM, help=f"quick games of each table, by each bot ({RANDOM})")
    parser.add_argument("--games", dest="count", type=int, default=GAMES, help=f"times through the kit ({GAMES})")
    parser.add_argument("--seed", type=int, help="the first seed; drawn anew unless told")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes; one for each core unless told"
    )
    told = parser.parse_args(arguments)
    first = secrets.randbelow(10**9) if told.seed is None else told.seed
    sweeps = [(run, count) for run, count in ((long_random, told.random), (kit, told.count)) if count]
    return (
        1 if sum(soak(run, told.games or slugs(), count, first, told.jobs, sys.stdout) for run, count in sweeps) else 0
    )


if __name__ == "__main__":
    sys.exit(main())
