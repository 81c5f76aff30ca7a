"""Boards for the terminal, drawn from a view. A game brings its own in the module `terminal` of its folder.

Such a module has `draw(game, view, names, scores, width)`; a game without one gets its zones as an outline.
"""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType

import cairn
from cairn.cli import zones
from cairn.core import faces
from cairn.core.contract import View


def draw(view: View, names: list[str], width: int, game: cairn.Game | None = None) -> RenderableType:
    """The table as the viewer of the view may see it, with one name per seat, for a screen so many characters wide.

    A game with content of its own is handed in.
    """
    shown = game or cairn.game(view["game"])
    drawing: Any = faces.module_of(shown, "terminal") or zones
    board: RenderableType = drawing.draw(shown, view, names, view["scores"], width)
    return board
