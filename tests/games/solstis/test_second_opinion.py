"""Whole games, followed by the engine and by the referee at every step."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import Dice
from cairn.testing import rule
from tests.games.solstis import referee
from tests.games.solstis.tables import GAME, answers, lines

OPTIONS: list[dict[str, Any]] = [
    {},
    {"evil": False, "rainbow_beside": "land"},
    {"first_rainbow": "held", "encounter": "optional"},
    {"tie_biggest": "lowest", "evil_before_squirrel": False},
]


@rule("SO-9", "SO-16", "SO-23", "SO-48", "SO-52", "SO-54", "SO-55")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_engine_and_referee_agree(options: dict[str, Any], seed: int) -> None:
    dice = Dice(seed)
    state = GAME.start(2, dice, **options)
    while state.seat >= 0:
        data = state.dump()
        assert answers(state) == referee.answers(data)
        assert [lines(state, seat) for seat in (0, 1)] == [referee.stars(data, seat) for seat in (0, 1)]
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
    assert [lines(state, seat) for seat in (0, 1)] == [referee.stars(state.dump(), seat) for seat in (0, 1)]
