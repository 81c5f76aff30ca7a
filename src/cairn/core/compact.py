"""A view as compact, complete, stable text: what a language model reads, and a person in a terminal can.

Everything of the view is there but what is empty: no, none, 0 and nothing are left out. Names that begin with the same
word are put together: `candy-3/7x2` is candy-3 and two of candy-7. Objects with the same fields are a table, with the
fields named once. Choices are numbered from 1, with what they share said once. If that would be more than ENOUGH
letters, long piles, such as the discards of PEAKS, are told by their number, the longest first, and only the whole text
has their names: everybody saw what went there. Points with `+?` are more by what is hidden.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from cairn.core.message import counted

ENOUGH = 1650
"""Letters that make less than 600 tokens."""
LONG_ROW = 4
LONG = 60
"""A pile whose names take no more letters than this is always told."""


def text(view: dict[str, Any], whole: bool = False) -> str:
    """The view in lines: where the game stands, the zones, the points, what is asked, and the choices."""
    zones = view["zones"]
    said = _told(view, zones)
    while not whole and len(said) > ENOUGH:
        longest = max(_piles(zones), key=lambda pile: len(_names(pile)), default=[])
        if len(_names(longest)) <= LONG:
            break
        zones = _without(zones, longest)
        said = _told(view, zones)
    return said


def _told(view: dict[str, Any], zones: dict[str, Any]) -> str:
    viewer = view["viewer"]
    who = "a spectator" if viewer is None else f"seat {viewer}"
    turn = view["turn"]
    seats = counted(view["seats"], "seat")
    lines = [f"{view['game']}, {seats}, seen by {who}; turn {turn['number']} of seat {turn['seat']}"]
    for name, value in zones.items():
        lines += _zone(name, value, view["seats"])
    lines.append("points: " + "; ".join(f"seat {seat} {_points(part)}" for seat, part in enumerate(view["scores"])))
    lines += _question(view)
    return "\n".join(lines)


def _piles(value: Any) -> list[list[str]]:
    """All lists of names in a value."""
    if isinstance(value, dict):
        return [pile for inner in value.values() for pile in _piles(inner)]
    if not isinstance(value, list):
        return []
    if value and all(isinstance(item, str) for item in value):
        return [value]
    return [pile for item in value for pile in _piles(item)]


def _without(value: Any, pile: list[str]) -> Any:
    """The same value, with one pile told by its number."""
    if value is pile:
        return f"{len(pile)} of them"
    if isinstance(value, dict):
        return {key: _without(inner, pile) for key, inner in value.items()}
    return [_without(item, pile) for item in value] if isinstance(value, list) else value


def _zone(name: str, value: Any, seats: int) -> list[str]:
    if isinstance(value, list) and len(value) == seats and value and isinstance(value[0], dict):
        shown = [(f"{name} {seat}", _said(part)) for seat, part in enumerate(value)]
        return [f"{label}: {said}" for label, said in shown if said]
    said = _said(value)
    return [f"{name}: {said}"] if said else []


def _said(value: Any) -> str:
    """A value without what is empty in it; an empty text if all of it is."""
    if value is None or value is False or value == 0 or value in ("", [], {}):
        return ""
    if value is True:
        return "yes"
    if isinstance(value, dict):
        parts = [(key, _said(inner)) for key, inner in value.items()]
        between = " " if all(type(inner) is int for inner in value.values()) else ", "
        return between.join(_with(key, said) for key, said in parts if said)
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return _names(value)
        if all(isinstance(item, int) for item in value):
            return _numbers(value) if any(value) else ""
        if not any(_said(item) for item in value):
            return ""
        if len(value) > 1 and all(isinstance(item, dict) and list(item) == list(value[0]) for item in value):
            rows = [" ".join(_cell(inner) for inner in item.values()) for item in value]
            return f"[{' '.join(value[0])}] {'; '.join(rows)}"
        return "; ".join(_said(item) or "-" for item in value)
    return str(value)


def _cell(value: Any) -> str:
    """An entry of a table, which cannot be left out."""
    said = (
        " ".join(map(str, value)) if isinstance(value, list) and value and isinstance(value[0], int) else _said(value)
    )
    return f"({said})" if ", " in said else said or "0"


def _with(key: str, said: str) -> str:
    if said == "yes":
        return key
    return f"{key} ({said})" if ", " in said else f"{key} {said}"


def _names(names: list[str]) -> str:
    """Names that begin with the same word, as long as they follow each other, are put together."""
    groups: list[tuple[str, list[str]]] = []
    for name in names:
        head, _, tail = name.partition("-")
        if not groups or groups[-1][0] != head or not tail:
            groups.append((head, []))
        groups[-1][1].append(tail)
    between = ", " if any(" " in name for name in names) else " "
    shown = []
    for head, tails in _joined(groups):
        tallied = [f"{tail}{_times(tails.count(tail))}" for tail in dict.fromkeys(tails)]
        shown.append(f"{head}-{'/'.join(tallied)}" if tails[0] else f"{head}{_times(len(tails))}")
    return between.join(shown)


def _joined(groups: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Names of one word that follow each other are one group too."""
    joined: list[tuple[str, list[str]]] = []
    for head, tails in groups:
        if joined and joined[-1] == (head, [""] * len(joined[-1][1])) and tails == [""]:
            joined[-1][1].append("")
        else:
            joined.append((head, tails))
    return joined


def _times(count: int) -> str:
    return "" if count == 1 else f"x{count}"


def _numbers(numbers: list[int]) -> str:
    """Four or more of the same in a row are told once."""
    runs = [(number, len(list(same))) for number, same in groupby(numbers)]
    return " ".join(f"{number}x{count}" if count > 3 else " ".join([str(number)] * count) for number, count in runs)


def _points(lines: dict[str, int | None]) -> str:
    """The points of a seat; `+?` where some are hidden."""
    known = [points for points in lines.values() if points is not None]
    said = ", ".join(f"{line} {points}" for line, points in lines.items() if points)
    more = "+?" if len(known) < len(lines) else ""
    return f"{sum(known)}{more}" + (f" ({said})" if said else "")


def _question(view: dict[str, Any]) -> list[str]:
    decision = view["decision"]
    if decision is None:
        return ["the game is over"]
    lines = [f"asked: {decision['prompt']} [{', '.join(decision['rules'])}]"]
    fields = [
        _said({key: part for key, part in top.items() if key not in ("kind", "seat")}) for top in view["pending"][-1:]
    ]
    if any(fields):
        lines.append(f"about: {fields[0]}")
    choices = [choice["choice"] for choice in view["choices"]]
    if choices:
        lines.append(f"choices: {numbered(choices)}")
    return lines


def numbered(choices: list[str]) -> str:
    """`1 pass; bid: 2 5, 3 6`: the words that choices in a row share are said once.

    So are long rows that differ in those words alone: `play x: 1 a1, 2 b1, 3 c1, 4 d1; play y: 5 a1 to 8 d1 alike`.
    """
    groups: list[tuple[str, list[str], int]] = []
    for number, choice in enumerate(choices, 1):
        head, _, tail = choice.rpartition(" ")
        if groups and head and groups[-1][0] == head:
            groups[-1][1].append(tail)
        else:
            groups.append((head, [tail], number))
    shown = []
    before: list[str] = []
    for head, tails, first in groups:
        if len(tails) >= LONG_ROW and tails == before:
            shown.append(f"{head}: {first} {tails[0]} to {first + len(tails) - 1} {tails[-1]} alike")
        else:
            shown.append(_group(head, [f"{number} {tail}" for number, tail in enumerate(tails, first)]))
        before = tails
    return "; ".join(shown)


def _group(head: str, shown: list[str]) -> str:
    if not head:
        return shown[0]
    if len(shown) == 1:
        number, _, tail = shown[0].partition(" ")
        return f"{number} {head} {tail}"
    return f"{head}: {', '.join(shown)}"
