"""Positions that no game leads to are refused, and the field that is wrong is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cairn import BadPosition
from cairn.testing import rule
from tests.games.five_peaks.tables import Table


def two_pawns(table: Table) -> None:
    table.pawns([0, 0], [0, 0])


def unreachable_tile(table: Table) -> None:
    table.tile("birch", [4, 4])


def tile_on_the_start(table: Table) -> None:
    table.tile("birch", [1, -1])


def peak_without_exit(table: Table) -> None:
    table.peak("fox", [0, -1])


def early_alpine(table: Table) -> None:
    table.tile("heath", [1, 1])


def two_walks(table: Table) -> None:
    table.player(0)["hand"][1] = "walk"


def too_full(table: Table) -> None:
    table.has(herb=11)


def one_herb_more(table: Table) -> None:
    table.zones["bank"]["herb"] += 1


def wrong_rank(table: Table) -> None:
    table.player(0)["panoramas"].append("ii-1")


def wrong_pile(table: Table) -> None:
    table.zones["scenes"].remove("vi-1")
    table.zones["dropped"].append("vi-1")


def no_space(table: Table) -> None:
    table.pawns([5, 5])


def stone_on_nothing(table: Table) -> None:
    table.stones(0, x1="fox")


def equal_stones(table: Table) -> None:
    table.peak("fox", [0, 1]).stones(0, x1="fox").stones(1, x1="fox")


def closing_too_early(table: Table) -> None:
    table.zones["last_turns"] = 1


def wrong_seat(table: Table) -> None:
    table.data["pending"][0]["seat"] = 1


def over_too_early(table: Table) -> None:
    table.data["pending"] = []


def asks(kind: str, **fields: Any) -> Callable[[Table], None]:
    def edit(table: Table) -> None:
        table.data["pending"] = [{"kind": "end-turn", "seat": 0}, {"kind": kind, "seat": 0, **fields}]

    return edit


def camp_in_the_played_pile(table: Table) -> None:
    table.player(0)["hand"].remove("camp")
    table.player(0)["played"].append("camp")


def drawn_without_question(table: Table) -> None:
    table.zones["terrain"].remove("birch")
    table.zones["drawn_tile"] = "birch"


def nothing_lies_there(table: Table) -> None:
    table.lies([0, 1])


def trail_before_the_card(table: Table) -> None:
    table.zones["trail"] = [[0, 0]]


@rule("FP-4", "FP-20", "FP-41", "FP-44", "FP-51", "FP-61", "FP-75")
@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (two_pawns, "zones.pawns[1]"),
        (unreachable_tile, "zones.map[1].slot"),
        (tile_on_the_start, "zones.map[1].slot"),
        (peak_without_exit, "zones.map[1].slot"),
        (early_alpine, "zones.terrain"),
        (two_walks, "zones.players[0].hand"),
        (too_full, "zones.players[0].backpack"),
        (one_herb_more, "zones"),
        (wrong_rank, "zones.players[0].panoramas[0]"),
        (wrong_pile, "zones.scenes"),
        (no_space, "zones.pawns[0]"),
        (stone_on_nothing, "zones.players[0].stones.x1"),
        (equal_stones, "zones.players[1].stones"),
        (closing_too_early, "zones.last_turns"),
        (wrong_seat, "pending[0].seat"),
        (over_too_early, "pending"),
        (asks("stone"), "pending[1].kind"),
        (asks("exchange", placed=False), "pending[1].kind"),
        (asks("swap", times=None), "pending[1].kind"),
        (asks("gather"), "pending[1].kind"),
        (asks("pick-up"), "pending[1].kind"),
        (asks("peak"), "pending[1].kind"),
        (asks("bonus-peak"), "pending[1].kind"),
        (asks("tile"), "pending[1].kind"),
        (asks("campfire"), "pending[1].kind"),
        (asks("overflow"), "zones.players[0].backpack"),
        (asks("play"), "pending[1].kind"),
        (asks("dance"), "pending[1].kind"),
        (asks("move", card="camp"), "pending[1].card"),
        (asks("sell", first="walk"), "pending[1].first"),
        (asks("fill", resource="herb"), "pending[1]"),
        (asks("harvest", times=3), "pending[1].times"),
        (camp_in_the_played_pile, "zones.players[0].played"),
        (drawn_without_question, "zones.drawn_tile"),
        (nothing_lies_there, "zones.left[0].resources"),
        (trail_before_the_card, "zones.trail"),
    ],
)
def test_an_impossible_position_is_refused_by_its_field(edit: Callable[[Table], None], field: str) -> None:
    table = Table()
    edit(table)
    with pytest.raises(BadPosition) as refused:
        table.state()
    assert refused.value.field == field


def test_no_trail_is_longer_than_a_step_past_all_other_pawns() -> None:
    table = Table()
    table.zones["trail"] = [[0, 0], [0, 1], [1, 0]]
    with pytest.raises(BadPosition, match="holds 2 spaces at the most"):
        table.state()
