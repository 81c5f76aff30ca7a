"""What is plainly wasted in 5 Towers, and how many points each may expect, shown on small positions."""

from __future__ import annotations

from typing import Any

import cairn
from cairn.core.evaluator import evaluator_of

TOWERS = cairn.game("five-towers")
EVALUATOR = evaluator_of(TOWERS)


def position(
    kind: str, display: str, towers: dict[str, list[int]] | None = None, hand: str = "", torn: str = "", bid: int = 0
) -> cairn.State:
    """Two seats, seat 0 is asked; everything not named lies in the deck."""
    data = TOWERS.start(2, cairn.Dice(1), start=0).dump()
    zones: dict[str, Any] = data["zones"]
    built = {"candy": [], "scary": [], "tree": [], "scrap": [], "sand": []} | (towers or {})
    used = display.split() + hand.split() + torn.split() + [f"{t}-{v}" for t, values in built.items() for v in values]
    every = [f"{t}-{v}" for t in built for v in range(16)]
    zones["deck"]["pool"] = [card for card in every if card not in used]
    zones["display"] = display.split()
    zones["hand"] = hand.split()
    zones["players"][0] = {"towers": built, "torn": torn.split()}
    if kind != "bid":
        zones.update(bid=bid, bidder=0, asked=2)
    data["pending"] = [{"kind": kind, "seat": 0}]
    return TOWERS.load(data)


def kept_in(state: cairn.State) -> list[str]:
    return [state.notation(choice) for choice in EVALUATOR.prune(state)]


def test_it_does_not_open_with_0_when_it_can_build_for_free() -> None:
    assert kept_in(position("bid", "sand-4 sand-7")) == ["bid 1", "bid 2"]


def test_it_opens_with_0_when_every_build_costs_more_than_it_gains() -> None:
    assert kept_in(position("bid", "sand-12", {"sand": [15, 5]})) == ["bid 0"]


def test_a_teardown_that_pays_for_itself_may_be_bid_for() -> None:
    dear = position("bid", "sand-12 sand-11 sand-10", {"sand": [15, 5]})
    assert kept_in(dear) == ["bid 0", "bid 2", "bid 3"]


def test_each_further_teardown_must_gain_more() -> None:
    dear = position("bid", "sand-12 sand-11 sand-10", {"sand": [15, 5]}, torn="tree-1 tree-2 tree-3")
    assert kept_in(dear) == ["bid 0", "bid 3"]


def test_it_takes_cards_that_keep_the_build_free() -> None:
    state = position("take", "sand-12 sand-4 tree-3", {"sand": [15, 5]}, bid=2)
    assert set(kept_in(state)) == {"take sand-4", "take tree-3"}


def test_it_keeps_its_towers_when_it_may() -> None:
    assert kept_in(position("teardown", "", {"sand": [15, 5]}, hand="sand-4", bid=1)) == ["keep"]


def test_it_builds_so_that_the_highest_card_ends_on_top() -> None:
    state = position("build", "", {"sand": [7]}, hand="sand-3 sand-9", bid=2)
    assert kept_in(state) == ["build sand-3"]


def test_an_8_on_top_is_better_still() -> None:
    state = position("build", "", {"sand": [15]}, hand="sand-8 sand-3 sand-9", bid=3)
    assert kept_in(state) == ["build sand-3"]


def expected_points(state: cairn.State) -> list[float]:
    return EVALUATOR.expected_points(state)


def test_a_tower_with_room_above_is_hoped_for_more() -> None:
    high = position("bid", "tree-3", {"sand": [15, 14]})
    low = position("bid", "tree-3", {"sand": [15, 2]})
    assert expected_points(high)[0] > expected_points(low)[0] + 3


def test_an_8_on_top_is_hoped_for_more_than_a_7() -> None:
    assert (
        expected_points(position("bid", "tree-3", {"sand": [8]}))[0]
        > expected_points(position("bid", "tree-3", {"sand": [7]}))[0]
    )


def test_who_is_asked_last_is_expected_to_outbid() -> None:
    state = position("bid", "candy-15 scary-15 tree-15 scrap-15 sand-15")
    state.choose(state.parse("bid 2"), cairn.Dice(1))
    passed = state.clone()
    passed.choose(passed.parse("pass"), cairn.Dice(1))
    assert expected_points(state)[1] > expected_points(passed)[1] + 2
    assert expected_points(passed)[0] > expected_points(state)[0] + 1


def test_the_builder_is_expected_to_take_the_best_cards() -> None:
    good = position("take", "sand-12 tree-3 tree-2 candy-0", {"sand": [15], "candy": [14, 12, 9, 6, 4]}, bid=1)
    poor = position("take", "sand-12 tree-3 tree-2", {"sand": [15], "candy": [14, 12, 9, 6, 4]}, bid=1)
    assert expected_points(good)[0] > expected_points(poor)[0] + 3


def test_in_the_last_build_expected_points_are_points() -> None:
    data = position("teardown", "", {"sand": [15, 12]}, hand="sand-14 tree-0", bid=2).dump()
    data["zones"]["discard"] = data["zones"]["deck"]["pool"]
    data["zones"]["deck"]["pool"] = []
    data["zones"]["deck_number"] = 2
    assert expected_points(TOWERS.load(data)) == [2 + 2 + 2 - 1, 0]


def test_a_lead_is_safer_the_fewer_rounds_are_left() -> None:
    state = TOWERS.start(2, cairn.Dice(1), start=0)
    early = EVALUATOR.score_spread(state)
    while state.seat >= 0:
        late = EVALUATOR.score_spread(state)
        state.choose(state.choices()[-1], cairn.Dice(3))
    assert late < early / 2
