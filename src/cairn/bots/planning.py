"""Search by planning, for games with long turns and little chance.

There what counts is to find good lines, not to average over many. In one determinization after the other a beam of
lines goes through several turns of the searching seat, the others answering with what looks best to them, and each
turn on the way gives another estimate of what the choices at the root lead to.
"""

from __future__ import annotations

from typing import Final

from cairn.bots.beam import DEEPEST, Beam, best_reply
from cairn.bots.nodes import ActionStats, Node
from cairn.bots.search import LONGEST_ROLLOUT, Search
from cairn.core.bot_settings import SearchSettings
from cairn.core.chance import Dice
from cairn.core.contract import State
from cairn.core.evaluator import Evaluator

NO_CHOICE: Final = -1


class PlanSearch(Search):
    def __init__(
        self,
        evaluator: Evaluator,
        settings: SearchSettings,
        world: State,
        root: Node | None = None,
        everything: bool = False,
        only: list[int] | None = None,
    ) -> None:
        super().__init__(evaluator, settings, world, root, everything, only)
        self.last = 0
        """The number of iterations at which the budget is used up; 0 for never."""

    def think(self, iterations: int, dice: Dice) -> None:
        """Plan in one world after the other, each time with a wider beam, until the budget is used up."""
        self.take_root_priors(dice)
        self.last = self.iterations + iterations if iterations > 0 else 0
        candidates = self.candidates()
        number = 0
        while not self.is_used_up():
            number += 1
            self._plan(candidates, number * self.settings.plan_width, dice.fork(1 + number))
        candidates.sort(key=self.mean, reverse=True)
        self.leader = candidates[0]

    def is_used_up(self) -> bool:
        return (self.last > 0 and self.iterations >= self.last) or self.is_past(self.end)

    def _plan(self, candidates: list[ActionStats], width: int, luck: Dice) -> None:
        """Follow a beam of lines through several turns; the end of each is one more estimate of every candidate."""
        world = self.world.resample(self.seat, luck)
        beam = PlanBeam(self, len(candidates))
        beam.begin(world, [action.choice for action in candidates], luck.fork(0))
        for turn in range(self.settings.horizon):
            if turn > 0:
                self._go_to_next_turn(beam, width, luck.fork(2 * turn))
                if self.is_used_up():
                    return
            if not beam.finish_turn(width, luck.fork(2 * turn + 1), 0, DEEPEST):
                return
            self._backpropagate(candidates, beam, turn == 0)

    def _go_to_next_turn(self, beam: PlanBeam, width: int, luck: Dice) -> None:
        """Move the best lines on to where the searching seat is asked again; those that meet the end stay ends."""
        over = [line for line in beam.ends if line.state.seat < 0]
        for line in beam.best(beam.ends, width):
            state = line.state
            if state.seat >= 0 and not self.is_used_up():
                self._let_others_play(state, luck.clone())
                if state.seat >= 0:
                    beam.lines.append(line)
                else:
                    over.append(beam.line(state, line.first, NO_CHOICE, None))
        beam.ends = over

    def _let_others_play(self, state: State, dice: Dice) -> None:
        """Move a state on to the next turn of the searching seat, with what looks best to everybody right away."""
        turn = -1
        for _ in range(LONGEST_ROLLOUT):
            if state.seat < 0:
                return
            if state.turn_number != turn:
                if state.seat == self.seat:
                    return
                turn = state.turn_number
            state.apply(best_reply(self.evaluator, state, dice), dice)

    def _backpropagate(self, candidates: list[ActionStats], beam: PlanBeam, keep: bool) -> None:
        """The best line of every candidate; if none is left, something no better than the worst of the others."""
        if not beam.ends:
            return
        best = beam.best_ends()
        worst = beam.ends[0]
        for known in best:
            if known is not None and known.value < worst.value:
                worst = known
        for at in range(len(candidates)):
            known = best[at]
            line = worst if known is None else known
            action = candidates[at]
            if keep:
                action.line = known
            action.visits += 1.0
            action.total += line.value
            action.squares += line.value * line.value
            action.margin += line.margin


class PlanBeam(Beam):
    """A beam that values lines by the share of the win and spends the budget of a search."""

    def __init__(self, search: PlanSearch, roots: int) -> None:
        super().__init__(search.evaluator, search.seat, roots, True, 0.0)
        self.search = search

    def value(self, state: State, margin: float) -> float:
        value = self.search.share(margin)
        if state.seat < 0 and self.search.seats > 1:
            weight = self.search.settings.points_weight
            value = (1.0 - weight) * state.result()[self.seat] + weight * value
        return value

    def count(self) -> None:
        self.search.iterations += 1

    def is_used_up(self) -> bool:
        return self.search.is_used_up()
