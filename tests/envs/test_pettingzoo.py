"""PettingZoo's own tests on every game with every number of seats, and what they do not ask."""

from __future__ import annotations

import warnings
from functools import partial
from importlib import import_module

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.wrappers import MultiEpisodeEnv

import cairn
from cairn.core.registry import bundled
from cairn.envs import pettingzoo as zoo
from tests.envs.games import last_decision

STATES = import_module("pettingzoo.test.state_test")
"""Its whole suite would ask for a parallel environment too."""
EVERY_TABLE = [(slug, seats) for slug in bundled() for seats in cairn.game(slug).seats]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_api(slug: str, seats: int) -> None:
    api_test(zoo.env(slug, seats), num_cycles=5)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("slug", bundled())
def test_api_with_parts(slug: str) -> None:
    api_test(zoo.env(slug, observation="dict"), num_cycles=5)


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_seeds(slug: str, seats: int) -> None:
    seed_test(partial(zoo.env, slug, seats), num_cycles=5)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_states(slug: str, seats: int) -> None:
    """It plays at random without masks: an illegal action ends the game as in PettingZoo's own."""
    env = zoo.env(slug, seats)
    STATES.test_state_space(env)
    STATES.test_state(env, num_cycles=5)


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_renders(slug: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(zoo.env, slug, seats), {"svg": lambda drawn: drawn.startswith("<svg")})
    assert "Seat" in capsys.readouterr().out


def played(env, rng: np.random.Generator, steps: int = 1 << 30) -> list[tuple[str, int | None, float]]:
    """Play on at random; who did what, and got what."""
    story = []
    for agent in env.agent_iter(steps):
        observation, reward, termination, truncation, _ = env.last()
        action = None
        if not termination and not truncation:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        story.append((agent, action, reward))
        env.step(action)
    return story


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_a_clone_goes_its_own_way_and_a_restored_one_the_same_way(slug: str, seats: int) -> None:
    env = zoo.env(slug, seats)
    env.reset(seed=3)
    for _ in range(7):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    saved = env.save()
    copy = env.clone()
    first = played(env, np.random.default_rng(1), 25)
    assert played(copy, np.random.default_rng(1), 25) == first
    for _ in range(2):
        env.restore(saved)
        assert played(env, np.random.default_rng(1), 25) == first


@pytest.mark.filterwarnings("ignore")
def test_clones_and_saved_positions_survive_the_wrappers_of_others() -> None:
    """TerminateIllegalWrapper remembers what it showed last and whether it ended the game."""
    env = wrappers.TerminateIllegalWrapper(MultiEpisodeEnv(zoo.raw_env("five-towers"), 3), illegal_reward=-1)
    assert type(zoo.clone(env)) is type(env)
    env.reset(seed=3)
    played(env, np.random.default_rng(2), 9)
    env.last()
    saved, copy = zoo.save(env), zoo.clone(env)
    assert [type(layer) for layer in zoo.layers(copy)] == [type(layer) for layer in zoo.layers(env)]
    assert not set(map(id, zoo.layers(copy))) & set(map(id, zoo.layers(env)))
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert not any(copy.terminations.values())
    zoo.restore(env, saved)
    first = played(env, np.random.default_rng(1))
    assert played(copy, np.random.default_rng(1)) == first
    assert {reward for _, _, reward in first} == {0.0, 0.5, -0.5}
    with pytest.raises(cairn.CairnError, match="saved from 2 wrappers, but here are 0"):
        zoo.restore(env.unwrapped, saved)


@pytest.mark.parametrize("slug", bundled())
def test_rewards_come_at_the_end_and_add_up(slug: str) -> None:
    """The last decision of a game is left to the environment; what comes before it takes long with observations."""
    seats = min(3, cairn.game(slug).seats[-1])
    before = last_decision(slug, seats)
    for rewards, total in (("win", 0), ("share", 1), ("margin", None)):
        env = zoo.env(slug, seats, rewards=rewards)
        env.reset(seed=1)
        env.unwrapped.play.restore(before)
        env.unwrapped._tell()
        story = played(env, np.random.default_rng(2))
        ends = {agent: reward for agent, action, reward in story if action is None}
        assert all(reward == 0 for _, action, reward in story if action is not None)
        assert sorted(ends) == env.possible_agents
        state = env.unwrapped.play.state
        if total is None:
            points = [score.total for score in state.scores()]
            assert list(ends.values()) == [mine - max(points[:at] + points[at + 1 :]) for at, mine in enumerate(points)]
        else:
            assert sum(ends.values()) == pytest.approx(total)
            best = max(ends, key=lambda agent: ends[agent])
            assert state.result()[env.possible_agents.index(best)] == max(state.result())


def test_a_mask_is_in_the_observation_and_in_the_info_of_the_one_that_is_asked_alone() -> None:
    env = zoo.env("five-towers", 3)
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    assert observation["action_mask"].sum() > 1
    assert (observation["action_mask"] == info["action_mask"]).all()
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(other)["action_mask"].sum() == 0


@pytest.mark.filterwarnings("ignore")
def test_an_illegal_action_loses_in_wrappers_and_is_explained_without() -> None:
    env = zoo.env("five-towers", 3)
    env.reset(seed=1)
    who = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(cairn.CairnError, match="but 'bid' is asked"):
        zoo.clone(env).unwrapped.step(env.action_space(who).n - 1)
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == who else 0.0 for agent in env.possible_agents}


def test_wrong_arguments_are_refused_in_words() -> None:
    with pytest.raises(cairn.CairnError, match="observation is one of 'vector', 'dict', not 'picture'"):
        zoo.env("five-towers", observation="picture")
    with pytest.raises(cairn.CairnError, match="5 Towers is for 2 to 5 seats, not 9"):
        zoo.env("five-towers", 9)


def test_a_name_carries_its_version() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert zoo.env("the-peak").metadata["name"] == "cairn_the_peak_v1"
