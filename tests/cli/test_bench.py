"""`cairn bench`: its shape and the arithmetic behind its figures. Speeds themselves are not tested here."""

from __future__ import annotations

import json

import pytest

import cairn
from cairn.cli import bench
from tests.cli.conftest import Cli


def test_the_json_has_the_documented_shape(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    _, text, _ = cli("bench", "five-towers", "--json")
    data = json.loads(text)
    figures = data["games"]["five-towers"]
    assert set(data) == {"build", "version", "python", "calibration", "games"}
    assert set(figures) == {"playout", "driven", "clone_ns", "resample_ns", "state_bytes"}
    for speed in (figures["playout"], figures["driven"]):
        assert set(speed) == {"seats", "decisions_per_s", "games_per_s", "ratio"}
        assert speed["seats"] == 4
        assert speed["ratio"] == pytest.approx(speed["decisions_per_s"] / data["calibration"] * 1000, abs=0.01)
    assert data["build"] == cairn.build()


def test_the_table_for_people_names_the_build(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    _, text, _ = cli("bench", "five-towers", "--seats", "2")
    assert f"{cairn.build()} build" in text


def test_the_size_of_a_state_leaves_out_what_clones_share() -> None:
    game = cairn.game("five-towers")
    state = game.start(4, cairn.Dice(1))
    assert 200 < bench.state_bytes(state) < 4096


def test_driven_and_compiled_playouts_play_the_same_game() -> None:
    game = cairn.game("five-towers")
    driven = bench.driven(game.start(4, cairn.Dice(1)), cairn.Dice(2))
    assert driven == bench.playout(game.start(4, cairn.Dice(1)), cairn.Dice(2))
