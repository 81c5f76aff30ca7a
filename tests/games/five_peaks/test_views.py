"""The kit's checks in games without wasted choices: they get as far as peaks, stones and campfires."""

from __future__ import annotations

import json

import pytest

from cairn import Dice
from cairn.games.five_peaks.evaluator import prune
from cairn.testing import rule
from tests.games.five_peaks.tables import GAME


@rule("FP-70")
@pytest.mark.parametrize("seats", GAME.seats)
def test_well_played_games_keep_their_components_and_their_secrets(seats: int) -> None:
    asked: set[str] = set()
    for seed in range(5):
        play_and_look(seats, seed, asked)
    assert {"exchange", "peak", "campfire", "tile", "camp", "free-card"} <= asked


def play_and_look(seats: int, seed: int, asked: set[str]) -> None:
    """Look closely at the first time each question is asked, and now and then."""
    dice = Dice(seed)
    aside = Dice(99)
    state = GAME.start(seats, dice)
    whole = state.components()
    while state.seat >= 0:
        assert state.components() == whole
        top = state.stack.top
        assert top is not None
        if top.kind not in asked or aside.pick(25) == 0:
            asked.add(top.kind)
            assert GAME.load(json.loads(json.dumps(state.dump()))).dump() == state.dump()
            for viewer in [None, *range(seats)]:
                view = json.loads(json.dumps(state.view(viewer)))
                assert GAME.imagine(view, aside).view(viewer) == view
                assert state.resample(-1 if viewer is None else viewer, aside).view(viewer) == view
        answers = prune(state)
        state.apply(answers[dice.pick(len(answers))], dice)
