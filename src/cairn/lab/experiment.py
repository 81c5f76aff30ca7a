"""An experiment: which games are played, by whom, and how many. All that decides its results is in here.

    game = "five-towers"
    seats = 4
    bots = ["climber:worlds=1,deep=1"]     # one for all seats, or one for each, who then change places
    games = 2000                           # or: precision = 1.0, with games as the most there may be
    seed = 1
    content = "cheap-roofs.toml"           # a pack or a whole content file; optional
    exchange = true                        # every deal once for each bot, which move on by one place; optional

    [options]

    [targets]                              # what the games should be like; optional, see targets.py
    turns = [30, 50]

With `precision` games are played until every seat's share of the wins is known to so many percentage points, 95 times
in 100. There may be more bots than seats, who then take turns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cairn
from cairn import bots
from cairn.core.contract import OptionValue
from cairn.core.errors import BadData
from cairn.core.fields import Fields, parsed_toml
from cairn.lab.playing import Task, game_of
from cairn.lab.sources import fingerprint
from cairn.lab.targets import Target, read_targets

MOST_GAMES: Final = 10_000_000
NAME: Final = "experiment.toml"


class BadExperiment(BadData):
    """An experiment that cannot be run as it is written."""


@dataclass(frozen=True)
class Experiment:
    """What to play: a game, who plays, how many games, from which seed.

    `read` takes it from a TOML file; see docs/lab.md.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    precision: float | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    content: Path | None = None
    exchange: bool = False
    targets: tuple[Target, ...] = ()
    """They are looked at when it is reported and decide nothing about what is played."""

    @staticmethod
    def read(file: Path) -> Experiment:
        """From a file; a relative `content` is beside it. BadExperiment or another CairnError says what is wrong."""
        try:
            data = parsed_toml(file.read_text(encoding="utf-8"), str(file))
        except UnicodeDecodeError as broken:
            raise BadExperiment(str(file), f"is not UTF-8 text, at byte {broken.start}") from None
        top = Fields(data, f"{file}: ", BadExperiment)
        content = file.parent / top.text("content") if top.has("content") else None
        made = Experiment(
            top.text("game"),
            top.number("seats", 1, 99),
            tuple(top.texts("bots")),
            top.number("games", 1, MOST_GAMES),
            top.number("seed", 0, 2**53) if top.has("seed") else 1,
            top.decimal("precision", 0.01, 50.0) if top.has("precision") else None,
            dict(top.table("options")) if top.has("options") else {},
            content,
            top.flag("exchange") if top.has("exchange") else False,
            read_targets(top.part("targets")) if top.has("targets") else (),
        )
        top.end()
        return made.checked()

    def checked(self) -> Experiment:
        """The same with every name as the game knows it. A CairnError if it cannot be played so."""
        if not 1 <= self.games <= MOST_GAMES:
            raise BadExperiment("games", f"should be a whole number from 1 to {MOST_GAMES}, not {self.games}")
        game = game_of(self.game, self.content)
        options = game.prepare(self.seats, self.options).options
        if 1 < len(self.bots) < self.seats or not self.bots:
            raise BadExperiment(
                "bots", f"should be one bot for all seats or at least {self.seats}, not {len(self.bots)}"
            )
        if self.exchange and len(self.bots) == 1:
            raise BadExperiment("exchange", "needs several bots: one alone has nobody to exchange seats with")
        specs = tuple(bots.make(spec, game).name for spec in self.bots)
        for target in self.targets:
            target.check(game, self.seats)
        return replace(self, bots=specs, options=options)

    @property
    def header(self) -> dict[str, Any]:
        """What a run is known by: another with the same header gives the same games."""
        game = game_of(self.game, self.content)
        return {
            "game": self.game,
            "rules_version": game.rules_version,
            "content": game.content_mark,
            "cairn": cairn.__version__,
            "sources": fingerprint(game),
            "seats": self.seats,
            "bots": list(self.bots),
            "games": self.games,
            "precision": self.precision,
            "exchange": self.exchange,
            "seed": self.seed,
            "options": self.options,
        }

    def seating(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: different bots move on by one place from game to game."""
        if len(self.bots) == 1:
            return self.bots * self.seats
        first = number % len(self.bots)
        return (self.bots[first:] + self.bots[:first])[: self.seats]

    def deal(self, number: int) -> int:
        """Which cards and dice a game has: its own, or those of its round of exchanged seats."""
        return number // len(self.bots) if self.exchange else number

    def task(self, number: int, keep_record: bool = False, keep_events: bool = False) -> Task:
        """The game of this number as a task for a worker."""
        return Task(
            (number,),
            self.game,
            self.seating(number),
            self.seed,
            self.deal(number),
            self.options,
            keep_record,
            self.content,
            True,
            keep_events,
        )

    def tasks(self, done: set[int]) -> Iterator[Task]:
        """The games that are still to be played."""
        for number in range(self.games):
            if number not in done:
                yield self.task(number, keep_events=True)

    def text(self, content: str | None) -> str:
        """The experiment as a file, with the content file of this name beside it."""
        lines = [f"{name} = {_toml(value)}" for name, value in self._given().items()]
        if content is not None:
            lines.append(f"content = {_toml(content)}")
        lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in self.options.items())]
        if self.targets:
            lines += ["", "[targets]", *(target.text() for target in self.targets)]
        return "\n".join(lines) + "\n"

    def _given(self) -> dict[str, object]:
        given: dict[str, object] = {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
        }
        if self.precision is not None:
            given["precision"] = self.precision
        if self.exchange:
            given["exchange"] = True
        return given


def _toml(value: object) -> str:
    """Texts, numbers, switches and lists of them are written alike in TOML and JSON."""
    return json.dumps(value, ensure_ascii=False)
