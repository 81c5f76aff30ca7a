"""5 Towers as SVG: every card, or a table with its display and everybody's towers."""

from __future__ import annotations

from typing import Any, Final

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, drawn, points_known, shown
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
            _card(pen, game, kind, value, value * (wide + GAP), row * (tall + GAP))
    down = len(content.types) * (tall + GAP) + 10
    pen.write(0, down, drawn(game, "twice", seats=content.extra_from_seats), 13, fill=DIM)
    return pen.svg(drawn(game, "sheet", game=game.title))


def part(game: cairn.Game, name: str) -> str:
    """One card by its name; empty if there is none."""
    content = _content(game)
    kind, _, value = name.rpartition("-")
    if kind not in content.types or not value.isdecimal() or int(value) > content.highest:
        return ""
    pen = Pen()
    _card(pen, game, kind, int(value), 0, 0)
    return pen.svg(name)


def table(game: cairn.Game, view: View) -> str:
    """The display, the bidding and every seat's towers as the viewer may see them."""
    content = _content(game)
    pen = Pen()
    zones = view["zones"]
    pen.write(0, 0, drawn(game, "deck", number=zones["deck_number"], n=zones["deck"]["count"]), 15, bold=True)
    pen.write(0, 22, drawn(game, "discard", n=len(zones["discard"])), 12, fill=DIM)
    pen.write(0, 42, _bidding(game, view), 13)
    wide, tall = CARD
    x = 0.0
    for name in zones["display"] + zones["hand"]:
        kind, value = name.rsplit("-", 1)
        _card(pen, game, kind, int(value), x, 62)
        x += wide + GAP
    if zones["hand"]:
        start = len(zones["display"]) * (wide + GAP)
        pen.write(start, 62 + tall + 12, drawn(game, "taken"), 12)
    yards = [player["towers"] for player in zones["players"]]
    levels = max([LOWEST, *(len(tower) for towers in yards for tower in towers.values())])
    yard = (len(content.types) * (BLOCK[0] + GAP) + GAP, levels * BLOCK[1] + 112)
    for seat, player in enumerate(zones["players"]):
        left = seat % PER_ROW * (yard[0] + 16)
        top = 62 + tall + 30 + seat // PER_ROW * (yard[1] + 16)
        _yard(pen, game, view, seat, player, view["scores"][seat], left, top, yard)
    return pen.svg(drawn(game, "table", game=game.title))


def _card(pen: Pen, game: cairn.Game, kind: str, value: int, x: float, y: float) -> None:
    wide, tall = CARD
    pen.rect(x, y, wide, tall, FACES.get(kind, PAPER))
    pen.write(x + wide / 2, y + 14, _kind(game, kind), 12, anchor="middle")
    pen.write(x + wide / 2, y + 40, str(value), 24, bold=True, anchor="middle")
    pen.write(x + wide / 2, y + tall - 11, _special(game, value), 10, anchor="middle")


def _kind(game: cairn.Game, kind: str) -> str:
    return game.texts.say("board", f"kind-{kind}", {})


def _special(game: cairn.Game, value: int) -> str:
    content = _content(game)
    if value == content.roof:
        return drawn(game, "roof")
    below = content.highest
    if all(content.fits[top * 16 + value] for top in range(below + 1) if top != content.roof):
        return drawn(game, "on-any")
    return drawn(game, "takes-any") if all(content.fits[value * 16 + other] for other in range(below + 1)) else ""


def _bidding(game: cairn.Game, view: View) -> str:
    zones = view["zones"]
    if view["seat"] < 0:
        return drawn(game, "over")
    if zones["bid"] is None:
        return drawn(game, "no-bid", number=zones["start"])
    return drawn(game, "bid", bid=zones["bid"], number=zones["bidder"])


def _yard(
    pen: Pen,
    game: cairn.Game,
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
    pen.write(x + GAP, y + 18, drawn(game, "seat", number=seat), 15, bold=True, fill=SEATS[seat])
    pen.write(
        x + size[0] - GAP,
        y + 18,
        drawn(game, "points", **points_known(lines)),
        14,
        bold=True,
        anchor="end",
    )
    if asked:
        pen.write(x + size[0] / 2, y + 18, drawn(game, "asked"), 12, anchor="middle")
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
        pen.write(middle, ground + 12, _kind(game, kind), 12, anchor="middle")
        pen.write(middle, ground + 28, shown(lines.get(kind)), 12, anchor="middle", fill=DIM)
    pen.line(x + GAP, ground, x + size[0] - GAP, ground, thick=2)
    torn = len(player["torn"])
    main, lost = shown(lines["main tower"]), shown(lines["teardown"])
    pen.write(x + GAP, ground + 50, drawn(game, "extra", main=main, n=torn, lost=lost), 12)


def _content(game: cairn.Game) -> Content:
    assert isinstance(game, FiveTowers)
    return game.content
