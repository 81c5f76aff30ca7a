"""Plays games to see how true the evaluator's win chances are.

A run is a folder with a journal: one line per finished game with what the evaluator said at positions spread over it,
and with the result. It may be stopped at any moment, goes on with the same command, and may be made longer later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cairn
from cairn.core.bot_settings import bot_settings
from cairn.core.contract import OptionValue
from cairn.core.evaluator import evaluator_of
from cairn.lab.journal import Journal
from cairn.lab.playing import Played, Task
from cairn.lab.pool import TIMEOUT, play_all
from cairn.lab.signals import uninterrupted

POSITIONS: Final = 24
"""So many positions of a game are looked at, drawn at random: those of one game share its result."""


@dataclass(frozen=True)
class Sample:
    """One position: what the evaluator expected there, and who won in the end."""

    game: int
    progress: float
    """How far the game had come, by decisions: 0 at the start, 1 at the end."""
    spread: float
    points: tuple[float, ...]
    result: tuple[float, ...]


class Calibration:
    """The games of one title from which its win chances are fitted, in a folder."""

    def __init__(self, slug: str, bot: str, seed: int, folder: Path) -> None:
        game = cairn.game(slug)
        self.game = game
        self.bot = bot
        self.seed = seed
        header = {"calibration": slug, "rules_version": game.rules_version, "bot": bot, "seed": seed}
        self._journal = Journal(folder, header, resume=True)
        self._rows = self._journal.rows

    def close(self) -> None:
        self._journal.close()

    def played(self, seats: int) -> int:
        return sum(row["seats"] == seats for row in self._rows)

    def play(
        self,
        seats: Sequence[int],
        games: int,
        jobs: int = 1,
        timeout: float = TIMEOUT,
        told: Callable[[int], None] = lambda finished: None,
    ) -> None:
        """Play until there are so many games with each number of seats."""
        finished = len(self._rows)
        told(finished)
        with closing(play_all(self._tasks(seats, games), jobs, timeout, lambda: told(finished))) as results:
            for played in results:
                with uninterrupted():
                    self._keep(played)
                finished = len(self._rows)
                told(finished)

    def _tasks(self, seats: Sequence[int], games: int) -> Iterator[Task]:
        """All that is left, in turns with each number of seats, so that a run that is stopped has some of all."""
        done = {(row["seats"], row["number"]) for row in self._rows}
        kinds = options_of(self.game)
        for number in range(games):
            for count in seats:
                if (count, number) not in done:
                    options = kinds[number % len(kinds)]
                    specs = (self.bot,) * count
                    deal = number * 100 + count
                    yield Task((count, number), self.game.slug, specs, self.seed, deal, options, keep_record=True)

    def _keep(self, played: Played) -> None:
        seats, number = played.key
        row: dict[str, Any] = {
            "seats": seats,
            "number": number,
            "result": played.shares,
            "faults": len(played.faults),
            "positions": self._look(cairn.Record.read(played.record, self.game), seats, number),
        }
        self._journal.append(row)
        self._rows.append(row)

    def _look(self, record: cairn.Record, seats: int, number: int) -> list[list[float]]:
        """Progress, spread and expected points at some positions in which the game goes on."""
        evaluator = evaluator_of(self.game)
        moves = len(record.moves)
        dice = cairn.Dice(self.seed).fork(number * 100 + seats).fork(99)
        pool = list(range(moves))
        chosen = {pool.pop(dice.pick(len(pool))) for _ in range(min(POSITIONS, moves))}
        return [
            [
                round(at / moves, 3),
                round(evaluator.score_spread(state), 4),
                *(round(points, 4) for points in evaluator.expected_points(state)),
            ]
            for at, state in enumerate(record.replay())
            if at in chosen
        ]

    def samples(self, seats: int) -> list[Sample]:
        """All positions with so many seats, by game."""
        rows = sorted((row for row in self._rows if row["seats"] == seats), key=lambda row: int(row["number"]))
        return [
            Sample(row["number"], position[0], position[1], tuple(position[2:]), tuple(row["result"]))
            for row in rows
            for position in row["positions"]
        ]


def options_of(game: cairn.Game) -> list[dict[str, OptionValue]]:
    """The usual options and those with which strength shows: games are played with each in turn."""
    shown = bot_settings(game).ladder_options
    return [{}, shown] if shown else [{}]
