"""What is pruned in The Peak, position by position."""

from __future__ import annotations

import pytest

import cairn
from cairn.core.evaluator import evaluator_of
from cairn.games.the_peak.evaluator import Look, Tables
from cairn.games.the_peak.state import PeakState
from tests.games.the_peak.tables import GAME, MOUNTAINEER, answers, happens, table

FINAL = {"edition": "final"}
EVALUATOR = evaluator_of(GAME)


def kept(state: cairn.State) -> list[str]:
    return sorted(state.notation(choice) for choice in EVALUATOR.prune(state))


def test_a_climber_does_not_stop_beside_a_card_that_can_be_tried_for_nothing() -> None:
    assert kept(table("d3 hiking-trail, c4 lookout")) == ["challenge d3"]


def test_a_climber_tries_what_is_worth_its_risk() -> None:
    assert kept(table("d3 hermit-hut, c4 waterfall")) == ["challenge c4"]
    assert kept(table("d3 hermit-hut, c4 waterfall", cold=2, curses=[4, 5])) == ["end"]


def test_what_no_roll_can_cross_is_not_tried() -> None:
    assert kept(table("d3 hermit-hut, c4 stream", curses=[1, 2, 3, 4, 5])) == ["end"]


@pytest.mark.parametrize(("pile", "tried"), [("stream waterfall", True), ("hermit-hut sandstone-cliff", False)])
def test_the_gondola_is_taken_while_it_brings_more_than_it_costs(pile: str, tried: bool) -> None:
    assert ("challenge d3" in kept(table("d3 gondola, c4 stream", kept=pile))) == tried


def test_the_mountain_of_the_first_edition_hands_out_no_present() -> None:
    state = table("d3 stream, d4 stream, c4 stream", "play", hand="gondola lookout lookout hiking-trail")
    assert "play gondola b3" in answers(state)
    assert kept(state) == ["end"]


def test_in_the_final_edition_the_mountain_lays_one_kind_after_the_other_and_washes_nothing_away() -> None:
    state = table("d3 stream, d4 stream, c4 stream", "play", hand="rainstorm lookout waterfall", options=FINAL)
    assert {text.rsplit(" ", 1)[0] for text in kept(state) if text != "end"} == {"play waterfall"}
    assert kept(table("d3 stream, d4 stream, c4 stream", "play", hand="rainstorm", options=FINAL)) == ["end"]


def test_a_roll_that_crosses_is_kept_and_a_hopeless_die_not_rerolled() -> None:
    crossing = table("d3 waterfall, d4 stream", kept="lookout", provisions=True)
    assert kept(happens(crossing, "challenge d3", 1, 4)) == ["keep"]
    short = table("d3 bear-cave, d4 stream", kept="lookout", provisions=True)
    assert kept(happens(short, "challenge d3", 5, 2)) == ["keep", "reroll 2 lookout"]


def test_a_slope_is_tried_again_while_there_is_a_chance() -> None:
    assert kept(happens(table("d3 eroded-slope, d4 stream"), "challenge d3", 1, 1)) == ["challenge d3"]
    assert kept(happens(table("d3 eroded-slope", curses=[2, 3, 4, 5]), "challenge d3", 1, 1)) == ["end"]


def test_a_new_goal_is_drawn_and_the_best_one_not_dropped() -> None:
    state = happens(table("d3 sandstone-cliff, d4 stream", kept="hiking-trail"), "challenge d3", 6, 6)
    assert kept(state) == ["draw"]
    assert kept(happens(state, "draw", "english")) == ["drop physics"]


def test_hikers_play_whole_games() -> None:
    for edition in ("first", "final"):
        for seed in range(5):
            dice = cairn.Dice(seed)
            state = GAME.start(2, dice, edition=edition)
            while state.seat >= 0:
                good = EVALUATOR.prune(state)
                assert good
                assert set(good) <= set(state.choices())
                state.choose(good[dice.pick(len(good))], dice)


def lead(state: cairn.State) -> float:
    """By how much the Mountaineer may expect to win."""
    return EVALUATOR.margin(state, MOUNTAINEER)


@pytest.mark.parametrize("edition", ["first", "final"])
def test_an_easy_way_on_is_better_for_the_climber_than_a_hard_one(edition: str) -> None:
    hard = table("d3 lookout, d4 lookout, c4 bear-cave", options={"edition": edition})
    easy = table("d3 hiking-trail, d4 hiking-trail, c4 hiking-trail", options={"edition": edition})
    assert lead(easy) > lead(hard)


@pytest.mark.parametrize("edition", ["first", "final"])
def test_height_in_the_pile_is_better_for_the_climber_than_on_the_board(edition: str) -> None:
    before = table("d3 stream, d4 stream, c4 hermit-hut, b4 lookout, b3 lookout", options={"edition": edition})
    after = table("d3 stream, d4 stream, b4 lookout, b3 lookout", kept="hermit-hut", options={"edition": edition})
    assert lead(after) > lead(before)


def test_the_last_turn_is_valued_by_exact_chances() -> None:
    """Nothing but a Bridge beside the token, 35 rolls of 36 cross it: 4 points for one side, 4 less for the other."""
    goals = ("chemistry physics", "environmental-science biology")
    state = table("d3 wooden-bridge, a1 stream", round=5, hand="", options=FINAL, goals=goals)
    assert isinstance(state, PeakState)
    look = Look(state, Tables(state.content))
    assert look.next_turn(state) == pytest.approx((8 + 2) * 35 / 36)


def test_curses_and_skipped_turns_are_bad_for_the_climber_and_a_bear_s_gift_is_good() -> None:
    board = "d3 stream, d4 lookout, c4 waterfall, b4 lookout, b3 stream"
    plain = lead(table(board, options=FINAL))
    assert lead(table(board, options=FINAL, round=2, curses=[3, 4, 5])) < plain
    assert lead(table(board, "play", options=FINAL, skip=2)) < lead(table(board, "play", options=FINAL))
    assert lead(table(board, options=FINAL, per_die=1)) > plain
