"""The bot that looks to the end of its turn: greedy on the evaluator's word.

In each of a few worlds it follows every choice through the decisions of the turn that come after it and asks the
evaluator about the position in which the turn ends. Where a turn branches too much for all of it, a beam of the most
promising lines is followed, and the best line of every choice as long as there are not too many. Chance falls the same
way for all choices of a world.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from cairn.bots.bot import Bot
from cairn.core.chance import Dice
from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator, evaluator_of

WORLDS: Final = 3
BEAM: Final = 12
DEEPEST: Final = 30
NEVER: Final = -1e9


class ClimberBot(Bot):
    def __init__(self, name: str, game: Game, worlds: int, beam: int, deepest: int = DEEPEST) -> None:
        super().__init__(name, game)
        self.evaluator: Evaluator = evaluator_of(game)
        self.worlds = worlds
        self.beam = beam
        self.deepest = deepest
        """After how many decisions a line is judged even if the turn goes on."""

    def decide(self, world: State, dice: Dice) -> int:
        choices = self.evaluator.prune(world)
        if len(choices) == 1:
            return choices[0]
        totals = [0.0] * len(choices)
        for number in range(self.worlds):
            guess = world if number == 0 else world.resample(world.seat, dice)
            values = turn_values(self.evaluator, guess, choices, dice.fork(number), self.beam, self.deepest)
            for at in range(len(choices)):
                totals[at] += values[at]
        best = 0
        for at in range(1, len(choices)):
            if totals[at] > totals[best]:
                best = at
        return choices[best]


class Line:
    """A way to go on in the turn: where it has led, which choice it began with, what the evaluator says so far."""

    def __init__(self, state: State, first: int, value: float) -> None:
        self.state = state
        self.first = first
        self.value = value


def turn_values(
    evaluator: Evaluator,
    state: State,
    choices: list[int],
    dice: Dice,
    beam: int,
    deepest: int = DEEPEST,
    until: float = 0.0,
) -> list[float]:
    """For each choice the margin of the asked seat at the end of this turn, if it goes on as well as it can see.

    A choice that was given up on the way is worth no more than the worst one that was not. If the clock strikes `until`
    (0 for never), the lines are judged where they are.
    """
    seat = state.seat
    turn = state.turn_number
    values = [NEVER] * len(choices)
    given_up = [NEVER] * len(choices)
    lines: list[Line] = []
    falling = dice.fork(0)
    for at in range(len(choices)):
        _step(evaluator, state, choices[at], at, seat, turn, falling, values, lines)
    depth = 1
    while lines and depth < deepest and (until == 0.0 or perf_counter() < until):
        lines = _promising(lines, given_up, beam)
        falling = dice.fork(depth)
        depth += 1
        longer: list[Line] = []
        for line in lines:
            for choice in evaluator.prune(line.state):
                _step(evaluator, line.state, choice, line.first, seat, turn, falling, values, longer)
        lines = longer
    for line in lines:
        if line.value > values[line.first]:
            values[line.first] = line.value
    worst = min([value for value in values if value > NEVER])
    return [value if value > NEVER else min(worst, given_up[at]) for at, value in enumerate(values)]


def _step(
    evaluator: Evaluator,
    state: State,
    choice: int,
    first: int,
    seat: int,
    turn: int,
    dice: Dice,
    values: list[float],
    lines: list[Line],
) -> None:
    """Follow one choice: into `values` if the turn ends with it, else among the lines."""
    after = state.clone()
    falling = dice.clone()
    after.apply(choice, falling)
    while after.seat >= 0 and after.seat != seat and after.turn_number == turn:
        after.apply(reply(evaluator, after, falling), falling)
    value = evaluator.margin(after, seat)
    if after.seat >= 0 and after.turn_number == turn:
        lines.append(Line(after, first, value))
    elif value > values[first]:
        values[first] = value


def reply(evaluator: Evaluator, state: State, dice: Dice) -> int:
    """What another seat will answer in the middle of a turn: what looks best for it right away."""
    choices = evaluator.prune(state)
    best = choices[0]
    if len(choices) == 1:
        return best
    most = NEVER
    for choice in choices:
        after = state.clone()
        after.apply(choice, dice.clone())
        value = evaluator.margin(after, state.seat)
        if value > most:
            most = value
            best = choice
    return best


def _promising(lines: list[Line], given_up: list[float], beam: int) -> list[Line]:
    """The best lines over all, and the best one of each choice while there are fewer than twice as many."""
    if len(lines) <= beam:
        return lines
    lines.sort(key=_value_of, reverse=True)
    kept: list[Line] = []
    has_line = [False] * len(given_up)
    for line in lines:
        if len(kept) < beam or (not has_line[line.first] and len(kept) < 2 * beam):
            kept.append(line)
            has_line[line.first] = True
        elif line.value > given_up[line.first]:
            given_up[line.first] = line.value
    return kept


def _value_of(line: Line) -> float:
    return line.value
