"""Climbs: who comes, what it costs, what it gives; agreements and companions."""

from __future__ import annotations

import pytest

import cairn
from cairn.testing import rule
from tests.games.peaks.tables import (
    CONTENT,
    GAME,
    answers,
    asked,
    flags,
    heard,
    left_to_gain,
    mat,
    play,
    position,
    table,
    zones,
)

BLANK = 1
DANGER = 6
SOUTH = {"continent": "south-america"}
FULL = dict.fromkeys(CONTENT.gear, 1)


@rule("PK-50", "PK-54", "PK-61", "PK-64", "PK-66")
def test_a_climb_alone_travels_pays_and_gains_the_chosen_group():
    state = table(p0={"mountains": ["lions-head"], "experience": 0}, p1={"energy": 0})
    play(state, "climb", "climb lions-head x", "gain all", chance=[BLANK, BLANK])
    assert (mat(state)["continent"], mat(state)["energy"]) == ("africa", 7)
    assert mat(state)["flags"]["africa"] == 1
    assert mat(state)["experience"] == 1
    assert (mat(state)["mountains"], mat(state)["climbed"]) == ([], ["lions-head"])


@rule("PK-59")
def test_a_climb_says_which_rewards_danger_takes():
    state = play(table(p0={"mountains": ["lions-head", "pico-do-fogo"], "experience": 0}), "climb")
    captions = {state.notation(choice): state.caption(choice) for choice in state.choices()}
    assert captions["climb lions-head x"] == "Climb Lion's Head for X: a flag"
    assert captions["climb pico-do-fogo x"] == "Climb Pico do Fogo for X: a flag, 1 stamina (danger takes a flag)"


@rule("PK-52", "PK-53", "PK-55", "PK-57", "PK-58", "PK-64", "PK-110")
def test_the_rulebooks_climb_of_licancabur():
    state = table(
        3,
        p0=SOUTH | {"mountains": ["licancabur"], "experience": 4},
        p1={"continent": "asia"},
        p2=SOUTH | {"experience": 10},
    )
    play(state, "climb", "climb licancabur x")
    assert asked(state) == ("tag", 2), "the seat in Asia is not acclimatized"
    play(state, "tag", chance=[BLANK])
    assert [mat(state, seat)["energy"] for seat in range(3)] == [6, 12, 6]
    play(state, "gain flag", "gain die", "upgrade rest", "gain experience", "gain experience", "reveal rest")
    assert mat(state)["flags"]["south-america"] == 1
    assert asked(state) == ("gain", 2)
    assert answers(state) == ["gain die", "gain stamina", "gain experience", "gain all", "done"]
    play(state, "gain stamina", "gain die", "upgrade climb", "gain experience", "reveal climb")
    assert mat(state, 2)["stamina"] == 8
    assert mat(state)["climbed"] == ["licancabur"]
    assert mat(state, 2)["climbed"] == []


@rule("PK-50")
def test_a_climb_that_cannot_be_paid_alone_is_not_offered():
    state = table(p0={"mountains": ["lions-head"], "energy": 4}, p1={"energy": 0})
    assert answers(state) == ["rest", "prepare"]
    with pytest.raises(cairn.IllegalChoice, match="PK-61"):
        play(state, "climb")
    two = table(p0={"mountains": ["lions-head", "mam-tor"], "energy": 3}, p1={"energy": 0})
    assert answers(play(two, "climb")) == ["climb mam-tor x", "climb mam-tor y"]
    with pytest.raises(cairn.IllegalChoice, match="PK-61"):
        play(two, "climb lions-head x")
    with pytest.raises(cairn.IllegalChoice, match="PK-50"):
        play(two, "climb triglav y")
    with pytest.raises(cairn.IllegalChoice, match="PK-50"):
        play(two, "turn back")


@rule("PK-51", "PK-56")
def test_gear_is_needed_and_given_by_every_climber():
    data = position(p0={"mountains": ["grand-teton"], "energy": 20}, p1={"energy": 20})
    with pytest.raises(cairn.IllegalChoice, match="PK-56"):
        play(GAME.load(data), "climb")
    state = table(p0={"mountains": ["grand-teton"], "energy": 20, "gear": FULL}, p1={"energy": 20})
    assert asked(play(state, "climb", "climb grand-teton x", chance=[BLANK] * 11)) == ("gain", 0), "seat 1 has no gear"
    assert mat(state)["gear"] == FULL | {"crampons": 0, "ice-axe": 0}
    state = table(p0={"mountains": ["grand-teton"], "energy": 20, "gear": FULL}, p1={"energy": 20, "gear": FULL})
    play(state, "climb", "climb grand-teton x", "tag", chance=[BLANK] * 9)
    assert mat(state, 1)["gear"] == FULL | {"crampons": 0, "ice-axe": 0}


@rule("PK-55")
def test_acclimatization_refuses_who_is_elsewhere():
    state = table(p0={"mountains": ["licancabur"]})
    with pytest.raises(cairn.IllegalChoice, match="PK-55"):
        play(state, "climb")


@rule("PK-52")
def test_others_answer_in_player_order_and_cannot_be_turned_away():
    state = table(4, p0={"mountains": ["table-mountain"]}, p2={"energy": 0})
    play(state, "climb", "climb table-mountain x")
    assert asked(state) == ("tag", 1)
    assert asked(play(state, "stay")) == ("tag", 3)
    assert zones(play(state, "tag"))["climb"]["climbers"] == [0, 3]


@rule("PK-53")
def test_company_lowers_the_price_once():
    energies = []
    for choices in (["stay", "stay"], ["tag", "stay"], ["tag", "tag"]):
        state = play(table(3, p0={"mountains": ["table-mountain"]}), "climb", "climb table-mountain x", *choices)
        energies.append(mat(state)["energy"])
    assert energies == [7, 9, 9]


@rule("PK-57")
def test_only_the_highest_experience_of_the_others_counts():
    climb = table(3, p0={"mountains": ["mount-elbert"], "experience": 0}, p1={"experience": 4}, p2={"experience": 7})
    log = heard(climb, "climb", "climb mount-elbert x", "tag", "tag", chance=[BLANK])
    assert [event.args["rolls"] for event in log if event.kind == "safe"] == [1]


@rule("PK-58", "PK-59")
def test_every_die_is_rolled_and_a_danger_takes_the_marked_rewards_of_all():
    data = position(p0={"mountains": ["mount-elbert"], "experience": 0}, p1={"experience": 4})
    state = play(GAME.load(data), "climb", "climb mount-elbert x", "tag", chance=[DANGER, BLANK])
    assert left_to_gain(state) == {"flag": 1, "die": 1, "experience": 1}
    play(state, "done")
    assert left_to_gain(state) == {"bonus": 1, "stamina": 1, "experience": 2}
    play(state, "done")
    assert mat(state)["climbed"] == ["mount-elbert"]


@rule("PK-60")
def test_the_most_dangerous_mountains_add_a_roll():
    mine = {"mountains": ["matterhorn"], "energy": 20, "experience": 32, "gear": FULL}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb matterhorn x", chance=[BLANK])
    assert asked(state) == ("gain", 0)


@rule("PK-61", "PK-63")
def test_cards_are_discarded_for_energy_by_everybody_but_not_the_mountain_itself():
    mine = {"mountains": ["table-mountain", "mam-tor"], "energy": 4, "bonus": ["globetrotter"]}
    state = table(p0=mine, p1={"energy": 1, "companions": ["finn"], "bonus": ["thin-air"]})
    play(state, "climb", "climb table-mountain x", "tag", "enough")
    assert answers(state) == ["pay 3", "discard mam-tor", "discard globetrotter"]
    play(state, "discard mam-tor", "pay 3")
    assert mat(state)["energy"] == 2
    assert answers(state) == ["discard thin-air", "discard finn"]
    play(state, "discard thin-air")
    assert (mat(state, 1)["energy"], mat(state, 1)["companions"]) == (0, [None] * 3)


@rule("PK-63")
def test_energy_from_cards_may_exceed_what_is_missing_and_stays():
    mine = {"mountains": ["mam-tor", "lions-head", "monserrate", "kunanyi"], "energy": 2}
    state = play(table(p0=mine), "climb", "climb mam-tor x", "tag")
    play(state, "discard lions-head", "discard kunanyi", "discard monserrate")
    assert asked(state) == ("gain", 0)
    assert (mat(state)["mountains"], mat(state)["energy"]) == ([], 3)


@rule("PK-63")
def test_a_full_track_takes_no_more_energy():
    mine = {"mountains": ["mam-tor", "lions-head"], "energy": 20, "companions": ["finn"]}
    state = play(table(p0=mine), "climb", "climb mam-tor x", "tag")
    assert answers(state) == ["pay 2", "bring finn"]
    with pytest.raises(cairn.IllegalChoice, match="PK-63"):
        play(state, "discard lions-head")


@rule("PK-62")
def test_bonus_cards_that_give_energy_are_used_while_paying():
    mine = {"mountains": ["table-mountain"], "energy": 4, "bonus": ["alpine-album"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb table-mountain x")
    assert answers(state) == ["discard alpine-album", "use alpine-album"]
    assert mat(play(state, "use alpine-album"))["energy"] == 2


@rule("PK-62", "PK-52")
def test_who_could_pay_with_a_bonus_card_is_asked_to_tag_along_and_uses_it_first():
    state = table(p0={"mountains": ["table-mountain"]}, p1={"energy": 0, "bonus": ["alpine-album"]})
    play(state, "climb", "climb table-mountain x")
    assert asked(state) == ("tag", 1)
    assert answers(state) == ["stay", "use alpine-album"]
    with pytest.raises(cairn.IllegalChoice, match="PK-52"):
        play(state, "tag")
    assert answers(play(state, "use alpine-album")) == ["stay", "tag"]
    play(state, "tag")
    assert (mat(state)["energy"], mat(state, 1)["energy"]) == (9, 0)


@rule("PK-62")
def test_being_asked_tells_nothing_about_hidden_cards():
    """With a card in hand that might be the best there is, a seat is asked whatever the card is."""
    state = table(p0={"mountains": ["table-mountain"]}, p1={"energy": 0, "bonus": ["thin-air"]})
    play(state, "climb", "climb table-mountain x")
    assert (asked(state), answers(state)) == (("tag", 1), ["stay"])
    for seed in range(20):
        world = state.resample(0, cairn.Dice(seed))
        assert asked(world) == ("tag", 1)
        assert asked(GAME.load(world.dump())) == ("tag", 1)


@rule("PK-65")
def test_the_climb_die_counts_for_all_climbers():
    mine = {"mountains": ["table-mountain"], "dice": {"climb": 2}}
    state = play(table(p0=mine), "climb", "climb table-mountain x", "tag")
    assert left_to_gain(state)["experience"] == 3
    play(state, "done")
    assert left_to_gain(state)["experience"] == 2


@rule("PK-65")
def test_a_better_climb_die_counts_if_it_comes_before_the_advancements():
    state = play(table(p0={"mountains": ["lions-head"], "dice": {"climb": 1}}), "climb", "climb lions-head y", "tag")
    play(state, "gain die", "upgrade climb", "done")
    assert left_to_gain(state)["experience"] == 2, "the other climber reads the new number"
    state = play(table(p0={"mountains": ["lions-head"]}), "climb", "climb lions-head y", "tag")
    assert left_to_gain(play(state, "gain die", "upgrade climb"))["experience"] == 3


@rule("PK-18")
def test_rewards_come_one_by_one_in_any_order_or_all_at_once():
    state = play(
        table(p0={"mountains": ["table-mountain"], "experience": 4}), "climb", "climb table-mountain x", "stay"
    )
    assert answers(state) == ["gain flag", "gain experience", "gain all", "done"]
    assert left_to_gain(play(state.clone(), "gain experience")) == {"flag": 1, "experience": 1}
    play(state, "gain all", "reveal nothing")
    assert (flags(state), mat(state)["experience"]) == (1, 6)


@rule("PK-67", "PK-80")
def test_a_shared_climb_may_buy_flags_and_the_others_only_after_the_current_player():
    mine = {"mountains": ["table-mountain"], "upgrades": {"climb": 2}}
    state = play(table(3, p0=mine), "climb", "climb table-mountain x", "tag", "stay")
    assert asked(state) == ("shared-flag", 0)
    assert asked(play(state.clone(), "no flag")) == ("gain", 0)
    play(state, "buy flag", "buy flag")
    assert [mat(state, seat)["flags"]["africa"] for seat in range(3)] == [1, 1, 0]
    assert mat(state, 1)["energy"] == 6


@rule("PK-67")
def test_alone_there_is_no_shared_flag():
    mine = {"mountains": ["table-mountain"], "upgrades": {"climb": 2}}
    assert asked(play(table(p0=mine), "climb", "climb table-mountain x", "stay")) == ("gain", 0)


@rule("PK-68")
@pytest.mark.parametrize(("mountain", "high"), [("mauna-kea", True), ("mauna-loa", False), ("vinicunca", True)])
def test_over_4200_metres_each_climber_gains_more(mountain, high):
    mine = {"mountains": [mountain], "upgrades": {"climb": 1}, "experience": 17}
    state = play(table(p0=mine), "climb", f"climb {mountain} x", "tag")
    assert (asked(state)[0] == "summit") is high
    if high:
        assert answers(state) == ["gain nothing", "gain stamina", "gain experience-1", "gain experience-2"]
        play(state, "gain stamina")
        assert (mat(state)["stamina"], asked(state)) == (8, ("summit", 1))


@rule("PK-68")
def test_exactly_the_height_is_not_over_it():
    assert not CONTENT.high < 4200
    assert CONTENT.elevation[CONTENT.numbers["grand-teton"]] == 4199


def proposal(seats: int = 4, *terms: str, **mats) -> cairn.State:
    mine = {"mountains": ["table-mountain"], "energy": 3}
    state = table(seats, **({"p0": mine} | ({"p2": {"energy": 0}} if seats > 2 else {}) | mats))
    return play(state, "propose table-mountain x", *terms)


@rule("PK-70", "PK-71")
def test_a_proposal_goes_round_and_binds_who_agrees_once_it_is_settled():
    state = proposal()
    assert asked(state) == ("answer", 1)
    assert asked(play(state, "refuse")) == ("answer", 3)
    assert asked(play(state, "agree")) == ("settle", 0)
    play(state, "settle")
    assert asked(state) == ("tag", 1), "who refused may still come"
    play(state, "stay")
    assert (mat(state)["energy"], mat(state, 3)["energy"]) == (0, 9)
    assert mat(state)["cubes"]["climb"] == 1


@rule("PK-71")
def test_the_proposer_may_withdraw_before_it_is_settled_and_is_bound_after():
    state = play(proposal(2, p1={}), "agree")
    withdrawn = play(state.clone(), "withdraw")
    assert "rest" in answers(withdrawn)
    assert zones(withdrawn)["bound"] == []
    mine = {"mountains": ["table-mountain", "mam-tor"], "energy": 9, "cubes": {"rest": 3}}
    settled = play(proposal(2, "agree", p0=mine), "settle")
    assert answers(settled) == ["climb", "cubes stamina"], "no other action is left"
    with pytest.raises(cairn.IllegalChoice, match="PK-71"):
        play(settled, "rest")
    play(settled, "climb")
    with pytest.raises(cairn.IllegalChoice, match="PK-71"):
        play(settled, "climb mam-tor x")


@rule("PK-71", "PK-72")
def test_a_refused_proposal_costs_nothing_and_is_not_made_again():
    state = play(proposal(), "refuse", "refuse")
    assert asked(state) == ("turn", 0)
    assert mat(state)["cubes"] == {"rest": 0, "prepare": 0, "climb": 0}
    with pytest.raises(cairn.IllegalChoice, match="PK-72"):
        play(state, "propose table-mountain y")


@rule("PK-72")
def test_no_more_than_three_proposals_are_made_in_a_turn():
    state = table(p0={"mountains": ["table-mountain", "mam-tor", "lions-head", "ben-nevis"]})
    for mountain in ("table-mountain", "mam-tor", "lions-head"):
        play(state, f"propose {mountain} x", "refuse")
    assert not [answer for answer in answers(state) if answer.startswith("propose")]
    with pytest.raises(cairn.IllegalChoice, match="PK-72"):
        play(state, "propose ben-nevis x")


@rule("PK-70")
def test_any_climb_can_be_proposed_if_somebody_might_come():
    assert "propose table-mountain x" in answers(table(p0={"mountains": ["table-mountain"]}))
    state = table(p0={"mountains": ["table-mountain"], "energy": 3}, p1={"energy": 0})
    with pytest.raises(cairn.IllegalChoice, match="PK-70"):
        play(state, "propose table-mountain x")
    state = table(p0={"mountains": ["table-mountain"], "energy": 1})
    with pytest.raises(cairn.IllegalChoice, match="PK-61"):
        play(state, "propose table-mountain x")


@rule("PK-73")
def test_terms_name_companions_who_then_come():
    mine = {"mountains": ["table-mountain"], "companions": ["finn"]}
    state = proposal(2, p0=mine, p1={"companions": ["ugo"], "bonus": ["thin-air"]})
    assert answers(state) == ["offer", "promise finn", "ask ugo"]
    play(state, "ask ugo", "promise finn", "agree", "settle")
    assert asked(state) == ("pay-climb", 1), "seat 0 could only bring finn and pay"
    for refused in ("discard ugo", "pay 3"):
        with pytest.raises(cairn.IllegalChoice, match="PK-73"):
            play(state, refused)
    play(state, "bring ugo", "pay 3")
    assert [mat(state, seat)["uses"][0] for seat in range(2)] == [1, 0]


@rule("PK-74")
def test_a_counter_offer_is_accepted_or_declined_and_replaces_the_proposal():
    mats = {"p0": {"mountains": ["table-mountain"], "companions": ["finn"]}, "p1": {"companions": ["ugo"]}}
    state = proposal(2, "ask ugo", "offer", **mats)
    assert answers(state) == ["refuse", "agree", "counter y", "counter without ugo", "counter with finn"]
    declined = play(state.clone(), "counter y", "decline")
    assert asked(declined) == ("turn", 0)
    play(state, "counter y")
    assert asked(state) == ("consider", 0)
    play(state, "accept")
    assert zones(state)["proposal"] == {
        "mountain": "table-mountain",
        "group": "y",
        "companions": ["ugo"],
        "countered": True,
    }
    assert asked(play(state, "settle")) == ("pay-climb", 0)
    assert zones(state)["climb"]["group"] == "y"


@rule("PK-74")
def test_who_agreed_to_the_first_proposal_is_asked_again_and_cannot_counter():
    state = play(proposal(3, p2={}), "agree", "counter y", "accept")
    assert (asked(state), answers(state)) == (("answer", 1), ["refuse", "agree"])
    with pytest.raises(cairn.IllegalChoice, match="PK-74"):
        play(state, "counter x")
    play(state, "refuse")
    assert zones(state)["bound"] == [2]


@rule("PK-76", "PK-77")
def test_companions_lend_experience_and_lose_a_use():
    mine = {"mountains": ["lions-head"], "experience": 0, "companions": ["finn", "hugo"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb lions-head x")
    assert answers(state) == ["pay 5", "bring finn", "bring hugo", "discard finn", "discard hugo"]
    assert answers(play(state, "bring hugo")) == ["pay 5", "bring finn", "discard finn"]
    play(state, "pay 5")
    assert mat(state)["uses"] == [2, 3, 0]
    assert asked(state) == ("gain", 0)


@rule("PK-76")
def test_a_companion_goes_after_its_last_use_when_the_climb_ends():
    state = table(p0={"mountains": ["table-mountain"], "companions": ["ugo"]}, p1={"energy": 0})
    play(state, "climb", "climb table-mountain x", "bring ugo")
    assert mat(state)["companions"][0] == "ugo"
    play(state, "done")
    assert mat(state)["companions"][0] is None
    assert zones(state)["discards"]["companions"] == ["ugo"]


@rule("PK-77")
def test_a_companion_discarded_to_pay_does_not_come_and_who_comes_is_not_discarded():
    mine = {"mountains": ["table-mountain"], "companions": ["ugo"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb table-mountain x")
    assert asked(play(state.clone(), "discard ugo")) == ("gain", 0)
    assert asked(play(state.clone(), "bring ugo")) == ("gain", 0), "nothing is left but to pay"
    state = play(table(p0=mine | {"bonus": ["thin-air"]}, p1={"energy": 0}), "climb", "climb table-mountain x")
    with pytest.raises(cairn.IllegalChoice, match="PK-76"):
        play(state, "bring ugo", "discard ugo")


@rule("PK-75", "PK-16")
def test_a_new_companion_does_not_replace_one_that_the_announced_climb_needs():
    """Triglav asks for climbing shoes, which only Ines brings: without her nobody could pay any more."""
    mine = {"mountains": ["triglav"], "companions": ["ines", "finn", "gita"], "bonus": ["old-hand"]}
    shoes = {"gear": {"climbing-shoes": 1}}
    state = play(table(p0=mine, p1=shoes), "climb", "climb triglav x", "tag")
    play(state, "use old-hand", chance=["hugo"])
    assert answers(state) == ["replace finn", "replace gita", "replace nobody"]
    with pytest.raises(cairn.IllegalChoice, match="PK-75"):
        play(state.clone(), "replace ines")
    assert "bring ines" in answers(play(state, "replace finn"))
    state = play(table(p0=mine, p1=shoes), "climb", "climb triglav x", "tag")
    play(state, "use old-hand", chance=["mara"])
    assert "replace ines" in answers(state), "Mara brings gear of any type, so shoes as well"


@rule("PK-75", "PK-71", "PK-73")
def test_a_new_companion_does_not_replace_one_that_an_agreement_needs():
    mine = {"mountains": ["triglav"], "companions": ["ines", "finn", "gita"], "bonus": ["old-hand"]}
    state = table(p0=mine, p1={"gear": {"climbing-shoes": 1}})
    play(state, "propose triglav x", "promise finn", "offer", "agree", "settle", "use old-hand", chance=["hugo"])
    assert answers(state) == ["replace gita", "replace nobody"]
    with pytest.raises(cairn.IllegalChoice, match="PK-73"):
        play(state, "replace finn")
    with pytest.raises(cairn.IllegalChoice, match="PK-75"):
        play(state, "replace ines")


@rule("PK-77", "PK-78")
def test_a_companion_who_brings_energy_or_gear_helps_to_pay():
    mine = {"mountains": ["table-mountain"], "energy": 2, "companions": ["farid"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb table-mountain x")
    assert asked(state) == ("gain", 0), "there was only one way to pay"
    assert (mat(state)["energy"], mat(state)["uses"][0]) == (0, 1)
    mine = {"mountains": ["triglav"], "energy": 12, "companions": ["ines", "finn"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb triglav x")
    with pytest.raises(cairn.IllegalChoice, match="PK-56"):
        play(state, "pay 8")
    with pytest.raises(cairn.IllegalChoice, match="PK-77"):
        play(state, "discard ines")
    assert "pay 8" in answers(play(state, "bring ines"))


@rule("PK-78")
def test_gear_of_any_type_is_first_what_the_climb_needs():
    mine = {"mountains": ["triglav"], "companions": ["mara"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb triglav x", chance=[BLANK] * 2)
    assert asked(state) == ("gain", 0)
    assert mat(state)["gear"]["climbing-shoes"] == 0


@rule("PK-78")
@pytest.mark.parametrize("companions", [["mara", "kira"], ["kira", "mara"]])
def test_gear_of_any_type_is_not_what_another_companion_brings(companions):
    """Mara brings the harness, for Kira brings the ice axe: otherwise nobody could pay any more."""
    mine = {"mountains": ["eiger", "table-mountain"], "energy": 14, "companions": companions}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb eiger x", "bring mara")
    assert mat(state)["gear"]["harness"] == 1
    assert "pay 11" in answers(play(state, "bring kira"))


@rule("PK-78")
def test_two_gear_of_any_type_are_not_what_another_companion_brings_either():
    mine = {
        "mountains": ["ama-dablam", "table-mountain"],
        "energy": 16,
        "companions": ["nils", "kira"],
        "continent": "asia",
    }
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb ama-dablam x", "bring nils")
    assert answers(state) == ["gain tent", "gain harness"]
    with pytest.raises(cairn.IllegalChoice, match="PK-78"):
        play(state.clone(), "gain oxygen")
    assert "pay 14" in answers(play(state, "gain tent", "bring kira"))


@rule("PK-78")
def test_gear_of_any_type_may_be_what_the_climb_does_not_need_if_another_brings_that():
    mine = {"mountains": ["eiger", "table-mountain"], "energy": 14, "companions": ["nils", "kira"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb eiger x", "bring nils")
    assert answers(state) == [f"gain {gear}" for gear in CONTENT.gear] + ["gain nothing"]
    play(state, "gain oxygen")
    assert mat(state)["gear"]["harness"] == 1, "nobody else could bring it, so there was only one answer"
    play(state, "bring kira", "pay 11", chance=[BLANK] * 10)
    assert mat(state)["gear"] == dict.fromkeys(CONTENT.gear, 0) | {"oxygen": 1}


@rule("PK-63", "PK-77")
def test_whoever_is_not_needed_for_gear_is_energy():
    """Nils brings both the harness and the ice axe, so that Kira and Jonas can be discarded for what is missing."""
    mine = {"mountains": ["eiger"], "energy": 9, "companions": ["kira", "jonas", "nils"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb eiger x")
    assert answers(state) == ["bring nils", "discard kira", "discard jonas"]
    with pytest.raises(cairn.IllegalChoice, match="PK-77"):
        play(state.clone(), "bring kira")
    play(state, "bring nils", "gain harness", "discard kira", chance=[BLANK] * 12)
    assert (asked(state), mat(state)["energy"]) == (("gain", 0), 0)


@rule("PK-77")
def test_companions_help_those_who_tag_along_to_pay():
    state = table(p0={"mountains": ["table-mountain"]}, p1={"energy": 0, "companions": ["farid"]})
    assert asked(play(state, "climb", "climb table-mountain x")) == ("tag", 1)
    assert mat(play(state, "tag"), 1)["uses"][0] == 1


def brought(companion: str, *more: str, chance: list | None = None, **mine) -> cairn.State:
    mat0 = {"mountains": ["table-mountain"], "companions": [companion]} | mine
    state = table(p0=mat0, p1={"energy": 0})
    return play(state, "climb", "climb table-mountain x", f"bring {companion}", *more, chance=chance)


@rule("PK-78")
@pytest.mark.parametrize(
    ("companion", "gains"),
    [
        ("sami", {"flag": 1, "experience": 3}),
        ("wim", {"flag": 1, "stamina": 1, "experience": 2}),
        ("zeno", {"flag": 1, "bonus": 1, "experience": 2}),
        ("cyrus", {"flag": 1, "experience": 2, "mountain": 1}),
        ("gita", {"flag": 1, "experience": 2}),
    ],
)
def test_companions_add_to_the_rewards_of_their_owner(companion, gains):
    assert left_to_gain(brought(companion)) == gains


@rule("PK-78")
def test_companions_may_give_energy_or_gear_at_once():
    assert mat(brought("bruno"))["energy"] == 9
    assert mat(brought("greta"))["gear"]["tent"] == 1
    assert mat(brought("mara", "gain oxygen"))["gear"]["oxygen"] == 1


@rule("PK-78", "PK-59")
def test_sure_feet_keep_the_marked_rewards_for_their_owner_alone():
    state = table(p0={"mountains": ["mount-elbert"], "experience": 0, "companions": ["pavel"]}, p1={"experience": 0})
    play(state, "climb", "climb mount-elbert x", "tag", "bring pavel", chance=[DANGER, BLANK, BLANK])
    assert left_to_gain(state) == {"flag": 1, "die": 1, "experience": 2}
    assert left_to_gain(play(state, "done")) == {"bonus": 1, "stamina": 1, "experience": 2}


@rule("PK-78")
def test_a_mountain_of_a_companion_comes_from_the_deck_next_to_the_display():
    state = play(brought("cyrus"), "gain mountain", chance=["mam-tor"])
    assert mat(state)["mountains"] == ["mam-tor"]
