"""What is pruned in Five Peaks."""

from __future__ import annotations

import pytest

from cairn import Dice
from cairn.bots import make
from cairn.games.five_peaks.evaluator import evaluator, prune
from tests.games.five_peaks.tables import GAME, Table, play


def kept(state):
    return {state.notation(choice) for choice in prune(state)}


def test_it_takes_what_a_space_gives():
    assert kept(play(Table().state(), "play walk", "walk 1,0")) == {"take"}


def test_it_does_not_camp_with_a_full_hand():
    assert "play camp" not in kept(Table().state())


def test_it_camps_for_a_panorama_and_buys_it():
    state = Table().has(mushroom=2, berry=1).state()
    assert "play camp" in kept(state)
    assert kept(play(state, "play camp")) == {"camp panorama i-1"}


def test_it_walks_to_where_something_can_be_had():
    state = Table().bank_without("berry").state()
    assert kept(play(state, "play walk")) == {"walk start c", "walk start e"}


def test_it_pays_for_a_peak():
    state = Table().tile("birch", [1, 1]).pawns([2, 3]).has(mushroom=1, herb=2).state()
    assert kept(play(state, "play walk", "walk 2,2")) == {"exchange 1"}


def test_it_returns_basics_before_containers():
    state = Table().has(jar=5, herb=5).state()
    assert kept(play(state, "play walk", "walk 1,0", "take")) == {"return herb", "return mushroom"}


def test_it_buys_rather_than_sells():
    state = Table().hand("run").has(endorphins=3).state()
    assert all(text.startswith("buy") for text in kept(play(state, "play training")))


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_always_has_an_answer(seats):
    dice = Dice(seats)
    state = GAME.start(seats, dice)
    while state.seat >= 0:
        answers = prune(state)
        assert answers
        assert set(answers) <= set(state.offered)
        state.apply(answers[dice.pick(len(answers))], dice)
    assert sum(score.total for score in state.scores()) > 0


def test_a_place_next_to_a_peak_is_better_than_one_far_away():
    near = Table().peak("hare", [0, 1]).pawns([0, 1], [-1, 0]).state()
    far = Table().peak("hare", [0, 1]).pawns([0, -1], [-1, 0]).state()
    assert evaluator(GAME).margin(near, 0) > evaluator(GAME).margin(far, 0)


def test_what_a_panorama_costs_is_worth_having():
    useful = Table().has(mushroom=2, berry=1).state()
    useless = Table().has(mushroom=3).state()
    assert evaluator(GAME).margin(useful, 0) > evaluator(GAME).margin(useless, 0)


def test_at_the_end_only_points_count():
    table = Table().has(mushroom=5, endorphins=9)
    table.zones["turn"] = GAME.content.rounds * 2
    table.data["pending"] = []
    assert evaluator(GAME).margin(table.state(), 0) == 0.0


EVALUATOR = evaluator(GAME)


def test_it_does_not_harvest_with_a_full_backpack():
    assert "play small-harvest" in kept(Table().hand("small-harvest").has(herb=9).state())
    assert "play small-harvest" not in kept(Table().hand("small-harvest").has(herb=10).state())


def test_a_turn_has_one_number():
    state = Table().state()
    before = state.turn_number
    play(state, "play walk", "walk 0,0")
    assert state.turn_number == before
    play(state, "take")
    assert state.turn_number == before + 1


def summit_before(cell):
    return Table().peak("hawk", [0, 1], 1).pawns(cell, [1, 0]).state()


def test_hope_grows_on_the_way_to_a_summit_and_with_the_stone_on_it():
    far, near = summit_before([0, 0]), summit_before([0, 1])
    there = play(summit_before([0, 1]), "play walk", "walk 0,2")
    placed = play(there.clone(), "stone x3-small")
    expected_points = [EVALUATOR.expected_points(state)[0] for state in (far, near, there, placed)]
    assert expected_points[0] < expected_points[1] < expected_points[2] <= expected_points[3] + 1e-9


def test_hope_grows_with_what_a_panorama_costs():
    some, more, all_of_it = (Table().has(**amounts).state() for amounts in ({}, {"berry": 1}, {"berry": 1, "herb": 1}))
    assert (
        EVALUATOR.expected_points(some)[0]
        < EVALUATOR.expected_points(more)[0]
        < EVALUATOR.expected_points(all_of_it)[0]
    )
    assert EVALUATOR.expected_points(some)[1] == EVALUATOR.expected_points(more)[1]


def test_a_lead_is_worth_more_near_the_end():
    late = Table().panoramas(1, "i-1", "ii-1", "iii-1", "iv-1", "v-1")
    late.zones["turn"] = 80
    assert EVALUATOR.score_spread(late.state()) < EVALUATOR.score_spread(Table().state())


def test_climber_places_a_stone_on_a_high_peak_beside_it():
    state = Table().peak("lynx", [0, 1], 1).pawns([0, 1], [1, 0]).state()
    climber = make("climber:worlds=1,beam=4", GAME)
    turn = []
    while state.turn_number == 1:
        choice = climber.decide(state, Dice(1))
        turn.append(state.notation(choice))
        state.apply(choice, Dice(1))
    assert turn == ["play walk", "walk lynx", "stone x3-small"]


def test_climber_buys_the_panorama_it_can_pay_for():
    state = Table().has(mushroom=1, berry=1).state()
    assert state.notation(make("climber:worlds=1,beam=4", GAME).decide(state, Dice(1))) == "play camp"
