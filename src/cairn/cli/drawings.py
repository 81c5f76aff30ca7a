"""Drawings as SVG, for looking closely, from the module `drawing` of a game's folder; see core/faces.py."""

from __future__ import annotations

from typing import Any

import cairn
from cairn.core import faces
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
    module = faces.module_of(game, "drawing")
    if module is None:
        raise NothingToDraw(f"{game.title} has no drawing; `cairn play {game.slug}` shows it in the terminal")
    return module
