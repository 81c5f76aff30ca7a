"""Loads content.toml into flat tables.

Land tiles are numbered as their positions (panorama.py), spirits in the order of the file.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

from mypy_extensions import i64

from cairn.core.errors import BadContent
from cairn.games.solstis.panorama import HEIGHT, POSITIONS, WIDTH, Mountain, bit, positions_of, set_of

PLAIN: Final = 0
BLUE: Final = 1
EVIL: Final = 2
KINDS: Final = ["plain", "blue", "evil"]
PROVENANCE: Final = ["printed", "ruling", "ours"]

EFFECTS: Final = [
    "none",
    "place-rainbow",
    "add-from-hand",
    "add-from-pile",
    "bigger-hand",
    "add-from-opponent",
    "add-from-display",
    "extra-turn",
]
BONUSES: Final = [
    "none",
    "plain-spirits",
    "unlit-fires",
    "sections",
    "other-blue-spirits",
    "rainbows",
    "lit-fires",
]
LASTS: Final = ["none", "add-whole-hand"]
NO_SPIRIT: Final = -1


MOST_SPIRITS: Final = 16


class Content:
    def __init__(self, data: dict[str, Any]) -> None:
        rows: list[tuple[int, int]] = [_columns(row, number) for number, row in enumerate(data["rows"], 1)]
        if not 1 <= len(rows) <= HEIGHT:
            raise BadContent(f"content.toml: rows: 1 to {HEIGHT} of them, not {len(rows)}")
        self.colors: list[str] = [row["color"] for row in data["rows"]]
        self.mountain = Mountain(rows)
        self.tiles: list[int] = positions_of(self.mountain.everywhere)
        self.names: list[str] = [""] * POSITIONS
        for tile in self.tiles:
            self.names[tile] = f"{tile // WIDTH + 1}-{tile % WIDTH + 1}"

        self.matches: list[int] = [
            set_of([other for other in self.tiles if other // WIDTH == tile // WIDTH or other % WIDTH == tile % WIDTH])
            for tile in range(POSITIONS)
        ]
        """For each tile the set of tiles of its row or its column (SO-9)."""

        self.fires: list[int] = [self._fire(fire, number) for number, fire in enumerate(data["fires"], 1)]
        """For each fire symbol the set of tiles it is printed on."""

        self.rainbows: int = _counted(data, "rainbows", "count", 99)
        self.piles: int = _counted(data, "display", "piles", len(self.tiles) // 4)
        self.hand: int = _counted(data, "hand", "tiles", 5)
        if 2 * (self.piles + self.hand) >= len(self.tiles):
            raise BadContent("content.toml: display.piles, hand.tiles: nothing would be left for the draw pile")

        spirits: list[dict[str, Any]] = data["spirits"]
        for spirit in spirits:
            _provenance(spirit, f"spirits: {spirit['name']}")
        self.spirits: list[str] = [spirit["name"] for spirit in spirits]
        if len(set(self.spirits)) != len(self.spirits) or len(self.spirits) > MOST_SPIRITS:
            raise BadContent(f"content.toml: spirits: up to {MOST_SPIRITS} different names, not {self.spirits}")
        self.titles: list[str] = [spirit["title"] for spirit in spirits]
        self.kind: list[int] = [_word(spirit, "kind", KINDS) for spirit in spirits]
        self.effect: list[int] = [_word(spirit, "effect", EFFECTS) for spirit in spirits]
        self.bonus: list[int] = [_word(spirit, "bonus", BONUSES) for spirit in spirits]
        self.last: list[int] = [_word(spirit, "last", LASTS) for spirit in spirits]
        self.deeds: list[str] = [
            spirit.get("effect") or spirit.get("bonus") or spirit.get("last") or spirit["kind"] for spirit in spirits
        ]
        """What each spirit does, as a key of [effect] in the texts."""
        if self.kind.count(EVIL) > 1:
            raise BadContent("content.toml: spirits: there is one evil spirit at the most")
        self.evil: int = self.kind.index(EVIL) if EVIL in self.kind else NO_SPIRIT

    def _fire(self, fire: dict[str, Any], number: int) -> int:
        _provenance(fire, f"fires[{number}]")
        places: i64 = 0
        for name in fire["tiles"]:
            if not name or name not in self.names:
                raise BadContent(f"content.toml: fires[{number}]: there is no tile '{name}'")
            places |= bit(self.names.index(name))
        return places

    def spirits_in(self, evil: bool) -> list[int]:
        """The spirits in play, with the evil one or without it."""
        return [spirit for spirit, kind in enumerate(self.kind) if evil or kind != EVIL]


def _provenance(entry: dict[str, Any], where: str) -> None:
    if entry.get("provenance") not in PROVENANCE:
        raise BadContent(f"content.toml: {where}: provenance is one of {', '.join(PROVENANCE)}")


def _columns(row: dict[str, Any], number: int) -> tuple[int, int]:
    _provenance(row, f"rows[{number}]")
    first, last = row["columns"]
    if not 1 <= first <= last <= WIDTH:
        raise BadContent(f"content.toml: rows[{number}].columns: from 1 to {WIDTH}, not {row['columns']}")
    return first, last


def _counted(data: dict[str, Any], section: str, name: str, most: int) -> int:
    _provenance(data[section], section)
    count = data[section][name]
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= most:
        raise BadContent(f"content.toml: {section}.{name}: 1 to {most}, not {count!r}")
    return count


def _word(spirit: dict[str, Any], field: str, words: list[str]) -> int:
    word = spirit.get(field, "none")
    if word not in words:
        raise BadContent(f"content.toml: spirits: {spirit['name']}: {field} is one of {', '.join(words)}, not '{word}'")
    return words.index(word)


def load_content() -> Content:
    path = resources.files("cairn.games.solstis") / "content.toml"
    return Content(tomllib.loads(path.read_text(encoding="utf-8")))
