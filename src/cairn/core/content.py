"""The files a game brings as TOML: its content, with the changes of packs made, and its settings."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from cairn.core.errors import BadContent
from cairn.core.fields import Fields, content_fields, parsed_toml
from cairn.core.packs import Header, is_pack, merged


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


def _file_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as unreadable:
        raise BadContent(str(path), f"cannot be read: {unreadable.strerror}") from None
    except UnicodeDecodeError as broken:
        raise BadContent(str(path), f"is not UTF-8 text, at byte {broken.start}") from None
