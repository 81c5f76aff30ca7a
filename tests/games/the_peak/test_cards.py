"""What each mountain card does, with the dice and draws written down."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import State
from cairn.testing import rule
from tests.games.the_peak.tables import (
    COPIES,
    MOUNTAIN,
    MOUNTAINEER,
    Beginning,
    answers,
    asked,
    happens,
    needs,
    play,
    refused,
    table,
    token,
    told,
    ways,
    zone,
)

BLOCK = "c4 hiking-trail, d3 hiking-trail, d4 hiking-trail"
NO_SPRING = [0] * 8


def failed(board: str, **parts: Any) -> State:
    """The Mountaineer has failed at the card on d3, as badly as possible."""
    return happens(table(board, **parts), "challenge d3", 1, 1)


def crossed(board: str, **parts: Any) -> State:
    """The Mountaineer has crossed the card on d3; d4 is there to go on with."""
    return happens(table(board + ", d4 gondola", **parts), "challenge d3", 6, 6)


@rule("TP-30")
def test_a_hiking_trail_is_just_crossed() -> None:
    state = crossed("d3 hiking-trail")
    assert (zone(state, "kept"), asked(state)) == (["hiking-trail"], ("challenge", MOUNTAINEER))


@rule("TP-31")
def test_failing_at_the_bear_cave_chases_the_token_to_a_free_space() -> None:
    state = happens(table("d3 bear-cave, c4 stream"), "challenge d3", 1, 1, "a5")
    assert token(state) == "a5"
    assert zone(state, "board")["d3"] == "bear-cave"
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-31")
def test_the_bear_chases_to_none_but_free_spaces() -> None:
    state = table("d3 bear-cave, c4 stream")
    for taken in ("c3", "d3", "c4"):
        with pytest.raises(Exception, match="needed here"):
            happens(state.clone(), "challenge d3", 1, 1, taken)


@rule("TP-31")
def test_on_a_full_board_the_bear_chases_nowhere() -> None:
    names = [
        *["hiking-trail"] * 4,
        *["stream"] * 4,
        *["lookout", "waterfall", "food-cache", "tectonic-shift", "natural-spring", "eroded-slope"] * 2,
        *["sandstone-cliff", "sandstone-cliff", "gondola"],
    ]
    others = [f"{c}{r}" for c in "abcde" for r in range(1, 6) if f"{c}{r}" not in ("c3", "d3")]
    board = ", ".join(f"{cell} {name}" for cell, name in zip(others, names, strict=True))
    assert token(failed(board + ", d3 bear-cave")) == "c3"


@rule("TP-32")
def test_crossing_the_bear_cave_is_worth_two_on_every_later_roll() -> None:
    state = crossed("d3 bear-cave, e3 stream, c4 waterfall")
    assert zone(state, "per_die") == 1
    assert ways(state, "e3") == 35
    state = happens(state, "challenge d4", 1, 1)
    assert zone(state, "kept") == ["gondola"]
    assert ways(state, "c4") == 35


@rule("TP-33")
@pytest.mark.parametrize(
    ("direction", "board"),
    [
        ("up", {"c4": "mountaineer", "d4": "tectonic-shift", "a2": "stream"}),
        ("down", {"c2": "mountaineer", "d2": "tectonic-shift", "e4": "lookout"}),
        ("left", {"b3": "mountaineer", "c3": "tectonic-shift", "d5": "lookout"}),
        ("right", {"d3": "mountaineer", "e3": "tectonic-shift", "b1": "stream"}),
    ],
)
def test_failing_at_a_tectonic_shift_moves_everything(direction: str, board: dict[str, str]) -> None:
    state = happens(table("d3 tectonic-shift, a1 stream, e5 lookout"), "challenge d3", 1, 1, direction)
    assert zone(state, "board") == board
    assert len(zone(state, "discard")) == 1
    assert zone(state, "kept") == []


@rule("TP-33")
def test_at_the_edge_the_token_stops_and_a_card_pushed_into_it_is_discarded() -> None:
    state = happens(table("d5 tectonic-shift, e4 stream", token="e5"), "challenge d5", 1, 1, "right")
    assert zone(state, "board") == {"e5": "mountaineer"}
    assert sorted(zone(state, "discard")) == ["stream", "tectonic-shift"]


@rule("TP-33")
def test_by_option_the_token_stays_where_it_is() -> None:
    stays = {"tectonic_token": "stays"}
    state = happens(table("d3 tectonic-shift, c4 stream", options=stays), "challenge d3", 1, 1, "up")
    assert zone(state, "board") == {"c3": "mountaineer", "d4": "tectonic-shift", "c5": "stream"}
    state = happens(table("d3 tectonic-shift, c4 stream", options=stays), "challenge d3", 1, 1, "left")
    assert zone(state, "board") == {"c3": "mountaineer", "b4": "stream"}


@rule("TP-33")
def test_crossing_a_tectonic_shift_does_nothing() -> None:
    assert token(crossed("d3 tectonic-shift")) == "d3"


@rule("TP-34")
def test_a_stream_may_be_kept() -> None:
    state = play(crossed("d3 stream"), "keep")
    assert (zone(state, "kept"), zone(state, "next_roll")) == (["stream"], 0)


@rule("TP-34")
def test_a_stream_may_be_discarded_for_two_on_the_next_roll() -> None:
    state = crossed("d3 stream, e3 hermit-hut")
    assert answers(state) == ["discard", "keep"]
    play(state, "discard")
    assert (zone(state, "kept"), zone(state, "discard")) == ([], ["stream"])
    assert ways(state, "e3") == 26
    assert zone(happens(state, "challenge d4", 1, 1), "next_roll") == 0


@rule("TP-34")
def test_bonuses_for_the_next_roll_add_up_and_wait() -> None:
    state = play(crossed("d3 stream, c4 lookout", next_roll=2), "discard")
    assert zone(state, "next_roll") == 2
    board = "d3 stream, d4 stream, c4 stream"
    state = play(table(board, next_roll=4), "end", "end")
    assert zone(state, "next_roll") == 4


@rule("TP-35")
def test_a_rainstorm_washes_two_random_cards_away() -> None:
    state = happens(table(BLOCK + ", e3 stream", "play", hand="rainstorm coldsnap"), "play rainstorm", "c4", "e3")
    assert zone(state, "board") == {"c3": "mountaineer", "d3": "hiking-trail", "d4": "hiking-trail"}
    assert sorted(zone(state, "discard")) == ["hiking-trail", "rainstorm", "stream"]
    assert answers(state) == ["end", "play coldsnap"]


@rule("TP-35")
def test_the_holes_of_a_rainstorm_are_to_be_mended_at_once() -> None:
    state = table(BLOCK + ", e3 lookout", "play", hand="rainstorm gondola stream stream")
    happens(state, "play rainstorm", "c4", "e3")
    assert refused(state, "end") == "TP-15"


@rule("TP-35")
def test_a_rainstorm_over_one_card_takes_one() -> None:
    state = happens(table("d3 stream", "play", hand="rainstorm lookout gondola"), "play rainstorm", "d3")
    assert zone(state, "board") == {"c3": "mountaineer"}


@rule("TP-36")
def test_the_lookout_shows_the_top_three_cards_to_the_mountaineer_alone() -> None:
    state = happens(table("d3 lookout, d4 stream"), "challenge d3", 6, 6, "gondola", "waterfall", "coldsnap")
    assert state.decision is not None
    assert "Gondola, Waterfall, Coldsnap" in state.decision.prompt
    assert state.view(MOUNTAINEER)["zones"]["deck"]["top"] == ["coldsnap", "waterfall", "gondola"]
    assert state.view(MOUNTAIN)["zones"]["deck"]["top"] == [None, None, None]
    assert state.view(None)["zones"]["deck"]["top"] == [None, None, None]
    assert "gondola" not in str(state.view(MOUNTAIN)["decision"])


@rule("TP-5", "TP-36")
def test_cards_left_on_top_are_drawn_in_order_and_stay_known_in_the_hand() -> None:
    state = table("d3 lookout, d4 stream, c4 stream", hand="hiking-trail hiking-trail hiking-trail")
    happens(state, "challenge d3", 6, 6, "gondola", "waterfall", "coldsnap")
    happens(happens(state, "leave"), "end")
    assert zone(state, "hand_known") == ["waterfall", "gondola"]
    assert state.view(MOUNTAINEER)["zones"]["hand"]["cards"] == ["waterfall", "gondola"]
    assert state.view(MOUNTAINEER)["zones"]["deck"]["top"] == ["coldsnap"]
    play(state, "play gondola c3")
    assert zone(state, "hand_known") == ["waterfall"]


@rule("TP-36")
def test_a_shuffle_ends_what_was_known_about_the_deck() -> None:
    state = table("d3 lookout, d4 stream, c4 stream")
    happens(state, "challenge d3", 6, 6, "gondola", "waterfall", "coldsnap")
    happens(state, "shuffle")
    assert state.view(MOUNTAINEER)["zones"]["deck"]["top"] == []
    assert asked(state) == ("challenge", MOUNTAINEER)


@rule("TP-36")
def test_a_short_deck_is_seen_whole_and_a_deck_of_one_not_shuffled() -> None:
    state = happens(
        table("d3 lookout, d4 stream", deck="gondola waterfall"), "challenge d3", 6, 6, "gondola", "waterfall"
    )
    assert asked(state) == ("lookout", MOUNTAINEER)
    state = happens(table("d3 lookout, d4 stream", deck="gondola"), "challenge d3", 6, 6, "gondola")
    assert asked(state) == ("challenge", MOUNTAINEER)
    assert asked(happens(table("d3 lookout, d4 stream", deck=""), "challenge d3", 6, 6)) == ("challenge", MOUNTAINEER)


@rule("TP-37")
def test_failing_at_a_waterfall_costs_the_next_turn() -> None:
    state = failed("d3 waterfall, d4 stream, c4 stream")
    assert zone(state, "skip") == 1
    play(state, "play wooden-bridge c5", "done", "play wooden-bridge d5", "done", "end")
    assert (asked(state), zone(state, "skip")) == (("play", MOUNTAIN), 0)
    assert asked(play(state, "end")) == ("challenge", MOUNTAINEER)


@rule("TP-38")
def test_the_gondola_leaves_all_other_cards_behind() -> None:
    state = happens(table("d3 gondola, d4 stream", kept="lookout eroded-slope-2"), "challenge d3", 1, 1)
    assert zone(state, "kept") == ["gondola"]
    assert sorted(zone(state, "discard")) == ["eroded-slope", "lookout"]


@rule("TP-38")
def test_effects_gained_earlier_survive_the_gondola_but_shelter_does_not() -> None:
    board = "d3 gondola, d4 waterfall"
    kept = "bear-cave food-cache protected-hollow"
    state = table(board, kept=kept, per_die=1, provisions=True, next_roll=2)
    happens(happens(state, "challenge d3", 1, 1), "keep")
    assert (zone(state, "per_die"), zone(state, "provisions")) == (1, True)
    state = table("d3 gondola, d4 waterfall", kept="protected-hollow")
    happens(happens(state, "challenge d3", 1, 1), "challenge d4", 1, 1)
    assert zone(state, "skip") == 1


@rule("TP-39")
def test_a_natural_spring_costs_a_turn_and_then_helps_for_three() -> None:
    state = crossed("d3 natural-spring, e3 hermit-hut")
    assert (zone(state, "skip"), zone(state, "spring")) == (1, [0, 0, 1, 1, 1, 0, 0, 0])
    assert ways(state, "e3") == 15
    later = table("d3 hermit-hut", spring=[1, 1, 0, 0, 0, 0, 0, 0])
    assert ways(later, "d3") == 30


@rule("TP-39")
def test_the_turns_of_a_spring_pass_whether_played_or_skipped() -> None:
    board = "d3 stream, d4 stream, c4 stream"
    state = play(table(board, "play", skip=1, spring=[0, 1, 1, 1, 0, 0, 0, 0]), "end")
    assert zone(state, "spring") == [1, 1, 1, 0, 0, 0, 0, 0]
    assert zone(play(state, "end", "end"), "spring") == [1, 1, 0, 0, 0, 0, 0, 0]


@rule("TP-39")
def test_two_springs_add_up() -> None:
    state = happens(crossed("d3 natural-spring, e3 natural-spring, e4 stream"), "challenge e3", 6, 6)
    assert (zone(state, "skip"), zone(state, "spring")) == (2, [0, 0, 1, 2, 2, 1, 0, 0])
    assert ways(table("d3 hermit-hut", spring=[2, 0, 0, 0, 0, 0, 0, 0]), "d3") == 36


@rule("TP-39")
def test_by_option_the_spring_helps_from_now_on() -> None:
    state = crossed("d3 natural-spring, e3 hermit-hut", options={"spring_turns": "now"})
    assert (zone(state, "skip"), zone(state, "spring")) == (1, [1, 1, 1, 0, 0, 0, 0, 0])
    assert ways(state, "e3") == 30


@rule("TP-40")
def test_stone_steps_draw_two_cards_when_played() -> None:
    hand = "stone-steps hiking-trail hiking-trail hiking-trail hiking-trail"
    board = "d3 stream, c4 stream, d4 stream"
    state = happens(table(board, "play", hand=hand), "play stone-steps e3", "gondola", "waterfall")
    assert len(zone(state, "hand")) == 6
    assert "play gondola e4" in answers(state)


@rule("TP-41")
@pytest.mark.parametrize("card", ["bear-cave", "hermit-hut", "porta-potty", "waterfall"])
def test_the_hollow_wards_off_what_a_failure_does(card: str) -> None:
    state = failed(f"d3 {card}, d4 stream", kept="protected-hollow hiking-trail")
    assert (token(state), zone(state, "skip"), zone(state, "curses")) == ("c3", 0, [])
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-41")
def test_the_hollow_wards_off_the_springs_skip_the_slopes_loss_and_the_cold() -> None:
    state = crossed("d3 natural-spring", kept="protected-hollow")
    assert (zone(state, "skip"), zone(state, "spring")) == (0, [0, 1, 1, 1, 0, 0, 0, 0])
    state = failed("d3 eroded-slope, d4 stream", kept="protected-hollow")
    assert zone(state, "board")["d3"] == "eroded-slope"
    assert asked(state) == ("retry", MOUNTAINEER)
    assert ways(table("d3 stream", kept="protected-hollow", cold=2), "d3") == 30
    assert zone(crossed("d3 hiking-trail", kept="protected-hollow", cold=2), "cold") == 1


@rule("TP-41")
@pytest.mark.parametrize("other", ["tectonic-shift", "waterfall"])
def test_the_hollow_must_be_higher_than_every_other_kept_card(other: str) -> None:
    assert zone(failed("d3 waterfall, d4 stream", kept=f"protected-hollow {other}"), "skip") == 1
    assert zone(failed("d3 waterfall, d4 stream", kept="protected-hollow eroded-slope-4"), "skip") == 0
    assert zone(failed("d3 waterfall, d4 stream", kept="protected-hollow eroded-slope-5"), "skip") == 1


@rule("TP-41")
def test_the_hollow_does_not_hold_the_board() -> None:
    state = table("d3 tectonic-shift, c4 stream", kept="protected-hollow")
    assert token(happens(state, "challenge d3", 1, 1, "up")) == "c4"


@rule("TP-42")
def test_failing_at_an_eroded_slope_wears_it_down_and_lets_one_try_again() -> None:
    state = failed("d3 eroded-slope, c4 stream, d4 stream")
    assert zone(state, "board")["d3"] == "eroded-slope-5"
    assert answers(state) == ["challenge d3", "end"]
    assert refused(state, "challenge c4") == "TP-42"
    happens(state, "challenge d3", 1, 1)
    assert zone(state, "board")["d3"] == "eroded-slope-4"
    happens(state, "challenge d3", 6, 6)
    assert zone(state, "kept") == ["eroded-slope-4"]
    assert asked(state) == ("challenge", MOUNTAINEER)


@rule("TP-42")
def test_declining_the_second_try_ends_the_turn_and_the_loss_stays() -> None:
    state = play(failed("d3 eroded-slope-3, c4 stream"), "end")
    assert asked(state) == ("play", MOUNTAIN)
    assert zone(state, "board")["d3"] == "eroded-slope-2"


@rule("TP-42")
def test_a_slope_does_not_sink_below_0() -> None:
    state = failed("d3 eroded-slope-0, c4 stream")
    assert zone(state, "board")["d3"] == "eroded-slope-0"
    assert asked(state) == ("retry", MOUNTAINEER)


@rule("TP-43")
def test_a_slope_can_be_tried_as_often_as_one_likes() -> None:
    state = failed("d3 eroded-slope, c4 stream")
    for _ in range(40):
        happens(state, "challenge d3", 1, 1)
    assert asked(state) == ("retry", MOUNTAINEER)


@rule("TP-43")
def test_curses_do_not_outlast_five_tries() -> None:
    state = failed("d3 eroded-slope, c4 stream", curses=[1, 2, 3, 4, 5], cold=1)
    for _ in range(4):
        happens(state, "challenge d3", 1, 1)
    assert ways(state, "d3") == 15


@rule("TP-43")
def test_after_75_rolls_of_a_turn_a_failure_ends_it() -> None:
    state = failed("d3 eroded-slope, c4 stream", rolls=73)
    assert asked(state) == ("retry", MOUNTAINEER)
    assert asked(happens(state, "challenge d3", 1, 1)) == ("play", MOUNTAIN)
    assert zone(state, "rolls") == 0


@rule("TP-44")
def test_a_played_bridge_lets_the_mountain_exchange_cards() -> None:
    state = play(table(BLOCK, "play", hand="wooden-bridge gondola stream"), "play wooden-bridge e3")
    assert answers(state) == ["discard gondola", "discard stream", "done"]
    play(state, "discard gondola")
    happens(state, "done", "waterfall")
    assert zone(state, "hand") == ["stream", "waterfall"]
    assert zone(state, "discard") == ["gondola"]
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-44")
def test_the_exchange_is_optional_and_limited_by_the_deck() -> None:
    hand = "wooden-bridge gondola stream"
    state = play(table(BLOCK, "play", hand=hand), "play wooden-bridge e3", "done")
    assert zone(state, "hand") == ["stream", "gondola"]
    state = play(table(BLOCK, "play", hand=hand, deck="waterfall"), "play wooden-bridge e3")
    happens(state, "discard gondola", "waterfall")
    assert zone(state, "hand") == ["stream", "waterfall"]
    state = play(table(BLOCK, "play", hand=hand, deck=""), "play wooden-bridge e3")
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-44")
def test_a_card_that_is_not_there_cannot_be_exchanged() -> None:
    state = play(table(BLOCK, "play", hand="wooden-bridge gondola stream"), "play wooden-bridge e3")
    assert refused(state, "discard lookout") == "TP-44"


@rule("TP-44")
def test_by_option_the_bridge_works_when_it_is_crossed() -> None:
    cross = {"bridge_trigger": "cross"}
    state = play(table(BLOCK, "play", hand="wooden-bridge gondola stream", options=cross), "play wooden-bridge e3")
    assert asked(state) == ("play", MOUNTAIN)
    state = crossed("d3 wooden-bridge", options=cross, hand="hiking-trail")
    assert asked(state) == ("bridge", MOUNTAIN)
    happens(state, "discard hiking-trail", "coldsnap")
    assert asked(state) == ("challenge", MOUNTAINEER)
    assert zone(state, "discard") == ["hiking-trail"]
    assert zone(state, "hand") == ["coldsnap"]


@rule("TP-44")
def test_by_option_the_bridge_works_in_each_turn_that_begins_with_one_on_the_board() -> None:
    board = {"bridge_trigger": "board"}
    laid = "c4 wooden-bridge, d3 hiking-trail, d4 hiking-trail"
    hand = "hiking-trail hiking-trail stream stream stream"
    state = play(table(laid, options=board, hand=hand), "end")
    assert asked(state) == ("bridge", MOUNTAIN)
    assert asked(play(state, "done")) == ("play", MOUNTAIN)
    assert asked(play(table(BLOCK, options=board, hand="stream stream stream gondola lookout"), "end")) == (
        "play",
        MOUNTAIN,
    )


@rule("TP-45")
def test_failing_at_the_porta_potty_costs_two_turns() -> None:
    assert zone(failed("d3 porta-potty, d4 stream"), "skip") == 2


@rule("TP-45")
def test_crossing_the_porta_potty_is_worth_two_on_the_next_roll() -> None:
    assert zone(crossed("d3 porta-potty"), "next_roll") == 2


@rule("TP-46")
def test_failing_at_the_hermit_hut_takes_two_from_the_next_five_rolls() -> None:
    state = failed("d3 hermit-hut, c4 stream, d4 lookout")
    assert zone(state, "curses") == [5]
    play(state, "end")
    assert ways(state, "c4") == 21
    assert zone(happens(state, "challenge c4", 1, 1), "curses") == [4]


@rule("TP-46")
def test_curses_add_up() -> None:
    state = failed("d3 hermit-hut, c4 stream", curses=[1, 5])
    assert zone(state, "curses") == [4, 5]
    assert ways(table("d3 hiking-trail", curses=[4, 5]), "d3") == 21


@rule("TP-46")
def test_by_option_a_new_curse_renews_the_old_one() -> None:
    state = failed("d3 hermit-hut, c4 stream", curses=[4], options={"hermit_stacking": False})
    assert zone(state, "curses") == [5]


@rule("TP-47")
def test_with_provisions_a_kept_card_pays_for_a_reroll_before_the_dice_are_compared() -> None:
    state = table("d3 waterfall, d4 stream", kept="food-cache hiking-trail", provisions=True)
    happens(state, "challenge d3", 1, 3)
    assert answers(state) == [
        "keep",
        "reroll 1 food-cache",
        "reroll 1 hiking-trail",
        "reroll 2 food-cache",
        "reroll 2 hiking-trail",
    ]
    happens(state, "reroll 1 hiking-trail", 2)
    happens(state, "keep")
    assert token(state) == "d3"
    assert zone(state, "kept") == ["food-cache", "waterfall"]
    assert zone(state, "discard") == ["hiking-trail"]


@rule("TP-47")
def test_rerolls_go_on_while_there_are_cards_the_cache_included() -> None:
    state = table("d3 waterfall, d4 stream", kept="food-cache hiking-trail", provisions=True)
    happens(state, "challenge d3", 1, 1)
    happens(state, "reroll 2 hiking-trail", 1)
    assert refused(state, "reroll 2 hiking-trail") == "TP-47"
    happens(state, "reroll 2 food-cache", 2)
    assert (zone(state, "skip"), zone(state, "kept")) == (1, [])


@rule("TP-47")
def test_crossing_a_food_cache_gives_provisions_and_a_second_adds_nothing() -> None:
    state = crossed("d3 food-cache")
    assert zone(state, "provisions") is True
    state = crossed("d3 food-cache", kept="lookout", provisions=True)
    assert zone(play(state, "keep"), "provisions") is True


@rule("TP-47", "TP-34")
def test_a_reroll_belongs_to_the_same_roll() -> None:
    state = table("d3 hermit-hut, d4 stream", kept="food-cache", provisions=True, next_roll=2, curses=[1, 3])
    happens(state, "challenge d3", 4, 4)
    assert (zone(state, "next_roll"), zone(state, "curses")) == (0, [2])
    happens(state, "reroll 1 food-cache", 6)
    assert token(state) == "d3"


@rule("TP-47")
def test_a_worn_slope_is_named_by_what_it_has_left() -> None:
    state = table("d3 waterfall, d4 stream", kept="eroded-slope-2 eroded-slope", provisions=True)
    happens(happens(state, "challenge d3", 1, 3), "reroll 1 eroded-slope-2", 2)
    assert zone(state, "kept") == ["eroded-slope"]


@rule("TP-48")
def test_a_coldsnap_makes_the_next_two_cards_harder() -> None:
    state = play(table(BLOCK, "play", hand="coldsnap gondola"), "play coldsnap")
    assert zone(play(state, "end"), "cold") == 2
    assert ways(state, "d3") == 30
    happens(state, "challenge d3", 2, 3)
    assert (zone(state, "cold"), ways(state, "d4")) == (1, 30)
    happens(state, "challenge d4", 2, 3)
    assert (zone(state, "cold"), ways(state, "c4")) == (0, 35)


@rule("TP-48")
def test_a_failed_challenge_uses_the_cold_up_too() -> None:
    assert zone(failed("d3 hiking-trail, d4 stream", cold=2), "cold") == 1


@rule("TP-48")
def test_trying_a_slope_again_keeps_the_cold_of_the_first_try() -> None:
    state = failed("d3 eroded-slope, d4 stream", cold=1)
    assert (zone(state, "cold"), ways(state, "d3")) == (0, 15)
    state = failed("d3 eroded-slope, d4 stream", cold=2)
    assert zone(happens(state, "challenge d3", 1, 1), "cold") == 1


@rule("TP-41", "TP-48")
def test_a_hollow_that_a_reroll_made_the_highest_keeps_the_cold_away() -> None:
    """The Shift pays; then 5 is enough for the Waterfall, and no cold is left to be felt."""
    kept = "protected-hollow tectonic-shift food-cache"
    state = table("d3 waterfall, d4 stream", kept=kept, provisions=True, cold=1)
    assert ways(state, "d3") == 21
    happens(state, "challenge d3", 1, 1)
    assert needs(state) == 7
    happens(state, "reroll 1 tectonic-shift", 4)
    assert needs(state) == 5
    assert token(happens(state, "keep")) == "d3"


@rule("TP-41", "TP-48")
def test_giving_up_the_hollow_for_a_die_lets_the_cold_in() -> None:
    state = table("d3 waterfall, d4 stream", kept="protected-hollow food-cache", provisions=True, cold=1)
    happens(state, "challenge d3", 1, 1)
    assert needs(state) == 5
    happens(state, "reroll 1 protected-hollow", 5)
    assert needs(state) == 7
    happens(state, "keep")
    assert (token(state), zone(state, "skip")) == ("c3", 1)


@rule("TP-48")
def test_it_is_told_when_the_hollow_keeps_the_cold_away() -> None:
    state = table("d3 waterfall, d4 stream", kept="protected-hollow", cold=1)
    events = state.listen()
    happens(state, "challenge d3", 2, 3)
    assert "The Protected Hollow keeps the cold away." in told(events)


@rule("TP-31")
def test_on_a_full_board_there_is_nowhere_to_flee_to() -> None:
    rest = [name for name, copies in COPIES.items() for _ in range(copies) if name not in ("rainstorm", "coldsnap")]
    rest.remove("bear-cave")
    spaces = [f"{column}{row}" for row in range(1, 6) for column in "abcde" if f"{column}{row}" not in ("c3", "d3")]
    full = ", ".join(f"{space} {card}" for space, card in zip(spaces, rest, strict=False))
    state = table(f"d3 bear-cave, {full}", hand="rainstorm", deck="")
    events = state.listen()
    happens(state, "challenge d3", 1, 1)
    assert "The board is full: Mountaineer has nowhere to flee to and stays on c3." in told(events)
    assert "flees" not in " ".join(told(events))


@rule("TP-33")
def test_what_falls_off_is_told_only_if_something_does() -> None:
    state = table("d3 tectonic-shift")
    events = state.listen()
    happens(state, "challenge d3", 1, 1, "up")
    assert "Everything shifts up." in told(events)
    assert not [line for line in told(events) if "Discarded" in line]


@rule("TP-36", "TP-38", "TP-39", "TP-40", "TP-46", "TP-47")
@pytest.mark.parametrize(
    ("board", "dice", "parts", "line"),
    [
        ("d3 lookout, d4 stream", (6, 6), {"hand": "", "deck": ""}, "climbs the lookout, but the deck is empty."),
        ("d3 gondola, d4 stream", (6, 6), {}, "has no other cards to leave behind."),
        ("d3 natural-spring, d4 stream", (6, 6), {}, "rests by the spring and will skip a turn; rolls of 3 turns"),
        ("d3 natural-spring, d4 stream", (6, 6), {"kept": "protected-hollow"}, "the Protected Hollow spares"),
        ("d3 food-cache, d4 stream", (6, 6), {"provisions": True}, "finds more provisions, which add nothing."),
        ("d3 porta-potty, d4 stream", (1, 1), {}, "will skip 2 turns."),
        ("d3 waterfall, d4 stream", (1, 1), {}, "will skip the next turn."),
        (
            "d3 hermit-hut, d4 stream",
            (1, 1),
            {"curses": [2, 3], "options": {"hermit_stacking": False}},
            "The hermit renews the curse: 2 less on each of the next 5 rolls.",
        ),
    ],
)
def test_what_an_effect_does_or_leaves_undone_is_told(
    board: str, dice: tuple[int, int], parts: dict[str, Any], line: str
) -> None:
    state = table(board, **parts)
    events = state.listen()
    state.choose(state.parse("challenge d3"), Beginning(dice))
    if asked(state)[0] == "reroll":
        play(state, "keep")
    assert line in " ".join(told(events))


@rule("TP-35", "TP-40")
def test_a_storm_over_nothing_and_steps_to_an_empty_deck_are_told() -> None:
    state = table("", "play", hand="rainstorm gondola", deck="")
    events = state.listen()
    play(state, "play rainstorm")
    assert "A rainstorm breaks over an empty mountainside." in told(events)
    state = table(BLOCK, "play", hand="stone-steps gondola", deck="")
    events = state.listen()
    play(state, "play stone-steps e3")
    assert "Stone Steps: the deck is empty, so Mountain draws nothing." in told(events)


@rule("TP-42")
def test_a_bare_slope_is_told_to_have_nothing_left_to_lose() -> None:
    state = table("d3 eroded-slope-0, c4 stream")
    events = state.listen()
    happens(state, "challenge d3", 1, 1)
    assert "The slope has no Elevation left to lose." in told(events)
    assert "loses" not in " ".join(told(events))


@rule("TP-49")
def test_at_the_sandstone_cliff_both_may_exchange_a_goal_the_mountaineer_first() -> None:
    state = crossed("d3 sandstone-cliff")
    assert asked(state) == ("cliff", MOUNTAINEER)
    assert answers(state) == ["draw", "keep"]
    happens(state, "draw", "english")
    assert answers(state) == ["drop english", "drop physics"]
    happens(state, "drop physics")
    assert asked(state) == ("cliff", MOUNTAIN)
    happens(state, "draw", "engineering")
    assert answers(state) == ["drop biology", "drop chemistry", "drop engineering"]
    happens(state, "drop engineering")
    assert asked(state) == ("challenge", MOUNTAINEER)
    assert zone(state, "goals") == {"mountain": ["biology", "chemistry"], "mountaineer": ["english"]}
    assert zone(state, "goals_dropped") == {"mountain": ["engineering"], "mountaineer": ["physics"]}
    assert len(zone(state, "goals_left")) == 4


@rule("TP-49")
def test_both_may_keep_their_goals() -> None:
    state = play(crossed("d3 sandstone-cliff"), "keep", "keep")
    assert asked(state) == ("challenge", MOUNTAINEER)
    assert len(zone(state, "goals_left")) == 6


@rule("TP-49", "TP-5")
def test_a_discarded_goal_is_known_to_its_owner_only() -> None:
    state = happens(happens(crossed("d3 sandstone-cliff"), "draw", "english"), "drop physics")
    assert state.view(MOUNTAINEER)["zones"]["goals_dropped"]["mountaineer"] == {"count": 1, "cards": ["physics"]}
    assert state.view(MOUNTAIN)["zones"]["goals_dropped"]["mountaineer"] == {"count": 1, "cards": []}
    assert "physics" in state.view(MOUNTAIN)["zones"]["goals_unseen"]


@rule("TP-49")
def test_a_goal_one_does_not_hold_cannot_be_dropped() -> None:
    state = happens(crossed("d3 sandstone-cliff"), "draw", "english")
    assert refused(state, "drop biology") == "TP-49"


def test_what_happens_is_told_and_secrets_are_told_to_those_who_may_know() -> None:
    state = table("d3 lookout, d4 waterfall")
    events = state.listen()
    happens(state, "challenge d3", 6, 1, "gondola", "stream", "coldsnap")
    assert told(events, MOUNTAIN) == [
        "Mountaineer challenges Lookout on d3: 6, 1, and 7 is needed.",
        "Mountaineer crosses Lookout and stands on d3.",
        "Mountaineer climbs the lookout.",
        "Mountaineer looks at the top 3 cards of the deck.",
    ]
    assert told(events, MOUNTAINEER)[-1].endswith("the next card first: Gondola, Stream, Coldsnap.")
