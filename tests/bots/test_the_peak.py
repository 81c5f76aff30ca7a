"""What a hiker finds sensible in The Peak, position by position."""

from __future__ import annotations

import pytest

import cairn
from cairn.bots.evaluate.the_peak import sensible
from tests.games.the_peak.tables import GAME, answers, happens, table

FINAL = {"edition": "final"}


def kept(state: cairn.State) -> list[str]:
    return sorted(state.notation(choice) for choice in sensible(state))


def test_a_climber_does_not_stop_beside_a_card_that_can_be_tried_for_nothing() -> None:
    assert kept(table("d3 hiking-trail, c4 waterfall")) == ["challenge c4", "challenge d3"]


def test_a_climber_may_stop_where_every_failure_hurts() -> None:
    assert kept(table("d3 porta-potty, c4 waterfall")) == ["challenge c4", "challenge d3", "end"]


def test_what_no_roll_can_cross_is_not_tried() -> None:
    assert kept(table("d3 hermit-hut, c4 stream", curses=[1, 2, 3, 4, 5])) == ["end"]


@pytest.mark.parametrize(("pile", "tried"), [("stream waterfall", True), ("hermit-hut sandstone-cliff", False)])
def test_the_gondola_is_taken_while_it_brings_more_than_it_costs(pile: str, tried: bool) -> None:
    assert ("challenge d3" in kept(table("d3 gondola, c4 stream", kept=pile))) == tried


def test_the_mountain_hands_out_no_present() -> None:
    state = table("d3 stream, d4 stream, c4 stream", "play", hand="gondola lookout lookout hiking-trail")
    assert "play gondola b3" in answers(state)
    assert not {"play gondola b3", "play gondola c2"} & set(kept(state))
    assert "play gondola a1" in kept(state)


def test_in_the_final_edition_the_mountain_lays_what_it_can_and_washes_nothing_away() -> None:
    state = table("d3 stream, d4 stream, c4 stream", "play", hand="rainstorm lookout lookout", options=FINAL)
    assert all(text.startswith("play lookout") for text in kept(state))
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
    assert kept(happens(state, "draw", "english")) == ["drop english"]


def test_hikers_play_whole_games() -> None:
    for edition in ("first", "final"):
        for seed in range(5):
            dice = cairn.Dice(seed)
            state = GAME.start(2, dice, edition=edition)
            while state.seat >= 0:
                good = sensible(state)
                assert good
                assert set(good) <= set(state.choices())
                state.choose(good[dice.pick(len(good))], dice)
