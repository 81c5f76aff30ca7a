"""Whole games with several options off their defaults at once; the kit plays each option by itself elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from cairn.testing import check_game
from tests.games.solstis.tables import GAME

STRICT = {"first_rainbow": "held", "rainbow_beside": "land", "evil_before_squirrel": False, "tie_biggest": "lowest"}
BEGINNERS = {"evil": False, "encounter": "optional", "first_rainbow": "held", "start": 1}


@pytest.mark.parametrize("options", [STRICT, BEGINNERS], ids=["strict", "beginners"])
def test_options_go_together(options: dict[str, Any]) -> None:
    check_game(GAME, options=[options], seeds=range(2), every=8)
