"""Many games at once as a Gymnasium vector environment, all seats played by one policy. Needs numpy and gymnasium.

    from cairn.envs.batch_env import BatchEnv

    envs = BatchEnv("five-towers", games=1024, seats=4)
    observations, infos = envs.reset(seed=7)
    observations, rewards, over, truncated, infos = envs.step(actions)

It is `cairn.batch.Batch` with Gymnasium's names. A step answers for whichever seat is asked in each game, and the
reward is that seat's: 0 until its game ends. `infos` has `action_mask`, `seat` (who is asked next) and `rewards` of all
seats.
A game that is over is followed by the next one in the same step, and its last position is not kept (no `final_obs`).
For one seat against bots there is `gymnasium.make_vec("cairn/FiveTowers-v1", ...)`.
"""

from __future__ import annotations

from typing import Any

from cairn.envs import extra_missing

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces as gym_spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise extra_missing("envs", missing) from None

from cairn.batch import Batch
from cairn.core.contract import OptionValue
from cairn.envs.play import BadArgument

MOST = 255


class BatchEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  Gymnasium's own form

    def __init__(self, slug: str, games: int = 1024, seats: int = 4, **options: OptionValue) -> None:
        self.slug = slug
        self.seats = seats
        self.options = options
        self.num_envs = games
        self.batch = Batch(slug, games, seats, 0, **options)
        if not self.batch.slots:
            raise BadArgument(f"{slug} brings no fast observations; use cairn.batch.Batch and its views()")
        self.single_observation_space = gym_spaces.Box(0, MOST, (len(self.batch.slots),), np.uint8)
        self.single_action_space = gym_spaces.Discrete(self.batch.space.action_count)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """New games at all places. The seed is that of the batch; without one, games go on to others."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(1 << 31)) if seed is None else int(seed)
        self.batch = Batch(self.slug, self.num_envs, self.seats, chosen, **self.options)
        return self.batch.observations.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        movers = batch.seats.copy()
        batch.step(np.asarray(actions))
        rewards = batch.rewards[np.arange(self.num_envs), movers]
        never = np.zeros(self.num_envs, dtype=bool)
        return batch.observations.copy(), rewards, batch.done.astype(bool), never, self._info()

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.masks.copy(), "seat": batch.seats.copy(), "rewards": batch.rewards.copy()}
