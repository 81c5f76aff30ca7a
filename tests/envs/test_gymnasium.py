"""Gymnasium's own checker on every game, and what a learner relies on."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cairn
from cairn.core.registry import bundled
from cairn.envs.gymnasium import SeatEnv, name_of
from cairn.envs.vector import SeatVectorEnv
from tests.envs.games import last_decision

EVERY_TABLE = [(slug, seats) for slug in bundled() for seats in cairn.game(slug).seats]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_gymnasium_accepts_every_table(slug: str, seats: int) -> None:
    check_env(gymnasium.make(name_of(slug), opponents=["random"] * (seats - 1), render_mode="ansi").unwrapped)


def test_names_are_those_of_the_games() -> None:
    assert [name_of(slug) for slug in bundled()] == [
        "cairn/FivePeaks-v1",
        "cairn/FiveTowers-v1",
        "cairn/Peaks-v1",
        "cairn/Solstis-v1",
        "cairn/ThePeak-v1",
    ]


def test_a_name_with_its_module_needs_no_import() -> None:
    made = "import gymnasium; print(gymnasium.make('cairn.envs.gymnasium:cairn/FiveTowers-v1', seat=1).unwrapped.seat)"
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "1\n"


def test_the_entry_point_registers_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium calls it before 1.0; later versions leave that to an import."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    (point,) = project["entry-points"]["gymnasium.envs"].items()
    for slug in bundled():
        monkeypatch.delitem(gymnasium.registry, name_of(slug))
    EntryPoint(*point, "gymnasium.envs").load()()
    assert all(name_of(slug) in gymnasium.registry for slug in bundled())


def episode(env: gymnasium.Env, seed: int) -> tuple[float, dict]:
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, truncated, info = env.step(action)
        if over or truncated:
            return reward, info


@pytest.mark.parametrize("slug", bundled())
def test_an_episode_is_the_same_from_the_same_seed(slug: str) -> None:
    env = gymnasium.make(name_of(slug), opponents=["random"] * (max(2, cairn.game(slug).seats[0]) - 1))
    reward, info = episode(env, 4)
    again = episode(env, 4)
    assert (again[0], again[1]["result"], again[1]["seat"]) == (reward, info["result"], info["seat"])


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_an_episode_ends_with_the_share_of_the_win(slug: str, seats: int) -> None:
    """From the last decision of a game on: all before it takes long with observations."""
    env = SeatEnv(slug, ["random"] * (seats - 1))
    env.reset(seed=4)
    state, dice = last_decision(slug, seats)
    env.play.restore((state, dice))
    env.seat = state.seat
    observation, reward, over, truncated, info = env.step(int(np.flatnonzero(env.action_masks())[-1]))
    while not over:
        observation, reward, over, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert env.observation_space.contains(observation)
    assert not truncated
    assert info["seat"] == env.seat
    assert reward == pytest.approx(info["result"][env.seat] - 1 / seats)


def test_a_climber_wins_against_play_at_random() -> None:
    env = gymnasium.make("cairn/FiveTowers-v1", opponents=["climber"])
    assert sum(episode(env, seed)[0] > 0 for seed in range(12)) <= 3


def test_seats_are_drawn_unless_one_is_named() -> None:
    env = SeatEnv("five-towers", ["random", "random"])
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2}
    fixed = SeatEnv("five-towers", ["random", "random"], seat=2)
    fixed.reset(seed=1)
    assert fixed.seat == 2
    with pytest.raises(cairn.CairnError, match="there is no seat 3 at a table of 3"):
        SeatEnv("five-towers", ["random", "random"], seat=3)
    for made in (SeatEnv, SeatVectorEnv):
        with pytest.raises(cairn.CairnError, match=r"a list with a bot for each other seat, such as \['climber'\]"):
            made("five-towers", opponents="climber")


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    env = SeatEnv("five-towers", ["random"])
    before, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, truncated, info = env.step(illegal)
    assert (before == after).all()
    assert (reward, over, truncated) == (-1.0, False, False)
    assert info["illegal"]


def chosen(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action for every game; any for one that is over."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


@pytest.mark.parametrize("slug", bundled())
def test_many_games_at_once_in_a_batch(slug: str) -> None:
    """A step after the end deals anew, whatever the action; results and masks are those of the games in the batch."""
    env = gymnasium.make_vec(name_of(slug), num_envs=3, opponents=["random"])
    assert type(env.unwrapped) is SeatVectorEnv
    story = []
    for _ in range(2):
        rng = np.random.default_rng(1)
        observations, infos = env.reset(seed=5)
        ended = np.zeros(3, bool)
        heard = []
        while not ended.any():
            assert env.observation_space.contains(observations)
            observations, rewards, ended, _, infos = env.step(chosen(infos["action_mask"], rng))
            heard.append((observations.sum(), rewards.tolist(), infos["action_mask"].sum()))
        story.append(heard)
    assert story[0] == story[1]
    over = int(np.flatnonzero(ended)[0])
    assert infos["_result"][over]
    assert rewards[over] == infos["result"][over][infos["seat"][over]] - 0.5
    assert infos["action_mask"][over].sum() == 0
    _, rewards, ended, _, infos = env.step(chosen(infos["action_mask"], rng))
    assert (rewards[over], ended[over]) == (0, False)
    assert infos["action_mask"][over].any()


def test_a_batch_shows_its_own_numbers_where_a_game_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SeatVectorEnv("five-towers", 2, ["random", "random"], observation="batch", seat=1)
    observations, infos = env.reset(seed=1)
    assert observations.dtype == np.uint8
    assert observations.shape == (2, len(env.batch.slots))
    assert env.batch.seats.tolist() == [1, 1]
    illegal = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in infos["action_mask"]])
    after, rewards, ended, _, infos = env.step(illegal)
    assert (after == observations).all()
    assert rewards.tolist() == [-1, -1]
    assert not ended.any()
    assert "is not legal in game 0" in infos["illegal"][0]
    monkeypatch.setattr("cairn.envs.vector.encoding_of", lambda setup: None)
    with pytest.raises(cairn.CairnError, match="brings no numbers of its own"):
        SeatVectorEnv("five-peaks", 2, ["random"], observation="batch")


def test_many_games_at_once_in_processes() -> None:
    env = gymnasium.make_vec("cairn/FiveTowers-v1", num_envs=2, vectorization_mode="async", opponents=["random"])
    observations, info = env.reset(seed=1)
    assert observations.shape == (2, env.single_observation_space.shape[0])
    assert info["action_mask"].sum(axis=1).min() > 1
    ended = 0
    while not ended:
        observations, rewards, over, _, info = env.step([int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]])
        ended += over.sum()
        assert observations.shape[0] == len(rewards) == 2
        if over.any():
            assert set(np.abs(rewards[over])) <= {0.0, 0.5}
    env.close()
