"""Cairn's games as PettingZoo environments (AEC). Needs the extra `cairn-tabletop[envs]`.

from cairn.envs import pettingzoo

env = pettingzoo.env("five-towers", seats=3)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Mapping
from typing import Any

from cairn.envs import extra_missing

try:
    import numpy as np
    from gymnasium import spaces as gym_spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise extra_missing("envs", missing) from None

import cairn
from cairn.core.contract import OptionValue
from cairn.envs.play import BadArgument, Play, Rewards, checked

VERSION = 1
"""Raised when observations, actions or rewards change in form; what they hold follows the game's rules version."""
OBSERVATIONS = ("vector", "dict")
ILLEGAL_REWARD = -1.0
MODES = ("ansi", "svg", "human")


def env(
    slug: str,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    observation: str = "vector",
    rewards: Rewards = "win",
    render_mode: str | None = None,
) -> Ordered:
    """A game in the wrappers that PettingZoo gives its own: an illegal action ends the game, and that seat loses by it.

    `raw_env` has no wrappers: there an illegal action changes nothing and is an error that says why.
    """
    raw = raw_env(slug, seats, options, observation, rewards, render_mode)
    return Ordered(wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, ILLEGAL_REWARD)))


def layers(environment: AECEnv) -> list[Any]:
    """The wrappers from the outside in, and the environment itself."""
    found: list[Any] = [environment]
    while found[-1] is not environment.unwrapped:
        found.append(found[-1].env)
    return found


def save(environment: AECEnv) -> list[dict[str, Any]]:
    """Where an environment is, wrapped or not, with the luck ahead: all that it and its wrappers hold."""
    *wrapped, raw = layers(environment)
    return [*(_held(layer) for layer in wrapped), {"raw": raw.save()}]


def restore(environment: AECEnv, saved: list[dict[str, Any]]) -> None:
    """Put an environment back to where `save` was called on it or on one in the same wrappers, as often as you like."""
    *wrapped, raw = layers(environment)
    if len(saved) != len(wrapped) + 1:
        raise BadArgument(f"this was saved from {len(saved) - 1} wrappers, but here are {len(wrapped)}")
    for layer, held in zip(wrapped, saved, strict=False):
        layer.__dict__.update(copy.deepcopy(held))
    raw.restore(saved[-1]["raw"])


def clone(environment: AECEnv) -> Any:
    """A second environment at the same position with the same luck ahead, in wrappers of the same kinds."""
    *wrapped, raw = layers(environment)
    made = raw.clone()
    for layer in reversed(wrapped):
        inner, made = made, copy.copy(layer)
        made.__dict__.update(_held(layer), env=inner)
    return made


def _held(wrapper: Any) -> dict[str, Any]:
    return {name: copy.deepcopy(value) for name, value in wrapper.__dict__.items() if name != "env"}


class Ordered(wrappers.OrderEnforcingWrapper):
    """PettingZoo's outermost wrapper, with the methods that know of wrappers."""

    def clone(self) -> Any:
        return clone(self)

    def save(self) -> list[dict[str, Any]]:
        return save(self)

    def restore(self, saved: list[dict[str, Any]]) -> None:
        restore(self, saved)


class raw_env(AECEnv):  # noqa: N801  PettingZoo's own name for it
    """The environment without wrappers."""

    def __init__(
        self,
        slug: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        observation: str = "vector",
        rewards: Rewards = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        game = cairn.game(slug)
        seats = max(2, game.seats[0]) if seats is None else seats
        self._arguments = (slug, seats, options, observation, rewards, render_mode)
        self.play = Play(slug, seats, options or {}, rewards)
        self.observation_kind = checked("observation", observation, OBSERVATIONS)
        self.render_mode = checked("render_mode", render_mode, (None, *MODES))
        self.metadata = {
            "name": f"cairn_{slug.replace('-', '_')}_v{VERSION}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.has_begun = False
        self._rng = np.random.default_rng()
        space = self.play.space
        masked = gym_spaces.Box(0, 1, (space.action_count,), np.int8)
        if observation == "vector":
            seen: gym_spaces.Space[Any] = gym_spaces.Box(0, 1, (space.size,), np.float32)
        else:
            parts = {name: gym_spaces.Box(0, 1, (size,), np.float32) for name, size in space.part_sizes().items()}
            seen = gym_spaces.Dict(parts)
        self.state_space = gym_spaces.Box(0, 1, (seats * space.size,), np.float32)
        self._no_actions = np.zeros(space.action_count, dtype=np.int8)
        self._observation_spaces = {
            agent: gym_spaces.Dict({"observation": seen, "action_mask": masked}) for agent in self.possible_agents
        }
        self._action_spaces = {agent: gym_spaces.Discrete(space.action_count) for agent in self.possible_agents}

    @functools.cache  # noqa: B019  PettingZoo asks for the very same object each time
    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.play.start(int(self._rng.integers(1 << 31)))
        self.has_begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadArgument(f"{self.agent_selection} is asked: its action cannot be None")
        self.play.act(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.play.over:
            self.rewards = dict(zip(self.possible_agents, self.play.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()

    def _tell(self) -> None:
        """Whose turn it is, and the masks in `infos`. At the end everybody is asked once more, in seat order."""
        self.agent_selection = self.possible_agents[max(0, self.play.state.seat)]
        self.infos = {agent: {"action_mask": self._no_actions} for agent in self.possible_agents}
        if not self.play.over:
            self.infos[self.agent_selection] = {"action_mask": self.play.mask(self.play.state.seat)}

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        seen: Any = self.play.vector(seat) if self.observation_kind == "vector" else self.play.parts(seat)
        return {"observation": seen, "action_mask": self.play.mask(seat)}

    def state(self) -> Any:
        """What all seats see together, one after the other: for critics that may know more than a player."""
        return np.concatenate([self.play.vector(seat) for seat in range(len(self.possible_agents))])

    def render(self) -> str | None:
        return self.play.render(self.render_mode)

    def close(self) -> None:
        pass

    def clone(self) -> raw_env:
        """Another environment at the same position with the same luck ahead."""
        made = raw_env(*self._arguments)
        if self.has_begun:
            made.restore(self.save())
        else:
            made._rng.bit_generator.state = self._rng.bit_generator.state
        return made

    def save(self) -> tuple[Any, ...]:
        """Where the environment is, with the luck ahead; `restore` goes on from here as often as you like."""
        ends = (list(self.agents), self.agent_selection, dict(self.rewards), dict(self._cumulative_rewards))
        flags = (dict(self.terminations), dict(self.truncations))
        return self.play.save(), ends, flags, self._rng.bit_generator.state

    def restore(self, saved: tuple[Any, ...]) -> None:
        play, (agents, _, rewards, cumulative), (terminations, truncations), rng = saved
        self.play.restore(play)
        self.has_begun = True
        self.agents, self.rewards, self._cumulative_rewards = list(agents), dict(rewards), dict(cumulative)
        self.terminations, self.truncations = dict(terminations), dict(truncations)
        self._rng.bit_generator.state = rng
        self._tell()
        self.agent_selection = saved[1][1]
