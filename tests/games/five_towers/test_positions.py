"""Positions that cannot be are refused by the name of the field, and refused answers change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import BadPosition, Dice, IllegalChoice
from tests.games.five_towers.tables import GAME, play, position, table

MIXED = "sand-7 candy-12 scary-5 tree-9 scrap-3"
BUILT = position(MIXED, towers=["sand 6 4", "tree 12 8 13"], torn=["candy-1"])
BID = position(MIXED, seats=3, bid=2)
TAKE = position(MIXED, kind="take", bid=2)
TEARDOWN = position(hand="sand-3 tree-4", kind="teardown", towers=["sand 9"])
BUILD = position(hand="sand-8 sand-9", kind="build")
OVER = play(table("sand-7", deck="", deck_number=2), "bid 1").dump()
GOOD = {"built": BUILT, "bid": BID, "take": TAKE, "teardown": TEARDOWN, "build": BUILD, "over": OVER}


def changed(data: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The same position with one thing replaced: `zones.players.0.torn`."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    copy: dict[str, Any] = GAME.load(data).dump()
    place: Any = copy
    for step in way:
        place = place[step]
    place[last] = value
    return copy


def without(data: dict[str, Any], path: str) -> dict[str, Any]:
    *way, last = path.split(".")
    copy: dict[str, Any] = GAME.load(data).dump()
    place: Any = copy
    for step in way:
        place = place[step]
    del place[last]
    return copy


def refusal(data: object) -> str:
    with pytest.raises(BadPosition) as refusal:
        GAME.load(data)
    return refusal.value.field


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD)
def test_the_positions_that_are_spoilt_below_are_good(data: dict[str, Any]) -> None:
    assert GAME.load(GAME.load(data).dump()).dump() == GAME.load(data).dump()


@pytest.mark.parametrize("data", [None, [], "bid", 7])
def test_a_position_is_an_object(data: object) -> None:
    assert refusal(data) == "position"


@pytest.mark.parametrize(
    "path",
    [
        "game",
        "rules_version",
        "seats",
        "options",
        "turn",
        "zones",
        "pending",
        "zones.deck",
        "zones.discard",
        "zones.display",
        "zones.hand",
        "zones.start",
        "zones.bid",
        "zones.bidder",
        "zones.asked",
        "zones.deck_number",
        "zones.players",
        "zones.deck.pool",
    ],
)
def test_a_missing_field_is_named(path: str) -> None:
    assert refusal(without(BUILT, path)) == path


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("game", "solstis", "game"),
        ("rules_version", "0.1", "rules_version"),
        ("seats", 1, "seats"),
        ("seats", 6, "seats"),
        ("seats", "two", "seats"),
        ("options", {"start": 7}, "options"),
        ("options", {"starter": 0}, "options"),
        ("options", [], "options"),
        ("turn.number", -1, "turn.number"),
        ("turn.seat", -1, "turn.seat"),
        ("turn.seat", 2, "turn.seat"),
        ("surprise", 1, "surprise"),
        ("zones.surprise", 1, "zones.surprise"),
        ("zones.start", 2, "zones.start"),
        ("zones.start", True, "zones.start"),
        ("zones.deck_number", 3, "zones.deck_number"),
        ("zones.display", ["sand-16"], "zones.display[0]"),
        ("zones.display", [7], "zones.display[0]"),
        ("zones.display", "sand-7", "zones.display"),
        ("zones.display", ["sand-1", "sand-2", "sand-3", "sand-5", "sand-6", "sand-7"], "zones.display"),
        ("zones.display", ["sand-7"], "zones"),
        ("zones.discard", ["sand-7"], "zones"),
        ("zones.deck.pool", [], "zones"),
        ("zones.deck.top", ["sand-7"], "zones.deck.top_known"),
        ("zones.bid", 6, "zones.bid"),
        ("zones.bid", "three", "zones.bid"),
        ("zones.bidder", 2, "zones.bidder"),
        ("zones.asked", -1, "zones.asked"),
        ("zones.players", [], "zones.players"),
        ("zones.players.0", {}, "zones.players[0].towers"),
        ("zones.players.0.torn", ["sand"], "zones.players[0].torn[0]"),
        ("zones.players.0.towers.sand", [4, 6], "zones.players[0].towers.sand[1]"),
        ("zones.players.1.towers.tree", [12, 8, 13, 13], "zones.players[1].towers.tree[3]"),
        ("zones.players.1.towers.tree", [12, 0, 9], "zones.players[1].towers.tree[2]"),
        ("zones.players.1.towers.tree", [16], "zones.players[1].towers.tree[0]"),
        ("zones.players.1.towers.brick", [1], "zones.players[1].towers.brick"),
        ("pending.0.kind", "juggle", "pending[0].kind"),
        ("pending.0.seat", 2, "pending[0].seat"),
        ("pending", [{"kind": "bid", "seat": 0}, {"kind": "bid", "seat": 0}], "pending"),
    ],
)
def test_a_wrong_value_is_refused_by_its_field(path: str, value: object, field: str) -> None:
    assert refusal(changed(BUILT, path, value)) == field


@pytest.mark.parametrize(
    ("data", "path", "value", "field"),
    [
        (BID, "zones.bid", None, "zones.bid"),
        (BID, "zones.bidder", None, "zones.bid"),
        (BID, "zones.asked", 1, "zones.asked"),
        (BID, "pending.0.seat", 1, "zones.asked"),
        (BUILT, "zones.bid", 2, "zones.bid"),
        (TAKE, "zones.bidder", 1, "zones.bidder"),
        (TAKE, "zones.bid", None, "zones.bid"),
        (TEARDOWN, "zones.bid", 3, "zones.hand"),
        (TEARDOWN, "pending.0.kind", "bid", "zones.hand"),
        (BUILD, "zones.bid", 1, "zones.hand"),
        (BUILD, "zones.bidder", None, "zones.bidder"),
    ],
)
def test_zones_that_do_not_fit_the_question_are_refused(
    data: dict[str, Any], path: str, value: object, field: str
) -> None:
    assert refusal(changed(data, path, value)) == field


def test_an_empty_display_cannot_be_bid_for() -> None:
    assert refusal(position()) == "zones.display"


def test_a_bid_that_was_not_possible_is_refused() -> None:
    """The builder must take two cards, but only one can be built."""
    assert refusal(position("sand-7 sand-8 tree-5", towers=["sand 6 4"], kind="take", bid=2)) == "pending[0]"


@pytest.mark.parametrize("kind", ["teardown", "build"])
@pytest.mark.parametrize("hand", ["sand-7", "sand-7 tree-7", "tree-7 sand-3", "candy-3"])
def test_a_hand_that_cannot_be_built_is_refused(kind: str, hand: str) -> None:
    towers = ["sand 6 4, tree 6 4, candy 12 0"]
    assert refusal(position(hand=hand, kind=kind, towers=towers)) == "zones.hand"


def test_when_building_has_begun_no_teardown_can_save_the_hand() -> None:
    assert refusal(position(hand="sand-7", kind="build", towers=["sand 6"])) == "zones.hand"


def test_nobody_is_asked_to_bid_twice() -> None:
    assert (
        refusal({**BID, "zones": {**BID["zones"], "asked": 3}, "pending": [{"kind": "bid", "seat": 1}]})
        == "zones.asked"
    )


def test_nobody_is_asked_to_raise_a_bid_for_the_whole_display() -> None:
    assert refusal(position("sand-7 tree-3", bid=2)) == "zones.bid"


def test_a_bid_beyond_the_display_is_refused() -> None:
    assert refusal(position("sand-7 tree-3", bid=3)) == "zones.bid"


def test_a_standing_bid_that_its_bidder_cannot_carry_out_is_refused() -> None:
    """The candy tower of seat 0 has its roof, so it can build the sand alone."""
    towers = ["candy 12 0", ""]
    assert refusal(position("candy-3 candy-5 sand-7", seat=1, start=0, bid=2, towers=towers)) == "zones.bid"
    assert GAME.load(position("candy-3 candy-5 sand-7", seat=1, start=0, bid=1, towers=towers)).seat == 1


def test_a_bidder_has_been_asked() -> None:
    assert refusal(position(MIXED, seats=4, seat=1, start=0, bid=2, bidder=3)) == "zones.bidder"


def test_hand_and_display_are_never_more_than_five_cards() -> None:
    assert refusal(position(MIXED, hand="sand-1 tree-1", kind="take", bid=3)) == "zones.hand"


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"display": MIXED, "deck": "", "deck_number": 2}, "zones.display"),
        ({"hand": "sand-1", "kind": "teardown", "deck": "", "deck_number": 2}, "zones.hand"),
        ({"deck": "sand-1", "deck_number": 2}, "zones.deck"),
        ({"deck": "", "deck_number": 1}, "zones.deck_number"),
    ],
)
def test_a_game_is_not_over_while_there_are_cards_to_play(parts: dict[str, Any], field: str) -> None:
    assert refusal({**position(**parts), "pending": []}) == field


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD)
@pytest.mark.parametrize("choice", [-100, -1, 7, 9, 80, 127, 128, 10**6])
def test_a_number_that_is_no_answer_is_refused(data: dict[str, Any], choice: int) -> None:
    state = GAME.load(data)
    before = state.dump()
    with pytest.raises(IllegalChoice) as refusal:
        state.choose(choice, Dice(1))
    assert refusal.value.reason
    assert state.dump() == before
