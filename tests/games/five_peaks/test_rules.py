"""The rules of Five Peaks one by one, where the rulebook's examples do not show them."""

from __future__ import annotations

import json

import pytest

import cairn
from cairn import Dice, Script
from cairn.games.five_peaks.decisions import PLAY
from cairn.testing import rule
from tests.games.five_peaks.tables import (
    GAME,
    OPENING,
    Table,
    answers,
    asked,
    opening,
    pack,
    panoramas_up,
    pawn,
    play,
    play_out,
    player,
    refused,
    zones,
)

TOP_FIVE = ["more-berries", "score-jars", "walk-twice", "score-cards", "more-peaks"]


@rule("FP-1", "FP-2", "FP-5", "FP-7", "FP-9")
def test_everything_is_there_at_the_start() -> None:
    start = opening(3)["zones"]
    assert start["pawns"] == [[0, -1]] * 3
    assert sum(start["bank"].values()) == 96
    assert len(start["unplaced_peaks"]) == 15
    assert [name.partition("-")[0] for name in start["unplaced_peaks"]].count("rocky") == 5
    assert len(start["campfire"]["pool"]) == 18
    assert len(start["hiking"]["pool"]) + len(start["market"]) == 39
    assert len(start["terrain"]) == 13
    for one in start["players"]:
        assert one["hand"] == ["walk", "march", "discovery", "training", "camp"]
        assert len(one["stones"]) == 5


@rule("FP-3")
def test_later_seats_begin_with_more_endorphins() -> None:
    state = GAME.start(5, Dice(1))
    assert [one["endorphins"] for one in zones(state)["players"]] == [1, 2, 2, 3, 3]
    assert state.seat == 0


@rule("FP-6", "FP-8")
@pytest.mark.parametrize(("seats", "piles"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_market_and_panoramas_are_laid_out(seats: int, piles: int) -> None:
    state = GAME.start(seats, Script([*OPENING, *panoramas_up(seats)]))
    assert zones(state)["market"] == OPENING
    assert zones(state)["piles"] == [f"i-{number}" for number in range(1, piles + 1)]
    assert len(zones(state)["scenes"]) == piles * 5


@rule("FP-4", "FP-21")
def test_forest_tiles_come_first_and_are_turned_up_before_they_are_placed() -> None:
    state = Table().pawns([0, 0]).state()
    with pytest.raises(cairn.WrongOutcome):
        play(state, "play discovery", chance=Script(["alpine-1"]))
    play(state, "play discovery", chance=Script(["forest-2"]))
    assert zones(state)["drawn_tile"] == "forest-2"
    assert answers(state) == {f"discover {corner} r{turn}" for corner in ("ne", "nw") for turn in range(4)}


@rule("FP-26")
def test_no_tile_is_placed_when_the_stack_is_empty() -> None:
    table = Table()
    for at, name in enumerate(list(table.zones["terrain"]), 1):
        table.tile(name, [at, at])
    state = table.has(herb=1, berry=1).pawns([2, 2]).state()
    play(state, "play discovery")
    assert refused(state, "discover") == "FP-26"


@rule("FP-23")
def test_a_pawn_on_a_square_says_beside_which_tile() -> None:
    state = Table().tile("forest-1", [1, 1]).pawns([1, 1]).state()
    play(state, "play discovery", chance=Script(["forest-2"]))
    assert "discover nw r0 of 0,0" in answers(state)
    assert "discover nw r0 of 1,1" in answers(state)
    play(state, "discover nw r0 of 1,1")
    assert zones(state)["map"][-1]["slot"] == [0, 2]


@rule("FP-10")
def test_a_played_card_is_gone_until_its_owner_camps() -> None:
    state = Table().state()
    play(state, "play walk", "walk -1,0", "skip")
    assert player(state)["played"] == ["walk"]
    assert refused(Table(seat=1).state(), "play run") == "FP-10"


@rule("FP-29")
def test_camp_gives_endorphins_and_all_cards_back() -> None:
    table = Table()
    table.player()["hand"].remove("walk")
    table.player()["played"].append("walk")
    state = table.state()
    play(state, "play camp")
    assert player(state)["hand"] == ["walk", "march", "discovery", "training", "camp"]
    assert player(state)["endorphins"] == 3


@rule("FP-14", "FP-17")
def test_a_march_does_not_come_back_to_where_it_began() -> None:
    state = Table().pawns([-1, 0], [1, 0]).state()
    play(state, "play march")
    assert "march -1,0" not in answers(state)
    assert answers(state) == {"march 0,0", "march 1,1", "march 0,1"}


@rule("FP-12", "FP-17")
def test_the_parking_with_a_pawn_is_walked_through() -> None:
    state = Table().pawns([-1, 0]).state()
    play(state, "play walk")
    assert answers(state) == {"walk -1,1", "walk 0,0", "walk 1,0"}
    assert refused(state, "walk 0,-1") == "FP-12"


@rule("FP-12")
def test_a_dead_end_with_a_pawn_cannot_be_entered() -> None:
    table = Table().peak("forest-peak-2", [1, 0], 1).pawns([1, 0], [2, 0])
    state = table.state()
    play(state, "play walk")
    assert answers(state) == {"walk 0,-1", "walk 1,1"}


@rule("FP-25")
def test_basics_are_discarded_for_endorphins_one_by_one() -> None:
    state = Table().peak("forest-peak-4", [0, 1]).pawns([0, 2]).has(mushroom=1, berry=2).state()
    play(state, "play discovery", "discard berry", "discard berry")
    assert player(state)["endorphins"] == 3
    assert pack(state) == {"mushroom": 1}
    assert asked(state) == ("play", 1)


@rule("FP-27")
def test_training_buys_a_card_and_fills_the_market() -> None:
    state = Table().has(endorphins=4).state()
    play(state, "play training")
    assert answers(state) == {"buy run", "buy bike", "buy observe", "buy shortcut", "buy sightsee"}
    play(state, "buy run", chance=Script(["paraglide"]))
    assert player(state)["endorphins"] == 0
    assert zones(state)["market"] == [*OPENING[1:], "paraglide"]
    assert refused(Table().state(), "play training") == "FP-27"


@rule("FP-28")
def test_training_sells_cards_to_the_box() -> None:
    state = Table().has(endorphins=0).hand("run", "run", "bike").state()
    play(state, "play training")
    assert refused(state, "sell walk") == "FP-28"
    play(state, "sell run", "sell run", "done")
    assert player(state)["endorphins"] == 4
    assert zones(state)["box"] == ["run", "run"]


@rule("FP-30")
def test_sightsee_goes_one_space_or_two() -> None:
    state = Table().hand("sightsee").pawns([0, -1], [1, 1]).state()
    play(state, "play sightsee")
    assert answers(state) == {f"sightsee {cell}" for cell in ("-1,0", "0,0", "1,0", "-1,1", "0,1")}


@rule("FP-31")
def test_run_goes_exactly_four_spaces() -> None:
    state = Table().hand("run").pawns([-1, 0], [1, 1]).state()
    play(state, "play run")
    assert answers(state) == {"run -1,1", "run 0,0", "run 0,-1", "run 1,0"}
    assert refused(state, "run 0,1") == "FP-31"


@rule("FP-33", "FP-43")
def test_a_bike_leads_to_any_other_bike() -> None:
    state = Table().tile("forest-1", [1, 1]).tile("forest-2", [2, 2]).hand("bike").pawns([1, 2], [1, 0]).state()
    play(state, "play bike")
    assert asked(state) == ("gather", 0)
    assert pawn(state) == [4, 3]


@rule("FP-36")
def test_a_harvest_fills_the_backpack_and_the_space() -> None:
    state = Table().hand("large-harvest").state()
    play(state, "play large-harvest", "harvest herb", "harvest berry")
    assert pack(state) == {"herb": 1, "berry": 1}
    lying = zones(state)["left"][0]
    assert (lying["space"], lying["resources"]["herb"], lying["resources"]["berry"]) == ([0, -1], 1, 1)
    assert asked(state) == ("play", 1)


@rule("FP-36", "FP-45")
def test_the_last_piece_of_the_bank_goes_to_the_backpack() -> None:
    state = Table().hand("small-harvest").bank_without("herb", keep=1).state()
    play(state, "play small-harvest", "harvest herb")
    assert pack(state) == {"herb": 1}
    assert [entry["space"] for entry in zones(state)["left"]] == [[0, 1]]


@rule("FP-37")
def test_two_berries_make_a_jar_for_the_backpack_and_one_for_the_space() -> None:
    state = Table().hand("berry-jar").has(berry=5).state()
    play(state, "play berry-jar", "fill 2")
    assert pack(state) == {"berry": 1, "jar": 2}
    assert zones(state)["left"][0]["resources"]["jar"] == 2
    assert refused(Table().hand("berry-jar").has(berry=1).state(), "play berry-jar") == "FP-37"


@rule("FP-38", "FP-70")
def test_observing_lays_out_a_new_market_and_everybody_knows_the_old_one() -> None:
    state = Table().hand("observe").has(endorphins=3).state()
    new = ["paraglide", "run", "run", "bike", "bike"]
    play(state, "play observe", "refresh", chance=Script(new))
    assert answers(state) == {"done", "buy paraglide"}
    assert state.view(1)["zones"]["hiking"]["bottom"] == list(reversed(OPENING))
    play(state, "buy paraglide", chance=Script(["observe"]))
    assert "paraglide" in player(state)["hand"]


@rule("FP-42")
def test_containers_are_swapped_as_often_as_one_has_them() -> None:
    state = Table().tile("forest-4", [1, 1]).pawns([2, 3]).has(basket=2).state()
    play(state, "play walk", "walk 2,2", "swap basket jar", "swap jar pouch")
    assert pack(state) == {"basket": 1, "pouch": 1}
    assert asked(state) == ("play", 1)


@rule("FP-16")
def test_a_space_is_taken_whole_or_left_alone() -> None:
    state = play(Table().state(), "play walk", "walk 1,0", "skip")
    assert pack(state) == {}


@rule("FP-16", "FP-45")
def test_an_empty_bank_gives_nothing() -> None:
    state = Table().bank_without("berry").state()
    play(state, "play walk", "walk -1,0")
    assert asked(state) == ("play", 1)


@rule("FP-40")
def test_nothing_is_paid_for_what_cannot_be_had() -> None:
    table = Table().tile("forest-1", [1, 1]).pawns([2, 3]).has(mushroom=2, herb=4)
    for slot, number in (([1, 2], 1), ([2, 1], 2), ([1, 0], 3)):
        table.peak(f"forest-peak-{number}", slot)
    state = table.state()
    play(state, "play walk", "walk 2,2")
    assert asked(state) == ("play", 1)


@rule("FP-56")
def test_each_mushroom_brings_another() -> None:
    state = Table().fires("more-mushrooms").lies([1, 0], mushroom=2).state()
    play(state, "play walk", "walk 1,0", "pick up", "take")
    assert pack(state) == {"mushroom": 6}


@rule("FP-57")
def test_a_bonus_peak_follows_the_peaks_of_a_space() -> None:
    state = Table().tile("forest-1", [1, 1]).pawns([2, 3]).has(mushroom=1, herb=2).fires("more-peaks").state()
    play(state, "play walk", "walk 2,2")
    play(state, "exchange 1", chance=Script(["forest-peak-1"]))
    play(state, "peak n r0")
    assert asked(state) == ("bonus-peak", 0)
    play(state, "bonus", chance=Script(["forest-peak-2"]))
    play(state, "peak s r0")
    assert player(state)["badges"]["forest"] == 2
    assert asked(state) == ("play", 1)


@rule("FP-14", "FP-58")
def test_a_second_step_does_not_lead_back() -> None:
    state = Table().fires("walk-twice").pawns([-1, 0], [1, 1]).state()
    play(state, "play walk", "walk -1,1", "take")
    assert answers(state) == {"stay", "step 0,1"}
    play(state, "step 0,1", "take")
    assert pack(state) == {"berry": 1, "herb": 1}


@rule("FP-58")
@pytest.mark.parametrize(("fire", "card"), [("march-stops", "march"), ("training-walk", "training")])
def test_march_and_training_may_be_two_steps(fire: str, card: str) -> None:
    state = Table().fires(fire).pawns([-1, 0]).has(endorphins=0).state()
    play(state, f"play {card}", "step -1,1", "take", "stay")
    assert (pawn(state), pack(state)) == ([-1, 1], {"berry": 1})


@rule("FP-58")
def test_the_way_past_pawns_is_told_where_it_matters() -> None:
    state = Table(4).fires("walk-twice").pawns([0, 1], [0, 0], [1, 1], [1, 0]).state()
    play(state, "play walk")
    assert answers(state) == {"walk -1,1", "walk 0,-1 past 1", "walk 0,-1 past 2 3"}
    play(state, "walk 0,-1 past 1")
    assert answers(state) == {"stay", "step -1,0"}


@rule("FP-44", "FP-59")
def test_a_big_backpack_holds_fourteen() -> None:
    state = Table().fires("big-backpack").has(herb=13).state()
    play(state, "play walk", "walk 1,0", "take")
    assert sum(pack(state).values()) == 14
    full = Table().has(herb=10).state()
    play(full, "play walk", "walk 1,0", "take")
    assert answers(full) == {"return herb", "return mushroom"}


@rule("FP-60")
def test_endorphins_buy_containers_before_and_after_the_card() -> None:
    state = Table().fires("endorphin-trade").has(endorphins=13).state()
    play(state, "trade jar", "play walk", "walk -1,0", "take")
    assert answers(state) == {"done", "trade basket", "trade jar", "trade pouch"}
    play(state, "trade pouch")
    assert pack(state) == {"berry": 1, "jar": 1, "pouch": 1}
    assert refused(Table().state(), "trade jar") == "FP-60"


@rule("FP-55", "FP-70")
def test_drawn_campfires_are_seen_by_their_drawer_only_and_go_under_the_deck() -> None:
    state = Table().tile("forest-6", [1, 1]).pawns([3, 2]).has(mushroom=1, berry=1, pouch=1).state()
    play(state, "play walk", "walk 2,3")
    play(state, "exchange 1", chance=Script(TOP_FIVE))
    assert state.view(0)["zones"]["looked"]["cards"] == TOP_FIVE
    assert state.view(1)["zones"]["looked"]["cards"] == [None] * 5
    play(state, "keep walk-twice")
    assert state.view(1)["zones"]["campfire"]["bottom"] == [None] * 4
    assert state.view(0)["zones"]["campfire"]["bottom"] == ["more-peaks", "score-cards", "score-jars", "more-berries"]


@rule("FP-61", "FP-62")
def test_panoramas_are_bought_in_the_order_of_ranks() -> None:
    state = Table(3).panoramas(1, "i-1").has(mushroom=5, berry=2, herb=2).state()
    play(state, "play camp")
    assert refused(state, "camp panorama ii-1") == "FP-61"
    poor = Table().has(mushroom=2, berry=1).state()
    play(poor, "play camp")
    assert refused(poor, "camp panorama i-2") == "FP-62"


@rule("FP-53")
def test_a_stone_is_placed_though_its_reward_is_gone() -> None:
    table = Table().peak("alpine-peak-1", [0, 1], 1).pawns([0, 1])
    table.fires(*table.zones["campfire"]["pool"][:], seat=1)
    state = play(table.state(), "play walk", "walk 0,2", "stone x1")
    assert player(state)["stones"]["x1"] == "alpine-peak-1"
    assert asked(state) == ("play", 1)


@rule("FP-51")
def test_one_stone_for_each_player_and_peak() -> None:
    table = Table().peak("forest-peak-3", [0, 1], 1).stones(0, x2_big="forest-peak-3").pawns([0, 1])
    state = play(table.state(), "play walk", "walk 0,2")
    assert asked(state) == ("play", 1)


@rule("FP-50")
def test_a_peak_comes_from_the_pile_of_the_tile() -> None:
    state = Table().tile("forest-1", [1, 1]).pawns([2, 3]).has(mushroom=1, herb=2).state()
    play(state, "play walk", "walk 2,2")
    with pytest.raises(cairn.WrongOutcome):
        play(state, "exchange 1", chance=Script(["alpine-peak-1"]))


@rule("FP-83")
@pytest.mark.parametrize(
    ("fire", "points"),
    [
        ("score-campfires", 10),
        ("score-baskets", 5),
        ("score-jars", 10),
        ("score-pouches", 15),
        ("score-panoramas", 6),
        ("score-cards", 9),
        ("score-badges", 6),
        ("score-endorphins", 7),
        ("score-stone", 6),
        ("walk-twice", 0),
    ],
)
def test_campfires_score(fire: str, points: int) -> None:
    table = Table().fires(fire, "more-herbs").has(basket=1, jar=2, pouch=3, endorphins=7)
    table.peak("forest-peak-5", [0, 1], by=0).peak("forest-peak-1", [1, 0], by=0).panoramas(0, "i-1", "ii-1")
    table.hand("run", "run", "bike").stones(0, x3_big="forest-peak-1", x3_small="forest-peak-5")
    assert table.state().scores()[0].lines["campfires"] == points


@rule("FP-84")
def test_points_lie_open_and_a_tie_is_a_shared_victory() -> None:
    state = play_out(GAME.start(2, Dice(5)), 5)
    assert [sum(lines.values()) for lines in state.view(None)["scores"]] == [score.total for score in state.scores()]
    table = Table()
    table.zones["turn"] = GAME.content.rounds * 2
    table.data["pending"] = []
    assert table.state().result() == [0.5, 0.5]


@rule("FP-77")
def test_the_game_is_over_after_a_hundred_rounds() -> None:
    table = Table(seat=1)
    table.zones["turn"] = 100 * 2 - 1
    state = play(table.state(), "play camp")
    assert state.seat == -1


@rule("FP-10")
def test_random_play_is_never_without_a_choice_and_seldom_has_many() -> None:
    sizes: list[int] = []
    for seats in GAME.seats:
        dice = Dice(seats)
        state = GAME.start(seats, dice)
        while state.seat >= 0:
            sizes.append(len(state.offered))
            state.apply(state.offered[dice.pick(len(state.offered))], dice)
    assert min(sizes) > 0
    assert max(sizes) < 200
    assert sum(size > 20 for size in sizes) < len(sizes) / 100


def test_questions_are_shared_by_seat() -> None:
    state = Table().state()
    assert state.stack.top is PLAY[0]
    assert json.dumps(state.view(0))
