"""Bidding: who may say what, when it ends, and which bids can be carried out."""

from __future__ import annotations

import pytest

from cairn import BadNotation, Script, State
from cairn.testing import rule
from tests.games.five_towers.tables import GAME, answers, asked, heard, play, refused, table, tower, zones

MIXED = "sand-7 candy-12 scary-5 tree-9 scrap-3"
"""Five cards of five types: everybody without towers can build them all."""


def bids(*numbers: int) -> list[str]:
    return [f"bid {number}" for number in numbers]


@rule("FT-7", "FT-9")
def test_the_start_player_opens_with_any_number_up_to_the_display() -> None:
    assert answers(table(MIXED)) == bids(0, 1, 2, 3, 4, 5)


@rule("FT-7", "FT-41")
def test_the_start_player_cannot_pass() -> None:
    assert refused(table(MIXED), "pass") == "FT-7"


@rule("FT-8")
def test_a_later_bid_is_higher_or_a_pass() -> None:
    assert answers(table(MIXED, bid=3)) == [*bids(4, 5), "pass"]


@rule("FT-8", "FT-41")
@pytest.mark.parametrize("bid", [0, 1, 2])
def test_a_bid_that_does_not_raise_is_refused(bid: int) -> None:
    assert refused(table(MIXED, bid=2), f"bid {bid}") == "FT-8"


@rule("FT-41")
def test_a_later_player_cannot_repeat_a_bid_of_0() -> None:
    assert refused(table(MIXED, bid=0), "bid 0") == "FT-8"


@rule("FT-8")
def test_the_bidding_goes_clockwise_and_round_the_table_once() -> None:
    state = table(MIXED, seats=4, seat=2)
    seats = [state.seat]
    for text in ("bid 1", "pass", "bid 2"):
        play(state, text)
        seats.append(state.seat)
    assert seats == [2, 3, 0, 1]
    play(state, "pass")
    assert asked(state) == ("take", 0)


@rule("FT-8")
def test_who_has_been_outbid_is_not_asked_again() -> None:
    state = play(table(MIXED, seats=3), "bid 1", "bid 2", "bid 3")
    assert asked(state) == ("take", 2)


@rule("FT-57")
def test_with_two_players_the_opening_bid_is_answered_once() -> None:
    assert asked(play(table(MIXED), "bid 2", "bid 3")) == ("take", 1)
    assert asked(play(table(MIXED), "bid 2", "pass")) == ("take", 0)


@rule("FT-9")
@pytest.mark.parametrize("bid", ["6", "7", "25", "999999999"])
def test_a_bid_beyond_every_display_is_refused_by_rule(bid: str) -> None:
    state = table(MIXED)
    assert state.notation(state.parse(f"bid {bid}")) == f"bid {bid}"
    assert refused(state, f"bid {bid}") == "FT-9"


@pytest.mark.parametrize("text", ["bid", "bid -1", "bid 06", "bid six", "bid 1 2", "bid 9999999999"])
def test_what_is_no_number_is_no_bid(text: str) -> None:
    with pytest.raises(BadNotation):
        table(MIXED).parse(text)


@rule("FT-9", "FT-20")
def test_a_bid_of_five_ends_the_bidding_and_the_fourth_player_is_not_asked() -> None:
    """The printed example: 3, pass, 5; the player after the builder starts the next round."""
    state = table(MIXED, seats=4)
    told = heard(state, "bid 3", "pass", "bid 5")
    assert told[:3] == ["Seat 0 bids 3.", "Seat 1 passes.", "Seat 2 bids 5."]
    assert sorted(told[3:8]) == sorted(f"Seat 2 takes {card.replace('-', ' ')}." for card in MIXED.split())
    assert asked(state) == ("bid", 3)
    assert zones(state)["start"] == 3


@rule("FT-9")
def test_an_opening_bid_for_the_whole_display_leaves_nobody_else_a_turn() -> None:
    state = table(MIXED, seats=5)
    assert not any("passes" in line for line in heard(state, "bid 5"))
    assert asked(state) == ("bid", 1)


@rule("FT-9", "FT-23")
def test_a_short_display_caps_the_bid() -> None:
    state = table("sand-7 candy-12 tree-4", deck="", deck_number=2)
    assert answers(state) == bids(0, 1, 2, 3)
    assert refused(state, "bid 4") == "FT-9"


@rule("FT-9", "FT-23")
def test_the_size_of_a_short_display_ends_the_bidding() -> None:
    state = play(table("sand-7 candy-12", seats=3, deck="", deck_number=2), "bid 2")
    assert state.decision is None


@rule("FT-10", "FT-15")
def test_a_bid_of_five_may_need_a_teardown() -> None:
    """The printed example: a sand tower with a 6 on top, a sand-7 and four others in the display."""
    state = table(MIXED, towers=["sand 6"])
    assert answers(state) == bids(0, 1, 2, 3, 4, 5)
    told = heard(state, "bid 5")
    assert "Seat 0 tears down sand 6." in told
    assert tower(state, "sand") == [7]


@rule("FT-10", "FT-40")
def test_a_bid_of_five_is_refused_if_even_a_teardown_does_not_help() -> None:
    """The printed counter-example: a 4 lies on the 6."""
    state = table(MIXED, towers=["sand 6 4"])
    assert answers(state) == bids(0, 1, 2, 3, 4)
    assert refused(state, "bid 5") == "FT-10"


@rule("FT-40")
def test_after_a_smaller_bid_the_next_player_gets_the_chance_that_was_refused() -> None:
    state = play(table(MIXED, seats=4, towers=["", "", "sand 6 4", ""]), "bid 3", "pass")
    assert refused(state, "bid 5") == "FT-10"
    play(state, "bid 4")
    assert asked(state) == ("bid", 3)
    assert answers(state) == ["bid 5", "pass"]


@rule("FT-10", "FT-15")
def test_one_teardown_does_not_serve_two_towers() -> None:
    state = table("sand-7 tree-7", towers=["sand 6, tree 6"])
    assert answers(state) == bids(0, 1)
    assert refused(state, "bid 2") == "FT-10"


@rule("FT-10")
def test_a_teardown_may_make_room_for_several_cards() -> None:
    assert answers(table("sand-12 sand-10 sand-7", towers=["sand 14 1"])) == bids(0, 1, 2, 3)


@rule("FT-10")
def test_the_order_of_building_counts_for_a_bid() -> None:
    """On a 3: first the 9, then the 8, then the 14, then the 2."""
    assert answers(table("sand-2 sand-8 sand-9 sand-14", towers=["sand 5 4 3"])) == bids(0, 1, 2, 3, 4)


@rule("FT-10")
def test_without_the_9_between_the_same_cards_do_not_go_up() -> None:
    assert answers(table("sand-2 sand-8 sand-14", towers=["sand 5 4 3"])) == bids(0, 1)


@rule("FT-10", "FT-45")
@pytest.mark.parametrize(
    ("display", "most"),
    [
        ("sand-7 sand-7", 1),
        ("sand-0 sand-0", 1),
        ("sand-7 sand-7 sand-9", 3),
        ("sand-7 sand-8 sand-7", 2),
        ("sand-7 sand-7 sand-8 sand-9", 4),
        ("sand-12 sand-12 sand-9 sand-8", 4),
        ("sand-7 sand-7 sand-5 sand-5", 2),
        ("sand-7 sand-7 tree-5 tree-5", 2),
        ("sand-2 sand-2 sand-8 sand-0 sand-0", 3),
    ],
)
def test_duplicates_in_one_display(display: str, most: int) -> None:
    assert answers(table(display, seats=4)) == bids(*range(most + 1))


@rule("FT-10", "FT-5")
@pytest.mark.parametrize(
    ("display", "most"),
    [
        ("sand-7 sand-8 sand-12", 3),
        ("sand-12 sand-13", 2),
        ("sand-8 sand-7 sand-6", 3),
        ("sand-9 sand-10", 2),
        ("sand-0 sand-9", 2),
        ("sand-0 sand-8 sand-15", 3),
        ("sand-15 sand-8 sand-14 sand-9 sand-13", 5),
        ("sand-15 sand-14 sand-13 sand-9 sand-8", 5),
    ],
)
def test_what_an_empty_table_can_build_of_one_type(display: str, most: int) -> None:
    assert answers(table(display)) == bids(*range(most + 1))


@rule("FT-16", "FT-10")
def test_cards_of_a_closed_type_do_not_count_for_a_bid() -> None:
    assert answers(table("sand-9 sand-3 tree-4", towers=["sand 8 0"])) == bids(0, 1)


@rule("FT-11")
def test_nobody_has_to_bid_what_they_could_build() -> None:
    state = play(table(MIXED), "bid 0", "pass")
    assert asked(state) == ("bid", 0)
    assert asked(play(table(MIXED), "bid 1", "pass")) == ("take", 0)


@rule("FT-12", "FT-20")
def test_a_raised_0_is_an_ordinary_round() -> None:
    state = play(table(MIXED, seats=3), "bid 0", "bid 1", "pass", "take tree-9")
    assert tower(state, "tree", seat=1) == [9]
    assert asked(state) == ("bid", 2)


@rule("FT-13", "FT-43")
def test_a_round_in_which_nobody_raises_a_0_is_void() -> None:
    """The printed special case with three players: 0, pass, pass."""
    state = table(MIXED, seats=3, seat=1, towers=["tree 3", "tree 4", "tree 5"])
    shown = ["sand-1", "sand-2", "sand-3", "sand-4", "sand-5"]
    told = heard(state, "bid 0", "pass", "pass", chance=Script(shown))
    assert told == [
        "Seat 1 bids 0.",
        "Seat 2 passes.",
        "Seat 0 passes.",
        "Nobody wants any: the round is void and Seat 1 starts again.",
        "Discarded: candy 12, sand 7, scary 5, scrap 3, tree 9.",
        "Display: sand 1, sand 2, sand 3, sand 4, sand 5. 67 left in the deck.",
    ]
    assert asked(state) == ("bid", 1)
    assert sorted(zones(state)["discard"]) == sorted(MIXED.split())
    assert [player["torn"] for player in zones(state)["players"]] == [[], [], []]


@rule("FT-58")
def test_a_pass_without_alternative_is_played_and_told() -> None:
    state = table(MIXED, seats=3, towers=["", "sand 0, candy 0, scary 0", ""])
    told = heard(state, "bid 2")
    assert told == ["Seat 0 bids 2.", "Seat 1 passes."]
    assert asked(state) == ("bid", 2)


@rule("FT-58")
def test_a_forced_pass_uses_up_the_turn() -> None:
    state = play(table(MIXED, seats=3, towers=["", "sand 0, candy 0, scary 0", ""]), "bid 2", "bid 3")
    assert asked(state) == ("take", 2)


@rule("FT-58", "FT-13")
def test_a_round_nobody_can_build_in_is_void_without_a_question() -> None:
    closed = "sand 0, candy 0, scary 0, tree 0, scrap 0"
    state = table("sand-3 sand-4", seats=4, towers=[closed, "sand 1 0"], bid=0, seat=3, start=2)
    shown = ["candy-3", "candy-4", "candy-5", "candy-6", "candy-7"]
    told = heard(state, "pass", chance=Script(shown))
    assert told[:4] == [
        "Seat 3 passes.",
        "Seat 0 passes.",
        "Seat 1 passes.",
        "Nobody wants any: the round is void and Seat 2 starts again.",
    ]
    assert asked(state) == ("bid", 2)


@rule("FT-58", "FT-7")
def test_a_start_player_who_can_build_nothing_bids_0_unasked() -> None:
    closed = "sand 0, candy 0, scary 0, tree 0, scrap 0"
    state = table("sand-3", seats=2, towers=[closed], bid=0, seat=0, start=1)
    assert answers(state) == ["pass"]
    state = table("sand-3", towers=["", closed], seat=0)
    shown = ["sand-5", "sand-4", "candy-5", "candy-6", "candy-7"]
    told = heard(state, "bid 1", chance=Script(shown))
    assert told[-2:] == ["Display: candy 5, candy 6, candy 7, sand 4, sand 5. 69 left in the deck.", "Seat 1 bids 0."]
    assert asked(state) == ("bid", 0)


def test_a_bid_is_asked_with_the_most_that_can_be_built() -> None:
    opening = table(MIXED, towers=["sand 6 4"]).decision
    later = table(MIXED, towers=["sand 6 4"], bid=2).decision
    assert opening is not None
    assert later is not None
    assert "up to 4" in opening.prompt
    assert "stands at 2" in later.prompt
    assert {*opening.rules, *later.rules} <= set(GAME.ledger.rules)


def test_a_game_that_is_over_takes_no_bid() -> None:
    state: State = play(table("sand-7", deck="", deck_number=2), "bid 1")
    assert state.seat == -1
    assert state.choices() == []
