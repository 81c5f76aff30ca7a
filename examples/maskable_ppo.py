"""Train sb3-contrib's masked PPO on one seat of 5 Towers, on the CPU, and count its wins against `random`.

    pip install 'cairn-tabletop[envs]' sb3-contrib
    python examples/maskable_ppo.py --minutes 15 --games 200

Every opponent is a bot of Cairn; `--opponent climber` makes it harder.
"""

from __future__ import annotations

import argparse
from time import monotonic, process_time

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

import cairn.envs.gymnasium  # noqa: F401  registers the environments


class Until(BaseCallback):
    """Ends training when the time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = monotonic() + seconds

    def _on_step(self) -> bool:
        return monotonic() < self.end


def win_share(model: MaskablePPO, opponent: str, games: int, seed: int) -> float:
    env = gymnasium.make("cairn/FiveTowers-v1", opponents=[opponent])
    won = 0.0
    for game in range(games):
        observation, info = env.reset(seed=seed + game)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool), deterministic=True)
            observation, _, over, _, info = env.step(int(action))
        won += info["result"][info["seat"]]
    return won / games


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--minutes", type=float, default=15)
    arguments.add_argument(
        "--steps", type=int, default=10_000_000, help="of the environment; time mostly ends it first"
    )
    arguments.add_argument("--games", type=int, default=200, help="to count wins in")
    arguments.add_argument("--opponent", default="random")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    envs = DummyVecEnv([lambda: Monitor(gymnasium.make("cairn/FiveTowers-v1", opponents=[given.opponent]))] * 8)
    envs.seed(given.seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=min(256, max(8, given.steps // 8)),
        batch_size=256,
        learning_rate=5e-4,
        gamma=0.995,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=given.seed,
        device="cpu",
    )
    begun, spent = monotonic(), process_time()
    model.learn(given.steps, callback=Until(given.minutes * 60))
    minutes, of_processor = (monotonic() - begun) / 60, (process_time() - spent) / 60
    share = win_share(model, given.opponent, given.games, seed=1_000_000)
    doubt = 1.96 * np.sqrt(share * (1 - share) / given.games)
    print(f"{model.num_timesteps} steps in {minutes:.1f} minutes, {of_processor:.1f} of them the processor's")
    print(f"{share:.1%} ± {doubt:.1%} against {given.opponent} in {given.games} games")


if __name__ == "__main__":
    main()
