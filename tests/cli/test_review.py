"""`cairn review` as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cairn
from cairn.cli.app import run
from tests.review.conftest import played

ARGS = ("--iterations", "4")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    played("solstis", ("climber", "hiker")).save(path)
    return path


def test_the_table_names_seats_and_mistakes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(file), *ARGS]) == 0
    told = capsys.readouterr().out
    assert "Climber" in told
    assert "accuracy" in told


def test_json_has_seats_and_steps(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(file), *ARGS, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    wanted = {"start", "luck", "own", "others", "result"}
    assert all(wanted <= set(seat) for seat in data["seats"])
    assert all(wanted == set(seat) for step in data["steps"] for seat in step["seats"])
    assert data["iterations"] == 4


def test_html_is_one_page_with_the_graph_and_drawn_positions(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    assert run(["review", str(file), *ARGS, "--html", "--out", str(page)]) == 0
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert "Win chances by step" in text
    assert "data:image/svg+xml;base64," in text


def test_a_running_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    cairn.Record.new(cairn.game("solstis"), ["a", "b"], cairn.Dice(1)).save(path)
    assert run(["review", str(path)]) == 2
    assert "only finished games are reviewed" in capsys.readouterr().err


def test_json_and_html_at_once_are_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(file), "--json", "--html"]) == 2
    assert "use either --json or --html" in capsys.readouterr().err
