"""Runs an experiment in a folder: plays what is left to play, then writes tables and report.

While it runs, finished games are lines of a journal, so that it may be stopped at any moment and go on. Once all are
played the journal is gone and the tables are there; after Ctrl-C both are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import cairn
from cairn.lab import report, tables
from cairn.lab.experiment import NAME, Experiment
from cairn.lab.html import page
from cairn.lab.journal import NAME as JOURNAL
from cairn.lab.journal import BadRun, Journal, write_whole
from cairn.lab.packing import content_text
from cairn.lab.playing import Played, game_of
from cairn.lab.pool import TIMEOUT, play_all
from cairn.lab.shares import wilson
from cairn.lab.signals import uninterrupted
from cairn.lab.stories import stories

LOOKS: Final = 50
"""With a precision to reach, the shares are looked at after every so many games."""
CONTENT: Final = "content.toml"
NUMBERED: Final = b'{"number": '
"""How a line of the journal begins."""

Told = Callable[[int], None]


class Run:
    """An experiment and its folder."""

    def __init__(self, experiment: Experiment, folder: Path, resume: bool = False) -> None:
        if (folder / report.JSON).exists() and not (folder / JOURNAL).exists():
            raise BadRun(f"{folder} holds a finished run: name another folder")
        self.experiment = experiment
        self.folder = folder
        self.header = experiment.header
        self._journal = Journal(folder, self.header, resume, ("number", "shares"))
        self._shares: list[list[float]] = [row["shares"] for row in self._journal.rows]
        self._done = {int(row["number"]) for row in self._journal.rows}
        self._journal.rows.clear()
        self._keep_experiment()

    def _keep_experiment(self) -> None:
        content = self.experiment.content
        if content is not None:
            package = game_of(self.experiment.game, content).package
            write_whole(self.folder / CONTENT, content_text(package, content))
        write_whole(self.folder / NAME, self.experiment.text(None if content is None else CONTENT))

    @property
    def played(self) -> int:
        return len(self._done)

    def play(
        self, jobs: int = 1, timeout: float = TIMEOUT, told: Told = lambda finished: None, ray: str | None = None
    ) -> None:
        """Play what is left, here or on a Ray cluster. May be interrupted: `finish` then reports what there is."""
        told(self.played)
        if self._is_known():
            return
        with closing(self._results(jobs, timeout, lambda: told(self.played), ray)) as results:
            for played in results:
                with uninterrupted():
                    self._keep(played)
                told(self.played)
                if self.played % LOOKS == 0 and self._is_known():
                    break

    def _results(
        self, jobs: int, timeout: float, tick: Callable[[], None], ray: str | None
    ) -> Generator[Played, None, None]:
        if ray is None:
            return play_all(self.experiment.tasks(self._done), jobs, timeout, tick)
        from cairn.lab.cluster import play_on

        return play_on(ray, self.experiment, self._done, timeout, tick)

    def _keep(self, played: Played) -> None:
        [number] = played.key
        row = {
            "number": number,
            "bots": list(self.experiment.seating(number)),
            "shares": played.shares,
            "scores": played.scores,
            "decisions": played.decisions,
            "turns": played.turns,
            "faults": len(played.faults),
            "observed": played.observed,
            "events": played.events,
        }
        self._journal.append(row)
        self._done.add(number)
        self._shares.append(played.shares)

    def _is_known(self) -> bool:
        """Whether every seat's share is known as well as was asked for.

        Looking again and again would make a plain interval too sure; LOOKS and the width, not the value, decide here,
        so that stopping does not favour a result.
        """
        wanted = self.experiment.precision
        games = len(self._shares)
        if wanted is None or games < LOOKS:
            return False
        for seat in range(self.experiment.seats):
            share = wilson(sum(shares[seat] for shares in self._shares) / games, games)
            if 100.0 * (share.high - share.low) / 2.0 > wanted:
                return False
        return True

    def finish(self) -> dict[str, Any]:
        """Write tables and report of the games played so far, in the order of their numbers; the report."""
        complete = self.played == self.experiment.games or self._is_known()
        tables.write(self.folder, self.header, self._rows())
        data = write_report(self.folder)
        if complete:
            (self.folder / JOURNAL).unlink()
        return data

    def _rows(self) -> Iterator[dict[str, Any]]:
        """The games of the journal by number. With several processes they end in another order than they begin."""
        places: list[tuple[int, int]] = []
        with (self.folder / JOURNAL).open("rb") as file:
            file.readline()
            at = file.tell()
            while line := file.readline():
                places.append((_number(line), at))
                at = file.tell()
            for _, place in sorted(places):
                file.seek(place)
                yield json.loads(file.readline())

    def close(self) -> None:
        self._journal.close()


def _number(line: bytes) -> int:
    """The number of a game, which begins its line; the line is long, and parsed when its turn comes."""
    return int(line[len(NUMBERED) : line.index(b",")])


def write_report(folder: Path) -> dict[str, Any]:
    """report.json and report.html from the tables of a folder, with the targets that its experiment has now."""
    if not (folder / tables.GAMES).exists():
        raise cairn.CairnError(f"{folder} has no {tables.GAMES}: run an experiment there first (`cairn lab run`)")
    experiment = Experiment.read(folder / NAME)
    header = tables.read_header(folder)
    content = None if experiment.content is None else str(experiment.content)
    batches = tables.read_games(folder)
    data = report.report({**header, "content_file": content}, batches, experiment.targets)
    write_whole(folder / report.JSON, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    write_whole(folder / report.HTML, page(data, stories(folder, data)))
    return data
