"""The final edition goes through the kit with every option too; the first does so with all other games."""

from __future__ import annotations

import pytest

from cairn.core.contract import OptionValue
from cairn.testing import check_game, option_sets
from tests.games.the_peak.tables import GAME

pytestmark = pytest.mark.slow

OPTIONS = [{**options, "edition": "final"} for options in option_sets(GAME, 2) if "edition" not in options]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_final_edition_holds_what_every_game_must_hold(options: dict[str, OptionValue]) -> None:
    check_game(GAME, options=[options], seeds=range(1), every=20)
