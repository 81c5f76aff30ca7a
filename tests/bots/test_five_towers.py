"""What hiker holds to be plainly wasted in 5 Towers, shown on small positions."""

from __future__ import annotations

from typing import Any

import cairn
from cairn.bots.judge import judge_of

TOWERS = cairn.game("five-towers")
JUDGE = judge_of(TOWERS)


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


def sensible_in(state: cairn.State) -> list[str]:
    return [state.notation(choice) for choice in JUDGE.sensible(state)]


def test_it_does_not_open_with_0_when_it_can_build_for_free() -> None:
    assert sensible_in(position("bid", "sand-4 sand-7")) == ["bid 1", "bid 2"]


def test_it_opens_with_0_when_every_build_costs_more_than_it_gains() -> None:
    assert sensible_in(position("bid", "sand-12", {"sand": [15, 5]})) == ["bid 0"]


def test_a_teardown_that_pays_for_itself_may_be_bid_for() -> None:
    dear = position("bid", "sand-12 sand-11 sand-10", {"sand": [15, 5]})
    assert sensible_in(dear) == ["bid 0", "bid 2", "bid 3"]


def test_each_further_teardown_must_gain_more() -> None:
    dear = position("bid", "sand-12 sand-11 sand-10", {"sand": [15, 5]}, torn="tree-1 tree-2 tree-3")
    assert sensible_in(dear) == ["bid 0", "bid 3"]


def test_it_takes_cards_that_keep_the_build_free() -> None:
    state = position("take", "sand-12 sand-4 tree-3", {"sand": [15, 5]}, bid=2)
    assert set(sensible_in(state)) == {"take sand-4", "take tree-3"}


def test_it_keeps_its_towers_when_it_may() -> None:
    assert sensible_in(position("teardown", "", {"sand": [15, 5]}, hand="sand-4", bid=1)) == ["keep"]


def test_it_builds_so_that_the_highest_card_ends_on_top() -> None:
    state = position("build", "", {"sand": [7]}, hand="sand-3 sand-9", bid=2)
    assert sensible_in(state) == ["build sand-3"]


def test_an_8_on_top_is_better_still() -> None:
    state = position("build", "", {"sand": [15]}, hand="sand-8 sand-3 sand-9", bid=3)
    assert sensible_in(state) == ["build sand-3"]
