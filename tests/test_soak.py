"""Long sweeps tell what they play, how far they are and what they found."""

from __future__ import annotations

import io

import pytest

import cairn
from cairn.core import registry
from cairn.core.evaluator import Evaluator
from cairn.testing import long_random, soak
from cairn.testing.case import Case, KitFailure
from cairn.testing.long_random import LONG_RANDOM
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
    assert soak.soak(soak.kit, ["pebbles"], 1, 7, 1, told) == 0
    first, *_, last = told.getvalue().strip().splitlines()
    tables = len(list(soak.tasks(["pebbles"], 1, 7)))
    assert first == f"kit: {tables} tables of pebbles; seeds 7 to 7"
    assert last.startswith(f"{tables} of {tables} tables, 0 failures, ")


@pytest.mark.usefixtures("pebbles")
def test_what_is_found_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._games, "pebbles", BROKEN["SharesAFlag"]())
    told = io.StringIO()
    assert soak.soak(soak.kit, ["pebbles"], 1, 7, 1, told) > 0
    assert "FAILED clone: pebbles, 2 seats, default options, seed 7, step " in told.getvalue()


@pytest.mark.usefixtures("pebbles")
def test_quick_games_come_before_the_kit(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["pebbles", "--random", "30", "--games", "1", "--seed", "7", "--jobs", "1"]) == 0
    told = [line.split(":")[0] for line in capsys.readouterr().out.splitlines() if "; seeds" in line]
    assert told == ["long_random", "kit"]


def test_whole_games_of_a_sound_game_end_well() -> None:
    for check in LONG_RANDOM.values():
        for seed in range(50):
            check(Case(Pebbles(), 3, {}, seed))


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ("OffersNothing", "seat . is asked but nothing can be chosen"),
        ("PromisesTooMuch", "still running after 12 choices, its own bound"),
        ("AddsWrongly", "but its lines are"),
        ("GivesEverybodyTheWin", "the shares sum to 3.0, not 1"),
    ],
)
@pytest.mark.parametrize("bot", LONG_RANDOM)
def test_whole_games_show_what_is_wrong(bot: str, broken: str, problem: str) -> None:
    with pytest.raises(KitFailure, match=f"{bot}: pebbles, 3 seats, default options, seed 7, step .*{problem}"):
        LONG_RANDOM[bot](Case(BROKEN[broken](), 3, {}, 7))


def test_a_pruner_that_leaves_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pruned(Evaluator):
        def prune(self, state: cairn.State) -> list[int]:
            return [] if len(state.offered) > 2 else state.offered

    monkeypatch.setattr(long_random, "evaluator_of", lambda game: Pruned())
    with pytest.raises(KitFailure, match="everything is pruned"):
        LONG_RANDOM["hiker"](Case(Pebbles(), 3, {}, 7))


def test_games_are_registered_ones() -> None:
    with pytest.raises(cairn.UnknownGame):
        soak.main(["chess", "--games", "1"])
