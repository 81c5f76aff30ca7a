"""Whole games on disk, one for each way a game can end."""

from __future__ import annotations

import pytest

import cairn
from cairn import Event, Record, Script, State
from cairn.testing import rule
from tests.games.five_towers.endings import ENDINGS, RECORDS
from tests.games.five_towers.tables import GAME, answers, asked, play, zones


def replayed(record: Record) -> list[Event]:
    """Play the record once more with its own outcomes, and listen."""
    state = GAME.start(len(record.names), Script(record.opening), **record.options)
    events = state.listen()
    for move in record.moves:
        assert state.seat == move.seat
        chance = Script(move.chance)
        play(state, move.choice, chance=chance)
        assert chance.rest == []
    return events


@rule("FT-13", "FT-22", "FT-23", "FT-24", "FT-33")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_record_replays_to_the_ending_it_is_named_after(name: str) -> None:
    seats, ends_so = ENDINGS[name]
    record = Record.load(RECORDS / f"{name}.json")
    assert len(record.names) == seats
    assert record.state.seat == -1
    assert ends_so(record, replayed(record))


@pytest.mark.parametrize("name", ENDINGS)
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    path = RECORDS / f"{name}.json"
    assert Record.load(path).text() == path.read_text()


def test_every_record_has_a_name_that_says_how_it_ends() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} == set(ENDINGS)


@rule("FT-10", "FT-40")
def test_a_record_with_a_bid_that_cannot_be_carried_out_is_refused_at_its_move() -> None:
    record = Record.load(RECORDS / "last-display-full.json")
    number = next(n for n, state in enumerate(record.replay(), 1) if cannot_bid_5(state))
    record.moves[number - 1].choice = "bid 5"
    with pytest.raises(cairn.BadRecord, match="FT-10") as refusal:
        Record.read(record.text())
    assert refusal.value.place == f"move {number}"


def cannot_bid_5(state: State) -> bool:
    return asked(state)[0] == "bid" and "bid 5" not in answers(state) and len(zones(state)["display"]) == 5
