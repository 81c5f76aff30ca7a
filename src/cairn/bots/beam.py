"""A beam search through the decisions of a turn, for `climber` and for searches.

It follows every choice at the root through the decisions of the turn that come after it, other seats answering with
what looks best to them, and values the position in which the turn ends. Where a turn branches too much for all of it,
the beam keeps the most promising lines, and the best line of every root choice as long as there are not too many.
Chance falls the same way for all lines at one depth.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from cairn.core.chance import Dice
from cairn.core.contract import State
from cairn.core.evaluator import Evaluator

DEEPEST: Final = 30
"""After how many decisions a line is valued even if the turn goes on."""
WORST: Final = -1e9


class Line:
    """A line of choices: where it has led, which choice at the root it began with and what it is worth."""

    def __init__(self, state: State, first: int, value: float, margin: float, choice: int, before: Line | None) -> None:
        self.state = state
        self.first = first
        """The place of the root choice among those the beam began with."""
        self.value = value
        self.margin = margin
        self.choice = choice
        """The last choice of the searching seat that led here, after those of the line before."""
        self.before = before

    def choices(self) -> list[int]:
        """The searching seat's choices of the turn that led here, without the first."""
        choices: list[int] = []
        line: Line | None = self
        while line is not None and line.before is not None:
            choices.append(line.choice)
            line = line.before
        choices.reverse()
        return choices


class Beam:
    """Lines of one turn of one seat: those under way, and those that have come to the end of the turn."""

    def __init__(self, evaluator: Evaluator, seat: int, roots: int, merge_equals: bool, until: float) -> None:
        """For so many choices at the root; until a time of the clock, 0 for no limit.

        With `merge_equals`, of two lines that begin alike and are worth exactly the same only one is kept: most often
        they have done the same in another order.
        """
        self.evaluator = evaluator
        self.seat = seat
        self.roots = roots
        self.merge_equals = merge_equals
        self.until = until
        self.lines: list[Line] = []
        self.ends: list[Line] = []
        self.dropped: list[float] = [WORST] * roots
        """The value of the best line of each root choice that was not kept."""

    def value(self, state: State, margin: float) -> float:
        """What a position is worth to the searching seat, which expects this margin there."""
        return margin

    def count(self) -> None:
        """Hears of every choice that is followed."""

    def is_used_up(self) -> bool:
        """Whether there is no time or budget left to follow more lines."""
        return self.until > 0.0 and perf_counter() >= self.until

    def begin(self, state: State, choices: list[int], dice: Dice) -> None:
        """Follow each of the choices at the root."""
        turn = state.turn_number
        for at in range(len(choices)):
            self._follow(state, choices[at], at, None, turn, dice, self.lines)

    def finish_turn(self, width: int, dice: Dice, depth: int, deepest: int) -> bool:
        """Follow the lines until the turn has ended in all of them; False if the budget did not last.

        `depth` and `deepest` are in decisions. What has not ended at the deepest one counts as an end.
        """
        while self.lines and depth < deepest:
            if self.is_used_up():
                return False
            lines = self.best(self.lines, width)
            luck = dice.fork(depth)
            depth += 1
            longer: list[Line] = []
            for at in range(len(lines)):
                if at > 0 and self.is_used_up():
                    self.lines = longer + lines[at:]
                    return False
                line = lines[at]
                turn = line.state.turn_number
                for choice in self.evaluator.prune(line.state):
                    self._follow(line.state, choice, line.first, line, turn, luck, longer)
            self.lines = longer
        self.ends += self.lines
        self.lines = []
        return True

    def _follow(
        self, state: State, choice: int, first: int, before: Line | None, turn: int, luck: Dice, longer: list[Line]
    ) -> None:
        """One choice of the searching seat and the answers of others to it: among the ends if the turn ends with it."""
        evaluator = self.evaluator
        after = state.clone()
        dice = luck.clone()
        after.apply(choice, dice)
        while after.seat >= 0 and after.seat != self.seat and after.turn_number == turn:
            after.apply(best_reply(evaluator, after, dice), dice)
        line = self.line(after, first, choice, before)
        if after.seat >= 0 and after.turn_number == turn:
            longer.append(line)
        else:
            self.ends.append(line)
        self.count()

    def line(self, state: State, first: int, choice: int, before: Line | None) -> Line:
        margin = self.evaluator.margin(state, self.seat)
        return Line(state, first, self.value(state, margin), margin, choice, before)

    def best(self, lines: list[Line], width: int) -> list[Line]:
        """The best lines over all, and the best one of each root choice while there are fewer than twice as many."""
        if len(lines) <= width and not self.merge_equals:
            return lines
        lines.sort(key=_value_of, reverse=True)
        kept: list[Line] = []
        has_line = [False] * self.roots
        equals: set[int] = set()
        value = 0.0
        for line in lines:
            if self.merge_equals:
                if line.value != value:
                    value = line.value
                    equals = set()
                if line.first in equals:
                    continue
            if len(kept) < width or (not has_line[line.first] and len(kept) < 2 * width):
                kept.append(line)
                has_line[line.first] = True
                equals.add(line.first)
            elif line.value > self.dropped[line.first]:
                self.dropped[line.first] = line.value
        return kept

    def best_ends(self) -> list[Line | None]:
        """The best end of each root choice, None where no line of it has come to an end."""
        best: list[Line | None] = [None] * self.roots
        for line in self.ends:
            known = best[line.first]
            if known is None or line.value > known.value:
                best[line.first] = line
        return best


def _value_of(line: Line) -> float:
    return line.value


def turn_values(
    evaluator: Evaluator,
    state: State,
    choices: list[int],
    dice: Dice,
    width: int,
    deepest: int = DEEPEST,
    until: float = 0.0,
) -> list[float]:
    """For each choice the margin of the asked seat at the end of this turn, if it goes on as well as the beam can see.

    A choice of which no line was kept is worth no more than the worst one of the others. If the clock strikes `until`
    (0 for never), the lines are valued where they are.
    """
    beam = Beam(evaluator, state.seat, len(choices), False, until)
    beam.begin(state, choices, dice.fork(0))
    if not beam.finish_turn(width, dice, 1, deepest):
        beam.ends += beam.lines
    best = beam.best_ends()
    worst = min([line.value for line in best if line is not None])
    return [min(worst, beam.dropped[at]) if line is None else line.value for at, line in enumerate(best)]


def best_reply(evaluator: Evaluator, state: State, dice: Dice) -> int:
    """What another seat will answer in the middle of a turn: what looks best for it right away."""
    choices = evaluator.prune(state)
    best = choices[0]
    if len(choices) == 1:
        return best
    most = WORST
    for choice in choices:
        after = state.clone()
        after.apply(choice, dice.clone())
        value = evaluator.margin(after, state.seat)
        if value > most:
            most = value
            best = choice
    return best
