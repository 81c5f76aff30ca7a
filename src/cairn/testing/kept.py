"""Texts that tests compare with: written by a command, then read in a diff."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from cairn.core.registry import bundled, slugs

SHOWN_LINES: Final = 40

Files = Callable[[list[str], Path], Iterator[tuple[Path, str]]]
"""The files of some games in a folder, each with the text it must have."""


def compare(path: Path, text: str) -> list[str]:
    """How a file differs from the text it must have; empty if it does not."""
    found = path.read_text(encoding="utf-8") if path.exists() else ""
    if found == text:
        return []
    return list(difflib.unified_diff(found.splitlines(), text.splitlines(), str(path), "now", lineterm="", n=1))


def keep(files: Files, folder: Path, name: str, about: str, arguments: list[str] | None) -> int:
    """The command that writes or checks such files; its exit code."""
    parser = argparse.ArgumentParser(prog=name, description=about)
    parser.add_argument("games", nargs="*", metavar="GAME", help="slugs; all games that come with Cairn if none")
    parser.add_argument("--check", action="store_true", help="compare and change nothing")
    parser.add_argument("--folder", type=Path, default=folder, help=f"where the files are ({folder})")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.games if name not in slugs()]:
        parser.error(f"there is no game '{unknown[0]}'; there are: {', '.join(slugs())}")
    wrong = 0
    for path, text in files(asked.games or bundled(), asked.folder):
        if asked.check:
            difference = compare(path, text)
            wrong += bool(difference)
            sys.stdout.writelines(f"{line}\n" for line in difference[:SHOWN_LINES])
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {path}\n")
    return 1 if wrong else 0
