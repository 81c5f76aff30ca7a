"""Commands with content of one's own: `--content FILE`, and what becomes of the records."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

import cairn
from tests.cli.conftest import Cli

TEXT = (resources.files("cairn.games.peaks") / "content.toml").read_text(encoding="utf-8")


@pytest.fixture
def few_flags(tmp_path: Path) -> Path:
    path = tmp_path / "few-flags.toml"
    path.write_text(TEXT.replace("supply = 16", "supply = 9"), encoding="utf-8")
    return path


@pytest.fixture
def saved(cli: Cli, few_flags: Path, tmp_path: Path) -> Path:
    """A game played with that content."""
    cli("simulate", "peaks", "--games", 1, "--seats", 2, "--out", tmp_path, "--content", few_flags)
    return tmp_path / "peaks-0.json"


def test_simulate_plays_with_the_content_and_says_so(cli: Cli, few_flags: Path) -> None:
    command = ["simulate", "peaks", "--games", 2, "--seats", 2, "--json"]
    _, usual, _ = cli(*command)
    code, text, _ = cli(*command, "--content", few_flags)
    assert code == 0
    assert f'"content": "{cairn.game("peaks", few_flags).content_mark}"' in text
    assert '"content"' not in usual


def test_a_record_of_it_replays_with_that_content_alone(cli: Cli, few_flags: Path, saved: Path) -> None:
    assert cli("verify", saved, "--content", few_flags)[:2] == (0, f"{saved}: OK\n")
    code, text, _ = cli("verify", saved)
    assert code == 1
    assert "content: the game was played with content of its own" in text


def test_a_record_is_refused_with_content_it_was_not_played_with(
    cli: Cli, few_flags: Path, saved: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(TEXT.replace("supply = 16", "supply = 10"), encoding="utf-8")
    assert "content: the game was played with content " in cli("replay", saved, "--content", other)[2]
    cli("simulate", "peaks", "--games", 1, "--seats", 2, "--out", tmp_path / "usual")
    usual = tmp_path / "usual" / "peaks-0.json"
    assert "played with the content that comes with it" in cli("replay", usual, "--content", few_flags)[2]


def test_bad_content_is_refused_by_file_entry_and_field(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(TEXT.replace("supply = 16", "supply = 99"), encoding="utf-8")
    code, _, complaint = cli("bench", "peaks", "--content", path)
    assert code == 2
    assert complaint.startswith(f"cairn: {path}: flags.supply: ")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["simulate", "five-towers"], "types: is missing"),
        (["bench"], "--content is for one game: name the game"),
        (["play"], "--content is for one game: name the game"),
    ],
)
def test_content_for_no_game_is_refused(cli: Cli, few_flags: Path, args: list[str], complaint: str) -> None:
    code, _, said = cli(*args, "--content", few_flags)
    assert code == 2
    assert complaint in said
