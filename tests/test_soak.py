"""Long sweeps tell what they play, how far they are and what they found."""

from __future__ import annotations

import io

import pytest

import cairn
from cairn.core import registry
from cairn.testing import soak
from tests.toys.broken import BROKEN
from tests.toys.pebbles import Pebbles


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._modules, "pebbles", "")
    monkeypatch.setitem(registry._games, "pebbles", Pebbles())
    monkeypatch.setattr(soak, "BOTS", ("random",))


@pytest.mark.usefixtures("pebbles")
def test_every_table_is_met_with_a_seed_before_the_next_seed() -> None:
    met = list(soak.tasks(["pebbles"], 2, 7))
    tables = [(seats, options) for _, seats, options, seed in met if seed == 7]
    assert ([seed for *_, seed in met], {seats for seats, _ in tables}) == (
        [7] * len(tables) + [8] * len(tables),
        set(Pebbles().seats),
    )


@pytest.mark.usefixtures("pebbles")
def test_a_sweep_tells_its_seeds_and_how_far_it_is() -> None:
    told = io.StringIO()
    assert soak.soak(["pebbles"], 1, 7, 1, told) == 0
    first, *_, last = told.getvalue().strip().splitlines()
    tables = len(list(soak.tasks(["pebbles"], 1, 7)))
    assert first == f"{tables} tables of pebbles; seeds 7 to 7"
    assert last.startswith(f"{tables} of {tables} tables, 0 failures, ")


@pytest.mark.usefixtures("pebbles")
def test_what_is_found_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._games, "pebbles", BROKEN["SharesAFlag"]())
    told = io.StringIO()
    assert soak.soak(["pebbles"], 1, 7, 1, told) > 0
    assert "FAILED clone: pebbles, 2 seats, default options, seed 7, step " in told.getvalue()


def test_games_are_registered_ones() -> None:
    with pytest.raises(cairn.UnknownGame):
        soak.main(["chess", "--games", "1"])
