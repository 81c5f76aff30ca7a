"""Who sees what: views hold nothing a seat cannot know, and worlds built from them fit."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from cairn import BadPosition, Dice, State
from cairn.testing import rule
from tests.games.the_peak.tables import GAME, GOALS, MOUNTAIN, MOUNTAINEER, happens, play, table, zone

OPTIONS: list[dict[str, Any]] = [
    {"edition": edition, **other}
    for edition in ("first", "final")
    for other in [
        {},
        *({name: value} for name, option in GAME.options.items() for value in option.choices if name != "edition"),
    ]
]


def seen(state: State, seat: int | None) -> str:
    return json.dumps(state.view(seat), sort_keys=True)


@rule("TP-5")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_look_alike_to_it(options: dict[str, Any]) -> None:
    chance = Dice(len(str(options)))
    state = GAME.start(2, chance, **options)
    step = 0
    while state.seat >= 0:
        for seat in (MOUNTAIN, MOUNTAINEER, None):
            imagined = GAME.imagine(json.loads(seen(state, seat)), Dice(step))
            assert seen(imagined, seat) == seen(state, seat)
            assert imagined.components() == state.components()
            resampled = state.resample(-1 if seat is None else seat, Dice(step))
            assert seen(resampled, seat) == seen(state, seat)
            assert resampled.components() == state.components()
            if seat == state.seat:
                assert resampled.choices() == imagined.choices() == state.choices()
        offered = state.choices()
        state.choose(offered[chance.pick(len(offered))], chance)
        step += 1


def test_a_clone_goes_its_own_way() -> None:
    chance = Dice(5)
    state = GAME.start(2, chance)
    while state.seat >= 0:
        before = state.dump()
        offered = state.choices()
        choice = offered[chance.pick(len(offered))]
        copy = state.clone()
        copy.apply(choice, chance.clone())
        assert state.dump() == before
        state.apply(choice, chance)
        assert copy.dump() == state.dump()


@rule("TP-5")
def test_a_resampled_hand_keeps_what_the_mountaineer_knows() -> None:
    state = table("d3 lookout, d4 stream, c4 stream", hand="hiking-trail hiking-trail hiking-trail")
    happens(state, "challenge d3", 6, 6, "gondola", "waterfall", "coldsnap")
    play(state, "leave", "end")
    hands = [zone(state.resample(MOUNTAINEER, Dice(seed)), "hand") for seed in range(30)]
    assert all("gondola" in hand and "waterfall" in hand and len(hand) == 5 for hand in hands)
    assert all("coldsnap" not in hand for hand in hands)
    assert len({tuple(hand) for hand in hands}) > 20
    mine = state.resample(MOUNTAIN, Dice(1))
    assert zone(mine, "hand") == zone(state, "hand")
    assert len({zone(state.resample(MOUNTAIN, Dice(seed)), "deck")["top"][0] for seed in range(40)}) > 5


@rule("TP-5", "TP-36")
def test_cards_shuffled_back_are_known_to_be_in_the_deck_until_the_mountain_draws() -> None:
    state = table("d3 lookout, d4 stream, c4 stream", hand="hiking-trail hiking-trail hiking-trail")
    happens(state, "challenge d3", 6, 6, "gondola", "waterfall", "coldsnap")
    play(state, "shuffle")
    assert state.view(MOUNTAINEER)["zones"]["sunk"] == ["waterfall", "gondola", "coldsnap"]
    assert state.view(MOUNTAIN)["zones"]["sunk"] == state.view(None)["zones"]["sunk"] == []
    worlds = [state.resample(MOUNTAINEER, Dice(seed)) for seed in range(60)]
    worlds += [GAME.imagine(state.view(MOUNTAINEER), Dice(seed)) for seed in range(60)]
    assert all("gondola" not in zone(world, "hand") and "coldsnap" not in zone(world, "hand") for world in worlds)
    assert any("waterfall" in zone(world, "hand") for world in worlds)
    assert zone(play(state, "end"), "sunk") == []


@rule("TP-36")
def test_a_sunk_card_that_is_looked_at_again_is_no_longer_sunk() -> None:
    state = table("d3 lookout, d4 stream", sunk=["gondola", "waterfall"])
    happens(state, "challenge d3", 6, 6, "gondola", "hiking-trail", "coldsnap")
    assert zone(state, "sunk") == ["waterfall"]
    assert zone(play(state, "shuffle"), "sunk") == ["hiking-trail", "waterfall", "gondola", "coldsnap"]


@rule("TP-5")
def test_the_others_goals_are_dealt_fairly() -> None:
    state = table("d3 stream")
    counts = Counter(zone(state.resample(MOUNTAIN, Dice(seed)), "goals")["mountaineer"][0] for seed in range(700))
    assert set(counts) == set(GOALS) - {"biology", "chemistry"}
    assert min(counts.values()) > 60


def test_the_answers_are_for_the_seat_that_is_asked() -> None:
    state = table("d3 stream", "play", hand="gondola lookout")
    assert state.view(MOUNTAIN)["choices"]
    assert state.view(MOUNTAINEER)["choices"] == []
    assert "gondola" not in json.dumps(state.view(MOUNTAINEER)["decision"])
    assert {"choice": "play gondola c4", "elements": ["card:gondola", "cell:c4"]} in state.view(MOUNTAIN)["choices"]


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("hand", {"count": 40, "cards": [], "known": []}, "zones.hand.count"),
        ("unseen", ["stream"], "zones.hand.count"),
        ("sunk", ["gondola", "gondola"], "zones.sunk"),
        ("deck", {"count": 3, "top": []}, "zones.deck.count"),
        ("deck", {"count": 23, "top": ["mudslide"]}, "zones.deck.top[0]"),
        ("goals_unseen", [], "zones.goals.mountain.count"),
        ("goals_unseen", ["biology"] * 8, "zones.goals_unseen"),
        ("kept", ["gondola"], "zones"),
    ],
)
def test_a_view_that_cannot_be_is_refused_by_the_name_of_the_field(path: str, value: object, field: str) -> None:
    view = table("d3 stream").view(MOUNTAINEER)
    view["zones"][path] = value
    with pytest.raises(BadPosition) as refusal:
        GAME.imagine(view, Dice(1))
    assert refusal.value.field == field


@pytest.mark.parametrize("zone_name", ["goals", "goals_dropped"])
def test_a_view_with_one_goal_twice_is_refused(zone_name: str) -> None:
    view = table("d3 stream").view(MOUNTAIN)
    view["zones"][zone_name]["mountain"] = {"count": 2, "cards": ["physics", "physics"]}
    with pytest.raises(BadPosition, match="the same goal twice") as refusal:
        GAME.imagine(view, Dice(1))
    assert refusal.value.field == f"zones.{zone_name}.mountain.cards"
