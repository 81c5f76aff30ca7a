"""`cairn new-game`: a package with a small complete game in it, to be turned into another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import cairn
from cairn.core.errors import CairnError

NAME = re.compile(r"[a-z][a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40
TEMPLATE = ".tmpl"
PACKAGE_FOLDER = "PACKAGE"


class BadName(CairnError):
    """No game can have this name, or be written there."""


def write(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game into a folder that does not exist yet; the files it has then."""
    check_name(name)
    if folder.exists():
        raise BadName(f"{folder} exists already; name another folder with --into")
    words = words_of(name)
    written = []
    for path, text in sorted(_templates(resources.files("cairn.cli") / "skeleton", Path())):
        file = folder / _filled(str(path).removesuffix(TEMPLATE), words)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_filled(text, words), encoding="utf-8")
        written.append(file)
    return written


def check_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadName(
            f"'{name}' cannot be the name of a game: use up to {LONGEST} lower-case letters and digits, "
            "with hyphens between words, such as stone-soup"
        )
    if name in cairn.slugs():
        raise BadName(f"there is already a game '{name}'; choose another name")


def words_of(name: str) -> dict[str, str]:
    """What stands for the name in each place: "stone-soup" is Stone Soup, StoneSoup, cairn_stone_soup and SS."""
    parts = name.split("-")
    initials = "".join(part[0] for part in parts if part[0].isalpha())
    letters = initials if len(initials) > 1 else "".join(letter for letter in name if letter.isalpha())
    return {
        "@slug@": name,
        "@package@": f"cairn_{name.replace('-', '_')}",
        PACKAGE_FOLDER: f"cairn_{name.replace('-', '_')}",
        "@title@": " ".join(part.capitalize() for part in parts),
        "@Class@": "".join(part.capitalize() for part in parts),
        "@XX@": (letters + "xx")[:2].upper(),
    }


def _templates(folder: Traversable, path: Path) -> Iterator[tuple[Path, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _templates(entry, path / entry.name)
        elif entry.name.endswith(TEMPLATE):
            yield path / entry.name, entry.read_text(encoding="utf-8")


def _filled(text: str, words: dict[str, str]) -> str:
    for word, meaning in words.items():
        text = text.replace(word, meaning)
    return text
