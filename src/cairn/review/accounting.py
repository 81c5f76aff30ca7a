"""The review of a finished game: win chances at every step, and the account of luck, own choices and others' choices.

Every step changes the chances of the seats, from what they could expect before it to what they could expect after it:

- What the mover lost against the best choice, by what that seat could know, is its *own*; the rest of the table gains
  it, each in proportion to its chances, and for them it is the doing of *others*.
- All else is *luck*: what chance brought against what could be expected, what lay hidden, and what no search of this
  depth foresees.

So for every seat start + luck + own + others = result, at every step and for the whole game, exactly: chances are
counted in millionths. The chances are taken anew where chance has fallen or a turn has ended. Between such points
nobody can be lucky, and only mistakes change them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp
from typing import Any, Final

import cairn
from cairn.core.bot_settings import bot_settings
from cairn.core.chance import Dice
from cairn.core.contract import State
from cairn.core.history import Move
from cairn.review.chances import Spectator
from cairn.review.judging import Judge, Verdict

SEED: Final = 21
GRAIN: Final = 1_000_000
"""Chances are counted in parts of this, so that sums are exact."""
MARKS: Final = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))
"""What a choice is called that lost so much, and surely something."""
MOMENTS: Final = 5
LEAST_MOMENT: Final = 0.02
STEPS_A_SIMULATION: Final = 12
"""The spectator plays one simulation for so many iterations of the search."""
LEAST_SIMULATIONS: Final = 2
MOST_SIMULATIONS: Final = 24

Told = Callable[[int], None]


class NotOver(cairn.CairnError):
    """A review of a game that still goes on."""


@dataclass(frozen=True)
class Account:
    """One seat's chances before and after, and what made the difference; in parts of GRAIN."""

    start: int
    luck: int
    own: int
    others: int

    @property
    def result(self) -> int:
        return self.start + self.luck + self.own + self.others

    def data(self) -> dict[str, float]:
        return {name: getattr(self, name) / GRAIN for name in ("start", "luck", "own", "others", "result")}


@dataclass(frozen=True)
class Step:
    """The deal, or one choice with what chance brought after it."""

    number: int
    """0 for the deal."""
    seat: int
    """Who chose; -1 for the deal."""
    choice: str
    caption: str
    """The choice in words."""
    turn: int
    fell: bool
    """Whether chance had a part in it."""
    accounts: list[Account]
    doubts: list[float]
    """How uncertain the chances after it are, by seat, 95 times in 100."""
    verdict: Verdict | None = None

    @property
    def mark(self) -> str:
        loss = 0.0 if self.verdict is None else self.verdict.loss
        return next((name for name, least in MARKS if loss >= least), "")

    @property
    def weight(self) -> float:
        """How much it decided: the largest change that chance or a mistake brought to anybody."""
        lucky = max(abs(account.luck) for account in self.accounts) / GRAIN if self.fell else 0.0
        return max(lucky, 0.0 if self.verdict is None else self.verdict.loss)

    def data(self) -> dict[str, Any]:
        return {
            "n": self.number,
            "seat": self.seat,
            "choice": self.choice,
            "caption": self.caption,
            "turn": self.turn,
            "chance": self.fell,
            "mark": self.mark,
            "seats": [account.data() for account in self.accounts],
            "doubts": [round(doubt, 4) for doubt in self.doubts],
            "judged": None if self.verdict is None else self.verdict.data(),
        }


@dataclass
class Review:
    record: cairn.Record
    iterations: int
    simulations: int
    steps: list[Step] = field(default_factory=list)

    def account(self, seat: int) -> Account:
        """The whole game of one seat."""
        own = [step.accounts[seat] for step in self.steps]
        return Account(own[0].start, *(sum(getattr(one, name) for one in own) for name in ("luck", "own", "others")))

    def moments(self) -> list[Step]:
        """The few steps that decided the game, in their order."""
        heavy = sorted((step for step in self.steps if step.weight >= LEAST_MOMENT), key=lambda step: -step.weight)
        return sorted(heavy[:MOMENTS], key=lambda step: step.number)

    def seat_data(self, seat: int) -> dict[str, Any]:
        account = self.account(seat)
        judged = [step for step in self.steps if step.seat == seat and step.verdict and step.verdict.choices > 1]
        fell = sum(step.accounts[seat].luck for step in self.steps if step.fell)
        return {
            "seat": seat,
            "name": self.record.names[seat],
            **account.data(),
            "luck_by_chance": fell / GRAIN,
            "decisions": len(judged),
            "accuracy": accuracy([step.verdict.loss for step in judged if step.verdict]),
            **{name: sum(step.mark == name for step in judged) for name, _ in reversed(MARKS)},
        }

    def data(self) -> dict[str, Any]:
        game = self.record.game
        return {
            "game": game.slug,
            "rules_version": game.rules_version,
            "options": self.record.options,
            "iterations": self.iterations,
            "simulations": self.simulations,
            "seats": [self.seat_data(seat) for seat in range(len(self.record.names))],
            "moments": [step.number for step in self.moments()],
            "steps": [step.data() for step in self.steps],
        }


def accuracy(losses: list[float]) -> float | None:
    """From 0 to 100: the mean over decisions of 100 for no loss, 80 for 5 points, 64 for 10, 41 for 20."""
    if not losses:
        return None
    return round(sum(100.0 * exp(-4.4 * loss) for loss in losses) / len(losses), 1)


def usual_iterations(game: cairn.Game) -> int:
    """Standard depth: half of what `guide` gives to a decision."""
    return max(2, bot_settings(game).guide.iterations // 2)


def review(record: cairn.Record, iterations: int | None = None, told: Told = lambda done: None) -> Review:
    """Review a finished game: the same for the same record, iterations and version of Cairn.

    `told` hears how many steps are done. NotOver if the game still goes on: whoever plays it must not learn what its
    review would tell.
    """
    if record.state.seat >= 0:
        raise NotOver("the game is not over: only finished games are reviewed")
    depth = usual_iterations(record.game) if iterations is None else iterations
    simulations = max(LEAST_SIMULATIONS, min(MOST_SIMULATIONS, depth // STEPS_A_SIMULATION))
    found = Review(record, depth, simulations)
    _Reviewer(found, told).run()
    return found


class _Reviewer:
    """Goes through a game once."""

    def __init__(self, found: Review, told: Told) -> None:
        game = found.record.game
        self.found = found
        self.told = told
        self.spectator = Spectator(game, found.simulations)
        self.judge = Judge(game, found.iterations)
        self.dice = Dice(SEED)

    def run(self) -> None:
        record = self.found.record
        positions = record.replay()
        state = next(positions)
        start = self.spectator.before_the_deal(state.setup, self.dice.fork(0))
        chances = self.spectator.chances(state, self.dice.fork(1))
        before, after = grains(start.shares), grains(chances.shares)
        deal = accounts_of(before, after, [0] * len(after), -1)
        self._add(Step(0, -1, "", "", 0, bool(record.opening), deal, chances.doubts))
        for number, (move, following) in enumerate(zip(record.moves, positions, strict=True), 1):
            dice = self.dice.fork(1 + number)
            choice = state.parse(move.choice)
            verdict = self.judge.verdict(state, choice, dice.fork(0))
            before, effect = after, effects(after, move.seat, verdict.loss)
            if is_quiet(state, move, following):
                after = moved(before, effect)
            else:
                chances = self.spectator.chances(following, dice.fork(1))
                after = grains(chances.shares)
            accounts = accounts_of(before, after, effect, move.seat)
            caption, turn, fell = state.caption(choice), state.turn_number, bool(move.chance)
            self._add(Step(number, move.seat, move.choice, caption, turn, fell, accounts, chances.doubts, verdict))
            state = following

    def _add(self, step: Step) -> None:
        self.found.steps.append(step)
        self.told(step.number)


def accounts_of(before: list[int], after: list[int], effect: list[int], mover: int) -> list[Account]:
    """One step by seat: what the mover's choice did is its own or others' doing, and all else is luck."""
    return [
        Account(
            before[seat],
            after[seat] - before[seat] - effect[seat],
            effect[seat] if seat == mover else 0,
            0 if seat == mover else effect[seat],
        )
        for seat in range(len(before))
    ]


def is_quiet(before: State, move: Move, after: State) -> bool:
    """Whether a step leaves nothing to be lucky with: no chance fell, and the turn goes on."""
    return not move.chance and after.seat >= 0 and after.turn_number == before.turn_number


def grains(shares: list[float]) -> list[int]:
    """Shares in parts of GRAIN that add up to it; what rounding leaves over goes to the largest."""
    parts = [round(share * GRAIN) for share in shares]
    parts[parts.index(max(parts))] += GRAIN - sum(parts)
    return parts


def effects(chances: list[int], mover: int, loss: float) -> list[int]:
    """What a mistake does to every seat: the mover loses, the others gain in proportion to their chances."""
    parts = [0] * len(chances)
    lost = round(loss * GRAIN)
    if not lost:
        return parts
    rest = sum(chances) - chances[mover]
    others = [seat for seat in range(len(chances)) if seat != mover]
    for seat in others:
        parts[seat] = lost * chances[seat] // rest if rest > 0 else lost // len(others)
    parts[others[0]] += lost - sum(parts)
    parts[mover] = -lost
    return parts


def moved(chances: list[int], effect: list[int]) -> list[int]:
    """Chances after a mistake and nothing else. Nobody has less than none: a loss beyond that was bad luck before."""
    after = [max(0, chance + change) for chance, change in zip(chances, effect, strict=True)]
    too_much = sum(after) - sum(chances)
    after[after.index(max(after))] -= too_much
    return after
