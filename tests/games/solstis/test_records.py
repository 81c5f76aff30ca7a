"""Kept games replay: one for each way a turn can go, one for the end phase, one full of spirits."""

from __future__ import annotations

import pytest

from cairn import Event, Record, Script
from cairn.testing import rule
from tests.games.solstis.fixtures import FOLDER, made
from tests.games.solstis.tables import GAME, face_up, play, player, zones

MADE = made()


def kept(name: str) -> Record:
    return Record.load(FOLDER / f"{name}.json")


def told(record: Record) -> list[Event]:
    """The events of a game, played again."""
    state = GAME.start(2, Script(record.opening), **record.options)
    events = state.listen()
    for move in record.moves:
        play(state, move.choice, *move.chance)
    return events


@pytest.mark.parametrize("name", MADE)
def test_a_kept_record_is_what_the_rules_make_of_it_today(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == MADE[name].text()


@rule("SO-7", "SO-9", "SO-11")
def test_a_turn_with_a_capture() -> None:
    state = kept("capture").state
    assert player(state)["land"] == ["3-5", "3-6"]
    assert face_up(state) == "4-5* 1-3* 3-3 2-3* 5-8* 2-1*"


@rule("SO-7", "SO-13")
def test_a_turn_with_a_capture_by_second_chance() -> None:
    state = kept("second-chance").state
    assert player(state)["land"] == ["2-1", "2-5"]
    assert face_up(state) == "4-5* 1-3* 3-6* 2-3* 5-8* 3-2 6-7"


@rule("SO-7", "SO-15", "SO-18")
def test_a_turn_that_ends_with_a_rainbow() -> None:
    state = kept("rainbow").state
    assert player(state)["rainbows"] == ["4-4"]
    assert face_up(state) == "1-1* 1-2* 1-3* 2-1* 2-2* 2-3* 6-7 5-8"


@rule("SO-47", "SO-48", "SO-50")
def test_an_end_phase_with_a_seat_that_is_skipped_and_plays_again() -> None:
    record = kept("end-phase")
    events = told(record)
    first = next(i for i, event in enumerate(events) if event.kind == "skip")
    skipped = events[first].seat
    assert any(event.kind == "play" and event.seat == skipped for event in events[first:])
    assert [event.kind for event in events].count("end") == 1
    assert zones(record.state)["pile"] == 0


@rule("SO-34", "SO-36", "SO-60")
def test_a_game_full_of_spirits() -> None:
    record = kept("spirits")
    kinds = {event.kind for event in told(record)}
    assert {"evil", "pass-evil", "cover", "displace", "remove", "add", "keep", "again"} <= kinds
    assert zones(record.state)["covered"] is not None
