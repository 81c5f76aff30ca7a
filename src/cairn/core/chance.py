"""Where every random outcome comes from.

A state never holds a generator: whoever moves the game on hands a Chance to it. `Dice` is the fast seeded source,
`Script` answers from a list and so makes tests and replays exact, `Tape` remembers what another source answered.

Outcomes have one form outside the engine, the game's own words: a card's name, a die's face, a number. Never an
index into somebody's pool, so that scripts and records outlive a change in how a pool is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from cairn.core.errors import WrongOutcome

Outcome = int | str

MASK32: Final = 0xFFFFFFFF
WORD: Final = 0x100000000


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The injected source of every random outcome. Rules call it; players and tools make one and pass it on."""

    def rehearsal(self) -> Chance | None:
        """A source with the same answers to try a choice with first, if this one can refuse; None if it never does."""
        return None

    def pick(self, n: int) -> int:
        """A number in 0..n-1, each equally likely; n is at least 1. Recorded as that number."""
        raise NotImplementedError

    def roll(self, sides: int) -> int:
        """A die's face in 1..sides, each equally likely. Recorded as the face."""
        return self.pick(sides) + 1

    def one_of(self, names: list[str]) -> int:
        """The index of one of several named outcomes, each equally likely. Recorded as the name."""
        return self.pick(len(names))

    def draw(self, pool: list[int], names: list[str]) -> int:
        """Take one component out of an unordered pool, each equally likely, and return it.

        `names[component]` is its name for scripts and records. The pool must not be empty; its order is not kept.
        """
        at = self.pick(len(pool))
        component = pool[at]
        pool[at] = pool[-1]
        pool.pop()
        return component


class Dice(Chance):
    """A seeded source: the same outcomes on every platform, compiled or not. Clones in constant time.

    The generator is a small chaotic counter of four 32-bit words (additions, shifts and exclusive-or only), so plain
    ints and 64-bit machine words agree without overflow tricks.
    """

    _a: i64
    _b: i64
    _c: i64
    _count: i64

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"a seed is a whole number from 0 up, not {seed}")
        self._a = seed & 0xFFFFFFFF
        self._b = (seed >> 32) & 0xFFFFFFFF
        self._c = (seed >> 64) & 0xFFFFFFFF
        self._count = 1
        # Seeds that differ in one bit must not start alike.
        for _ in range(15):
            self._next()

    def clone(self) -> Dice:
        """A second source that gives the same outcomes from here on."""
        twin = Dice(0)
        twin._a = self._a
        twin._b = self._b
        twin._c = self._c
        twin._count = self._count
        return twin

    def fork(self, stream: int) -> Dice:
        """A source of its own for part `stream` of a larger job: the same for the same parent, unlike its siblings.

        The parent does not move on, so parts may be forked in any order and in any process.
        """
        return Dice(self._a | self._b << 32 | (int(self._c) ^ (stream & 0xFFFFFFFF)) << 64)

    def _next(self) -> i64:
        a = self._a
        b = self._b
        c = self._c
        count = self._count
        mixed: i64 = (a + b + count) & MASK32
        self._count = (count + 1) & MASK32
        self._a = b ^ (b >> 9)
        self._b = (c + (c << 3)) & MASK32
        self._c = (((c << 21) & MASK32 | (c >> 11)) + mixed) & MASK32
        return mixed

    def pick(self, n: int) -> int:
        bound: i64 = n
        if bound <= 0 or bound > 0x7FFFFFFF:
            raise ValueError(f"pick needs a number of outcomes from 1 to 2147483647, not {n}")
        # Multiply-and-reject: the high word is the answer, the low word tells the few values that would be unfair.
        product: i64 = self._next() * bound
        low: i64 = product & MASK32
        if low < bound:
            unfair: i64 = (WORD - bound) % bound
            while low < unfair:
                product = self._next() * bound
                low = product & MASK32
        return product >> 32

    def draw(self, pool: list[int], names: list[str]) -> int:
        at = self.pick(len(pool))
        component = pool[at]
        pool[at] = pool[-1]
        pool.pop()
        return component


class Script(Chance):
    """Answers from a list of outcomes, in the game's own words: "sand-7" for a draw, 4 for a die that shows 4.

    An outcome that cannot happen is refused by name; so is asking for more outcomes than there are. `rest` is what has
    not been used: an exact test ends with it empty.
    """

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes: list[Outcome] = list(outcomes)
        self._at = 0

    def rehearsal(self) -> Chance | None:
        return Script(self.rest)

    @property
    def rest(self) -> list[Outcome]:
        return self._outcomes[self._at :]

    def _take(self, wanted: str) -> Outcome:
        if self._at >= len(self._outcomes):
            raise WrongOutcome(f"the script has ended after {self._at} outcomes, but {wanted} is needed next")
        outcome = self._outcomes[self._at]
        self._at += 1
        return outcome

    def _wrong(self, outcome: Outcome, wanted: str) -> WrongOutcome:
        self._at -= 1
        return WrongOutcome(f"outcome {self._at + 1} of the script is {outcome!r}, but {wanted} is needed here")

    def _number(self, low: int, high: int, what: str) -> int:
        wanted = f"{what} from {low} to {high}"
        outcome = self._take(wanted)
        if isinstance(outcome, bool) or not isinstance(outcome, int) or not low <= outcome <= high:
            raise self._wrong(outcome, wanted)
        return outcome

    def pick(self, n: int) -> int:
        return self._number(0, n - 1, "a number")

    def roll(self, sides: int) -> int:
        return self._number(1, sides, "a face")

    def one_of(self, names: list[str]) -> int:
        wanted = "one of " + ", ".join(names)
        outcome = self._take(wanted)
        for i, name in enumerate(names):
            if name == outcome:
                return i
        raise self._wrong(outcome, wanted)

    def draw(self, pool: list[int], names: list[str]) -> int:
        outcome = self._take("a draw")
        for at, component in enumerate(pool):
            if names[component] == outcome:
                pool[at] = pool[-1]
                pool.pop()
                return component
        left = sorted({names[component] for component in pool})
        shown = ", ".join(left[:12]) + (", ..." if len(left) > 12 else "")
        raise self._wrong(outcome, f"a draw from a pool of {len(pool)} ({shown})")


class Tape(Chance):
    """Passes every question on to another source and remembers the answers as outcomes. Makes records.

    Call `cut()` after each choice to get what fell since the last cut.
    """

    def __init__(self, inner: Chance) -> None:
        self.inner = inner
        self.outcomes: list[Outcome] = []

    def rehearsal(self) -> Chance | None:
        return self.inner.rehearsal()

    def cut(self) -> list[Outcome]:
        """What was remembered since the last cut; the tape is blank again."""
        outcomes = self.outcomes
        self.outcomes = []
        return outcomes

    def pick(self, n: int) -> int:
        number = self.inner.pick(n)
        self.outcomes.append(number)
        return number

    def roll(self, sides: int) -> int:
        face = self.inner.roll(sides)
        self.outcomes.append(face)
        return face

    def one_of(self, names: list[str]) -> int:
        index = self.inner.one_of(names)
        self.outcomes.append(names[index])
        return index

    def draw(self, pool: list[int], names: list[str]) -> int:
        component = self.inner.draw(pool, names)
        self.outcomes.append(names[component])
        return component
