"""Our levels against OpenSpiel's information-set search at equal time: the anchor from outside in docs/strength.md.

    python benchmarks/anchor.py five-towers solstis --games 100 --ms 50 --out anchor

Needs the environment of `make test-envs`. All clocks here, those of the bots and that of the report, are the
processor's: other work on the machine takes nothing from either side. Games that are finished are kept in the folder
and not played again, so a run that was cut off goes on where it was. `--minutes` ends each match by the clock on the
wall; with `--minutes 0` nothing is played and the table is of what there is.
"""

from __future__ import annotations

import argparse
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

time.perf_counter = time.process_time  # before the bots read its name

import cairn  # noqa: E402
from cairn.cli.bench import calibrate  # noqa: E402
from cairn.core.contract import OptionValue  # noqa: E402
from cairn.lab.match import Match, Run  # noqa: E402

LEVELS = {"hiker": "hiker", "climber": "climber", "guide": "guide:ms={ms}", "summit": "summit:ms={ms}"}
"""Those with a clock get the time of the search; the others take less."""
OPTIONS: dict[str, dict[str, OptionValue]] = {"the-peak": {"edition": "final"}}
"""In the first edition the Mountaineer wins 98 of 100 games, whoever plays: two players could not be told apart."""
HEADINGS = ("game", "rules", "level", "games", "win share", "95 %", "margin", "ms/decision of each", "faults")


class Enough(Exception):
    """The time for a match is over."""


def played(match: Match, folder: Path, minutes: float) -> dict[str, Any]:
    """The report of a match, of all its games or of as many as there was time for."""
    end = time.monotonic() + minutes * 60

    def check(finished: int) -> None:
        if finished and time.monotonic() > end:
            raise Enough

    with closing(Run(match, folder, resume=folder.exists(), records=False)) as run:
        with suppress(Enough):
            if minutes:
                run.play(jobs=1, told=check)
        return run.report()


def row(slug: str, level: str, given: argparse.Namespace) -> str:
    spec = LEVELS[level].format(ms=given.ms)
    match = Match(slug, [spec, f"openspiel:ismcts,ms={given.ms}"], 2, given.games, given.seed, OPTIONS.get(slug, {}))
    data = played(match, given.out / f"{slug}-{level}", given.minutes)
    ours, theirs = data["pairings"][0]["results"]
    spent = [data["timing"]["bots"][result["bot"]]["seconds_per_decision"] * 1000 for result in (ours, theirs)]
    cells = (
        cairn.game(slug).title,
        data["rules_version"],
        f"`{spec}`",
        data["games_played"] if data["games_played"] == match.total else f"{data['games_played']} of {match.total}",
        f"{ours['win_share']:.1%}",
        f"{ours['low'] * 100:.1f}-{ours['high'] * 100:.1f}",
        f"{ours['margin']:+.1f}",
        f"{spent[0]:.0f} / {spent[1]:.0f}",
        ours["faults"] + theirs["faults"],
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("game", nargs="*", default=cairn.slugs())
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--ms", type=int, default=50, help="of the processor's time for each decision")
    arguments.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    arguments.add_argument("--minutes", type=float, default=1e6, help="at most for each match")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path("anchor"), metavar="DIR")
    given = arguments.parse_args()
    given.out.mkdir(exist_ok=True)
    print(f"calibration {calibrate() / 1e6:.1f} million turns of a plain loop per second of the processor\n")
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}")
    for level in given.levels:
        for slug in given.game:
            print(row(slug, level, given), flush=True)


if __name__ == "__main__":
    main()
