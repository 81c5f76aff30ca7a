"""No way back in speed: the instructions of fixed playouts, against figures kept in the repository.

    .venv/bin/python benchmarks/speed_gate.py            count and compare; more than 5 % worse fails
    .venv/bin/python benchmarks/speed_gate.py --renew    count and keep the figures

Time on a busy machine says little, but instructions are the same each time. callgrind (from valgrind) counts those of
`playouts` in cairn/core/playout.py: whole random games, their start included, after some that fill what is remembered
between games. Another compiler or another Python makes other code, so their figures are kept apart: where there are
none yet, the gate says so and compares nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cairn
from cairn.core.playout import playouts

KEPT = Path(__file__).with_name("speed_gate.json")
COUNTED = "CPyDef_playout___playouts"
WARM = 100
GAMES = {"five-towers": (4, 200), "solstis": (2, 400), "the-peak": (2, 300), "peaks": (4, 12), "five-peaks": (4, 12)}
"""By game the seats and how many games are counted."""
ALLOWED = 1.05


def play(slug: str) -> None:
    """What runs under callgrind. Prints the number of decisions."""
    seats, games = GAMES[slug]
    setup = cairn.game(slug).prepare(seats, {})
    for seed in range(WARM * games // 400 + 1):
        state = setup.game.set_up(setup, cairn.Dice(seed), None)
        dice = cairn.Dice(seed)
        while state.seat >= 0:
            choices = state.choices()
            state.apply(choices[dice.pick(len(choices))], dice)
    print(playouts(setup, games, cairn.Dice(1)))


def count(slug: str) -> float:
    """Instructions per decision."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            f"--toggle-collect={COUNTED}*",
            sys.executable,
            __file__,
            "--play",
            slug,
        ]
        # Where things lie in memory and how texts hash must not matter.
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONMALLOC": "pymalloc"},
        )
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if collected is None or int(collected[1]) == 0:
        sys.exit(f"callgrind counted nothing in {COUNTED}: is this the compiled build?")
    return int(collected[1]) / int(done.stdout)


def tools() -> str:
    """What the figures depend on beside our sources."""
    version = subprocess.run([os.environ.get("CC", "cc"), "-dumpversion"], capture_output=True, text=True, check=True)
    return f"cc {version.stdout.strip().split('.')[0]}, Python {platform.python_version()}, {platform.machine()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="of these games only")
    parser.add_argument("--renew", action="store_true", help="keep what is counted now")
    parser.add_argument("--play", metavar="GAME", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        play(asked.play)
        return 0
    if shutil.which("valgrind") is None:
        sys.exit("the gate counts with callgrind: install valgrind first")
    if cairn.build() != "compiled":
        sys.exit("the gate counts the compiled build; run `make setup` first")
    everything = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    used = tools()
    kept: dict[str, int] = everything.setdefault(used, {})
    if not kept and not asked.renew:
        print(f"no figures are kept for {used}: nothing to compare with; --renew keeps some")
    worse = []
    print(f"{'instructions per decision':28}{'kept':>9}{'now':>9}")
    for slug in asked.games or GAMES:
        found = round(count(slug))
        before = kept.get(slug)
        change = "" if before is None else f"{100 * (found / before - 1):+8.1f} %"
        print(f"{slug:28}{before or '-':>9}{found:9}{change}", flush=True)
        if before is not None and found > before * ALLOWED:
            worse.append(slug)
        if asked.renew:
            kept[slug] = found
    if asked.renew:
        KEPT.write_text(json.dumps(everything, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    if worse:
        print(f"more than {ALLOWED - 1:.0%} worse: {', '.join(worse)}; --renew keeps it if it must be", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
