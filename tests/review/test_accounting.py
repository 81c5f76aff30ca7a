"""What a review says adds up, in every game with every number of seats."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import cairn
from cairn.review import accounting, review
from cairn.review.accounting import GRAIN, NotOver, Step, accuracy, effects, grains, moved
from cairn.review.judging import Verdict
from tests.review.conftest import played

PARTS = ("luck", "own", "others")
TABLES = [(slug, seats) for slug in cairn.slugs() for seats in cairn.game(slug).seats]


class Careless:
    """Finds fault with every third choice, so that there is something to add up without any search."""

    def __init__(self, game: cairn.Game, iterations: int) -> None:
        self.asked = 0

    def verdict(self, state: cairn.State, choice: int, dice: cairn.Dice) -> Verdict:
        self.asked += 1
        loss = 0.0 if self.asked % 3 or state.setup.seats == 1 else 0.01 * (self.asked % 20)
        return Verdict(2, 0.5, "", loss, 0.0)


def sums_up(account: dict[str, float]) -> bool:
    return abs(account["start"] + sum(account[part] for part in PARTS) - account["result"]) < 1e-9


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_start_luck_own_and_others_make_the_result_at_every_step(
    slug: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounting, "Judge", Careless)
    record = played(slug, ("hiker",) * seats)
    data = review(record, 2).data()
    steps = data["steps"]
    assert len(steps) == len(record.moves) + 1
    for step in steps:
        assert all(sums_up(account) for account in step["seats"])
        assert abs(sum(account["result"] for account in step["seats"]) - 1.0) < 1e-9
    for before, after in pairwise(steps):
        assert [one["result"] for one in before["seats"]] == [one["start"] for one in after["seats"]]
    for seat, account in enumerate(data["seats"]):
        assert sums_up(account)
        assert account["start"] == steps[0]["seats"][seat]["start"]
        assert account["result"] == record.state.result()[seat]
        for part in PARTS:
            assert abs(account[part] - sum(step["seats"][seat][part] for step in steps)) < 1e-9
    assert any(account["own"] < 0 for account in data["seats"]) == (seats > 1)


def test_it_adds_up_with_the_real_judge_too_and_is_the_same_every_time() -> None:
    record = played("solstis", ("climber", "hiker"))
    data = review(record, 12).data()
    assert data == review(record, 12).data()
    assert all(sums_up(account) for step in data["steps"] for account in step["seats"])
    assert {step["mark"] for step in data["steps"]} > {""}


def test_a_step_without_chance_inside_a_turn_brings_no_luck() -> None:
    record = played("solstis", ("climber", "hiker"))
    states = list(record.replay())
    quiet = [
        step
        for step in review(record, 12).steps[1:]
        if not step.fell and states[step.number].seat >= 0 and step.turn == states[step.number].turn_number
    ]
    assert quiet
    unhurt = [step for step in quiet if min(account.result for account in step.accounts) > 0]
    assert {account.luck for step in unhurt for account in step.accounts} == {0}


def test_a_mistake_is_the_movers_own_and_the_doing_of_others_to_everybody_else() -> None:
    assert effects([300_000, 500_000, 200_000], 1, 0.1) == [60_000, -100_000, 40_000]
    assert effects([0, GRAIN, 0], 1, 0.1) == [50_000, -100_000, 50_000]
    assert effects([400_000, 600_000], 0, 0.0) == [0, 0]


def test_nobody_is_left_with_less_than_nothing() -> None:
    assert moved([50_000, 950_000], [-80_000, 80_000]) == [0, GRAIN]
    assert sum(moved([50_000, 50_000, 900_000], [-80_000, 30_000, 50_000])) == GRAIN


def test_chances_are_counted_in_parts_that_add_up() -> None:
    assert sum(grains([1 / 3, 1 / 3, 1 / 3])) == GRAIN
    assert sum(grains([0.1234567, 0.8765433])) == GRAIN


@pytest.mark.parametrize(
    ("loss", "mark"),
    [(0.0, ""), (0.049, ""), (0.05, "inaccuracy"), (0.1, "mistake"), (0.15, "blunder"), (0.7, "blunder")],
)
def test_what_a_loss_is_called(loss: float, mark: str) -> None:
    assert Step(1, 0, "pass", "Pass", 1, False, [], [], Verdict(2, 0.5, "bid 1", loss, 0.01)).mark == mark


def test_accuracy_is_100_without_a_loss_and_falls_with_each() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100.0
    assert accuracy([0.0, 0.05]) == 90.1
    assert accuracy([0.2]) == 41.5


def test_only_finished_games_are_reviewed() -> None:
    record = cairn.Record.new(cairn.game("five-towers"), ["a", "b"], cairn.Dice(1))
    with pytest.raises(NotOver, match="only finished games"):
        review(record, 2)


def test_the_moments_are_the_five_heaviest_steps_in_their_order() -> None:
    found = review(played("solstis", ("climber", "hiker")), 12)
    moments = found.moments()
    assert len(moments) == 5
    assert [step.number for step in moments] == sorted(step.number for step in moments)
    rest: list[Any] = [step.weight for step in found.steps if step not in moments]
    assert min(step.weight for step in moments) >= max(rest)
