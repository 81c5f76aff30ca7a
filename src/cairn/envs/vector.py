"""One seat against bots in many games at once: Gymnasium's vector form of `cairn.envs.gymnasium`, on `cairn.batch`.

    import gymnasium
    import cairn.envs.gymnasium

    envs = gymnasium.make_vec("cairn/FiveTowers-v1", num_envs=64, opponents=["climber"], observation="batch")
    observations, infos = envs.reset(seed=7)
    observations, rewards, over, truncated, infos = envs.step(actions)

All games run in this process, in the buffers of one batch. `infos["action_mask"]` has a row for each game. A game that
is over starts anew at the next step, whatever its action (Gymnasium's NEXT_STEP). What it shows is as in the single
environment, or with `observation="batch"` the numbers that the batch itself writes, where a game has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cairn.envs import extra_missing

try:
    import numpy as np
    from gymnasium import spaces as gym_spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise extra_missing("envs", missing) from None

import cairn
from cairn.batch import Batch, encoding_of
from cairn.bots.bot import SEEDS
from cairn.core.contract import OptionValue
from cairn.envs.play import REWARDS, BadArgument, Rewards, bots_of, checked, rewards_of
from cairn.envs.spaces import spaces

OBSERVATIONS = ("vector", "batch")
MOST_ILLEGAL = 1000
"""An episode in which so many actions in a row were illegal is truncated: nothing would ever end it."""


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """The places of a batch, each waiting for the same seat's choice or over."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  Gymnasium's own form

    def __init__(
        self,
        slug: str,
        num_envs: int = 1,
        opponents: Sequence[str] = ("climber",),
        seat: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        rewards: Rewards = "win",
        illegal_reward: float = -1.0,
        observation: str = "vector",
        render_mode: str | None = None,
    ) -> None:
        """`opponents` are the bots of the other seats in order; with `seat=None` ours is drawn for every game."""
        game = cairn.game(slug)
        self.num_envs = num_envs
        self.bots = bots_of(opponents, game)
        self.seats = 1 + len(self.bots)
        self.options = dict(options or {})
        setup = game.prepare(self.seats, self.options)
        if seat is not None and not 0 <= seat < self.seats:
            raise BadArgument(f"there is no seat {seat} at a table of {self.seats}; seats are 0 to {self.seats - 1}")
        self.slug = slug
        self.wanted_seat = seat
        self.rewards_kind: Rewards = checked("rewards", rewards, REWARDS)
        self.illegal_reward = illegal_reward
        self.observation_kind = checked("observation", observation, OBSERVATIONS)
        self.render_mode = checked("render_mode", render_mode, (None,))
        self.space = spaces(game, self.seats)
        if observation == "vector":
            self.single_observation_space = gym_spaces.Box(0, 1, (self.space.size,), np.float32)
        else:
            encoding = encoding_of(setup)
            if encoding is None:
                raise BadArgument(f"{slug} brings no numbers of its own for a batch; observation='vector' shows it")
            self.single_observation_space = gym_spaces.Box(0, 255, (len(encoding.slots),), np.uint8)
        self.single_action_space = gym_spaces.Discrete(self.space.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.ours = [0] * num_envs
        """Which seat is ours at each place."""
        self.batch: Batch

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew. A list of seeds counts by its first: one batch has one seed."""
        super().reset(seed=seed if isinstance(seed, int) or seed is None else seed[0])
        drawn = int(self.np_random.integers(SEEDS))
        self.batch = Batch(self.slug, self.num_envs, self.seats, drawn, **self.options)
        luck = cairn.Dice(drawn).fork(self.num_envs + 1)
        self._luck = [luck.fork(place) for place in range(self.num_envs)]
        self._illegal = [0] * self.num_envs
        self._seen = np.zeros(self.observation_space.shape, self.single_observation_space.dtype)
        for place in range(self.num_envs):
            self._begin(place)
        return self._seen.copy(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        rewards = np.zeros(self.num_envs, np.float64)
        over = np.zeros(self.num_envs, np.bool_)
        truncated = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        for place, action in enumerate(np.asarray(actions).tolist()):
            seated = self.batch.games.places[place]
            if seated.state.seat < 0 or self._illegal[place] >= MOST_ILLEGAL:
                self._begin(place, again=True)
                continue
            if not 0 <= action < self.space.action_count or not self.batch.masks[place, action]:
                self._illegal[place] += 1
                rewards[place] = self.illegal_reward
                truncated[place] = self._illegal[place] >= MOST_ILLEGAL
                infos = self._add_info(infos, {"illegal": f"action {action} is not legal in game {place}"}, place)
                continue
            self._illegal[place] = 0
            seated.state.apply(self.space.choice(seated.state, action), seated.dice)
            self._others(place)
            if seated.state.seat < 0:
                ours = self.ours[place]
                rewards[place] = rewards_of(seated.state, self.rewards_kind)[ours]
                over[place] = True
                infos = self._add_info(infos, {"result": np.array(seated.state.result()), "seat": ours}, place)
            self._look(place)
        return self._seen.copy(), rewards, over, truncated, {**infos, **self._infos()}

    def _begin(self, place: int, again: bool = False) -> None:
        """Play up to our first decision. A game in which the bots end it before that is dealt anew."""
        games = self.batch.games
        self._illegal[place] = 0
        while True:
            seated = games.places[place]
            if again:
                seated.state = self.batch.setup.game.set_up(self.batch.setup, seated.dice, None)
                seated.row.game += 1
            luck = self._luck[place]
            self.ours[place] = luck.pick(self.seats) if self.wanted_seat is None else self.wanted_seat
            self._others(place)
            if seated.state.seat >= 0:
                self._look(place)
                return
            again = True

    def _others(self, place: int) -> None:
        """Let the bots answer until our seat is asked or the game is over."""
        seated, ours, luck = self.batch.games.places[place], self.ours[place], self._luck[place]
        state = seated.state
        while state.seat >= 0 and state.seat != ours:
            bot = self.bots[state.seat - (state.seat > ours)]
            dice = cairn.Dice(luck.pick(SEEDS))
            state.apply(bot.decide(state.resample(state.seat, dice), dice), seated.dice)

    def _look(self, place: int) -> None:
        """Write down what may be answered and what our seat sees, of a game that is over too."""
        games, ours = self.batch.games, self.ours[place]
        seated = games.places[place]
        if seated.state.seat >= 0:
            games.show(place)
        elif games.encoding is not None:
            games.encoding.write(seated.state, ours, seated.row)
        if self.observation_kind == "batch":
            self._seen[place] = self.batch.observations[place]
        else:
            self._seen[place] = self.space.encode(seated.state.view(ours))

    def _infos(self) -> dict[str, Any]:
        masks = self.batch.masks.astype(np.int8)
        for place, seated in enumerate(self.batch.games.places):
            if seated.state.seat < 0:
                masks[place] = 0
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
