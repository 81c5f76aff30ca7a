"""Kept games replay: one for each way a turn can go, one for the end phase, one full of spirits."""

from __future__ import annotations

import pytest

from cairn import Record
from cairn.testing import rule
from tests.games.solstis.fixtures import FOLDER, GAMES, TURNS, one_turn, told
from tests.games.solstis.tables import face_up, player, zones


def kept(name: str) -> Record:
    return Record.load(FOLDER / f"{name}.json")


@pytest.mark.parametrize("name", TURNS)
def test_a_kept_turn_is_what_the_rules_make_of_it_today(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == one_turn(name).text()


@pytest.mark.parametrize("name", [*TURNS, *GAMES])
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == kept(name).text()


def test_every_kept_record_is_looked_at() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*TURNS, *GAMES}


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


@rule("SO-47", "SO-48", "SO-50", "SO-34", "SO-36")
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_shows_what_its_name_says(name: str) -> None:
    record = kept(name)
    assert GAMES[name](told(record))
    assert record.state.seat == -1
    assert zones(record.state)["pile"] == 0
