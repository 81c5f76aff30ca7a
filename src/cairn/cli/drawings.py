"""Drawings as SVG, for looking closely. A game brings its own in the module `drawing` of its folder.

Such a module has `sheet(game)`, all components of a game, and `table(game, view)`, a position as its viewer may see it.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import cairn
from cairn.core.contract import View


class NothingToDraw(cairn.CairnError):
    """A game without a drawing of its own."""


def sheet(game: cairn.Game) -> str:
    drawn: str = _module(game).sheet(game)
    return drawn


def table(game: cairn.Game, view: View) -> str:
    drawn: str = _module(game).table(game, view)
    return drawn


def _module(game: cairn.Game) -> Any:
    name = f"{game.package}.drawing"
    if not game.package or importlib.util.find_spec(name) is None:
        raise NothingToDraw(f"{game.title} has no drawing; `cairn play {game.slug}` shows its table in the terminal")
    return importlib.import_module(name)
