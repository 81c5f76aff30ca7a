"""The Mountaineer's turn: challenging, crossing, failing, and the odds."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cairn import Dice
from cairn.testing import rule
from tests.games.the_peak.tables import (
    GAME,
    MOUNTAIN,
    MOUNTAINEER,
    Beginning,
    answers,
    asked,
    happens,
    play,
    refused,
    table,
    token,
    ways,
    zone,
)

CROSS = "d3 stream, b3 waterfall, c4 lookout, c2 gondola"


@rule("TP-20")
def test_every_card_beside_the_token_can_be_challenged_and_one_may_stop() -> None:
    state = table(CROSS + ", d4 hermit-hut")
    assert answers(state) == ["challenge b3", "challenge c2", "challenge c4", "challenge d3", "end"]
    assert refused(state, "challenge d4") == "TP-20"
    assert refused(state, "challenge e5") == "TP-20"


@rule("TP-20")
@pytest.mark.parametrize("edition", ["first", "final"])
def test_the_turn_may_end_without_a_try(edition: str) -> None:
    state = happens(table(CROSS, options={"edition": edition}), "end")
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-20")
def test_many_cards_can_be_crossed_in_one_turn() -> None:
    state = table("d3 hiking-trail, e3 hiking-trail, e4 hiking-trail")
    happens(state, "challenge d3", 1, 2)
    happens(state, "challenge e3", 2, 1)
    happens(state, "challenge e4", 6, 6)
    assert zone(state, "kept") == ["hiking-trail"] * 3


@rule("TP-21")
def test_with_nothing_beside_the_token_the_turn_is_over() -> None:
    state = happens(table("d3 hiking-trail"), "challenge d3", 6, 6)
    assert token(state) == "d3"
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-22")
@pytest.mark.parametrize(("dice", "crossed"), [((3, 2), True), ((6, 6), True), ((3, 1), False), ((1, 1), False)])
def test_the_dice_must_come_to_the_difficulty(dice: tuple[int, int], crossed: bool) -> None:
    state = happens(table("d3 waterfall, d4 hiking-trail"), "challenge d3", *dice)
    assert (token(state) == "d3") == crossed


@rule("TP-22", "TP-26")
@pytest.mark.parametrize(
    ("needs", "count"),
    list(enumerate([36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0])),
)
def test_of_36_rolls_so_many_come_to_a_number(needs: int, count: int) -> None:
    assert sum(first + second >= needs for first, second in product(range(1, 7), repeat=2)) == count
    state = table("d3 hermit-hut", curses=[1, 2, 3, 4, 5], next_roll=8 + 10 - needs)
    assert state.view(MOUNTAINEER)["zones"]["odds"]["d3"] == {"needs": needs, "ways": count}


BURDENS: list[dict[str, Any]] = [
    {},
    {"next_roll": 2},
    {"next_roll": 4, "per_die": 1},
    {"per_die": 1},
    {"curses": [5]},
    {"curses": [1, 2, 3, 4, 5]},
    {"cold": 2},
    {"cold": 1, "curses": [2, 3], "next_roll": 2},
    {"spring": [1, 1, 1, 0, 0, 0, 0, 0]},
    {"spring": [2, 1, 0, 0, 0, 0, 0, 0], "curses": [1]},
    {"spring": [0, 1, 1, 1, 0, 0, 0, 0]},
    {"kept": "protected-hollow", "cold": 2},
    {"kept": "protected-hollow waterfall", "cold": 2},
]


@rule("TP-22", "TP-26")
@pytest.mark.parametrize("burden", BURDENS, ids=str)
@pytest.mark.parametrize(
    "cards", ["d3 stream, b3 bear-cave", "d3 hermit-hut, c2 gondola", "d3 lookout, c4 eroded-slope-3"]
)
def test_the_odds_shown_are_the_rolls_that_cross(cards: str, burden: dict[str, Any]) -> None:
    for cell in table(cards, **burden).view(MOUNTAINEER)["zones"]["odds"]:
        crossed = 0
        for dice in product(range(1, 7), repeat=2):
            state = table(cards, **burden)
            state.choose(state.parse(f"challenge {cell}"), Beginning(dice))
            crossed += token(state) == cell
        assert ways(table(cards, **burden), cell) == crossed


@rule("TP-26")
def test_the_odds_of_a_second_try_are_shown_too() -> None:
    retry = [{"kind": "retry", "seat": MOUNTAINEER, "cell": "d3", "chilled": True}]
    state = table("d3 eroded-slope-5, c4 stream", retry)
    assert state.view(MOUNTAINEER)["zones"]["odds"] == {"d3": {"needs": 8, "ways": 15}}
    assert table("d3 stream", "play", hand="gondola lookout").view(MOUNTAINEER)["zones"]["odds"] == {}


@rule("TP-22")
def test_modifiers_have_no_limit() -> None:
    hopeless = table("d3 hermit-hut", curses=[1, 2, 3, 4, 5])
    assert ways(hopeless, "d3") == 0
    assert token(happens(hopeless, "challenge d3", 6, 6)) == "c3"
    certain = table("d3 hermit-hut, d4 stream", next_roll=2, per_die=1, spring=[2, 0, 0, 0, 0, 0, 0, 0])
    assert ways(certain, "d3") == 36


@rule("TP-23")
def test_a_crossed_card_is_kept_and_the_token_takes_its_space() -> None:
    state = happens(table("d3 hiking-trail, d4 stream"), "challenge d3", 1, 2)
    assert zone(state, "kept") == ["hiking-trail"]
    assert zone(state, "board") == {"d3": "mountaineer", "d4": "stream"}
    assert asked(state) == ("challenge", MOUNTAINEER)


@rule("TP-24")
def test_after_a_failure_card_and_token_stay_and_the_turn_is_over() -> None:
    state = happens(table("d3 hiking-trail, d4 stream"), "challenge d3", 1, 1)
    assert zone(state, "board") == {"c3": "mountaineer", "d3": "hiking-trail", "d4": "stream"}
    assert asked(state) == ("play", MOUNTAIN)


@rule("TP-24")
def test_the_same_card_can_be_challenged_in_a_later_turn() -> None:
    board = "d3 hiking-trail, d4 stream, c4 stream"
    state = play(happens(table(board), "challenge d3", 1, 1), "end")
    assert "challenge d3" in answers(state)


@rule("TP-25")
def test_a_skipped_turn_is_a_turn_between_two_of_the_mountain() -> None:
    state = play(table("d3 stream, d4 stream, c4 stream", "play", skip=2), "end")
    assert (asked(state), zone(state, "round"), zone(state, "skip")) == (("play", MOUNTAIN), 2, 1)


@rule("TP-25")
def test_turns_to_skip_add_up() -> None:
    state = happens(table("d3 natural-spring, d4 waterfall"), "challenge d3", 4, 4)
    assert zone(happens(state, "challenge d4", 1, 1), "skip") == 2


@rule("TP-25", "TP-63")
def test_the_fifth_turn_may_be_a_skipped_one() -> None:
    board = "d3 stream, d4 stream, c4 stream"
    state = play(table(board, "play", skip=1, round=5, options={"edition": "final"}), "end")
    assert state.seat == -1


@rule("TP-27")
def test_a_card_without_a_moment_works_when_it_is_crossed_not_when_it_is_played() -> None:
    board = "d3 stream, d4 stream, c4 stream"
    state = play(table(board, "play", hand="lookout food-cache natural-spring sandstone-cliff"), "play food-cache e3")
    assert not zone(state, "provisions")
    assert zone(happens(table("d3 food-cache, d4 stream"), "challenge d3", 6, 6), "provisions")


def test_a_game_is_over_within_the_longest() -> None:
    assert GAME.longest(2) == 19020
    for seed in range(20):
        chance = Dice(seed)
        state = GAME.start(2, chance)
        count = 0
        while state.seat >= 0:
            offered = state.choices()
            state.apply(offered[chance.pick(len(offered))], chance)
            count += 1
        assert count <= GAME.longest(2)
