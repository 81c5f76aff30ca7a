"""One game between bots, as plain data that goes to a worker process and comes back from it.

Chance has one stream of the deal's dice and every seat another, so a deal is the same for whoever sits at it. A bot
gets dice of its own for every decision: a game that was cut off goes on in another process as if nothing had happened.

A bot that raises an error or answers what it may not loses that one decision to a stand-in, and nothing else.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from mmap import mmap
from pathlib import Path
from time import perf_counter

import cairn
from cairn import bots
from cairn.bots.bot import SEEDS
from cairn.core.contract import OptionValue
from cairn.core.history import turns_of

STAND_INS = ("climber", "random")
"""Who answers for a bot that could not, in this order: the second one for where the first fails too."""

MOST_NOTES = 1 << 16
MOST_SEATS = 16
NOBODY = -1


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

    @property
    def totals(self) -> list[int]:
        return [sum(lines.values()) for lines in self.scores]


def raised(error: BaseException) -> str:
    """What a bot raised, and where."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"it raised {error!r:.200} in {Path(where.filename).name}, line {where.lineno}"


def game_of(slug: str, content: Path | None) -> cairn.Game:
    """A game, with content of one's own if there is any."""
    return cairn.game(slug) if content is None else _own_game(slug, content)


@lru_cache(maxsize=1)
def _own_game(slug: str, content: Path) -> cairn.Game:
    """Content of one's own is read once in each process."""
    return cairn.game(slug, content)


class Notes:
    """What a worker notes down in memory shared with its parent, so that a game outlives the process it is played in.

    The choices made so far, each by its place among those offered, which seat's bot is thinking, and how long each has
    thought.
    """

    def __init__(self) -> None:
        self._cells = memoryview(mmap(-1, 4 * (2 + MOST_NOTES))).cast("i")
        self._seconds = memoryview(mmap(-1, 8 * MOST_SEATS)).cast("d")
        self.clear()

    def clear(self) -> None:
        self._cells[0] = 0
        self._cells[1] = NOBODY
        for seat in range(MOST_SEATS):
            self._seconds[seat] = 0.0

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


class Watch:
    """Ends the process when a bot thinks for longer than its patience, whatever it is doing, or the parent is gone.

    The kernel does it: a Python handler would wait until a compiled bot returns. Only for a worker's main thread.
    """

    def __init__(self, patience: float, notes: Notes, parent: int) -> None:
        self.patience = patience
        self.notes = notes
        self.parent = parent
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    @contextmanager
    def over(self, seat: int) -> Iterator[None]:
        if os.getppid() != self.parent:
            os._exit(1)
        self.notes.thinker = seat
        signal.setitimer(signal.ITIMER_REAL, self.patience)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.notes.thinker = NOBODY


class Table:
    """A task being played. The notes are blank, or those of another process that had begun with it."""

    def __init__(self, task: Task, notes: Notes, told: Callable[[Fault], None]) -> None:
        self.task = task
        self.notes = notes
        self.told = told
        self.game = game_of(task.slug, task.content)
        self.bots = [bots.make(spec, self.game) for spec in task.specs]
        dice = cairn.Dice(task.seed).fork(task.deal)
        self.chance = dice.fork(0)
        self.minds = [dice.fork(1 + seat) for seat in range(len(self.bots))]
        self.record = cairn.Record.new(self.game, list(task.specs), self.chance, **task.options)
        for place in notes.made():
            self.record.choose(self.record.state.offered[place], self.chance)

    def play(self, watch: Watch, failed: int = 0) -> Played:
        """Play on to the end. `failed` is how many have failed at the present decision: the bot, then stand-ins."""
        while self.record.state.seat >= 0:
            choice = self._decide(watch, failed)
            place = self.record.state.offered.index(choice)
            self.record.choose(choice, self.chance)
            self.notes.add(place)
            failed = 0
        return self._outcome()

    def _decide(self, watch: Watch, failed: int) -> int:
        state = self.record.state
        seat = state.seat
        seed = self.minds[seat].fork(len(self.record.moves)).pick(SEEDS)
        begun = perf_counter()
        try:
            for name in ("", *STAND_INS)[failed:]:
                bot = bots.make(name, self.game) if name else self.bots[seat]
                try:
                    with watch.over(seat):
                        return self._read(bot.answer(state.view(seat), seed))
                except (Exception, SystemExit) as error:  # whatever a bot raises is its own fault alone
                    problem = str(error) if isinstance(error, BadAnswer) else raised(error)
                    self.told(Fault(seat, bot.name, self.task.slug, problem))
        finally:
            self.notes.spend(seat, perf_counter() - begun)
        raise RuntimeError(f"nobody could answer for seat {seat}")

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
        decisions = [0] * len(self.bots)
        for move in self.record.moves:
            decisions[move.seat] += 1
        return Played(
            self.task.key,
            state.result(),
            [score.lines for score in state.scores()],
            state.standing(),
            decisions,
            turns_of(self.record.moves),
            self.notes.seconds(len(self.bots)),
            record=self.record.text() if self.task.keep_record else "",
        )


class BadAnswer(Exception):
    """A bot's answer that is not one of the choices."""
