"""Writes content packs: single values by their place in the content, as TOML that `core/packs.py` reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from cairn.core.content import content_data, pack_header
from cairn.core.errors import BadContent
from cairn.core.packs import LABELS, PACK

PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")


def value_at(data: Any, place: str) -> Any:
    """What is at a place such as `cards.mountains.licancabur.energy` or `even_start.4.0`: entries go by id or name."""
    at = data
    for name in place.split("."):
        found, at = _inside(at, name)
        if not found:
            raise BadContent(place, f"the content has nothing that is called '{name}' there")
    return at


def _inside(at: Any, name: str) -> tuple[bool, Any]:
    if isinstance(at, dict):
        return name in at, at.get(name)
    if isinstance(at, list):
        for entry in at:
            if isinstance(entry, dict) and name in [entry.get(label) for label in LABELS]:
                return True, entry
        if name.isdecimal() and int(name) < len(at):
            return True, at[int(name)]
    return False, None


def changed(data: Any, changes: dict[str, Any]) -> dict[str, Any]:
    """The tables of a pack that puts these values in these places. Lists without names are given whole."""
    tables: dict[str, Any] = {}
    for place, value in changes.items():
        value_at(data, place)
        _put(tables, data, place.split("."), value)
    return tables


def _put(tables: dict[str, Any], data: Any, names: list[str], value: Any) -> None:
    name, rest = names[0], names[1:]
    _, inside = _inside(data, name)
    if not rest:
        tables[name] = value
    elif isinstance(inside, list) and not _has_names(inside):
        tables[name] = _with(tables.get(name, inside), rest, value)
    else:
        _put(tables.setdefault(name, {}), inside, rest, value)


def _has_names(entries: list[Any]) -> bool:
    return bool(entries) and all(
        isinstance(entry, dict) and any(label in entry for label in LABELS) for entry in entries
    )


def _with(at: Any, names: list[str], value: Any) -> Any:
    """A copy of a list or table with one value changed."""
    if not names:
        return value
    if isinstance(at, list):
        number = int(names[0])
        return [_with(item, names[1:], value) if place == number else item for place, item in enumerate(at)]
    return {**at, names[0]: _with(at[names[0]], names[1:], value)}


def content_text(package: str, path: Path) -> str:
    """A content file, or a pack with all that it is based on as one pack of the same content."""
    header = pack_header(path)
    if header is None or not header.base:
        return path.read_text(encoding="utf-8")
    about = {"game": header.game, **({"title": header.title} if header.title else {})}
    return pack_text(about, _different(content_data(package), content_data(package, path)))


def _different(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What another content has instead; lists whole."""
    found = {}
    for name, value in after.items():
        was = before.get(name)
        if isinstance(was, dict) and isinstance(value, dict):
            if was != value:
                found[name] = _different(was, value)
        elif was != value:
            found[name] = value
    return found


def pack_text(header: dict[str, str], tables: dict[str, Any]) -> str:
    """A pack as a file."""
    return "\n".join(_lines({PACK: header, **tables}, [])).strip() + "\n"


def _lines(table: dict[str, Any], path: list[str]) -> list[str]:
    values = [f"{_key(name)} = {_value(value)}" for name, value in table.items() if not isinstance(value, dict)]
    head = [f"[{'.'.join(map(_key, path))}]", *values, ""] if path and (values or not table) else []
    inside = [line for name, value in table.items() if isinstance(value, dict) for line in _lines(value, [*path, name])]
    return head + inside


def _key(name: str) -> str:
    return name if PLAIN.fullmatch(name) else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)} = {_value(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
