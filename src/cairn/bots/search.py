"""What the two kinds of search share: the root, the priors of its choices, and the budget.

`TreeSearch` (cairn/bots/tree.py) searches a tree over information sets, `PlanSearch` (cairn/bots/planning.py) plans
through several turns with a beam.
"""

from __future__ import annotations

import gc
from math import exp
from time import perf_counter
from typing import Final

from cairn.bots.beam import DEEPEST, turn_values
from cairn.bots.nodes import ActionStats, InformationSet, Node
from cairn.core.bot_settings import Budget, SearchSettings
from cairn.core.chance import Dice
from cairn.core.contract import State
from cairn.core.evaluator import Evaluator

LEAST_SPREAD: Final = 0.001
LONGEST_ROLLOUT: Final = 60
"""In decisions; only a game in which turns never end comes near it."""


class Search:
    """One search from one root; `run` may be called again to think on."""

    def __init__(
        self,
        evaluator: Evaluator,
        settings: SearchSettings,
        world: State,
        root: Node | None = None,
        everything: bool = False,
        only: list[int] | None = None,
    ) -> None:
        """From a root that was searched before or from a new one. With `everything` no choice there is pruned.

        With `only` these choices there are compared, whatever the evaluator would prune, and no others.
        """
        top = world.stack.top
        assert top is not None, "the game is over"
        self.evaluator = evaluator
        self.settings = settings
        self.world = world
        self.everything = everything or only is not None
        self.only = only
        self.seat = world.seat
        self.seats = world.setup.seats
        self.scale = max(1.0, evaluator.width(world))
        self.start = 0.0 if self.seats > 1 else evaluator.expected_points(world)[0]
        self.root = Node() if root is None else root
        self.information_set = self.root.information_set(top.kind, world.seat)
        self.leader: ActionStats | None = None
        """The choice that came out best, once there is one."""
        self.iterations = 0
        """Walks down the tree, or choices followed in the beam."""
        self.begun = 0.0
        self.end = 0.0
        """When the time is used up; 0 for never."""
        self.trial_luck = Dice(0)
        """Chance for choices that are only tried: never what will fall when one of them is followed."""

    def run(self, budget: Budget, dice: Dice) -> None:
        """Think until the budget is used up.

        A search makes no reference cycles, and looking for some took a quarter of its time.
        """
        collecting = gc.isenabled()
        gc.disable()
        try:
            self.begun = perf_counter()
            self.end = self.begun + budget.ms / 1000.0 if budget.ms > 0 else 0.0
            self.trial_luck = dice.fork(1)
            self.think(budget.iterations, dice)
        finally:
            if collecting:
                gc.enable()

    def think(self, iterations: int, dice: Dice) -> None:
        """Spend so many iterations, 0 for any number, and the time until `end`."""
        raise NotImplementedError

    def is_past(self, time: float) -> bool:
        return time > 0.0 and perf_counter() >= time

    def root_actions(self) -> list[ActionStats]:
        """The choices at the root. A tree searched before has met others there too, which are not possible now."""
        choices = self.root_choices(self.world)
        return self.actions_of(self.information_set, choices, self.world, True)[:]

    def root_choices(self, world: State) -> list[int]:
        """What may be chosen at the root."""
        if self.only is not None:
            return self.only
        return world.offered if self.everything else self.evaluator.prune(world)

    def candidates(self) -> list[ActionStats]:
        """The choices at the root that are searched: those with the best priors, or all."""
        actions = self.root_actions()
        if self.everything:
            return actions
        return sorted(actions, key=_prior_of, reverse=True)[: self.settings.root_choices]

    def take_root_priors(self, dice: Dice) -> None:
        """The priors at the root: the margin at the end of the turn, over some determinizations."""
        if self.information_set.actions:
            return
        world = self.world
        choices = self.root_choices(world)
        actions = self.actions_of(self.information_set, choices, world, False)
        totals = [0.0] * len(choices)
        looked = 0
        width = self.settings.beam_width
        for number in range(self.settings.worlds):
            guess = world if number == 0 else world.resample(self.seat, dice)
            values = turn_values(self.evaluator, guess, choices, dice.fork(number), width, DEEPEST, self.end)
            for at in range(len(choices)):
                totals[at] += values[at]
            looked += 1
            if self.is_past(self.end):
                break
        for at in range(len(actions)):
            actions[at].prior = self.share(totals[at] / looked)
        self.set_probabilities(self.information_set, actions)

    def actions_of(
        self, information_set: InformationSet, choices: list[int], state: State, with_prior: bool
    ) -> list[ActionStats]:
        """The statistics of these choices; those of choices met for the first time are made."""
        if choices is information_set.choices or choices == information_set.choices:
            return information_set.actions
        actions: list[ActionStats] = []
        if not information_set.choices:
            for choice in choices:
                actions.append(self.fresh_action(state, choice, with_prior))  # noqa: PERF401 - faster compiled
            information_set.choices = choices
            information_set.actions = actions
        else:
            by_choice = information_set.met()
            known = len(by_choice)
            for choice in choices:
                action = by_choice.get(choice)
                if action is None:
                    action = self.fresh_action(state, choice, with_prior)
                    by_choice[choice] = action
                actions.append(action)
            if len(by_choice) == known:
                return actions
        self.set_probabilities(information_set, actions)
        self.renew_trial_luck()
        return actions

    def fresh_action(self, state: State, choice: int, with_prior: bool) -> ActionStats:
        return ActionStats(choice, self.prior(state, choice) if with_prior else 0.0)

    def prior(self, state: State, choice: int) -> float:
        """The share of the win that the evaluator expects right after a choice."""
        after = state.clone()
        after.apply(choice, self.trial_luck.clone())
        return self.share(self.evaluator.margin(after, state.seat))

    def renew_trial_luck(self) -> None:
        """All choices of one node are tried with the same luck, those of the next node with other luck."""
        self.trial_luck.pick(2)

    def share(self, margin: float) -> float:
        """The share of the win that goes with a margin."""
        odds = exp(max(-30.0, min(30.0, (margin - self.start) / self.scale)))
        return odds / (odds + max(1, self.seats - 1))

    def set_probabilities(self, information_set: InformationSet, actions: list[ActionStats]) -> None:
        """A softmax over the priors, in units of how far apart they are."""
        best = actions[0].prior
        mean = 0.0
        for action in actions:
            mean += action.prior
            if action.prior > best:
                best = action.prior
        information_set.spread = max(LEAST_SPREAD, best - mean / len(actions))
        width = self.settings.temperature * information_set.spread
        total = 0.0
        for action in actions:
            action.probability = exp((action.prior - best) / width)
            total += action.probability
        for action in actions:
            action.probability = action.probability / total

    def best(self) -> ActionStats:
        """The choice to answer with: the leader, or the most visited one."""
        if self.leader is not None:
            return self.leader
        actions = self.root_actions()
        best = actions[0]
        for action in actions:
            if action.visits > best.visits:
                best = action
        return best

    def mean(self, action: ActionStats) -> float:
        """The share of the win expected of a choice, its prior included."""
        prior_weight = self.settings.prior_weight
        return (action.total + prior_weight * action.prior) / (action.visits + prior_weight)


def _prior_of(action: ActionStats) -> float:
    return action.prior
