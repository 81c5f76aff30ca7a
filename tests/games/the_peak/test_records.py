"""Whole games on disk, one for each way a game can end."""

from __future__ import annotations

import pytest

from cairn import BadRecord, Event, Record, Script
from cairn.testing import rule
from tests.games.the_peak.endings import ENDINGS, RECORDS, ends_so
from tests.games.the_peak.tables import GAME, play


def replayed(record: Record) -> list[Event]:
    """Play the record once more with its own outcomes, and listen."""
    events: list[Event] = []
    state = GAME.set_up(GAME.prepare(2, record.options), Script(record.opening), events)
    for move in record.moves:
        assert state.seat == move.seat
        chance = Script(move.chance)
        play(state, move.choice, chance=chance)
        assert chance.rest == []
    return events


@rule("TP-60", "TP-61", "TP-62", "TP-63", "TP-66")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_record_replays_to_the_ending_it_is_named_after(name: str) -> None:
    record = Record.load(RECORDS / f"{name}.json")
    assert record.state.seat == -1
    assert ends_so(name, record, replayed(record))


@pytest.mark.parametrize("name", ENDINGS)
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    path = RECORDS / f"{name}.json"
    assert Record.load(path).text() == path.read_text()


def test_every_record_has_a_name_that_says_how_it_ends() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} == set(ENDINGS)


@pytest.mark.parametrize("older", ["1.0", "2.0"])
def test_a_record_of_older_rules_is_refused_with_a_sentence(older: str) -> None:
    now = f'"rules_version": "{GAME.rules_version}"'
    text = (RECORDS / "draw.json").read_text().replace(now, f'"rules_version": "{older}"')
    with pytest.raises(BadRecord, match=f"played by version {older} of the rules, this build replays"):
        Record.read(text)


@rule("TP-15")
def test_a_record_with_a_turn_that_ends_too_early_is_refused_at_its_move() -> None:
    record = Record.load(RECORDS / "five-turns.json")
    record.moves[0].choice = "end"
    with pytest.raises(BadRecord, match="TP-15") as refusal:
        Record.read(record.text())
    assert refusal.value.place == "move 1"
