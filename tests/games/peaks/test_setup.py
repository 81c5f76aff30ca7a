"""Set-up, boosts, first game, and what is known."""

from __future__ import annotations

import pytest

import cairn
from cairn import Dice, Script
from cairn.testing import rule
from tests.games.peaks.tables import CONTENT, GAME, answers, asked, mat, play, position, table, zones

DISPLAY = ["mam-tor", "ben-nevis", "mount-takao", "mount-royal"]
TILES = ["camp", "low-gear", "high-gear", "new-plans", "lesson", "rethink"]


@rule("PK-1")
@pytest.mark.parametrize("seats", range(1, 7))
def test_one_to_six_seats_start_without_anything_placed(seats):
    state = GAME.start(seats, Dice(1))
    for seat in range(seats):
        player = mat(state, seat)
        assert set(player["gear"].values()) == set(player["dice"].values()) == set(player["cubes"].values()) == {0}
        assert len(player["gear"]) == 6


@rule("PK-1")
@pytest.mark.parametrize("seats", [0, 7])
def test_other_numbers_of_seats_are_refused(seats):
    with pytest.raises(cairn.BadSeats):
        GAME.start(seats, Dice(1))


@rule("PK-2", "PK-5")
def test_each_of_six_continents_has_a_rest_tile():
    state = GAME.start(2, Dice(3))
    assert CONTENT.continents == ["africa", "asia", "europe", "north-america", "oceania", "south-america"]
    assert sorted(zones(state)["tiles"]) == sorted(TILES)


@rule("PK-3")
def test_everybody_starts_in_europe():
    state = GAME.start(3, Dice(1))
    assert [mat(state, seat)["continent"] for seat in range(3)] == ["europe"] * 3


@rule("PK-3", "PK-10")
def test_each_may_choose_a_home_in_player_order():
    state = GAME.start(2, Dice(1), home="choose", first_game=True, start=0)
    play(state, "start asia", "start oceania")
    assert (mat(state, 0)["continent"], mat(state, 1)["continent"]) == ("asia", "oceania")
    assert asked(state) == ("turn", 0)


@rule("PK-4", "PK-6", "PK-10")
def test_the_display_is_dealt_first_and_then_two_mountains_each_from_the_start_player_on():
    chance = Script([1, *DISPLAY, "lions-head", "lantau-peak", "kunanyi", "monserrate", *TILES])
    state = GAME.start(2, chance, first_game=True)
    assert zones(state)["display"] == DISPLAY
    assert mat(state, 1)["mountains"] == ["lions-head", "lantau-peak"]
    assert mat(state, 0)["mountains"] == ["kunanyi", "monserrate"]
    assert asked(state) == ("turn", 1)


def with_boosts(*boosts: str) -> cairn.State:
    chance = Script([*DISPLAY, "lions-head", "lantau-peak", "kunanyi", "monserrate", *TILES, *boosts])
    return GAME.start(2, chance, start=0)


@rule("PK-7", "PK-8")
def test_boosts_take_effect_when_all_have_chosen():
    state = play(with_boosts("big-breakfast", "early-start", "gym-winter", "marathon-runner"), "boost early-start")
    assert mat(state)["energy"] == 0
    play(state, "boost marathon-runner", "gain all", "gain experience")
    assert (mat(state)["energy"], mat(state)["stamina"], mat(state)["experience"]) == (12, 7, 4)
    assert (mat(state, 1)["energy"], mat(state, 1)["stamina"], mat(state, 1)["experience"]) == (11, 9, 1)
    assert zones(state)["dealt"] == []


@rule("PK-8")
def test_a_boost_with_a_die_asks_which():
    state = with_boosts("good-habits", "early-start", "gym-winter", "marathon-runner")
    play(state, "boost good-habits", "boost gym-winter", "gain all", "upgrade climb")
    assert mat(state)["dice"] == {"rest": 0, "prepare": 0, "climb": 1}


@rule("PK-8")
def test_what_a_boost_gives_comes_in_any_order_and_can_be_declined():
    state = with_boosts("good-habits", "early-start", "gym-winter", "marathon-runner")
    play(state, "boost good-habits", "boost gym-winter")
    assert answers(state) == ["gain die", "gain experience", "gain all", "done"]
    play(state, "gain experience", "done")
    assert (mat(state)["experience"], mat(state)["dice"]["climb"]) == (1, 0)


@rule("PK-7", "PK-102")
def test_a_chosen_boost_is_not_seen_until_all_have_chosen():
    first = play(with_boosts("big-breakfast", "early-start", "gym-winter", "marathon-runner"), "boost early-start")
    other = play(with_boosts("big-breakfast", "early-start", "gym-winter", "marathon-runner"), "boost big-breakfast")
    assert first.view(1) == other.view(1)
    assert first.view(None) == other.view(None)
    assert first.view(0) != other.view(0)


@rule("PK-9")
def test_the_first_game_starts_on_fixed_spaces_without_a_bonus():
    state = GAME.start(2, Dice(1), first_game=True, start=0)
    assert (mat(state)["energy"], mat(state)["stamina"], mat(state)["experience"]) == (12, 7, 4)
    assert CONTENT.experience[4] == 2
    assert mat(state)["upgrades"] == {"rest": 0, "prepare": 0, "climb": 0}
    assert asked(state) == ("turn", 0)


@rule("PK-9")
def test_a_first_game_can_be_that_of_single_seats():
    chance = Script([*DISPLAY, "lions-head", "lantau-peak", "kunanyi", "monserrate", *TILES])
    state = GAME.start(2, chance, first_game="choose", start=0)
    play(state, "first game")
    assert asked(state) == ("first-game", 1)
    play(state, "boosts", chance=["early-start", "marathon-runner"])
    assert zones(state)["dealt"] == [None, None, "early-start", "marathon-runner"]
    play(state, "boost marathon-runner", "done")
    assert (mat(state)["energy"], mat(state)["stamina"], mat(state)["experience"]) == (12, 7, 4)
    assert (mat(state, 1)["energy"], mat(state, 1)["stamina"]) == (11, 9)
    assert asked(state) == ("turn", 0)


@rule("PK-100", "PK-101")
def test_a_hand_is_its_owners_secret_and_all_else_is_open():
    state = table(3, p1={"bonus": ["globetrotter", "thin-air"], "climbed": ["mam-tor"]})
    seen = state.view(0)["zones"]
    assert seen["hands"][1] == {"count": 2, "cards": None, "ages": [0, 0]}
    assert state.view(1)["zones"]["hands"][1]["cards"] == ["globetrotter", "thin-air"]
    assert seen["players"][1]["climbed"] == ["mam-tor"]
    assert state.view(0)["scores"][1]["bonus cards"] is None


@rule("PK-101")
def test_a_drawn_bonus_card_is_told_to_its_owner_only():
    state = table(2, tiles=TILES, p0={"stamina": 9, "cubes": {"rest": 3}})
    log = state.listen()
    play(state, "cubes stamina", chance=["globetrotter"])
    event = next(event for event in log if event.kind == "bonus")
    assert "Globetrotter" in GAME.sentence(event, 0, ["Ann", "Bob"])
    assert "Globetrotter" not in GAME.sentence(event, 1, ["Ann", "Bob"])


@rule("PK-101")
def test_other_hands_are_dealt_anew_in_other_worlds():
    state = table(2, p1={"bonus": ["globetrotter"]})
    hands = {tuple(state.resample(0, Dice(seed)).dump()["zones"]["hands"][1]) for seed in range(200)}
    assert len(hands) == 28


def shuffled(seats: int, *hands: list[str]) -> cairn.State:
    """The bonus deck has run out, and seat 0 draws the first card of the new one."""
    mats: dict = {f"p{seat}": {"bonus": hand} for seat, hand in enumerate(hands)}
    mats["p0"] |= {"stamina": 9, "cubes": {"rest": 3}}
    data = position(seats, **mats)
    zone = data["zones"]
    zone["discards"]["bonus"], zone["pools"]["bonus"] = zone["pools"]["bonus"], []
    return play(GAME.load(data), "cubes stamina", chance=["big-lungs"])


def hands_seen(state: cairn.State, viewer: int, seat: int) -> set[frozenset[str]]:
    """The hands of a seat in worlds that a viewer cannot tell apart, made in both ways."""
    worlds = [state.resample(viewer, Dice(seed)) for seed in range(60)]
    worlds += [GAME.imagine(state.view(viewer), Dice(seed)) for seed in range(60)]
    return {frozenset(world.dump()["zones"]["hands"][seat]) for world in worlds}


@rule("PK-103")
def test_a_seat_that_knew_a_hand_when_the_deck_was_shuffled_still_does():
    theirs = ["globetrotter", "thin-air", "old-hand"]
    state = shuffled(2, ["steady-legs"], theirs)
    assert hands_seen(state, 0, 1) == {frozenset(theirs)}
    assert state.view(0)["zones"]["remembered"] == [["globetrotter", "thin-air", "old-hand"]]
    assert len(hands_seen(state, 1, 0)) > 20, "the card drawn since is unknown"
    assert all("steady-legs" in hand for hand in hands_seen(state, 1, 0))


@rule("PK-103")
def test_who_of_several_holds_a_remembered_card_stays_open():
    state = shuffled(3, ["steady-legs"], ["globetrotter"], ["thin-air"])
    assert hands_seen(state, 0, 1) == {frozenset(["globetrotter"]), frozenset(["thin-air"])}


@rule("PK-103")
def test_a_remembered_card_that_is_discarded_is_forgotten():
    state = play(shuffled(2, ["steady-legs", "globetrotter"], ["thin-air"]), "use globetrotter")
    assert zones(state)["remembered"] == [["steady-legs", "thin-air"]]


def test_no_decision_has_a_hundred_choices():
    most = 0
    for seats in range(1, 7):
        dice = Dice(seats)
        state = GAME.start(seats, dice)
        while state.seat >= 0:
            most = max(most, len(state.choices()))
            state.apply(state.choices()[dice.pick(len(state.choices()))], dice)
    assert most < 100
    everything = list(CONTENT.names[100:128])
    full = position(2, p0={"bonus": everything, "mountains": ["lions-head", "mam-tor", "corcovado", "mauna-loa"]})
    assert 30 < len(answers(GAME.load(full))) < 100
