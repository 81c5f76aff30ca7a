"""The package that `cairn new-game` writes. That it plays is shown in tests/examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn.cli.new_game import words_of
from tests.cli.conftest import Cli


def test_a_package_is_written_with_the_name_in_every_place(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    code, text, _ = cli("new-game", "stone-soup", "--into", folder)
    assert code == 0
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert {str(path) for path in written} <= set(text.splitlines())
    assert f"cd {folder} && pip install --editable '.[test]' && pytest && cairn play stone-soup" in text
    assert 'stone-soup = "cairn_stone_soup.game"' in (folder / "pyproject.toml").read_text()
    assert "class StoneSoup(Game)" in (folder / "src" / "cairn_stone_soup" / "game.py").read_text()
    for path in written:
        whole = str(path.relative_to(folder)) + path.read_text(encoding="utf-8")
        assert not any(word in whole for word in words_of("stone-soup")), path


def test_without_a_folder_it_is_written_into_one_of_its_name(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cli("new-game", "stone-soup")
    assert (tmp_path / "stone-soup" / "README.md").exists()


@pytest.mark.parametrize(
    "name", ["Stone-Soup", "stone_soup", "stone soup", "7-stones", "-soup", "soup-", "s", "s" * 41, "../s"]
)
def test_a_name_that_no_game_can_have_is_refused(cli: Cli, tmp_path: Path, name: str) -> None:
    code, _, complaint = cli("new-game", "--into", tmp_path / "here", "--", name)
    assert code == 2
    assert complaint.startswith(f"cairn: '{name}' cannot be the name of a game: use up to 40 lower-case letters")
    assert not (tmp_path / "here").exists()


def test_the_name_of_a_game_that_is_there_is_refused(cli: Cli, tmp_path: Path) -> None:
    _, _, complaint = cli("new-game", "peaks", "--into", tmp_path / "here")
    assert complaint == "cairn: there is already a game 'peaks'; choose another name\n"


def test_a_folder_that_is_there_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    code, _, complaint = cli("new-game", "stone-soup", "--into", tmp_path)
    assert code == 2
    assert "exists already; name another folder with --into" in " ".join(complaint.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "id_", "title"),
    [("stone-soup", "SS", "Stone Soup"), ("soup", "SO", "Soup"), ("take-5", "TA", "Take 5"), ("x1", "XX", "X1")],
)
def test_rules_have_two_letters_of_the_name(name: str, id_: str, title: str) -> None:
    words = words_of(name)
    assert (words["@XX@"], words["@title@"]) == (id_, title)
