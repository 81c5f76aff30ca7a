"""Games are played and looked at, win chances fitted to them, and the figures say what came out."""

from __future__ import annotations

import json
import tomllib
from contextlib import closing
from math import exp
from pathlib import Path

import pytest

import cairn
from cairn.cli.app import run
from cairn.core.calibration import Calibration as Table
from cairn.lab.calibrating import Calibration, Sample, options_of
from cairn.lab.fitting import as_it_is, fit, fit_of, fitted, truth_of


def made_up(games: int, true_slope: float, seed: int = 1) -> list[Sample]:
    """Games of two seats whose leads are worth `true_slope` times what they look like."""
    dice = cairn.Dice(seed)
    samples = []
    for game in range(games):
        lead = (dice.pick(2001) - 1000) / 100
        spread = 2.0 + dice.pick(100) / 10
        chance = 1.0 / (1.0 + exp(-true_slope * lead / spread))
        won = dice.pick(1_000_000) < chance * 1_000_000
        samples.append(Sample(game, 0.5, spread, (lead, 0.0), (1.0, 0.0) if won else (0.0, 1.0)))
    return samples


@pytest.mark.parametrize("slope", [0.4, 1.0, 2.0])
def test_the_fit_finds_the_slope_that_games_were_made_with(slope: float) -> None:
    found = fit(made_up(2000, slope), [3.0, 6.0, 9.0, 11.0])
    assert abs(sum(found.slopes) / len(found.slopes) - slope) < 0.15 * slope


def test_a_fit_is_as_true_as_the_law_behind_it() -> None:
    found = fit_of(2, made_up(3000, 0.5))
    assert found.slopes is not None
    assert found.before.worst > 0.08
    assert found.after.worst < 0.06
    assert found.after.log_loss < found.before.log_loss
    assert found.after.brier < found.before.brier < found.constant


def test_where_the_evaluator_is_true_already_or_games_are_few_it_may_stay_as_it_is_but_never_gets_worse() -> None:
    for games in (10, 40, 160, 640):
        found = fit_of(2, made_up(games, 1.0, seed=games))
        assert found.after.log_loss <= found.before.log_loss
        assert found.after.brier <= found.before.brier
        if found.slopes is None:
            assert found.after == found.before


def test_a_game_counts_once_however_many_of_its_positions_are_looked_at() -> None:
    samples = made_up(300, 0.5)
    assert fit(samples * 4, [3.0, 9.0]).slopes == pytest.approx(fit(samples, [3.0, 9.0]).slopes, abs=1e-3)
    single, repeated = truth_of(samples, as_it_is), truth_of(samples * 4, as_it_is)
    assert [tenth.doubt for tenth in repeated.tenths] == pytest.approx([tenth.doubt for tenth in single.tenths])


def test_games_are_kept_and_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def tell(run: Calibration) -> list[Sample]:
        run.play([2, 3], 2)
        return [*run.samples(2), *run.samples(3)]

    with closing(Calibration("five-towers", "hiker", 4, tmp_path / "whole")) as calibration:
        whole = tell(calibration)
    journal = tmp_path / "whole" / "games.jsonl"
    (tmp_path / "part").mkdir()
    lines = journal.read_text().splitlines(keepends=True)
    (tmp_path / "part" / "games.jsonl").write_text("".join(lines[:2]))
    with closing(Calibration("five-towers", "hiker", 4, tmp_path / "part")) as calibration:
        assert tell(calibration) == whole
    assert {len(sample.points) for sample in whole} == {2, 3}


def test_games_are_played_with_the_options_with_which_strength_shows_too() -> None:
    assert options_of(cairn.game("five-towers")) == [{}]
    assert options_of(cairn.game("the-peak")) == [{}, {"edition": "final"}]


def test_the_command_writes_a_table_that_bots_can_read_and_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, page = tmp_path / "calibration.toml", tmp_path / "page.html"
    args = ["calibrate", "solstis", "--bot", "hiker", "--games", "12", "--runs", str(tmp_path / "runs")]
    assert run([*args, "--out", str(table), "--page", str(page), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seats"]["2"]["games"] == 12
    made = tomllib.loads(table.read_text())
    assert made["made"]["bot"] == "hiker"
    assert Table(made, "calibration.toml").slope(2, 5.0) > 0
    assert "Reliability" in page.read_text()
    assert run([*args, "--fit", "--check", "--page", str(page)]) == 0
    assert "12" in capsys.readouterr().out


def test_the_command_refuses_seats_the_game_does_not_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "five-towers", "--seats", "2,9"]) == 2
    assert "--seats takes numbers from 2 to 5, not '9'" in capsys.readouterr().err


def test_fitted_shares_keep_the_order_of_the_seats() -> None:
    samples = made_up(200, 0.5)
    predict = fitted(fit(samples, [3.0, 9.0]))
    assert all((predict(one)[0] > 0.5) == (one.points[0] > 0) for one in samples if one.points[0])
