"""OpenSpiel's external-sampling MCCFR on an endgame of 5 Towers, and its average policy against play at random.

    pip install 'cairn-tabletop[open-spiel]'
    python examples/mccfr.py --iterations 20 --games 100

The whole game is far too large for a table of information states; its last decisions are not.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

import cairn.envs.open_spiel  # noqa: F401  registers the games


def play(game: pyspiel.Game, policy: object, hero: int, rng: np.random.RandomState) -> float:
    """What the policy gets on its seat against choices at random."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            chances = dict(state.chance_outcomes())
        elif state.current_player() == hero:
            chances = policy.action_probabilities(state)  # type: ignore[attr-defined]
        else:
            chances = dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions()))
        state.apply_action(int(rng.choice(list(chances), p=list(chances.values()))))
    return float(state.returns()[hero])


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--decisions", type=int, default=3, help="of the game that are left")
    arguments.add_argument("--iterations", type=int, default=20)
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    np.random.seed(given.seed)
    game = pyspiel.load_game("cairn_five_towers", {"decisions_left": given.decisions, "seed": given.seed})
    solver = ExternalSamplingSolver(game)
    for _ in range(given.iterations):
        solver.iteration()
    policy = solver.average_policy()
    rng = np.random.RandomState(given.seed)
    for hero in range(2):
        trained = np.mean([play(game, policy, hero, rng) for _ in range(given.games)])
        alone = np.mean([play(game, pyspiel.UniformRandomPolicy(game), hero, rng) for _ in range(given.games)])
        print(
            f"seat {hero}: {trained:+.3f} with the average policy, {alone:+.3f} at random, in {given.games} games each"
        )


if __name__ == "__main__":
    main()
