"""A match of two games with the sides exchanged, and points given to a side."""

from __future__ import annotations

import pytest

from cairn import BadPosition, Dice, State
from cairn.core.evaluator import evaluator_of
from cairn.testing import rule
from tests.games.the_peak.tables import (
    GAME,
    MOUNTAIN,
    MOUNTAINEER,
    answers,
    asked,
    happens,
    play,
    points,
    position,
    table,
    told,
    zone,
)

TWO = {"match": "two"}
BLOCK = "d3 stream, d4 stream, c4 stream"


def last_turn(kept: str = "gondola", **options: object) -> State:
    """The last turn of the first game: the Mountain has 4 points, the Mountaineer its pile and 0 for Physics."""
    return table(BLOCK, kept=kept, hand="", deck="", options={**TWO, **options})


def second(**parts: object) -> State:
    """A turn of the Mountaineer in the second game."""
    state = last_turn()
    play(state, "end", chance=Dice(3))
    while state.seat == 1:
        state.choose(state.choices()[-1], Dice(4))
    return state


@rule("TP-67")
def test_after_the_first_game_the_sides_are_exchanged() -> None:
    state = last_turn()
    assert (zone(state, "mountain"), zone(state, "first_game")) == (0, [])
    play(state, "end")
    assert asked(state) == ("play", 1)
    assert (zone(state, "mountain"), zone(state, "round"), zone(state, "kept")) == (1, 1, [])
    assert len(zone(state, "hand")) == 5
    assert zone(state, "board") == {"c3": "mountaineer"}
    assert asked(second()) == ("challenge", 0)


@rule("TP-67", "TP-68")
def test_the_points_of_the_first_game_are_kept_and_added() -> None:
    state = play(last_turn(), "end")
    assert zone(state, "first_game") == [2, 15]
    assert [score.total for score in state.scores()] == [2, 15]
    assert points(state, 0) == {"elevation": 0, "first-game": 2}
    assert state.view(0)["zones"]["first_game"] == state.view(None)["zones"]["first_game"] == [2, 15]
    assert state.view(None)["scores"][1]["first-game"] == 15


@rule("TP-68")
@pytest.mark.parametrize(
    ("before", "kept", "result"),
    [([3, 15], "gondola", [1.0, 0.0]), ([0, 60], "gondola", [0.0, 1.0]), ([0, 13], "gondola", [0.5, 0.5])],
)
def test_both_games_decide_the_match(before: list[int], kept: str, result: list[float]) -> None:
    ask = [{"kind": "challenge", "seat": 0}]
    state = table(
        BLOCK, ask, kept=kept, hand="", deck="", mountain=1, first_game=before, goals=("biology chemistry", "physics"),
        options=TWO,
    )  # fmt: skip
    assert play(state, "end").result() == result


@rule("TP-67")
def test_what_was_secret_in_the_first_game_is_shown_and_told() -> None:
    state = last_turn()
    events = state.listen()
    play(state, "end", chance=Dice(1))
    assert told(events, MOUNTAINEER)[1:6] == [
        "The mountain is used up: the game is over.",
        "Mountain had these goals: Biology, Chemistry.",
        "Mountaineer had this goal: Physics.",
        "The first game is over: 2 points for the Mountain, 15 points for the Mountaineer.",
        "The sides are exchanged: Mountaineer is the Mountain now.",
    ]


@rule("TP-67", "TP-5")
def test_in_the_second_game_seat_1_has_the_hand_and_seat_0_looks_at_the_deck() -> None:
    ask = [{"kind": "challenge", "seat": 0}]
    state = table("d3 lookout, d4 stream", ask, mountain=1, first_game=[0, 0], options=TWO)
    happens(state, "challenge d3", 6, 6, "gondola", "waterfall", "coldsnap")
    assert state.view(1)["zones"]["hand"]["cards"]
    assert not state.view(0)["zones"]["hand"]["cards"]
    assert state.view(0)["zones"]["deck"]["top"] == ["coldsnap", "waterfall", "gondola"]
    assert state.view(1)["zones"]["deck"]["top"] == [None] * 3
    assert answers(state) == ["leave", "shuffle"]


@rule("TP-67")
@pytest.mark.parametrize("edition", ["first", "final"])
def test_matches_are_played_to_the_end_and_within_the_longest(edition: str) -> None:
    for seed in range(10):
        chance = Dice(seed)
        state = GAME.start(2, chance, edition=edition, match="two")
        count = 0
        while state.seat >= 0:
            offered = state.choices()
            state.apply(offered[chance.pick(len(offered))], chance)
            count += 1
        assert count <= GAME.longest(2)
        assert zone(state, "mountain") == 1
        assert sum(state.result()) == 1.0


@rule("TP-67")
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"mountain": 1, "first_game": [3, 4], "options": {}}, "zones.mountain"),
        ({"mountain": 1, "first_game": [], "options": TWO}, "zones.first_game"),
        ({"mountain": 0, "first_game": [3, 4], "options": TWO}, "zones.first_game"),
        ({"mountain": 1, "first_game": [3, 4], "options": TWO}, "pending[0].seat"),
        ({"ask": [], "options": TWO}, "pending"),
    ],
)
def test_a_match_that_cannot_be_is_refused(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.load(position(BLOCK, **change))  # type: ignore[arg-type]
    assert refusal.value.field == field


@rule("TP-69")
@pytest.mark.parametrize(
    ("handicap", "given"),
    [("none", [0, 0]), ("mountain-20", [20, 0]), ("mountaineer-30", [0, 30])],
)
def test_a_handicap_gives_points_to_a_side(handicap: str, given: list[int]) -> None:
    plain = [score.total for score in table(BLOCK, kept="gondola").scores()]
    state = table(BLOCK, kept="gondola", options={"handicap": handicap})
    assert [score.total for score in state.scores()] == [plain[0] + given[0], plain[1] + given[1]]
    assert [lines.get("handicap", 0) for lines in state.view(None)["scores"]] == given


@rule("TP-69")
def test_even_makes_up_for_the_side_that_an_edition_favours() -> None:
    first, final = (
        [score.lines["handicap"] for score in GAME.start(2, Dice(1), handicap="even", edition=edition).scores()]
        for edition in ("first", "final")
    )
    assert first[MOUNTAIN] > 0 == first[MOUNTAINEER]
    assert final[MOUNTAINEER] > 0 == final[MOUNTAIN]


@rule("TP-69")
def test_in_a_match_each_game_has_the_handicap() -> None:
    state = play(last_turn(handicap="mountain-20"), "end")
    assert zone(state, "first_game") == [22, 15]
    assert [score.lines["handicap"] for score in state.scores()] == [0, 20]


@rule("TP-8", "TP-1")
def test_roles_have_names_and_newcomers_climb_in_the_final_edition() -> None:
    assert GAME.options["edition"].default == "first"
    assert [GAME.texts.readable(role) for role in GAME.roles] == ["Mountain", "Mountaineer"]
    assert (GAME.first_game.seat, GAME.first_game.options) == (MOUNTAINEER, {"edition": "final"})
    assert GAME.among_people == TWO


@rule("TP-68")
def test_the_evaluator_counts_what_was_won_before() -> None:
    evaluator = evaluator_of(GAME)
    ask = [{"kind": "challenge", "seat": 0}]
    even, ahead = (table(BLOCK, ask, mountain=1, first_game=before, options=TWO) for before in ([20, 20], [40, 20]))
    assert evaluator.expected_points(ahead)[0] == pytest.approx(evaluator.expected_points(even)[0] + 20)
    assert evaluator.shares(ahead)[0] > evaluator.shares(even)[0]
    given = table(BLOCK, options={"handicap": "mountain-30"})
    plain = table(BLOCK)
    assert evaluator.margin(given, MOUNTAIN) == pytest.approx(evaluator.margin(plain, MOUNTAIN) + 30)
