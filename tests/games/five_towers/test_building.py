"""Building: taking, tearing down, putting up."""

from __future__ import annotations

import pytest

from cairn import Script
from cairn.testing import rule
from tests.games.five_towers.tables import answers, asked, heard, play, refused, table, tower, zones

MIXED = "sand-7 candy-12 scary-5 tree-9 scrap-3"
FIVE_MORE = ["candy-1", "candy-2", "candy-3", "candy-4", "candy-5"]


@rule("FT-14")
def test_the_builder_takes_exactly_as_many_as_bid() -> None:
    state = play(table(MIXED, bid=0), "bid 2", "take tree-9")
    assert asked(state) == ("take", 0)
    assert zones(state)["hand"] == ["tree-9"]
    play(state, "take sand-7")
    assert (tower(state, "tree"), tower(state, "sand")) == ([9], [7])
    assert sorted(zones(state)["discard"]) == ["candy-12", "scary-5", "scrap-3"]


@rule("FT-14")
def test_a_card_that_is_not_in_the_display_cannot_be_taken() -> None:
    state = play(table(MIXED, bid=0), "bid 2")
    assert refused(state, "take sand-8") == "FT-14"
    play(state, "take sand-7")
    assert refused(state, "take sand-7") == "FT-14"


@rule("FT-14", "FT-42")
def test_cards_that_never_fit_are_not_offered() -> None:
    state = play(table("sand-7 candy-12 scary-5 tree-9", towers=["sand 6 4"], bid=0), "bid 2")
    assert answers(state) == ["take candy-12", "take scary-5", "take tree-9"]
    assert refused(state, "take sand-7") == "FT-10"


@rule("FT-42", "FT-15")
def test_a_card_that_needs_the_teardown_rules_out_another_that_needs_one_too() -> None:
    state = play(table("sand-7 tree-7 candy-3 scrap-3", towers=["sand 6, tree 6"], bid=0), "bid 2", "take sand-7")
    assert answers(state) == ["take candy-3", "take scrap-3"]
    assert refused(state, "take tree-7") == "FT-10"


@rule("FT-42", "FT-14")
def test_a_card_that_needs_a_9_below_it_brings_the_9_along() -> None:
    """On 5, 3 a sand-8 stands on a 9 only; with two more to take, one of them must be the 9."""
    state = play(table("sand-8 sand-9 tree-1 candy-1", towers=["sand 5 3"], bid=0), "bid 3", "take sand-8")
    assert answers(state) == ["take candy-1", "take sand-9", "take tree-1"]
    told = heard(state, "take tree-1")
    assert told[:2] == ["Seat 0 takes tree 1.", "Seat 0 takes sand 9."]


@rule("FT-58", "FT-14")
def test_the_whole_display_is_taken_unasked_and_told() -> None:
    told = heard(table("sand-7 candy-12"), "bid 2")
    assert sorted(told[1:3]) == ["Seat 0 takes candy 12.", "Seat 0 takes sand 7."]


@rule("FT-58", "FT-14")
def test_the_only_possible_hand_is_taken_unasked_and_told() -> None:
    told = heard(table("sand-7 candy-12 scary-5 tree-9", towers=["sand 3 0, tree 12 0"], bid=0), "bid 2")
    assert sorted(told[1:3]) == ["Seat 0 takes candy 12.", "Seat 0 takes scary 5."]
    assert sorted(told[3:5]) == ["Seat 0 builds candy 12.", "Seat 0 builds scary 5."]


@rule("FT-58", "FT-45")
def test_which_of_two_equal_cards_is_taken_is_not_asked() -> None:
    told = heard(table("sand-7 sand-7", seats=4, bid=0), "bid 1")
    assert told[:4] == ["Seat 0 bids 1.", "Seat 0 takes sand 7.", "Seat 0 builds sand 7.", "Discarded: sand 7."]


@rule("FT-58", "FT-45")
def test_the_only_possible_hand_is_taken_unasked_even_if_a_card_of_it_is_there_twice() -> None:
    state = table("sand-3 sand-7 sand-7", seats=4, bid=0, towers=["sand 10"])
    assert "Seat 0 takes sand 3." in heard(state, "bid 2")


@rule("FT-45")
def test_equal_cards_are_one_answer() -> None:
    state = play(table("sand-7 sand-7 tree-3 tree-4", seats=4, bid=0), "bid 2")
    assert answers(state) == ["take sand-7", "take tree-3", "take tree-4"]
    assert answers(play(state, "take sand-7")) == ["take tree-3", "take tree-4"]


@rule("FT-45", "FT-14")
def test_both_equal_cards_can_be_taken_if_a_9_goes_between() -> None:
    state = play(table("sand-7 sand-7 sand-9 sand-8 tree-2", seats=4, bid=0), "bid 4", "take sand-7")
    assert "take sand-7" in answers(state)


@rule("FT-15", "FT-18")
def test_any_top_card_may_be_torn_down_needed_or_not() -> None:
    state = play(table("candy-3 tree-1", towers=["sand 6 4, tree 9, scary 5 0"], bid=0), "bid 2")
    assert asked(state) == ("teardown", 0)
    assert answers(state) == ["keep", "tear sand", "tear tree"]
    play(state, "tear sand")
    assert tower(state, "sand") == [6]
    assert zones(state)["players"][0]["torn"] == ["sand-4"]


@rule("FT-15")
def test_the_teardown_is_the_builders_own() -> None:
    state = table("candy-3 tree-1", towers=["sand 6", "scrap 4, tree 12"], bid=0)
    assert answers(play(state, "bid 2")) == ["keep", "tear sand"]


@rule("FT-15", "FT-44")
def test_there_is_one_teardown_and_it_comes_before_building() -> None:
    state = table("sand-8 sand-9 tree-1", towers=["candy 6 4, tree 9"], bid=0)
    play(state, "bid 3", "tear candy")
    assert asked(state) == ("build", 0)
    play(state, "build sand-8")
    assert zones(state)["players"][0]["torn"] == ["candy-4"]
    assert asked(state) == ("bid", 1)


@rule("FT-44")
def test_a_card_of_this_round_is_not_torn_down_in_it() -> None:
    """The 2 just taken lies on nothing yet when the teardown is asked: only the old tower is named."""
    state = play(table("sand-2 tree-1", towers=["tree 9"], bid=0), "bid 2")
    assert answers(state) == ["keep", "tear tree"]
    assert refused(state, "tear sand") == "FT-15"


@rule("FT-15")
def test_an_empty_tower_cannot_be_torn_down() -> None:
    state = play(table("candy-3", towers=["sand 6 4"], bid=0), "bid 1")
    assert refused(state, "tear tree") == "FT-15"


@rule("FT-16")
def test_a_roof_cannot_be_torn_down() -> None:
    state = play(table("candy-3", towers=["sand 6 4, tree 9 0"], bid=0), "bid 1")
    assert refused(state, "tear tree") == "FT-16"


@rule("FT-16")
@pytest.mark.parametrize("card", ["sand-9", "sand-8", "sand-1", "sand-0"])
def test_nothing_of_a_closed_type_can_be_taken(card: str) -> None:
    state = play(table(f"{card} tree-3 tree-2", seats=4, towers=["sand 12 0"], bid=0), "bid 1")
    assert answers(state) == ["take tree-2", "take tree-3"]
    assert refused(state, f"take {card}") == "FT-10"


@rule("FT-18", "FT-10")
def test_a_teardown_that_spoils_the_hand_is_refused() -> None:
    """The 12 stands on the 8; without the 8 it would have to stand on the 9."""
    state = play(table("sand-12 tree-1", towers=["sand 9 8, candy 3"], bid=0), "bid 2")
    assert answers(state) == ["keep", "tear candy"]
    assert refused(state, "tear sand") == "FT-10"


@rule("FT-58", "FT-15")
def test_a_teardown_without_alternative_is_done_unasked_and_told() -> None:
    state = table("sand-7", towers=["sand 6, tree 12 3"], bid=0)
    told = heard(state, "bid 1")
    assert told[:4] == [
        "Seat 0 bids 1.",
        "Seat 0 takes sand 7.",
        "Seat 0 tears down sand 6.",
        "Seat 0 builds sand 7.",
    ]


@rule("FT-10", "FT-15")
def test_keeping_everything_is_refused_if_the_hand_needs_a_teardown() -> None:
    state = table(hand="sand-7", kind="teardown", towers=["sand 6, tree 12 3"])
    assert answers(state) == ["tear sand"]
    assert refused(state, "keep") == "FT-10"
    assert refused(state, "tear tree") == "FT-10"


@rule("FT-18")
def test_tearing_down_the_only_card_lets_any_card_start_the_tower_anew() -> None:
    state = play(table("sand-15", towers=["sand 2"], bid=0), "bid 1")
    assert tower(state, "sand") == [15]


@rule("FT-18")
def test_tearing_down_the_only_card_may_also_leave_nothing() -> None:
    state = play(table("candy-3", towers=["sand 2"], bid=0), "bid 1", "tear sand")
    assert tower(state, "sand") == []


@rule("FT-17")
def test_a_torn_down_card_stays_out_of_play() -> None:
    """The last round of the first deck: the reshuffled deck holds the discards and not the torn-down 6."""
    state = table("sand-7 tree-3", towers=["sand 6"], deck="", bid=1, seat=0)
    play(state, "bid 2")
    assert zones(state)["players"][0]["torn"] == ["sand-6"]
    rest = zones(state)["deck"]["pool"] + zones(state)["display"] + zones(state)["discard"]
    assert len(rest) == 77
    assert "sand-6" not in rest


@rule("FT-17")
def test_a_torn_down_card_cannot_be_taken_back() -> None:
    state = play(table("sand-7 sand-5 tree-3", towers=["sand 6"], bid=0), "bid 1")
    assert refused(state, "take sand-6") == "FT-14"


@rule("FT-19")
def test_the_builder_chooses_the_order_within_a_tower() -> None:
    state = play(table("sand-7 sand-8 sand-12", bid=0), "bid 3")
    assert asked(state) == ("build", 0)
    assert answers(state) == ["build sand-12", "build sand-8"]
    assert tower(play(state.clone(), "build sand-12"), "sand") == [12, 8, 7]
    assert tower(play(state.clone(), "build sand-8"), "sand") == [8, 12, 7]


@rule("FT-19", "FT-10")
def test_an_order_that_leaves_a_card_over_is_refused() -> None:
    """7 first leaves 8 and 12 without a place."""
    state = play(table("sand-7 sand-8 sand-12", bid=0), "bid 3")
    assert refused(state, "build sand-7") == "FT-10"


@rule("FT-5", "FT-19")
def test_a_card_that_does_not_fit_its_top_is_refused() -> None:
    state = play(table("sand-3 sand-7 sand-8 sand-9", towers=["sand 5"], bid=0), "bid 4", "keep")
    assert answers(state) == ["build sand-3", "build sand-9"]
    assert refused(state, "build sand-8") == "FT-5"


@rule("FT-19")
def test_a_card_that_is_not_in_hand_cannot_be_built() -> None:
    state = play(table("sand-7 sand-8 sand-12", bid=0), "bid 3")
    assert refused(state, "build sand-3") == "FT-19"
    assert refused(state, "build tree-3") == "FT-19"


@rule("FT-19")
def test_one_tower_is_finished_before_the_next_because_they_do_not_touch() -> None:
    state = play(table("sand-8 sand-12 tree-8 tree-12", bid=0), "bid 4")
    assert answers(state) == ["build sand-12", "build sand-8"]
    assert refused(state, "build tree-8") == "FT-19"
    assert answers(play(state, "build sand-8")) == ["build tree-12", "build tree-8"]
    play(state, "build tree-12")
    assert (tower(state, "sand"), tower(state, "tree")) == ([8, 12], [12, 8])


@rule("FT-58", "FT-19")
def test_the_only_order_is_built_unasked_and_told() -> None:
    told = heard(table("sand-3 sand-12 tree-5", bid=0), "bid 3", chance=Script(FIVE_MORE))
    assert told[4:8] == [
        "Seat 0 builds sand 12.",
        "Seat 0 builds sand 3.",
        "Seat 0 builds tree 5.",
        "Display: candy 1, candy 2, candy 3, candy 4, candy 5. 72 left in the deck.",
    ]


@rule("FT-58", "FT-45")
def test_two_7s_around_a_9_have_one_order() -> None:
    state = table("sand-7 sand-7 sand-9", seats=4, towers=["sand 12 8"], bid=0)
    assert tower(play(state, "bid 3", "keep"), "sand") == [12, 8, 7, 9, 7]


@rule("FT-19", "FT-15")
def test_the_order_is_asked_after_the_teardown_changed_it() -> None:
    """On the 10 below only 9 then 8 or 8 then 9 go; on the 3 it was the 9 first."""
    state = table("sand-8 sand-9", towers=["sand 10 3"], bid=0)
    assert tower(play(state.clone(), "bid 2", "keep"), "sand") == [10, 3, 9, 8]
    torn = play(state, "bid 2", "tear sand")
    assert answers(torn) == ["build sand-8", "build sand-9"]


@rule("FT-32")
def test_the_teardown_question_names_its_price() -> None:
    state = play(table("candy-3", towers=["sand 6 4"], torn=["tree-1 tree-2"], bid=0), "bid 1")
    assert state.decision is not None
    assert "cost 3" in state.decision.prompt
