"""What `calibration.toml` may say, and how it changes win chances."""

from __future__ import annotations

from typing import Any

import pytest

import cairn
from cairn.core.calibration import Calibration, calibration
from cairn.core.contract import Game
from cairn.core.evaluator import evaluator_of
from cairn.core.registry import bundled


def read(**data: Any) -> Calibration:
    return Calibration(data, "calibration.toml")


def entry(**changes: Any) -> dict[str, Any]:
    return {"seats": {"2": {"spreads": [2.0, 10.0], "slopes": [1.0, 0.5]} | changes}}


def test_a_game_without_the_file_keeps_its_win_chances() -> None:
    assert calibration(Game(range(2, 3), {})).slope(2, 5.0) == 1.0


def test_a_number_of_seats_without_an_entry_keeps_its_win_chances() -> None:
    assert read(**entry()).slope(3, 5.0) == 1.0


@pytest.mark.parametrize(("spread", "slope"), [(0.0, 1.0), (2.0, 1.0), (6.0, 0.75), (10.0, 0.5), (99.0, 0.5)])
def test_the_slope_runs_straight_between_two_spreads_and_stays_beyond(spread: float, slope: float) -> None:
    assert read(**entry()).slope(2, spread) == slope


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"slopes": {}}, "slopes: is not a field here"),
        ({"seats": {"two": {}}}, "seats.two: should be a number of seats"),
        (entry(slopes=[1.0]), "seats.2.slopes: should be as many as there are spreads, at least one, not 1"),
        (entry(spreads=[], slopes=[]), "seats.2.slopes: should be as many"),
        (entry(spreads=[3.0, 3.0]), "seats.2.spreads: should rise"),
        (entry(slopes=[1.0, -0.5]), r"seats.2.slopes\[1\]: should be a number from 0.05 to 20.0, not -0.5"),
        (entry(bend=1), "seats.2.bend: is not a field here"),
    ],
)
def test_what_cannot_be_is_refused_by_its_place(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(cairn.BadContent, match=f"calibration.toml: {complaint}"):
        read(**data)


@pytest.mark.parametrize("slug", bundled())
def test_a_smaller_slope_draws_chances_together_and_keeps_their_order(slug: str) -> None:
    game = cairn.game(slug)
    dice = cairn.Dice(3)
    state = game.start(game.seats[-1], dice)
    for _ in range(25):
        state.choose(state.offered[dice.pick(len(state.offered))], dice)
    evaluator = evaluator_of(game)
    seats = str(game.seats[-1])
    evaluator.calibration = read(seats={seats: {"spreads": [1.0], "slopes": [1.0]}})
    plain = evaluator.shares(state)
    evaluator.calibration = read(seats={seats: {"spreads": [1.0], "slopes": [0.5]}})
    drawn = evaluator.shares(state)
    assert abs(sum(drawn) - 1.0) < 1e-9
    assert max(drawn) - min(drawn) < max(plain) - min(plain)
    assert sorted(range(len(plain)), key=plain.__getitem__) == sorted(range(len(drawn)), key=drawn.__getitem__)


@pytest.mark.parametrize("slug", bundled())
def test_our_tables_were_never_worse_on_games_they_had_not_seen(slug: str) -> None:
    from cairn.core.content import read_toml

    for figures in (
        part["figures"] for part in read_toml(cairn.game(slug).package, "calibration.toml").get("seats", {}).values()
    ):
        assert figures["log_loss_after"] <= figures["log_loss_before"]
        assert figures["brier_after"] <= figures["brier_before"] < figures["brier_constant"]
