"""What is plainly wasted in PEAKS, and what a position is worth."""

from __future__ import annotations

import pytest

import cairn
from cairn import bots
from cairn.games.peaks.evaluator import PeaksEvaluator, other_worth
from cairn.games.peaks.scoring import amount_of
from tests.games.peaks.tables import CONTENT, GAME, play, table

EVALUATOR = PeaksEvaluator(CONTENT)


def kept(state):
    return [state.notation(choice) for choice in EVALUATOR.prune(state)]


def expected(seats=2, **mats):
    """The expected points of seat 0."""
    return EVALUATOR.expected_points(table(seats, **mats))[0]


def test_nobody_prepares_for_nothing_or_rests_with_a_full_track():
    state = table(p0={"energy": 20})
    assert "rest" not in kept(state)
    assert "take nothing" not in kept(play(state, "prepare"))


def test_a_fulfilled_bonus_card_is_not_used_up():
    hand = {"bonus": ["big-lungs", "globetrotter"], "stamina": 13}
    answers = kept(table(p0=hand))
    assert "use globetrotter" in answers
    assert "use big-lungs" not in answers


def test_rewards_are_all_taken_at_once():
    state = play(table(p0={"mountains": ["table-mountain"]}, p1={"energy": 0}), "climb", "climb table-mountain x")
    assert kept(state) == ["gain all"]


def test_the_last_flag_of_the_supply_may_be_left():
    placed = {"mountains": ["table-mountain"], "flags": {"asia": 15}}
    state = play(table(p0=placed, p1={"energy": 0}), "climb", "climb table-mountain x")
    assert kept(state) == ["gain flag", "gain experience", "gain all", "done"]


def test_energy_is_paid_with_energy():
    state = table(p0={"mountains": ["table-mountain", "mam-tor"]}, p1={"energy": 0})
    assert kept(play(state, "climb", "climb table-mountain x")) == ["pay 5"]


def test_a_card_that_gives_more_energy_is_not_discarded_for_one():
    hand = {"mountains": ["table-mountain"], "energy": 4, "bonus": ["alpine-album", "thin-air"]}
    state = play(table(p0=hand, p1={"energy": 0}), "climb", "climb table-mountain x")
    assert kept(state) == ["discard thin-air", "use alpine-album"]


def test_companions_who_add_nothing_stay_at_home():
    state = table(p0={"mountains": ["table-mountain"], "companions": ["finn", "sami"]}, p1={"energy": 0})
    assert kept(play(state, "climb", "climb table-mountain x")) == ["pay 5", "bring sami"]


def test_windows_wait_for_a_better_place_only_if_there_is_an_action_bonus():
    hand = {"bonus": ["globetrotter"], "cubes": {"climb": 3}}
    state = play(table(p0=hand), "rest", "travel asia")
    assert kept(state) == ["cubes flag", "cubes experience-1", "cubes experience-2", "cubes experience-3", "go on"]
    hand = {"bonus": ["globetrotter"], "stamina": 11}
    assert kept(play(table(p0=hand), "rest", "travel asia")) == ["only new"]


def test_company_is_asked_for_where_it_is_needed_and_not_a_third_time():
    hand = {"mountains": ["table-mountain", "lions-head", "ben-nevis", "mam-tor"], "energy": 0}
    state = table(p0=hand)
    proposed = [answer for answer in kept(state) if answer.startswith("propose")]
    assert len(proposed) == 6, "two groups of three mountains; for ben-nevis even the lower price is too high"
    play(state, "propose table-mountain x", "refuse", "propose lions-head x", "refuse")
    assert not [answer for answer in kept(state) if answer.startswith("propose")]


def test_a_proposal_is_answered_by_ones_own_interest():
    """Seat 1 has the energy to come and gains by it; without gear for what follows it has nothing better to do."""
    hand = {"mountains": ["table-mountain"], "energy": 3}
    state = play(table(p0=hand, p1={"energy": 12}), "propose table-mountain x")
    refused, agreed = state.clone(), state.clone()
    play(refused, "refuse")
    play(agreed, "agree")
    assert EVALUATOR.expected_points(agreed)[1] > EVALUATOR.expected_points(refused)[1]


def test_who_would_gain_clearly_less_asks_for_the_other_group():
    hand = {"mountains": ["table-mountain"], "energy": 3}
    x, y = (float(group % 64) + other_worth(group) for group in CONTENT.rewards[2:4])
    assert x > y + 0.35
    state = play(table(p0=hand, p1={"energy": 12}), "propose table-mountain x")
    assert kept(state) == ["refuse", "agree", "counter y"]
    countered, agreed = play(state.clone(), "counter y"), play(state.clone(), "agree")
    assert EVALUATOR.expected_points(countered)[1] > EVALUATOR.expected_points(agreed)[1]
    accepted, declined = play(countered.clone(), "accept"), play(countered.clone(), "decline")
    assert EVALUATOR.expected_points(accepted)[0] > EVALUATOR.expected_points(declined)[0]
    state = play(table(p0=hand, p1={"energy": 12}), "propose table-mountain y")
    assert kept(state) == ["refuse", "agree"]


def test_a_proposer_asks_for_the_companion_who_takes_away_most_danger():
    hand = {"mountains": ["mount-kenya"], "energy": 9, "continent": "africa", "gear": {"harness": 1, "ice-axe": 1}}
    others = hand | {"energy": 12, "mountains": [], "companions": ["ada", "finn"]}
    state = play(table(p0=hand, p1=others), "propose mount-kenya x")
    assert kept(state) == ["ask finn"]
    assert kept(play(state, "ask finn")) == ["offer"]


def test_alone_flags_of_the_rival_cost_leads_and_a_scenario_is_played_for_its_goal():
    data = GAME.start(1, cairn.Dice(1), first_game=True).dump()
    data["zones"]["players"][0]["flags"]["asia"] = 2
    before = EVALUATOR.expected_points(GAME.load(data))[0]
    data["zones"]["rival_flags"] = [0, 3, 0, 0, 0, 0]
    assert EVALUATOR.expected_points(GAME.load(data))[0] < before
    data = GAME.start(1, cairn.Dice(1), scenario="six-postcards").dump()
    data["zones"]["players"][0]["flags"]["asia"] = 2
    one = EVALUATOR.expected_points(GAME.load(data))[0]
    data["zones"]["players"][0]["flags"] |= {"asia": 1, "africa": 1}
    assert EVALUATOR.expected_points(GAME.load(data))[0] > one + 1.0


@pytest.mark.parametrize(
    "better",
    [
        {"flags": {"asia": 1}},
        {"energy": 16},
        {"stamina": 8},
        {"experience": 9},
        {"gear": {"tent": 1}},
        {"dice": {"climb": 1}},
        {"upgrades": {"rest": 1}},
        {"cubes": {"climb": 2}},
        {"mountains": ["mam-tor"]},
        {"companions": ["finn"]},
        {"bonus": ["big-lungs"]},
        {"climbed": ["mam-tor"]},
    ],
    ids=lambda better: next(iter(better)),
)
def test_whatever_a_seat_has_more_of_gives_it_more_hope(better):
    assert expected(p0=better) > expected()


def test_a_fulfilled_bonus_card_is_worth_nearly_its_flags():
    with_card = expected(p0={"stamina": 13, "bonus": ["big-lungs"]}) - expected(p0={"stamina": 13})
    assert 1.5 < with_card < 2.0


def test_what_needs_time_fades_while_flags_do_not():
    late = {"flags": {"asia": 15}}
    early_gain = expected(p0={"dice": {"prepare": 1}}) - expected()
    late_gain = expected(p0=late | {"dice": {"prepare": 1}}) - expected(p0=late)
    assert 0 < late_gain < early_gain


def test_a_mountain_that_cannot_be_climbed_yet_is_worth_less():
    equipped = {"mountains": ["triglav"], "gear": {"climbing-shoes": 1}}
    bare = {"mountains": ["triglav"]}
    assert expected(p0=equipped) - expected(p0={"gear": {"climbing-shoes": 1}}) > expected(p0=bare) - expected()


def test_tagging_along_is_valued_before_the_rewards_come():
    """Seat 1 is asked first, seat 2 after it, so nothing has been rolled when the answer is valued."""
    ready = {"energy": 12, "continent": "africa", "gear": {"tent": 1}}
    state = play(
        table(3, p0=ready | {"mountains": ["kilimanjaro"]}, p1=ready, p2=ready), "climb", "climb kilimanjaro y"
    )
    stays, tags = state.clone(), state.clone()
    play(stays, "stay")
    play(tags, "tag")
    assert EVALUATOR.expected_points(tags)[1] > EVALUATOR.expected_points(stays)[1]


def test_what_the_rest_of_an_action_brings_is_counted_on_the_way():
    """With new plans to make, the energy of the REST is still to come."""
    hand = {"energy": 0, "upgrades": {"rest": 1}, "bonus": ["big-lungs"]}
    tiles = ["camp", "low-gear", "new-plans", "high-gear", "lesson", "rethink"]
    state = table(tiles=tiles, p0=hand)
    before = EVALUATOR.expected_points(state)[0]
    play(state, "rest", "travel europe")
    assert state.seat == 0
    assert EVALUATOR.expected_points(state)[0] > before + 0.3


def test_a_flag_being_paid_for_counts_already():
    hand = {"energy": 9, "upgrades": {"rest": 2}, "mountains": ["mam-tor", "k2", "ben-nevis"]}
    state = play(table(p0=hand), "rest", "travel europe")
    refused, bought = state.clone(), state.clone()
    play(refused, "no flag")
    play(bought, "buy flag")
    assert bought.seat == 0
    assert EVALUATOR.expected_points(bought)[0] > EVALUATOR.expected_points(refused)[0]


def test_a_turn_lasts_while_others_are_asked():
    state = table(3, p0={"mountains": ["mam-tor"]})
    before = state.turn_number
    play(state, "climb", "climb mam-tor x")
    assert state.seat == 1
    assert state.turn_number == before


def test_everybody_has_a_turn_of_their_own_to_choose_a_boost():
    dice = cairn.Dice(1)
    state = GAME.start(3, dice)
    turns = []
    for _ in range(3):
        turns.append(state.turn_number)
        state.choose(state.choices()[0], dice)
    assert len({*turns, state.turn_number}) == 4


def test_the_better_boost_promises_more():
    """One of these two has more of something and less of nothing."""
    display = ["mam-tor", "ben-nevis", "mount-takao", "mount-royal"]
    tiles = ["camp", "low-gear", "high-gear", "new-plans", "lesson", "rethink"]
    state = GAME.start(
        2,
        cairn.Script(
            [
                *display,
                *["lions-head", "lantau-peak", "kunanyi", "monserrate"],
                *tiles,
                *["old-friend", "family-of-hikers", "early-start", "gym-winter"],
            ]
        ),
        start=0,
    )
    worse, better = play(state.clone(), "boost old-friend"), play(state.clone(), "boost family-of-hikers")
    assert EVALUATOR.expected_points(better)[0] > EVALUATOR.expected_points(worse)[0]


def test_expected_points_count_what_bonus_cards_ask_for_as_the_scoring_does():
    dice = cairn.Dice(8)
    state = GAME.start(4, dice)
    while state.seat >= 0:
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
    for seat in range(4):
        for number in range(28):
            assert EVALUATOR.amount(state, seat, number) == amount_of(state, seat, number), CONTENT.names[100 + number]


def test_a_win_that_is_certain_counts_more_than_its_flags():
    dice = cairn.Dice(8)
    state = GAME.start(2, dice)
    while state.seat >= 0:
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
    winner = state.result().index(1.0)
    totals = [score.total for score in state.scores()]
    assert EVALUATOR.margin(state, winner) > totals[winner] - totals[1 - winner] + 2


def test_climber_beats_hiker():
    game = cairn.game("peaks")
    climber, hiker = bots.make("climber:worlds=1,beam=2", game), bots.make("hiker", game)
    wins = 0.0
    for number in range(6):
        table_ = [climber, hiker] if number % 2 == 0 else [hiker, climber]
        dice = cairn.Dice(number)
        state = game.start(2, dice)
        while state.seat >= 0:
            state.apply(table_[state.seat].decide(state.resample(state.seat, dice), dice), dice)
        wins += state.result()[number % 2]
    assert wins >= 5
