"""What a search finds out about every choice of a view: the base of hints and of game review."""

from __future__ import annotations

from math import sqrt
from typing import Final

from cairn.bots.nodes import ActionStats, Node
from cairn.bots.search import Search
from cairn.bots.search_bot import search_of
from cairn.core.bot_settings import Budget, bot_settings
from cairn.core.chance import Dice
from cairn.core.contract import Game, State, View
from cairn.core.evaluator import evaluator_of

LONGEST_LINE: Final = 8
LEAST_SPREAD: Final = 0.1


class Opinion:
    """One choice as the search sees it, for the seat that is asked."""

    def __init__(self, choice: str, visits: int, share: float, doubt: float, margin: float, line: list[str]) -> None:
        self.choice = choice
        self.visits = visits
        """How often the search tried it: how sure the numbers are, and its order of preference."""
        self.share = share
        """The expected share of the win."""
        self.doubt = doubt
        """The share is this uncertain to either side, 95 times in 100, as far as more thinking could tell."""
        self.margin = margin
        """The expected lead over the best other seat, in points."""
        self.line = line
        """How the game may go on, the choice itself first; what is hidden from the seat is guessed."""

    def data(self) -> dict[str, object]:
        """The opinion as JSON-able data."""
        return {
            "choice": self.choice,
            "visits": self.visits,
            "share": round(self.share, 4),
            "doubt": round(self.doubt, 4),
            "margin": round(self.margin, 2),
            "line": self.line,
        }


def analyse(game: Game, view: View, budget: Budget, seed: int) -> list[Opinion]:
    """Every choice of the view, the best one first. The same for the same view, seed and number of iterations."""
    dice = Dice(seed)
    world = game.imagine(view, dice)
    search = search_of(evaluator_of(game), bot_settings(game).search, world, everything=True)
    search.run(budget, dice)
    ranked = sorted(search.information_set.actions, key=search.mean, reverse=True)
    ranked.sort(key=_visits, reverse=True)
    return [_opinion(search, action, dice) for action in ranked]


def _visits(action: ActionStats) -> float:
    return action.visits


def _opinion(search: Search, action: ActionStats, dice: Dice) -> Opinion:
    visits = action.visits
    share = search.mean(action)
    spread = 0.5
    if visits >= 2.0:
        mean = action.total / visits
        spread = max(LEAST_SPREAD, sqrt(max(0.0, action.squares / visits - mean * mean)))
    doubt = min(1.0, 1.96 * spread / sqrt(max(1.0, visits)))
    margin = action.margin / visits if visits > 0.0 else 0.0
    line = main_line(search.world, action, dice)
    return Opinion(line[0], int(visits), share, doubt, margin, line)


def main_line(world: State, action: ActionStats, dice: Dice) -> list[str]:
    """The choices that the search preferred, one after the other, in one world."""
    state = world.clone()
    line: list[str] = []
    if action.line is not None:
        for choice in [action.choice, *action.line.choices()]:
            if state.seat != world.seat or choice not in state.offered or len(line) == LONGEST_LINE:
                break
            line.append(state.notation(choice))
            state.apply(choice, dice)
        return line
    following: ActionStats | None = action
    while following is not None:
        line.append(state.notation(following.choice))
        state.apply(following.choice, dice)
        following = _favourite(state, following.node) if len(line) < LONGEST_LINE else None
    return line


def _favourite(state: State, node: Node | None) -> ActionStats | None:
    """The most visited choice at a node that is possible in this state."""
    top = state.stack.top
    if node is None or top is None:
        return None
    best: ActionStats | None = None
    for action in node.information_set(top.kind, top.seat).met().values():
        if action.visits > 0.0 and action.choice in state.offered and (best is None or action.visits > best.visits):
            best = action
    return best
