"""Positions that cannot be are refused by the name of the field, and refused answers change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from cairn import BadNotation, BadPosition, Dice, IllegalChoice
from tests.games.the_peak.tables import GAME, MOUNTAIN, MOUNTAINEER, happens, play, position, refused, table

CLIMB = position("d3 stream, c4 eroded-slope-4", kept="lookout")
PLAY = position("d3 stream", "play", hand="gondola lookout")
REROLL = position(
    "d3 waterfall",
    [
        {
            "kind": "reroll",
            "seat": MOUNTAINEER,
            "cell": "d3",
            "first": 1,
            "second": 3,
            "needs": 5,
            "chilled": False,
        }
    ],
    kept="food-cache",
    provisions=True,
)
RETRY = position(
    "d3 eroded-slope-5, c4 stream",
    [{"kind": "retry", "seat": MOUNTAINEER, "cell": "d3", "chilled": False}],
)
BRIDGE = play(
    table("d3 stream, d4 stream, c4 stream", "play", hand="wooden-bridge lookout gondola"), "play wooden-bridge e3"
).dump()
STREAM = happens(table("d3 stream, d4 stream"), "challenge d3", 6, 6).dump()
CLIFF = happens(table("d3 sandstone-cliff, d4 stream"), "challenge d3", 6, 6).dump()
DROP = happens(GAME.load(CLIFF), "draw", "english").dump()
LOOKOUT = happens(table("d3 lookout, d4 stream"), "challenge d3", 6, 6, "gondola", "waterfall", "coldsnap").dump()
OVER = play(table("d3 stream", hand="", deck=""), "end").dump()
GOOD = {
    "climb": CLIMB,
    "play": PLAY,
    "reroll": REROLL,
    "retry": RETRY,
    "bridge": BRIDGE,
    "stream": STREAM,
    "cliff": CLIFF,
    "drop": DROP,
    "lookout": LOOKOUT,
    "over": OVER,
}


def changed(data: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The same position with one thing replaced: `zones.board.d3`."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    copy: dict[str, Any] = GAME.load(data).dump()
    place: Any = copy
    for step in way:
        place = place[step]
    place[last] = value
    return copy


def refusal(data: object) -> BadPosition:
    with pytest.raises(BadPosition) as refusal:
        GAME.load(data)
    return refusal.value


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD)
def test_the_positions_that_are_spoilt_below_are_good(data: dict[str, Any]) -> None:
    assert GAME.load(GAME.load(data).dump()).dump() == GAME.load(data).dump()


def test_a_position_with_two_tokens_is_refused() -> None:
    error = refusal(changed(CLIMB, "zones.board.a1", "mountaineer"))
    assert error.field == "zones.board"
    assert "stands on a1 and c3" in error.problem


def test_a_position_without_a_token_is_refused() -> None:
    error = refusal(changed(CLIMB, "zones.board.c3", None))
    assert (error.field, error.problem) == ("zones.board", "there is one mountaineer, but it is missing")


def test_a_card_count_that_does_not_add_up_is_refused() -> None:
    error = refusal(changed(CLIMB, "zones.kept", ["lookout", "gondola"]))
    assert (error.field, error.problem) == ("zones", "gondola is there 2 times in all, not 1")


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("zones.board.d3", "mudslide", "zones.board.d3"),
        ("zones.board.d3", "coldsnap", "zones.board.d3"),
        ("zones.board.f6", "stream", "zones.board.f6"),
        ("zones.hand", ["mudslide"], "zones.hand[0]"),
        ("zones.kept", ["eroded-slope-7"], "zones.kept[0]"),
        ("zones.discard", [7], "zones.discard[0]"),
        ("zones.deck.pool", ["stream", "Stream"], "zones.deck.pool[1]"),
        ("zones.goals.mountain", ["biology", "alchemy"], "zones.goals.mountain[1]"),
        ("zones.goals_left", [None], "zones.goals_left[0]"),
    ],
)
def test_an_unknown_card_or_goal_is_refused_where_it_lies(path: str, value: object, field: str) -> None:
    assert refusal(changed(CLIMB, path, value)).field == field


@pytest.mark.parametrize(
    ("data", "path", "value", "field"),
    [
        (CLIMB, "game", "five-towers", "game"),
        (CLIMB, "rules_version", "0.1", "rules_version"),
        (CLIMB, "seats", 3, "seats"),
        (CLIMB, "options.edition", "second", "options"),
        (CLIMB, "options.hermit_stacking", 1, "options"),
        (CLIMB, "zones.round", 0, "zones.round"),
        (CLIMB, "zones.round", 61, "zones.round"),
        (CLIMB, "zones.busy", 1, "zones.busy"),
        (CLIMB, "zones.per_die", 2, "zones.per_die"),
        (CLIMB, "zones.provisions", None, "zones.provisions"),
        (CLIMB, "zones.next_roll", -2, "zones.next_roll"),
        (CLIMB, "zones.curses", [3, 3], "zones.curses"),
        (CLIMB, "zones.curses", [6], "zones.curses[0]"),
        (CLIMB, "zones.cold", 3, "zones.cold"),
        (CLIMB, "zones.skip", -1, "zones.skip"),
        (CLIMB, "zones.spring", [1, 1, 1], "zones.spring"),
        (CLIMB, "zones.weather", "fine", "zones.weather"),
        (CLIMB, "zones.hand_known", ["gondola"], "zones.hand_known"),
        (CLIMB, "zones.sunk", ["gondola", "gondola"], "zones.sunk"),
        (CLIMB, "zones.goals.mountain", ["biology", "biology"], "zones.goals.mountain"),
        (
            CLIMB,
            "zones.goals",
            {"mountain": ["biology"], "mountaineer": ["physics", "chemistry"]},
            "zones.goals.mountain",
        ),
        (LOOKOUT, "zones.deck.top_known.0", 1, "zones.deck.top_known[0]"),
        (LOOKOUT, "zones.deck.bottom", ["stream"], "zones.deck.bottom_known"),
        (CLIMB, "pending.0.kind", "fly", "pending[0].kind"),
        (CLIMB, "pending.0.seat", 0, "pending[0].seat"),
        (CLIMB, "pending.0.seat", 2, "pending[0].seat"),
        (PLAY, "pending.0.seat", 1, "pending[0].seat"),
        (CLIMB, "pending", [{"kind": "stream", "seat": 1}], "pending"),
        (CLIMB, "pending", [{"kind": "challenge", "seat": 1}, {"kind": "stream", "seat": 1}], "zones.kept"),
        (RETRY, "pending.0.cell", "c4", "pending[0].cell"),
        (RETRY, "pending.0.cell", "a1", "pending[0].cell"),
        (RETRY, "pending.0.cell", "z9", "pending[0].cell"),
        (RETRY, "zones.rolls", 500, "zones.rolls"),
        (REROLL, "pending.0.cell", "e3", "pending[0].cell"),
        (REROLL, "pending.0.first", 7, "pending[0].first"),
        (REROLL, "zones.provisions", False, "zones.provisions"),
        (CLIFF, "pending.2.seat", 0, "pending"),
        (REROLL, "pending.0.needs", "many", "pending[0].needs"),
        (BRIDGE, "pending.1.discarded", -1, "pending[1].discarded"),
        (DROP, "pending.2.kind", "cliff", "zones.goals.mountaineer"),
        (OVER, "pending", [{"kind": "drop", "seat": 0}], "zones.goals.mountain"),
    ],
)
def test_what_cannot_be_is_refused_by_the_name_of_the_field(
    data: dict[str, Any], path: str, value: object, field: str
) -> None:
    assert refusal(changed(data, path, value)).field == field


@pytest.mark.parametrize("data", [None, [], "climb", 7])
def test_a_position_is_an_object(data: object) -> None:
    assert refusal(data).field == "position"


@pytest.mark.parametrize("name", list(CLIMB["zones"]))
def test_a_missing_zone_is_named(name: str) -> None:
    data = GAME.load(CLIMB).dump()
    del data["zones"][name]
    assert refusal(data).field == f"zones.{name}"


@pytest.mark.parametrize(
    "data", [data for name, data in GOOD.items() if name != "over"], ids=[n for n in GOOD if n != "over"]
)
def test_numbers_and_texts_that_are_no_answer_are_refused_and_change_nothing(data: dict[str, Any]) -> None:
    state = GAME.load(data)
    before = state.dump()
    for number in [*range(-3, 700), 10**6]:
        if number not in state.choices():
            with pytest.raises(IllegalChoice):
                state.choose(number, Dice(1))
    for text in ["", "sing", "play", "play stream", "play stream z9", "challenge", "reroll 3 stream", "discard x y z"]:
        with pytest.raises(BadNotation):
            state.parse(text)
    assert state.dump() == before


def test_a_refused_play_says_why() -> None:
    state = table("", "play", hand="coldsnap hiking-trail hiking-trail hiking-trail")
    with pytest.raises(IllegalChoice, match=r"c3 is occupied. \[TP-12\]"):
        play(state, "play hiking-trail c3")
    with pytest.raises(IllegalChoice, match=r"c3 must be beside two occupied spaces. \[TP-15\]"):
        play(state, "end")
    assert refused(state, "play hiking-trail a1") == "TP-18"


def test_no_answer_is_taken_after_the_end() -> None:
    state = GAME.load(OVER)
    with pytest.raises(BadNotation, match="over"):
        state.parse("end")
    assert state.seat == -1
    assert state.view(MOUNTAIN)["choices"] == []
