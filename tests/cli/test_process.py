"""The command as a real process: what is on its streams, its exit code, and what Ctrl-C leaves behind."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cairn
from tests.cli.conftest import start
from tests.processes import TIMEOUT, spawn, wait_for

SIMULATE = ("simulate", "five-towers", "--seats", "4", "--seed", "1", "--json")


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    os.killpg(process.pid, signal.SIGINT)
    text, complaint = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert "Traceback" not in complaint
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    return text, complaint


def test_json_is_one_document_the_same_on_both_builds() -> None:
    either = start(*SIMULATE, "--games", 8, "--bots", "hiker,random,hiker,random")
    plain = start(*SIMULATE, "--games", 8, "--bots", "hiker,random,hiker,random", CAIRN_PURE="1")
    text, complaint = either.communicate(timeout=TIMEOUT)
    assert complaint == ""
    assert json.loads(text)["games"] == 8
    assert text == plain.communicate(timeout=TIMEOUT)[0]


def test_a_mistake_leaves_standard_output_empty() -> None:
    process = start("simulate", "chess", "--json")
    text, complaint = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, text) == (2, "")
    assert complaint.count("\n") == 1


def test_without_typer_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['typer'] = None; from cairn.cli import main; main()"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert process.returncode == 2
    assert "cairn-tabletop[cli]" in process.stderr
    assert process.stderr.count("\n") == 1


def test_ctrl_c_ends_a_simulation_with_a_report_and_whole_files(tmp_path: Path) -> None:
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        process = start(*SIMULATE, "--games", 100_000, "--jobs", jobs, "--out", folder)
        wait_for(lambda folder=folder: folder.exists() and len(list(folder.glob("*.json"))) >= 3)
        text, complaint = interrupt(process)
        report = json.loads(text)
        assert f"interrupted after {report['games']} of 100000 games" in complaint
        assert report["games"] <= len(list(folder.iterdir())) < 100_000
        assert not list(folder.glob("*.part"))
        cairn.Record.load(max(folder.iterdir()))


def test_ctrl_c_ends_a_game_and_says_how_to_resume(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    process = start("play", "five-towers", "--seats", "me,me", "--seed", 1, "--save", saved)
    assert process.stdin is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    wait_for(lambda: saved.exists() and len(cairn.Record.load(saved).moves) == 1)
    text, _ = interrupt(process)
    assert f"cairn play --load {saved}" in text
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_the_end_of_input_leaves_a_game_quietly() -> None:
    process = start("play", "five-towers", "--seed", 1)
    text, complaint = process.communicate("1\n", timeout=TIMEOUT)
    assert (process.returncode, complaint) == (0, "")
    assert text.endswith("The game was not saved.\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    with start("games") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


def test_a_whole_game_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    saved = tmp_path / "game.json"
    process = spawn(
        [sys.executable, "-m", "cairn", "play", "five-towers", "--seats", "me,hiker", "--seed", "2", "--save", saved],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        close_fds=True,
    )
    os.close(theirs)
    screen = b""
    answered = 0
    while True:
        assert select.select([ours], [], [], TIMEOUT)[0], "the game has gone silent"
        try:
            screen += os.read(ours, 65536)
        except OSError:
            break
        while screen.count(b"> \x1b[0m") + screen.count(b"\x1b[1m> ") > answered:
            os.write(ours, b"1\n")
            answered += 1
    os.close(ours)
    assert process.wait(timeout=TIMEOUT) == 0
    assert b"\x1b[" in screen
    assert cairn.Record.load(saved).state.seat == -1
