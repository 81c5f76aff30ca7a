"""The small commands, and how mistakes are answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cairn
from cairn.cli.replay import scenes
from tests.cli.conftest import Cli, Types


def test_version_says_which_build_runs(cli: Cli) -> None:
    code, text, _ = cli("--version")
    assert code == 0
    assert text.startswith(f"cairn {cairn.__version__}, {cairn.build()} build, Python 3.")


def test_games_lists_seats_options_and_rules_version(cli: Cli) -> None:
    _, text, _ = cli("games")
    for part in ("five-towers", "5 Towers", "2-5", "start", "(default)", "1.0"):
        assert part in text


def test_rules_shows_the_whole_ledger(cli: Cli, toy_hands: cairn.Game) -> None:
    _, text, _ = cli("rules", "toy-hands")
    assert "TH-1 Each seat says high or low, twice." in text
    assert "TH-10" in text


def test_rules_of_an_id_shows_that_rule_and_its_section(cli: Cli, toy_hands: cairn.Game) -> None:
    _, text, _ = cli("rules", "toy-hands", "th-2")
    assert "Speaking" in text
    assert "High scores the number in hand." in text
    assert "TH-10" not in text


def test_an_unknown_rule_names_its_neighbours(cli: Cli, toy_hands: cairn.Game) -> None:
    code, text, complaint = cli("rules", "toy-hands", "TH-11")
    assert (code, text) == (2, "")
    assert complaint.startswith("cairn: Toy Hands has no rule 'TH-11'; similar rules: TH-1")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["climb"], "No such command 'climb'"),
        (["rules"], "Missing argument 'GAME'"),
        (["simulate", "chess"], "there is no game 'chess'; there are: five-peaks, five-towers"),
        (["simulate", "five-towers", "--games", "none"], "Invalid value for '--games'"),
        (["simulate", "five-towers", "--bots", "yeti"], "there is no bot 'yeti'; there are: random, hiker"),
        (["simulate", "five-towers", "--seats", "9"], "5 Towers is for 2 to 5 seats, not 9"),
        (["simulate", "five-towers", "--seats", "3", "--bots", "hiker,random"], "names 2 bots for 3 seats"),
        (
            ["simulate", "five-towers", "--options", "start=7"],
            "option 'start' is one of 'random', 0, 1, 2, 3, 4, not '7'",
        ),
        (["simulate", "five-towers", "--options", "start"], "'start' is not of the form option=value"),
        (["simulate", "five-towers", "--options", "snow=1"], "5 Towers has no option 'snow'; it knows start"),
        (["replay", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["play", "five-towers", "--load", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["play", "five-towers", "--seats", "me,yeti"], "there is no bot 'yeti'"),
        (["play", "five-towers", "--seats", "me=hiker,hiker"], "'hiker' cannot be a person's name"),
        (["bench", "five-towers", "--seats", "1"], "5 Towers is for 2 to 5 seats, not 1"),
    ],
)
def test_a_mistake_is_one_sentence_on_standard_error(cli: Cli, args: list[str], complaint: str) -> None:
    code, text, sentence = cli(*args)
    assert (code, text) == (2, "")
    assert complaint in sentence
    assert sentence.startswith("cairn: ")
    assert sentence.count("\n") == 1


def test_verify_says_ok_or_why_not_per_file(cli: Cli, finished: Path, tmp_path: Path) -> None:
    edited = tmp_path / "edited.json"
    edited.write_text(finished.read_text().replace('"choice": "bid 1"', '"choice": "bid 2"', 1))
    cut = tmp_path / "cut.json"
    cut.write_text(finished.read_text()[:300])
    code, text, _ = cli("verify", finished, edited, cut, tmp_path / "none.json")
    good, changed, short, missing = text.splitlines()
    assert code == 1
    assert good == f"{finished}: OK"
    assert "was changed after it was written" in changed
    assert "truncated" in short
    assert "No such file" in missing


def test_verify_of_good_files_succeeds(cli: Cli, finished: Path) -> None:
    assert cli("verify", finished)[0] == 0


def test_replay_prints_the_log_and_the_final_board(cli: Cli, finished: Path) -> None:
    code, text, _ = cli("replay", finished)
    assert code == 0
    assert "Hiker 1 bids" in text
    assert "The game is over." in text
    assert "wins." in text or "share the win." in text


def test_replay_steps_forward_and_back(cli: Cli, finished: Path, types: Types) -> None:
    types("", "n", "p", "x", "q")
    _, text, _ = cli("replay", finished, "--step")
    titles = re.findall(r"\((\d+) of \d+\)", text)
    assert titles == ["0", "1", "2", "1", "1"]


def test_each_step_of_a_replay_shows_the_moment_it_names(finished: Path) -> None:
    record = cairn.Record.load(finished)
    shown = [scene.state.view(None) for scene in scenes(record)]
    assert shown == [state.view(None) for state in record.replay()]


def test_replay_ends_when_the_keyboard_is_gone(cli: Cli, finished: Path, types: Types) -> None:
    types("n")
    assert cli("replay", finished, "--step")[0] == 0
