"""Reads positions, content files and records, field by field, and refuses what cannot be, naming its place.

All three are JSON or TOML that somebody else may have written. `Fields` is one object of such data. Whoever reads it
says which error a bad one is: BadPosition, BadContent or BadRecord. `end` finds what nobody has asked for.
"""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Final

from cairn.core.errors import BadContent, BadData, BadPosition
from cairn.core.message import counted
from cairn.core.packs import Header, is_pack, merged

PROVENANCE: Final = ["printed", "ruling", "ours"]
"""Where a part of a content file comes from: the box, our answer where the rulebook has none, our own design."""


class Fields:
    """One object with fields, and its path for messages: `decisions[0]`, or a file or line, ending in ": "."""

    def __init__(self, data: object, path: str, error: type[BadData] = BadPosition) -> None:
        self._path = path
        self._error = error
        if not isinstance(data, dict):
            whole = "position" if error is BadPosition else "file"
            raise error(path.removesuffix(": ") or whole, f"should be an object with fields, not {_short(data)}")
        self._data: dict[str, object] = data
        self._used: set[str] = set()

    def where(self, name: str) -> str:
        path = self._path
        return f"{path}.{name}" if path and not path.endswith(": ") else f"{path}{name}"

    def refuse(self, name: str, problem: str) -> BadData:
        """The error for a field that cannot be, or for the whole object with ""; the caller raises it."""
        return self._error(self.where(name) if name else self._path.removesuffix(": "), problem)

    def has(self, name: str) -> bool:
        """Whether a field that may be left out is there; `end` knows it from then on."""
        self._used.add(name)
        return name in self._data

    def names(self) -> list[str]:
        return list(self._data)

    def value(self, name: str) -> object:
        """What a field holds, whatever that is."""
        if name not in self._data:
            raise self.refuse(name, "is missing")
        self._used.add(name)
        return self._data[name]

    def number(self, name: str, low: int, high: int) -> int:
        value = self.value(name)
        if not _is_number(value, low, high):
            raise self.refuse(name, f"should be a whole number from {low} to {high}, not {_short(value)}")
        assert isinstance(value, int)
        return value

    def decimal(self, name: str, low: float, high: float) -> float:
        value = self.value(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise self.refuse(name, f"should be a number from {low} to {high}, not {_short(value)}")
        return float(value)

    def flag(self, name: str) -> bool:
        value = self.value(name)
        if not isinstance(value, bool):
            raise self.refuse(name, f"should be true or false, not {_short(value)}")
        return value

    def text(self, name: str) -> str:
        value = self.value(name)
        if not isinstance(value, str) or not value:
            raise self.refuse(name, f"should be a text, not {_short(value)}")
        return value

    def one_of(self, name: str, known: list[str]) -> int:
        """One of some words, as its number in `known`."""
        value = self.value(name)
        if not isinstance(value, str) or value not in known:
            raise self.refuse(name, f"should be one of {', '.join(known)}, not {_short(value)}")
        return known.index(value)

    def one_named(self, name: str, names: list[str]) -> int:
        """One component by its name, as its number in the table `names`."""
        value = self.value(name)
        if not isinstance(value, str) or value not in names:
            raise self.refuse(name, f"there is no component {_short(value)} in this game")
        return names.index(value)

    def items(self, name: str, count: int = -1) -> list[Any]:
        """A list; of exactly `count` entries unless that is -1."""
        value = self.value(name)
        if not isinstance(value, list):
            raise self.refuse(name, f"should be a list, not {_short(value)}")
        if count >= 0 and len(value) != count:
            raise self.refuse(name, f"should have {counted(count, 'entry', 'entries')}, not {len(value)}")
        return value

    def numbers(self, name: str, low: int, high: int, count: int = -1) -> list[int]:
        """A list of numbers within bounds; of exactly `count` of them unless that is -1."""
        items = self.items(name, count)
        for i, item in enumerate(items):
            if not _is_number(item, low, high):
                problem = f"should be a whole number from {low} to {high}, not {_short(item)}"
                raise self.refuse(f"{name}[{i}]", problem)
        return items[:]

    def texts(self, name: str, count: int = -1) -> list[str]:
        items = self.items(name, count)
        for i, item in enumerate(items):
            if not isinstance(item, str) or not item:
                raise self.refuse(f"{name}[{i}]", f"should be a text, not {_short(item)}")
        return items[:]

    def named(self, name: str, names: list[str]) -> list[int]:
        """A list of components by name, as their numbers in the table `names`."""
        table = {known: number for number, known in enumerate(names)}
        numbers: list[int] = []
        for i, item in enumerate(self.items(name)):
            number = table.get(item) if isinstance(item, str) else None
            if number is None:
                raise self.refuse(f"{name}[{i}]", f"there is no component {_short(item)} in this game")
            numbers.append(number)
        return numbers

    def table(self, name: str) -> dict[str, Any]:
        """An object as it is, for somebody else to check."""
        value = self.value(name)
        if not isinstance(value, dict):
            raise self.refuse(name, f"should be an object with fields, not {_short(value)}")
        return value

    def part(self, name: str) -> Fields:
        """An object within this one."""
        return Fields(self.value(name), self.where(name), self._error)

    def part_if_there(self, name: str) -> Fields:
        """The same, or one without any field if it is missing."""
        return self.part(name) if self.has(name) else Fields({}, self.where(name), self._error)

    def parts(self, name: str, count: int = -1, label: str = "") -> list[Fields]:
        """A list of objects. Messages number them, or name them by their field `label`."""
        found: list[Fields] = []
        for i, item in enumerate(self.items(name, count)):
            known = item.get(label) if label and isinstance(item, dict) else None
            mark = known if isinstance(known, str) and known else str(i)
            found.append(Fields(item, f"{self.where(name)}[{mark}]", self._error))
        return found

    def provenance(self) -> str:
        """Where a part of a content file says that it comes from."""
        return PROVENANCE[self.one_of("provenance", PROVENANCE)]

    def end(self) -> None:
        """Refuse fields that nobody asked for: a misspelt one would otherwise be lost silently."""
        for name in self._data:
            if name not in self._used:
                known = ", ".join(sorted(self._used)) or "none"
                raise self.refuse(name, f"is not a field here; known are: {known}")


def content_fields(data: object, source: str = "content.toml") -> Fields:
    """The data of a content file, to be read field by field."""
    return Fields(data, f"{source}: ", BadContent)


def read_content(package: str, path: str | Path | None = None) -> Fields:
    """The content of a game's package, of another file of that form, or of a pack. BadContent if it cannot be read."""
    if path is None:
        return content_fields(content_data(package))
    return content_fields(content_data(package, path), str(path))


def content_data(package: str, path: str | Path | None = None) -> dict[str, Any]:
    """The same as plain data, with the changes of packs made and nothing checked."""
    if path is None:
        return read_toml(package, "content.toml")
    return _file_data(package, Path(path), [])


def _file_data(package: str, path: Path, above: list[Path]) -> dict[str, Any]:
    data = parsed_toml(_file_text(path), str(path))
    if not is_pack(data):
        return data
    if path.resolve() in above:
        raise BadContent(f"{path}: pack.base", "leads back to this pack")
    base = Header(data, str(path)).base
    below = [*above, path.resolve()]
    if base and not (path.parent / base).is_file():
        raise BadContent(f"{path}: pack.base", f"there is no file '{base}' beside this pack")
    return merged(_file_data(package, path.parent / base, below) if base else content_data(package), data, str(path))


def pack_header(path: str | Path) -> Header | None:
    """What a content file says of itself if it is a pack."""
    data = parsed_toml(_file_text(Path(path)), str(path))
    return Header(data, str(path)) if is_pack(data) else None


def read_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a game's package; empty if the game does not bring it."""
    file = resources.files(package) / name
    return parsed_toml(file.read_text(encoding="utf-8"), name) if file.is_file() else {}


def parsed_toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise BadContent(source, f"is not TOML: {mistake}") from None


def parsed_json(text: str, error: type[BadData]) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as mistake:
        place = f"line {mistake.lineno}, column {mistake.colno}"
        raise error(place, f"the file is truncated or not JSON ({mistake.msg})") from None
    except (ValueError, RecursionError) as refused:
        raise error("file", f"has a number too long or is nested too deeply ({refused})") from None


def _file_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as unreadable:
        raise BadContent(str(path), f"cannot be read: {unreadable.strerror}") from None
    except UnicodeDecodeError as broken:
        raise BadContent(str(path), f"is not UTF-8 text, at byte {broken.start}") from None


def _is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
