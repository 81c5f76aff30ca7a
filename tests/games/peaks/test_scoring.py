"""The last round, the count, bonus cards, and the game alone."""

from __future__ import annotations

import pytest

from cairn import Dice
from cairn.games.peaks.scoring import fulfilled, ladder_title
from cairn.testing import rule
from tests.games.peaks.tables import CONTENT, GAME, asked, heard, mat, play, table, zones

REST = ("rest", "travel europe")
NEAR = {"cubes": {"climb": 3}, "flags": {"asia": 15}}


def lines(state, seat=0):
    return state.scores()[seat].lines


@rule("PK-90")
def test_after_the_sixteenth_flag_everybody_with_flags_left_has_one_more_turn():
    state = play(table(3, p0=NEAR), "cubes flag", "rest", "travel europe")
    assert zones(state)["last_turns"] == 2
    play(state, "rest", "travel europe", "rest", "travel europe")
    assert state.seat == -1, "the first seat has no flags left"


@rule("PK-90")
def test_the_current_player_has_a_last_turn_too_if_another_ended_the_game():
    state = table(2, p0={"mountains": ["lions-head"]}, p1={"flags": {"asia": 15}, "experience": 12})
    play(state, "climb", "climb lions-head x", "tag", "done", "gain all", "upgrade rest", "place flag", "gain nothing")
    assert asked(state) == ("turn", 0), "seat 1 has no flags left and loses its turn"
    assert play(state, "rest", "travel europe").seat == -1


@rule("PK-90")
def test_who_runs_out_before_the_last_turn_loses_it():
    state = table(3, p0=NEAR, p1={"mountains": ["lions-head"]}, p2={"flags": {"asia": 15}, "experience": 12})
    play(state, "cubes flag", "rest", "travel europe", "climb", "climb lions-head x", "tag", "stay", "done")
    play(state, "gain all", "upgrade rest", "place flag", "gain nothing")
    assert state.seat == -1


@rule("PK-98")
def test_flags_beyond_the_supply_count():
    state = play(table(p0={"cubes": {"climb": 3}, "flags": {"asia": 17}}), "cubes flag")
    assert lines(state)["board"] == 18


@rule("PK-91", "PK-92", "PK-93")
def test_cards_look_at_the_board_before_the_other_steps():
    state = table(p0={"flags": {"asia": 2}, "bonus": ["monsoon-album"]})
    assert lines(state) == {
        "board": 2, "bonus cards": 0, "led continents": 1, "all continents": 0, "neighbours": 0
    }  # fmt: skip


@rule("PK-93")
def test_a_led_continent_needs_more_than_each_other_seat():
    state = table(3, p0={"flags": {"asia": 2, "africa": 1}}, p1={"flags": {"asia": 2}}, p2={"flags": {"europe": 1}})
    assert [lines(state, seat)["led continents"] for seat in range(3)] == [1, 0, 1]


@rule("PK-94")
def test_a_flag_in_every_continent_is_worth_two():
    everywhere = dict.fromkeys(CONTENT.continents, 1)
    state = table(p0={"flags": everywhere}, p1={"flags": everywhere | {"asia": 0}})
    assert [lines(state, seat)["all continents"] for seat in range(2)] == [2, 0]


@rule("PK-95")
def test_neighbours_with_fewer_climbed_mountains_count():
    climbed = {"climbed": ["mam-tor"]}
    assert lines(table(2, p0=climbed))["neighbours"] == 1
    state = table(4, p0=climbed, p2={"climbed": ["triglav", "k2"]})
    assert [lines(state, seat)["neighbours"] for seat in range(4)] == [2, 0, 2, 0]


@rule("PK-96")
def test_a_tie_goes_to_the_highest_mountain_and_is_shared_otherwise():
    last = {"last_turns": 0}
    higher = table(2, p0={"climbed": ["mam-tor"]}, p1={"climbed": ["k2"]}, **last)
    assert play(higher, "rest", "travel europe").result() == [0.0, 1.0]
    assert play(table(2, **last), "rest", "travel europe").result() == [0.5, 0.5]


@rule("PK-97")
def test_a_game_without_an_end_is_counted_after_its_rounds():
    state = table(2, turn=2 * CONTENT.rounds)
    assert play(state, "rest", "travel europe").seat == -1


@rule("PK-105")
def test_alone_a_continent_is_led_with_more_than_the_rival_that_nobody_plays():
    assert lines(table(1, p0={"flags": {"asia": 3, "africa": 2}}))["led continents"] == 1
    assert lines(table(1, p0={"climbed": ["mam-tor"]}))["neighbours"] == 0


@rule("PK-106")
@pytest.mark.parametrize(("count", "title"), [(0, "day tripper"), (12, "rambler"), (18, "scrambler")])
def test_alone_the_total_is_read_off_a_ladder(count, title):
    state = table(1, turn=CONTENT.solo_turns, p0={"flags": dict.fromkeys(CONTENT.continents[:2], count // 2)})
    log = heard(state, "rest", "travel europe")
    assert ladder_title(state) == title
    assert log[-1].args == {"title": title}
    assert state.result() == [1.0]


@rule("PK-107")
def test_alone_the_game_ends_with_the_sixteenth_flag_or_the_last_turn():
    assert play(table(1, p0=NEAR), "cubes flag", "rest", "travel europe").seat == -1
    assert play(table(1, turn=CONTENT.solo_turns), "rest", "travel europe").seat == -1
    assert play(table(1, turn=CONTENT.solo_turns - 1), "rest", "travel europe").seat == 0


@rule("PK-107", "PK-90", "PK-97")
def test_the_end_is_said_in_a_sentence():
    def told(state, *choices):
        return [GAME.sentence(event, None, ["Ann", "Bob"]) for event in heard(state, *choices)]

    assert "Ann has placed all 16 flags: the game ends with this turn." in told(table(1, p0=NEAR), "cubes flag", *REST)
    assert "36 turns are over: the game ends here." in told(table(1, turn=CONTENT.solo_turns), *REST)
    last = told(table(2, p0=NEAR), "cubes flag", *REST)
    assert "Ann has placed all 16 flags: everybody with flags left has one more turn." in last
    assert "60 rounds are over: the game ends here." in told(table(2, turn=2 * CONTENT.rounds), *REST)


HIGH = ["k2", "denali", "licancabur"]
CASES = {
    "savanna-album": {"flags": {"africa": 3}},
    "globetrotter": {"flags": dict.fromkeys(CONTENT.continents[:5], 1)},
    "home-crowd": {"flags": {"asia": 6}},
    "steady-legs": {"climbed": ["mam-tor", "triglav", "k2", "denali", "eiger"]},
    "hill-collector": {"climbed": ["mam-tor", "triglav", "lions-head", "corcovado", "monserrate"]},
    "giant-collector": {"climbed": HIGH},
    "thin-air": {"climbed": ["vinicunca", "k2", "mauna-kea"]},
    "low-and-lovely": {"climbed": ["mam-tor", "lions-head", "corcovado"]},
    "many-skies": {"climbed": ["mam-tor", "lions-head", "corcovado", "k2"]},
    "one-range": {"climbed": ["mam-tor", "triglav", "eiger"]},
    "master-of-one": {"dice": {"rest": 3}},
    "new-methods": {"upgrades": {"rest": 2, "climb": 1}},
    "big-lungs": {"stamina": 13},
    "old-hand": {"experience": 23},
    "packed-again": {"gear": {"tent": 3, "oxygen": 2}},
    "good-company": {"companions": ["ada", "bruno"]},
}


@rule("PK-92")
@pytest.mark.parametrize("card", CASES)
def test_bonus_cards_are_worth_their_flags_when_fulfilled(card):
    number = CONTENT.numbers[card]
    assert not fulfilled(table(p0={"bonus": [card]}), 0, number)
    state = table(p0=CASES[card] | {"bonus": [card]})
    assert fulfilled(state, 0, number)
    assert lines(state)["bonus cards"] == CONTENT.bonus_flags[number - 100]


@rule("PK-92")
def test_every_kind_of_need_is_shown():
    shown = {CONTENT.need[CONTENT.numbers[card] - 100] for card in CASES}
    assert shown == set(CONTENT.need)


@rule("PK-101")
def test_hands_are_revealed_at_the_end():
    state = play(table(2, last_turns=0, p0={"bonus": ["globetrotter"]}), "rest", "travel europe")
    assert state.view(1)["zones"]["hands"][0]["cards"] == ["globetrotter"]
    assert mat(state)["continent"] == "europe"


def test_games_end_in_every_number_of_seats():
    for seats in GAME.seats:
        dice = Dice(5)
        state = GAME.start(seats, dice)
        while state.seat >= 0:
            state.apply(state.choices()[dice.pick(len(state.choices()))], dice)
        assert sum(state.result()) == pytest.approx(1.0)
