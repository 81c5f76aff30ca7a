"""What `bots.toml` may say, and what holds where it says nothing."""

from __future__ import annotations

from typing import Any

import pytest

import cairn
from cairn.core.bot_settings import BotSettings, bot_settings
from cairn.core.contract import Game


def read(**data: Any) -> BotSettings:
    return BotSettings(data, "bots.toml")


def test_a_game_that_brings_no_file_gets_the_usual_values() -> None:
    settings = bot_settings(Game(range(2, 3), {}))
    assert (settings.guide.iterations, settings.guide.ms) == (400, 250)
    assert (settings.summit.iterations, settings.summit.ms) == (4000, 1800)
    assert (settings.search.horizon, settings.long, settings.ladder_options) == (0, False, {})
    assert settings.win_share["random"] < settings.win_share["hiker"] < 0.5 < settings.win_share["guide"]


@pytest.mark.parametrize("slug", cairn.slugs())
def test_our_games_say_where_their_levels_stand(slug: str) -> None:
    shares = bot_settings(cairn.game(slug)).win_share
    assert shares["random"] < shares["hiker"] < 0.5 < shares["guide"] < shares["summit"]


def test_what_is_said_replaces_the_usual_and_the_rest_stays() -> None:
    settings = read(search={"horizon": 2, "prior_weight": 1}, guide={"iterations": 60}, win_share={"guide": 0.6})
    assert (settings.search.horizon, settings.search.prior_weight, settings.search.worlds) == (2, 1.0, 3)
    assert (settings.guide.iterations, settings.guide.ms) == (60, 250)
    assert (settings.win_share["guide"], settings.win_share["summit"]) == (0.6, 0.70)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"sherpa": {}}, "sherpa: is not a field here; known are: guide, ladder, search, summit, win_share"),
        ({"search": {"boldness": 1.0}}, "search.boldness: is not a field here; known are: beam_width"),
        ({"search": {"horizon": 1.5}}, "search.horizon: should be a whole number from 0 to 1000000, not 1.5"),
        ({"search": {"temperature": "hot"}}, "search.temperature: should be a number from 0.0 to 1000.0, not 'hot'"),
        ({"guide": {"ms": -1}}, "guide.ms: should be a whole number from 0 to 1000000, not -1"),
        ({"summit": {"iterations": 0, "ms": 0}}, "summit: needs iterations or ms above 0"),
        ({"win_share": {"climber": 0.5}}, "win_share.climber: is not a field here"),
        ({"win_share": {"guide": 1.0}}, "win_share.guide: should be a number from 0.001 to 0.999, not 1.0"),
        ({"ladder": {"long": 1}}, "ladder.long: should be true or false, not 1"),
        ({"ladder": {"options": "final"}}, "ladder.options: should be an object with fields, not 'final'"),
        ({"guide": 400}, "guide: should be an object with fields, not 400"),
    ],
)
def test_what_cannot_be_is_refused_by_its_place(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(cairn.BadContent, match=f"bots.toml: {complaint}"):
        read(**data)
