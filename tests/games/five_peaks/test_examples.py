"""The examples of the rulebook, each as a position and what may or does happen in it."""

from __future__ import annotations

from cairn import Script
from cairn.testing import rule
from tests.games.five_peaks.tables import Table, answers, asked, pack, pawn, play, player, refused, zones


def whole_map(table: Table) -> Table:
    """All tiles in one diagonal line, in the order of the stack: tile number k at slot (k, k)."""
    for at, name in enumerate(list(table.zones["terrain"]), 1):
        table.tile(name, [at, at])
    return table


@rule("FP-11", "FP-12", "FP-16")
def test_walking_through_a_pawn_ends_on_the_space_behind_it() -> None:
    state = Table().pawns([0, -1], [1, 0]).state()
    play(state, "play walk")
    assert answers(state) == {"walk -1,0", "walk 0,0", "walk 1,1"}
    play(state, "walk 1,1", "take")
    assert (pawn(state), pack(state)) == ([1, 1], {"mushroom": 1})


@rule("FP-11", "FP-13")
def test_marching_on_a_branch_uses_a_part_of_the_path_twice() -> None:
    state = Table().tile("hazel", [1, 1]).pawns([2, 1]).state()
    play(state, "play march")
    assert {"march 1,2", "march 2,2"} <= answers(state)


@rule("FP-20", "FP-22")
def test_a_discovery_pays_the_square_at_the_pawns_tile_and_not_the_other() -> None:
    state = Table().tile("birch", [-1, 1]).tile("hazel", [1, 1]).pawns([-2, 2]).state()
    play(state, "play discovery", chance=Script(["alder"]))
    play(state, "place here ne straight")
    assert state.board.second_homes.count(-1) == len(state.board.kinds) - 4
    assert pack(state) == {"mushroom": 1, "berry": 1}


@rule("FP-20", "FP-24")
def test_a_triangle_with_a_pawn_may_be_chosen_and_the_pawn_gains_nothing() -> None:
    state = Table().pawns([0, 0], [1, 1]).state()
    play(state, "play discovery", chance=Script(["larch"]))
    assert {text.split()[2] for text in answers(state)} == {"ne", "nw"}
    play(state, "place here ne straight")
    assert (pack(state), pack(state, 1)) == ({"mushroom": 2}, {})
    assert pawn(state, 1) == [1, 1]


@rule("FP-20")
def test_the_slot_that_would_cover_the_starting_tile_is_closed() -> None:
    table = Table().tile("birch", [-1, 1]).tile("hazel", [-2, 0]).tile("larch", [-3, 1])
    state = table.tile("alder", [-3, -1]).pawns([-4, 0]).state()
    assert refused(state, "play discovery") == "FP-25"


@rule("FP-23")
def test_nothing_is_discovered_from_a_peak() -> None:
    state = Table().peak("hare", [0, 1]).pawns([0, 2]).has(herb=1, berry=1).state()
    play(state, "play discovery")
    assert refused(state, "discover") == "FP-23"
    assert answers(state) == {"discard herb", "discard berry"}


@rule("FP-15", "FP-32")
def test_a_shortcut_crosses_a_broken_path_but_finds_no_missing_centre() -> None:
    table = Table().tile("moss", [1, 1]).peak("owl", [1, 2], 1).hand("shortcut")
    state = table.pawns([2, 3], [1, 3]).state()
    assert "walk 2,4" not in answers(play(state.clone(), "play walk"))
    play(state, "play shortcut")
    assert answers(state) == {"shortcut 2,4", "shortcut 3,3"}
    assert refused(state, "shortcut 1,3") == "FP-12"


@rule("FP-34", "FP-35")
def test_paragliding_leads_to_lower_spaces_with_endorphins() -> None:
    table = whole_map(Table()).hand("paraglide")
    state = table.pawns([22, 23]).state()
    play(state, "play paraglide")
    assert {"paraglide 3,2", "paraglide 14,15", "paraglide 13,14"} <= answers(state)
    assert refused(state, "paraglide 23,22") == "FP-34"
    from_alpine = table.pawns([14, 14]).state()
    play(from_alpine, "play paraglide")
    assert "paraglide 3,2" in answers(from_alpine)
    assert "paraglide 14,15" not in answers(from_alpine)


@rule("FP-34")
def test_nobody_glides_from_a_forest() -> None:
    assert refused(whole_map(Table()).hand("paraglide").pawns([2, 2]).state(), "play paraglide") == "FP-34"


@rule("FP-40", "FP-47")
def test_nine_endorphins_are_three_exchanges_for_pouches() -> None:
    state = Table().tile("hazel", [1, 1]).pawns([2, 2]).has(endorphins=9).state()
    play(state, "play walk", "walk 2,3")
    assert answers(state) == {"stop", "exchange 1", "exchange 2", "exchange 3"}
    play(state, "exchange 3")
    assert (pack(state), player(state)["endorphins"]) == ({"pouch": 3}, 0)


@rule("FP-44", "FP-46", "FP-55")
def test_left_resources_are_taken_with_a_full_backpack_and_used_at_once() -> None:
    table = Table().tile("moss", [1, 1]).pawns([3, 2]).has(mushroom=4, berry=3, basket=3)
    state = table.lies([2, 3], herb=2, pouch=1, berry=1).state()
    play(state, "play walk", "walk 2,3", "pick up")
    assert asked(state) == ("overflow", 0)
    play(state, "return mushroom", "return herb", "return herb", "return berry")
    drawn = ["more-berries", "score-jars", "walk-twice", "score-cards", "more-peaks"]
    play(state, "exchange 1", chance=Script(drawn))
    assert {f"keep {card}" for card in drawn} <= answers(state)
    play(state, "keep score-cards")
    assert player(state)["campfires"] == ["score-cards"]
    assert pack(state) == {"mushroom": 2, "berry": 2, "basket": 3}
    assert zones(state)["left"] == []


@rule("FP-41", "FP-50", "FP-80")
def test_two_peaks_are_placed_in_one_turn_for_two_badges() -> None:
    state = Table().tile("birch", [1, 1]).pawns([2, 3]).has(mushroom=2, herb=4).state()
    play(state, "play walk", "walk 2,2")
    play(state, "exchange 1", chance=Script(["fox"]))
    play(state, "place here n straight")
    play(state, "exchange 1", chance=Script(["owl"]))
    assert {text.split()[2] for text in answers(state)} == {"e", "s"}
    play(state, "place here s right")
    assert player(state)["badges"]["forest"] == 2
    assert (pack(state), state.scores()[0].lines["badges"]) == ({}, 6)


@rule("FP-51", "FP-52", "FP-53", "FP-54", "FP-82")
def test_a_smaller_stone_goes_on_a_stone_and_earns_the_reward() -> None:
    table = Table().peak("deer", [0, 1], 1).stones(1, x2_big="deer")
    state = table.pawns([0, 1]).state()
    play(state, "play walk", "walk 0,2")
    assert answers(state) == {"skip", "stone x2-small", "stone x1"}
    assert refused(state, "stone x3-big") == "FP-52"
    play(state, "stone x2-small")
    play(state, "card run", chance=Script(["paraglide"]))
    assert "run" in player(state)["hand"]
    assert [score.lines["stones"] for score in state.scores()] == [4, 4]


@rule("FP-61", "FP-62", "FP-63")
def test_with_two_players_the_third_panorama_of_a_rank_is_discarded() -> None:
    table = Table().panoramas(1, "i-1").has(berry=2, herb=1)
    state = table.state()
    play(state, "play camp", "camp panorama i-2", chance=Script(["ii-2", "ii-3"]))
    assert zones(state)["piles"] == ["ii-1", "ii-2", "ii-3"]
    assert zones(state)["dropped"] == ["i-3"]


@rule("FP-80", "FP-81", "FP-82", "FP-83")
def test_four_badges_four_panoramas_nine_endorphins_and_three_stones_are_85_points() -> None:
    table = Table().tile("birch", [1, 1])
    for name, slot in (("fox", [0, 1]), ("boar", [1, 0]), ("hawk", [-1, 0])):
        table.peak(name, slot, by=0)
    table.peak("bear", [1, 2], by=0).panoramas(0, "i-1", "ii-1", "iii-1", "iv-1")
    table.stones(0, x1="fox", x3_big="boar", x2_big="bear")
    score = table.fires("score-endorphins").has(endorphins=9).state().scores()[0]
    assert score.lines == {"badges": 24, "panoramas": 26, "campfires": 9, "stones": 26}
    assert score.total == 85


@rule("FP-75", "FP-76")
def test_the_game_ends_after_the_final_turn_of_the_player_who_brought_it_about() -> None:
    table = Table(seat=1)
    slots = ([0, 1], [1, 0], [-1, 0], [1, 2], [2, 1])
    table.tile("birch", [1, 1])
    for name, slot in zip(("fox", "owl", "deer", "hare", "boar"), slots, strict=True):
        table.peak(name, slot)
    table.panoramas(0, "i-1", "ii-1", "iii-1", "iv-1", "v-1", "vi-1")
    table.stones(1, x3_big="owl", x3_small="deer", x2_big="hare", x2_small="boar")
    state = table.pawns([0, -1], [0, 1]).state()
    play(state, "play walk", "walk 0,2", "stone x1", "skip")
    assert zones(state)["last_turns"] == 1
    assert asked(state) == ("play", 0)
    play(state, "play camp")
    assert asked(state) == ("play", 1)
    play(state, "play camp")
    assert state.seat == -1
    assert sum(state.result()) == 1.0
