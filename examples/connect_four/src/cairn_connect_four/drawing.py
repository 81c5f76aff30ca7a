"""Connect Four as SVG: the empty board, or a table. Red discs are filled, yellow ones are rings."""

from __future__ import annotations

from typing import Final

import cairn
from cairn.core.contract import View
from cairn.core.svg import INK, PAPER, Pen
from cairn_connect_four.game import ConnectFour

CELL: Final = 46.0
BOARD: Final = "#2f5d8a"
FILLS: Final = ("#d8453e", "#efc23a")


def sheet(game: cairn.Game) -> str:
    """The board as it begins."""
    assert isinstance(game, ConnectFour)
    empty: dict[str, list[str]] = {letter: [] for letter in game.content.letters}
    return _board(game, empty, [], f"The board of {game.title}")


def table(game: cairn.Game, view: View) -> str:
    """The discs as everybody sees them; those in line at the end have a white rim."""
    assert isinstance(game, ConnectFour)
    zones = view["zones"]
    return _board(game, zones["columns"], zones["line"], f"A table of {game.title}")


def _board(game: ConnectFour, columns: dict[str, list[str]], line: list[str], title: str) -> str:
    content = game.content
    pen = Pen()
    pen.rect(0, 0, content.columns * CELL, content.rows * CELL, BOARD, BOARD, corner=10)
    for number, letter in enumerate(content.letters):
        x = (number + 0.5) * CELL
        for row in range(content.rows):
            y = (content.rows - row - 0.5) * CELL
            pen.circle(x, y, CELL * 0.4, PAPER, BOARD)
            if row < len(columns[letter]):
                seat = content.discs.index(columns[letter][row])
                pen.circle(x, y, CELL * 0.38, FILLS[seat], PAPER if f"{letter}{row + 1}" in line else INK)
                if seat:
                    pen.circle(x, y, CELL * 0.2, "none")
        pen.write(x, content.rows * CELL + 14, letter, 14, bold=True, anchor="middle")
    return pen.svg(title)
