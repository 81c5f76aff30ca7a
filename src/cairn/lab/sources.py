"""Which rules and bots are running: results of different sources must not be added up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import cairn


def fingerprint(game: cairn.Game) -> str:
    """The same as long as nothing has changed that decides how bots play this game."""
    digest = hashlib.sha256()
    for path in _files(game):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _files(game: cairn.Game) -> Iterator[Path]:
    home = Path(cairn.__file__).parent
    yield from sorted((home / "core").glob("*.py"))
    yield from sorted((home / "bots").glob("*.py"))
    yield home / "lab" / "playing.py"
    if game.package:
        for folder in import_module(game.package).__path__:
            yield from sorted(Path(folder).glob("*.py"))
            yield from sorted(Path(folder).glob("content.toml"))
            yield from sorted(Path(folder).glob("bots.toml"))
            yield from sorted(Path(folder).glob("calibration.toml"))
