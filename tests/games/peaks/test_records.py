"""Whole games on disk: one for each way a game can end, and one of six seats with agreements."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import BadRecord, Record
from cairn.testing import rule
from tests.games.peaks.tables import CONTENT, GAME

RECORDS = Path(__file__).parent / "records"
ENDINGS = {
    "last-flag": lambda zones: zones["last_turns"] == 0,
    "round-limit": lambda zones: zones["last_turns"] == -1 and zones["turn"] == 2 * CONTENT.rounds,
    "solo-last-flag": lambda zones: zones["last_turns"] == 0 and zones["turn"] < CONTENT.solo_turns,
    "solo-turns": lambda zones: zones["last_turns"] == -1 and zones["turn"] == CONTENT.solo_turns,
    "six-seats-proposals": lambda zones: len(zones["players"]) == 6,
}


@rule("PK-90", "PK-97", "PK-107")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_record_replays_to_the_ending_it_is_named_after(name):
    path = RECORDS / f"{name}.json"
    record = Record.load(path, GAME)
    assert record.text() == path.read_text()
    assert record.state.seat == -1
    assert ENDINGS[name](record.state.dump()["zones"])


def test_every_record_has_a_name_that_says_how_it_ends():
    assert {path.stem for path in RECORDS.glob("*.json")} == set(ENDINGS)


@rule("PK-70", "PK-71")
def test_the_game_of_six_has_proposals_that_come_to_nothing_and_one_that_is_settled():
    record = Record.load(RECORDS / "six-seats-proposals.json", GAME)
    choices = [move.choice for move in record.moves]
    proposed = [at for at, choice in enumerate(choices) if choice.startswith("propose")]
    settled = [at for at in proposed if "settle" in choices[at : at + 8]]
    assert settled
    assert len(proposed) > len(settled)


@pytest.mark.parametrize("older", ["1.0", "2.0", "2.1", "2.2"])
def test_a_record_of_older_rules_is_refused_with_a_sentence(older):
    now = f'"rules_version": "{GAME.rules_version}"'
    text = (RECORDS / "solo-turns.json").read_text().replace(now, f'"rules_version": "{older}"')
    with pytest.raises(BadRecord, match=f"played by version {older} of the rules, this build replays"):
        Record.read(text, GAME)
