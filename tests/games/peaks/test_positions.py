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
    ("zones.stage", "answers", "zones.mountain"),
    ("zones.stage", "window", "zones.action"),
    ("zones.stage", "paying", "zones.action"),
    ("zones.stage", "over", "zones.stage"),
    ("zones.mountain", "mam-tor", "zones.mountain"),
    ("zones.want", "slot", "zones.drawn"),
    ("zones.want", "die", "pending[1]"),
    ("zones.due", 3, "pending[1]"),
    ("zones.player", 1, "pending[1]"),
    ("zones.gains.gold", 1, "zones.gains.gold"),
    ("zones.climbers", [1, 0], "zones.climbers"),
    ("zones.proposed", ["mam-tor z"], "zones.proposed[0]"),
    ("pending", [], "zones.stage"),
    ("pending.1.kind", "tag", "pending[1]"),
    ("pending.1.kind", "bid", "pending[1].kind"),
]


@pytest.mark.parametrize(("path", "value", "field"), WRONG)
def test_a_position_that_cannot_be_is_refused_by_its_field(path, value, field):
    with pytest.raises(cairn.BadPosition) as refused:
        GAME.load(edited(path, value))
    assert refused.value.field == field


def test_one_question_waits_at_a_time():
    data = position()
    data["pending"].append(data["pending"][1])
    with pytest.raises(cairn.BadPosition, match="pending"):
        GAME.load(data)


def test_a_position_in_the_middle_of_a_climb_can_be_loaded_and_played_on():
    state = play(table(3, p0={"mountains": ["table-mountain"]}), "climb table-mountain x", "tag")
    again = GAME.load(state.dump())
    assert again.dump() == state.dump()
    assert play(again, "stay").seat == 0


def test_who_is_asked_what_to_gain_has_something_to_gain():
    state = play(table(p0={"mountains": ["table-mountain"]}, p1={"energy": 0}), "climb table-mountain x")
    data = state.dump()
    data["zones"]["gains"] = dict.fromkeys(data["zones"]["gains"], 0)
    with pytest.raises(cairn.BadPosition) as refused:
        GAME.load(data)
    assert refused.value.field == "zones.gains"
