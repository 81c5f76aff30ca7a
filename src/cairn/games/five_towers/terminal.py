"""The board of 5 Towers: the display as cards, each seat's towers side by side, growing upward.

A type is told by its name and its column; colour only repeats it.
"""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, points_known, said, shown

INK = {"candy": "#f48fb1", "scary": "#b79af0", "tree": "#7fc97f", "scrap": "#b5bec4", "sand": "#f2cf5b"}
SHORT = {"candy": "ca", "scary": "sy", "tree": "tr", "scrap": "sp", "sand": "sa"}
"""Two letters for narrow screens; three are the beginning of the name."""

FRAME = 4
LOWEST = 3
ROOF = 0


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    zones = view["zones"]
    seats = len(names)
    cell = 3 if seats * (_yard_width(3) + 1) <= width + 1 else 2
    per_row = max(1, min(seats, (width + 1) // (_yard_width(cell) + 1)))
    levels = max([LOWEST, *(len(tower) for player in zones["players"] for tower in player["towers"].values())])
    yards = [
        _yard(
            game,
            zones["players"][seat],
            _title(game, view, seat, names[seat], cell),
            scores[seat],
            cell,
            levels,
            seat == view["seat"],
        )
        for seat in range(seats)
    ]
    parts: list[RenderableType] = [_middle(game, view, names)]
    parts += [_side_by_side(yards[first : first + per_row]) for first in range(0, seats, per_row)]
    if cell == 2:
        parts.append(
            Text("   ".join([*(f"{SHORT[kind]} {kind}" for kind in SHORT), said(game, "main-tower")]), style="dim")
        )
    return Group(*parts)


def _yard_width(cell: int) -> int:
    return len(INK) * (cell + 1) + FRAME - (1 if cell == 3 else 0)


def _side_by_side(parts: list[RenderableType]) -> RenderableType:
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in parts:
        grid.add_column()
    grid.add_row(*parts)
    return grid


def _middle(game: cairn.Game, view: View, names: list[str]) -> RenderableType:
    """The cards of the round, and beside them what is known about the deck and the bidding."""
    zones = view["zones"]
    cards: list[RenderableType] = [_card(card, "") for card in zones["display"]]
    cards += [_card(card, said(game, "in-hand")) for card in zones["hand"]]
    return _side_by_side([*cards, _facts(game, view, names)])


def _card(name: str, place: str) -> RenderableType:
    kind, value = name.rsplit("-", 1)
    face = Text.assemble((f"{kind:^5}\n", INK[kind]), (f"{value:^5}", f"bold {INK[kind]}"))
    frame = box.DOUBLE if place else box.ROUNDED
    return Panel(face, box=frame, subtitle=place or None, border_style=INK[kind], width=5 + FRAME)


def _facts(game: cairn.Game, view: View, names: list[str]) -> Text:
    zones = view["zones"]
    facts = Text()
    facts.append(said(game, "deck", number=zones["deck_number"], n=zones["deck"]["count"]) + "\n")
    facts.append(said(game, "discard", n=len(zones["discard"])) + "\n", style="dim")
    if view["seat"] < 0:
        facts.append(said(game, "over"), style="bold")
    elif zones["bid"] is None:
        facts.append(said(game, "no-bid", seat=names[zones["start"]]))
    else:
        facts.append(said(game, "bid", bid=zones["bid"], seat=names[zones["bidder"]]), style="bold")
    return facts


def _title(game: cairn.Game, view: View, seat: int, name: str, cell: int) -> Text:
    """The name of a seat and how it stands in the bidding, as far as there is room."""
    room = _yard_width(cell) - 6
    asked = seat == view["seat"]
    shown_name = (f"> {name}" if asked else name)[:room]
    bidding = _bidding(game, view, seat)
    title = Text(shown_name, style="bold" if asked else "not dim")
    if bidding and len(shown_name) + 1 + len(bidding) <= room:
        title.append(f" {bidding}", style="not bold italic")
    return title


def _bidding(game: cairn.Game, view: View, seat: int) -> str:
    zones = view["zones"]
    place = (seat - zones["start"]) % view["seats"]
    if view["seat"] < 0:
        return ""
    if seat == zones["bidder"]:
        return said(game, "bids", bid=zones["bid"])
    if place < zones["asked"]:
        return said(game, "out")
    return said(game, "opens") if place == 0 else ""


def _yard(
    game: cairn.Game,
    player: dict[str, dict[str, list[int]]],
    title: Text,
    lines: Lines,
    cell: int,
    levels: int,
    asked: bool,
) -> RenderableType:
    """One seat's towers, what they are worth, and what it tore down."""
    towers = player["towers"]
    rows = [_level(towers, level, cell) for level in range(levels - 1, -1, -1)]
    rows.append(_joined([(kind[:3] if cell == 3 else SHORT[kind], INK[kind]) for kind in towers], cell))
    rows.append(_joined([(shown(lines[kind]), "dim") for kind in towers], cell))
    rows.append(_extras(game, player, lines, cell))
    return Panel(
        Group(*rows),
        title=title,
        subtitle=said(game, "points", **points_known(lines)),
        border_style="bold" if asked else "dim",
        box=box.HEAVY if asked else box.ROUNDED,
        width=_yard_width(cell),
    )


def _level(towers: dict[str, list[int]], level: int, cell: int) -> Text:
    row = []
    for kind, values in towers.items():
        if level >= len(values):
            row.append(("", ""))
        else:
            row.append((_block(values[level], cell), f"bold black on {INK[kind]}"))
    return _joined(row, cell)


def _block(value: int, cell: int) -> str:
    """A card in a tower; a roof is drawn as one."""
    if value == ROOF:
        return "/0\\" if cell == 3 else "0^"
    return f"{value:>2}"


def _joined(parts: list[tuple[str, str]], cell: int) -> Text:
    row = Text()
    for number, (text, style) in enumerate(parts):
        if number:
            row.append(" ")
        row.append(f"{text:^{cell}}" if cell == 3 else f"{text:>{cell}}", style=style)
    return row


def _extras(game: cairn.Game, player: dict[str, dict[str, list[int]]], lines: Lines, cell: int) -> Text:
    """The bonus for the main tower and the price of the teardown pile."""
    torn = len(player["torn"])
    bonus, price = shown(lines["main tower"]), shown(lines["teardown"])
    main = said(game, "main", n=bonus) if cell == 3 else said(game, "main-short", n=bonus)
    wide = cell == 3 and torn > 0
    pile = said(game, "torn", n=torn, points=price) if wide else said(game, "torn-short", points=price)
    return Text.assemble((main, "dim"), " ", (pile, "red" if torn else "dim"), no_wrap=True)
