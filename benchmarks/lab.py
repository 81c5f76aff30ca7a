"""How fast the lab is: beside `cairn simulate`, in two processes, and for the report of a million games.

    .venv/bin/python benchmarks/lab.py [--games 10000] [--report 1000000] [--seats 4] [--cores]

The games are of 5 Towers by `climber:worlds=1,deep=1`. The report is made from rows of a real run, repeated under new
numbers. Needs the extra `cairn-tabletop[lab]` and a machine with nothing else to do.

`--cores` counts processor time only, so it may run on a busy machine: what a game costs those who play it, who may be
many, and the one process that asks for games and reports them. From that follows what many cores bring.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from cairn.cli.bench import calibrate
from cairn.lab import tables
from cairn.lab.experiment import NAME, Experiment
from cairn.lab.pool import play_all
from cairn.lab.running import Run

BOT = "climber:worlds=1,deep=1"
CHUNK = 10


def timed(*arguments: str) -> float:
    begun = perf_counter()
    subprocess.run([sys.executable, "-m", "cairn", *arguments], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begun


def play(folder: Path, games: int, seats: int) -> None:
    usual = ["--bots", BOT, "--seats", str(seats), "--games", str(games), "--seed", "1"]
    alone = timed("simulate", "five-towers", *usual)
    one = timed("lab", "run", "--game", "five-towers", *usual, "--out", str(folder / "one"))
    two = timed("lab", "run", "--game", "five-towers", *usual, "--out", str(folder / "two"), "--jobs", "2")
    print(f"{games:,} games: simulate {alone:.1f} s, lab {one:.1f} s ({one / alone:.2f} times), ", end="")
    print(f"lab in two processes {two:.1f} s ({one / two:.2f} times as fast)")


def cores(folder: Path, games: int, seats: int) -> None:
    """Processor time of players and of the serial part, and the speed-up that it leaves by Amdahl's law.

    A small and a large run tell what each game costs from what every run costs once.
    """
    few = games // 4
    small, large = (_spent(folder / str(count), count, seats) for count in (few, games))
    played, serial = (1000 * (more - less) / (games - few) for less, more in zip(small, large, strict=True))
    once = small[1] - few * serial / 1000
    print(
        f"{games:,} and {few:,} games: {played:.2f} ms of processor time to play one, {serial:.2f} ms to ask for it and"
    )
    print(f"report it, and {once:.1f} s once for every run")
    plain, counted = (1000 * spent / games for spent in _beside(games, seats))
    print(f"  in turns {plain:.2f} ms with nothing counted and {counted:.2f} ms with all: {counted / plain:.2f} times")
    for count in (1, 2, 10, 100):
        print(f"  {count} cores: {(played + serial) / (played / count + serial):.1f} times as fast as one")


def _beside(games: int, seats: int) -> tuple[float, float]:
    """Seconds of processor time to play the same games with nothing and with everything counted, in turns."""
    plan = Experiment("five-towers", seats, (BOT,), games).checked()
    spent = [0.0, 0.0]
    for first in range(0, games, CHUNK):
        for observe in (False, True):
            tasks = [
                replace(plan.task(number, keep_events=observe), observe=observe)
                for number in range(first, min(games, first + CHUNK))
            ]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            for _ in play_all(tasks, 1):
                pass
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent[observe] += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent[0], spent[1]


def _spent(folder: Path, games: int, seats: int) -> tuple[float, float]:
    """Seconds of processor time of those who play and of the process that asks them."""
    run = Run(Experiment("five-towers", seats, (BOT,), games).checked(), folder)
    who = (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)
    before = [resource.getrusage(one) for one in who]
    run.play()
    run.finish()
    run.close()
    after = [resource.getrusage(one) for one in who]
    played, serial = (
        end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime for begin, end in zip(before, after, strict=True)
    )
    return played, serial


def repeat(source: Path, target: Path, games: int) -> None:
    """As many games as wanted from those of a run."""
    target.mkdir()
    shutil.copy(source / NAME, target / NAME)
    shutil.copy(source / tables.EVENTS, target / tables.EVENTS)
    rows = parquet.read_table(source / tables.GAMES)
    count = len(np.unique(rows["game"].to_numpy()))
    place = rows.schema.get_field_index("game")
    times = max(1, tables.GAMES_A_GROUP[tables.GAMES] // count)
    group = pa.concat_tables([rows] * times).combine_chunks()
    numbers = np.concatenate([rows["game"].to_numpy() + count * at for at in range(times)])
    with parquet.ParquetWriter(target / tables.GAMES, rows.schema, compression="zstd") as writer:
        for first in range(0, games, count * times):
            moved = pa.array(numbers + first)
            writer.write_table(group.set_column(place, rows.schema.field(place), moved))


def report(folder: Path, games: int) -> None:
    repeat(folder / "one", folder / "many", games)
    begun = perf_counter()
    subprocess.run([sys.executable, "-m", "cairn", "lab", "report", str(folder / "many")], check=True)
    seconds = perf_counter() - begun
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    print(f"report of {games:,} games: {seconds:.1f} s, at most {most:.2f} GiB in any process of this benchmark")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--report", type=int, default=1_000_000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--cores", action="store_true", help="processor time only, and what many cores bring")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, {calibrate():,.0f} turns of a plain loop in a second")
    with tempfile.TemporaryDirectory(prefix="cairn-lab-") as folder:
        if asked.cores:
            cores(Path(folder), asked.games, asked.seats)
            return
        play(Path(folder), asked.games, asked.seats)
        report(Path(folder), asked.report)


if __name__ == "__main__":
    main()
