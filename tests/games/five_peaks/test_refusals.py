"""What a person gets to hear who writes something that is well formed and not allowed."""

from __future__ import annotations

import pytest

from cairn import BadNotation, Dice, IllegalChoice, Script
from cairn.games.five_peaks.state import HikeState
from cairn.testing import rule
from tests.games.five_peaks.tables import Table, play, refused, spoken


def said(state: HikeState, text: str) -> str:
    """The sentence that refuses an answer."""
    with pytest.raises(IllegalChoice) as refusal:
        state.choose(state.parse(spoken(state, text)), Dice(0))
    return str(refusal.value)


def begun(table: Table, *texts: str, outcomes: tuple[str, ...] = ()) -> HikeState:
    state = table.state()
    play(state, *texts, chance=Script(list(outcomes)) if outcomes else None)
    return state


@rule("FP-11", "FP-12", "FP-14")
def test_walking_where_no_walk_leads() -> None:
    state = begun(Table().pawns([0, -1], [1, 0]), "play walk")
    assert refused(state, "walk 0,1") == "FP-11"
    assert refused(state, "walk 1,0") == "FP-12"
    assert refused(state, "walk 0,-1") == "FP-14"
    assert "no such space" in said(state, "walk 7,7")
    with pytest.raises(BadNotation):
        state.parse("walk north")


@rule("FP-30", "FP-31", "FP-32", "FP-33", "FP-34")
@pytest.mark.parametrize(
    ("card", "there", "broken"),
    [
        ("sightsee", "2,2", "FP-30"),
        ("run", "4,4", "FP-31"),
        ("shortcut", "2,2", "FP-32"),
        ("bike", "2,2", "FP-33"),
    ],
)
def test_each_card_says_how_far_it_leads(card: str, there: str, broken: str) -> None:
    table = Table().hand(card).tile("birch", [1, 1]).tile("hazel", [2, 2]).pawns([0, 0])
    assert refused(begun(table, f"play {card}"), f"{card} {there}") == broken


@rule("FP-58", "FP-14")
def test_a_second_step_back_or_too_far() -> None:
    state = begun(Table().fires("walk-twice"), "play walk", "walk 0,0", "take")
    assert refused(state, "step 0,-1") == "FP-14"
    assert refused(state, "step 1,1") == "FP-58"


@rule("FP-20", "FP-23")
def test_discovering_where_no_slot_is() -> None:
    state = begun(Table().tile("birch", [1, 1]).pawns([0, 0]), "play discovery", outcomes=("hazel",))
    assert "already" in said(state, "place here ne straight")
    assert "no triangle" in said(state, "place here se straight")
    assert refused(state, "place here sw right") == "FP-20"


@rule("FP-20", "FP-23")
def test_discovering_from_a_square_needs_one_of_its_two_tiles() -> None:
    state = begun(Table().tile("birch", [1, 1]).pawns([1, 1]), "play discovery", outcomes=("hazel",))
    assert refused(state, "place slate nw straight") == "FP-23"
    assert refused(state, "place birch sw straight") == "FP-20"
    assert state.notation(state.parse("place birch ne over")) == "place birch ne over"


@rule("FP-20")
def test_no_tile_covers_the_starting_tile() -> None:
    table = Table().tile("birch", [-1, 1]).tile("hazel", [-2, 0]).pawns([-4, 0])
    state = begun(table, "play discovery", outcomes=("larch",))
    assert "starting tile" in said(state, "place here se straight")


@rule("FP-27", "FP-28")
def test_buying_and_selling_what_cannot_be() -> None:
    state = begun(Table().has(endorphins=3).hand("paraglide"), "play training")
    assert "costs 4 endorphins, and you have 3" in said(state, "buy bike")
    assert "not in the market" in said(state, "buy large-harvest")
    assert refused(state, "sell walk") == "FP-28"
    assert refused(state, "sell run") == "FP-28"
    assert refused(state, "step 0,0") == "FP-58"


@rule("FP-28")
def test_starting_cards_are_not_sold_after_others_either() -> None:
    state = begun(Table().hand("run", "paraglide"), "play training", "sell paraglide")
    assert "Starting cards" in said(state, "sell camp")
    assert refused(state, "sell paraglide") == "FP-28"


@rule("FP-61", "FP-62", "FP-8")
def test_panoramas_of_the_wrong_rank_or_too_dear() -> None:
    state = begun(Table().panoramas(1, "i-1").fires("endorphin-trade").has(endorphins=6), "play camp")
    assert "yours is I now" in said(state, "camp panorama ii-1")
    assert refused(state, "camp panorama i-2") == "FP-62"
    assert refused(state, "camp panorama i-1") == "FP-8"
    with pytest.raises(BadNotation):
        state.parse("camp panorama vii-1")


@rule("FP-51", "FP-52")
def test_a_stone_that_is_not_smaller_or_not_there() -> None:
    table = Table().peak("deer", [0, 1], 1).peak("fox", [1, 0]).stones(1, x2_big="deer")
    state = begun(table.stones(0, x1="fox").pawns([0, 1]), "play walk", "walk 0,2")
    assert "smaller" in said(state, "stone x3-big")
    assert "placed that stone" in said(state, "stone x1")


@rule("FP-40")
def test_exchanging_what_one_cannot_pay_or_get() -> None:
    here = Table().tile("birch", [1, 1]).pawns([2, 3]).fires("endorphin-trade").has(endorphins=6)
    assert "costs 1 mushroom, 2 herbs" in said(begun(here, "play walk", "walk 2,2"), "exchange 1")
    rich = Table().tile("birch", [1, 1]).pawns([2, 3]).has(mushroom=2, herb=4)
    assert "one by one" in said(begun(rich, "play walk", "walk 2,2"), "exchange 2")


@rule("FP-42", "FP-45")
def test_swapping_containers() -> None:
    table = Table().tile("alder", [1, 1]).pawns([2, 3]).has(jar=1).bank_without("basket")
    state = begun(table, "play walk", "walk 2,2")
    assert refused(state, "swap pouch jar") == "FP-42"
    assert refused(state, "swap jar jar") == "FP-42"
    assert refused(state, "swap mushroom mushroom") == "FP-42"
    assert refused(state, "swap jar basket") == "FP-45"


@rule("FP-54", "FP-55")
def test_rewards_come_from_what_lies_there() -> None:
    table = Table().peak("deer", [0, 1], 1).pawns([0, 1])
    state = begun(table, "play walk", "walk 0,2", "stone x1")
    assert refused(state, "card large-harvest") == "FP-54"
    fires = ["score-jars", "score-cards", "walk-twice", "more-herbs", "big-backpack"]
    table = Table().peak("lark", [0, 1], 1).pawns([0, 1])
    state = begun(table, "play walk", "walk 0,2")
    play(state, "stone x1", chance=Script(fires))
    assert refused(state, "keep score-badges") == "FP-55"


@rule("FP-41")
def test_a_peak_needs_a_side_with_a_path_and_a_hole() -> None:
    table = Table().tile("birch", [1, 1]).peak("fox", [1, 2]).pawns([2, 3]).has(mushroom=1, herb=2)
    state = begun(table, "play walk", "walk 2,2")
    play(state, "exchange 1", chance=Script(["owl"]))
    assert "No path leaves" in said(state, "place here w straight")
    assert "no gap on that side" in said(state, "place here n straight")
    assert state.notation(state.parse("place birch e over")) == "place birch e straight"


@rule("FP-25", "FP-36", "FP-37", "FP-44", "FP-45")
def test_goods_that_are_not_there() -> None:
    state = begun(Table().has(berry=2), "play discovery")
    assert refused(state, "discard herb") == "FP-25"
    play(state, "discard berry")
    assert refused(state, "discard mushroom") == "FP-25"
    harvest = begun(Table().hand("small-harvest").bank_without("herb"), "play small-harvest")
    assert refused(harvest, "harvest herb") == "FP-45"
    assert refused(harvest, "harvest jar") == "FP-36"
    filling = begun(Table().hand("mushroom-basket").has(mushroom=4), "play mushroom-basket")
    assert refused(filling, "fill 3") == "FP-37"
    full = begun(Table().has(jar=5, herb=5), "play walk", "walk 1,0", "take")
    assert refused(full, "return pouch") == "FP-44"


@rule("FP-38", "FP-27")
def test_buying_after_observe() -> None:
    state = begun(Table().hand("observe").has(endorphins=3), "play observe", "keep")
    assert refused(state, "buy bike") == "FP-27"
    assert refused(state, "buy large-harvest") == "FP-27"


@rule("FP-60")
def test_trading_without_the_campfire_or_the_endorphins() -> None:
    assert refused(Table().state(), "trade jar") == "FP-60"
    state = begun(Table().fires("endorphin-trade").has(endorphins=12), "play walk", "walk 0,0", "take", "trade jar")
    assert state.notation(state.parse("done")) == "done"
