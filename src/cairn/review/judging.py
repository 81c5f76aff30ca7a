"""What a choice was worth, by what its seat could know then.

The search of the bots looks at worlds that the seat could not tell from the true one, and finds the best choice. If
another one was made, fresh searches compare just these two, each in worlds of its own that both choices share. They are
not those that made the one look best, so being lucky there is no merit; how far they differ from each other says how
sure the loss is. A loss that may be noise is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from cairn.bots.analysis import main_line
from cairn.bots.nodes import ActionStats
from cairn.bots.search import Search
from cairn.bots.search_bot import search_of
from cairn.core.bot_settings import NUMBERS, WHOLE_NUMBERS, Budget, SearchSettings, bot_settings
from cairn.core.chance import Dice
from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator, evaluator_of

TRIALS: Final = 6
"""How many searches compare two choices."""
STUDENT: Final = 2.571
"""Of five degrees of freedom: 95 of 100 means of six trials lie within so many standard errors."""
SHOWN: Final = 6
"""So many choices are kept of what a bot would have done."""


@dataclass(frozen=True)
class Line:
    """How the game may go on after a choice, in one world, and the points of the seat by line where that leads."""

    choices: list[str]
    captions: list[str]
    scores: dict[str, int]

    def data(self) -> dict[str, Any]:
        return {"choices": self.choices, "captions": self.captions, "scores": self.scores}


@dataclass(frozen=True)
class Option:
    """A choice that a search would have considered."""

    choice: str
    caption: str
    chance: float

    def data(self) -> dict[str, Any]:
        return {"choice": self.choice, "caption": self.caption, "chance": round(self.chance, 4)}


@dataclass(frozen=True)
class Verdict:
    """What there is to say about one choice."""

    choices: int
    """Among how many it was, those plainly wasted left out; 1 if there was nothing to decide."""
    chance: float | None
    """The mover's win chance with the best choice, by what the seat could know."""
    best: str
    loss: float
    """By how much the choice made was worse than the best one; 0 where that may be noise."""
    noise: float
    """The difference is this uncertain to either side, 95 times in 100."""
    options: list[Option] = field(default_factory=list)
    """What a search would have done, the best first."""
    better: Line | None = None
    played: Line | None = None

    def data(self) -> dict[str, Any]:
        return {
            "choices": self.choices,
            "chance": None if self.chance is None else round(self.chance, 4),
            "best": self.best,
            "loss": round(self.loss, 6),
            "noise": round(self.noise, 4),
            "options": [option.data() for option in self.options],
            "better": None if self.better is None else self.better.data(),
            "played": None if self.played is None else self.played.data(),
        }


class Judge:
    def __init__(self, game: Game, iterations: int) -> None:
        self.game = game
        self.evaluator: Evaluator = evaluator_of(game)
        self.settings = for_wins_alone(bot_settings(game).search)
        self.iterations = iterations

    def verdict(self, state: State, choice: int, dice: Dice) -> Verdict:
        """Judge a choice that was made in a state, by the mover's view alone."""
        world = self.game.imagine(state.view(state.seat), dice)
        choices = self.evaluator.prune(world)
        made = state.notation(choice)
        if len(state.offered) == 1 or choices == [choice] or self._is_alone(state):
            return Verdict(1, None, made, 0.0, 0.0)
        search = self._search(world, None, self.iterations, dice.fork(0))
        favourite = search.best()
        ranked = sorted(search.candidates(), key=search.mean, reverse=True)[:SHOWN]
        options = [
            Option(world.notation(action.choice), world.caption(action.choice), search.mean(action))
            for action in ranked
        ]
        chance = search.mean(favourite)
        count = len(choices) if choice in choices else len(choices) + 1
        if favourite.choice == choice:
            return Verdict(count, chance, made, 0.0, 0.0, options)
        return self._compared(world, favourite, choice, Verdict(count, chance, made, 0.0, 0.0, options), dice)

    def _compared(self, world: State, favourite: ActionStats, choice: int, verdict: Verdict, dice: Dice) -> Verdict:
        """The same with what the comparison says, if it says anything for sure."""
        pair = [favourite.choice, choice]
        losses: list[float] = []
        for trial in range(TRIALS):
            luck = dice.fork(1 + trial)
            search = self._search(world.resample(world.seat, luck), pair, max(4, self.iterations // TRIALS), luck)
            best, made = search.root_actions()
            losses.append(search.mean(best) - search.mean(made))
        loss = sum(losses) / TRIALS
        noise = STUDENT * sqrt(sum((one - loss) ** 2 for one in losses) / (TRIALS - 1) / TRIALS)
        if loss <= noise:
            return Verdict(verdict.choices, verdict.chance, verdict.best, 0.0, noise, verdict.options)
        better, played = (self._line(search, action, dice) for action in search.root_actions())
        best_choice = world.notation(favourite.choice)
        return Verdict(verdict.choices, verdict.chance, best_choice, loss, noise, verdict.options, better, played)

    def _search(self, world: State, only: list[int] | None, iterations: int, dice: Dice) -> Search:
        search = search_of(self.evaluator, self.settings, world, only=only)
        search.run(Budget(iterations, 0), dice)
        return search

    def _line(self, search: Search, action: ActionStats, dice: Dice) -> Line:
        """The line that the search expects, played out with the same luck for every choice."""
        world = search.world
        choices = main_line(world, action, dice.fork(TRIALS + 1))
        state, luck = world.clone(), dice.fork(TRIALS + 1)
        captions: list[str] = []
        for notation in choices:
            choice = state.parse(notation)
            captions.append(state.caption(choice))
            state.apply(choice, luck)
        return Line(choices, captions, state.scores()[world.seat].lines)

    @staticmethod
    def _is_alone(state: State) -> bool:
        """A game alone has no win to share."""
        return state.setup.seats == 1


def for_wins_alone(usual: SearchSettings) -> SearchSettings:
    """The settings of a search that counts the win and nothing else, so that its values are win chances."""
    settings = SearchSettings(**{name: getattr(usual, name) for name in (*WHOLE_NUMBERS, *NUMBERS)})
    settings.points_weight = 0.0
    return settings
