"""What analysis tells about every choice, and how it reads."""

from __future__ import annotations

import pytest

import cairn
from cairn import bots


def first_view(slug):
    game = cairn.game(slug)
    state = game.start(game.seats[-1], cairn.Dice(4))
    return game, state.view(state.seat)


@pytest.mark.parametrize("slug", cairn.slugs())
def test_every_choice_is_valued_and_the_best_comes_first(slug):
    game, view = first_view(slug)
    opinions = bots.analyse(game, view, bots.Budget(40, 0), 1)
    assert sorted(opinion.choice for opinion in opinions) == sorted(choice["choice"] for choice in view["choices"])
    assert [opinion.visits for opinion in opinions] == sorted((o.visits for o in opinions), reverse=True)
    for opinion in opinions:
        assert 0.0 <= opinion.share <= 1.0
        assert 0.0 < opinion.doubt <= 1.0
        assert opinion.line[0] == opinion.choice


def test_the_same_view_seed_and_iterations_give_the_same_analysis():
    game, view = first_view("solstis")
    told = [[o.data() for o in bots.analyse(game, view, bots.Budget(30, 0), 9)] for _ in range(2)]
    assert told[0] == told[1]


def later_view(slug, decisions):
    game = cairn.game(slug)
    dice = cairn.Dice(4)
    state = game.start(2, dice)
    hiker = bots.make("hiker", game)
    for _ in range(decisions):
        after = state.clone()
        after.apply(hiker.decide(state.resample(state.seat, dice), dice), dice)
        if after.seat < 0:
            break
        state = after
    return game, state.view(state.seat)


@pytest.mark.parametrize("slug", cairn.slugs())
def test_the_line_of_the_best_choice_goes_on_to_what_may_follow(slug):
    lines = [bots.analyse(*later_view(slug, at), bots.Budget(200, 0), 1)[0].line for at in (6, 12, 20)]
    assert max(len(line) for line in lines) > 1


def test_more_thought_leaves_less_doubt():
    game, view = first_view("five-towers")
    short = bots.analyse(game, view, bots.Budget(20, 0), 1)[0]
    long = bots.analyse(game, view, bots.Budget(400, 0), 1)[0]
    assert long.visits > short.visits
    assert long.doubt < short.doubt
