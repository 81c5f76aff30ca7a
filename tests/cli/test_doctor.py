"""`cairn doctor` says what is there, and what to do about what is not."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

import cairn
from cairn.cli import doctor
from cairn.cli.app import run


def found(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    run(["doctor", "--json"])
    return {finding["name"]: finding for finding in json.loads(capsys.readouterr().out)}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.cli.bench.SECONDS", 0.01)
    monkeypatch.setattr("cairn.cli.bench.LOOP", 10_000)


def test_a_sound_installation_is_told_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CAIRN_DATABASE", f"sqlite+aiosqlite:///{tmp_path / 'new' / 'cairn.db'}")
    told = found(capsys)
    assert told["cairn"]["what"].startswith(cairn.__version__)
    assert told["games"]["what"].count(",") >= 4
    assert told["[server]"]["state"] == "ok"
    assert told["database"]["what"].endswith("will be made when a server starts")
    assert "decisions per second" in told["speed"]["what"]
    assert "broken" not in {finding["state"] for finding in told.values()}


def test_what_is_missing_comes_with_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name == "gymnasium" else object())
    monkeypatch.setattr("cairn.server.settings.built_pages", lambda: None)
    monkeypatch.setenv("CAIRN_DATABASE", f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("CAIRN_PORT", str(taken.getsockname()[1]))
        told = found(capsys)
    assert told["[envs]"] == {
        "name": "[envs]",
        "state": "note",
        "what": "PettingZoo and Gymnasium: not installed (gymnasium)",
        "advice": "pip install 'cairn-tabletop[envs]'",
    }
    assert told["pages"]["advice"] == "run `make web`, with Node 20 or newer"
    assert "another with --port" in told["port"]["advice"]


def test_a_database_that_is_away_is_broken_and_its_password_is_not_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAIRN_DATABASE", "postgresql+asyncpg://cairn:secret@127.0.0.1:1/cairn")
    assert run(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "broken" in shown
    assert "secret" not in shown
    told = found(capsys)["database"]
    assert (told["state"], told["advice"]) == ("broken", "start the database, or set CAIRN_DATABASE")
    assert "secret" not in told["what"]


def test_a_look_that_fails_is_a_finding_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[doctor.Finding]:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(doctor, "LOOKS", {"speed": fail})
    assert doctor.diagnose() == [
        doctor.Finding("speed", "broken", "ZeroDivisionError: by nought", "please report this")
    ]


def test_every_extra_that_it_knows_is_one() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(doctor.EXTRAS) <= set(project["optional-dependencies"])
