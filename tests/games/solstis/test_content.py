"""content.toml: what it must say, and what is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from cairn import BadContent
from cairn.core.fields import content_fields
from cairn.games.solstis.content import Content, load_content
from cairn.testing import rule
from tests.games.solstis.tables import BLUE, PLAIN, TILES

Data = dict[str, Any]


def written() -> Data:
    return tomllib.loads((resources.files("cairn.games.solstis") / "content.toml").read_text(encoding="utf-8"))


@rule("SO-1", "SO-4", "SO-55")
def test_it_describes_what_is_in_the_box() -> None:
    content = load_content()
    assert [content.names[tile] for tile in content.tiles] == TILES
    assert content.colors == ["red", "orange", "green", "blue", "pink", "purple"]
    assert [name for name, kind in zip(content.spirits, content.kind, strict=True) if kind == 0] == PLAIN
    assert [name for name, kind in zip(content.spirits, content.kind, strict=True) if kind == 1] == BLUE
    assert len(content.fires) == 9


def test_every_entry_says_where_it_comes_from() -> None:
    data = written()
    entries = [*data["rows"], *data["fires"], *data["spirits"], data["rainbows"], data["display"], data["hand"]]
    assert {entry["provenance"] for entry in entries} == {"printed"}


EDITS: dict[str, tuple[Callable[[Data], Any], str]] = {
    "no provenance": (lambda d: d["fires"][0].pop("provenance"), "fires[0].provenance"),
    "a row too wide": (lambda d: d["rows"][0].update(columns=[1, 11]), "rows[0].columns"),
    "a row too many": (lambda d: d["rows"].append(d["rows"][0]), "rows"),
    "a fire beside the mountain": (lambda d: d["fires"][0].update(tiles=["4-1"]), "there is no tile '4-1'"),
    "no rainbows": (lambda d: d["rainbows"].update(count=0), "rainbows.count"),
    "nothing left to draw": (lambda d: (d["display"].update(piles=12), d["hand"].update(tiles=5), d["rows"].pop()), ""),
    "a spirit twice": (lambda d: d["spirits"].append(d["spirits"][0]), "spirits"),
    "two evil ones": (lambda d: d["spirits"][0].update(kind="evil"), "one evil spirit"),
    "an unknown effect": (lambda d: d["spirits"][0].update(effect="sing"), "spirits[trout].effect"),
}


@pytest.mark.parametrize("name", EDITS)
def test_content_that_cannot_be_played_is_refused(name: str) -> None:
    edit, said = EDITS[name]
    data = written()
    edit(data)
    with pytest.raises(BadContent) as refusal:
        Content(content_fields(data))
    assert said in str(refusal.value)
