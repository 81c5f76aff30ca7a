"""Solstis as SVG: the whole mountain with its fires and spirits, or a table with both panoramas."""

from __future__ import annotations

from typing import Any, Final

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, drawn, points_known
from cairn.core.svg import DIM, INK, SEATS, Pen
from cairn.games.solstis.content import Content
from cairn.games.solstis.game import Solstis
from cairn.games.solstis.panorama import HEIGHT, WIDTH

GROUNDS: Final = ("#f8cfc9", "#fbdcb8", "#d3ecd0", "#cfe0f7", "#f8d5e8", "#ddd2f6")
CELL: Final = 52.0
GAP: Final = 16.0
FLAME: Final = "#d35400"
PER_ROW: Final = 3


def sheet(game: cairn.Game) -> str:
    """The mountain with every land tile in its place, and the spirits with what they do."""
    content = _content(game)
    pen = Pen()
    pen.write(0, 0, drawn(game, "land"), 14, bold=True)
    for tile in content.tiles:
        _tile(pen, content, content.names[tile], *_place(content.names[tile], 0, 20))
    down = 20 + HEIGHT * CELL + 34
    pen.write(0, down - 12, drawn(game, "spirits"), 14, bold=True)
    for number in range(len(content.spirits)):
        _card(pen, game, number, number % PER_ROW * 208, down + 4 + number // PER_ROW * 56)
    return pen.svg(drawn(game, "sheet", game=game.title))


def part(game: cairn.Game, name: str) -> str:
    """One land tile or spirit by its name; empty if there is none."""
    content = _content(game)
    pen = Pen()
    if name in content.spirits:
        _card(pen, game, content.spirits.index(name), 0, 0)
    elif name in content.names and name:
        _tile(pen, content, name, 0, 0)
    else:
        return ""
    return pen.svg(name)


def table(game: cairn.Game, view: View) -> str:
    """The display, the spirits that lie open and both panoramas as the viewer may see them."""
    content = _content(game)
    pen = Pen()
    zones = view["zones"]
    pen.write(0, 0, drawn(game, "display", pile=zones["pile"], rainbows=zones["rainbow_supply"]), 14, bold=True)
    x = 0.0
    for tile in zones["display"]:
        _tile(pen, content, tile, x, 14)
        if tile in zones["hidden_below"]:
            pen.write(x + CELL / 2, 14 + CELL + 9, drawn(game, "below"), 10, anchor="middle", fill=DIM)
        x += CELL + 6
    if zones["played"] is not None:
        pen.write(x + 16, 14 + CELL / 2, drawn(game, "played"), 12)
        _tile(pen, content, zones["played"], x + 64, 14)
    row, pile = zones["spirit_row"], zones["spirit_pile"]
    open_ = drawn(game, "spirit-row", spirits=row, n=pile) if row else drawn(game, "spirits-unseen", n=pile)
    pen.write(0, 14 + CELL + 30, open_, 13)
    if zones["evil"] is not None:
        pen.write(0, 14 + CELL + 50, drawn(game, "evil", number=zones["evil"]), 13, bold=True, fill="#a11")
    for seat, player in enumerate(zones["players"]):
        left = seat * (WIDTH * CELL + 2 * GAP + 16)
        _panorama(pen, game, view, seat, player, view["scores"][seat], left, 14 + CELL + 68)
    return pen.svg(drawn(game, "table", game=game.title))


def _panorama(
    pen: Pen, game: cairn.Game, view: View, seat: int, player: dict[str, Any], lines: Lines, x: float, y: float
) -> None:
    content = _content(game)
    asked = seat == view["seat"]
    wide, tall = WIDTH * CELL + 2 * GAP, HEIGHT * CELL + 36 + 16 + CELL + GAP
    pen.rect(x, y, wide, tall, fill="#fbfbfb", stroke=SEATS[seat], thick=4 if asked else 1.5)
    pen.write(x + GAP, y + 20, drawn(game, "seat", number=seat), 15, bold=True, fill=SEATS[seat])
    if asked:
        pen.write(x + wide / 2, y + 20, drawn(game, "asked"), 12, anchor="middle")
    pen.write(
        x + wide - GAP,
        y + 20,
        drawn(game, "points", **points_known(lines)),
        14,
        bold=True,
        anchor="end",
    )
    left, top = x + GAP, y + 36
    for tile in content.tiles:
        name = content.names[tile]
        at = _place(name, left, top)
        if name in player["land"]:
            _tile(pen, content, name, *at)
        elif name in player["rainbows"]:
            pen.rect(*at, CELL - 3, CELL - 3, fill="#eef7ff")
            pen.write(at[0] + CELL / 2 - 1.5, at[1] + 18, name, 12, bold=True, anchor="middle")
            pen.write(at[0] + CELL / 2 - 1.5, at[1] + 36, drawn(game, "rainbow"), 11, anchor="middle")
        else:
            pen.rect(*at, CELL - 3, CELL - 3, fill="none", stroke="#bbbbbb", thick=1, dashed=True)
            pen.write(at[0] + CELL / 2 - 1.5, at[1] + CELL / 2 - 1.5, name, 11, anchor="middle", fill="#767676")
    for placed in player["spirits"]:
        _spirit(pen, game.texts.titles[placed["spirit"]], *_place(placed["square"], left, top))
    down = top + HEIGHT * CELL + 16
    hand = player["hand"]
    if hand is None:
        pen.write(left, down + CELL / 2, drawn(game, "hand-unseen", n=player["hand_count"]), 13)
    else:
        pen.write(left, down + CELL / 2, drawn(game, "hand"), 13)
        for number, tile in enumerate(hand):
            _tile(pen, content, tile, left + 48 + number * (CELL + 4), down)
    if player["rainbows_held"]:
        held = drawn(game, "held", n=player["rainbows_held"])
        pen.write(x + wide - GAP, down + CELL / 2, held, 13, anchor="end")


def _place(name: str, left: float, top: float) -> tuple[float, float]:
    """The upper left corner of a position; the valley is at the bottom."""
    row, column = name.split("-")
    return left + (int(column) - 1) * CELL, top + (HEIGHT - int(row)) * CELL


def _tile(pen: Pen, content: Content, name: str, x: float, y: float) -> None:
    side = CELL - 3
    pen.rect(x, y, side, side, GROUNDS[(int(name[0]) - 1) % len(GROUNDS)], corner=3)
    pen.write(x + side / 2, y + 18, name, 14, bold=True, anchor="middle")
    tile = content.names.index(name)
    if any(fire >> tile & 1 for fire in content.fires):
        middle, foot = x + side / 2, y + side - 5
        pen.polygon([(middle - 6, foot), (middle, foot - 15), (middle + 6, foot)], "#f5b041", FLAME)


def _spirit(pen: Pen, title: str, x: float, y: float) -> None:
    """On the middle of its square, whose lower left tile is at (x, y)."""
    middle, height = x + CELL - 1.5, y
    pen.rect(middle - 38, height - 11, 76, 21, fill="#fffbe6", stroke=INK, corner=10)
    pen.write(middle, height, title, 11, bold=True, anchor="middle")


def _card(pen: Pen, game: cairn.Game, spirit: int, x: float, y: float) -> None:
    content = _content(game)
    pen.rect(x, y, 200, 48, fill="#fbfbfb")
    pen.write(x + 8, y + 14, game.texts.titles[content.spirits[spirit]], 13, bold=True)
    pen.write(x + 8, y + 33, game.texts.say("board", f"deed-{content.deeds[spirit]}", {}), 11, fill=DIM)


def _content(game: cairn.Game) -> Content:
    assert isinstance(game, Solstis)
    return game.content
