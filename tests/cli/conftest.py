from __future__ import annotations

import builtins
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

import cairn
from cairn.cli.app import run
from cairn.core import registry
from cairn.lab.playing import Task
from cairn.lab.pool import play_all
from tests.processes import spawn

Cli = Callable[..., tuple[int, str, str]]
Types = Callable[..., None]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command line in this process: exit code, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "120")

    def call(*args: object) -> tuple[int, str, str]:
        code = run([str(arg) for arg in args])
        text, complaint = capsys.readouterr()
        return code, text, complaint

    return call


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Types:
    """Lines that a person types; after the last one the keyboard is gone."""

    def typed(*lines: str) -> None:
        rest = iter(lines)

        def read(prompt: object = "") -> str:
            for line in rest:
                return line
            raise EOFError

        monkeypatch.setattr(builtins, "input", read)

    return typed


@pytest.fixture
def cleared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one whenever the screen is emptied."""
    times: list[str] = []
    monkeypatch.setattr(Console, "clear", lambda self, home=True: times.append("cleared"))
    return times


@pytest.fixture
def toy_hands() -> Iterator[cairn.Game]:
    cairn.register("toy-hands", "tests.cli.toy_hands")
    yield cairn.game("toy-hands")
    registry._modules.pop("toy-hands")
    registry._games.pop("toy-hands")


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a finished game of 5 Towers between two hikers."""
    path = tmp_path / "finished.json"
    played = next(play_all([Task((), "five-towers", ("hiker", "hiker"), 0, 0, {}, True)], 1))
    path.write_text(played.record)
    return path


def start(*args: object, **env: str) -> subprocess.Popen[str]:
    """The command as a process, as a shell would start it."""
    return spawn(
        [sys.executable, "-m", "cairn", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "120", **env},
    )
