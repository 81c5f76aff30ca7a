"""Positions that cannot be are refused by the field that is wrong."""

from __future__ import annotations

import pytest

import cairn
from tests.games.peaks.tables import GAME, play, position, table


def edited(path: str, value: object, **mats) -> dict:
    data = position(**mats)
    *holders, last = path.split(".")
    place = data
    for key in holders:
        place = place[int(key)] if key.isdigit() else place[key]
    place[int(last) if last.isdigit() else last] = value
    return data


WRONG = [
    ("zones.players.0.energy", 21, "zones.players[0].energy"),
    ("zones.players.0.experience", 33, "zones.players[0].experience"),
    ("zones.players.0.continent", "atlantis", "zones.players[0].continent"),
    ("zones.players.0.gear.tent", 4, "zones.players[0].gear.tent"),
    ("zones.players.0.dice.rest", 4, "zones.players[0].dice.rest"),
    ("zones.players.0.upgrades.rest", 3, "zones.players[0].upgrades.rest"),
    ("zones.players.0.companions", ["ada", None, "mam-tor"], "zones.players[0].companions[2]"),
    ("zones.players.0.uses", [1, 0, 0], "zones.players[0].uses[0]"),
    ("zones.players.0.mountains", ["globetrotter"], "zones.players[0].mountains[0]"),
    ("zones.players.1.climbed", ["mam-tor"], "zones"),
    ("zones.hands", [[], ["ada"]], "zones.hands[1][0]"),
    ("zones.tiles", ["camp"] * 6, "zones.tiles"),
    ("zones.display", [None, None, None], "zones.display"),
    ("zones.dealt", ["early-start"], "zones.dealt"),
    ("zones.player", 1, "pending[0]"),
    ("zones.turn", 0, "zones.turn"),
    ("zones.action", "rest", "zones.action"),
    ("zones.news", "gossip", "zones.news"),
    ("zones.bound", [1], "zones.bound"),
    ("zones.bound", [1, 0], "zones.bound"),
    ("zones.proposed", ["ada"], "zones.proposed[0]"),
    ("zones.drawn", ["mam-tor"], "zones"),
    ("zones.remembered", [["globetrotter"]], "zones.remembered[0]"),
    ("zones.climb", {}, "zones.climb"),
    ("pending.1.kind", "trim", "pending[1]"),
    ("pending.1.kind", "tag", "zones.action"),
    ("pending.1.kind", "end-turn", "pending[1].kind"),
    ("pending.1.kind", "bid", "pending[1].kind"),
    ("pending.0.seat", 1, "pending[0]"),
]


@pytest.mark.parametrize(("path", "value", "field"), WRONG)
def test_a_position_that_cannot_be_is_refused_by_its_field(path, value, field):
    with pytest.raises(cairn.BadPosition) as refused:
        GAME.load(edited(path, value))
    assert refused.value.field == field


def test_a_turn_ends_once():
    data = position()
    data["pending"].insert(1, data["pending"][0])
    with pytest.raises(cairn.BadPosition, match="pending"):
        GAME.load(data)


def test_a_position_in_the_middle_of_a_climb_can_be_loaded_and_played_on():
    state = play(table(3, p0={"mountains": ["table-mountain"]}), "climb", "climb table-mountain x", "tag")
    again = GAME.load(state.dump())
    assert again.dump() == state.dump()
    assert play(again, "stay").seat == 0


def on_a_climb() -> dict:
    mine = {"mountains": ["table-mountain"], "companions": ["ugo"], "bonus": ["thin-air"]}
    return play(table(p0=mine, p1={"energy": 0}), "climb", "climb table-mountain x", "bring ugo").dump()


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("climb.mountain", "ada", "zones.climb.mountain"),
        ("climb.climbers", [1], "zones.climb.climbers"),
        ("climb.setting_out", True, "zones.climb.setting_out"),
        ("climb.companions", [["finn"], []], "zones.climb.companions[0][0]"),
        ("climb.extras", [], "zones.climb.extras"),
        ("climb", None, "zones"),
        ("action", "rest", "zones.climb"),
    ],
)
def test_a_climb_that_cannot_be_is_refused(path, value, field):
    data = on_a_climb()
    *holders, last = path.split(".")
    place = data["zones"]
    for key in holders:
        place = place[key]
    place[last] = value
    with pytest.raises(cairn.BadPosition) as refused:
        GAME.load(data)
    assert refused.value.field == field


def test_who_is_asked_what_to_gain_has_something_to_gain():
    state = play(table(p0={"mountains": ["table-mountain"]}, p1={"energy": 0}), "climb", "climb table-mountain x")
    data = state.dump()
    data["pending"][-1]["gains"] = dict.fromkeys(data["pending"][-1]["gains"], 0)
    with pytest.raises(cairn.BadPosition) as refused:
        GAME.load(data)
    assert refused.value.field == f"pending[{len(data['pending']) - 1}].gains"


@pytest.mark.parametrize("older", ["1.0", "2.2"])
def test_a_position_of_older_rules_is_refused_with_a_sentence(older):
    with pytest.raises(cairn.BadPosition, match=f"this build plays version {GAME.rules_version}, not {older}"):
        GAME.load(position() | {"rules_version": older})
