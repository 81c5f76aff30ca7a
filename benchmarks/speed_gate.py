"""No way back in speed: the instructions of fixed playouts and searches, against figures kept in the repository.

    .venv/bin/python benchmarks/speed_gate.py               count and compare; more than 5 % worse fails
    .venv/bin/python benchmarks/speed_gate.py --renew       count and keep the figures
    .venv/bin/python benchmarks/speed_gate.py five-towers   of what is named only; so do guide/solstis, clone/peaks

Time on a busy machine says little, but instructions are the same each time. callgrind (from valgrind) counts

- GAME: per decision those of `playouts` in cairn/core/playout.py, which are whole random games, their start included,
  after some that fill what is remembered between games;
- plain/GAME and guide/GAME: per simulation those of a search without and with the game's evaluator (in PEAKS and
  Five Peaks a simulation is a choice followed in the beam), from some positions of a random game;
- clone/GAME and resample/GAME: those of one copy of such a position;
- batch/GAME: per decision those of `Games.step` in cairn/core/batching.py, masks and observations included.

Another compiler or another Python makes other code, so their figures are kept apart: where there are none yet, the
gate says so and compares nothing.
"""

from __future__ import annotations

import argparse
import importlib
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
from cairn.bots.search_bot import search_of
from cairn.core.batching import Block, Games
from cairn.core.bot_settings import Budget, bot_settings
from cairn.core.evaluator import Evaluator, evaluator_of
from cairn.core.playout import clones, playouts, resamples
from cairn.envs.spaces import spaces

KEPT = Path(__file__).with_name("speed_gate.json")
WARM = 100
GAMES = {"five-towers": (4, 200), "solstis": (2, 400), "the-peak": (2, 300), "peaks": (4, 12), "five-peaks": (4, 12)}
"""By game the seats and how many games are counted."""
SEARCHED = {"five-towers": 200, "solstis": 200, "the-peak": 200, "peaks": 40, "five-peaks": 40}
"""By game the iterations of a guided search from each position."""
STEPS = (3, 17, 31)
"""After so many decisions of a random game."""
COPIES = 200
PLACES, ROUNDS = 16, 60
"""Of a batch."""
COUNTED = {
    "": "CPyDef_playout___playouts",
    "plain": "CPyDef_search___Search___run",
    "guide": "CPyDef_search___Search___run",
    "clone": "CPyDef_playout___clones",
    "resample": "CPyDef_playout___resamples",
    "batch": "CPyDef_batching___Games___step",
}
"""By kind of count the function whose instructions are counted, with all that it calls."""
EVERYTHING = [
    *GAMES,
    "plain/five-towers",
    *(f"{kind}/{slug}" for kind in ("guide", "clone", "resample", "batch") for slug in GAMES),
]
ALLOWED = 1.05


def run(what: str) -> None:
    """What runs under callgrind. Prints how many decisions, simulations or copies were made."""
    kind, _, slug = what.rpartition("/")
    if kind == "":
        play(slug)
    elif kind == "batch":
        step(slug)
    else:
        print(sum(COUNTS[kind](state) for state in positions(slug)))


def positions(slug: str) -> list[cairn.State]:
    """Some of a random game."""
    dice = cairn.Dice(1)
    state = cairn.game(slug).start(GAMES[slug][0], dice)
    found = []
    for step in range(STEPS[-1] + 1):
        if step in STEPS:
            found.append(state.clone())
        state.apply(state.answer(dice.pick(state.answer_count)), dice)
    return found


def step(slug: str) -> None:
    """A batch of games, every action equally likely; what `cairn.batch.Batch` does, without NumPy."""
    game = cairn.game(slug)
    setup = game.prepare(GAMES[slug][0], {})
    space = spaces(game, setup.seats)
    blocks = {kind: Block(space.table.parts(kind)) for kind in space.table.kinds}
    encoding = importlib.import_module(f"{game.package}.encode").encoding(setup)
    games = Games(setup, PLACES, 1, encoding, blocks, space.action_count)
    dice = cairn.Dice(1)
    for _ in range(ROUNDS):
        games.step(games.pick(dice))
    print(PLACES * ROUNDS)


def think(state: cairn.State, evaluator: Evaluator | None, iterations: int) -> int:
    """The simulations of a search."""
    search = search_of(evaluator, bot_settings(state.setup.game).search, state)
    search.run(Budget(iterations, 0), cairn.Dice(2))
    return search.iterations


COUNTS = {
    "plain": lambda state: think(state, None, 100),
    "guide": lambda state: think(state, evaluator_of(state.setup.game), SEARCHED[state.setup.game.slug]),
    "clone": lambda state: clones(state, COPIES),
    "resample": lambda state: resamples(state, state.seat, COPIES, cairn.Dice(2)),
}


def play(slug: str) -> None:
    seats, games = GAMES[slug]
    setup = cairn.game(slug).prepare(seats, {})
    for seed in range(WARM * games // 400 + 1):
        state = setup.game.set_up(setup, cairn.Dice(seed), None)
        dice = cairn.Dice(seed)
        while state.seat >= 0:
            choices = state.choices()
            state.apply(choices[dice.pick(len(choices))], dice)
    print(playouts(setup, games, cairn.Dice(1)))


def count(what: str) -> float:
    """Instructions per decision, simulation or copy."""
    counted = COUNTED[what.rpartition("/")[0]]
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            f"--toggle-collect={counted}*",
            sys.executable,
            __file__,
            "--run",
            what,
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
        sys.exit(f"callgrind counted nothing in {counted}: is this the compiled build?")
    return int(collected[1]) / int(done.stdout)


def tools() -> str:
    """What the figures depend on beside our sources."""
    version = subprocess.run([os.environ.get("CC", "cc"), "-dumpversion"], capture_output=True, text=True, check=True)
    return f"cc {version.stdout.strip().split('.')[0]}, Python {platform.python_version()}, {platform.machine()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("counts", nargs="*", metavar="COUNT", choices=[[], *EVERYTHING], help="these only")
    parser.add_argument("--renew", action="store_true", help="keep what is counted now")
    parser.add_argument("--run", metavar="COUNT", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run:
        run(asked.run)
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
    print(f"{'instructions':28}{'kept':>9}{'now':>9}")
    for what in asked.counts or EVERYTHING:
        found = round(count(what))
        before = kept.get(what)
        change = "" if before is None else f"{100 * (found / before - 1):+8.1f} %"
        print(f"{what:28}{before or '-':>9}{found:9}{change}", flush=True)
        if before is not None and found > before * ALLOWED:
            worse.append(what)
        if asked.renew:
            kept[what] = found
            KEPT.write_text(json.dumps(everything, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    if asked.renew:
        return 0
    if worse:
        print(f"more than {ALLOWED - 1:.0%} worse: {', '.join(worse)}; --renew keeps it if it must be", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
