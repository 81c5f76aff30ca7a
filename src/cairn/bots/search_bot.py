"""The bots that search: `guide`, `summit` and `search` by their game's evaluator, `plain` by the rules alone."""

from __future__ import annotations

from typing import Final

from cairn.bots.bot import Bot, Session
from cairn.bots.nodes import ActionStats, Node
from cairn.bots.planning import PlanSearch
from cairn.bots.search import Search
from cairn.bots.tree import PlainTreeSearch, TreeSearch
from cairn.core.bot_settings import Budget, SearchSettings
from cairn.core.chance import Dice
from cairn.core.contract import Game, State, View
from cairn.core.evaluator import Evaluator, evaluator_of

PLANNED: Final = 3
"""A session spends so many times fewer iterations on a choice that was planned with the one before it."""


def search_of(
    evaluator: Evaluator | None,
    settings: SearchSettings,
    world: State,
    root: Node | None = None,
    everything: bool = False,
    only: list[int] | None = None,
) -> Search:
    """The kind of search that the settings ask for; the plain one if there is no evaluator."""
    if evaluator is None:
        return PlainTreeSearch(settings, world, root)
    if settings.horizon > 0:
        return PlanSearch(evaluator, settings, world, root, everything, only)
    return TreeSearch(evaluator, settings, world, root, everything, only)


class SearchBot(Bot):
    def __init__(self, name: str, game: Game, budget: Budget, settings: SearchSettings, plain: bool) -> None:
        super().__init__(name, game)
        self.budget = budget
        self.settings = settings
        self.evaluator: Evaluator | None = None if plain else evaluator_of(game)

    def decide(self, world: State, dice: Dice, budget: Budget | None = None) -> int:
        return self.search(world, dice, budget or self.budget, None).choice

    def search(self, world: State, dice: Dice, budget: Budget, root: Node | None) -> ActionStats:
        """The choice to answer with, after a search from a new root or from one that was searched before."""
        choices = self.choices(world)
        if len(choices) == 1:
            return ActionStats(choices[0], 0.0)
        search = search_of(self.evaluator, self.settings, world, root)
        search.run(budget, dice)
        return search.best()

    def choices(self, world: State) -> list[int]:
        """What it may answer: all choices that are not pruned."""
        return world.offered if self.evaluator is None else self.evaluator.prune(world)

    def session(self) -> Session:
        return SearchSession(self)


class SearchSession(Session):
    """Keeps the part of its tree below its last answer and searches on there, if the next question is the expected one.

    A plan keeps only that it was made: as long as the turn goes on as planned, each further choice gets a third of the
    iterations.
    """

    def __init__(self, bot: SearchBot) -> None:
        super().__init__(bot)
        self.searcher = bot
        self.plans = bot.evaluator is not None and bot.settings.horizon > 0
        self.kept: Node | None = None
        """What is known of the question that is expected next, if one is expected."""
        self.expected: View = {}

    def reset(self) -> None:
        self.kept = None
        self.expected = {}

    def answer(self, view: View, seed: int, budget: Budget | None = None) -> str:
        dice = Dice(seed)
        world = self.bot.game.imagine(view, dice)
        return world.notation(self.decide(world, dice, budget))

    def decide(self, world: State, dice: Dice, budget: Budget | None = None) -> int:
        expected = self.expects(world)
        root = self.kept if expected else None
        self.reset()
        best = self.searcher.search(world, dice, self.budget_for(expected, budget), root)
        node = best.node
        forced = len(self.searcher.choices(world)) == 1
        if best.line is not None or (self.plans and expected and forced):
            node = Node()
        if node is not None:
            self._expect(world, best.choice, dice, node)
        return best.choice

    def expects(self, world: State) -> bool:
        """Whether this is what the last answer was expected to lead to."""
        return self.kept is not None and world.view(world.seat) == self.expected

    def budget_for(self, expected: bool, budget: Budget | None) -> Budget:
        """A tree is searched on with a whole budget; what was planned before is only looked over once more."""
        whole = budget or self.searcher.budget
        if not expected or not self.plans or whole.iterations <= PLANNED:
            return whole
        return Budget(whole.iterations // PLANNED, whole.ms)

    def _expect(self, world: State, choice: int, dice: Dice, node: Node) -> None:
        """If the seat is asked again after a choice, in the same turn if it plans, remember what is known of that."""
        after = world.clone()
        after.apply(choice, dice)
        if self.plans and after.turn_number != world.turn_number:
            return
        if after.seat == world.seat:
            self.kept = node
            self.expected = after.view(world.seat)
