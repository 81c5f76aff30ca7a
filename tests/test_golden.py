"""Golden records read the same as ever; `python -m cairn.testing.golden` writes them again after a meant change."""

from __future__ import annotations

from pathlib import Path

import pytest

import cairn
from cairn.core.registry import bundled
from cairn.testing.golden import golden, golden_files, main, random_record
from cairn.testing.kept import compare
from tests.toys.pebbles import Pebbles

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("slug", bundled())
def test_games_play_as_their_golden_records_say(slug):
    for path, text in golden_files([slug], FOLDER):
        assert compare(path, text) == [], "if this is meant: python -m cairn.testing.golden"


def test_no_golden_record_is_left_behind():
    right = [FOLDER / f"{slug}-{seats}.txt" for slug in bundled() for seats in cairn.game(slug).seats]
    assert sorted(FOLDER.iterdir()) == sorted(right)


def test_the_text_keeps_apart_what_each_seat_sees():
    text = golden(random_record(Pebbles(), 2))
    start = text.split("\n\n")[1].splitlines()
    dealt = start[1].removeprefix("  chance: ").split()
    mine = start.index("  seat 0 sees")
    assert f"    hands[0].known: [{', '.join(sorted(dealt[:2]))}]" == start[mine + 5]
    assert start[mine + 7] == "    hands[1].known: []"


def test_the_text_shows_only_what_changed():
    steps = golden(random_record(Pebbles(), 2)).split("\n\n")
    played = next(step for step in steps if ": play " in step and "chance" not in step)
    assert "won" not in played
    assert "table: [pebble-" in played


def test_an_edited_golden_record_is_noticed_and_shown(tmp_path, capsys):
    assert main(["five-towers", "--folder", str(tmp_path)]) == 0
    assert main(["five-towers", "--folder", str(tmp_path), "--check"]) == 0
    capsys.readouterr()
    edited = tmp_path / "five-towers-3.txt"
    edited.write_text(edited.read_text().replace("1. seat", "1. chair", 1))
    assert main(["five-towers", "--folder", str(tmp_path), "--check"]) == 1
    assert "-1. chair" in capsys.readouterr().out


def test_a_missing_golden_record_is_noticed(tmp_path):
    assert main(["five-towers", "--folder", str(tmp_path), "--check"]) == 1
