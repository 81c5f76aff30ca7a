"""Whole games on disk, played by climbers: one for each pair of end conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import BadRecord, Record
from cairn.games.five_peaks.actions import end_conditions
from cairn.games.five_peaks.state import HikeState
from cairn.testing import rule
from tests.games.five_peaks.tables import GAME

RECORDS = Path(__file__).parent / "records"
ENDINGS = {
    "rocky-peaks-and-stones": [True, True, False],
    "rocky-peaks-and-panoramas": [True, False, True],
    "stones-and-panoramas": [False, True, True],
}


@rule("FP-75", "FP-76")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_record_replays_to_the_conditions_it_is_named_after(name: str) -> None:
    path = RECORDS / f"{name}.json"
    record = Record.load(path, GAME)
    state = record.state
    assert record.text() == path.read_text()
    assert state.seat == -1
    assert isinstance(state, HikeState)
    assert end_conditions(state) == ENDINGS[name]
    assert state.last_turns == 0


@pytest.mark.parametrize("older", ["1.0", "2.0", "2.1"])
def test_a_record_of_older_rules_is_refused_with_a_sentence(older: str) -> None:
    now = f'"rules_version": "{GAME.rules_version}"'
    text = (RECORDS / "stones-and-panoramas.json").read_text().replace(now, f'"rules_version": "{older}"')
    with pytest.raises(BadRecord, match=f"played by version {older} of the rules, this build replays"):
        Record.read(text, GAME)


def test_every_record_has_a_name_that_says_how_it_ends() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} == set(ENDINGS)
