"""One seat of a Cairn game against bots, as a Gymnasium environment. Needs the extra `cairn-tabletop[envs]`.

    import gymnasium

    env = gymnasium.make("cairn/FiveTowers-v1", opponents=["climber"])
    observation, info = env.reset(seed=7)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, truncated, info = env.step(action)

An action that is not legal changes nothing, costs `illegal_reward` and is explained in `info["illegal"]`; who samples
by the mask never meets it. `gymnasium.make_vec("cairn/FiveTowers-v1", 64)` plays many games in one batch
(`cairn.envs.vector`), with `vectorization_mode="async"` in processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cairn.envs import extra_missing

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces as gym_spaces
    from gymnasium.envs.registration import register
except ImportError as missing:
    raise extra_missing("envs", missing) from None

import cairn
from cairn.bots.bot import SEEDS
from cairn.core.contract import OptionValue
from cairn.core.registry import bundled
from cairn.envs.play import BadArgument, Play, Rewards, bots_of, checked

VERSION = 1
MODES = ("ansi", "svg", "human")
MOST_ILLEGAL = 1000
"""An episode in which so many actions in a row were illegal is truncated: nothing would ever end it."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """The game as one seat meets it: a step is its choice and all that the others do until it is asked again."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  Gymnasium's own form

    def __init__(
        self,
        slug: str,
        opponents: Sequence[str] = ("climber",),
        seat: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        rewards: Rewards = "win",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` are the bots of the other seats in order; with `seat=None` ours is drawn for every game."""
        game = cairn.game(slug)
        self.bots = bots_of(opponents, game)
        seats = 1 + len(self.bots)
        self.play = Play(slug, seats, options or {}, rewards)
        if seat is not None and not 0 <= seat < seats:
            raise BadArgument(f"there is no seat {seat} at a table of {seats}; seats are 0 to {seats - 1}")
        self.wanted_seat = seat
        self.seat = seat or 0
        self.illegal_reward = illegal_reward
        self.render_mode = checked("render_mode", render_mode, (None, *MODES))
        self.observation_space = gym_spaces.Box(0, 1, (self.play.space.size,), np.float32)
        self.action_space = gym_spaces.Discrete(self.play.space.action_count)
        self._illegal = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game. One in which the bots end it before we are asked is dealt anew."""
        super().reset(seed=seed)
        self._illegal = 0
        while True:
            self.seat = (
                int(self.np_random.integers(self.play.setup.seats)) if self.wanted_seat is None else self.wanted_seat
            )
            self.play.start(int(self.np_random.integers(1 << 31)))
            self._others()
            if not self.play.over:
                return self._observed()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self.play.act(int(action))
        except cairn.CairnError as error:
            self._illegal += 1
            observation, info = self._observed()
            return (
                observation,
                self.illegal_reward,
                False,
                self._illegal >= MOST_ILLEGAL,
                {**info, "illegal": str(error)},
            )
        self._illegal = 0
        self._others()
        reward = self.play.rewards()[self.seat] if self.play.over else 0.0
        observation, info = self._observed()
        if self.play.over:
            info["result"] = self.play.state.result()
            info["seat"] = self.seat
        return observation, reward, self.play.over, False, info

    def _others(self) -> None:
        """Let the bots answer until our seat is asked or the game is over."""
        play = self.play
        while play.state.seat >= 0 and play.state.seat != self.seat:
            bot = self.bots[play.state.seat - (play.state.seat > self.seat)]
            dice = cairn.Dice(int(self.np_random.integers(SEEDS)))
            world = play.state.resample(play.state.seat, dice)
            play.state.apply(bot.decide(world, dice), play.dice)

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        return self.play.vector(self.seat), {"action_mask": self.play.mask(self.seat)}

    def action_masks(self) -> Any:
        """Which actions are legal; sb3-contrib's masked algorithms ask for it under this name."""
        return self.play.mask(self.seat).astype(bool)

    def render(self) -> Any:
        return self.play.render(self.render_mode)


def name_of(slug: str) -> str:
    """`five-towers` is `cairn/FiveTowers-v1`."""
    return f"cairn/{''.join(word.capitalize() for word in slug.split('-'))}-v{VERSION}"


def register_all() -> None:
    """Make every game that comes with Cairn known to Gymnasium; the entry point `gymnasium.envs` calls it."""
    for slug in bundled():
        game = cairn.game(slug)
        known = gymnasium.registry.get(name_of(slug))
        if known is None:
            others = max(2, game.seats[0]) - 1
            register(
                name_of(slug),
                entry_point="cairn.envs.gymnasium:SeatEnv",
                vector_entry_point="cairn.envs.vector:SeatVectorEnv",
                kwargs={"slug": slug, "opponents": ["climber"] * others},
            )


register_all()
