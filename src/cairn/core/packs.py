"""Content packs: a small file that changes, adds or removes single entries of a game's content.

    [pack]
    game = "peaks"
    title = "An easier Licancabur"        # optional, as is `base`, another content file or pack beside this one

    [cards.mountains.licancabur]          # an entry is found by its `id` or `name`
    energy = 8

    [cards.mountains.ben-nevis]
    remove = true

    [display]
    slots = 5

A new entry says `add = true` and all its fields. Everything else must be there already, so that a slip of the pen is
an error, not a pack that changes nothing. What comes out is read and checked like any other content.
"""

from __future__ import annotations

import difflib
from typing import Any, Final

from cairn.core.errors import BadContent
from cairn.core.fields import Fields, content_fields

PACK: Final = "pack"
ADD: Final = "add"
REMOVE: Final = "remove"
LABELS: Final = ("id", "name")


class Change:
    """One thing that a pack makes different. `before` is None for what was added, `after` for what was removed."""

    def __init__(self, place: str, before: object, after: object) -> None:
        self.place = place
        self.before = before
        self.after = after

    def __repr__(self) -> str:
        return f"{self.place}: {self.before!r} -> {self.after!r}"


def is_pack(data: dict[str, Any]) -> bool:
    return PACK in data


class Header:
    """The table [pack] of a pack."""

    def __init__(self, data: dict[str, Any], source: str) -> None:
        header = content_fields(data, source).part(PACK)
        self.game = header.text("game")
        self.title = header.text("title") if header.has("title") else ""
        self.base = header.text("base") if header.has("base") else ""
        header.end()


def merged(base: dict[str, Any], pack: dict[str, Any], source: str) -> dict[str, Any]:
    """The content with the changes of a pack. BadContent names the entry of a change that has nothing to change."""
    changes = {name: value for name, value in pack.items() if name != PACK}
    return _merged_table(base, changes, f"{source}: ")


def _merged_table(base: dict[str, Any], changes: dict[str, Any], place: str, optional: bool = False) -> dict[str, Any]:
    """With `optional`, a field that is not there may be given: entries leave out what is usual."""
    result = dict(base)
    for name, change in changes.items():
        at = _inside(place, name)
        was = base.get(name)
        if name not in base and not optional:
            raise BadContent(at, f"is nothing that the content has{_perhaps(name, list(base))}")
        if not isinstance(change, dict) or was is None:
            result[name] = change
        elif isinstance(was, dict):
            result[name] = _merged_table(was, change, at)
        elif _label(was):
            result[name] = _merged_entries(was, change, at)
        else:
            raise BadContent(at, "has no entries with an id or name: give the whole value")
    return result


def _merged_entries(base: list[dict[str, Any]], changes: dict[str, Any], place: str) -> list[dict[str, Any]]:
    label = _label(base)
    known = [str(entry[label]) for entry in base]
    result = [dict(entry) for entry in base]
    for name, change in changes.items():
        at = f"{place}[{name}]"
        said = Fields(change, at, BadContent)
        fields = {key: said.value(key) for key in said.names() if key not in (ADD, REMOVE)}
        is_new = said.has(ADD) and said.flag(ADD)
        if said.has(REMOVE) and said.flag(REMOVE):
            if fields or is_new:
                raise BadContent(at, "is removed: nothing else can be said of it")
            if name not in known:
                raise BadContent(at, f"is no entry{_perhaps(name, known)}")
            result = [entry for entry in result if entry[label] != name]
        elif is_new:
            if name in known:
                raise BadContent(at, "is there already: leave `add` out to change it")
            result.append({label: name, **fields})
        elif name not in known:
            raise BadContent(at, f"is no entry{_perhaps(name, known)}; a new one needs `add = true`")
        else:
            result = [
                _merged_table(entry, fields, at, optional=True) if entry[label] == name else entry for entry in result
            ]
    return result


def _label(entries: object) -> str:
    """The field by which all entries of a list are told apart; empty if there is none."""
    if not isinstance(entries, list) or not entries:
        return ""
    for label in LABELS:
        names = [entry.get(label) for entry in entries if isinstance(entry, dict)]
        texts = {name for name in names if isinstance(name, str)}
        if len(texts) == len(entries):
            return label
    return ""


def _inside(place: str, name: str) -> str:
    return f"{place}{name}" if place.endswith(": ") else f"{place}.{name}"


def _perhaps(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def differences(before: object, after: object, place: str = "") -> list[Change]:
    """What is different between two contents, entry by entry and field by field."""
    if isinstance(before, dict) and isinstance(after, dict):
        found: list[Change] = []
        for name in [*before, *(name for name in after if name not in before)]:
            at = f"{place}.{name}" if place else str(name)
            found += differences(before.get(name), after.get(name), at)
        return found
    label = _label(before)
    if label and _label(after) == label:
        assert isinstance(before, list)
        assert isinstance(after, list)
        found = []
        old = {entry[label]: entry for entry in before}
        new = {entry[label]: entry for entry in after}
        for name in [*old, *(name for name in new if name not in old)]:
            if name in old and name in new:
                found += differences(old[name], new[name], f"{place}[{name}]")
            else:
                found.append(Change(f"{place}[{name}]", old.get(name), new.get(name)))
        return found
    return [] if before == after else [Change(place, before, after)]
