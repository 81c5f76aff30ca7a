"""Whether the shapes that a game declares in `views.py` hold in play."""

from __future__ import annotations

import importlib

from cairn.core.chance import Dice
from cairn.core.content import read_toml
from cairn.core.contract import Game
from cairn.core.shapes import misfit


def misfits(game: Game) -> list[str]:
    """Where views of random games, and the content, are not as declared; the first place of each view."""
    shapes = importlib.import_module(f"{game.package}.views")
    content = read_toml(game.package, "content.toml")
    found = [misfit(content, shapes.Content, "content")]
    for seats in game.seats:
        dice = Dice(seats)
        state = game.start(seats, dice)
        while state.seat >= 0:
            views = [state.view(viewer) for viewer in (None, *range(seats))]
            found += [misfit(view["zones"], shapes.Zones, "zones") for view in views]
            state.apply(state.offered[dice.pick(len(state.offered))], dice)
    return [problem for problem in found if problem]
