"""Plays many games between bots and counts what came out.

Every game has dice of its own, forked from the seed by the game's number, and every count is an exact sum: the same
command gives the same report, in however many processes it is played.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import cairn
from cairn import bots
from cairn.cli.screen import err
from cairn.cli.story import seat_names
from cairn.core.contract import OptionValue

MOST_IN_BATCH = 20


class Job:
    """What to play; goes to the worker processes as plain data."""

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
        return cairn.game(self.slug) if self.content is None else _own_game(self.slug, self.content)

    def play(self, number: int) -> cairn.Record:
        """Game `number` of the job: chance on one stream of its dice, each seat's bot on another."""
        game = self.game()
        table = [bots.make(spec, game) for spec in self.specs]
        dice = cairn.Dice(self.seed).fork(number)
        chance = dice.fork(0)
        minds = [dice.fork(1 + seat) for seat in range(len(table))]
        record = cairn.Record.new(game, self.specs, chance, **self.options)
        state = record.state
        while state.seat >= 0:
            seat = state.seat
            record.play(table[seat].answer(state.view(seat), minds[seat]), chance)
        return record


@lru_cache(maxsize=1)
def _own_game(slug: str, content: Path) -> cairn.Game:
    """Content of one's own is read once in each process."""
    return cairn.game(slug, content)


class Tally:
    """Exact sums over finished games; adding up is the same in any order."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.decisions: list[int] = [0, 0, 0]
        """Sum, least and most decisions of a game."""
        self.wins = [Fraction(0)] * seats
        self.totals: list[list[int]] = [[0, 0, 0] for _ in range(seats)]
        self.lines: list[dict[str, int]] = [{} for _ in range(seats)]

    def add(self, record: cairn.Record) -> None:
        first = self.games == 0
        self.games += 1
        _count(self.decisions, len(record.moves), first)
        for seat, (share, score) in enumerate(zip(record.state.result(), record.state.scores(), strict=True)):
            self.wins[seat] += Fraction(share).limit_denominator(1000)
            _count(self.totals[seat], score.total, first)
            for line, points in score.lines.items():
                self.lines[seat][line] = self.lines[seat].get(line, 0) + points

    def plus(self, other: Tally) -> Tally:
        """A new tally of both: an interruption finds the old one or the new one, never half a sum."""
        both = Tally(len(self.wins))
        for tally in (self, other):
            both._take_in(tally)
        return both

    def _take_in(self, other: Tally) -> None:
        first = self.games == 0
        self.games += other.games
        _join(self.decisions, other.decisions, first)
        for seat, wins in enumerate(other.wins):
            self.wins[seat] += wins
            _join(self.totals[seat], other.totals[seat], first)
            for line, points in other.lines[seat].items():
                self.lines[seat][line] = self.lines[seat].get(line, 0) + points

    def mean(self, number: int | Fraction) -> float:
        return round(float(number / Fraction(self.games)), 6)


def _count(counts: list[int], number: int, first: bool) -> None:
    _join(counts, [number, number, number], first)


def _join(counts: list[int], others: list[int], first: bool) -> None:
    counts[0] += others[0]
    counts[1] = others[1] if first else min(counts[1], others[1])
    counts[2] = others[2] if first else max(counts[2], others[2])


def play_batch(job: Job, numbers: range) -> tuple[Tally, dict[int, str]]:
    """Some games of a job, counted; with their records' texts by number if those are wanted."""
    tally = Tally(len(job.specs))
    texts: dict[int, str] = {}
    for number in numbers:
        record = job.play(number)
        tally.add(record)
        if job.keep_records:
            texts[number] = record.text()
    return tally, texts


def play_all(job: Job, games: int, jobs: int, folder: Path | None) -> tuple[Tally, bool]:
    """Play the whole job; the counts, and whether it was interrupted. Only this process writes files."""
    tally = Tally(len(job.specs))
    size = max(1, min(MOST_IN_BATCH, games // (4 * jobs)))
    batches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    width = len(str(games - 1))
    try:
        with _results(job, batches, jobs) as results, _progress(games) as progress:
            task = progress.add_task("games", total=games)
            for batch, texts in results:
                for number, text in texts.items():
                    assert folder is not None
                    _write(folder / f"{job.slug}-{number:0{width}}.json", text)
                tally = tally.plus(batch)
                progress.update(task, completed=tally.games)
    except KeyboardInterrupt:
        return tally, True
    return tally, False


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _results(job: Job, batches: list[range], jobs: int) -> Iterator[Iterator[tuple[Tally, dict[int, str]]]]:
    """The results of the batches as they come; leaving early stops the workers."""
    if jobs == 1:
        yield (play_batch(job, batch) for batch in batches)
        return
    with _pool(job, min(jobs, len(batches))) as pool:
        yield pool.imap_unordered(_work, batches)


def _pool(job: Job, workers: int) -> Pool:
    """Workers that leave Ctrl-C to this process, from their first moment on: they inherit that it is ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return multiprocessing.Pool(workers, initializer=_start_worker, initargs=(job,))
    finally:
        signal.signal(signal.SIGINT, before)


_job: list[Job] = []


def _start_worker(job: Job) -> None:
    _job.append(job)


def _work(batch: range) -> tuple[Tally, dict[int, str]]:
    return play_batch(_job[-1], batch)


def _progress(games: int) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )


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
        "seats": seats,
    }


def _spread(tally: Tally, counts: list[int]) -> dict[str, float]:
    return {"mean": tally.mean(counts[0]), "min": counts[1], "max": counts[2]}


def report_table(data: dict[str, Any]) -> Table:
    """The same for people."""
    table = Table(title=f"{cairn.game(data['game']).title}: {data['games']} games, seed {data['seed']}")
    table.add_column("")
    names = seat_names([seat["bot"] for seat in data["seats"]])
    for seat, name in zip(data["seats"], names, strict=True):
        table.add_column(f"{seat['seat']} {name}", justify="right")
    table.add_row("win share", *(f"{seat['win_share']:.1%}" for seat in data["seats"]), style="bold")
    table.add_row("score", *(f"{seat['score']['mean']:.2f}" for seat in data["seats"]), style="bold")
    table.add_row("least, most", *(f"{seat['score']['min']}, {seat['score']['max']}" for seat in data["seats"]))
    table.add_section()
    for line in data["seats"][0]["lines"]:
        table.add_row(line, *(f"{seat['lines'][line]:.2f}" for seat in data["seats"]))
    spread = data["decisions"]
    table.caption = f"{spread['mean']:.1f} decisions a game, {spread['min']} to {spread['max']}"
    return table
