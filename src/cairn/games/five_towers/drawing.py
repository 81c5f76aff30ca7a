"""5 Towers as SVG: every card, or a table with its display and everybody's towers."""

from __future__ import annotations

from typing import Any, Final

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, shown, total
from cairn.core.svg import DIM, INK, PAPER, SEATS, Pen
from cairn.games.five_towers.content import Content
from cairn.games.five_towers.game import FiveTowers

FACES: Final = {"candy": "#f9d3df", "scary": "#dccff8", "tree": "#cfe9cf", "scrap": "#d9dfe3", "sand": "#f8e7ae"}
CARD: Final = (58.0, 78.0)
BLOCK: Final = (46.0, 22.0)
GAP: Final = 8.0
LOWEST: Final = 5
PER_ROW: Final = 3


def sheet(game: cairn.Game) -> str:
    """Every card by type and value, with what the special values do."""
    content = _content(game)
    pen = Pen()
    wide, tall = CARD
    for row, kind in enumerate(content.types):
        for value in range(content.highest + 1):
            _card(pen, content, kind, value, value * (wide + GAP), row * (tall + GAP))
    down = len(content.types) * (tall + GAP) + 10
    twice = f"Each card is there once; with {content.extra_from_seats} seats or more some values are there twice."
    pen.write(0, down, twice, 13, fill=DIM)
    return pen.svg(f"The cards of {game.title}")


def table(game: cairn.Game, view: View) -> str:
    """The display, the bidding and every seat's towers as the viewer may see them."""
    content = _content(game)
    pen = Pen()
    zones = view["zones"]
    pen.write(0, 0, f"Deck {zones['deck_number']} of 2, {zones['deck']['count']} cards left", 15, bold=True)
    pen.write(0, 22, f"Discard pile: {len(zones['discard'])} cards", 12, fill=DIM)
    pen.write(0, 42, _bidding(view), 13)
    wide, tall = CARD
    x = 0.0
    for name in zones["display"] + zones["hand"]:
        kind, value = name.rsplit("-", 1)
        _card(pen, content, kind, int(value), x, 62)
        x += wide + GAP
    if zones["hand"]:
        start = len(zones["display"]) * (wide + GAP)
        pen.write(start, 62 + tall + 12, "taken in this round", 12)
    yards = [player["towers"] for player in zones["players"]]
    levels = max([LOWEST, *(len(tower) for towers in yards for tower in towers.values())])
    yard = (len(content.types) * (BLOCK[0] + GAP) + GAP, levels * BLOCK[1] + 112)
    for seat, player in enumerate(zones["players"]):
        left = seat % PER_ROW * (yard[0] + 16)
        top = 62 + tall + 30 + seat // PER_ROW * (yard[1] + 16)
        _yard(pen, view, seat, player, view["scores"][seat], left, top, yard)
    return pen.svg(f"A table of {game.title}")


def _card(pen: Pen, content: Content, kind: str, value: int, x: float, y: float) -> None:
    wide, tall = CARD
    pen.rect(x, y, wide, tall, FACES.get(kind, PAPER))
    pen.write(x + wide / 2, y + 14, kind, 12, anchor="middle")
    pen.write(x + wide / 2, y + 40, str(value), 24, bold=True, anchor="middle")
    pen.write(x + wide / 2, y + tall - 11, _special(content, value), 10, anchor="middle")


def _special(content: Content, value: int) -> str:
    if value == content.roof:
        return "roof"
    below = content.highest
    if all(content.fits[top * 16 + value] for top in range(below + 1) if top != content.roof):
        return "on any"
    return "takes any" if all(content.fits[value * 16 + other] for other in range(below + 1)) else ""


def _bidding(view: View) -> str:
    zones = view["zones"]
    if view["seat"] < 0:
        return "The game is over."
    if zones["bid"] is None:
        return f"No bid yet; seat {zones['start']} opens."
    return f"The bid is {zones['bid']} by seat {zones['bidder']}."


def _yard(
    pen: Pen,
    view: View,
    seat: int,
    player: dict[str, Any],
    lines: Lines,
    x: float,
    y: float,
    size: tuple[float, float],
) -> None:
    """One seat's towers side by side on their ground, and what they are worth."""
    asked = seat == view["seat"]
    pen.rect(x, y, *size, fill="#fbfbfb", stroke=SEATS[seat], thick=4 if asked else 1.5)
    pen.write(x + GAP, y + 18, f"Seat {seat}", 15, bold=True, fill=SEATS[seat])
    pen.write(x + size[0] - GAP, y + 18, f"{shown(total(lines))} points", 14, bold=True, anchor="end")
    if asked:
        pen.write(x + size[0] / 2, y + 18, "is asked", 12, anchor="middle")
    wide, tall = BLOCK
    ground = y + size[1] - 66
    for column, (kind, values) in enumerate(player["towers"].items()):
        left = x + GAP + column * (wide + GAP)
        middle = left + wide / 2
        for level, value in enumerate(values):
            top = ground - (level + 1) * tall
            if value == 0:
                pen.polygon([(left, top + tall), (middle, top), (left + wide, top + tall)], FACES.get(kind, PAPER), INK)
                pen.write(middle, top + tall * 0.68, "0", 12, bold=True, anchor="middle")
            else:
                pen.rect(left, top, wide, tall, FACES.get(kind, PAPER), corner=2)
                pen.write(middle, top + tall / 2, str(value), 13, bold=True, anchor="middle")
        pen.write(middle, ground + 12, kind, 12, anchor="middle")
        pen.write(middle, ground + 28, shown(lines.get(kind)), 12, anchor="middle", fill=DIM)
    pen.line(x + GAP, ground, x + size[0] - GAP, ground, thick=2)
    torn = len(player["torn"])
    words = f"main tower +{shown(lines['main tower'])}, torn down {torn}: {shown(lines['teardown'])}"
    pen.write(x + GAP, ground + 50, words, 12)


def _content(game: cairn.Game) -> Content:
    assert isinstance(game, FiveTowers)
    return game.content
