"""Where the levels of bots stand among people: where the matches between them say they do."""

from __future__ import annotations

import pytest

import cairn
from cairn.core import registry
from cairn.core.bot_settings import bot_settings
from cairn.server.ratings import CERTAIN, MODEL, anchor

LEVELS = ("random", "hiker", "climber", "guide", "summit")


def expected(game: str, level: str) -> float:
    seats = [[MODEL.rating(mu=anchor(game, bot), sigma=CERTAIN)] for bot in (level, "climber")]
    return MODEL.predict_win(seats)[0]


@pytest.mark.parametrize("game", cairn.slugs())
def test_a_level_is_expected_to_win_what_it_won_in_matches(game: str) -> None:
    for level, share in bot_settings(cairn.game(game)).win_share.items():
        assert expected(game, level) == pytest.approx(share, abs=0.001)


@pytest.mark.parametrize("game", cairn.slugs())
def test_every_level_stands_above_the_one_below(game: str) -> None:
    stands = [anchor(game, level) for level in LEVELS]
    assert stands == sorted(stands)
    assert len(set(stands)) == 5


def test_in_a_game_that_says_nothing_every_level_stands_above_the_one_below() -> None:
    cairn.register("toy-hands", "tests.cli.toy_hands")
    try:
        stands = [anchor("toy-hands", level) for level in LEVELS]
    finally:
        registry._modules.pop("toy-hands")
        registry._games.pop("toy-hands", None)
    assert stands == sorted(stands)
    assert len(set(stands)) == 5


def test_a_bot_without_a_level_counts_as_average() -> None:
    assert anchor("solstis", "search:ms=100") == MODEL.mu
