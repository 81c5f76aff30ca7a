"""What seats and spectators see, and how events read."""

from __future__ import annotations

import json

import pytest

from cairn import BadSeats, Dice, Event
from cairn.testing import rule
from tests.games.five_towers.tables import GAME, play, sentence, table

MIXED = "sand-7 candy-12 scary-5 tree-9 scrap-3"


@rule("FT-25", "FT-55")
def test_everybody_sees_the_same_table() -> None:
    state = play(table(MIXED, seats=3, towers=["sand 9"], torn=["", "tree-1"], bid=0), "bid 2", "take tree-9")
    seen = [state.view(viewer)["zones"] for viewer in (None, 0, 1, 2)]
    assert seen == [seen[0]] * 4


@rule("FT-25", "FT-55")
def test_a_view_shows_display_towers_hand_bids_discards_and_torn_down_cards() -> None:
    state = table("sand-7 tree-9 candy-4", seats=3, towers=["sand 9", "candy 8 3"], torn=["", "tree-1"], bid=0, deck="")
    zones = play(state, "bid 2", "take tree-9").view(1)["zones"]
    assert sorted(zones["display"]) == ["candy-4", "sand-7"]
    assert zones["hand"] == ["tree-9"]
    assert (zones["start"], zones["bid"], zones["bidder"]) == (1, 2, 0)
    assert [player["towers"]["sand"] for player in zones["players"]] == [[9], [], []]
    assert [player["torn"] for player in zones["players"]] == [[], ["tree-1"], []]
    assert len(zones["discard"]) == 80 - 3 - 3 - 1
    assert zones["deck"] == {"count": 0, "unseen": []}


@rule("FT-10")
def test_a_view_tells_how_many_cards_each_seat_could_build() -> None:
    zones = table("sand-7 sand-9 tree-9 scrap-3", seats=2, towers=["sand 0", "tree 15"]).view(0)["zones"]
    assert zones["most"] == [2, 4]


@rule("FT-25")
def test_a_view_tells_how_many_cards_the_deck_holds_and_nothing_of_their_order() -> None:
    state = table(MIXED)
    other = GAME.load(state.dump())
    other_dump = other.dump()
    other_dump["zones"]["deck"]["pool"].reverse()
    assert state.view(0)["zones"]["deck"]["count"] == 75
    assert GAME.load(other_dump).view(0) == state.view(0)


@rule("FT-55")
def test_the_order_of_the_discard_pile_is_not_shown() -> None:
    dump = table(MIXED, deck="sand-1 sand-2").dump()
    turned = table(MIXED, deck="sand-1 sand-2").dump()
    turned["zones"]["discard"].reverse()
    assert GAME.load(dump).view(None) == GAME.load(turned).view(None)


def test_the_answers_are_shown_to_the_seat_that_is_asked_only() -> None:
    state = table(MIXED, seats=3)
    assert [choice["choice"] for choice in state.view(0)["choices"]] == [f"bid {bid}" for bid in range(6)]
    assert state.view(1)["choices"] == state.view(None)["choices"] == []


def test_the_others_are_told_who_is_asked() -> None:
    state = table(MIXED, seats=3)
    assert state.view(0)["decision"]["prompt"].startswith("Open the bidding")
    assert state.view(2)["decision"]["prompt"] == "Seat 0 bids."


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    with pytest.raises(BadSeats):
        table(MIXED).view(seat)


@rule("FT-25")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_state_imagined_from_a_view_looks_the_same_and_goes_on(seats: int) -> None:
    chance = Dice(seats)
    state = GAME.start(seats, chance)
    while state.seat >= 0:
        for viewer in (None, 0, seats - 1):
            view = json.loads(json.dumps(state.view(viewer)))
            imagined = GAME.imagine(view, Dice(9))
            assert imagined.view(viewer) == view
            assert imagined.choices() == state.choices()
        offered = state.choices()
        state.choose(offered[chance.pick(len(offered))], chance)
    assert GAME.imagine(state.view(0), Dice(9)).result() == state.result()


@pytest.mark.parametrize(
    ("state", "text", "elements"),
    [
        (table(MIXED), "bid 3", ["paddle:3"]),
        (table(MIXED, bid=1), "pass", ["paddle:pass"]),
        (table(MIXED, kind="take", bid=2), "take sand-7", ["card:sand-7"]),
        (table(hand="tree-3", kind="teardown", towers=["sand 7"]), "tear sand", ["tower:0:sand"]),
        (table(hand="tree-3", kind="teardown", towers=["sand 7"]), "keep", []),
        (table(hand="sand-8 sand-9", kind="build"), "build sand-9", ["card:sand-9"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_answer_names_the_things_on_the_table_it_belongs_to(state, text, elements) -> None:  # type: ignore[no-untyped-def]
    assert state.elements(state.parse(text)) == elements


@pytest.mark.parametrize("seats", [2, 5])
def test_every_event_reads_as_a_sentence_and_is_open_to_all(seats: int) -> None:
    chance = Dice(3)
    state = GAME.start(seats, chance)
    events: list[Event] = state.listen()
    while state.seat >= 0:
        offered = state.choices()
        state.choose(offered[chance.pick(len(offered))], chance)
    assert {event.kind for event in events} >= {
        "reveal",
        "bid",
        "pass",
        "take",
        "tear",
        "build",
        "discard",
        "reshuffle",
        "end",
    }
    for event in events:
        assert sentence(event)[0].isupper()
        assert sentence(event).endswith(".")
        assert "{" not in sentence(event)
        assert event.seen_by(None) == event.seen_by(0) == {"kind": event.kind, "seat": event.seat, "args": event.args}


def test_every_question_has_a_prompt_and_a_waiting_line() -> None:
    for kind in ("bid", "take", "teardown", "build"):
        assert GAME.texts.has("waiting", kind)
