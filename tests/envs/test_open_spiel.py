"""OpenSpiel's simulation tests, playthroughs and algorithms on every game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import cairn
import cairn.envs.open_spiel as ours
from cairn import bots
from cairn.core.registry import bundled
from cairn.envs import ismcts
from cairn.lab.ladder import ANCHOR, climbs

EVERY_TABLE = [(slug, seats) for slug in bundled() for seats in cairn.game(slug).seats]


def loaded(slug: str, seats: int, **more: object) -> pyspiel.Game:
    return pyspiel.load_game(ours.name_of(slug), {"players": seats, **more})


def played(state: pyspiel.State, seed: int, steps: int = 1 << 30) -> pyspiel.State:
    rng = np.random.RandomState(seed)
    while not state.is_terminal() and steps:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
        steps -= 1
    return state


@pytest.mark.parametrize(("slug", "seats"), EVERY_TABLE)
def test_simulations_of_open_spiel_pass(slug: str, seats: int) -> None:
    left = 0 if slug in ("five-towers", "solstis", "the-peak") and seats < 4 else 15
    pyspiel.random_sim_test(loaded(slug, seats, decisions_left=left, seed=3), 1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", bundled())
def test_playthroughs_can_be_generated(slug: str) -> None:
    text = playthrough(f"{ours.name_of(slug)}(decisions_left=2,seed=2)", None, seed=5)
    assert f'GameType.long_name = "{cairn.game(slug).title}"' in text
    assert "IsTerminal() = True" in text
    assert text.count("Returns()") > 1


@pytest.mark.parametrize("slug", bundled())
def test_chance_nodes_have_true_probabilities(slug: str) -> None:
    state = loaded(slug, 2).new_initial_state()
    met = 0
    while not state.is_terminal() and met < 60:
        if state.is_chance_node():
            met += 1
            assert sum(weight for _, weight in state.chance_outcomes()) == pytest.approx(1)
            state.apply_action(state.chance_outcomes()[-1][0])
        else:
            state.apply_action(state.legal_actions()[0])
    assert met > 2


def test_equal_components_are_one_outcome_with_a_larger_probability() -> None:
    """5 Towers has two of some cards at four seats: 80 different cards, 110 in all."""
    state = loaded("five-towers", 4, options="start=0").new_initial_state()
    assert state.is_chance_node()
    weights = [round(weight * 110) for _, weight in state.chance_outcomes()]
    assert (weights.count(1), weights.count(2)) == (50, 30)


@pytest.mark.parametrize("count", [256, 257, 1000, 70_000])
def test_a_pick_among_many_is_narrowed_down_with_true_probabilities(count: int) -> None:
    """Down every path to some of the outcomes, nodes of at most 256 multiply to one in so many."""
    for wanted in (0, count // 2, count - 1):
        outcomes: list[int] = []
        chance = 1.0
        while True:
            try:
                assert ours.Given(outcomes).pick(count) == wanted
                break
            except ours.Open as asked:
                names, weights = asked.args
                assert len(names) <= 256
                spans = [[int(end) for end in name.split("-")] for name in names]
                at = next(at for at, span in enumerate(spans) if span[0] <= wanted <= span[-1])
                chance *= weights[at] / sum(weights)
                outcomes.append(at)
        assert chance == pytest.approx(1 / count)


@pytest.mark.parametrize("slug", bundled())
def test_a_resampled_state_looks_the_same_to_its_player(slug: str) -> None:
    state = loaded(slug, 2).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for seed in range(3):
        player = state.current_player()
        copy = state.resample_from_infostate(player, np.random.RandomState(seed).uniform)
        assert copy.information_state_string(player) == state.information_state_string(player)
        assert copy.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("slug", bundled())
def test_a_state_read_back_goes_on_the_same(slug: str) -> None:
    game = loaded(slug, 2)
    state = played(game.new_initial_state(), 1, steps=40)
    again = game.deserialize_state(state.serialize())
    assert again.information_state_string(0) == state.information_state_string(0)
    assert played(again, 7, 30).history() == played(state, 7, 30).history()


@pytest.mark.parametrize("slug", bundled())
def test_the_search_of_open_spiel_answers_as_a_bot(slug: str) -> None:
    game = cairn.game(slug)
    dice = cairn.Dice(2)
    state = game.start(2, dice)
    bot = bots.make("openspiel:ismcts,simulations=3", game)
    for _ in range(2):
        state.choose(state.parse(bot.answer(state.view(state.seat), seed=1)), dice)


def test_the_search_of_open_spiel_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock is one millisecond later, so it stands for how many simulations there was time for."""
    game = cairn.game("solstis")
    state = game.start(2, cairn.Dice(2))
    looks = iter(range(1 << 20))
    monkeypatch.setattr(ismcts, "perf_counter", lambda: next(looks) / 1000)
    bots.make("openspiel:ismcts,ms=20", game).answer(state.view(state.seat), seed=1)
    assert 19 <= next(looks) <= 22


def test_the_search_of_open_spiel_sees_what_is_won_at_once() -> None:
    """In a last decision whose choices all end the game, with different ends, it takes one of the best."""
    game = cairn.game("solstis")
    chosen = []
    for seed in range(40):
        last = loaded("solstis", 2, decisions_left=1, seed=seed).new_initial_state().rest
        ends = {choice: after(last, choice) for choice in last.offered}
        shares = {choice: state.result()[last.seat] for choice, state in ends.items() if state.seat < 0}
        if len(shares) == len(ends) and len(set(shares.values())) > 1:
            answer = bots.make("openspiel:ismcts,simulations=400", game).answer(last.view(last.seat), seed=1)
            chosen.append(shares[last.parse(answer)] == max(shares.values()))
    assert chosen
    assert all(chosen)


def after(state: cairn.State, choice: int) -> cairn.State:
    following = state.clone()
    following.apply(choice, cairn.Dice(1))
    return following


def test_rollouts_in_the_engine_have_the_odds_of_those_of_open_spiel() -> None:
    state = loaded("solstis", 2, decisions_left=14, seed=3).new_initial_state()
    ours_mean = np.mean([ismcts.Rollouts(cairn.Dice(seed)).evaluate(state)[0] for seed in range(1500)])
    theirs_mean = np.mean([RandomRolloutEvaluator(1, np.random.RandomState(s)).evaluate(state)[0] for s in range(400)])
    assert abs(ours_mean) < 0.45  # neither side has won yet
    assert ours_mean == pytest.approx(theirs_mean, abs=0.12)


@pytest.mark.parametrize("slug", bundled())
def test_the_ladder_holds_every_level_against_it(slug: str) -> None:
    levels = [climb.rung.bots for climb in climbs([slug], 1, 0) if climb.rung.name.endswith("-openspiel")]
    assert levels == [(level, ANCHOR) for level in ("hiker", "climber", "guide:ms=30", "summit:ms=30")]


def test_a_rung_against_it_is_played(tmp_path: Path) -> None:
    (climb,) = climbs(["solstis"], 1, 0, ["hiker-openspiel"])
    report = climb.play(tmp_path, 1, lambda _: None)
    assert report["games_played"] == climb.match.total
    assert sum(result["faults"] for result in report["pairings"][0]["results"]) == 0


def test_settings_of_the_search_are_refused_in_words() -> None:
    game = cairn.game("solstis")
    with pytest.raises(cairn.UnknownBot, match="'depth=3' is no setting"):
        bots.make("openspiel:ismcts,depth=3", game)
    with pytest.raises(cairn.UnknownBot, match="at least 2 simulations"):
        bots.make("openspiel:ismcts,simulations=1", game)
    with pytest.raises(cairn.UnknownBot, match="searches by 'ismcts' only"):
        bots.make("openspiel:mcts", game)


def test_observations_are_those_of_the_spaces() -> None:
    game = loaded("solstis", 2)
    state = played(game.new_initial_state(), 1, steps=30)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.tolist() == pytest.approx(game.space.encode(state.rest.view(0)))
