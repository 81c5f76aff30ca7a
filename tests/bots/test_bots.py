"""Bots answer from a view alone, the same way every time, and never with something illegal."""

from __future__ import annotations

from typing import Any

import pytest

import cairn
from cairn import bots
from cairn.bots.bot import SEEDS
from cairn.core.contract import View

TOWERS = cairn.game("five-towers")
QUICK = ["random", "hiker", "climber", "search:iterations=8", "plain:iterations=8"]


@pytest.mark.parametrize("spec", QUICK)
@pytest.mark.parametrize("seats", TOWERS.seats)
def test_every_answer_is_one_of_the_choices(spec: str, seats: int) -> None:
    bot = bots.make(spec, TOWERS)
    dice = cairn.Dice(seats)
    state = TOWERS.start(seats, dice)
    while state.seat >= 0:
        view = state.view(state.seat)
        answer = bot.answer(view, dice.pick(SEEDS))
        assert answer in [choice["choice"] for choice in view["choices"]]
        state.choose(state.parse(answer), dice)


def asked_in_a_game(bot: bots.Bot, most: int) -> list[tuple[View, int, str]]:
    """The views of a game in which a bot plays all seats, each with a seed and its answer."""
    dice = cairn.Dice(3)
    state = bot.game.start(2, dice)
    asked: list[tuple[View, int, str]] = []
    while state.seat >= 0 and len(asked) < most:
        view = state.view(state.seat)
        answer = bot.answer(view, len(asked))
        if len(view["choices"]) > 1:
            asked.append((view, len(asked), answer))
        state.choose(state.parse(answer), dice)
    return asked


@pytest.mark.parametrize("spec", QUICK)
@pytest.mark.parametrize("slug", cairn.slugs())
def test_an_answer_is_a_function_of_view_and_seed(slug: str, spec: str) -> None:
    """Whatever a bot was asked before, in the order of a game or in another one."""
    game = cairn.game(slug)
    bot = bots.make(spec, game)
    asked = asked_in_a_game(bot, 12)
    answers = [answer for _, _, answer in asked]
    assert [bot.answer(view, seed) for view, seed, _ in reversed(asked)] == answers[::-1]
    assert [bots.make(spec, game).answer(view, seed) for view, seed, _ in asked] == answers


def test_a_budget_replaces_the_one_of_the_bot() -> None:
    quick, slow = bots.make("search:iterations=8", TOWERS), bots.make("search:iterations=100000000", TOWERS)
    for view, seed, answer in asked_in_a_game(quick, 10):
        assert slow.answer(view, seed, bots.Budget(8, 0)) == answer


@pytest.mark.parametrize("spec", QUICK)
@pytest.mark.parametrize("slug", cairn.slugs())
def test_what_a_seat_cannot_know_does_not_change_its_answer(slug: str, spec: str) -> None:
    game = cairn.game(slug)
    dice = cairn.Dice(3)
    state = game.start(game.seats[-1], dice)
    hiker = bots.make("hiker", game)
    for step in range(60):
        if state.seat < 0:
            break
        seat = state.seat
        if step % 12 == 5:
            other = state.resample(seat, dice)
            answers = [bots.make(spec, game).answer(world.view(seat), step) for world in (state, other)]
            assert answers[0] == answers[1]
        state.choose(hiker.decide(state, dice), dice)


def test_random_gives_every_choice_its_chance() -> None:
    view = TOWERS.start(2, cairn.Dice(1), start=0).view(0)
    bot = bots.make("random", TOWERS)
    answers = {bot.answer(view, seed) for seed in range(100)}
    assert answers == {choice["choice"] for choice in view["choices"]}


def test_hiker_beats_random() -> None:
    wins = [0.0, 0.0]
    table = [bots.make("hiker", TOWERS), bots.make("random", TOWERS)]
    for seed in range(30):
        dice = cairn.Dice(seed)
        state = TOWERS.start(2, dice)
        while state.seat >= 0:
            state.choose(state.parse(table[state.seat].answer(state.view(state.seat), dice.pick(SEEDS))), dice)
        wins = [sum(pair) for pair in zip(wins, state.result(), strict=True)]
    assert wins[0] > 25


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("yeti", "there is no bot 'yeti'; there are: random, hiker, climber, guide, summit, search, plain"),
        ("search:seconds=5", "the bot 'search' has no setting 'seconds'; its settings are: iterations, ms"),
        ("search:ms=soon", "the setting 'ms' of the bot 'search' is a whole number from 0 up, not 'soon'"),
        ("guide:iterations=0,ms=0", "a search needs a number of iterations or of milliseconds, not 0 of both"),
        ("hiker:ms=5", "the bot 'hiker' has no setting 'ms'; its settings are: none"),
        ("", "there is no bot ''"),
    ],
)
def test_an_unknown_spec_is_refused_with_what_exists(spec: str, complaint: str) -> None:
    with pytest.raises(cairn.UnknownBot, match=complaint):
        bots.make(spec, TOWERS)


def test_a_bot_keeps_its_spec_as_its_name() -> None:
    assert bots.make("hiker", TOWERS).name == "hiker"


def test_hiker_in_a_game_without_an_evaluator_prunes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    def nowhere(name: str) -> Any:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", nowhere)
    view = TOWERS.start(2, cairn.Dice(1), start=0).view(0)
    bot = bots.make("hiker", TOWERS)
    assert "bid 0" in {bot.answer(view, seed) for seed in range(100)}
