"""Reading positions back: what cannot be is refused by its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cairn import BadPosition
from tests.games.solstis.tables import GAME, position

Data = dict[str, Any]


def refused_field(data: Data) -> str:
    with pytest.raises(BadPosition) as refusal:
        GAME.load(data)
    return refusal.value.field


def start() -> Data:
    return position(
        display="1-1* 1-2*", hands=["3-5 6-6", "1-10"], land=["2-1 2-2 3-1 3-2", ""], spirits=["bee@2-1", ""]
    )


def own(data: Data) -> Data:
    found: Data = data["zones"]["players"][0]
    return found


def empty_hand(data: Data) -> None:
    """The tiles of the hand that is asked to play are out of the game."""
    data["zones"]["removed"] += own(data)["hand"]
    own(data)["hand"] = []


END_OF_1 = {"kind": "end-turn", "seat": 1}
EDITS: dict[str, tuple[Callable[[Data], Any], str]] = {
    "a tile that is there twice": (lambda d: own(d)["hand"].append("1-1"), "zones"),
    "a tile without a name": (lambda d: own(d).update(rainbows=[""]), "zones.players[0].rainbows"),
    "a display tile without a name": (lambda d: d["zones"]["display"].append(""), "zones.display"),
    "something below nothing": (lambda d: d["zones"]["hidden_below"].append("4-4"), "zones.hidden_below"),
    "a tile named twice": (lambda d: own(d)["land"].append("2-1"), "zones.players[0].land"),
    "a rainbow on land": (lambda d: own(d)["rainbows"].append("2-1"), "zones.players[0].rainbows"),
    "a rainbow too many": (lambda d: d["zones"].update(rainbow_supply=11), "zones"),
    "a pile that is too high": (lambda d: d["zones"].update(pile=3), "zones.pile"),
    "a spirit on no square": (
        lambda d: own(d)["spirits"][0].update(square="2-2"),
        "zones.players[0].spirits[0].square",
    ),
    "two spirits on a square": (
        lambda d: own(d)["spirits"].append({"spirit": "wolf", "square": "2-1"}),
        "zones.players[0].spirits[1].square",
    ),
    "a hand that holds what it cannot": (lambda d: own(d).update(cannot_hold=["3-5"]), "zones.players[0].cannot_hold"),
    "a hand too big": (lambda d: own(d)["hand"].extend(["4-4", "4-5"]), "zones.players[0].hand"),
    "a bigger hand without the bear": (lambda d: own(d).update(hand_size=4), "zones.players[0].hand_size"),
    "the evil spirit on a square": (
        lambda d: own(d)["spirits"][0].update(spirit="evil"),
        "zones.players[0].spirits[0].spirit",
    ),
    "a tile placed before the turn": (lambda d: d["zones"].update(newly=["2-1"]), "zones.newly"),
    "an extra turn after none": (lambda d: d["zones"].update(again=True), "zones.again"),
    "a skip before the end": (lambda d: own(d).update(cannot_hold=["4-4"]), "zones.players[0].cannot_hold"),
    "one player": (lambda d: d["zones"]["players"].pop(), "zones.players"),
    "a tile in the middle": (lambda d: d["zones"].update(played="4-4"), "zones"),
    "a spirit in between": (lambda d: d["zones"].update(met=[d["zones"]["spirit_pool"].pop(0)]), "zones.met"),
    "the evil spirit face up": (
        lambda d: d["zones"].update(spirit_row=[d["zones"]["spirit_pool"].pop()]),
        "zones.spirit_row",
    ),
    "a covered spirit and no evil one": (lambda d: d["zones"].update(covered="bee"), "zones.covered"),
    "an unknown decision": (lambda d: d["pending"][0].update(kind="sing"), "pending[0].kind"),
    "a step to rest at": (lambda d: d["pending"][0].update(kind="end-turn"), "pending[0].kind"),
    "two questions to play": (lambda d: d["pending"].append({"kind": "play", "seat": 0}), "pending"),
    "a turn without an end": (lambda d: d["pending"][0].update(kind="add-from-hand"), "pending"),
    "a turn of two seats": (lambda d: d.update(pending=[END_OF_1, {"kind": "add-from-hand", "seat": 0}]), "pending"),
    "nothing to answer": (empty_hand, "pending[0]"),
    "a missing field": (lambda d: d["zones"].pop("again"), "zones.again"),
    "a field too many": (lambda d: d["zones"].update(moon=1), "zones.moon"),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_cannot_be_is_refused_by_its_field(name: str) -> None:
    edit, field = EDITS[name]
    data = start()
    edit(data)
    assert refused_field(data) == field


def test_the_position_without_an_edit_loads() -> None:
    assert GAME.load(start()).seat == 0


def test_only_the_opponent_of_the_holder_covers() -> None:
    data = position(kind="cover", seat=0, evil=0, land=["1-1 1-2 2-1 2-2", ""], spirits=["bee@1-1", ""], pool="")
    assert refused_field(data) == "zones.evil"


def test_a_position_of_the_beginners_game_has_no_evil_spirit() -> None:
    data = position(display="1-1*")
    data["options"]["evil"] = False
    assert refused_field(data) == "zones"
