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
from cairn.core.message import counted
from cairn.core.pool import Pool

Outcome = int | str

MASK32: Final = 0xFFFFFFFF
WORD: Final = 0x100000000
MULTIPLIER: Final = 0x7F439E6B


def _stir(word: i64) -> i64:
    """A permutation of 32-bit words in which every bit depends on every other."""
    for _ in range(3):
        word = (word ^ (word >> 16)) * 0x7FEB352D & MASK32
        word = (word ^ (word >> 15)) * 0x2C1B3C6D & MASK32
    return word ^ (word >> 16)


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The injected source of every random outcome. Rules call it; players and tools make one and pass it on."""

    def dry_run(self) -> Chance | None:
        """A source with the same answers to try a choice with first, if this one can refuse; None if it never does."""
        return None

    def pick(self, n: i64) -> i64:
        """A number in 0..n-1, each equally likely; n is at least 1. Recorded as that number."""
        raise NotImplementedError

    def roll(self, sides: i64) -> i64:
        """A die's face in 1..sides, each equally likely. Recorded as the face."""
        return self.pick(sides) + 1

    def one_of(self, names: list[str]) -> i64:
        """The index of one of several named outcomes, each equally likely. Recorded as the name."""
        return self.pick(len(names))

    def draw(self, pool: list[int], names: list[str]) -> int:
        """Take one component out of an unordered pool, each equally likely, and return it.

        `names[component]` is its name for scripts and records. The pool must not be empty; its order is not kept.
        """
        at = self.pick(len(pool))
        last = pool.pop()
        if at == len(pool):
            return last
        component = pool[at]
        pool[at] = last
        return component

    def draw_from(self, pool: Pool, names: list[str]) -> i64:
        """The same for a packed pool; whoever answers `draw` answers this too."""
        components = pool.numbers()
        drawn = self.draw(components, names)
        pool.count = 0
        pool.add_all(components)
        return drawn


class Dice(Chance):
    """A seeded source: the same outcomes on every platform, compiled or not. Clones in constant time.

    The generator multiplies a 32-bit word and carries the overflow to the next step. With this multiplier every product
    stays below 2^63, so plain ints and 64-bit machine words agree without tricks, and the period is about 2^62
    (MULTIPLIER * 2^32 - 1 is a safe prime).
    """

    _word: i64
    _carry: i64

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"a seed is a whole number from 0 up, not {seed}")
        given = seed
        # Seeds that differ in one bit must not start alike, so every 32 bits of the seed are stirred in.
        word: i64 = 0
        carry: i64 = 1
        while True:
            word = _stir(word ^ (seed & MASK32))
            carry = _stir(carry + word) >> 1
            seed >>= 32
            if seed == 0:
                break
        self._word = word
        self._carry = carry % (MULTIPLIER - 1) + 1
        self._seed = given

    def __repr__(self) -> str:
        return f"Dice(seed={self._seed}{', rolled' if self._moved() else ''})"

    def _moved(self) -> bool:
        fresh = Dice(self._seed)
        return bool(self._word != fresh._word or self._carry != fresh._carry)

    def clone(self) -> Dice:
        """A second source that gives the same outcomes from here on."""
        other = Dice(0)
        other._word = self._word
        other._carry = self._carry
        other._seed = self._seed
        return other

    def fork(self, stream: int) -> Dice:
        """A source of its own for part `stream` of a larger job: the same for the same parent, unlike its siblings.

        The parent does not move on, so parts may be forked in any order and in any process.
        """
        return Dice((stream << 64) + (int(self._carry) << 32) + int(self._word))

    def pick(self, n: i64) -> i64:
        bound = n
        if bound <= 0 or bound > 0x7FFFFFFF:
            raise ValueError(f"pick needs a number of outcomes from 1 to 2147483647, not {n}")
        while True:
            product: i64 = MULTIPLIER * self._word + self._carry
            word = product & MASK32
            carry = product >> 32
            self._word = word
            self._carry = carry
            # The high half of this is the answer; the low half tells the few words that would favour some answers.
            scaled: i64 = (word ^ carry) * bound
            low = scaled & MASK32
            if low >= bound or low >= (WORD - bound) % bound:
                return scaled >> 32

    def draw_from(self, pool: Pool, names: list[str]) -> i64:
        return pool.take(self.pick(pool.count))


class Script(Chance):
    """Answers from a list of outcomes, in the game's own words: "sand-7" for a draw, 4 for a die that shows 4.

    An outcome that cannot happen is refused by name; so is asking for more outcomes than there are. `rest` is what has
    not been used: an exact test ends with it empty.
    """

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes: list[Outcome] = list(outcomes)
        self._at = 0

    def dry_run(self) -> Chance | None:
        return Script(self.rest)

    def __repr__(self) -> str:
        return f"Script({self.rest!r})"

    @property
    def rest(self) -> list[Outcome]:
        return self._outcomes[self._at :]

    def _take(self, wanted: str) -> Outcome:
        if self._at >= len(self._outcomes):
            raise WrongOutcome(
                f"the script has ended after {counted(self._at, 'outcome')}, but {wanted} is needed next"
            )
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

    def pick(self, n: i64) -> i64:
        return self._number(0, n - 1, "a number")

    def roll(self, sides: i64) -> i64:
        return self._number(1, sides, "a face")

    def one_of(self, names: list[str]) -> i64:
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

    def __repr__(self) -> str:
        return f"Tape({self.inner!r}, {counted(len(self.outcomes), 'outcome')})"

    def dry_run(self) -> Chance | None:
        return self.inner.dry_run()

    def cut(self) -> list[Outcome]:
        """What was remembered since the last cut; the tape is blank again."""
        outcomes = self.outcomes
        self.outcomes = []
        return outcomes

    def pick(self, n: i64) -> i64:
        number = self.inner.pick(n)
        self.outcomes.append(number)
        return number

    def roll(self, sides: i64) -> i64:
        face = self.inner.roll(sides)
        self.outcomes.append(face)
        return face

    def one_of(self, names: list[str]) -> i64:
        index = self.inner.one_of(names)
        self.outcomes.append(names[index])
        return index

    def draw(self, pool: list[int], names: list[str]) -> int:
        component = self.inner.draw(pool, names)
        self.outcomes.append(names[component])
        return component
