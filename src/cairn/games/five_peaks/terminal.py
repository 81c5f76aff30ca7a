"""The board of Five Peaks: the map on its grid of cells, what lies open beside it, and everybody's things.

A space shows what it gives in few letters (2m b e: two mushrooms, a berry, an endorphin), * for a bike, a letter in
brackets for an exchange that the list below the map spells out, <=> where containers are exchanged, and ^8 for a peak
of 8 points. Paths are lines, broken ones : or half as long; @0 is the pawn of seat 0, a dot beside it something lying
there. Each tile has its name written between its spaces, each peak beside its points: "walk birch ne" goes to the
north-east corner of the tile that says birch, "walk fox" to the peak that says fox (FP-91).
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
from cairn.core.sheet import Lines, points_known, said
from cairn.games.five_peaks.content import (
    CARDS,
    CONTAINERS,
    EXCHANGE,
    GATHERING,
    NO_REWARD,
    NO_SPACE,
    PARKING,
    REWARDS,
    TERRAINS,
    Content,
    Reward,
    amounts,
)
from cairn.games.five_peaks.game import FivePeaks
from cairn.games.five_peaks.geometry import CENTRE, FIRST_SIDE, PLACE_X, PLACE_Y, PLACES, TURNS, turned

CELL_WIDTH = 6
CELL_HEIGHT = 2
LETTERS = {"mushroom": "m", "berry": "b", "herb": "h", "endorphin": "e"}
INK = {
    "forest": "#8fce8f",
    "alpine": "#f2cf5b",
    "rocky": "#c8c0ba",
    "path": "dim",
    "pawn": "bold #f28b82",
    "name": "italic",
    "": "",
}
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

    def __init__(self, game: FivePeaks, zones: dict[str, Any]) -> None:
        self.game = game
        self.content = game.content
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
        for placed in self.zones["map"]:
            self.lay_name(placed["name"], 2 * placed["slot"][0], 2 * placed["slot"][1])

    def lay_tile(self, name: str, x: int, y: int, turns: int) -> None:
        tile = self.content.tiles[self.content.tile_names.index(name)]
        terrain = TERRAINS[tile.terrain]
        for place in range(len(PLACES)):
            kind = tile.kinds[turns][place]
            cell = x + PLACE_X[place], y + PLACE_Y[place]
            if kind != NO_SPACE:
                text = self.space_text(kind, tile.texts[turns][place], tile.traded[turns][place])
                other = self.cells.get(cell)
                self.cells[cell] = (other[0] + text if other else text, terrain)
        for path in tile.paths:
            self.lay_path([turned(place, turns) for place in path], x, y, tile.kinds[turns][CENTRE] == NO_SPACE)
        for side in range(TURNS):
            if tile.exits_turned[turns] >> side & 1:
                self.lay_exit(x, y, FIRST_SIDE + side, 1)

    def lay_peak(self, name: str, x: int, y: int, turns: int) -> None:
        peak = self.content.peaks[self.content.peak_names.index(name)]
        self.cells[x, y] = (f"^{peak.points}", TERRAINS[peak.terrain])
        for side in range(TURNS):
            if peak.sides[turns] >> side & 1:
                self.lay_exit(x, y, FIRST_SIDE + side, 0)

    def space_text(self, kind: int, text: str, traded: int) -> str:
        if kind == EXCHANGE:
            letter = ascii_letters[(len(self.exchanges) + 26) % 52]
            exchange = self.content.exchanges[traded]
            cost = self.game.texts.readable(amounts(exchange.cost))
            what = _reward(self.game, exchange.product)
            self.exchanges.append(said(self.game, "exchange", letter=letter, cost=cost, what=what))
            return f"[{letter}]"
        if kind == CONTAINERS:
            return "<=>"
        if kind == PARKING:
            return said(self.game, "park")
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

    def lay_name(self, name: str, x: int, y: int) -> None:
        """Write a name into one of the four gaps around the middle, where it hides the least."""
        gaps = [
            (x * CELL_WIDTH + (1 if right else -len(name)), y * CELL_HEIGHT + up) for up in (1, -1) for right in (1, 0)
        ]
        hidden = [sum((left + at, row) in self.sheet.marks for at in range(len(name))) for left, row in gaps]
        left, row = gaps[hidden.index(min(hidden))]
        self.sheet.write(left, row, name, "name")

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
        room = width - 1
        if right - left + 1 > room:
            left = max(left, min(centre[0] * CELL_WIDTH - room // 2, right - room + 1))
            right = left + room - 1
        text = Text(no_wrap=True)
        for row in range(max(rows), min(rows) - 1, -1):
            for column in range(left, right + 1):
                letter, ink = self.sheet.marks.get((column, row), (" ", ""))
                text.append(letter, style=INK[ink])
            text.append("\n")
        text.rstrip()
        return text


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    assert isinstance(game, FivePeaks)
    zones = view["zones"]
    viewer = view["viewer"] if view["viewer"] is not None else max(view["seat"], 0)
    plan = Map(game, zones)
    panels = [_player(game, view, names, scores, seat) for seat in range(len(names))]
    return Group(
        plan.text(width, zones["pawns"][viewer]),
        _exchanges(plan.exchanges, width),
        *_peaks(game, zones),
        *_drawn(game, zones, width),
        *_market(game, zones),
        Columns(panels) if width >= 2 * PANEL else Group(*panels),
        *_effects(game, view),
    )


def _effects(game: FivePeaks, view: View) -> list[Text]:
    """What the cards do that are to be chosen from."""
    zones = view["zones"]
    asked = view["decision"]["kind"] if view["decision"] is not None and view["seat"] == view["viewer"] else ""
    cards: list[str] = []
    if asked in ("training", "free-card", "observe", "observe-buy"):
        cards = zones["market"]
    elif asked == "campfire":
        cards = zones["campfire"]["looked"]
    elif asked == "play":
        cards = zones["players"][view["seat"]]["hand"]
    effects = game.texts.sections["effect"]
    return [
        Text(f"{game.texts.readable(card)}: ", style="bold").append(effects[card], style="not bold")
        for card in dict.fromkeys(cards)
    ]


def _exchanges(exchanges: list[str], width: int) -> RenderableType:
    return Columns([Text(line) for line in exchanges], width=min(width, 48), padding=(0, 1)) if exchanges else Text("")


def _peaks(game: FivePeaks, zones: dict[str, Any]) -> list[Text]:
    """Stones and rewards of the peaks on the map, and what lies on spaces."""
    content = game.content
    lines = []
    for placed in zones["map"]:
        if placed["name"] not in content.peak_names:
            continue
        peak = content.peaks[content.peak_names.index(placed["name"])]
        text = Text(f"^{peak.points} {peak.name}", style=INK[TERRAINS[peak.terrain]])
        if peak.reward.kind != NO_REWARD:
            text.append(said(game, "reward", what=_reward(game, peak.reward)), style="default")
        stones = [
            f"@{seat} {stone}"
            for seat, player in enumerate(zones["players"])
            for stone, where in player["stones"].items()
            if where == placed["name"]
        ]
        text.append("  " + said(game, "stones", what=", ".join(stones)) if stones else "", style="bold")
        lines.append(text)
    for left in zones["left"]:
        place = _place(content, zones, left["space"])
        lines.append(Text(".  " + said(game, "to-pick-up", place=place, what=_amount(game, left["resources"]))))
    return lines


def _place(content: Content, zones: dict[str, Any], cell: list[int]) -> str:
    """The name of the space at a cell (FP-91)."""
    for placed in zones["map"]:
        x, y = cell[0] - 2 * placed["slot"][0], cell[1] - 2 * placed["slot"][1]
        if placed["name"] in content.peak_names:
            if (x, y) == (0, 0):
                return str(placed["name"])
        elif max(abs(x), abs(y)) <= 1:
            at = [(PLACE_X[place], PLACE_Y[place]) for place in range(len(PLACES))].index((x, y))
            return f"{placed['name']} {PLACES[at]}"
    raise ValueError(f"there is no space at {cell}")


def _reward(game: FivePeaks, reward: Reward) -> str:
    return str(game.texts.readable({REWARDS[reward.kind]: reward.count}))


def _drawn(game: FivePeaks, zones: dict[str, Any], width: int) -> list[RenderableType]:
    """The tile or peak that is being placed, as it lies with r0."""
    name = zones["drawn_tile"] or zones["drawn_peak"]
    if name is None:
        return []
    alone = Map(game, {"map": [{"name": name, "slot": [0, 0], "turns": 0}], "pawns": [], "left": []})
    title = Text(said(game, "to-place", tile=name), style="bold")
    return [title, alone.text(width, [0, 0]), _exchanges(alone.exchanges, width)]


def _market(game: FivePeaks, zones: dict[str, Any]) -> list[Text]:
    content = game.content
    cards = [f"{card} {content.costs[CARDS.index(card)]}e" for card in zones["market"]]
    market = Text(said(game, "market")).append(", ".join(cards) or said(game, "empty"))
    market.append("   " + said(game, "deck", n=zones["hiking"]["count"]), style="dim")
    lines = [market]
    for name in zones["piles"]:
        if name is not None:
            card = content.panoramas[content.panorama_names.index(name)]
            text = Text(said(game, "panorama") + name).append("  ")
            text.append(said(game, "panorama-points", n=card.points), style="bold")
            cost = game.texts.readable(amounts(card.cost))
            lines.append(text.append(said(game, "panorama-cost", what=_reward(game, card.reward), cost=cost)))
    left = [content.tiles[content.tile_names.index(tile)].terrain for tile in zones["terrain"]]
    tiles = ", ".join(said(game, key, n=left.count(at)) for at, key in enumerate(TERRAINS) if at in left)
    unplaced = [content.peaks[content.peak_names.index(peak)].terrain for peak in zones["unplaced_peaks"]]
    peaks = ", ".join(said(game, key, n=unplaced.count(at)) for at, key in enumerate(TERRAINS))
    lines.append(Text(said(game, "tiles-left", tiles=tiles or said(game, "none"), peaks=peaks), style="dim"))
    lines.append(Text(said(game, "bank", what=_amount(game, zones["bank"])), style="dim"))
    if zones["last_turns"] is not None:
        lines.append(Text(said(game, "end-near", n=zones["last_turns"]), style="bold red"))
    return lines


def _player(game: FivePeaks, view: View, names: list[str], scores: list[Lines], seat: int) -> RenderableType:
    player = view["zones"]["players"][seat]
    unseen = player["hand"] is None
    placed = [stone for stone, where in player["stones"].items() if where is not None]
    rest = [stone for stone in player["stones"] if stone not in placed]
    rows = {
        "endorphins": str(player["endorphins"]),
        "backpack": _amount(game, player["backpack"]) or said(game, "empty"),
        "hand": said(game, "hand-count", n=player["hand_count"])
        if unseen
        else ", ".join(player["hand"]) or said(game, "empty"),
        "notes": ", ".join(player["notes"]) if unseen else "",
        "played": ", ".join(player["played"]) or said(game, "nothing"),
        "campfires": ", ".join(player["campfires"]),
        "panoramas": ", ".join(player["panoramas"]),
        "badges": ", ".join(said(game, terrain, n=count) for terrain, count in player["badges"].items() if count),
        "own-stones": said(game, "stones-left", what=", ".join(rest) or said(game, "none")),
    }
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="dim", width=10)
    grid.add_column()
    for key, value in rows.items():
        if value:
            grid.add_row(said(game, key), value)
    asked = seat == view["seat"]
    return Panel(
        grid,
        title=Text(f"{'> ' if asked else ''}@{seat} {names[seat]}", style="bold" if asked else ""),
        subtitle=Text(said(game, "points", **points_known(scores[seat]))),
        box=box.HEAVY if asked else box.ROUNDED,
        width=PANEL,
    )


def _amount(game: FivePeaks, counts: dict[str, int]) -> str:
    return str(game.texts.readable({name: count for name, count in counts.items() if count}))
