"""The board of Connect Four in a terminal. Red discs are filled and yellow ones are rings; colour only repeats it."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines

MARKS = ["●", "○"]
INKS = ["#e5484d", "#e6b31e"]


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    columns = view["zones"]["columns"]
    discs = game.content.discs  # type: ignore[attr-defined]
    rows = game.content.rows  # type: ignore[attr-defined]
    board = Text()
    for row in reversed(range(rows)):
        board.append(f"{row + 1:>2} ", style="dim")
        for letter, column in columns.items():
            if row >= len(column):
                board.append(" ·", style="dim")
            else:
                seat = discs.index(column[row])
                won = f"{letter}{row + 1}" in view["zones"]["line"]
                board.append(" ")
                board.append(MARKS[seat], style=f"{INKS[seat]}{' reverse' if won else ''}")
        board.append("\n")
    board.append(f"    {' '.join(columns)}\n", style="dim")
    for seat, name in enumerate(names):
        asked = "> " if seat == view["seat"] else "  "
        board.append(asked).append(MARKS[seat], style=INKS[seat]).append(f" {name}\n")
    return board
