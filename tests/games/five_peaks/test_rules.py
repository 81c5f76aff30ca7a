"""The rules of Five Peaks one by one, where the rulebook's examples do not show them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cairn
from cairn import Dice, Script, State
from cairn.core.fields import Fields
from cairn.games.five_peaks.campfires import CampfireDeck
from cairn.games.five_peaks.content import amounts
from cairn.games.five_peaks.decisions import PLAY
from cairn.games.five_peaks.state import HikeState
from cairn.testing import rule
from tests.games.five_peaks.tables import (
    GAME,
    GAME_FIRES,
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

TURNS = ("straight", "right", "over", "left")
TOP_FIVE = ["more-berries", "score-jars", "walk-twice", "score-cards", "more-peaks"]


@rule("FP-1", "FP-2", "FP-5", "FP-7", "FP-9")
def test_everything_is_there_at_the_start() -> None:
    start = opening(3)["zones"]
    assert start["pawns"] == [[0, -1]] * 3
    assert sum(start["bank"].values()) == 96
    assert len(start["unplaced_peaks"]) == 15
    assert [GAME.content.peaks[GAME.content.peak_names.index(name)].terrain for name in start["unplaced_peaks"]].count(
        2
    ) == 5
    assert len(start["campfire"]["pool"]) == 18
    assert len(start["hiking"]["pool"]) + len(start["market"]) == 39
    assert len(start["terrain"]) == 13
    for one in start["players"]:
        assert one["hand"] == ["walk", "march", "discovery", "training", "camp"]
        assert len(one["stones"]) == 5


@rule("FP-3")
def test_later_seats_begin_with_more_endorphins() -> None:
    state = GAME.start(5, Dice(1), even_start=False)
    assert [one["endorphins"] for one in zones(state)["players"]] == [1, 2, 2, 3, 3]
    assert state.seat == 0


@rule("FP-3")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_any_seat_can_begin(first: int) -> None:
    state = GAME.start(3, Dice(1), starting_seat=first, even_start=False)
    assert state.seat == first
    endorphins = [one["endorphins"] for one in zones(state)["players"]]
    assert [endorphins[(first + place) % 3] for place in range(3)] == [1, 2, 2]
    play(state, "play camp")
    assert state.seat == (first + 1) % 3
    assert GAME.load(json.loads(json.dumps(state.dump()))).dump() == state.dump()


@rule("FP-3")
def test_who_begins_sits_at_the_table() -> None:
    with pytest.raises(cairn.BadOption, match="0 to 1, not 2"):
        GAME.start(2, Dice(1), starting_seat=2)


@rule("FP-19")
@pytest.mark.parametrize("seats", GAME.seats)
def test_an_even_start_gives_goods_in_the_order_of_play(seats: int) -> None:
    goods = [amounts(purse) for purse in GAME.content.start_goods[seats]]
    state = GAME.start(seats, Dice(1), starting_seat=1)
    for place in range(seats):
        seat = (1 + place) % seats
        more = player(state, seat)["endorphins"] - GAME.content.start_endorphins[place]
        assert {**pack(state, seat), **({"endorphin": more} if more else {})} == goods[place]
    assert (
        sum(sum(one["backpack"].values()) for one in zones(state)["players"]) + sum(zones(state)["bank"].values()) == 96
    )


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
        play(state, "play discovery", chance=Script(["heath"]))
    play(state, "play discovery", chance=Script(["hazel"]))
    assert zones(state)["drawn_tile"] == "hazel"
    assert answers(state) == {f"place start {corner} {turn}" for corner in ("ne", "nw") for turn in TURNS}


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
    state = Table().tile("birch", [1, 1]).pawns([1, 1]).state()
    play(state, "play discovery", chance=Script(["hazel"]))
    assert {"place start nw straight", "place birch nw straight"} <= answers(state)
    play(state, "place birch nw straight")
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
    table = Table().peak("owl", [1, 0], 1).pawns([1, 0], [2, 0])
    state = table.state()
    play(state, "play walk")
    assert answers(state) == {"walk 0,-1", "walk 1,1"}


@rule("FP-25")
def test_basics_are_discarded_for_endorphins_one_by_one() -> None:
    state = Table().peak("hare", [0, 1]).pawns([0, 2]).has(mushroom=1, berry=2).state()
    play(state, "play discovery", "discard berry", "discard berry", "done")
    assert player(state)["endorphins"] == 3
    assert pack(state) == {"mushroom": 1}
    assert asked(state) == ("play", 1)


@rule("FP-25")
def test_basics_are_discarded_in_any_order() -> None:
    state = Table().has(mushroom=2, herb=1).state()
    play(state, "play discovery", "discard herb")
    assert asked(state) == ("discard", 0)
    assert answers(state) == {"done", "discard mushroom"}
    play(state, "discard mushroom", "discard mushroom")
    assert (pack(state), player(state)["endorphins"]) == ({}, 4)


@rule("FP-28")
def test_cards_are_sold_in_any_order() -> None:
    state = Table().hand("observe", "sightsee").state()
    play(state, "play training", "sell observe")
    assert answers(state) == {"done", "sell sightsee"}
    play(state, "sell sightsee")
    assert zones(state)["box"] == ["sightsee", "observe"]


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
    state = Table().tile("birch", [1, 1]).tile("hazel", [2, 2]).hand("bike").pawns([1, 2], [1, 0]).state()
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


@rule("FP-38")
def test_the_market_goes_under_the_deck_in_the_order_that_is_named() -> None:
    state = Table().hand("observe").state()
    play(state, "play observe", "under shortcut", "under run")
    assert answers(state) == {"refresh", "under bike", "under observe", "under sightsee"}
    play(state, "refresh", chance=Script(["paraglide", "run", "run", "bike", "bike"]))
    under = ["shortcut", "run", "bike", "observe", "sightsee"]
    assert state.view(1)["zones"]["hiking"]["bottom"] == list(reversed(under))
    assert refused(play(Table().hand("observe").state(), "play observe"), "under paraglide") == "FP-38"


@rule("FP-42")
def test_containers_are_swapped_as_often_as_one_has_them() -> None:
    state = Table().tile("alder", [1, 1]).pawns([2, 3]).has(basket=2).state()
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
    table = Table().tile("birch", [1, 1]).pawns([2, 3]).has(mushroom=2, herb=4)
    for slot, name in (([1, 2], "fox"), ([2, 1], "owl"), ([1, 0], "deer")):
        table.peak(name, slot)
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
    state = Table().tile("birch", [1, 1]).pawns([2, 3]).has(mushroom=1, herb=2).fires("more-peaks").state()
    play(state, "play walk", "walk 2,2")
    play(state, "exchange 1", chance=Script(["fox"]))
    play(state, "place here n straight")
    assert asked(state) == ("bonus-peak", 0)
    play(state, "bonus", chance=Script(["owl"]))
    play(state, "place here s straight")
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


@rule("FP-60", "FP-27")
def test_whoever_trades_away_the_price_of_every_card_has_trained():
    state = play(Table().fires("endorphin-trade").has(endorphins=6).state(), "play training", "trade jar")
    assert (pack(state)["jar"], state.seat) == (1, 1)


@rule("FP-60", "FP-25", "FP-44")
def test_whoever_returns_the_basics_to_be_discarded_has_discarded() -> None:
    """On a peak nothing is discovered, and two trades fill the backpack beyond its room."""
    table = Table().peak("hare", [0, 1]).pawns([0, 2]).fires("endorphin-trade")
    state = table.has(endorphins=12, berry=1, herb=1, basket=5, pouch=3).state()
    play(state, "play discovery", "trade jar", "trade jar", "return berry", "return herb")
    assert (pack(state), state.seat) == ({"basket": 5, "pouch": 3, "jar": 2}, 1)


@rule("FP-60")
def test_endorphins_buy_containers_before_and_after_the_card() -> None:
    state = Table().fires("endorphin-trade").has(endorphins=13).state()
    play(state, "trade jar", "play walk", "walk -1,0", "take")
    assert answers(state) == {"done", "trade basket", "trade jar", "trade pouch"}
    play(state, "trade pouch")
    assert pack(state) == {"berry": 1, "jar": 1, "pouch": 1}
    assert refused(Table().state(), "trade jar") == "FP-60"


TRADES = {"trade basket", "trade jar", "trade pouch"}


def rich_trader(seats: int = 2) -> Table:
    return Table(seats).fires("endorphin-trade").has(endorphins=20)


def placing_a_tile() -> State:
    return play(rich_trader().pawns([0, 0]).state(), "play discovery", chance=Script(["birch"]))


def placing_a_peak() -> State:
    state = rich_trader().tile("birch", [1, 1]).pawns([2, 3]).has(mushroom=1, herb=2).state()
    play(state, "play walk", "walk 2,2")
    return play(state, "exchange 1", chance=Script(["fox"]))


def choosing_a_campfire() -> State:
    state = rich_trader().tile("moss", [1, 1]).pawns([3, 2]).has(mushroom=1, berry=1, pouch=1).state()
    play(state, "play walk", "walk 2,3")
    return play(state, "exchange 1", chance=Script(TOP_FIVE))


@rule("FP-60")
@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("play", rich_trader().state()),
        ("move", play(rich_trader().state(), "play walk")),
        ("gather", play(rich_trader().state(), "play walk", "walk 1,0")),
        ("pick-up", play(rich_trader().lies([1, 0], herb=1).state(), "play walk", "walk 1,0")),
        ("discovery", play(rich_trader().has(herb=1).state(), "play discovery")),
        ("discard", play(rich_trader().has(herb=2).state(), "play discovery", "discard herb")),
        ("tile", placing_a_tile()),
        ("peak", placing_a_peak()),
        ("campfire", choosing_a_campfire()),
        ("training", play(rich_trader().state(), "play training")),
        ("sell", play(rich_trader().hand("run", "run").state(), "play training", "sell run")),
        ("camp", play(rich_trader().state(), "play camp")),
        ("harvest", play(rich_trader().hand("small-harvest").state(), "play small-harvest")),
        ("fill", play(rich_trader().hand("berry-jar").has(berry=4).state(), "play berry-jar")),
        ("observe", play(rich_trader().hand("observe").state(), "play observe")),
        ("observe-buy", play(rich_trader().hand("observe").state(), "play observe", "keep")),
        ("overflow", play(rich_trader().has(herb=10).state(), "play walk", "walk 1,0", "take")),
        ("stone", play(rich_trader().peak("hare", [0, 1]).pawns([0, 1]).state(), "play walk", "walk 0,2")),
        ("end-turn", play(rich_trader().state(), "play walk", "walk 1,0", "take")),
    ],
)
def test_endorphins_are_traded_inside_every_question_of_the_own_turn(kind: str, state: State) -> None:
    state = state.clone()
    assert asked(state) == (kind, 0)
    assert answers(state) >= TRADES
    before = (player(state)["endorphins"], player(state)["backpack"]["jar"])
    own = answers(state) - TRADES
    play(state, "trade jar")
    assert (player(state)["endorphins"], player(state)["backpack"]["jar"]) == (before[0] - 6, before[1] + 1)
    assert own <= answers(state) or kind in ("camp", "overflow", "observe-buy", "training")
    assert GAME.load(json.loads(json.dumps(state.dump()))).dump() == state.dump()


@rule("FP-60")
def test_nobody_is_asked_for_a_trade_where_nothing_else_can_be_chosen() -> None:
    state = play(rich_trader().bank_without("berry").state(), "play walk", "walk -1,0")
    assert asked(state) == ("end-turn", 0)


def beside_campfires(seats: int = 2, seat: int = 0) -> Table:
    """A seat one step before the exchange for a campfire, with what it costs."""
    cells = [[0, -1], [-1, 0], [1, 0]][:seats]
    cells[seat] = [3, 2]
    return Table(seats, seat).tile("moss", [1, 1]).pawns(*cells).has(mushroom=1, berry=1, pouch=1)


def draws(table: Table, *cards: str) -> HikeState:
    """The asked seat walks to the exchange and draws campfires."""
    state = table.state()
    play(state, "play walk", "walk 2,3")
    play(state, "exchange 1", chance=Script(list(cards)))
    return state


def fires_seen(state: State, seat: int | None) -> dict[str, Any]:
    seen: dict[str, Any] = state.view(seat)["zones"]["campfire"]
    return seen


@rule("FP-55", "FP-70")
def test_drawn_campfires_are_seen_by_their_drawer_only_and_go_under_as_drawn() -> None:
    state = draws(beside_campfires(), *TOP_FIVE)
    assert fires_seen(state, 0)["looked"] == TOP_FIVE
    assert fires_seen(state, 1)["looked"] == [None] * 5
    play(state, "keep walk-twice")
    assert fires_seen(state, 1)["batches"] == [{"by": 0, "cards": [None] * 4}]
    assert fires_seen(state, 0)["batches"] == [
        {"by": 0, "cards": ["more-berries", "score-jars", "score-cards", "more-peaks"]}
    ]


@rule("FP-55")
def test_campfires_go_under_in_the_order_that_is_named() -> None:
    state = draws(beside_campfires(), *TOP_FIVE)
    play(state, "under more-peaks", "under score-jars")
    assert answers(state) == {
        *(f"{verb} {card}" for verb in ("keep", "under") for card in ("more-berries", "walk-twice", "score-cards")),
        "skip",
    }
    assert fires_seen(state, 1)["looked"] == [None] * 5
    play(state, "keep walk-twice")
    assert zones(state)["campfire"]["batches"] == [
        {"by": 0, "cards": ["more-peaks", "score-jars", "more-berries", "score-cards"]}
    ]


@rule("FP-54", "FP-55")
def test_free_cards_and_campfires_can_be_declined() -> None:
    state = draws(beside_campfires(), *TOP_FIVE)
    play(state, "skip")
    assert player(state)["campfires"] == []
    assert zones(state)["campfire"]["batches"] == [{"by": 0, "cards": TOP_FIVE}]
    state = play(Table().peak("deer", [0, 1], 1).pawns([0, 1]).state(), "play walk", "walk 0,2", "stone x1", "skip")
    assert player(state)["hand"] == ["march", "discovery", "training", "camp"]
    assert zones(state)["market"] == OPENING


def second_draw(kept: str) -> HikeState:
    """Seat 0 has put four cards under, the pool has two left, and seat 1 draws three of seat 0's and keeps one."""
    table = beside_campfires(3, 1)
    deck = table.zones["campfire"]
    four = ["more-berries", "score-jars", "score-cards", "more-peaks"]
    pool = ["march-stops", "training-walk"]
    others = [card for card in deck["pool"] if card not in four + pool]
    for number, card in enumerate(others):
        table.fires(card, seat=2 * (number % 2))
    deck["pool"] = pool
    deck["batches"] = [{"by": 0, "cards": four}]
    for seat, known in enumerate(deck["memory"]):
        for card in four + pool:
            known[GAME_FIRES.index(card)] = (4 if card in four else 1) if seat == 0 else 5
    state = draws(table, *pool)
    assert fires_seen(state, 1)["looked"] == [*pool, *four[:3]]
    play(state, f"keep {kept}")
    return state


@rule("FP-72")
def test_a_third_seat_cannot_tell_whose_card_was_kept() -> None:
    unseen, known = second_draw("march-stops"), second_draw("score-jars")
    for viewer in (2, None):
        one, other = fires_seen(unseen, viewer), fires_seen(known, viewer)
        assert [batch["cards"] for batch in one["batches"]] == [[None], [None] * 4]
        assert (one["batches"], one["notes"]) == (other["batches"], other["notes"])


@rule("FP-72")
def test_a_seat_knows_that_its_cards_came_back_but_not_in_which_order() -> None:
    state = second_draw("march-stops")
    seen = fires_seen(state, 0)
    assert seen["batches"] == [{"by": 0, "cards": ["more-peaks"]}, {"by": 1, "cards": [None] * 4}]
    assert seen["notes"] == {}
    batches = {tuple(zones(state.resample(0, Dice(seed)))["campfire"]["batches"][1]["cards"]) for seed in range(60)}
    assert len(batches) > 12
    assert {frozenset(batch) for batch in batches} == {
        frozenset(("training-walk", "more-berries", "score-jars", "score-cards"))
    }
    third = {zones(state.resample(2, Dice(seed)))["campfire"]["batches"][0]["cards"][0] for seed in range(60)}
    assert third == {"training-walk", "more-berries", "score-jars", "score-cards", "more-peaks"}


@rule("FP-72")
def test_a_seat_remembers_its_cards_through_several_draws() -> None:
    """However campfires are drawn and kept, no world of a seat contradicts what it has seen."""
    for seed in range(30):
        dice = Dice(seed)
        deck = CampfireDeck.of(3)
        for _ in range(12):
            seat = dice.pick(3)
            deck.draw(seat, 5, dice)
            while len(deck.looked) > 1 and dice.pick(2):
                deck.sink(deck.looked[dice.pick(len(deck.looked))])
            deck.keep(deck.looked[dice.pick(len(deck.looked))])
            deck.check(Fields({}, ""))
            for viewer in (-1, 0, 1, 2):
                world = deck.clone()
                before = deck.view(viewer)
                world.redraw(viewer, dice)
                world.check(Fields({}, ""))
                assert world.view(viewer) == before == deck.view(viewer)
                kept = [card for card in range(18) if card not in deck.cards()]
                rest = [card for card in range(18) if card not in kept]
                again = CampfireDeck.from_view(Fields(json.loads(json.dumps(before)), ""), 3, viewer, rest, dice)
                again.check(Fields({}, ""))
                assert again.view(viewer) == before


@rule("FP-72")
def test_notes_that_contradict_each_other_are_refused() -> None:
    view = json.loads(json.dumps(second_draw("march-stops").view(2)))
    assert view["zones"]["campfire"]["notes"] == {}
    view["zones"]["campfire"]["notes"] = {"more-peaks": [0], "score-jars": [0]}
    with pytest.raises(cairn.BadPosition, match="notes"):
        GAME.imagine(view, Dice(1))


@rule("FP-71")
def test_hands_are_counted_and_what_was_bought_is_noted() -> None:
    state = Table(3).hand("run", "run", seat=1).hand("bike", seat=1).state()
    play(state, "play camp")
    play(state, "play run", "run 1,1", "take")
    for viewer in (0, 2, None):
        other = state.view(viewer)["zones"]["players"][1]
        assert (other["hand"], other["hand_count"]) == (None, 7)
        assert (other["notes"], other["played"]) == (["run", "run", "bike"], ["run"])
    own = state.view(1)["zones"]["players"][1]
    assert own["hand"] == ["walk", "march", "discovery", "training", "camp", "run", "bike"]
    world = GAME.imagine(json.loads(json.dumps(state.view(0))), Dice(1))
    assert player(world, 1)["hand"] == own["hand"]


@rule("FP-71")
def test_hands_lie_open_if_the_table_wants_it() -> None:
    state = GAME.start(2, Dice(1), open_hands=True)
    assert state.view(0)["zones"]["players"][1]["hand"] == ["walk", "march", "discovery", "training", "camp"]


@rule("FP-91")
def test_spaces_have_one_name_for_moves_and_placements() -> None:
    table = Table().tile("birch", [1, 1]).peak("fox", [0, 1], 1).pawns([0, 1])
    state = play(table.state(), "play walk")
    assert {state.notation(choice) for choice in state.choices()} == {
        "walk start c",
        "walk start ne",
        "walk start nw",
        "walk fox",
    }
    assert state.notation(state.parse("walk birch sw")) == "walk start ne"
    assert state.caption(state.parse("walk fox")) == "Go to the summit of Fox Hill"
    assert state.caption(state.parse("walk birch sw")) == "Go to the crossing between Start and Birch (start ne)"
    assert state.caption(state.parse("walk start c")) == "Go to the place for 1 endorphin on Start (start c)"
    state = play(Table().pawns([0, 0]).state(), "play discovery", chance=Script(["birch"]))
    assert state.caption(state.parse("place start ne right")) == "Place it to the north-east of Start, turned right"


@rule("FP-91")
def test_the_log_speaks_of_places_and_counts_things() -> None:
    state = Table().state()
    log = state.listen()
    play(state, "play walk", "walk 1,0", "take", "play walk", "walk 0,0", "take")
    play(state, "play discovery")
    play(state, "discover", chance=Script(["larch"]))
    play(state, "place start ne straight")
    told = [GAME.sentence(event, None, ["Ann", "Ben"]) for event in log]
    assert told == [
        "Ann plays Walk.",
        "Ann goes to the bike stop on Start (start e).",
        "Ann gains 1 mushroom.",
        "Ben plays Walk.",
        "Ben goes to the place for 1 endorphin on Start (start c).",
        "Ben gains 1 endorphin.",
        "Ann plays Discovery.",
        "Ann turns up Larch.",
        "Ann places Larch to the north-east of Start.",
        "Ann gains 2 mushrooms.",
    ]


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
    table = Table().peak("lark", [0, 1], 1).pawns([0, 1])
    table.fires(*table.zones["campfire"]["pool"][:], seat=1)
    state = play(table.state(), "play walk", "walk 0,2", "stone x1")
    assert player(state)["stones"]["x1"] == "lark"
    assert asked(state) == ("play", 1)


@rule("FP-51")
def test_one_stone_for_each_player_and_peak() -> None:
    table = Table().peak("deer", [0, 1], 1).stones(0, x2_big="deer").pawns([0, 1])
    state = play(table.state(), "play walk", "walk 0,2")
    assert asked(state) == ("play", 1)


@rule("FP-50")
def test_a_peak_comes_from_the_pile_of_the_tile() -> None:
    state = Table().tile("birch", [1, 1]).pawns([2, 3]).has(mushroom=1, herb=2).state()
    play(state, "play walk", "walk 2,2")
    with pytest.raises(cairn.WrongOutcome):
        play(state, "exchange 1", chance=Script(["lark"]))


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
    table.peak("boar", [0, 1], by=0).peak("fox", [1, 0], by=0).panoramas(0, "i-1", "ii-1")
    table.hand("run", "run", "bike").stones(0, x3_big="fox", x3_small="boar")
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
