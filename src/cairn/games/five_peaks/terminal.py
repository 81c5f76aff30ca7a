"""The board of Five Peaks: the map on its grid of cells, what lies open beside it, and everybody's things.

A space shows what it gives in few letters (2m b e: two mushrooms, a berry, an endorphin), * for a bike, a letter in
brackets for an exchange that the list below the map spells out, <=> where containers are exchanged, and ^8 for a peak
of 8 points. Paths are lines, broken ones : or half as long; @0 is the pawn of seat 0, a dot beside it something lying
there. The numbers at the edge are those of the notation: "walk 3,1" goes to column 3, row 1.
"""

from __future__ import annotations

from string import ascii_letters
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, shown, total
from cairn.games.five_peaks.content import (
    CARDS,
    CONTAINERS,
    EXCHANGE,
    GATHERING,
    NO_REWARD,
    NO_SPACE,
    PARKING,
    TERRAINS,
    Content,
    amount_text,
)
from cairn.games.five_peaks.game import FivePeaks
from cairn.games.five_peaks.geometry import CENTRE, FIRST_SIDE, PLACE_X, PLACE_Y, PLACES, TURNS, turned

CELL_WIDTH = 6
CELL_HEIGHT = 2
LABEL = 4
LETTERS = {"mushroom": "m", "berry": "b", "herb": "h", "endorphin": "e"}
INK = {"forest": "#8fce8f", "alpine": "#f2cf5b", "rocky": "#c8c0ba", "path": "dim", "pawn": "bold #f28b82", "": ""}
WAYS = {(1, 0): "-", (0, 1): "|", (1, 1): "/", (1, -1): "\\"}
PANEL = 58


class Sheet:
    """Characters on a grid with y to the north; each has the name of its ink."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, x: int, y: int, text: str, ink: str) -> None:
        for number, letter in enumerate(text):
            if letter != " ":
                self.marks[x + number, y] = (letter, ink)

    def draw(self, x: int, y: int, text: str, ink: str) -> None:
        """The same where nothing is written yet."""
        if (x, y) not in self.marks:
            self.write(x, y, text, ink)


class Map:
    """The tiles of a view, cell by cell."""

    def __init__(self, content: Content, zones: dict[str, Any]) -> None:
        self.content = content
        self.zones = zones
        self.sheet = Sheet()
        self.exchanges: list[str] = []
        """What the letters in brackets stand for."""
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}
        """By cell the text of its space and its ink."""
        for placed in self.zones["map"]:
            x, y = 2 * placed["slot"][0], 2 * placed["slot"][1]
            if placed["name"] in self.content.tile_names:
                self.lay_tile(placed["name"], x, y, placed["turns"])
            else:
                self.lay_peak(placed["name"], x, y, placed["turns"])
        for (x, y), (text, ink) in self.cells.items():
            self.sheet.write(x * CELL_WIDTH - (len(text) - 1) // 2, y * CELL_HEIGHT, text, ink)
        self.lay_pawns()

    def lay_tile(self, name: str, x: int, y: int, turns: int) -> None:
        tile = self.content.tiles[self.content.tile_names.index(name)]
        terrain = name.partition("-")[0] if tile.name != self.content.tile_names[0] else "forest"
        for place in range(len(PLACES)):
            kind = tile.kinds[turns][place]
            cell = x + PLACE_X[place], y + PLACE_Y[place]
            if kind != NO_SPACE:
                text = self.space_text(kind, tile.texts[turns][place])
                other = self.cells.get(cell)
                self.cells[cell] = (other[0] + text if other else text, terrain)
        for path in tile.paths:
            self.lay_path([turned(place, turns) for place in path], x, y, tile.kinds[turns][CENTRE] == NO_SPACE)
        for side in range(TURNS):
            if tile.exits_turned[turns] >> side & 1:
                self.lay_exit(x, y, FIRST_SIDE + side, 1)

    def lay_peak(self, name: str, x: int, y: int, turns: int) -> None:
        peak = self.content.peaks[self.content.peak_names.index(name)]
        self.cells[x, y] = (f"^{peak.points}", name.partition("-")[0])
        for side in range(TURNS):
            if peak.sides[turns] >> side & 1:
                self.lay_exit(x, y, FIRST_SIDE + side, 0)

    def space_text(self, kind: int, text: str) -> str:
        if kind == EXCHANGE:
            letter = ascii_letters[(len(self.exchanges) + 26) % 52]
            self.exchanges.append(f"{letter} {text.removeprefix('exchange: ').replace('->', 'for')}")
            return f"[{letter}]"
        if kind == CONTAINERS:
            return "<=>"
        if kind == PARKING:
            return "park"
        assert kind == GATHERING
        amount = text.removeprefix("bike: ")
        for name, letter in LETTERS.items():
            amount = amount.replace(name, letter)
        return amount.replace(" ", "").replace("+", "") + ("*" if text.startswith("bike") else "")

    def lay_path(self, places: list[int], x: int, y: int, hollow: bool) -> None:
        """Lines between the ends of a path; through the middle of a tile that has no space there."""
        if hollow and len(places) > 2:
            self.sheet.draw(x * CELL_WIDTH, y * CELL_HEIGHT, "+", "path")
            for place in places:
                self.lay_line(x, y, CENTRE, place)
            return
        for at, place in enumerate(places):
            for other in places[at + 1 :]:
                self.lay_line(x, y, place, other)

    def lay_line(self, x: int, y: int, place: int, other: int) -> None:
        x1, y1 = x + PLACE_X[place], y + PLACE_Y[place]
        x2, y2 = x + PLACE_X[other], y + PLACE_Y[other]
        if (x1, y1) > (x2, y2):
            x1, y1, x2, y2 = x2, y2, x1, y1
        way = WAYS[min(x2 - x1, 1), max(-1, min(y2 - y1, 1))]
        if y1 == y2:
            for column in range(x1 * CELL_WIDTH + 1, x2 * CELL_WIDTH):
                self.sheet.draw(column, y1 * CELL_HEIGHT, way, "path")
        else:
            middle = (x1 + x2) * CELL_WIDTH // 2
            for row in range(y1 * CELL_HEIGHT + 1, y2 * CELL_HEIGHT) if y1 < y2 else [(y1 + y2) * CELL_HEIGHT // 2]:
                self.sheet.draw(middle, row, way, "path")

    def lay_exit(self, x: int, y: int, side: int, start: int) -> None:
        """Half of the way between a side of a tile and the hole beside it; where both halves meet it is whole."""
        if PLACE_X[side]:
            for step in (1, 2, 3):
                column = x * CELL_WIDTH + PLACE_X[side] * (start * CELL_WIDTH + step)
                self.sheet.draw(column, y * CELL_HEIGHT, "-", "path")
            return
        place = x * CELL_WIDTH, y * CELL_HEIGHT + PLACE_Y[side] * (start * CELL_HEIGHT + 1)
        self.sheet.write(*place, "|" if place in self.sheet.marks else ":", "path")

    def lay_pawns(self) -> None:
        cells = [tuple(cell) for cell in self.zones["pawns"]]
        for cell in dict.fromkeys(cells):
            seats = "".join(str(seat) for seat, other in enumerate(cells) if other == cell)
            self.sheet.write(cell[0] * CELL_WIDTH - 1 - len(seats), cell[1] * CELL_HEIGHT - 1, f"@{seats}", "pawn")
        for left in self.zones["left"]:
            x, y = left["space"]
            self.sheet.write(x * CELL_WIDTH + 1, y * CELL_HEIGHT - 1, ".", "pawn")

    def text(self, width: int, centre: list[int]) -> Text:
        """The map, or as much of it around a cell as fits a width."""
        columns = [x for x, _ in self.sheet.marks]
        rows = [y for _, y in self.sheet.marks]
        left, right = min(columns) - 1, max(columns) + 1
        room = width - LABEL - 1
        if right - left + 1 > room:
            left = max(left, min(centre[0] * CELL_WIDTH - room // 2, right - room + 1))
            right = left + room - 1
        text = Text(no_wrap=True)
        text.append_text(self.labels(left, right)).append("\n")
        for row in range(max(rows), min(rows) - 1, -1):
            name = str(row // CELL_HEIGHT) if row % CELL_HEIGHT == 0 else ""
            text.append(f"{name:>{LABEL - 1}} ", style="dim")
            for column in range(left, right + 1):
                letter, ink = self.sheet.marks.get((column, row), (" ", ""))
                text.append(letter, style=INK[ink])
            text.append("\n")
        text.rstrip()
        return text

    def labels(self, left: int, right: int) -> Text:
        line = [" "] * (right - left + 1 + LABEL)
        for column in range(left, right + 1):
            if column % CELL_WIDTH == 0:
                name = str(column // CELL_WIDTH)
                for number, letter in enumerate(name):
                    at = column - left + LABEL + number - len(name) // 2
                    if LABEL <= at < len(line):
                        line[at] = letter
        return Text("".join(line), style="dim")


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    assert isinstance(game, FivePeaks)
    content = game.content
    zones = view["zones"]
    viewer = view["viewer"] if view["viewer"] is not None else max(view["seat"], 0)
    plan = Map(content, zones)
    panels = [_player(view, names, scores, seat) for seat in range(len(names))]
    return Group(
        plan.text(width, zones["pawns"][viewer]),
        _exchanges(plan.exchanges, width),
        *_peaks(content, zones),
        *_drawn(content, zones, width),
        *_market(content, zones),
        Columns(panels) if width >= 2 * PANEL else Group(*panels),
    )


def _exchanges(exchanges: list[str], width: int) -> RenderableType:
    return Columns([Text(line) for line in exchanges], width=min(width, 40), padding=(0, 1)) if exchanges else Text("")


def _peaks(content: Content, zones: dict[str, Any]) -> list[Text]:
    """Stones and rewards of the peaks on the map, and what lies on spaces."""
    lines = []
    for placed in zones["map"]:
        if placed["name"] not in content.peak_names:
            continue
        peak = content.peaks[content.peak_names.index(placed["name"])]
        x, y = 2 * placed["slot"][0], 2 * placed["slot"][1]
        text = Text(f"^{peak.points} at {x},{y}", style=INK[placed["name"].partition("-")[0]])
        text.append(f"  {placed['name']}", style="default")
        if peak.reward.kind != NO_REWARD:
            text.append(f", a stone brings {peak.reward.text()}", style="default")
        stones = [
            f"@{seat} {stone}"
            for seat, player in enumerate(zones["players"])
            for stone, where in player["stones"].items()
            if where == placed["name"]
        ]
        text.append(f"  stones: {', '.join(stones)}" if stones else "", style="bold")
        lines.append(text)
    return lines + [
        Text(f".  at {left['space'][0]},{left['space'][1]}  {_amount(left['resources'])} to pick up")
        for left in zones["left"]
    ]


def _drawn(content: Content, zones: dict[str, Any], width: int) -> list[RenderableType]:
    """The tile or peak that is being placed, as it lies with r0."""
    name = zones["drawn_tile"] or zones["drawn_peak"]
    if name is None:
        return []
    alone = Map(content, {"map": [{"name": name, "slot": [0, 0], "turns": 0}], "pawns": [], "left": []})
    title = Text(f"To be placed: {name}, here as r0; each turn is clockwise", style="bold")
    return [title, alone.text(width, [0, 0]), _exchanges(alone.exchanges, width)]


def _market(content: Content, zones: dict[str, Any]) -> list[Text]:
    cards = [f"{card} {content.costs[CARDS.index(card)]}e" for card in zones["market"]]
    market = Text("Market      ").append(", ".join(cards) or "empty")
    market.append(f"   deck {zones['hiking']['count']}", style="dim")
    lines = [market]
    for name in zones["piles"]:
        if name is not None:
            card = content.panoramas[content.panorama_names.index(name)]
            text = Text(f"Panorama    {name}", style="").append(f"  {card.points} points", style="bold")
            lines.append(text.append(f", and {card.reward.text()}, for {amount_text(card.cost)}"))
    stacks: dict[str, int] = {}
    for tile in zones["terrain"]:
        stacks[tile.partition("-")[0]] = stacks.get(tile.partition("-")[0], 0) + 1
    peaks = [sum(name.startswith(terrain) for name in zones["unplaced_peaks"]) for terrain in TERRAINS]
    tiles = ", ".join(f"{count} {terrain}" for terrain, count in stacks.items()) or "none"
    lines.append(
        Text(f"Tiles left  {tiles}   peaks left  {peaks[0]} forest, {peaks[1]} alpine, {peaks[2]} rocky", style="dim")
    )
    lines.append(Text(f"Bank        {_amount(zones['bank'])}", style="dim"))
    if zones["last_turns"] is not None:
        lines.append(Text(f"The end is near: {zones['last_turns']} more turns after this one.", style="bold red"))
    return lines


def _player(view: View, names: list[str], scores: list[Lines], seat: int) -> RenderableType:
    player = view["zones"]["players"][seat]
    placed = [stone for stone, where in player["stones"].items() if where is not None]
    rest = [stone for stone in player["stones"] if stone not in placed]
    rows = {
        "endorphins": str(player["endorphins"]),
        "backpack": _amount(player["backpack"]) or "empty",
        "hand": ", ".join(player["hand"]) or "empty",
        "played": ", ".join(player["played"]) or "nothing",
        "campfires": ", ".join(player["campfires"]),
        "panoramas": ", ".join(player["panoramas"]),
        "badges": ", ".join(f"{count} {terrain}" for terrain, count in player["badges"].items() if count),
        "stones": (", ".join(rest) or "none") + " left",
    }
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="dim", width=10)
    grid.add_column()
    for name, value in rows.items():
        if value:
            grid.add_row(name, value)
    asked = seat == view["seat"]
    return Panel(
        grid,
        title=Text(f"{'> ' if asked else ''}@{seat} {names[seat]}", style="bold" if asked else ""),
        subtitle=Text(f"{shown(total(scores[seat]))} points"),
        box=box.HEAVY if asked else box.ROUNDED,
        width=PANEL,
    )


def _amount(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)
