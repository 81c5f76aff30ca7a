"""The turn, its windows, REST and PREPARE, decks and gains."""

from __future__ import annotations

import pytest

import cairn
from cairn.testing import rule
from tests.games.peaks.tables import CONTENT, GAME, answers, asked, flags, mat, pile, play, position, table, zones

TILES = ["camp", "low-gear", "high-gear", "new-plans", "lesson", "rethink"]
"""Africa has camp, Asia low gear, Europe high gear, North America new plans, Oceania lesson, South America rethink."""
BOTH = {"rest": 2, "prepare": 2, "climb": 2}


@rule("PK-11", "PK-20")
def test_a_rest_places_a_cube_travels_and_fills_energy():
    state = play(table(p0={"energy": 2}), "rest", "travel asia")
    assert mat(state)["cubes"] == {"rest": 1, "prepare": 0, "climb": 0}
    assert (mat(state)["continent"], mat(state)["energy"]) == ("asia", 7)
    assert asked(state) == ("turn", 1)


@rule("PK-25")
@pytest.mark.parametrize(
    ("energy", "die", "after"), [(2, 0, 7), (12, 0, 14), (6, 0, 8), (7, 3, 15), (19, 3, 20), (0, 3, 8)]
)
def test_rest_gains_up_to_the_stamina_or_by_the_die_and_loses_nothing(energy, die, after):
    state = play(table(p0={"energy": energy, "dice": {"rest": die}}), "rest", "travel europe")
    assert mat(state)["energy"] == after


@rule("PK-12", "PK-22")
def test_the_first_rest_tile_gives_the_bonus_of_the_continent():
    state = play(table(tiles=TILES, p0={"energy": 2, "upgrades": {"rest": 1}}), "rest", "travel africa")
    assert mat(state)["energy"] == 9


@rule("PK-22")
@pytest.mark.parametrize(
    ("continent", "offered"),
    [("asia", ["tent", "crampons", "climbing-shoes"]), ("europe", ["harness", "ice-axe", "oxygen"])],
)
def test_gear_tiles_give_one_of_three_types(continent, offered):
    state = play(table(tiles=TILES, p0={"upgrades": {"rest": 1}}), "rest", f"travel {continent}")
    assert answers(state) == [f"gain {gear}" for gear in offered] + ["gain nothing"]
    play(state, f"gain {offered[1]}")
    assert mat(state)["gear"][offered[1]] == 1
    assert asked(state) == ("turn", 1)


@rule("PK-23")
def test_new_plans_exchange_a_bonus_card_once():
    state = table(tiles=TILES, p0={"upgrades": {"rest": 1}, "bonus": ["globetrotter"]})
    play(state, "rest", "travel north-america", "exchange globetrotter", chance=["thin-air"])
    assert zones(state)["hands"][0] == ["thin-air"]
    assert zones(state)["discards"]["bonus"] == ["globetrotter"]


@rule("PK-23")
def test_new_plans_need_a_card():
    assert asked(play(table(tiles=TILES, p0={"upgrades": {"rest": 1}}), "rest", "travel north-america")) == ("turn", 1)


@rule("PK-22", "PK-17")
def test_the_lesson_may_be_declined():
    state = table(tiles=TILES, p0={"upgrades": {"rest": 1}})
    assert mat(play(state.clone(), "rest", "travel oceania", "gain experience"))["experience"] == 5
    assert mat(play(state, "rest", "travel oceania", "done"))["experience"] == 4


@rule("PK-24", "PK-13", "PK-15")
def test_a_moved_cube_may_allow_an_action_bonus_at_once():
    state = table(tiles=TILES, p0={"upgrades": {"rest": 1}, "cubes": {"climb": 2}})
    play(state, "rest", "travel south-america", "move rest climb")
    assert "cubes flag" in answers(state)
    play(state, "cubes flag")
    assert mat(state)["flags"]["south-america"] == 1


@rule("PK-21", "PK-26", "PK-12")
def test_with_both_rest_tiles_the_flag_comes_before_the_bonus():
    mine = {"energy": 4, "upgrades": {"rest": 2}, "mountains": ["lions-head", "mam-tor", "corcovado"]}
    state = play(table(tiles=TILES, p0=mine), "rest", "travel africa")
    assert asked(state) == ("rest-flag", 0)
    play(state, "buy flag", "pay 3", "discard mam-tor", "discard corcovado")
    assert mat(state)["flags"]["africa"] == 1
    assert mat(state)["mountains"] == ["lions-head"]
    assert mat(state)["energy"] == 9


@rule("PK-21", "PK-63")
def test_without_energy_the_rest_flag_costs_five_cards():
    cards = ["lions-head", "mam-tor", "corcovado", "monserrate"]
    mine = {"energy": 0, "upgrades": {"rest": 2}, "mountains": cards}
    assert asked(play(table(tiles=TILES, p0=mine), "rest", "travel africa")) == ("turn", 1)
    state = play(table(tiles=TILES, p0=mine | {"companions": ["ada"]}), "rest", "travel africa", "buy flag")
    play(state, "discard lions-head", "discard mam-tor", "discard corcovado", "discard monserrate")
    assert mat(state)["flags"]["africa"] == 1
    assert mat(state)["companions"] == [None] * 3


@rule("PK-21")
def test_cards_of_the_price_cannot_pay_the_energy():
    mine = {"energy": 2, "upgrades": {"rest": 2}, "mountains": ["lions-head", "mam-tor", "corcovado"]}
    state = play(table(tiles=TILES, p0=mine), "rest", "travel africa", "buy flag", "discard mam-tor")
    assert asked(state) == ("toss", 0)


@rule("PK-30", "PK-31", "PK-34", "PK-110")
def test_the_rulebooks_prepare_example():
    display = ["vinicunca", "mount-vesuvius", "corcovado", "lions-head"]
    state = table(display=display, p0={"dice": {"prepare": 1}})
    play(state, "prepare", "take display-3", "gain tent", chance=["mam-tor", "mount-takao"])
    assert zones(state)["display"] == ["mount-vesuvius", "lions-head", "mam-tor", "mount-takao"]
    assert zones(state)["discards"]["a"] == ["vinicunca"]
    assert mat(state)["mountains"] == ["corcovado"]
    assert mat(state)["gear"]["tent"] == 1


@rule("PK-31")
@pytest.mark.parametrize(
    ("source", "drawn", "display", "discarded"),
    [
        ("display-1", ["mam-tor"], ["ben-nevis", "corcovado", "lions-head", "mam-tor"], []),
        ("deck-a", ["triglav", "mam-tor"], ["ben-nevis", "corcovado", "lions-head", "mam-tor"], ["vinicunca"]),
        ("deck-b", ["k2", "mam-tor"], ["ben-nevis", "corcovado", "lions-head", "mam-tor"], ["vinicunca"]),
        ("nothing", ["mam-tor"], ["ben-nevis", "corcovado", "lions-head", "mam-tor"], ["vinicunca"]),
    ],
)
def test_the_leftmost_card_goes_unless_it_was_taken(source, drawn, display, discarded):
    state = table(display=["vinicunca", "ben-nevis", "corcovado", "lions-head"])
    play(state, "prepare", f"take {source}", chance=drawn)
    assert zones(state)["display"] == display
    assert zones(state)["discards"]["a"] == discarded


@rule("PK-32", "PK-33", "PK-12")
def test_prepare_tiles_add_two_gear_and_three_mountains():
    state = table(display=["vinicunca", "ben-nevis", "corcovado", "lions-head"], p0={"upgrades": BOTH})
    play(state, "prepare", "take display-1", "gain tent", chance=["mam-tor"])
    assert mat(state)["gear"]["tent"] == 2
    play(state, "draw b", chance=["k2", "denali", "eiger"])
    assert answers(state) == ["keep k2", "keep denali", "keep eiger", "keep nothing"]
    assert state.view(1)["zones"]["drawn"] == ["k2", "denali", "eiger"]
    play(state, "keep denali")
    assert mat(state)["mountains"] == ["vinicunca", "denali"]
    assert zones(state)["discards"]["b"] == ["k2", "eiger"]


@rule("PK-34", "PK-86")
def test_gear_of_the_die_stops_at_the_room_of_the_mat_or_when_declined():
    full = {"tent": 3, "crampons": 3, "climbing-shoes": 3, "harness": 3, "ice-axe": 3, "oxygen": 2}
    display = ["vinicunca", "ben-nevis", "corcovado", "lions-head"]
    state = table(display=display, p0={"dice": {"prepare": 3}, "gear": full})
    play(state, "prepare", "take display-1", "gain oxygen", chance=["mam-tor"])
    assert asked(state) == ("turn", 1)
    state = table(display=display, p0={"dice": {"prepare": 3}})
    play(state, "prepare", "take display-1", "gain tent", "gain nothing", chance=["mam-tor"])
    assert asked(state) == ("turn", 1)


@rule("PK-35")
def test_more_than_four_mountains_are_discarded_when_the_own_turn_ends():
    cards = ["lions-head", "mam-tor", "monserrate", "mauna-loa", "kunanyi"]
    state = play(table(p0={"mountains": cards, "energy": 0, "stamina": 1}), "rest", "travel africa")
    assert asked(state) == ("trim", 0)
    play(state, "discard monserrate")
    assert mat(state)["energy"] == 2
    assert asked(state) == ("turn", 1)


@rule("PK-36")
def test_mountains_go_to_the_pile_of_their_letter():
    state = table(tiles=TILES, p0={"energy": 3, "upgrades": {"rest": 2}, "mountains": ["k2", "mam-tor"]})
    play(state, "rest", "travel africa", "buy flag", "discard k2")
    assert (zones(state)["discards"]["a"], zones(state)["discards"]["b"]) == (["mam-tor"], ["k2"])


@rule("PK-37")
def test_a_deck_that_has_run_out_is_made_of_its_discard_pile():
    data = position(display=["vinicunca", "ben-nevis", "corcovado", "lions-head"], p0={"upgrades": {"prepare": 1}})
    pools, discards = data["zones"]["pools"], data["zones"]["discards"]
    discards["b"], pools["b"] = pools["b"][:2], []
    data["zones"]["players"][1]["mountains"] = []
    rest = [card for card in CONTENT.names[:100] if pile(card) == "b" and card not in discards["b"]]
    data["zones"]["players"][1]["climbed"] = rest
    state = play(GAME.load(data), "prepare", "take display-1", chance=["mam-tor"])
    state.choose(state.parse("draw b"), cairn.Script(list(discards["b"])))
    assert zones(state)["drawn"] == discards["b"]


@rule("PK-38")
def test_a_display_without_its_deck_is_filled_from_the_other():
    data = position(display=["vinicunca", "ben-nevis", "corcovado", "lions-head"])
    pools = data["zones"]["pools"]
    data["zones"]["players"][1]["climbed"], pools["a"] = pools["a"], []
    state = play(GAME.load(data), "prepare", "take display-1", chance=["k2"])
    assert zones(state)["display"][3] == "k2"
    data["zones"]["players"][1]["climbed"] += pools["b"]
    pools["b"] = []
    state = GAME.load(data)
    assert "take deck-a" not in answers(play(state, "prepare"))
    with pytest.raises(cairn.IllegalChoice, match="PK-38"):
        play(state, "take deck-a")
    assert zones(play(state, "take display-1"))["display"][3] is None


@rule("PK-39", "PK-84")
def test_the_first_to_experience_eight_swaps_the_decks_at_once():
    display = ["vinicunca", "ben-nevis", "corcovado", "lions-head"]
    state = table(display=display, p0={"experience": 18, "bonus": ["globetrotter"]})
    play(state, "use globetrotter", "prepare", "take display-1", chance=["k2"])
    assert zones(state)["swapped"]
    assert zones(state)["display"] == ["ben-nevis", "corcovado", "lions-head", "k2"]


@rule("PK-11", "PK-13", "PK-56")
def test_a_third_cube_on_climb_may_lead_to_the_gear_that_the_climb_needs():
    """Space 6 of the experience track, Triglav in hand, and a gear on space 8."""
    mine = {"cubes": {"climb": 2}, "experience": 6, "mountains": ["triglav"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "cubes experience-3", "gain climbing-shoes")
    assert answers(state) == ["climb triglav x", "climb triglav y"]
    play(state, "climb triglav x", chance=[1, 1])
    assert (asked(state), mat(state)["gear"]["climbing-shoes"]) == (("gain", 0), 0)


@rule("PK-50")
def test_climb_is_not_offered_where_bonuses_could_not_help():
    mine = {"cubes": {"climb": 2}, "experience": 4, "mountains": ["triglav"]}
    assert "climb" not in answers(table(p0=mine | {"cubes": {"climb": 1}, "experience": 6}))
    assert "climb" not in answers(table(p0=mine)), "the gear is four spaces away"
    assert "climb" in answers(table(p0=mine | {"cubes": {}, "bonus": ["thin-air"]})), "a card may bring the gear"
    assert "climb" not in answers(table(p0=mine | {"cubes": {}, "bonus": ["big-lungs"]}))


@rule("PK-50", "PK-77")
def test_companions_count_for_what_they_bring_before_a_climb_is_named():
    """A gear is two spaces ahead. Farid brings 3 energy; Kira is needed for the ice axe and is no energy then."""
    mine = {"cubes": {"climb": 2}, "experience": 6, "mountains": ["triglav"], "energy": 5, "companions": ["farid"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "cubes experience-3", "gain climbing-shoes")
    play(state, "climb triglav x", chance=[1])
    assert mat(state)["energy"] == 0
    mine |= {"mountains": ["eiger"], "energy": 10, "companions": ["kira"]}
    assert "climb" not in answers(table(p0=mine))
    assert "climb" in answers(table(p0=mine | {"energy": 11}))


@rule("PK-50")
def test_no_card_is_taken_for_spent_that_another_makes_needless():
    """The gear of Thin Air is enough, and Globetrotter, whose advancement leads nowhere, pays the last energy."""
    mine = {"mountains": ["triglav"], "energy": 7, "bonus": ["globetrotter", "thin-air"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "use thin-air", "gain climbing-shoes")
    assert "climb triglav x" in answers(state)


@rule("PK-50")
def test_who_can_climb_nothing_after_all_turns_back_and_the_turn_is_spent():
    mine = {"cubes": {"climb": 2}, "experience": 6, "mountains": ["triglav"]}
    state = play(table(p0=mine), "climb", "cubes experience-3", "gain tent")
    assert (asked(state), answers(state)) == (("announce", 0), ["turn back"])
    assert asked(play(state, "turn back")) == ("turn", 1)
    assert (mat(state)["mountains"], mat(state)["cubes"]["climb"]) == (["triglav"], 0)
    assert "turn back" in answers(play(table(p0=mine), "climb"))


@rule("PK-11", "PK-13")
def test_a_third_cube_on_rest_is_used_before_the_continent_is_named():
    state = play(table(p0={"cubes": {"rest": 2}, "energy": 2}), "rest")
    assert "cubes stamina" in answers(state)
    assert mat(play(state, "cubes stamina", "travel asia"))["energy"] == 8


@rule("PK-62", "PK-11")
def test_energy_for_a_climb_may_come_from_a_card_used_before_it_is_named():
    mine = {"energy": 2, "mountains": ["table-mountain"], "bonus": ["alpine-album"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb")
    assert answers(state) == ["turn back", "use alpine-album"]
    play(state, "use alpine-album", "climb table-mountain x")
    assert mat(state)["energy"] == 0


@rule("PK-13", "PK-14", "PK-16")
def test_windows_come_between_steps_until_it_is_enough():
    """The next stamina is a flag, which could be placed in Africa now; the energy of its camp is news as well."""
    mine = {"bonus": ["globetrotter", "thin-air"], "stamina": 11, "energy": 2, "upgrades": {"rest": 1}}
    state = play(table(p0=mine, tiles=TILES), "rest", "travel africa")
    assert answers(state) == ["go on", "enough", "only new", "use globetrotter", "use thin-air"]
    assert asked(play(state.clone(), "go on")) == ("window", 0)
    assert asked(play(state, "enough")) == ("turn", 1)


@rule("PK-13")
def test_no_window_is_opened_for_cards_that_are_worth_what_they_were():
    """Where no flag could be placed it does not matter where one is, nor is any card better after the energy."""
    mine = {"bonus": ["globetrotter", "thin-air"], "energy": 2}
    assert asked(play(table(p0=mine), "rest", "travel asia")) == ("turn", 1)
    assert "use globetrotter" in answers(play(table(p0=mine), "rest")), "they can be used before"
    state = play(table(p0=mine | {"cubes": {"rest": 3}}), "rest", "travel asia")
    assert asked(state) == ("window", 0), "there is an action bonus"
    assert asked(play(table(p0=mine | {"experience": 11}), "rest", "travel asia")) == ("window", 0), "two spaces on"
    assert asked(play(table(p0=mine | {"experience": 10}), "rest", "travel asia")) == ("turn", 1)


@rule("PK-13")
def test_no_window_is_opened_where_nothing_can_be_done():
    assert asked(play(table(), "rest", "travel asia")) == ("turn", 1)


@rule("PK-13")
def test_no_window_is_opened_where_nothing_has_happened():
    full = {"energy": 20, "bonus": ["globetrotter"]}
    assert asked(play(table(p0=full), "rest", "travel europe")) == ("turn", 1)


@rule("PK-13")
def test_a_window_opens_once_the_others_have_said_who_comes():
    mine = {"mountains": ["mount-elbert"], "experience": 0, "bonus": ["globetrotter"]}
    state = play(table(p0=mine, p1={"experience": 4}), "climb", "climb mount-elbert x")
    assert asked(state) == ("tag", 1), "nothing has happened since the climb was named"
    play(state, "stay")
    assert (asked(state), "use globetrotter" in answers(state)) == (("window", 0), True)
    log = state.listen()
    play(state, "use globetrotter", chance=[1, 1, 1])
    assert [event.args["rolls"] for event in log if event.kind == "safe"] == [3]


@rule("PK-13")
def test_a_window_opens_before_the_roll_when_companions_have_come():
    mine = {"mountains": ["lions-head"], "experience": 0, "bonus": ["globetrotter"], "companions": ["ada"]}
    state = play(table(p0=mine, p1={"energy": 0}), "climb", "climb lions-head x", "bring ada", "pay 5")
    assert asked(state) == ("window", 0)
    assert asked(play(state, "use globetrotter")) == ("gain", 0), "there is nothing to roll for any more"


@rule("PK-19")
def test_only_new_chances_open_windows_for_who_wants_it_so():
    mine = {"bonus": ["globetrotter"], "stamina": 11}
    state = play(table(p0=mine, p1={"energy": 0}), "rest", "travel asia", "only new")
    assert asked(state) == ("turn", 1)
    assert state.view(1)["zones"]["only_new"] == [0]
    play(state, "rest", "travel europe")
    assert asked(play(state, "rest", "travel africa")) == ("turn", 1), "nothing new has become possible"
    play(state, "rest", "travel europe")
    data = state.dump()
    data["zones"]["players"][0] |= {"stamina": 9, "cubes": {"rest": 0, "prepare": 0, "climb": 2}}
    data["zones"]["players"][0]["upgrades"]["rest"] = 1
    data["zones"]["tiles"] = TILES
    state = play(GAME.load(data), "rest", "travel south-america", "move rest climb")
    assert asked(state) == ("window", 0), "the third cube is a new chance"
    assert "every window" in answers(state)
    assert zones(play(state, "every window"))["only_new"] == []


@rule("PK-13")
def test_windows_do_not_tell_another_seats_cards():
    """In whatever world seat 1 imagines, seat 0 is asked what it is asked, and the world can be loaded."""
    state = play(table(p0={"bonus": ["big-lungs"], "energy": 2, "stamina": 11}), "rest", "travel asia")
    assert asked(state) == ("window", 0)
    for seed in range(30):
        world = state.resample(1, cairn.Dice(seed))
        assert asked(GAME.load(world.dump())) == ("window", 0)


@rule("PK-13")
@pytest.mark.parametrize("card", ["big-lungs", "globetrotter"])
def test_a_window_opens_for_a_card_of_no_use_as_for_any_other(card):
    """At full energy big-lungs gives nothing; a window that stayed shut would tell the others so."""
    mine = {"energy": 20, "stamina": 11, "bonus": [card], "upgrades": {"rest": 1}}
    state = play(table(p0=mine, tiles=TILES), "rest", "travel asia")
    assert asked(state) == ("window", 0)
    assert (f"use {card}" in answers(state)) is (card == "globetrotter")


@rule("PK-13", "PK-16")
@pytest.mark.parametrize("card", ["big-lungs", "globetrotter"])
def test_a_window_opens_for_a_card_that_is_needed_to_pay_as_for_one_that_gives_energy(card):
    mine = {"energy": 4, "mountains": ["table-mountain"], "bonus": [card]}
    state = play(table(p0=mine), "climb", "climb table-mountain x", "stay")
    assert asked(state) == ("window", 0)
    assert (f"use {card}" in answers(state)) is (card == "big-lungs")


@rule("PK-13", "PK-71")
@pytest.mark.parametrize("card", ["big-lungs", "globetrotter"])
def test_what_is_asked_after_an_agreement_does_not_tell_the_card_in_hand(card):
    mine = {"mountains": ["table-mountain"], "energy": 20, "bonus": [card]}
    state = play(table(p0=mine), "propose table-mountain x", "agree", "settle")
    assert asked(state) == ("announce", 0)
    assert ("use globetrotter" in answers(state)) is (card == "globetrotter")


@rule("PK-71")
def test_an_agreed_climb_is_not_asked_for_again_where_nothing_could_be_used():
    mine = {"mountains": ["table-mountain"], "energy": 3}
    state = play(table(p0=mine), "propose table-mountain x", "agree", "settle")
    assert asked(state)[0] not in ("turn", "announce")


@rule("PK-13", "PK-15", "PK-80")
def test_the_third_cube_can_be_used_before_the_first_step():
    state = play(table(p0={"cubes": {"climb": 2, "rest": 1}, "mountains": ["lions-head"]}), "climb")
    assert "cubes flag" in answers(state)
    play(state, "cubes flag")
    assert mat(state)["flags"]["europe"] == 1
    assert mat(state)["cubes"] == {"rest": 0, "prepare": 0, "climb": 0}
    assert asked(play(state, "climb lions-head x")) == ("tag", 1), "and no window asks for it again"


@rule("PK-15")
@pytest.mark.parametrize(
    ("cubes", "offered"),
    [
        ({"rest": 3}, ["cubes stamina"]),
        ({"prepare": 4}, ["cubes die"]),
        ({"climb": 3}, ["cubes flag", "cubes experience-1", "cubes experience-2", "cubes experience-3"]),
        ({"rest": 2, "prepare": 2, "climb": 2}, []),
    ],
)
def test_three_cubes_on_an_action_allow_its_bonus(cubes, offered):
    state = table(p0={"cubes": cubes})
    assert [answer for answer in answers(state) if answer.startswith("cubes")] == offered
    for answer in offered:
        assert mat(play(state.clone(), answer))["cubes"] == {"rest": 0, "prepare": 0, "climb": 0}


@rule("PK-15")
def test_three_advancements_for_cubes_come_one_by_one():
    state = play(table(p0={"cubes": {"climb": 3}}), "cubes experience-3", "reveal rest")
    assert mat(state)["experience"] == 7
    assert mat(state)["upgrades"]["rest"] == 1


@rule("PK-15", "PK-83")
def test_a_bonus_without_effect_is_not_offered():
    top = {"rest": 3, "prepare": 3, "climb": 3}
    state = table(p0={"cubes": {"prepare": 3, "rest": 3}, "dice": top, "stamina": 20})
    assert not [answer for answer in answers(state) if answer.startswith("cubes")]
    with pytest.raises(cairn.IllegalChoice, match="PK-15"):
        play(state, "cubes die")


@rule("PK-16")
@pytest.mark.parametrize(
    ("card", "field", "after"), [("alpine-album", "energy", 15), ("globetrotter", "experience", 5)]
)
def test_a_bonus_card_is_discarded_for_its_smaller_bonus(card, field, after):
    state = play(table(p0={"bonus": [card]}), f"use {card}")
    assert mat(state)[field] == after
    assert zones(state)["discards"]["bonus"] == [card]
    assert asked(state) == ("turn", 0)


@rule("PK-16")
def test_a_card_needed_for_the_climb_is_not_used():
    mine = {"energy": 4, "mountains": ["lions-head"], "bonus": ["home-crowd"], "cubes": {"climb": 2}}
    state = play(table(p0=mine), "climb", "climb lions-head x")
    assert "use home-crowd" not in answers(state)
    with pytest.raises(cairn.IllegalChoice, match="PK-16"):
        play(state, "use home-crowd")


@rule("PK-80", "PK-81", "PK-82")
def test_stamina_gives_the_bonus_of_its_space():
    assert mat(play(table(p0={"stamina": 11, "cubes": {"rest": 3}}), "cubes stamina"))["flags"]["europe"] == 1
    state = play(table(p0={"stamina": 9, "cubes": {"rest": 3}}), "cubes stamina", chance=["globetrotter"])
    assert zones(state)["hands"][0] == ["globetrotter"]


@rule("PK-81")
def test_tracks_end():
    state = table(p0={"energy": 19, "stamina": 20, "experience": 32, "bonus": ["big-lungs", "globetrotter"]})
    assert "use globetrotter" not in answers(state)
    assert mat(play(state, "use big-lungs"))["energy"] == 20


@rule("PK-83", "PK-80")
def test_a_die_at_its_last_level_gives_a_flag():
    state = play(table(p0={"cubes": {"prepare": 3}, "dice": {"rest": 2}}), "cubes die", "upgrade rest")
    assert mat(state)["dice"]["rest"] == 3
    assert mat(state)["flags"]["europe"] == 1


@rule("PK-84", "PK-85", "PK-86")
@pytest.mark.parametrize(("space", "question"), [(5, "tile"), (7, "gear"), (4, "turn")])
def test_an_advancement_gives_what_its_space_shows(space, question):
    state = play(table(p0={"experience": space, "bonus": ["globetrotter"]}), "use globetrotter")
    assert asked(state) == (question, 0)


@rule("PK-84")
def test_an_advancement_may_give_stamina_or_a_flag():
    assert mat(play(table(p0={"experience": 9, "bonus": ["globetrotter"]}), "use globetrotter"))["stamina"] == 8
    assert flags(play(table(p0={"experience": 12, "bonus": ["globetrotter"]}), "use globetrotter")) == 1


@rule("PK-85")
def test_a_tile_moves_twice_at_most():
    mine = {"experience": 5, "bonus": ["globetrotter"], "upgrades": {"rest": 2}}
    state = play(table(p0=mine), "use globetrotter")
    assert answers(state) == ["reveal prepare", "reveal climb", "reveal nothing"]


@rule("PK-12")
def test_a_step_revealed_on_the_way_is_carried_out_if_it_is_still_ahead():
    mine = {"experience": 5, "energy": 2, "bonus": ["globetrotter"]}
    state = play(table(tiles=TILES, p0=mine), "rest", "use globetrotter", "reveal rest", "travel africa")
    assert mat(state)["energy"] == 9


@rule("PK-17", "PK-90")
def test_only_the_last_flag_of_the_supply_is_asked_for():
    mine = {"stamina": 11, "cubes": {"rest": 3}, "flags": {"asia": 15}}
    state = play(table(p0=mine), "cubes stamina")
    assert answers(state) == ["no flag", "place flag"]
    assert flags(play(state.clone(), "no flag")) == 15
    assert flags(play(state, "place flag")) == 16


@rule("PK-75")
def test_a_companion_takes_a_slot_or_replaces_another():
    state = play(table(p0={"bonus": ["old-hand"]}), "use old-hand", chance=["ada"])
    assert (mat(state)["companions"], mat(state)["uses"]) == (["ada", None, None], [3, 0, 0])
    state = table(p0={"bonus": ["old-hand"], "companions": ["bruno", "carla", "dawa"]})
    play(state, "use old-hand", chance=["ada"])
    assert answers(state) == ["replace bruno", "replace carla", "replace dawa", "replace nobody"]
    assert mat(play(state.clone(), "replace carla"))["companions"] == ["bruno", "ada", "dawa"]
    assert zones(play(state, "replace nobody"))["discards"]["companions"] == ["ada"]
