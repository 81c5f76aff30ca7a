"""One game put to the test: what is played, how a check walks through it, and how a failure is told."""

from __future__ import annotations

import functools
import json
import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cairn.core.chance import Chance, Dice, Outcome, Tape
from cairn.core.contract import Game, OptionValue, State, View
from cairn.core.event import Event

Bot = Callable[[Game, View, Dice], str]
"""Answers the decision of a view in notation. The same view and dice must give the same answer."""

PLAYER: Final = 1
ASIDE: Final = 2

PACKED: Final = 2
"""The version of `marshal` without references: the same data gives the same bytes, and types tell apart."""


@dataclass(frozen=True)
class Case:
    """What a check plays: one game from one seed, and how closely it is looked at.

    Questions that cost much are asked at about one step in `every`; `worlds` is how many resampled states each takes.
    """

    game: Game
    seats: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: int = 0
    bots: Sequence[Bot] = ()
    every: int = 1
    worlds: int = 3

    def start(self, chance: Chance, log: list[Event] | None = None) -> State:
        """The game at its start, with this chance."""
        return self.game.set_up(self.game.prepare(self.seats, self.options), chance, log)

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "default options"
        return f"{self.game.slug}, {self.seats} seats, {options}, seed {self.seed}"


Check = Callable[[Case], None]


class KitFailure(AssertionError):
    """A game does not hold what every game must hold: which check, on which game, at which step, and what was found."""

    def __init__(self, check: str, case: Case, step: int, problem: str) -> None:
        super().__init__(f"{check}: {case}, step {step}: {problem}")
        self.check = check
        self.game = case.game.slug
        self.seats = case.seats
        self.options = dict(case.options)
        self.seed = case.seed
        self.step = step
        self.problem = problem


class Broken(Exception):
    """What a check found; the name of the check, the case and the step are added on the way out."""


def ensure(holds: bool, problem: str) -> None:
    if not holds:
        raise Broken(problem)


class Table:
    """One game at random from a case. `walk` moves it on; the checks look at it between the moves."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.step = 0
        """How many choices have been made."""
        self.chance = Dice(case.seed)
        self.player = self.chance.fork(PLAYER)
        self.aside = self.chance.fork(ASIDE)
        """Dice for questions that must not disturb the game."""
        self.last_choice = -1
        self.last_outcomes: list[Outcome] = []
        self.answer: int | None = None
        """The choice to make next, where a check wants a certain one."""

    @property
    def viewers(self) -> list[int | None]:
        """The spectator and every seat."""
        return [None, *range(self.case.seats)]

    def walk(self, log: list[Event] | None = None) -> Iterator[State]:
        """The state at the start and after each choice, one object that moves on and tells its events to the log.

        Stops at the end of the game, at its declared bound, and before a state in which nothing can be chosen.
        """
        state = self.case.start(self.chance, log)
        self.state = state
        tape = Tape(self.chance)
        bound = self.case.game.longest(self.case.seats)
        while not is_stuck(state):
            yield state
            if state.seat < 0 or self.step >= bound:
                return
            self.last_choice = self._next_choice(state)
            state.apply(self.last_choice, tape)
            self.last_outcomes = tape.cut()
            self.step += 1

    def _next_choice(self, state: State) -> int:
        if self.answer is None:
            return any_choice(state, self.player)
        choice, self.answer = self.answer, None
        return choice

    def due(self) -> bool:
        """Whether a costly question is asked at this step: at the start, and at random later."""
        return self.step == 0 or self.aside.pick(self.case.every) == 0


def named_check(name: str, checks: dict[str, Check]) -> Callable[[Callable[[Table], None]], Check]:
    """Make a check out of a function that looks at a table; whatever it raises becomes a KitFailure of that name."""

    def enter(body: Callable[[Table], None]) -> Check:
        @functools.wraps(body)
        def run(case: Case) -> None:
            table = Table(case)
            try:
                body(table)
            except Broken as found:
                raise KitFailure(name, case, table.step, str(found)) from None
            except Exception as error:
                raise KitFailure(name, case, table.step, f"raised {type(error).__name__}: {error}") from error

        checks[name] = run
        return run

    return enter


def is_stuck(state: State) -> bool:
    return state.seat >= 0 and not state.offered


def worked_out(state: State) -> list[int]:
    """The choices as the pending decision finds them when it is asked anew."""
    top = state.stack.top
    return [] if top is None else top.choices(state)


def any_choice(state: State, dice: Dice) -> int:
    return state.offered[dice.pick(len(state.offered))]


def wander(state: State, dice: Dice, steps: int) -> None:
    """Play a state on at random."""
    for _ in range(steps):
        if state.seat < 0 or is_stuck(state):
            return
        state.apply(any_choice(state, dice), dice)


def plain(data: Any) -> Any:
    """The data after a journey through JSON text."""
    return json.loads(json.dumps(data))


def fingerprint(state: State) -> bytes:
    """All that can be told of a state, packed: it is taken at every step of long games."""
    return marshal.dumps({"position": state.dump(), "seat": state.seat, "choices": state.choices()}, PACKED)


def difference(left: Any, right: Any) -> str:
    """Where two pieces of JSON-able data differ first, and how; empty if they do not."""
    try:
        same = marshal.dumps(left, PACKED) == marshal.dumps(right, PACKED)
    except ValueError:
        same = False
    return "" if same else _difference(left, right, "")


def _difference(left: Any, right: Any, path: str) -> str:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in [*left, *(key for key in right if key not in left)]:
            inner = f"{path}.{key}" if path else str(key)
            if key not in left or key not in right:
                return f"{inner} is there only once"
            if found := _difference(left[key], right[key], inner):
                return found
        return ""
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        pairs = enumerate(zip(left, right, strict=True))
        return next((found for i, (a, b) in pairs if (found := _difference(a, b, f"{path}[{i}]"))), "")
    if type(left) is type(right) and left == right:
        return ""
    return f"{path or 'all of it'}: {left!r:.60} against {right!r:.60}"


def changed(before: bytes, after: bytes) -> str:
    """Where two fingerprints differ first."""
    return "" if before == after else _difference(marshal.loads(before), marshal.loads(after), "")
