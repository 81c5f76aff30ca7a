"""The terminal game, played by scripted people."""

from __future__ import annotations

from pathlib import Path

import pytest

import cairn
from tests.cli.conftest import Cli, Types

TOWERS = ("play", "five-towers", "--seed", "5")


def test_a_whole_game_ends_with_the_score_sheet(cli: Cli, types: Types, tmp_path: Path) -> None:
    types(*["1"] * 500)
    code, text, _ = cli(*TOWERS, "--save", tmp_path / "game.json")
    record = cairn.Record.load(tmp_path / "game.json")
    assert code == 0
    assert record.state.seat == -1
    assert "main tower" in text
    assert "wins." in text or "share the win." in text
    assert "cairn replay" in text


def test_bots_moves_are_told_with_the_names_of_the_seats(cli: Cli, types: Types) -> None:
    types("1", "1")
    _, text, _ = cli(*TOWERS, "--seats", "me=Ada,hiker,hiker", "--options", "start=0")
    assert "Ada bids 0." in text
    assert "Hiker 1 " in text
    assert "Hiker 2 " in text


def test_a_name_is_shown_as_it_is_written(cli: Cli, types: Types) -> None:
    types("scores", *["1"] * 500)
    _, text, _ = cli(*TOWERS, "--seats", "me=[red]Ada\x1b[2J,hiker")
    assert text.count("[red]Ada[2J") > 3
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("seats", "options", "match"),
    [("me,me", "", "two"), ("me,me", "match=one", "one"), ("me,hiker", "", "one")],
)
def test_people_among_themselves_play_a_match_unless_told(
    cli: Cli, types: Types, tmp_path: Path, seats: str, options: str, match: str
) -> None:
    types()
    cli("play", "the-peak", "--seats", seats, "--options", options, "--save", tmp_path / "game.json")
    assert cairn.Record.load(tmp_path / "game.json").options["match"] == match


def test_a_choice_may_be_written_as_notation(cli: Cli, types: Types, tmp_path: Path) -> None:
    types("  Bid   2 ")
    cli(*TOWERS, "--seats", "me,me", "--options", "start=0", "--save", tmp_path / "game.json")
    assert [move.choice for move in cairn.Record.load(tmp_path / "game.json").moves] == ["bid 2"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("pass", "The start player cannot pass. Bid 0 instead. [FT-7]"),
        ("99", "Choose a number from 1 to "),
        ("build a house", "'build a house' is not an answer to this question"),
        ("", "Type the number of a choice, or help for a list of commands."),
    ],
)
def test_bad_input_is_refused_with_the_reason(cli: Cli, types: Types, tmp_path: Path, typed: str, reason: str) -> None:
    types(typed)
    _, text, _ = cli(*TOWERS, "--options", "start=0", "--save", tmp_path / "game.json")
    assert reason in text
    assert cairn.Record.load(tmp_path / "game.json").moves == []


def test_undo_takes_back_the_last_choice_of_a_person(cli: Cli, types: Types, tmp_path: Path) -> None:
    types("bid 1", "undo", "log")
    _, text, _ = cli(*TOWERS, "--seats", "me,me", "--options", "start=0", "--save", tmp_path / "game.json")
    assert "Undone: bid 1." in text
    assert cairn.Record.load(tmp_path / "game.json").moves == []
    assert text.count("Player 1 bids 1.") == 1


def test_restart_takes_back_the_turn(cli: Cli, types: Types, tmp_path: Path) -> None:
    types("bid 1", "restart", "bid 0")
    _, text, _ = cli(*TOWERS, "--seats", "me,me", "--options", "start=0", "--save", tmp_path / "game.json")
    assert "Undone: bid 1." in text
    assert [move.choice for move in cairn.Record.load(tmp_path / "game.json").moves] == ["bid 0"]


def test_undo_is_refused_once_a_bot_has_answered(cli: Cli, types: Types) -> None:
    types("bid 0", "undo")
    _, text, _ = cli(*TOWERS, "--seats", "me,hiker", "--options", "start=0")
    assert "Cannot undo: another player has moved since." in text


def test_undo_before_any_choice_is_refused(cli: Cli, types: Types) -> None:
    types("undo")
    assert "Cannot undo: there is nothing to undo." in cli(*TOWERS, "--options", "start=0")[1]


def test_help_shows_the_commands_and_the_rules_of_the_question(cli: Cli, types: Types, toy_hands: cairn.Game) -> None:
    types("help")
    _, text, _ = cli("play", "toy-hands", "--seats", "me,random")
    assert "undo your last choice" in text
    assert "TH-1 Each seat says high or low, twice." in text
    assert "TH-10" not in text


def test_rules_log_and_scores_can_be_asked_for(cli: Cli, types: Types, toy_hands: cairn.Game) -> None:
    types("say high", "rules TH-10", "rules TH-99", "rules", "log", "scores")
    _, text, _ = cli("play", "toy-hands", "--seats", "me,random")
    assert "Most points win." in text
    assert "Toy Hands has no rule 'TH-99'" in text
    assert "Type rules and one of: TH-1, TH-2, TH-10" in text
    assert "   1  Player says high." in text
    assert "in hand" in text


def test_a_saved_game_goes_on_as_if_it_had_never_been_left(cli: Cli, types: Types, tmp_path: Path) -> None:
    whole, parts, resumed = (tmp_path / f"{name}.json" for name in ("whole", "parts", "resumed"))
    types(*["1"] * 500)
    cli(*TOWERS, "--save", whole)
    types("1", "1", f"save {parts}", "quit")
    code, text, _ = cli(*TOWERS)
    assert code == 0
    assert f"Continue with: cairn play --load {parts}" in text
    types(*["1"] * 500)
    cli("play", "--load", parts, "--seed", "5", "--save", resumed)
    assert resumed.read_text() == whole.read_text()


def test_quit_offers_to_save(cli: Cli, types: Types, tmp_path: Path) -> None:
    types("quit", str(tmp_path / "game.json"))
    cli(*TOWERS)
    assert cairn.Record.load(tmp_path / "game.json").moves is not None
    types("quit", "")
    assert "The game was not saved." in cli(*TOWERS)[1]


def test_another_file_is_never_overwritten(cli: Cli, types: Types, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ben")
    types(f"save {other}", "save")
    _, text, _ = cli(*TOWERS)
    assert "exists already" in text
    assert "Name a file: save FILE" in text
    code, _, complaint = cli(*TOWERS, "--save", other)
    assert code == 2
    assert "exists already" in complaint
    assert other.read_text() == "Dear Ben"


def test_a_place_that_cannot_be_written_is_said_and_the_game_goes_on(cli: Cli, types: Types, tmp_path: Path) -> None:
    types(f"save {tmp_path / 'no' / 'folder.json'}", "scores")
    _, text, _ = cli(*TOWERS)
    assert "Cannot save to" in text
    assert "main tower" in text


def test_a_saved_game_is_loaded_as_the_game_it_is(cli: Cli, finished: Path) -> None:
    code, _, complaint = cli("play", "solstis", "--load", finished)
    assert code == 2
    assert "is a game of five-towers, not of solstis" in complaint
    assert cli("play", "--load", finished, "--seats", "me,me")[0] == 2


def test_without_a_game_there_is_a_chooser(cli: Cli, types: Types) -> None:
    types("7", "1", "", "quit", "")
    code, text, _ = cli("play", "--seed", "1")
    assert code == 0
    assert "5 Towers" in text
    assert "Hiker 2" in text


def test_people_with_secrets_hand_over_the_keyboard(
    cli: Cli, types: Types, toy_hands: cairn.Game, cleared: list[str]
) -> None:
    types("say high", "", "say low")
    _, text, _ = cli("play", "toy-hands", "--seats", "me=Ada,me=Ben")
    assert "Ben is next. Hand over the keyboard and press Enter." in text
    assert len(cleared) >= 2


def test_people_without_secrets_do_not(cli: Cli, types: Types, cleared: list[str]) -> None:
    types("bid 1", "pass")
    cli(*TOWERS, "--seats", "me,me", "--options", "start=0")
    assert cleared == []


def test_nobody_is_told_what_another_seat_alone_knows(
    cli: Cli, types: Types, toy_hands: cairn.Game, cleared: list[str]
) -> None:
    types("say high", "", "log")
    _, text, _ = cli("play", "toy-hands", "--seats", "me=Ada,me=Ben", "--seed", "3")
    for_ben = text[text.index("Hand over") :]
    assert "Ada says high." in for_ben
    assert "Ada ponders." in for_ben
    assert "Ada thinks of" not in for_ben


def test_the_position_can_be_read_as_plain_text(cli: Cli, types: Types, tmp_path: Path) -> None:
    types("text")
    _, text, _ = cli(*TOWERS, "--seats", "me,hiker", "--options", "start=0", "--save", tmp_path / "game.json")
    assert cairn.Record.load(tmp_path / "game.json").state.text(0) in text


def test_scores_show_only_what_the_viewer_can_know(cli: Cli, types: Types, toy_hands: cairn.Game) -> None:
    types("scores")
    _, text, _ = cli("play", "toy-hands", "--seats", "me=Ada,random")
    in_hand = next(line for line in text.splitlines() if "in hand" in line).split()
    assert in_hand[2].isdecimal()
    assert in_hand[3] == "?"


def test_a_game_without_a_drawing_shows_its_zones(cli: Cli, types: Types, toy_hands: cairn.Game) -> None:
    types()
    _, text, _ = cli("play", "toy-hands", "--seats", "me=Ada,random")
    assert "hands: " in text
    assert "of seat 0: 0" in text
