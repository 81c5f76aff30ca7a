"""The board of Solstis: both panoramas as the mountain they grow into, the display above them.

A tile is told by its name, row and column; colour only repeats the row. A star marks a tile with a fire.
"""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, points_known, said
from cairn.games.solstis.content import Content
from cairn.games.solstis.game import Solstis

INK = {"1": "#f28b82", "2": "#f6b26b", "3": "#8fce8f", "4": "#82b5f2", "5": "#f0a6d0", "6": "#b79af0"}
CELL = 5
COLUMNS = range(1, 11)
PANORAMA_WIDTH = CELL * len(COLUMNS) + 4


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    panoramas = [
        _panorama(game, player, names[seat], scores[seat], seat == view["seat"])
        for seat, player in enumerate(view["zones"]["players"])
    ]
    if width >= 2 * PANORAMA_WIDTH + 1:
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_row(*panoramas)
        return Group(_middle(game, view, names), grid, *_meanings(game, view))
    return Group(_middle(game, view, names), *panoramas, *_meanings(game, view))


def _meanings(game: cairn.Game, view: View) -> list[RenderableType]:
    """What the spirits do that the viewer can choose from now."""
    if view["decision"] is None or view["viewer"] != view["decision"]["seat"]:
        return []
    zones = view["zones"]
    kind = view["decision"]["kind"]
    spirits: list[str] = []
    if kind == "encounter":
        spirits = zones["spirit_row"]
    elif kind in ("keep", "place"):
        spirits = zones["met"] or []
    elif kind == "cover":
        spirits = [placed["spirit"] for placed in zones["players"][1 - view["viewer"]]["spirits"]]
    content = _content()
    lines = Text()
    for spirit in spirits:
        number = content.spirits.index(spirit)
        lines.append(game.texts.titles[spirit], style="bold")
        lines.append(f"  {game.texts.say('effect', content.deeds[number], {})}\n")
    return [lines] if lines else []


def _middle(game: cairn.Game, view: View, names: list[str]) -> RenderableType:
    """The display, and what lies beside it."""
    zones = view["zones"]
    display = Text(said(game, "display"))
    for tile in zones["display"]:
        display.append_text(_tile(tile)).append("_ " if tile in zones["hidden_below"] else "  ")
    display.append("  " + said(game, "pile", n=zones["pile"]), style="dim")
    spirits = Text(said(game, "spirits"))
    spirits.append(", ".join(zones["spirit_row"]) or said(game, "no-spirits"))
    left = said(game, "supply", pile=zones["spirit_pile"], rainbows=zones["rainbow_supply"])
    spirits.append(f"   {left}", style="dim")
    if zones["evil"] is not None:
        spirits.append("   " + said(game, "evil", seat=names[zones["evil"]]), style="red")
    lines = [display, spirits]
    if zones["played"] is not None:
        lines.append(Text(said(game, "played")).append_text(_tile(zones["played"])))
    lines.append(Text(said(game, "legend"), style="dim"))
    return Group(*lines)


def _panorama(game: cairn.Game, player: dict[str, object], name: str, scores: Lines, asked: bool) -> RenderableType:
    land, rainbows, spirits = player["land"], player["rainbows"], player["spirits"]
    assert isinstance(land, list)
    assert isinstance(rainbows, list)
    assert isinstance(spirits, list)
    picture = Text()
    for row in range(6, 0, -1):
        for column in COLUMNS:
            picture.append_text(_position(f"{row}-{column}", land, rainbows))
        picture.append("\n")
    picture.append_text(_hand(game, player))
    for placed in spirits:
        square = said(game, "on-square", square=f"{placed['square']}")
        picture.append(f"\n{placed['spirit']}", style="bold").append(f" {square}")
    return Panel(
        picture,
        title=Text(f"{'> ' if asked else ''}{name}", style="bold" if asked else ""),
        subtitle=Text(said(game, "points", **points_known(scores))),
        box=box.HEAVY if asked else box.ROUNDED,
        width=PANORAMA_WIDTH,
    )


def _position(place: str, land: list[str], rainbows: list[str]) -> Text:
    if place in land:
        return _tile(place)
    if place in rainbows:
        return Text(f"{'~~~':<{CELL}}", style="bold")
    return Text(f"{' . ' if place in _content().names else '':<{CELL}}", style="dim")


def _hand(game: cairn.Game, player: dict[str, object]) -> Text:
    hand, count = player["hand"], player["hand_count"]
    assert isinstance(count, int)
    if not isinstance(hand, list):
        return Text(said(game, "hand-unseen", n=count), style="dim")
    text = Text(said(game, "hand"))
    for tile in hand:
        text.append_text(_tile(tile))
    return text


def _tile(name: str) -> Text:
    fire = "*" if name in _fires() else ""
    return Text(f"{name + fire:<{CELL}}", style=f"bold {INK[name[0]]}")


def _content() -> Content:
    game = cairn.game(Solstis.slug)
    assert isinstance(game, Solstis)
    return game.content


def _fires() -> set[str]:
    content = _content()
    return {content.names[tile] for tile in content.tiles if any(fire >> tile & 1 for fire in content.fires)}
