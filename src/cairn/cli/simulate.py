"""Plays many games between bots and counts what came out.

Every game has dice of its own, forked from the seed by the game's number, and every count is an exact sum: the same
command gives the same report, in however many processes it is played.
"""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rich.table import Table

import cairn
from cairn.cli.progress import bar, complaints
from cairn.cli.story import seat_names
from cairn.core.contract import OptionValue
from cairn.core.message import counted
from cairn.lab.journal import write_whole
from cairn.lab.playing import Played, Task, game_of
from cairn.lab.pool import play_all
from cairn.lab.signals import uninterrupted

COUNTED: Final = ("decisions", "turns")


class Job:
    """What to play: games of one table, each a deal of its own."""

    def __init__(
        self,
        slug: str,
        specs: list[str],
        seed: int,
        options: dict[str, OptionValue],
        keep_records: bool,
        content: Path | None = None,
    ) -> None:
        self.slug = slug
        self.specs = specs
        self.seed = seed
        self.options = options
        self.keep_records = keep_records
        self.content = content

    def game(self) -> cairn.Game:
        return game_of(self.slug, self.content)

    def task(self, number: int) -> Task:
        return Task(
            (number,), self.slug, tuple(self.specs), self.seed, number, self.options, self.keep_records, self.content
        )


class Tally:
    """Exact sums over finished games; adding up is the same in any order."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.decisions: list[int] = [0, 0, 0]
        """Sum, least and most decisions of a game."""
        self.turns: list[int] = [0, 0, 0]
        self.wins = [Fraction(0)] * seats
        self.totals: list[list[int]] = [[0, 0, 0] for _ in range(seats)]
        self.lines: list[dict[str, int]] = [{} for _ in range(seats)]

    def add(self, played: Played) -> None:
        first = self.games == 0
        self.games += 1
        _count(self.decisions, sum(played.decisions), first)
        _count(self.turns, played.turns, first)
        for seat, (share, lines) in enumerate(zip(played.shares, played.scores, strict=True)):
            self.wins[seat] += Fraction(share).limit_denominator(1000)
            _count(self.totals[seat], sum(lines.values()), first)
            for line, points in lines.items():
                self.lines[seat][line] = self.lines[seat].get(line, 0) + points

    def mean(self, number: int | Fraction) -> float:
        return round(float(number / Fraction(self.games)), 6)


def _count(counts: list[int], number: int, first: bool) -> None:
    counts[0] += number
    counts[1] = number if first else min(counts[1], number)
    counts[2] = number if first else max(counts[2], number)


def play_job(job: Job, games: int, jobs: int, folder: Path | None) -> tuple[Tally, bool]:
    """Play the whole job; the counts, and whether it was interrupted. Only this process writes files."""
    tally = Tally(len(job.specs))
    width = len(str(games - 1))
    tasks = (job.task(number) for number in range(games))
    try:
        with bar("games", games) as progress, complaints(), closing(play_all(tasks, jobs)) as results:
            for played in results:
                with uninterrupted():
                    if folder is not None:
                        write_whole(folder / f"{job.slug}-{played.key[0]:0{width}}.json", played.record)
                    tally.add(played)
                progress.show(tally.games)
    except KeyboardInterrupt:
        return tally, True
    return tally, False


def report(job: Job, tally: Tally, asked: int, options: dict[str, OptionValue]) -> dict[str, Any]:
    """What came out, as data: nothing in it depends on the machine, the build or the number of processes."""
    game = job.game()
    seats = [
        {
            "seat": seat,
            "bot": spec,
            "win_share": tally.mean(tally.wins[seat]),
            "score": _spread(tally, tally.totals[seat]),
            "lines": {line: tally.mean(points) for line, points in tally.lines[seat].items()},
        }
        for seat, spec in enumerate(job.specs)
        if tally.games
    ]
    return {
        "game": job.slug,
        "rules_version": game.rules_version,
        **({"content": game.content_mark} if game.content_mark else {}),
        "options": options,
        "seed": job.seed,
        "games_asked": asked,
        "games": tally.games,
        "decisions": _spread(tally, tally.decisions) if tally.games else None,
        "turns": _spread(tally, tally.turns) if tally.games else None,
        "seats": seats,
    }


def _spread(tally: Tally, counts: list[int]) -> dict[str, float]:
    return {"mean": tally.mean(counts[0]), "min": counts[1], "max": counts[2]}


def report_table(data: dict[str, Any]) -> Table:
    """The same for people."""
    table = Table(title=f"{cairn.game(data['game']).title}: {counted(data['games'], 'game')}, seed {data['seed']}")
    table.add_column("")
    names = seat_names([seat["bot"] for seat in data["seats"]])
    for seat, name in zip(data["seats"], names, strict=True):
        table.add_column(f"{seat['seat']} {name}", justify="right")
    table.add_row("win share", *(f"{seat['win_share']:.1%}" for seat in data["seats"]), style="bold")
    table.add_row("score", *(f"{seat['score']['mean']:.2f}" for seat in data["seats"]), style="bold")
    table.add_row("lowest, highest", *(f"{seat['score']['min']}, {seat['score']['max']}" for seat in data["seats"]))
    table.add_section()
    for line in data["seats"][0]["lines"]:
        table.add_row(line, *(f"{seat['lines'][line]:.2f}" for seat in data["seats"]))
    told = [f"{data[what]['mean']:.1f} {what} per game, {data[what]['min']} to {data[what]['max']}" for what in COUNTED]
    table.caption = "\n".join(told)
    return table
