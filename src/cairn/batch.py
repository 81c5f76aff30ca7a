"""Many games at once, for training. Needs the extra `cairn-tabletop[batch]`.

    from cairn.batch import Batch

    batch = Batch("five-towers", games=1024, seats=4, seed=7)
    while True:
        actions = policy(batch.observations, batch.masks)   # one action id for each game
        batch.step(actions)
        learn(batch.rewards, batch.done)

Everything is stepped and written inside compiled code; the arrays show its buffers, so they change with every step
and are read only: copy what you keep. A game that is over gives its `rewards`, is marked in `done`, and the next game
at its place has begun already; the other arrays are of that one.

Place p plays with `Dice(seed).fork(p)`, one game after the other, exactly as a loop over `State.choose` would.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from cairn.envs import extra_missing

try:
    import numpy as np
except ImportError as missing:
    raise extra_missing("batch", missing) from None

import cairn
from cairn.core.batching import Block, Encoding, Games
from cairn.core.contract import OptionValue, Setup
from cairn.envs.spaces import spaces


def encoding_of(setup: Setup) -> Encoding | None:
    """What the game brings to show itself in numbers: `encode.encoding(setup)` in its folder; None if nothing."""
    module = f"{setup.game.package}.encode"
    if importlib.util.find_spec(module) is None:
        return None
    found: Encoding = importlib.import_module(module).encoding(setup)
    return found


class Batch:
    """So many games of one title, stepped together.

    `observations`  uint8, games x slots: what the seat to move sees; `slots` names them
    `masks`         uint8, games x actions: 1 for every legal action, with the ids of `cairn.envs.spaces`
    `seats`         int64, games: the seat to move
    `rewards`       float64, games x seats: where a game has just ended, the share of the win less the average share
    `done`          uint8, games: 1 where a game has just ended
    """

    def __init__(self, slug: str, games: int = 1024, seats: int = 4, seed: int = 0, **options: OptionValue) -> None:
        game = cairn.game(slug)
        self.setup = game.prepare(seats, options)
        self.space = spaces(game, seats)
        encoding = encoding_of(self.setup)
        self.slots: list[str] = [] if encoding is None else encoding.slots
        """A name for each number of an observation; none if the game brings no fast observation (see `views`)."""
        blocks = {kind: Block(self.space.table.parts(kind)) for kind in self.space.table.kinds}
        self.games = Games(self.setup, games, seed, encoding, blocks, self.space.action_count)
        self.observations = self._shown(self.games.observations, np.uint8, (games, len(self.slots)))
        self.masks = self._shown(self.games.masks, np.uint8, (games, self.space.action_count))
        self.seats = self._shown(self.games.seats, np.int64, (games,))
        self.rewards = self._shown(self.games.rewards, np.float64, (games, seats))
        self.done = self._shown(self.games.done, np.uint8, (games,))
        self.dice = cairn.Dice(seed).fork(games)

    def step(self, actions: Any) -> None:
        """Take one action in every game. IllegalChoice names the first that is not legal, and then nothing changes."""
        self.games.step(actions.tolist() if isinstance(actions, np.ndarray) else actions)

    def sample(self) -> list[int]:
        """A legal action for every game, each equally likely."""
        return self.games.pick(self.dice)

    def views(self) -> Any:
        """The observations of `cairn.envs.spaces`, float32: slow, for it asks each state for its view; every game has
        them."""
        found = [self.space.encode(place.state.view(place.state.seat)) for place in self.games.places]
        return np.array(found, dtype=np.float32)

    @staticmethod
    def _shown(buffer: Any, kind: Any, shape: tuple[int, ...]) -> Any:
        if 0 in shape:
            return np.zeros(shape, kind)
        return np.frombuffer(buffer, dtype=kind).reshape(shape)
