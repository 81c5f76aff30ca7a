"""Decisions as Parquet: every row fits the game, and the header makes the same rows again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pyarrow import parquet

import cairn
from cairn.cli.app import run
from cairn.core.registry import bundled
from cairn.envs.spaces import spaces
from cairn.lab.dataset import Plan, write


@pytest.mark.parametrize("slug", bundled())
def test_rows_tell_decisions_and_what_came_of_them(slug: str, tmp_path: Path) -> None:
    count = write(Plan(slug, ("random", "hiker"), 1, 3), tmp_path)
    rows = parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
    space = spaces(cairn.game(slug), 2)
    assert len(rows) == count > 10
    assert {row["seat"] for row in rows} == {0, 1}
    assert sum({row["seat"]: row["share"] for row in rows}.values()) == 1
    for row in rows[::7]:
        assert len(row["observation"]) == space.size
        assert row["choices"][row["chosen"]]
        assert [space.table.meaning(action)[0] for action in row["actions"]] == [row["kind"]] * len(row["choices"])
        assert row["observation"] == pytest.approx(space.encode(json.loads(row["view"])))


def test_the_header_makes_the_same_rows_again(tmp_path: Path) -> None:
    write(Plan("solstis", ("climber", "search:iterations=8"), 2, 5), tmp_path / "a")
    assert run(["dataset", "--again", str(tmp_path / "a"), "--out", str(tmp_path / "b")]) == 0
    first, again = (parquet.read_table(tmp_path / name / "decisions.parquet") for name in "ab")
    assert first.equals(again)
    assert json.loads(first.schema.metadata[b"cairn"]) == json.loads((tmp_path / "a" / "header.json").read_text())
    searched = [row for row in first.to_pylist() if row["bot"] == "search:iterations=8" and row["visits"]]
    assert searched
    assert all(len(row["visits"]) == len(row["choices"]) for row in searched)


def test_data_of_other_sources_is_not_made_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(Plan("solstis", ("random", "random"), 1, 5), tmp_path / "a")
    header = json.loads((tmp_path / "a" / "header.json").read_text())
    (tmp_path / "a" / "header.json").write_text(json.dumps({**header, "sources": "0123456789ab"}))
    assert run(["dataset", "--again", str(tmp_path / "a"), "--out", str(tmp_path / "b")]) == 2
    assert "made with sources 0123456789ab" in capfd.readouterr().err
    assert run(["dataset", "--again", str(tmp_path / "none"), "--out", str(tmp_path / "b")]) == 2
    assert "is not the header of a data set" in capfd.readouterr().err
    assert run(["dataset", "--out", str(tmp_path / "b")]) == 2
    assert "name a game" in capfd.readouterr().err


def test_the_command_writes_a_card_and_refuses_what_cannot_be_made_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["dataset", "five-towers", "--games", "1", "--bots", "hiker", "--out", str(tmp_path / "d")]) == 0
    assert "# 5 Towers:" in (tmp_path / "d" / "README.md").read_text()
    assert run(["dataset", "five-towers", "--games", "1", "--out", str(tmp_path / "d")]) == 2
    assert "is not empty" in capfd.readouterr().err
    assert run(["dataset", "five-towers", "--bots", "guide", "--out", str(tmp_path / "e")]) == 2
    assert "watches the clock" in capfd.readouterr().err
