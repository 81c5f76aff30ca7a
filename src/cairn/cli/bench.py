"""How fast the engine is on this machine, and relative to it.

Machines differ, so every speed is also given as a ratio: decisions per 1,000 iterations of a small loop in plain
Python, timed in the same run. This module is never compiled, so that loop is the same everywhere.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from time import thread_time as clock  # the processor's time for us, so that other programs count little
from typing import Any

from rich.table import Table

import cairn
from cairn.core.contract import Setup
from cairn.core.playout import playout

LOOP = 2_000_000
ROUNDS = 5
SECONDS = 0.4
"""How long one round of a measurement lasts; the best of several rounds counts, because other programs disturb."""

UNITS = (("clone_ns", "clone", "ns"), ("resample_ns", "resample", "ns"), ("state_bytes", "state", "bytes"))


def calibrate() -> float:
    """Iterations per second of the loop that speeds are compared with, best of three."""
    return max(_loops_per_second() for _ in range(3))


def _loops_per_second() -> float:
    x = 0
    begun = clock()
    for i in range(LOOP):
        x += i & 3
    return LOOP / (clock() - begun)


def driven(state: cairn.State, dice: cairn.Dice) -> int:
    """A random playout, driven choice by choice from interpreted Python; the number of decisions."""
    decisions = 0
    while state.seat >= 0:
        choices = state.choices()
        state.apply(choices[dice.pick(len(choices))], dice)
        decisions += 1
    return decisions


def measure(setups: list[Setup]) -> dict[str, Any]:
    """Everything for these games. The better of two calibrations counts, one before and one after."""
    calibration = calibrate()
    games = {setup.game.slug: _measure_game(setup) for setup in setups}
    calibration = max(calibration, calibrate())
    for figures in games.values():
        for speed in (figures["playout"], figures["driven"]):
            speed["ratio"] = round(speed["decisions_per_s"] / calibration * 1000, 2)
    return {
        "build": cairn.build(),
        "version": cairn.__version__,
        "python": platform.python_version(),
        "calibration": round(calibration),
        "games": games,
    }


def _measure_game(setup: Setup) -> dict[str, Any]:
    dice = cairn.Dice(1)
    middle = _middle(setup)
    return {
        "playout": _speed(setup, playout),
        "driven": _speed(setup, driven),
        "clone_ns": _nanoseconds(middle.clone),
        "resample_ns": _nanoseconds(lambda: middle.resample(middle.seat, dice)),
        "state_bytes": state_bytes(middle),
    }


def speed(setup: Setup) -> float:
    """Decisions per second of random playouts."""
    return float(_speed(setup, playout)["decisions_per_s"])


def _speed(setup: Setup, play: Callable[[cairn.State, cairn.Dice], int]) -> dict[str, Any]:
    """Whole games, their start included."""
    dice = cairn.Dice(1)
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        decisions = games = 0
        begun = clock()
        while (spent := clock() - begun) < SECONDS:
            decisions += play(setup.game.set_up(setup, dice, None), dice)
            games += 1
        best = max(best, (decisions / spent, games / spent))
    return {"seats": setup.seats, "decisions_per_s": round(best[0]), "games_per_s": round(best[1], 1), "ratio": 0.0}


def _middle(setup: Setup) -> cairn.State:
    """A game half-way through."""
    decisions = playout(setup.game.set_up(setup, cairn.Dice(1), None), cairn.Dice(2))
    dice = cairn.Dice(2)
    state = setup.game.set_up(setup, cairn.Dice(1), None)
    for _ in range(decisions // 2):
        choices = state.choices()
        state.apply(choices[dice.pick(len(choices))], dice)
    return state


def _nanoseconds(call: Callable[[], object]) -> int:
    repeat = 1
    while _timed(call, repeat) < SECONDS / 20:
        repeat *= 2
    return round(min(_timed(call, repeat) for _ in range(ROUNDS)) / repeat * 1e9)


def _timed(call: Callable[[], object], repeat: int) -> float:
    begun = clock()
    for _ in range(repeat):
        call()
    return clock() - begun


def state_bytes(state: cairn.State) -> int:
    """About how much memory a state takes beyond what it shares with its clones."""
    return _bytes_apart(state, state.clone())


def _bytes_apart(thing: object, other: object) -> int:
    """The size of a thing without the parts that its other holds too; whole numbers are always counted as its own."""
    if isinstance(thing, int):
        return 0 if -5 <= thing <= 256 else sys.getsizeof(thing)
    if thing is other:
        return 0
    size = sys.getsizeof(thing)
    if isinstance(thing, list) and isinstance(other, list):
        # A stack keeps places that its copy does without.
        return size + sum(_bytes_apart(*pair) for pair in zip(thing, other, strict=False))
    own = getattr(thing, "__dict__", None)
    if own is not None:
        return size + sys.getsizeof(own) + sum(_bytes_apart(own[name], getattr(other, name)) for name in own)
    attributes = [name for kind in type(thing).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())]
    return size + sum(
        _bytes_apart(getattr(thing, name), getattr(other, name))
        for name in dict.fromkeys(attributes)
        if not name.startswith("__") and not isinstance(getattr(thing, name), int)
    )


def bench_table(data: dict[str, Any]) -> Table:
    """The same for people, a column per game."""
    table = Table(title=f"cairn {data['version']}, {data['build']} build, Python {data['python']}")
    table.add_column("")
    for slug in data["games"]:
        table.add_column(slug, justify="right")
    games = data["games"].values()
    table.add_row("seats", *(str(figures["playout"]["seats"]) for figures in games), end_section=True)
    for name, title in (("playout", "playouts"), ("driven", "driven from Python")):
        speeds = [figures[name] for figures in games]
        table.add_row(f"{title}: decisions/s", *(f"{speed['decisions_per_s']:,}" for speed in speeds))
        table.add_row("games/s", *(f"{speed['games_per_s']:,.0f}" for speed in speeds))
        table.add_row("ratio", *(f"{speed['ratio']:.1f}" for speed in speeds), style="bold", end_section=True)
    for name, title, unit in UNITS:
        table.add_row(title, *(f"{figures[name]:,} {unit}" for figures in games))
    table.caption = f"ratio: decisions per 1,000 iterations of a plain loop;\n{data['calibration']:,} iterations/s here"
    return table
