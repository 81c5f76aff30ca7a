"""The components: what every content file must hold, and what is said about one that does not."""

from __future__ import annotations

import copy
import itertools
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import cairn
from cairn import BadContent, Dice
from cairn.core.fields import content_fields
from cairn.games.five_peaks.content import Content, Panorama, load_content
from cairn.games.five_peaks.game import FivePeaks
from cairn.testing import rule

TEXT = (resources.files("cairn.games.five_peaks") / "content.toml").read_text(encoding="utf-8")
DATA: dict[str, Any] = tomllib.loads(TEXT)


def refusal(edit: Any) -> str:
    data = copy.deepcopy(DATA)
    edit(data)
    with pytest.raises(BadContent) as refused:
        Content(content_fields(data))
    return str(refused.value)


def set_at(*path: Any, value: Any) -> Any:
    def edit(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        data[path[-1]] = value

    return edit


def drop(*path: Any) -> Any:
    def edit(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        del data[path[-1]]

    return edit


@rule("FP-1", "FP-90")
def test_the_numbers_of_the_box() -> None:
    content = load_content()
    assert sum(content.stock) == 96
    assert [sum(tile.terrain == t for tile in content.tiles[1:]) for t in range(3)] == [6, 4, 3]
    assert [sum(peak.terrain == t for peak in content.peaks) for t in range(3)] == [5, 5, 5]
    assert len(content.card_pool) == 39
    assert {1, 2, 3, 8} <= {peak.points for peak in content.peaks}
    assert any(peak.points == 2 and peak.reward.text() == "card" for peak in content.peaks)


@rule("FP-90")
def test_the_spaces_that_the_examples_need_are_there() -> None:
    texts = {(tile.terrain, text) for tile in load_content().tiles for text in tile.texts[0]}
    needed = [
        (0, "exchange: 3 endorphin -> pouch"),
        (0, "exchange: berry + mushroom + pouch -> campfire"),
        (0, "exchange: mushroom + 2 herb -> peak"),
        (0, "mushroom"),
        (0, "endorphin"),
        (1, "2 endorphin"),
        (1, "herb + endorphin"),
        (2, "2 endorphin"),
    ]
    assert set(needed) <= texts


@rule("FP-90")
def test_rocky_tiles_have_branches_and_three_exits() -> None:
    for tile in load_content().tiles:
        if tile.terrain == 2:
            assert any(len(path) > 2 for path in tile.paths)
            assert tile.exits.bit_count() >= 3


@rule("FP-90")
def test_four_panoramas_can_make_26_points() -> None:
    points = [{card.points for card in load_content().panoramas if card.rank == rank} for rank in range(6)]
    assert any(sum(four) == 26 for four in itertools.product(*points[:4]))
    assert all(max(lower) < max(higher) and min(lower) < min(higher) for lower, higher in itertools.pairwise(points))


@rule("FP-90")
@pytest.mark.parametrize("rank", range(6))
def test_panoramas_of_one_rank_differ_in_points_and_in_how_much_they_cost(rank: int) -> None:
    cards = [card for card in load_content().panoramas if card.rank == rank]
    assert len({card.points for card in cards}) == 5
    assert len({sum(card.cost) for card in cards}) >= 2
    assert len({sum(card.cost) for card in cards if card.from_seats == 2}) >= 2
    worst = [(one.name, other.name) for one in cards for other in cards if is_plainly_better(one, other)]
    assert worst == []


def is_plainly_better(one: Panorama, other: Panorama) -> bool:
    """Whether a card costs no more of anything, counts more, and brings no less."""
    dear = any(mine > theirs for mine, theirs in zip(one.cost, other.cost, strict=True))
    less = (one.reward.kind, one.reward.count) != (other.reward.kind, other.reward.count)
    return one is not other and not dear and one.points > other.points and not less


def test_every_entry_says_where_it_comes_from() -> None:
    entries = [entry for part in DATA.values() for entry in (part if isinstance(part, list) else [part])]
    assert {entry["provenance"] for entry in entries} == {"printed", "ruling", "ours"}


@rule("FP-90")
@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (drop("table"), "table: is missing"),
        (set_at("weather", value={}), "weather: is not a field"),
        (drop("terrain", 3, "provenance"), "terrain[alder].provenance: is missing"),
        (set_at("terrain", 3, "provenance", value="stolen"), "terrain[alder].provenance: should be one of printed"),
        (set_at("peak", 2, "points", value="many"), "peak[deer].points: should be a whole number"),
        (set_at("peak", 2, "paths", value="up"), "peak[deer].paths: sides are"),
        (set_at("peak", 2, "reward", value="peak"), "peak[deer].reward: a peak gives"),
        (set_at("resources", "herb", value=21), "resources.pouch: there are 96"),
        (set_at("terrain", 0, "triangles", "ne", value="jar"), "terrain[birch].triangles.ne: should be one of"),
        (drop("terrain", 0, "triangles", "ne"), "terrain[birch].triangles.ne: is missing"),
        (set_at("terrain", 0, "spaces", "n", value="3 stones"), "terrain[birch].spaces.n: an amount"),
        (set_at("terrain", 0, "spaces", "ne", value="herb"), "terrain[birch].spaces.ne: a space lies at"),
        (
            set_at("terrain", 0, "spaces", "c", value="exchange: herb"),
            "terrain[birch].spaces.c: an exchange is written",
        ),
        (
            set_at("terrain", 0, "spaces", "c", value="parking"),
            "terrain[birch].spaces: the starting tile has one parking",
        ),
        (set_at("terrain", 0, "paths", value=["c n", "c e"]), "terrain[birch].paths: every space must be reached"),
        (set_at("terrain", 0, "paths", 0, value="c up"), "terrain[birch].paths[0]: there is no space at 'up'"),
        (set_at("terrain", 5, "exits", value="c"), "terrain[moss].exits: sides are"),
        (drop("terrain", 0, "spaces", "n"), "terrain[birch].exits: there is no space at n"),
        (set_at("terrain", 0, "terrain", value="alpine"), "terrain: 6 forest"),
        (set_at("terrain", 0, "colour", value="red"), "terrain[birch].colour: is not a field"),
        (drop("terrain", 0), "terrain: should have 13 entries, not 12"),
        (set_at("peak", 0, "name", value="birch"), "peak: 'birch' is there twice"),
        (set_at("peak", 0, "terrain", value="rocky"), "peak: 5 rocky ones"),
        (set_at("stone", 1, "size", value=5), "stone[x3-small].size: stones are listed"),
        (set_at("hiking", 0, "cost", value=2), "hiking[sightsee].cost: should be a whole number from 3"),
        (set_at("hiking", 0, "copies", value=6), "hiking: there are 39"),
        (set_at("hiking", 0, "name", value="fly"), "hiking[fly].name: should be one of"),
        (
            set_at("campfire", 0, "name", value="more-berries"),
            "campfire[more-berries].name: 'more-berries' is there twice",
        ),
        (set_at("panorama", 0, "rank", value=2), "panorama: 3 of rank i"),
        (set_at("panorama", 0, "cost", value="2 endorphin"), "panorama[i-1].cost: at most 10"),
        (set_at("panorama", 0, "reward", value="herb"), "panorama[i-1].reward: a panorama gives"),
        (set_at("start", "full", value=[[1]]), "start.full: should be a list of cells"),
        (set_at("table", "start_endorphins", value=[1]), "table.start_endorphins: should have 5 entries, not 1"),
        (set_at("start_goods", "seats-3", value=["herb"]), "start_goods.seats-3: should have 3 entries, not 1"),
        (set_at("rounds", value=[]), "rounds: should be an object with fields, not []"),
    ],
)
def test_bad_content_is_refused_by_file_entry_and_field(edit: Any, said: str) -> None:
    assert refusal(edit).startswith(f"content.toml: {said}")


def test_content_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(TEXT.replace("most = 100", "most = 2"))
    state = cairn.game("five-peaks", content=file).start(2, Dice(1))
    while state.seat >= 0:
        state.apply(state.choices()[0], Dice(1))
    assert state.dump()["zones"]["turn"] == 4
    assert FivePeaks(file).content.rounds == 2


def test_a_file_that_is_missing_or_no_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="cannot be read"):
        load_content(str(tmp_path / "nowhere.toml"))
    (tmp_path / "bad.toml").write_text("= 3")
    with pytest.raises(BadContent, match="is not TOML"):
        load_content(str(tmp_path / "bad.toml"))
