"""`cairn match` as people and programs use it; what it counts is tested in tests/lab."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cairn
from tests.cli.conftest import Cli, start
from tests.cli.test_process import interrupt
from tests.lab.toy_bots import seated
from tests.processes import TIMEOUT, is_alive, spawn, wait_for

COMMAND = ("match", "five-towers", "--bots", "hiker,random", "--seed", "3")
RESULT = {
    "bot": str,
    "seats_taken": int,
    "win_share": float,
    "low": float,
    "high": float,
    "score": float,
    "margin": float,
    "decisions": float,
    "win_share_by_seat": list,
    "faults": int,
}
DOCUMENT = {
    "game": str,
    "rules_version": str,
    "cairn": str,
    "build": str,
    "sources": str,
    "options": dict,
    "bots": list,
    "seats": int,
    "games": int,
    "seed": int,
    "games_asked": int,
    "games_played": int,
    "decisions_per_game": float,
    "standings": list,
    "pairings": list,
    "timing": dict,
}


def shape(data: dict[str, Any]) -> dict[str, type]:
    return {name: type(value) for name, value in data.items()}


def results(text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text)
    assert data.pop("timing")
    return data


def test_json_has_the_documented_shape(cli: Cli) -> None:
    code, text, complaint = cli(*COMMAND, "--games", "4", "--json")
    data = json.loads(text)
    assert (code, complaint) == (0, "")
    assert shape(data) == DOCUMENT
    pairing = data["pairings"][0]
    assert shape(pairing) == {
        "bots": list,
        "games": int,
        "deals": int,
        "seat_orders": int,
        "results": list,
        "seats": list,
    }
    assert shape(pairing["results"][0]) == RESULT
    assert shape(data["standings"][0]) == {**RESULT, "rating": dict}
    assert shape(data["standings"][0]["rating"]) == {"mu": float, "sigma": float, "ordinal": float}
    assert shape(data["timing"]) == {"seconds_per_game": float, "bots": dict}
    assert shape(data["timing"]["bots"]["hiker"]) == {"seconds_per_game": float, "seconds_per_decision": float}


def test_the_tables_show_shares_intervals_seats_and_ratings(cli: Cli) -> None:
    _, text, _ = cli("match", "the-peak", "--bots", "hiker,random", "--games", "4")
    for part in (
        "The Peak: hiker - random, 4 games",
        "95 %",
        "on seat 0",
        "on seat 1",
        "2 deals, each in 2 seat",
        "rating",
    ):
        assert part in text


def test_one_among_three_at_four_seats(cli: Cli) -> None:
    _, text, _ = cli(
        "match", "five-towers", "--bots", "hiker,random,random,random", "--seats", "4", "--games", "4", "--json"
    )
    data = json.loads(text)
    assert [pairing["seat_orders"] for pairing in data["pairings"]] == [4]
    assert [result["seats_taken"] for result in data["standings"]] == [4, 12]


def test_options_reach_the_games_and_records_verify(cli: Cli, tmp_path: Path) -> None:
    cli(*COMMAND, "--games", "4", "--options", "start=1", "--out", tmp_path / "run")
    files = sorted((tmp_path / "run" / "records").iterdir())
    assert all(cairn.Record.load(path).moves[0].seat == 1 for path in files)
    assert cli("verify", *files)[0] == 0
    assert len(files) == 4


def test_a_failing_bot_is_named_once_on_standard_error(cli: Cli) -> None:
    with seated():
        code, text, complaint = cli("match", "toy-hands", "--bots", "crash,low", "--games", "4", "--json")
    assert code == 0
    assert json.loads(text)["standings"][0]["faults"] == 8
    assert complaint.startswith(
        "cairn: crash lost a decision of toy-hands to a stand-in: it raised ValueError('boom') in toy_bots.py, line "
    )
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["chess", "--bots", "hiker,random"], "there is no game 'chess'"),
        (["five-towers", "--bots", "hiker,yeti"], "there is no bot 'yeti'; there are: random, hiker"),
        (["five-towers"], "Missing option '--bots'"),
        (
            ["five-towers", "--bots", "hiker,random", "--games", "0"],
            "Invalid value for '--games': Input should be greater than or equal to 1",
        ),
        (["five-towers", "--bots", "hiker,random", "--seats", "6"], "5 Towers is for 2 to 5 seats, not 6"),
        (["the-peak", "--bots", "hiker,random,hiker", "--seats", "3"], "The Peak is for 2 seats, not 3"),
        (["five-towers", "--bots", "hiker,random", "--seats", "3"], "2 bots do not fill 3 seats evenly"),
        (["five-towers", "--bots", "climber:moss=2", "--seats", "2"], "the bot 'climber' has no setting 'moss'"),
        (["five-towers", "--bots", "hiker", "--options", "snow=1"], "5 Towers has no option 'snow'"),
        (["five-towers", "--bots", "hiker,random", "--resume"], "--resume needs the folder of the run"),
    ],
)
def test_a_mistake_is_one_sentence(cli: Cli, args: list[str], complaint: str) -> None:
    code, text, sentence = cli("match", *args)
    assert (code, text) == (2, "")
    assert complaint in sentence
    assert sentence.count("\n") == 1


def test_resuming_with_other_arguments_names_the_difference(cli: Cli, tmp_path: Path) -> None:
    cli(*COMMAND, "--games", "2", "--out", tmp_path)
    code, _, sentence = cli(*COMMAND, "--games", "2", "--out", tmp_path, "--resume", "--options", "start=1")
    assert code == 2
    assert 'games.jsonl was started with options {"start": "random"}, not {"start": 1}' in sentence


def lines(folder: Path) -> int:
    journal = folder / "games.jsonl"
    return len(journal.read_bytes().splitlines()) if journal.exists() else 0


def test_a_run_that_is_killed_again_and_again_ends_as_if_it_never_was(tmp_path: Path) -> None:
    command = (*COMMAND, "--games", 120, "--json", "--jobs", 2)
    whole = start(*command).communicate(timeout=120)[0]
    folder = tmp_path / "run"
    for stop in (2, 25, 60):
        process = start(*command, "--out", folder, "--resume")
        wait_for(lambda stop=stop: lines(folder) >= stop)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=TIMEOUT)
        wait_for(lambda group=process.pid: not is_alive(group))
    assert 60 <= lines(folder) < 121
    text, complaint = start(*command, "--out", folder, "--resume").communicate(timeout=120)
    assert complaint == ""
    assert results(text) == results(whole)
    assert sorted(path.suffix for path in (folder / "records").iterdir()) == [".json"] * 120


def test_a_terminal_sees_how_far_it_is_and_the_document_stays_clean() -> None:
    ours, theirs = pty.openpty()
    process = spawn(
        [sys.executable, "-m", "cairn", *COMMAND, "--games", "40", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "24"},
    )
    os.close(theirs)
    screen = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody writes to it any more
        while part := os.read(ours, 65536):
            screen += part
    os.close(ours)
    text, _ = process.communicate(timeout=TIMEOUT)
    assert json.loads(text)["games_played"] == 40
    assert b"/40" in screen
    assert b"left:" in screen


def test_ctrl_c_reports_what_was_played_and_how_to_go_on(tmp_path: Path) -> None:
    process = start(*COMMAND, "--games", 100_000, "--json", "--jobs", 2, "--out", tmp_path)
    wait_for(lambda: lines(tmp_path) >= 5)
    text, complaint = interrupt(process)
    data = json.loads(text)
    assert data["games_played"] == lines(tmp_path) - 1 >= 4
    assert (
        f"interrupted after {data['games_played']} of 100000 games; continue with --resume --out {tmp_path}"
        in complaint
    )
