"""What each seat knows, and the worlds it may imagine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cairn import BadPosition, Dice, State
from cairn.testing import rule
from tests.games.solstis.tables import GAME, TILES, asked, play, player, position, table, zones
from tests.games.solstis.test_encounters import one_short

VIEWERS = (0, 1, None)


def swapped(data: dict[str, Any], seat: int, mine: str, other: str) -> State:
    """The position with a tile of a hand exchanged for one of the pool."""
    hand = data["zones"]["players"][seat]["hand"]
    pool = data["zones"]["pool"]
    hand[hand.index(mine)], pool[pool.index(other)] = other, mine
    return GAME.load(data)


@rule("SO-6")
def test_a_hand_is_known_to_its_owner_only() -> None:
    state = table(display="1-1*", hands=["3-5 6-6", "1-10 2-10"])
    seen = {viewer: state.view(viewer)["zones"]["players"] for viewer in VIEWERS}
    assert [seen[0][0]["hand"], seen[0][1]["hand"]] == [["3-5", "6-6"], None]
    assert [seen[1][0]["hand"], seen[1][1]["hand"]] == [None, ["1-10", "2-10"]]
    assert [seen[None][0]["hand"], seen[None][1]["hand"]] == [None, None]
    assert [seen[0][1]["hand_count"], seen[1][0]["hand_count"]] == [2, 2]


@rule("SO-6")
def test_the_pile_the_tiles_below_the_display_and_the_other_hand_are_one_to_each_seat() -> None:
    data = position(display="1-1* 1-2*", hands=["3-5 6-6", "1-10 2-10"])
    state = GAME.load(data)
    assert state.view(0)["zones"]["unseen"] == [tile for tile in TILES if tile not in ("1-1", "1-2", "3-5", "6-6")]
    other = swapped(data, 1, "2-10", "4-4")
    assert other.view(0) == state.view(0)
    assert other.view(None) == state.view(None)
    assert other.view(1) != state.view(1)


@rule("SO-6")
def test_a_seat_remembers_removed_tiles_and_spirits_that_were_passed_up() -> None:
    seen = table(removed="2-2", row="bee wolf").view(1)["zones"]
    assert seen["removed"] == ["2-2"]
    assert seen["spirit_row"] == ["bee", "wolf"]
    assert not {"bee", "wolf"} & set(seen["spirits_unseen"])


def test_the_answers_are_shown_to_the_seat_that_is_asked_only() -> None:
    state = table(display="1-1*", hands=["3-5 6-6", "1-10"])
    assert [len(state.view(viewer)["choices"]) for viewer in VIEWERS] == [2, 0, 0]
    assert state.view(0)["choices"][0] == {"choice": "play 3-5", "elements": ["hand:3-5"]}


@rule("SO-6")
def test_stars_are_open_to_everybody_at_any_time() -> None:
    state = table(land=["1-1 1-2", "3-3"])
    assert [[own["biggest panorama"] for own in state.view(viewer)["scores"]] for viewer in VIEWERS] == [[2, 1]] * 3


def test_another_world_is_drawn_fairly() -> None:
    state = table(display="1-1*", hands=["3-5", "1-10 2-10"], pool="4-4 5-5")
    dice = Dice(5)
    hands = Counter(" ".join(player(state.resample(0, dice), 1)["hand"]) for _ in range(6000))
    assert len(hands) == 6
    assert all(850 < count < 1150 for count in hands.values())


def test_a_spectator_imagines_both_hands_fairly() -> None:
    """Seat 0 holds 2-2, 3-3 or 4-4 and seat 1 holds 2-2 or 5-5: five deals, and 2-2 with 5-5 is but one of them."""
    state = table(
        display="1-1* 1-2*",
        hands=["3-3", "2-2"],
        pool="4-4 5-5",
        cannot_hold=["5-5", "3-3 4-4"],
        kind="capture",
        played="1-9",
    )
    dice = Dice(6)
    hands = Counter(tuple(own["hand"][0] for own in imagined_players(state, dice)) for _ in range(5000))
    assert len(hands) == 5
    assert all(850 < count < 1150 for count in hands.values())


def imagined_players(state: State, dice: Dice) -> list[dict[str, Any]]:
    world = GAME.imagine(state.view(None), dice)
    assert world.view(None) == state.view(None)
    found: list[dict[str, Any]] = zones(world)["players"]
    return found


@rule("SO-51")
def test_imagined_hands_hold_nothing_that_a_skip_has_ruled_out() -> None:
    state = table(display="1-1 1-2* 5-5*", hands=["1-4 1-8 5-8", "3-10 2-9"], pool="5-6 3-7")
    play(state, "play 1-4")
    play(state, "capture 1-1")
    assert asked(state) == ("play", 0)
    dice = Dice(1)
    for world in [state.resample(0, dice) for _ in range(50)] + [GAME.imagine(state.view(0), dice) for _ in range(50)]:
        assert world.view(0) == state.view(0)
        assert "5-6" not in player(world, 1)["hand"]


@rule("SO-51")
def test_who_is_asked_to_play_in_the_end_phase_holds_a_tile_that_captures() -> None:
    state = table(display="1-1 1-2* 5-5*", hands=["3-10 5-8", "2-9 4-9"], pool="4-8 3-7")
    dice = Dice(1)
    worlds = [state.resample(1, dice) for _ in range(50)] + [GAME.imagine(state.view(None), dice) for _ in range(50)]
    for world in worlds:
        assert world.choices()
        assert "5-8" in player(world)["hand"]


@rule("SO-31", "SO-33")
def test_the_other_seat_imagines_any_two_spirits_but_the_evil_one() -> None:
    state = play(one_short(), "play 2-2", "bee", "wolf")
    dice = Dice(2)
    seen = Counter(spirit for _ in range(300) for spirit in zones(state.resample(1, dice))["met"])
    assert len(seen) == 14
    assert "evil" not in seen
    assert zones(state.resample(0, dice))["met"] == ["bee", "wolf"]


def test_a_view_that_cannot_be_is_refused_by_its_field() -> None:
    view = table(display="1-1*", hands=["3-5", "1-10 2-10"], pool="4-4 5-5").view(0)
    view["zones"]["players"][1]["cannot_hold"] = view["zones"]["unseen"]
    with pytest.raises(BadPosition) as refusal:
        GAME.imagine(view, Dice(1))
    assert refusal.value.field == "zones.unseen"
    view = table(display="1-1*", hands=["3-5", "1-10"]).view(0)
    view["zones"]["players"][1]["hand"] = ["1-10"]
    with pytest.raises(BadPosition) as refusal:
        GAME.imagine(view, Dice(1))
    assert refusal.value.field == "zones.players[1].hand"
