"""docs/spaces.md: every slot of every game's observations by name with its range, and every block of actions."""

from __future__ import annotations

import importlib
import importlib.util
import json
import math
import re
from collections.abc import Sequence
from typing import Any

import cairn
from cairn.core.contract import Game
from cairn.core.registry import bundled
from cairn.envs.encoders import ByName, Counts, Encoder, List, Maybe, Name, Object, PerSeat, Seat
from cairn.envs.numbering import Spaces

FEW = 5
"""So many names stand in the table itself."""

OPENING = """# Observations and actions

Written by `python -m cairn.envs.drafting`; `docs/research.md` says how they are used. Every slot is a number from 0 to
1. The tables name all of them at the largest number of seats: `[0..3]` stands for `[0]`, `[1]`, `[2]` and `[3]`,
`{a, b}` for `a` and for `b`, `{A}` for each of the names listed as A below the table. A line with several such parts
stands for all combinations. `+0` is the seat of the viewer, `+1` the one after it; with fewer seats they end sooner.
`=` asks whether it is this name or seat, `#` counts a name in a list, and `other` is a name that is not among the known
ones. What is hidden or missing is 0 everywhere; a slot `?known` tells where that could be mistaken.
`spaces(game, seats).slots` has the same names in order, and `.ranges` what each slot holds.

PettingZoo, Gymnasium, OpenSpiel, data sets and `Batch.views()` use these encoders. `Batch.observations`, and with
`observation="batch"` Gymnasium's vectors, are written inside the engine where a game brings that: other numbers, named
at the end of its section. The ids of actions are the same everywhere.
"""

Row = tuple[str, str]
"""A pattern for names of slots, and the range of each."""


class NameLists:
    """The lists of names of one game; each long one gets a letter and stands on the page once."""

    def __init__(self) -> None:
        self.lists: dict[tuple[str, ...], str] = {}

    def __call__(self, names: Sequence[str]) -> str:
        if len(names) <= FEW:
            return f"{{{', '.join(names)}}}"
        return f"{{{self.lists.setdefault(tuple(names), letters(len(self.lists)))}}}"


def letters(number: int) -> str:
    """A to Z, then AA and so on."""
    before, at = divmod(number, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + at)


def rows(name: str, encoder: Encoder, seats: int, lists: NameLists) -> list[Row]:
    """The slots of an encoder as patterns."""
    span = f"+0..+{seats - 1}" if seats > 1 else "+0"
    if isinstance(encoder, Seat):
        return [(f"{name}={span}", "0 or 1")]
    if isinstance(encoder, Name):
        return [(f"{name}={lists([*encoder.names, 'other'])}", "0 or 1")]
    if isinstance(encoder, Counts):
        return [(f"{name}#{lists([*encoder.names, 'other'])}", encoder.ranges(seats)[0])]
    if isinstance(encoder, Maybe):
        return [(f"{name}?known", "0 or 1"), *rows(name, encoder.inner, seats, lists)]
    if isinstance(encoder, List):
        places = f"0..{encoder.length - 1}" if encoder.length > 1 else "0"
        return rows(f"{name}[{places}]", encoder.inner, seats, lists)
    if isinstance(encoder, PerSeat):
        return rows(f"{name}[{span}]", encoder.inner, seats, lists)
    if isinstance(encoder, ByName):
        each = f"{name}.{lists(encoder.names)}"
        return [(each, "0 or 1"), *rows(each, encoder.inner, seats, lists)]
    if isinstance(encoder, Object):
        return [row for field, inner in encoder.fields.items() for row in rows(f"{name}.{field}", inner, seats, lists)]
    return [(name, encoder.ranges(seats)[0])]


def gathered(slots: Sequence[str]) -> list[str]:
    """Names that differ in numbers alone as one pattern, if all combinations of those numbers are there."""
    groups: dict[str, list[tuple[int, ...]]] = {}
    for slot in slots:
        plain = ", " in slot
        template = slot if plain else re.sub(r"\d+", "#", slot)
        groups.setdefault(template, []).append(() if plain else tuple(map(int, re.findall(r"\d+", slot))))
    return [pattern for template, numbers in groups.items() for pattern in _spanned(template, numbers)]


def _spanned(template: str, numbers: Sequence[Sequence[int]]) -> list[str]:
    columns = [sorted(set(column)) for column in zip(*numbers, strict=True)]
    whole = all(column == list(range(column[0], column[-1] + 1)) for column in columns)
    if whole and len(set(map(tuple, numbers))) == math.prod(map(len, columns)):
        spans = [f"{column[0]}..{column[-1]}" if len(column) > 1 else str(column[0]) for column in columns]
        return [_filled(template, spans)]
    if len(columns) == 1:
        return [_filled(template, [str(number)]) for (number,) in numbers]
    return [
        pattern
        for first in columns[0]
        for pattern in _spanned(
            template.replace("#", str(first), 1), [rest for number, *rest in numbers if number == first]
        )
    ]


def _filled(template: str, texts: list[str]) -> str:
    return re.sub("#", lambda _: texts.pop(0), template) if texts else template


def _batch_lines(game: Game) -> list[str]:
    """The numbers that `cairn.batch` writes by itself, where a game has them."""
    module = f"{game.package}.encode"
    if importlib.util.find_spec(module) is None:
        return []
    encoding = importlib.import_module(module).encoding(game.prepare(game.seats[-1], {}))
    told = "; ".join(f"`{name}`" for name in gathered(encoding.slots))
    return ["", f"In a batch, {len(encoding.slots)} numbers from 0 to 255 at {game.seats[-1]} seats: {told}."]


def page(data: dict[str, dict[str, Any]]) -> str:
    """The whole page, from what is written down about each game."""
    return "\n".join([OPENING, *(line for slug in bundled() for line in _game_lines(cairn.game(slug), data[slug]))])


def _game_lines(game: Game, data: dict[str, Any]) -> list[str]:
    by_seats = [Spaces(data, seats) for seats in game.seats]
    most = by_seats[-1]
    sizes = ", ".join(f"{space.size} at {space.seats}" for space in by_seats)
    lines = [
        f"## {game.title}",
        "",
        f"Rules {data['rules_version']}. Slots by seats: {sizes}. Actions: {most.action_count}.",
        "",
        "| slots | range |",
        "|---|---|",
    ]
    lists = NameLists()
    for name, encoder, _ in most._parts({}):
        lines += [f"| `{pattern}` | {range_} |" for pattern, range_ in rows(name, encoder, most.seats, lists)]
    lines += ["", *(f"- {letter}: {', '.join(names)}" for names, letter in lists.lists.items())]
    lines += ["", "| kind of decision | ids | choices |", "|---|---|---|"]
    first = 0
    for kind, ranges in most.table.kinds.items():
        count = sum(high - low + 1 for low, high in ranges)
        shown = ", ".join(f"{low}-{high}" for low, high in ranges)
        lines.append(f"| `{kind}` | {first}-{first + count - 1} | {shown} |")
        first += count
    return [*lines, *_batch_lines(game), ""]


def written(folder: Any) -> str:
    """The page of what the folder of spaces holds."""
    return page({slug: json.loads((folder / f"{slug}.json").read_text(encoding="utf-8")) for slug in bundled()})
