"""One game between bots, as plain data that goes to a worker process and comes back from it.

Chance has one stream of the deal's dice and every seat another, so a deal is the same for whoever sits at it. A bot
gets a seed of its own for every decision and remembers nothing: a game that was cut off goes on in another process as
if nothing had happened.

A bot that raises an error or answers what it may not loses that one decision to a stand-in, and nothing else.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from mmap import mmap
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, TypeVar

import cairn
from cairn import bots
from cairn.bots.bot import SEEDS
from cairn.core.contract import OptionValue, View
from cairn.core.history import begin, turns_of
from cairn.envs import command
from cairn.lab.observing import Observer

STAND_IN_TIMEOUT = 10.0
"""Seconds that a stand-in has for one decision."""

MOST_NOTES = 1 << 16
MOST_SEATS = 16
NOBODY = -1

T = TypeVar("T")


@dataclass(frozen=True)
class Task:
    """A game to play: deal `deal` of a seed, with one bot per seat. `key` is for whoever asked for it."""

    key: tuple[int, ...]
    slug: str
    specs: tuple[str, ...]
    seed: int
    deal: int
    options: dict[str, OptionValue]
    keep_record: bool = False
    content: Path | None = None
    observe: bool = False
    """Whether the lab wants to know what happened on the way."""
    keep_events: bool = False
    """Whether it wants to have every choice and event, too."""

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "content": None if self.content is None else str(self.content)}

    @classmethod
    def of(cls, data: dict[str, Any]) -> Task:
        content = None if data["content"] is None else Path(data["content"])
        return cls(**{**data, "key": tuple(data["key"]), "specs": tuple(data["specs"]), "content": content})


@dataclass(frozen=True)
class Fault:
    """A decision that a bot left to a stand-in, and why."""

    seat: int
    bot: str
    slug: str
    problem: str

    def __str__(self) -> str:
        return f"{self.bot} lost a decision of {self.slug} to a stand-in: {self.problem}"


@dataclass
class Played:
    """What came of a game, per seat; nothing but `seconds` depends on the machine."""

    key: tuple[int, ...]
    shares: list[float]
    scores: list[dict[str, int]]
    """The points by line."""
    standing: list[int]
    decisions: list[int]
    turns: int
    """Of all seats together."""
    seconds: list[float]
    faults: list[Fault] = field(default_factory=list)
    record: str = ""
    """The text of the record, if it was to be kept."""
    observed: dict[str, Any] | None = None
    """What `cairn.lab.observing` saw, if it was to look."""
    events: str = ""
    """Every choice and event, as `cairn.lab.observing` packs them."""

    @property
    def totals(self) -> list[int]:
        return [sum(lines.values()) for lines in self.scores]


class BadAnswer(Exception):
    """A bot's answer that is not one of the choices."""


def problem_of(error: BaseException) -> str:
    """What went wrong with a bot: its answer, or what it raised and where."""
    if isinstance(error, (BadAnswer, command.BadCommand)):
        return str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"it raised {error!r:.200} in {Path(where.filename).name}, line {where.lineno}"


def game_of(slug: str, content: Path | None) -> cairn.Game:
    """A game, with content of one's own if there is any."""
    return cairn.game(slug) if content is None else _own_game(slug, content)


@lru_cache(maxsize=1)
def _own_game(slug: str, content: Path) -> cairn.Game:
    """Content of one's own is read once in each process."""
    return cairn.game(slug, content)


@lru_cache(maxsize=64)
def bot_of(spec: str, slug: str, content: Path | None) -> bots.Bot:
    """Bots remember nothing, so each is made once in a worker process."""
    return bots.make(spec, game_of(slug, content))


class Notes:
    """What a worker notes down in memory shared with its parent, so that a game outlives the process it is played in.

    The choices made so far, each by its place among those offered, which seat's bot is thinking, and how long each has
    thought.
    """

    SIZE = 4 * (2 + MOST_NOTES) + 8 * MOST_SEATS

    def __init__(self, fd: int | None = None) -> None:
        """New and blank, or those that another process has made under this file descriptor."""
        self._file = None if fd is not None else TemporaryFile()  # noqa: SIM115
        if self._file is not None:
            self._file.truncate(self.SIZE)
        memory = memoryview(mmap(self.fd if fd is None else fd, self.SIZE))
        self._seconds = memory[: 8 * MOST_SEATS].cast("d")
        self._cells = memory[8 * MOST_SEATS :].cast("i")
        if fd is None:
            self.clear()

    @property
    def fd(self) -> int:
        assert self._file is not None
        return self._file.fileno()

    def clear(self) -> None:
        self._cells[0] = 0
        self._cells[1] = NOBODY
        for seat in range(MOST_SEATS):
            self._seconds[seat] = 0.0

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def spend(self, seat: int, seconds: float) -> None:
        self._seconds[seat] += seconds

    def seconds(self, seats: int) -> list[float]:
        return [float(spent) for spent in self._seconds[:seats]]

    def add(self, place: int) -> None:
        made = self._cells[0]
        if made < MOST_NOTES:
            self._cells[2 + made] = place
        self._cells[0] = made + 1

    def made(self) -> list[int]:
        if self._cells[0] > MOST_NOTES:
            raise RuntimeError(f"a game of more than {MOST_NOTES} decisions cannot go on in another process")
        return self._cells[2 : 2 + self._cells[0]].tolist()

    @property
    def thinker(self) -> int:
        return self._cells[1]

    @thinker.setter
    def thinker(self, seat: int) -> None:
        self._cells[1] = seat


class Alarm:
    """Ends the process when a bot thinks for too long, whatever it is doing, or when the parent is gone.

    The kernel does it: a Python handler would wait until a compiled bot returns. Only for a worker's main thread.
    """

    def __init__(self, notes: Notes, parent: int) -> None:
        self.notes = notes
        self.parent = parent
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    @contextmanager
    def after(self, seconds: float, seat: int) -> Iterator[None]:
        if os.getppid() != self.parent:
            os._exit(1)
        self.notes.thinker = seat
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.notes.thinker = NOBODY


@dataclass
class Panel:
    """Who may answer one decision: the bot that is asked, then its stand-ins."""

    specs: Sequence[str]
    slug: str
    content: Path | None
    timeout: float
    """Seconds for the bot that is asked."""
    alarm: Alarm
    told: Callable[[Fault], None]
    """Hears of every one that fails."""

    def answer(self, view: View, seed: int, failed: int, read: Callable[[object], T]) -> T:
        """The first answer that can be read; so many of the panel have failed already."""
        seat = view["viewer"]
        for number in range(failed, len(self.specs)):
            spec = self.specs[number]
            try:
                seconds = STAND_IN_TIMEOUT if number else self.timeout
                with self.alarm.after(seconds + command.extra_time(spec), seat):
                    bot = bot_of(spec, self.slug, self.content)
                    if isinstance(bot, command.CommandBot):
                        bot.seconds = seconds
                    return read(bot.answer(view, seed))
            except (Exception, SystemExit) as error:  # whatever a bot raises is its own fault alone
                self.told(Fault(seat, spec, self.slug, problem_of(error)))
        raise RuntimeError(f"nobody could answer for seat {seat}")


class Table:
    """A task being played. The notes are blank, or those of another process that had begun with it."""

    def __init__(
        self,
        task: Task,
        stand_ins: Sequence[str],
        timeout: float,
        alarm: Alarm,
        told: Callable[[int, Fault], None],
    ) -> None:
        """`told` hears of every bot that fails, and at which decision."""
        self.task = task
        self.notes = alarm.notes
        self.game = game_of(task.slug, task.content)
        self.panels = [
            Panel([spec, *stand_ins], task.slug, task.content, timeout, alarm, self._tell) for spec in task.specs
        ]
        self.told = told
        dice = cairn.Dice(task.seed).fork(task.deal)
        self.chance = dice.fork(0)
        self.seeds = [dice.fork(1 + seat) for seat in range(len(task.specs))]
        setup = self.game.prepare(len(task.specs), task.options)
        history, start = begin(setup, self.chance, listens=task.observe)
        self.record = cairn.Record(list(task.specs), history, start.chance)
        self.observer = Observer(start, history.state) if task.observe else None
        for place in self.notes.made():
            self._choose(self.record.state.offered[place])

    def _tell(self, fault: Fault) -> None:
        self.told(len(self.record.moves), fault)

    def play(self, failed: int = 0) -> Played:
        """Play on to the end. `failed` is how many have failed at the present decision: the bot, then stand-ins."""
        while self.record.state.seat >= 0:
            choice = self._decide(failed)
            place = self.record.state.offered.index(choice)
            self._choose(choice)
            self.notes.add(place)
            failed = 0
        return self._outcome()

    def _choose(self, choice: int) -> None:
        before = self.record.state
        move = self.record.choose(choice, self.chance)
        if self.observer is not None:
            self.observer.see(before, move, self.record.state)

    def _decide(self, failed: int) -> int:
        state = self.record.state
        seat = state.seat
        seed = self.seeds[seat].fork(len(self.record.moves)).pick(SEEDS)
        begun = perf_counter()
        try:
            return self.panels[seat].answer(state.view(seat), seed, failed, self._read)
        finally:
            self.notes.spend(seat, perf_counter() - begun)

    def _read(self, answer: object) -> int:
        if not isinstance(answer, str):
            raise BadAnswer(f"it answered {answer!r}, which is no notation")
        state = self.record.state
        try:
            choice = state.parse(answer)
        except cairn.BadNotation as error:
            raise BadAnswer(f"it answered '{answer}': {error}") from None
        if choice not in state.offered:
            raise BadAnswer(f"it answered '{answer}': {state.refusal(choice)}")
        return choice

    def _outcome(self) -> Played:
        state = self.record.state
        decisions = [0] * len(self.panels)
        for move in self.record.moves:
            decisions[move.seat] += 1
        return Played(
            self.task.key,
            state.result(),
            [score.lines for score in state.scores()],
            state.standing(),
            decisions,
            turns_of(self.record.moves),
            self.notes.seconds(len(self.panels)),
            record=self.record.text() if self.task.keep_record else "",
            observed=self.observer.data() if self.observer is not None else None,
            events=self.observer.events(self.task.key[0])
            if self.observer is not None and self.task.keep_events
            else "",
        )
