"""Content packs that people have made in the lab, and games made from them.

A pack is stored as text. Games are made from files, here and in the processes where bots think, so each pack that is
used lies in a folder of this process, by its text.
"""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import select

import cairn
from cairn.core.contract import Game
from cairn.server.models import packs
from cairn.server.problems import Problem


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    """It goes when this process ends."""
    return tempfile.TemporaryDirectory(prefix="cairn-packs-")


@dataclass(frozen=True)
class Pack:
    id: str
    game: str
    title: str
    text: str

    def file(self) -> Path:
        return file_with(self.text)

    def make(self) -> Game:
        """The game with this content. BadContent if this server's content does not go with it any more."""
        return _made(self.game, self.text)


def file_with(text: str) -> Path:
    path = Path(_folder().name) / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.toml"
    if not path.exists():
        part = path.with_suffix(".part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    return path


_files: dict[str, str] = {}
"""By the mark of a content the file it was made from."""


@lru_cache(maxsize=64)
def _made(slug: str, text: str) -> Game:
    path = file_with(text)
    game = cairn.game(slug, path)
    _files[game.content_mark] = str(path)
    return game


def file_of(game: Game) -> str | None:
    """The file that a game was made from; None for one that comes with Cairn."""
    return _files[game.content_mark] if game.content_mark else None


async def read(connection: Any, id: str) -> Pack:  # noqa: A002
    row = (await connection.execute(select(packs).where(packs.c.id == id))).first()
    if row is None:
        raise Problem("not-found", "There is no such content pack.")
    return Pack(row.id, row.game, row.title, row.text)
