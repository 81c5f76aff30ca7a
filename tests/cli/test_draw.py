"""Drawings as SVG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import cairn
from tests.cli.conftest import Cli


def test_the_parts_of_a_game_are_drawn(cli: Cli) -> None:
    code, text, _ = cli("draw", "five-peaks")
    assert code == 0
    root = ElementTree.fromstring(text)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"start", "birch", "slate", "goat"} <= set(words)
    assert text.count("http") == 1


def test_the_table_of_a_saved_game_is_drawn_to_a_file(cli: Cli, tmp_path: Path) -> None:
    dice = cairn.Dice(3)
    record = cairn.Record.new(cairn.game("five-peaks"), ["Ada", "Bo", "Cy"], dice)
    for _ in range(150):
        choices = record.state.choices()
        record.choose(choices[dice.pick(len(choices))], dice)
    record.save(tmp_path / "hike.json")
    code, _, _ = cli("draw", "five-peaks", tmp_path / "hike.json", "--out", tmp_path / "hike.svg")
    assert code == 0
    root = ElementTree.parse(tmp_path / "hike.svg").getroot()
    tiles = len(record.state.dump()["zones"]["map"])
    assert len(root.findall("{http://www.w3.org/2000/svg}polygon")) >= tiles > 1


def test_a_game_without_a_drawing_says_so(cli: Cli) -> None:
    code, _, complaint = cli("draw", "five-towers")
    assert code == 2
    assert "5 Towers has no drawing" in complaint


def test_a_record_of_another_game_is_refused(cli: Cli, tmp_path: Path) -> None:
    cairn.Record.new(cairn.game("five-towers"), ["Ada", "Bo"], cairn.Dice(1)).save(tmp_path / "towers.json")
    code, _, complaint = cli("draw", "five-peaks", tmp_path / "towers.json")
    assert code == 2
    assert "is a game of five-towers, not of five-peaks" in complaint
