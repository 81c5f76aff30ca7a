"""How a position looks to people: a game brings a board for the terminal and drawings as SVG in modules of its folder.

`terminal` has `draw(game, view, names, scores, width)` and needs Rich; `drawing` has `sheet(game)`, all components of
the game, and `table(game, view)`, a position as its viewer may see it, and needs nothing.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import types
from typing import Any

from cairn.core import compact
from cairn.core.contract import Game, State, View


def module_of(game: Game, name: str) -> types.ModuleType | None:
    """A module of the game's folder, if there is one."""
    whole = f"{game.package}.{name}"
    if not game.package or importlib.util.find_spec(whole) is None:
        return None
    return importlib.import_module(whole)


def seen(state: State, seat: int | None) -> View:
    """The view of a seat; if none is given, of the one that is asked, and at the end that of a spectator."""
    return state.view(state.seat if seat is None and state.seat >= 0 else seat)


def text(state: State, seat: int | None, whole: bool) -> str:
    """The position in words; see `State.text`."""
    return compact.text(seen(state, seat), whole)


def show(state: State, seat: int | None) -> None:
    """Print the board; see `State.show`."""
    try:
        from rich.console import Console
    except ImportError:
        raise ImportError("show() draws with Rich: install it with `pip install 'cairn-tabletop[cli]'`") from None
    console = Console(highlight=False)
    game = state.setup.game
    view = seen(state, seat)
    names = [f"Seat {number}" for number in range(state.setup.seats)]
    board: Any = module_of(game, "terminal")
    if board is None:
        console.print(json.dumps(view["zones"], indent=2), markup=False)
    else:
        console.print(board.draw(game, view, names, view["scores"], console.width))


def svg(state: State, seat: int | None) -> str | None:
    """The table as SVG, or None for a game without drawings."""
    drawing: Any = module_of(state.setup.game, "drawing")
    if drawing is None:
        return None
    drawn: str = drawing.table(state.setup.game, seen(state, seat))
    return drawn
