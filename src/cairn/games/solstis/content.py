"""Loads content.toml into flat tables.

Land tiles are numbered as their positions (panorama.py), spirits in the order of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, get_args

from librt.vecs import vec
from mypy_extensions import i16, i64

from cairn.core.bits import members_of, set_of, wide_bit
from cairn.core.content import read_content
from cairn.core.fields import Fields
from cairn.games.solstis.packing import MOST_SPIRITS
from cairn.games.solstis.panorama import HEIGHT, POSITIONS, WIDTH, Mountain
from cairn.games.solstis.views import Bonus, Effect

PLAIN: Final = 0
BLUE: Final = 1
EVIL: Final = 2
KINDS: Final = ["plain", "blue", "evil"]

EFFECTS: Final[list[str]] = ["none", *get_args(Effect)]
BONUSES: Final[list[str]] = ["none", *get_args(Bonus)]
LASTS: Final = ["none", "add-whole-hand"]
NO_SPIRIT: Final = -1


class Content:
    def __init__(self, top: Fields) -> None:
        rows = top.parts("rows")
        if not 1 <= len(rows) <= HEIGHT:
            raise top.refuse("rows", f"should have 1 to {HEIGHT} entries, not {len(rows)}")
        self.colors: list[str] = []
        columns: list[tuple[int, int]] = []
        for row in rows:
            row.provenance()
            self.colors.append(row.text("color"))
            first, last = row.numbers("columns", 1, WIDTH, 2)
            if first > last:
                raise row.refuse("columns", f"should be the first and the last column, not {first} and {last}")
            columns.append((first, last))
            row.end()
        self.mountain = Mountain(columns)
        self.tiles: list[int] = members_of(self.mountain.everywhere)
        self.tile_pool: vec[i16] = vec[i16]([i16(tile) for tile in self.tiles])
        self.names: list[str] = [""] * POSITIONS
        for tile in self.tiles:
            self.names[tile] = f"{tile // WIDTH + 1}-{tile % WIDTH + 1}"

        self.matches: vec[i64] = vec[i64](
            [
                set_of([tile for tile in self.tiles if tile // WIDTH == at // WIDTH or tile % WIDTH == at % WIDTH])
                for at in range(POSITIONS)
            ]
        )
        """For each tile the set of tiles of its row or its column (SO-9)."""

        self.fires: vec[i64] = vec[i64]([self._fire(fire) for fire in top.parts("fires")])
        """For each fire symbol the set of tiles it is printed on."""

        self.rainbows: int = _counted(top, "rainbows", "count", 99)
        self.piles: int = _counted(top, "display", "piles", len(self.tiles) // 4)
        self.hand: int = _counted(top, "hand", "tiles", 5)
        if 2 * (self.piles + self.hand) >= len(self.tiles):
            raise top.refuse("display.piles", "with hand.tiles, nothing would be left for the draw pile")

        self.spirits: list[str] = []
        self.titles: list[str] = []
        self.kind: list[int] = []
        self.effect: list[int] = []
        self.bonus: list[int] = []
        self.last: list[int] = []
        self.deeds: list[str] = []
        """What each spirit does, as a key of [effect] in the texts."""
        for spirit in top.parts("spirits", label="name"):
            self._spirit(spirit)
        if not len(set(self.spirits)) == len(self.spirits) <= MOST_SPIRITS:
            raise top.refuse("spirits", f"should be up to {MOST_SPIRITS} different names, not {self.spirits}")
        if self.kind.count(EVIL) > 1:
            raise top.refuse("spirits", "there is one evil spirit at the most")
        self.evil: int = self.kind.index(EVIL) if EVIL in self.kind else NO_SPIRIT
        top.end()

    def _fire(self, fire: Fields) -> int:
        fire.provenance()
        places: i64 = 0
        for name in fire.texts("tiles"):
            if name not in self.names:
                raise fire.refuse("tiles", f"there is no tile '{name}'")
            places |= wide_bit(self.names.index(name))
        fire.end()
        return places

    def _spirit(self, spirit: Fields) -> None:
        spirit.provenance()
        self.spirits.append(spirit.text("name"))
        self.titles.append(spirit.text("title"))
        self.kind.append(spirit.one_of("kind", KINDS))
        self.effect.append(_word(spirit, "effect", EFFECTS))
        self.bonus.append(_word(spirit, "bonus", BONUSES))
        self.last.append(_word(spirit, "last", LASTS))
        deeds = [spirit.text(name) for name in ("effect", "bonus", "last", "kind") if spirit.has(name)]
        self.deeds.append(deeds[0])
        spirit.end()

    def spirits_in(self, evil: bool) -> list[int]:
        """The spirits in play, with the evil one or without it."""
        return [spirit for spirit, kind in enumerate(self.kind) if evil or kind != EVIL]


def _counted(top: Fields, section: str, name: str, most: int) -> int:
    part = top.part(section)
    part.provenance()
    count = part.number(name, 1, most)
    part.end()
    return count


def _word(spirit: Fields, field: str, words: list[str]) -> int:
    return spirit.one_of(field, words) if spirit.has(field) else 0


def load_content(path: str | Path | None = None) -> Content:
    return Content(read_content("cairn.games.solstis", path))
