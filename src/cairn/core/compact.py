"""A view as compact, complete, stable text: what a language model reads, and a person in a terminal can.

Everything of the view is there; only no, none, an empty pile and a count of 0 go without saying. What the seats have is
a table: `[...]` names its columns once, every seat has a row, and what does not fit into a column stands behind its
name at the end of the row. `-` is an empty place; points with `?` are more by what is hidden. Names that begin with the
same word are put together: `candy-3/7x2` is candy-3 and two of candy-7, `v-1..4` is v-1 to v-4. Choices are numbered
from 1, with what they share said once.

If that would be more than ENOUGH, counts below 10 are digits in a row, and then names are cut to what tells them apart
from every other name of the game, the longest pile first. A line says so. The whole text is never shortened.
"""

from __future__ import annotations

from typing import Any

from cairn.core.errors import CairnError
from cairn.core.message import counted
from cairn.core.registry import game

ENOUGH = 545
"""By `weight`, without the question: that has the names of people in it, and they should not change the rest. With it,
such a text is under 600 tokens."""
BY_SEAT = ("players", "hands")
"""Zones with an object for each seat."""
LONG_ROW = 4
SHORTEST = 3
"""Letters that a cut name keeps at least."""
DIGITS = "short: digits"
CUT = "short: digits, cut names"

_short: dict[str, dict[str, str]] = {}


def text(view: dict[str, Any], whole: bool = False) -> str:
    """The view in lines: where the game stands, the zones, the seats, what is asked, and the choices."""
    zones = view["zones"]
    said = _told(view, zones, "")
    if whole or _size(said) <= ENOUGH:
        return said
    said = _told(view, zones, DIGITS)
    left = _size(said) - ENOUGH
    if left <= 0:
        return said
    short = short_names(view["game"])
    for pile in sorted(_piles(zones), key=lambda pile: -len(_names(pile))):
        if left > -weight(CUT):
            by = [short.get(name, name) for name in pile]
            left -= weight(_names(pile)) - weight(_names(by))
            zones = _replaced(zones, pile, by)
    said = _told(view, zones, CUT)
    if _size(said) <= ENOUGH:
        return said
    choices = [{"choice": _choice_cut(part["choice"], short)} for part in view["choices"]]
    return _told({**view, "choices": choices}, _all_cut(zones, short), CUT)


def _size(said: str) -> int:
    return weight("\n".join(line for line in said.splitlines() if not line.startswith("asked: ")))


def weight(said: str) -> int:
    """About how many tokens a text has: a word one for every four letters, a number one for every three digits."""
    total = 0
    kind = ""
    length = 0
    for letter in said + " ":
        now = "a" if letter.isalpha() else "1" if letter.isdigit() else letter
        if now == kind and now in ("a", "1"):
            length += 1
            continue
        if kind == "a":
            total += (length + 3) // 4
        elif kind == "1":
            total += (length + 2) // 3
        elif kind not in ("", " "):
            total += 1
        kind, length = now, 1
    return total


def short_names(slug: str) -> dict[str, str]:
    """The names of a game's components, each cut to the shortest beginning of a word that no other name has."""
    if slug not in _short:
        _short[slug] = cut_names(_all_names(slug))
    return _short[slug]


def _all_names(slug: str) -> list[str]:
    """None for a game that is not installed here: its names stay whole."""
    try:
        return [name for name in game(slug).texts.sections.get("name", {}) if " " not in name]
    except CairnError:
        return []


def cut_names(names: list[str]) -> dict[str, str]:
    """No other name begins with what is left of one; or, if that is of a later word, has a word that does."""
    first: dict[str, set[str]] = {}
    later: dict[str, set[str]] = {}
    for name in names:
        for at, word in enumerate(name.split("-")):
            for end in range(SHORTEST, len(word) + 1):
                later.setdefault(word[:end], set()).add(name)
                if at == 0:
                    first.setdefault(word[:end], set()).add(name)
    cut: dict[str, str] = {}
    for name in names:
        found = name
        for at, word in enumerate(name.split("-")):
            for end in range(SHORTEST, min(len(word) + 1, len(found))):
                if (later if at else first)[word[:end]] == {name}:
                    found = word[:end]
                    break
        cut[name] = found if weight(found) < weight(name) else name
    return cut


def _told(view: dict[str, Any], zones: dict[str, Any], short: str) -> str:
    """All lines; `short` says how they are shortened, nothing if they are not."""
    viewer = view["viewer"]
    who = "a spectator" if viewer is None else f"seat {viewer}"
    turn = view["turn"]
    seats = counted(view["seats"], "seat")
    lines = [f"{view['game']}, {seats}, seen by {who}; turn {turn['number']} of seat {turn['seat']}"]
    lines += _options(view)
    if short:
        lines.append(short)
    by_seat: dict[str, list[dict[str, Any]]] = {}
    plain: list[str] = []
    for name, value in zones.items():
        said = _said(value)
        if name in BY_SEAT and _is_table(value):
            by_seat[name] = value
        elif isinstance(value, (int, str)) or _is_row(value):
            plain += [_with(name, said)] if said else []
        elif said:
            lines.append(f"{name}: {said}")
    if plain:
        lines.append(", ".join(plain))
    lines += _seats(by_seat, view["scores"], bool(short))
    lines += _question(view)
    return "\n".join(lines)


def _all_cut(value: Any, short: dict[str, str]) -> Any:
    """Names that are not in piles too, and those of what is counted."""
    if isinstance(value, str):
        return short.get(value, value)
    if isinstance(value, list):
        return [_all_cut(item, short) for item in value]
    if isinstance(value, dict):
        counts = _is_counts(value)
        return {short.get(key, key) if counts else key: _all_cut(inner, short) for key, inner in value.items()}
    return value


def _choice_cut(choice: str, short: dict[str, str]) -> str:
    verb, *more = choice.split(" ")
    return " ".join([verb, *(short.get(word, word) for word in more)])


def _options(view: dict[str, Any]) -> list[str]:
    """Those that are not as usual."""
    options: dict[str, Any] = view["options"]
    try:
        usual = {name: option.default for name, option in game(view["game"]).options.items()}
    except CairnError:
        usual = {}
    said = [f"{name} {_value(value)}" for name, value in options.items() if name not in usual or value != usual[name]]
    return [f"options: {', '.join(said)}"] if said else []


def _piles(value: Any) -> list[list[str]]:
    """All lists of names in a value."""
    if isinstance(value, dict):
        return [pile for inner in value.values() for pile in _piles(inner)]
    if not isinstance(value, list):
        return []
    if value and all(isinstance(item, str) for item in value):
        return [value]
    return [pile for item in value for pile in _piles(item)]


def _replaced(value: Any, pile: list[str], by: list[str]) -> Any:
    """The same value, with another list in the place of one."""
    if value is pile:
        return by
    if isinstance(value, dict):
        return {key: _replaced(inner, pile, by) for key, inner in value.items()}
    if not isinstance(value, list) or (value and isinstance(value[0], str)):
        return value
    return [_replaced(item, pile, by) for item in value]


def _is_table(value: Any) -> bool:
    """Objects with the same fields."""
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(isinstance(item, dict) and item and list(item) == list(value[0]) for item in value)
    )


class Table:
    """What the seats have, while it is put together."""

    def __init__(self, seats: int) -> None:
        self.heads: list[str] = []
        self.rows: list[list[str]] = [[] for _ in range(seats)]
        self.ends: list[list[str]] = [[] for _ in range(seats)]
        """What stands behind its name."""

    def add(self, head: str, cells: list[str]) -> None:
        self.heads.append(head)
        for row, cell in zip(self.rows, cells, strict=True):
            row.append(cell)

    def add_first(self, head: str, cells: list[str]) -> None:
        """Plain columns stand together at the beginning."""
        if self.heads:
            self.heads[0] += f" {head}"
            for row, cell in zip(self.rows, cells, strict=True):
                row[0] += f" {cell}"
        else:
            self.add(head, cells)

    def add_end(self, head: str, values: list[Any]) -> None:
        for end, value in zip(self.ends, values, strict=True):
            end += [] if _is_empty(value) else [_with(head, _said(value))]

    def lines(self, between: str) -> list[str]:
        told = [f"seats [{', '.join(_alike(self.heads))}]"]
        for seat, row in enumerate(self.rows):
            told.append(f"{seat}: {'; '.join([between.join(row), *self.ends[seat]])}")
        return told


def _seats(zones: dict[str, list[dict[str, Any]]], scores: list[dict[str, Any]], packed: bool) -> list[str]:
    """A row for each seat: plain values, counts, points, and the rest."""
    plain, counted = Table(len(scores)), Table(len(scores))
    for name, fields in zones.items():
        for key in fields[0]:
            values = [row[key] for row in fields]
            head = key if name == "players" else f"{name} {key}"
            if all(_is_empty(value) for value in values):
                continue
            if all(value is None or isinstance(value, (int, str)) for value in values):
                plain.add_first(head, [_cell(value) for value in values])
            elif all(_is_counts(value) and list(value) == list(values[0]) for value in values):
                names = [name for name in values[0] if any(value[name] for value in values)]
                counted.add(
                    f"{head} {' '.join(names)}", _digits([[row[name] for name in names] for row in values], packed)
                )
            elif all(_is_row(value) and len(value) == len(values[0]) for value in values):
                if any(any(value) for value in values):
                    counted.add(head, _digits(values, packed))
            else:
                counted.add_end(head, values)
    for head, *cells in zip(counted.heads, *counted.rows, strict=True):
        plain.add(head, cells)
    plain.ends = counted.ends
    kinds = [line for line in scores[0] if any(part[line] for part in scores)]
    head = " ".join(["points all", *(kind.replace(" ", "-") for kind in kinds)])
    plain.add(head, [_points(part, kinds) for part in scores])
    return plain.lines(" " if packed else ", ")


def _alike(heads: list[str]) -> list[str]:
    """Groups in a row that count the same are named together: `dice/cubes rest climb`."""
    told: list[str] = []
    before = ""
    for head in heads:
        key, _, names = head.partition(" ")
        if names and names == before:
            first, _, _ = told[-1].partition(" ")
            told[-1] = f"{first}/{key} {names}"
        else:
            told.append(head)
        before = names
    return told


def _digits(rows: list[list[int]], packed: bool) -> list[str]:
    """Counts of each seat, as digits in a row if the text is packed and all are below 10."""
    between = "" if packed and all(0 <= count < 10 for row in rows for count in row) else " "
    return [between.join(map(str, row)) for row in rows]


def _is_empty(value: Any) -> bool:
    if isinstance(value, dict):
        return not any(value.values()) if _is_counts(value) else all(_is_empty(inner) for inner in value.values())
    if isinstance(value, list):
        return all(item is None for item in value)
    return value is None or value is False or value == ""


def _is_row(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(type(item) is int for item in value)


def _is_counts(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(type(inner) is int for inner in value.values())


def _value(value: Any) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _cell(value: Any) -> str:
    """A place in a row, which cannot be left out."""
    if _is_row(value):
        return " ".join(map(str, value))
    if isinstance(value, (int, str)) and value != "":
        return _value(value)
    said = _said(value)
    return f"({said})" if ", " in said else said or "-"


def _said(value: Any) -> str:
    """A value without what is empty in it; an empty text if all of it is."""
    if value is None or value is False or value in ("", [], {}):
        return ""
    if isinstance(value, dict):
        if _is_counts(value) and len(value) > 2:
            return " ".join(f"{key} {count}" for key, count in value.items() if count)
        parts = [(key, _said(inner)) for key, inner in value.items()]
        return ", ".join(_with(key, said) for key, said in parts if said)
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return _names(value)
        if all(type(item) is int for item in value):
            return _numbers(value)
        if all(item is None for item in value):
            return ""
        if all(item is None or isinstance(item, (int, str)) for item in value):
            return " ".join(_cell(item) for item in value).rstrip(" -")
        if _is_table(value) and not _is_counts(value[0]):
            rows = [" ".join(_cell(inner) for inner in item.values()) for item in value]
            return f"[{' '.join(value[0])}] {(' ' if _begin_with_names(value) else '; ').join(rows)}"
        if all(_is_row(item) for item in value):
            return "; ".join(_numbers(item) for item in value)
        parts = [(f"{at}", _said(item)) for at, item in enumerate(value)]
        return "; ".join(_with(at, said) for at, said in parts if said)
    return _value(value)


def _begin_with_names(rows: list[dict[str, Any]]) -> bool:
    """Whether each row is a name and numbers, so that it is plain where one begins."""
    cells = [list(row.values()) for row in rows]
    return all(
        isinstance(first, str) and all(type(cell) is int or _is_row(cell) for cell in more) for first, *more in cells
    )


def _with(key: str, said: str) -> str:
    if said == "yes":
        return key
    return f"{key} ({said})" if ", " in said else f"{key} {said}"


def _names(names: list[str]) -> str:
    """Names that begin with the same word, as long as they follow each other, are put together."""
    groups: list[tuple[str, list[str]]] = []
    for name in names:
        head, _, tail = name.partition("-")
        if not groups or groups[-1][0] != head or not tail or not groups[-1][1][0]:
            groups.append((head, []))
        groups[-1][1].append(tail)
    between = ", " if any(" " in name for name in names) else " "
    shown = []
    for head, tails in _joined(groups):
        shown.append(f"{head}-{'/'.join(_tails(tails))}" if tails[0] else f"{head}{_times(len(tails))}")
    return between.join(shown)


def _tails(tails: list[str]) -> list[str]:
    """Numbers that count up are told by the first and the last: `3..7`."""
    told: list[str] = []
    different = list(dict.fromkeys(tails))
    at = 0
    while at < len(different):
        end = at + 1
        while end < len(different) and _follows(different[end - 1], different[end], tails):
            end += 1
        if end - at < 3:
            told.append(f"{different[at]}{_times(tails.count(different[at]))}")
            at += 1
        else:
            told.append(f"{different[at]}..{different[end - 1]}")
            at = end
    return told


def _follows(before: str, after: str, tails: list[str]) -> bool:
    numbers = before.isdigit() and after.isdigit() and int(after) == int(before) + 1
    return numbers and tails.count(before) == tails.count(after) == 1


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
    """Four or more of the same in a row are told once, and so are four or more that count up."""
    told: list[str] = []
    at = 0
    while at < len(numbers):
        same = _run(numbers, at, 0)
        up = _run(numbers, at, 1)
        if max(same, up) < LONG_ROW:
            told.append(str(numbers[at]))
            at += 1
        elif same >= up:
            told.append(f"{numbers[at]}x{same}")
            at += same
        else:
            told.append(f"{numbers[at]}..{numbers[at + up - 1]}")
            at += up
    return " ".join(told)


def _run(numbers: list[int], first: int, step: int) -> int:
    """How many follow each other by such a step."""
    end = first + 1
    while end < len(numbers) and numbers[end] == numbers[end - 1] + step:
        end += 1
    return end - first


def _points(part: dict[str, Any], kinds: list[str]) -> str:
    """The points of a seat in all, with `?` where some are hidden, and what they are for."""
    known = sum(points for points in part.values() if points is not None)
    more = "?" if None in part.values() else ""
    return " ".join([f"{known}{more}", *("?" if part[kind] is None else str(part[kind]) for kind in kinds)])


def _question(view: dict[str, Any]) -> list[str]:
    decision = view["decision"]
    if decision is None:
        return ["the game is over"]
    lines = [f"asked: {decision['prompt']} [{_names(decision['rules'])}]"]
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
