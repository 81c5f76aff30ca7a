"""Information-set tree search, one for all games: `guide` and `summit`, and `plain` that knows nothing but the rules.

There is one tree. Its nodes are the decisions that a line of choices can lead to, told apart by what is asked and of
whom; each iteration walks it in a world of its own, drawn afresh from what the searching seat knows, and so a node
gathers what its choices are worth over all worlds in which they were possible. Every seat is taken to want its own
share of the win.

The game's evaluator guides it in three ways: choices it finds wasted are not looked at; a new node begins with the
evaluator's word on each choice, which visits outweigh little by little; and a line is not played to the end of the game
but to the end of a turn, where the evaluator values it. At the root the better half of the choices goes on to the next
round, again and again, and in each round all of them meet the same worlds and the same luck. `plain` has no evaluator:
all choices everywhere, the upper bound decides which one is tried, random play to the very end.

Where turns are long and little is left to chance, what counts is to find the good lines, not to average over many.
There the evaluator's word is looked for farther ahead instead: world by world a beam of lines goes through several
turns of the searching seat, the others answering with what looks best to them, and each turn on the way gives another
look at what the choices at the root lead to.
"""

from __future__ import annotations

import gc
from math import exp, log, sqrt
from time import perf_counter
from typing import Final

from cairn.bots.bot import Bot
from cairn.bots.climber import DEEPEST, reply, turn_values
from cairn.core.chance import Dice
from cairn.core.contract import Game, State, View
from cairn.core.evaluator import Evaluator, evaluator_of, lead

UCB: Final = 0.7
LEAST_SPREAD: Final = 0.001
LONGEST_ROLLOUT: Final = 60
NOTHING: Final = -1
LOOK_OVER: Final = 3
"""So many times fewer iterations are spent on a choice that was planned with the one before it."""


class Budget:
    """How long to think: a number of iterations, or milliseconds, or whichever ends first; 0 is no limit."""

    def __init__(self, iterations: int, ms: int) -> None:
        if iterations <= 0 and ms <= 0:
            raise ValueError("a budget needs a number of iterations or of milliseconds")
        self.iterations = iterations
        self.ms = ms


class Tuning:
    """How a game is best searched; found by matches."""

    def __init__(
        self,
        prior_weight: float = 8.0,
        exploration: float = 1.0,
        temperature: float = 0.5,
        rollout: int = 2,
        sample: int = 4,
        width: int = 12,
        worlds: int = 3,
        beam: int = 8,
        style: float = 0.1,
        horizon: int = 0,
        breadth: int = 12,
    ) -> None:
        self.prior_weight = prior_weight
        """How many visits the evaluator's word on a choice counts for."""
        self.exploration = exploration
        """How much a choice that was visited little is preferred."""
        self.temperature = temperature
        """How far below the best a choice may seem to be and still be looked at: more spreads the visits wider."""
        self.rollout = rollout
        """How many ends of turns are reached from a new node before the evaluator values the line."""
        self.sample = sample
        """Of how many choices, drawn at random, the best one is played there."""
        self.width = width
        """How many choices at the root are searched at all."""
        self.worlds = worlds
        """In how many worlds the choices at the root are first looked through to the end of the turn."""
        self.beam = beam
        self.style = style
        """How much points count beside the win itself: winning by more, losing by less."""
        self.horizon = horizon
        """Through how many turns of its own a seat plans, in a beam; with 0 it searches a tree."""
        self.breadth = breadth
        """How many lines are followed in the first world; so many more in each one after it."""


class Arm:
    """One choice at a node: what the evaluator expected of it and what was found."""

    def __init__(self, choice: int, prior: float) -> None:
        self.choice = choice
        self.prior = prior
        self.pull = 1.0
        self.visits = 0.0
        self.total = 0.0
        self.squares = 0.0
        self.margin = 0.0
        self.node: Node | None = None
        self.plan: Plan | None = None
        """The best line that was found for the rest of the turn, where lines are planned."""


class InformationSet:
    """One question that may be asked at a node: its seat and the choices met so far."""

    def __init__(self, kind: str, seat: int) -> None:
        self.kind = kind
        self.seat = seat
        self.visits = 0.0
        self.spread = 0.0
        """How far apart the evaluator finds the choices."""
        self.choices: list[int] = []
        self.arms: list[Arm] = []
        self.index: dict[int, Arm] = {}


class Node:
    """Where a line of choices leads. Chance decides which question is asked there; mostly it is always the same."""

    def __init__(self) -> None:
        self.information_sets: list[InformationSet] = []

    def information_set(self, kind: str, seat: int) -> InformationSet:
        for information_set in self.information_sets:
            if information_set.seat == seat and information_set.kind == kind:
                return information_set
        information_set = InformationSet(kind, seat)
        self.information_sets.append(information_set)
        return information_set


class Plan:
    """A line of choices in the beam: where it has led, which arm it began with and what it is worth so far."""

    def __init__(self, state: State, first: int, value: float, margin: float) -> None:
        self.state = state
        self.first = first
        self.value = value
        self.margin = margin
        self.choice = NOTHING
        """The last one of the own choices that led here, after those of the plan before."""
        self.before: Plan | None = None

    def choices(self) -> list[int]:
        """The own choices of the turn that led here, the first one left out."""
        choices: list[int] = []
        plan: Plan | None = self
        while plan is not None and plan.before is not None:
            choices.append(plan.choice)
            plan = plan.before
        choices.reverse()
        return choices


class Search:
    """One search from one root; `run` may be called again to think on."""

    def __init__(
        self, evaluator: Evaluator | None, tuning: Tuning, world: State, root: Node, everything: bool = False
    ) -> None:
        """With `everything` no choice at the root is left out, however wasted it looks."""
        self.everything = everything or evaluator is None
        self.evaluator = evaluator
        self.tuning = tuning
        self.world = world
        self.seat = world.seat
        self.seats = world.setup.seats
        self.scale = 10.0 if evaluator is None else max(1.0, evaluator.score_spread(world))
        self.start = 0.0 if evaluator is None or self.seats > 1 else evaluator.expected_points(world)[0]
        top = world.stack.top
        assert top is not None, "the game is over"
        self.root = root
        self.information_set = root.information_set(top.kind, world.seat)
        self.leader: Arm | None = None
        self.iterations = 0
        """Walks down the tree, or choices followed in the beam."""
        self.last = 0
        self.end = 0.0
        """When the budget is used up: at this number of iterations or at this time, 0 for never."""
        self.omens = Dice(0)
        """What chance brings where choices are only weighed: never what will fall when one of them is followed."""
        self.values: list[float] = []
        self.leads: list[float] = []

    def run(self, budget: Budget, dice: Dice) -> None:
        """Think until the budget is used up.

        What a search makes holds no circles, and looking for some took a quarter of its time.
        """
        collecting = gc.isenabled()
        gc.disable()
        try:
            self._think(budget, dice)
        finally:
            if collecting:
                gc.enable()

    def _think(self, budget: Budget, dice: Dice) -> None:
        begin = perf_counter()
        end = begin + budget.ms / 1000.0 if budget.ms > 0 else 0.0
        self.omens = dice.fork(1)
        if self.evaluator is None:
            self._run_plain(budget.iterations, end, dice)
        else:
            self._first_look(dice, end)
            if self.tuning.horizon > 0:
                self.last = self.iterations + budget.iterations if budget.iterations > 0 else 0
                self.end = end
                self._run_plans(dice)
            else:
                self._run_rounds(budget.iterations, begin, end, dice)

    def _run_plain(self, iterations: int, end: float, dice: Dice) -> None:
        done = 0
        while iterations <= 0 or done < iterations:
            self.iterate(dice, None)
            done += 1
            if end > 0.0 and perf_counter() >= end:
                break

    def _run_rounds(self, iterations: int, begin: float, end: float, dice: Dice) -> None:
        """Rounds with an equal part of the budget each; the better half of the choices stays in for the next one."""
        rivals = self._most_promising()
        rounds = 1
        while 2**rounds < len(rivals):
            rounds += 1
        done = 0
        for number in range(1, rounds + 1):
            part = number / rounds
            stop = begin + (end - begin) * part
            while (iterations <= 0 or done < iterations * part) and (end == 0.0 or perf_counter() < stop):
                luck = dice.fork(2 + done)
                for arm in rivals:
                    self.iterate(luck.clone(), arm)
                    done += 1
                    if end > 0.0 and perf_counter() >= end:
                        break
            rivals.sort(key=self.mean, reverse=True)
            if number < rounds:
                del rivals[(len(rivals) + 1) // 2 :]
        self.leader = rivals[0]

    def _run_plans(self, dice: Dice) -> None:
        """Plan ahead in one world after the other, each time with more lines, until the budget is used up."""
        rivals = self._most_promising()
        number = 0
        while not self._used_up():
            number += 1
            self._plan(rivals, number * self.tuning.breadth, dice.fork(1 + number))
        rivals.sort(key=self.mean, reverse=True)
        self.leader = rivals[0]

    def _used_up(self) -> bool:
        if self.last > 0 and self.iterations >= self.last:
            return True
        return self.end > 0.0 and perf_counter() >= self.end

    def _plan(self, rivals: list[Arm], breadth: int, luck: Dice) -> None:
        """Follow a beam of lines through several turns; at the end of each the best line of every rival is noted."""
        world = self.world.resample(self.seat, luck)
        lines: list[Plan] = []
        ends: list[Plan] = []
        for first in range(len(rivals)):
            self._follow(world, rivals[first].choice, first, None, luck.fork(0), lines, ends)
        for turn in range(self.tuning.horizon):
            if turn > 0:
                lines, ends = self._up_to_the_next_turn(ends, breadth, luck.fork(2 * turn))
                if self._used_up():
                    return
            if not self._to_the_end_of_the_turn(lines, ends, breadth, luck.fork(2 * turn + 1)):
                return
            self._note(rivals, ends, turn == 0)

    def _up_to_the_next_turn(self, ends: list[Plan], breadth: int, luck: Dice) -> tuple[list[Plan], list[Plan]]:
        """The best lines where the searching seat is asked again, and those that have come to the end of the game."""
        lines: list[Plan] = []
        over: list[Plan] = [plan for plan in ends if plan.state.seat < 0]
        for plan in _best_plans(ends, breadth):
            state = plan.state
            if state.seat >= 0 and not self._used_up():
                self._others_play(state, luck.clone())
                if state.seat >= 0:
                    lines.append(plan)
                else:
                    over.append(self._judged(state, plan.first))
        return lines, over

    def _to_the_end_of_the_turn(self, lines: list[Plan], ends: list[Plan], breadth: int, luck: Dice) -> bool:
        """Follow lines through the decisions of a turn and gather their ends; False if the budget does not last."""
        for depth in range(DEEPEST):
            longer: list[Plan] = []
            for plan in _best_plans(lines, breadth):
                if self._used_up():
                    return False
                for choice in self._sensible(plan.state):
                    self._follow(plan.state, choice, plan.first, plan, luck.fork(depth), longer, ends)
            lines = longer
            if not lines:
                return True
        ends += lines
        return True

    def _sensible(self, state: State) -> list[int]:
        evaluator = self.evaluator
        return state.offered if evaluator is None else evaluator.prune(state)

    def _follow(
        self,
        state: State,
        choice: int,
        first: int,
        before: Plan | None,
        falling: Dice,
        lines: list[Plan],
        ends: list[Plan],
    ) -> None:
        """One choice of the own turn, and what others answer to it: among the ends if the turn ends with it."""
        evaluator = self.evaluator
        assert evaluator is not None
        turn = state.turn_number
        after = state.clone()
        after.apply(choice, falling)
        while after.seat >= 0 and after.seat != self.seat and after.turn_number == turn:
            after.apply(reply(evaluator, after, falling), falling)
        plan = self._judged(after, first)
        plan.choice = choice
        plan.before = before
        if after.seat >= 0 and after.turn_number == turn:
            lines.append(plan)
        else:
            ends.append(plan)
        self.iterations += 1

    def _judged(self, state: State, first: int) -> Plan:
        evaluator = self.evaluator
        assert evaluator is not None
        margin = evaluator.margin(state, self.seat)
        value = self._share(margin)
        if state.seat < 0 and self.seats > 1:
            value = (1.0 - self.tuning.style) * state.result()[self.seat] + self.tuning.style * value
        return Plan(state, first, value, margin)

    def _others_play(self, state: State, dice: Dice) -> None:
        """Move a state on to the next turn of the searching seat, with what looks best to everybody right away."""
        evaluator = self.evaluator
        assert evaluator is not None
        turn = -1
        for _ in range(LONGEST_ROLLOUT):
            if state.seat < 0:
                return
            if state.turn_number != turn:
                if state.seat == self.seat:
                    return
                turn = state.turn_number
            state.apply(reply(evaluator, state, dice), dice)

    def _note(self, rivals: list[Arm], ends: list[Plan], keep: bool) -> None:
        """One more look at every rival: its best line, or if none is left, no more than the worst of the others."""
        if not ends:
            return
        best: list[Plan | None] = [None] * len(rivals)
        for plan in ends:
            known = best[plan.first]
            if known is None or plan.value > known.value:
                best[plan.first] = plan
        worst = ends[0]
        for known in best:
            if known is not None and known.value < worst.value:
                worst = known
        for at in range(len(rivals)):
            known = best[at]
            plan = worst if known is None else known
            arm = rivals[at]
            if keep:
                arm.plan = known
            arm.visits += 1.0
            arm.total += plan.value
            arm.squares += plan.value * plan.value
            arm.margin += plan.margin

    def _first_look(self, dice: Dice, until: float) -> None:
        """The evaluator's word on the choices at the root, each looked through to the end of the turn."""
        evaluator = self.evaluator
        if evaluator is None or self.information_set.arms:
            return
        world = self.world
        choices = world.offered if self.everything else evaluator.prune(world)
        arms = self._arms(self.information_set, choices, world, False)
        totals = [0.0] * len(choices)
        looked = 0
        for number in range(self.tuning.worlds):
            guess = world if number == 0 else world.resample(self.seat, dice)
            values = turn_values(evaluator, guess, choices, dice.fork(number), self.tuning.beam, DEEPEST, until)
            for at in range(len(choices)):
                totals[at] += values[at]
            looked += 1
            if until > 0.0 and perf_counter() >= until:
                break
        for at in range(len(arms)):
            arms[at].prior = self._share(totals[at] / looked)
        self._set_pulls(self.information_set, arms)

    def _most_promising(self) -> list[Arm]:
        """The arms at the root that are searched: those the evaluator thinks most of, or all."""
        rivals = self._rivals()
        if self.everything:
            return rivals
        return sorted(rivals, key=_prior_of, reverse=True)[: self.tuning.width]

    def _rivals(self) -> list[Arm]:
        """The arms of the root's choices. A tree grown before has met others too, which are not possible now."""
        evaluator = self.evaluator
        choices = self.world.offered if self.everything or evaluator is None else evaluator.prune(self.world)
        return self._arms(self.information_set, choices, self.world, True)[:]

    def iterate(self, dice: Dice, first: Arm | None) -> None:
        """One walk down the tree in a world of its own, one new node, and the news carried back.

        It begins with a given choice at the root, or with one that the walk finds by itself.
        """
        state = self.world.resample(self.seat, dice)
        node = self.root
        evaluator = self.evaluator
        path: list[Arm] = []
        movers: list[int] = []
        while state.seat >= 0:
            top = state.stack.top
            assert top is not None
            information_set = node.information_set(top.kind, state.seat)
            if evaluator is None or (self.everything and node is self.root):
                choices = state.offered
            else:
                choices = evaluator.prune(state)
            fresh = information_set.visits == 0.0
            arms = self._arms(information_set, choices, state, True)
            information_set.visits += 1.0
            if first is not None:
                arm = first
                first = None
            elif evaluator is not None:
                arm = self._boldest(information_set, arms)
            else:
                arm = self._unsure(information_set, arms, dice)
            path.append(arm)
            movers.append(state.seat)
            state.apply(arm.choice, dice)
            if fresh and node is not self.root:
                break
            following = arm.node
            if following is None:
                following = Node()
                arm.node = following
            node = following
        self._play_on(state, dice)
        self._value(state)
        values = self.values
        leads = self.leads
        for at in range(len(path)):
            arm = path[at]
            value = values[movers[at]]
            arm.visits += 1.0
            arm.total += value
            arm.squares += value * value
            arm.margin += leads[movers[at]]
        self.iterations += 1

    def _arms(self, information_set: InformationSet, choices: list[int], state: State, weigh: bool) -> list[Arm]:
        """The arms of these choices; those met for the first time are made, with the evaluator's word on them."""
        if choices == information_set.choices:
            return information_set.arms
        index = information_set.index
        arms: list[Arm] = []
        fresh = False
        for choice in choices:
            arm = index.get(choice)
            if arm is None:
                arm = Arm(choice, self._prior(state, choice) if weigh else 0.0)
                index[choice] = arm
                fresh = True
            arms.append(arm)
        if not information_set.choices:
            information_set.choices = choices
            information_set.arms = arms
        if fresh and self.evaluator is not None:
            self._set_pulls(information_set, arms)
            self.omens.pick(2)
        return arms

    def _prior(self, state: State, choice: int) -> float:
        evaluator = self.evaluator
        if evaluator is None:
            return 0.0
        after = state.clone()
        after.apply(choice, self.omens.clone())
        return self._share(evaluator.margin(after, state.seat))

    def _share(self, margin: float) -> float:
        """The share of the win that goes with a margin."""
        odds = exp(max(-30.0, min(30.0, (margin - self.start) / self.scale)))
        return odds / (odds + max(1, self.seats - 1))

    def _set_pulls(self, information_set: InformationSet, arms: list[Arm]) -> None:
        """How strongly search is sent to each arm by the evaluator's word alone; they add up to 1."""
        best = arms[0].prior
        mean = 0.0
        for arm in arms:
            mean += arm.prior
            if arm.prior > best:
                best = arm.prior
        information_set.spread = max(LEAST_SPREAD, best - mean / len(arms))
        width = self.tuning.temperature * information_set.spread
        total = 0.0
        for arm in arms:
            arm.pull = exp((arm.prior - best) / width)
            total += arm.pull
        for arm in arms:
            arm.pull = arm.pull / total

    def _boldest(self, information_set: InformationSet, arms: list[Arm]) -> Arm:
        """The arm that is best by what is known and what may yet be found."""
        prior_weight = self.tuning.prior_weight
        reach = self.tuning.exploration * information_set.spread * sqrt(information_set.visits)
        best = arms[0]
        most = -1.0
        for arm in arms:
            promise = (arm.total + prior_weight * arm.prior) / (arm.visits + prior_weight) + reach * arm.pull / (
                1.0 + arm.visits
            )
            if promise > most:
                most = promise
                best = arm
        return best

    def _unsure(self, information_set: InformationSet, arms: list[Arm], dice: Dice) -> Arm:
        """The arm with the highest upper bound; one that was never tried before any other."""
        first = dice.pick(len(arms))
        best = arms[first]
        most = -1.0
        width = log(information_set.visits + 1.0)
        for turn in range(len(arms)):
            at = first + turn
            arm = arms[at if at < len(arms) else at - len(arms)]
            if arm.visits == 0.0:
                return arm
            bound = arm.total / arm.visits + UCB * sqrt(width / arm.visits)
            if bound > most:
                most = bound
                best = arm
        return best

    def _play_on(self, state: State, dice: Dice) -> None:
        """From a new node to the end of a turn if there is an evaluator, else to the end of the game."""
        evaluator = self.evaluator
        if evaluator is None:
            while state.seat >= 0:
                offered = state.offered
                state.apply(offered[dice.pick(len(offered))], dice)
            return
        turns = self.tuning.rollout
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
                sample = self.tuning.sample
                if sample > 1:
                    best = self._best_of_some(evaluator, state, choices, sample, dice)
            state.apply(best, dice)

    def _best_of_some(self, evaluator: Evaluator, state: State, choices: list[int], sample: int, dice: Dice) -> int:
        """What looks best right away among a few choices drawn at random, or among all if they are few."""
        seat = state.seat
        count = min(sample, len(choices))
        best = choices[0]
        most = -1e9
        for at in range(count):
            choice = choices[at] if count == len(choices) else choices[dice.pick(len(choices))]
            after = state.clone()
            after.apply(choice, self.omens.clone())
            margin = evaluator.margin(after, seat)
            if margin > most:
                most = margin
                best = choice
        self.omens.pick(2)
        return best

    def _value(self, state: State) -> None:
        """What a line is worth to every seat, into `values`, and by how many points, into `leads`."""
        evaluator = self.evaluator
        if evaluator is None:
            self.values = state.result()
            points = [float(number) for number in state.standing()]
            self.leads = [lead(points, seat) for seat in range(self.seats)]
            return
        expected_points = evaluator.outlook(state)
        self.leads = [lead(expected_points, seat) for seat in range(self.seats)]
        if self.seats == 1:
            self.values = [self._share(expected_points[0])]
            return
        shares = evaluator.shares(state)
        style = self.tuning.style
        if style > 0.0:
            for seat in range(self.seats):
                shares[seat] = (1.0 - style) * shares[seat] + style * self._share(self.leads[seat])
        self.values = shares

    def best(self) -> Arm:
        """The choice to answer with: the one left over from the rounds, or the most visited one."""
        if self.leader is not None:
            return self.leader
        rivals = self._rivals()
        best = rivals[0]
        for arm in rivals:
            if arm.visits > best.visits:
                best = arm
        return best

    def mean(self, arm: Arm) -> float:
        """The share of the win expected of an arm, the evaluator's word included."""
        prior_weight = self.tuning.prior_weight
        return (arm.total + prior_weight * arm.prior) / (arm.visits + prior_weight)


def _prior_of(arm: Arm) -> float:
    return arm.prior


def _best_plans(plans: list[Plan], breadth: int) -> list[Plan]:
    """The best ones over all, and the best one of each arm while there are fewer than twice as many.

    Two of one arm that are worth exactly the same have done the same in another order: one of them is enough.
    """
    plans.sort(key=_value_of, reverse=True)
    kept: list[Plan] = []
    begun: set[int] = set()
    alike: set[int] = set()
    value = -1.0
    for plan in plans:
        if plan.value != value:
            value = plan.value
            alike = set()
        if plan.first in alike:
            continue
        if len(kept) < breadth or (plan.first not in begun and len(kept) < 2 * breadth):
            kept.append(plan)
            begun.add(plan.first)
            alike.add(plan.first)
    return kept


def _value_of(plan: Plan) -> float:
    return plan.value


class SearchBot(Bot):
    """Keeps what it knows from its last answer: if the next question is the expected one, it thinks on from there."""

    def __init__(self, name: str, game: Game, budget: Budget, tuning: Tuning, judged: bool) -> None:
        super().__init__(name, game)
        self.budget = budget
        self.tuning = tuning
        self.evaluator: Evaluator | None = evaluator_of(game) if judged else None
        self._kept: Node | None = None
        self._expected: View = {}

    def decide(self, world: State, dice: Dice) -> int:
        evaluator = self.evaluator
        choices = world.offered if evaluator is None else evaluator.prune(world)
        foreseen = self._foreseen(world)
        node = self._kept if foreseen else None
        self._kept = None
        if len(choices) == 1:
            if foreseen and self.tuning.horizon > 0:
                self._expect(world, choices[0], dice, Node())
            return choices[0]
        search = Search(evaluator, self.tuning, world, Node() if node is None else node)
        search.run(self._budget(foreseen), dice)
        best = search.best()
        node = best.node
        if node is None and best.plan is not None:
            node = Node()
        if node is not None:
            self._expect(world, best.choice, dice, node)
        return best.choice

    def _foreseen(self, world: State) -> bool:
        """Whether this is what the last answer was expected to lead to."""
        return self._kept is not None and world.view(world.seat) == self._expected

    def _budget(self, foreseen: bool) -> Budget:
        """A tree is searched on where it was left; a choice that was planned before is only looked over once more."""
        budget = self.budget
        if not foreseen or self.tuning.horizon == 0 or budget.iterations <= LOOK_OVER:
            return budget
        return Budget(budget.iterations // LOOK_OVER, budget.ms)

    def _expect(self, world: State, choice: int, dice: Dice, node: Node) -> None:
        """If the turn goes on after a choice, remember what will be asked and what is known of it."""
        after = world.clone()
        after.apply(choice, dice)
        evaluator = self.evaluator
        same_turn = evaluator is None or self.tuning.horizon == 0 or after.turn_number == world.turn_number
        if after.seat == world.seat and same_turn:
            self._kept = node
            self._expected = after.view(world.seat)
