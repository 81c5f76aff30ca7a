"""A fair queue for thinking. The pool gets as many questions as it has workers; this decides which is next.

Tables with people come first, then hints, then reviews, then tables where bots are alone, and last the lab. Within one
priority the person goes first whose questions have cost least so far, and of theirs the table that has:
whoever opens twenty tables waits for themselves. Nobody saves up by staying away: everybody starts where others are.

Where more is asked than the workers can think about, questions are granted a fraction of their usual budget, the
smaller the more of them their person asks at once. Long thoughts of low priority leave one worker to the others.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

from cairn.server import metrics

SMALLEST: Final = 3
"""How often a budget is halved at most."""
USUAL_SECONDS: Final = 0.25
"""What a thought is taken to cost until it has ended."""


class Priority(IntEnum):
    """Who is waited for; the smaller goes first."""

    PEOPLE = 0
    HINT = 1
    REVIEW = 2
    BOTS = 3
    LAB = 4


@dataclass(frozen=True)
class Asker:
    """For whom a question is asked: the person it is charged to, and the table it comes from."""

    priority: Priority
    person: str
    table: str


@dataclass(eq=False)
class Question:
    asker: Asker
    number: int
    turn: asyncio.Future[float] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Turn(NamedTuple):
    """A worker that is held; `with turn:` gives it back."""

    queue: FairQueue
    question: Question
    fraction: float
    """Of the usual budget: what is granted."""
    since: float

    def __enter__(self) -> float:
        return self.fraction

    def __exit__(self, *_: object) -> None:
        self.queue.end(self)


class FairQueue:
    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers = workers
        self._clock = clock
        self._numbers = itertools.count()
        self._waiting: list[Question] = []
        self._thinking: list[Question] = []
        self._spent: dict[tuple[str, ...], float] = {}
        """Seconds by person, and by person and table; beyond what the others have spent only."""

    async def turn(self, asker: Asker) -> Turn:
        """Wait for a worker. Cancelling gives the place in the queue up."""
        since = self._clock()
        question = self._ask(asker)
        try:
            fraction = await question.turn
        except asyncio.CancelledError:
            if question in self._waiting:
                self._waiting.remove(question)
                self._count()
            else:
                self._free(question, 0.0)
            raise
        metrics.THOUGHT_WAIT_SECONDS.labels(asker.priority.name.lower()).observe(self._clock() - since)
        return Turn(self, question, fraction, self._clock())

    def end(self, turn: Turn) -> None:
        self._free(turn.question, self._clock() - turn.since)

    def _ask(self, asker: Asker) -> Question:
        if not self._waiting and not self._thinking:
            self._spent.clear()
        question = Question(asker, next(self._numbers))
        self._join((asker.person,), [(other.asker.person,) for other in self._all()])
        siblings = [other.asker.table for other in self._all() if other.asker.person == asker.person]
        self._join((asker.person, asker.table), [(asker.person, table) for table in siblings])
        self._waiting.append(question)
        self._serve()
        return question

    def _join(self, who: tuple[str, ...], others: list[tuple[str, ...]]) -> None:
        """Whoever asks again after a while starts where those are who are being served."""
        if who not in others:
            least = min((self._spent[other] for other in others), default=0.0)
            self._spent[who] = max(self._spent.get(who, 0.0), least)

    def _all(self) -> list[Question]:
        return [*self._waiting, *self._thinking]

    def _serve(self) -> None:
        while len(self._thinking) < self._workers:
            # One that was cancelled a moment ago is still in the list until its task has heard of it.
            candidates = [question for question in self._waiting if not question.turn.done() and self._may(question)]
            if not candidates:
                break
            question = min(candidates, key=self._order)
            fraction = self._fraction(question)
            self._waiting.remove(question)
            self._thinking.append(question)
            self._charge(question, USUAL_SECONDS)
            question.turn.set_result(fraction)
        self._count()

    def _may(self, question: Question) -> bool:
        """The lower priorities leave a worker to the others, if there is more than one."""
        if question.asker.priority <= Priority.HINT:
            return True
        return sum(other.asker.priority > Priority.HINT for other in self._thinking) < max(1, self._workers - 1)

    def _order(self, question: Question) -> tuple[int, float, float, int]:
        asker = question.asker
        return (asker.priority, self._spent[asker.person,], self._spent[asker.person, asker.table], question.number)

    def _fraction(self, question: Question) -> float:
        """The share of the workers that is due to the question's person, among all that this person asks now."""
        equal = [other.asker.person for other in self._all() if other.asker.priority <= question.asker.priority]
        asked = len(set(equal)) * equal.count(question.asker.person)
        halvings = round(math.log2(max(1.0, asked / self._workers)))
        return float(0.5 ** min(halvings, SMALLEST))

    def _charge(self, question: Question, seconds: float) -> None:
        asker = question.asker
        self._spent[asker.person,] += seconds
        self._spent[asker.person, asker.table] += seconds

    def _free(self, question: Question, seconds: float) -> None:
        self._charge(question, seconds - USUAL_SECONDS)
        self._thinking.remove(question)
        self._forget(question.asker)
        self._serve()

    def _forget(self, asker: Asker) -> None:
        """Nobody remembers what somebody has spent who is level with the others anyway."""
        for who in ((asker.person, asker.table), (asker.person,)):
            others = self._all() if len(who) == 1 else [q for q in self._all() if q.asker.person == asker.person]
            active = {(other.asker.person, other.asker.table)[: len(who)] for other in others}
            least = min((self._spent[other] for other in active), default=math.inf)
            if who not in active and self._spent[who] <= least:
                del self._spent[who]

    def _count(self) -> None:
        metrics.THOUGHTS_WAITING.set(len(self._waiting))
