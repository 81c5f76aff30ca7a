"""Many games at once: the same games as one by one, and arrays that say how they stand."""

from __future__ import annotations

import numpy as np
import pytest

import cairn
from cairn.batch import Batch
from cairn.envs.batch_env import BatchEnv
from cairn.envs.play import BadArgument
from cairn.envs.spaces import spaces

GAMES = [("five-towers", 4), ("solstis", 2), ("the-peak", 2), ("peaks", 3), ("five-peaks", 2)]


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_a_batch_plays_the_games_that_are_played_one_by_one(slug, seats):
    batch = Batch(slug, games=3, seats=seats, seed=11)
    game = cairn.game(slug)
    space = spaces(game, seats)
    dice = [cairn.Dice(11).fork(place) for place in range(3)]
    states = [game.start(seats, each) for each in dice]
    ended = 0
    for _ in range(300):
        assert batch.seats.tolist() == [state.seat for state in states]
        for place, state in enumerate(states):
            assert np.flatnonzero(batch.masks[place]).tolist() == sorted(space.actions(state))
        actions = batch.sample()
        batch.step(np.array(actions))
        for place, state in enumerate(states):
            state.choose(space.choice(state, actions[place]), dice[place])
            assert batch.done[place] == (state.seat < 0)
            if state.seat < 0:
                ended += 1
                assert batch.rewards[place] == pytest.approx([share - 1 / seats for share in state.result()])
                states[place] = game.start(seats, dice[place])
            else:
                assert not batch.rewards[place].any()
    assert ended > 0 or game.longest(seats) > 300


def test_observations_are_those_of_the_seat_to_move():
    one = Batch("five-towers", games=4, seats=3, seed=2)
    assert one.observations.shape == (4, len(one.slots))
    display = one.slots.index("display[0].type + 1")
    assert (one.observations[:, display] > 0).all()
    before = one.observations.copy()
    one.step(one.sample())
    assert (one.observations != before).any()
    assert one.views().shape == (4, one.space.size)


def test_an_illegal_action_changes_nothing():
    batch = Batch("five-towers", games=2, seats=2, seed=1)
    before = batch.masks.copy()
    actions = batch.sample()
    with pytest.raises(cairn.IllegalChoice, match="action 9999 is not legal in game 1"):
        batch.step([actions[0], 9999])
    with pytest.raises(cairn.IllegalChoice, match="there are 2 games, but 1 actions"):
        batch.step(actions[:1])
    assert (batch.masks == before).all()


def test_arrays_cannot_be_written():
    batch = Batch("solstis", games=2, seats=2)
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = 1


def test_the_vector_environment_rewards_the_seat_that_answered():
    envs = BatchEnv("five-towers", games=3, seats=2)
    observations, infos = envs.reset(seed=4)
    assert observations in envs.observation_space
    ended = 0
    for _ in range(200):
        movers = infos["seat"]
        actions = np.array(envs.batch.sample())
        assert actions in envs.action_space
        assert (infos["action_mask"][np.arange(3), actions] == 1).all()
        observations, rewards, over, truncated, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert not truncated.any()
        assert rewards.tolist() == [infos["rewards"][place, seat] for place, seat in enumerate(movers)]
        assert not rewards[~over].any()
        ended += int(over.sum())
    assert ended > 0


def test_the_vector_environment_plays_the_same_games_for_the_same_seed():
    one, other = (BatchEnv("solstis", games=2, seats=2) for _ in range(2))
    first, _ = one.reset(seed=9)
    second, _ = other.reset(seed=9)
    assert (first == second).all()
    assert (one.reset(seed=10)[0] != first).any()


def test_a_game_without_fast_observations_says_what_there_is_instead(monkeypatch):
    monkeypatch.setattr("cairn.batch.encoding_of", lambda setup: None)
    with pytest.raises(BadArgument, match="peaks brings no fast observations"):
        BatchEnv("peaks", games=1, seats=2)
