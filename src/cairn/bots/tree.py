"""Information-set Monte-Carlo tree search, for any number of seats.

There is one tree. Its nodes are what a line of choices can lead to; what is asked there and of whom tells their
information sets apart. Each iteration walks the tree in a determinization of its own, a world drawn from what the
searching seat knows, so an information set gathers what its choices are worth over all worlds in which they were
possible. Every seat maximises its own share of the win.

The game's evaluator guides it in three ways: it prunes choices; it gives each choice of a new node a prior, which
visits outweigh little by little; and it values a rollout at the end of a turn, so that none is played to the end of
the game. At the root, sequential halving: the better half of the choices goes on to the next round, and in each round
all of them meet the same worlds and the same luck.

`PlainTreeSearch` knows the rules alone: all choices everywhere, UCB decides which one is tried, and rollouts play at
random to the very end.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from cairn.bots.nodes import ActionStats, InformationSet, Node
from cairn.bots.search import LONGEST_ROLLOUT, Search
from cairn.core.bot_settings import SearchSettings
from cairn.core.chance import Dice
from cairn.core.contract import State, shares_of_win
from cairn.core.evaluator import Evaluator, lead
from cairn.core.playout import playout

UCB_EXPLORATION: Final = 0.7


class TreeSearch(Search):
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
        self.values: list[float] = []
        """What the last rollout was worth to every seat, as a share of the win."""
        self.leads: list[float] = []
        """By how many points each seat was ahead there."""

    def think(self, iterations: int, dice: Dice) -> None:
        self.take_root_priors(dice)
        self._halve_sequentially(iterations, dice)

    def _halve_sequentially(self, iterations: int, dice: Dice) -> None:
        """Rounds with an equal part of the budget each; the better half of the choices stays in for the next one."""
        candidates = self.candidates()
        rounds = 1
        while 2**rounds < len(candidates):
            rounds += 1
        done = 0
        for number in range(1, rounds + 1):
            part = number / rounds
            stop = self.begun + (self.end - self.begun) * part if self.end > 0.0 else 0.0
            while (iterations <= 0 or done < iterations * part) and not self.is_past(stop):
                luck = dice.fork(2 + done)
                for action in candidates:
                    self.iterate(luck.clone(), action)
                    done += 1
                    if self.is_past(self.end):
                        break
            candidates.sort(key=self.mean, reverse=True)
            if number < rounds:
                del candidates[(len(candidates) + 1) // 2 :]
        self.leader = candidates[0]

    def iterate(self, dice: Dice, first: ActionStats | None) -> None:
        """One walk down the tree in a world of its own, one new node, and backpropagation.

        It begins with a given choice at the root, or with one that it selects itself.
        """
        state = self.world.resample(self.seat, dice)
        node = self.root
        path: list[ActionStats] = []
        movers: list[int] = []
        while state.seat >= 0:
            top = state.stack.top
            assert top is not None
            information_set = node.information_set(top.kind, state.seat)
            choices = self.root_choices(state) if node is self.root else self.evaluator.prune(state)
            fresh = information_set.visits == 0.0
            actions = self.actions_of(information_set, choices, state, True)
            information_set.visits += 1.0
            if first is not None:
                action = first
                first = None
            else:
                action = self.select(information_set, actions, dice)
            path.append(action)
            movers.append(state.seat)
            state.apply(action.choice, dice)
            if fresh and node is not self.root:
                break
            following = action.node
            if following is None:
                following = Node()
                action.node = following
            node = following
        self.roll_out(state, dice)
        self.evaluate(state)
        self._backpropagate(path, movers)
        self.iterations += 1

    def _backpropagate(self, path: list[ActionStats], movers: list[int]) -> None:
        values = self.values
        leads = self.leads
        for at in range(len(path)):
            action = path[at]
            value = values[movers[at]]
            action.visits += 1.0
            action.total += value
            action.squares += value * value
            action.margin += leads[movers[at]]

    def select(self, information_set: InformationSet, actions: list[ActionStats], dice: Dice) -> ActionStats:
        """PUCT: the best choice by what is known, and by what the priors promise of those with few visits."""
        prior_weight = self.settings.prior_weight
        reach = self.settings.exploration * information_set.spread * sqrt(information_set.visits)
        best = actions[0]
        most = -1.0
        for action in actions:
            bound = (action.total + prior_weight * action.prior) / (
                action.visits + prior_weight
            ) + reach * action.probability / (1.0 + action.visits)
            if bound > most:
                most = bound
                best = action
        return best

    def roll_out(self, state: State, dice: Dice) -> None:
        """From a new node to the end of some turns, with the best of a few choices drawn at random each time."""
        evaluator = self.evaluator
        turns = self.settings.rollout_turns
        turn = -1 if state.seat < 0 else state.turn_number
        for _ in range(LONGEST_ROLLOUT):
            if state.seat < 0:
                return
            if state.turn_number != turn:
                turn = state.turn_number
                turns -= 1
            if turns <= 0:
                return
            choices = evaluator.prune(state)
            best = choices[0]
            if len(choices) > 1:
                best = choices[dice.pick(len(choices))]
                sample = self.settings.rollout_sample
                if sample > 1:
                    best = self._best_of_sample(state, choices, sample, dice)
            state.apply(best, dice)

    def _best_of_sample(self, state: State, choices: list[int], sample: int, dice: Dice) -> int:
        """What looks best right away among a few choices drawn at random, or among all if they are few."""
        seat = state.seat
        count = min(sample, len(choices))
        best = choices[0]
        most = -1e9
        for at in range(count):
            choice = choices[at] if count == len(choices) else choices[dice.pick(len(choices))]
            after = state.clone()
            after.apply(choice, self.trial_luck.clone())
            margin = self.evaluator.margin(after, seat)
            if margin > most:
                most = margin
                best = choice
        self.renew_trial_luck()
        return best

    def evaluate(self, state: State) -> None:
        """What the end of a rollout is worth to every seat, into `values`, and by how many points, into `leads`."""
        expected_points = self.evaluator.outlook(state)
        self.leads = [lead(expected_points, seat) for seat in range(self.seats)]
        if self.seats == 1:
            self.values = [self.share(expected_points[0])]
            return
        shares = state.result() if state.seat < 0 else self.evaluator.shares_at(state, expected_points)
        weight = self.settings.points_weight
        if weight > 0.0:
            for seat in range(self.seats):
                shares[seat] = (1.0 - weight) * shares[seat] + weight * self.share(self.leads[seat])
        self.values = shares


class PlainTreeSearch(TreeSearch):
    """The same tree without an evaluator."""

    def __init__(self, settings: SearchSettings, world: State, root: Node | None = None) -> None:
        super().__init__(Evaluator(), settings, world, root, True)

    def think(self, iterations: int, dice: Dice) -> None:
        done = 0
        while iterations <= 0 or done < iterations:
            self.iterate(dice, None)
            done += 1
            if self.is_past(self.end):
                break

    def prior(self, state: State, choice: int) -> float:
        return 0.0

    def set_probabilities(self, information_set: InformationSet, actions: list[ActionStats]) -> None:
        """There are none without priors."""

    def select(self, information_set: InformationSet, actions: list[ActionStats], dice: Dice) -> ActionStats:
        """UCB1: the choice with the highest upper confidence bound; one that was never tried before any other."""
        first = dice.pick(len(actions))
        best = actions[first]
        most = -1.0
        width = log(information_set.visits + 1.0)
        for turn in range(len(actions)):
            at = first + turn
            action = actions[at if at < len(actions) else at - len(actions)]
            if action.visits == 0.0:
                return action
            bound = action.total / action.visits + UCB_EXPLORATION * sqrt(width / action.visits)
            if bound > most:
                most = bound
                best = action
        return best

    def roll_out(self, state: State, dice: Dice) -> None:
        playout(state, dice)

    def evaluate(self, state: State) -> None:
        standing = state.standing()
        self.values = shares_of_win(standing)
        points = [float(number) for number in standing]
        self.leads = [lead(points, seat) for seat in range(self.seats)]
