"""OpenSpiel's information-set search as a bot: `openspiel:ismcts,simulations=1000` or `openspiel:ismcts,ms=200`.

The search is theirs. Its worlds are made by `resample`, as for our own bots, and it plays them out at random, as their
own evaluator does, but inside the engine, which is many times faster. It has no clock of its own: `ms` ends it before
the simulation that would take it past its time.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache
from time import perf_counter
from typing import Any

import cairn
from cairn.bots.bot import Bot
from cairn.core.bot_settings import Budget
from cairn.core.contract import Game, State

SETTINGS = ("simulations", "ms")
USUAL_MS = 250
EXPLORATION = 1.0
"""OpenSpiel's examples take 2 where returns are from -1 to 1; ours span half of that."""
LEAST = 2
"""The first simulation only opens the root; before the second no choice has been tried."""
NO_LIMIT = 1 << 30
SEEDS = 1 << 31


class TimeUp(Exception):
    """Ends a search that has no clock, from within the one function of ours that it calls for every simulation."""


class Rollouts:
    """What OpenSpiel's RandomRolloutEvaluator is, played by the engine: choices at random to the end of the game."""

    def __init__(self, dice: cairn.Dice) -> None:
        self.dice = dice

    def evaluate(self, state: Any) -> list[float]:
        world: State = state.rest.clone()
        while world.seat >= 0:
            world.apply(world.offered[self.dice.pick(len(world.offered))], self.dice)
        returns: list[float] = state.get_game().returns_of(world)
        return returns

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class IsmctsBot(Bot):
    def __init__(self, name: str, game: Game, budget: Budget) -> None:
        super().__init__(name, game)
        self.budget = budget

    def decide(self, world: State, dice: cairn.Dice, budget: Budget | None = None) -> int:
        if len(world.offered) == 1:
            return world.offered[0]
        return self._search(world, dice, self.budget if budget is None else budget)

    def _search(self, world: State, dice: cairn.Dice, budget: Budget) -> int:
        import numpy as np
        from open_spiel.python.algorithms.ismcts import ISMCTSBot

        begun = perf_counter()
        setup = world.setup
        options = ",".join(f"{name}={value}" for name, value in setup.options.items())
        game = _loaded(self.game.slug, setup.seats, options)
        luck = np.random.RandomState(dice.pick(SEEDS - 1))
        limit = budget.iterations or NO_LIMIT
        search = ISMCTSBot(
            game, Rollouts(dice), EXPLORATION, limit, random_state=luck, allow_inconsistent_action_sets=True
        )
        root = game.state_at(world.clone())
        search.set_resampler(_resampler(world, dice, begun, budget.ms))
        try:
            policy = search.run_search(root)
        except TimeUp:
            policy = search.get_final_policy(root, search._root_node)
        actions, chances = zip(*policy, strict=True)
        choice: int = game.space.choice(world, int(luck.choice(actions, p=chances)))
        return choice


def _resampler(world: State, dice: cairn.Dice, begun: float, ms: int) -> Callable[[Any, int], Any]:
    """Makes the world of each simulation. The time counts from `begun`, and a simulation that would pass it by more
    than it stays below it is not begun."""
    made = 0
    first = perf_counter()

    def resampled(root: Any, player: int) -> Any:
        nonlocal made
        now = perf_counter()
        if ms and made >= LEAST and now + (now - first) / made / 2 > begun + ms / 1000:
            raise TimeUp
        made += 1
        return root.get_game().state_at(world.resample(player, dice), root.position.own)

    return resampled


@lru_cache(maxsize=16)
def _loaded(slug: str, seats: int, options: str) -> Any:
    import pyspiel

    from cairn.envs.open_spiel import name_of

    return pyspiel.load_game(name_of(slug), {"players": seats, "options": options})


def make(spec: str, game: Game) -> Bot:
    """UnknownBot says what is missing or not known."""
    kind, *settings = spec.partition(":")[2].split(",")
    if kind.strip() != "ismcts":
        raise cairn.UnknownBot(
            f"the bot 'openspiel' searches by 'ismcts' only, as in openspiel:ismcts,ms=200, not '{spec}'"
        )
    chosen = {"simulations": 0, "ms": 0}
    for part in settings:
        key, _, value = part.strip().partition("=")
        if key not in SETTINGS or not value.isdecimal() or not int(value):
            raise cairn.UnknownBot(f"'{part}' is no setting of openspiel:ismcts; there are simulations=1000 and ms=200")
        chosen[key] = int(value)
    if chosen["simulations"] == 1:
        raise cairn.UnknownBot("openspiel:ismcts needs at least 2 simulations: the first tries no choice")
    try:
        importlib.import_module("cairn.envs.open_spiel")
    except ImportError:
        raise cairn.UnknownBot(
            "the bot 'openspiel' needs OpenSpiel; install it with: pip install 'cairn-tabletop[open-spiel]'"
        ) from None
    if not any(chosen.values()):
        chosen["ms"] = USUAL_MS
    return IsmctsBot(spec, game, Budget(chosen["simulations"], chosen["ms"]))
