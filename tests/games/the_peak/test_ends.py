"""How a game ends, and who has won."""

from __future__ import annotations

import pytest

from cairn import GameRunning
from cairn.testing import rule
from tests.games.the_peak.tables import MOUNTAIN, MOUNTAINEER, asked, happens, play, table, told, zone

BLOCK = "d3 stream, d4 stream, c4 stream"
FINAL = {"edition": "final"}


@rule("TP-60")
def test_the_mountaineer_has_one_turn_after_the_last_card() -> None:
    state = table("d3 stream, d4 stream", "play", hand="gondola", deck="")
    play(state, "play gondola c4")
    assert asked(state) == ("challenge", MOUNTAINEER)
    with pytest.raises(GameRunning):
        state.result()
    assert play(state, "end").seat == -1


@rule("TP-60")
def test_the_last_turn_can_be_a_skipped_one() -> None:
    state = table("d3 stream, d4 stream", "play", hand="gondola", deck="", skip=1)
    assert play(state, "play gondola c4").seat == -1


@rule("TP-60")
@pytest.mark.parametrize(("hand", "deck"), [("coldsnap", ""), ("", "coldsnap lookout")])
def test_with_cards_left_in_hand_or_deck_the_game_goes_on(hand: str, deck: str) -> None:
    state = play(table(BLOCK, hand=hand, deck=deck), "end")
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-61")
def test_a_round_without_a_card_and_without_a_roll_ends_the_first_edition() -> None:
    state = play(table(BLOCK, "play", busy=False), "end")
    assert not zone(state, "busy")
    events = state.listen()
    assert play(state, "end").seat == -1
    assert told(events)[-1] == "Nothing happened in round 1: the game is over."


@rule("TP-61")
def test_a_card_or_a_roll_keeps_the_game_going() -> None:
    state = play(table(BLOCK, "play", hand="coldsnap lookout", busy=False), "play coldsnap", "end", "end")
    assert asked(state) == ("play", MOUNTAIN)
    state = happens(play(table(BLOCK, "play", busy=False), "end"), "challenge d3", 1, 1)
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-61")
def test_a_round_that_had_to_be_skipped_can_end_the_game_too() -> None:
    assert play(table(BLOCK, "play", skip=1, busy=False), "end").seat == -1


@rule("TP-61", "TP-63")
def test_the_final_edition_goes_on_after_an_empty_round() -> None:
    state = play(table(BLOCK, "play", busy=False, options=FINAL), "end", "end")
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-62")
def test_round_60_is_the_last_of_the_first_edition() -> None:
    assert happens(table(BLOCK, round=60), "challenge d3", 1, 1).seat == -1
    assert happens(table(BLOCK, round=59), "challenge d3", 1, 1).seat == MOUNTAIN


@rule("TP-63")
def test_the_final_edition_ends_after_five_rounds() -> None:
    assert play(table(BLOCK, round=4, options=FINAL), "end").seat == MOUNTAIN
    assert play(table(BLOCK, round=5, options=FINAL), "end").seat == -1


@rule("TP-63")
def test_the_final_edition_goes_on_when_the_cards_have_run_out() -> None:
    state = play(table(BLOCK, hand="coldsnap", deck="", options=FINAL), "end", "play coldsnap")
    assert (asked(state), zone(state, "round")) == (("challenge", MOUNTAINEER), 2)
    play(state, "end")
    assert (asked(state), zone(state, "round")) == (("challenge", MOUNTAINEER), 3)


@rule("TP-66")
@pytest.mark.parametrize(
    ("kept", "result"), [("gondola", [0.0, 1.0]), ("", [0.5, 0.5]), ("natural-spring", [1.0, 0.0])]
)
def test_the_most_points_win_and_a_tie_is_a_draw(kept: str, result: list[float]) -> None:
    state = play(table(BLOCK, kept=kept, hand="", deck=""), "end")
    assert state.result() == result
