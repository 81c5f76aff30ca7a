"""Five Peaks as SVG: the map of a position, or a sheet with every tile and peak of the content."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

import cairn
from cairn.core.contract import View
from cairn.games.five_peaks.content import GATHERING, NO_REWARD, NO_SPACE, TERRAINS, Content, Peak, Tile
from cairn.games.five_peaks.game import FivePeaks
from cairn.games.five_peaks.geometry import CENTRE, FIRST_CORNER, FIRST_SIDE, PLACE_X, PLACE_Y, PLACES, TURNS, turned

UNIT: Final = 60
GROUND: Final = {"forest": "#cfe3c0", "alpine": "#e9e2b8", "rocky": "#d9d5d2"}
EDGE: Final = {"forest": "#4c7a3f", "alpine": "#9a8a2e", "rocky": "#77706c"}
PAWNS: Final = ("#c0392b", "#2c6fbb", "#d9a400", "#6b6b6b", "#7d3c98")
SHORT: Final = {
    "mushroom": "Mu", "berry": "Be", "herb": "He", "basket": "BASK", "jar": "JAR", "pouch": "POU", "endorphin": "☺",
    "campfire": "fire",
}  # fmt: skip
PER_ROW: Final = 5
FONT: Final = 'font-family="sans-serif" text-anchor="middle" fill="#222"'


class Picture:
    """Shapes in cells, y to the north; `text` is the finished SVG."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.xs: list[float] = []
        self.ys: list[float] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        self.xs.append(x)
        self.ys.append(y)
        return round(x * UNIT, 1), round(-y * UNIT, 1)

    def polygon(self, points: list[tuple[float, float]], fill: str, stroke: str) -> None:
        corners = " ".join("{},{}".format(*self.at(x, y)) for x, y in points)
        self.parts.append(f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>')

    def line(self, start: tuple[float, float], end: tuple[float, float], dashed: bool = False) -> None:
        (x1, y1), (x2, y2) = self.at(*start), self.at(*end)
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        place = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
        self.parts.append(f'<line {place} stroke="#a8682a" stroke-width="5" stroke-linecap="round"{dash}/>')

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = "#222") -> None:
        cx, cy = self.at(x, y)
        self.parts.append(
            f'<circle cx="{cx}" cy="{cy}" r="{radius * UNIT:.1f}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
        )

    def words(self, x: float, y: float, text: str, size: int = 11, weight: str = "normal") -> None:
        lines = text.split("\n")
        for number, line in enumerate(lines):
            tx, ty = self.at(x, y)
            ty += (number - (len(lines) - 1) / 2) * (size + 1) + size / 3
            style = f'{FONT} font-size="{size}" font-weight="{weight}"'
            self.parts.append(f'<text x="{tx}" y="{ty:.1f}" {style}>{escape(line)}</text>')

    @property
    def text(self) -> str:
        left, right = min(self.xs) - 0.4, max(self.xs) + 0.4
        low, high = min(self.ys) - 0.4, max(self.ys) + 0.4
        width, height = (right - left) * UNIT, (high - low) * UNIT
        box = f"{left * UNIT:.0f} {-high * UNIT:.0f} {width:.0f} {height:.0f}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width:.0f}" height="{height:.0f}">'
        place = f'x="{left * UNIT:.0f}" y="{-high * UNIT:.0f}"'
        paper = f'<rect {place} width="{width:.0f}" height="{height:.0f}" fill="#fff"/>'
        return "\n".join([head, paper, *self.parts, "</svg>"]) + "\n"


def short(text: str) -> str:
    """A space in few letters, on one line or two."""
    text = text.removeprefix("exchange: ").removeprefix("bike: ")
    for name, letters in SHORT.items():
        text = text.replace(name, letters)
    return text.replace(" -> ", "\n→ ").replace(" + ", "+").replace("containers", "swap\ncontainers")


def outline(tile: Tile) -> list[tuple[float, float]]:
    """The octagon, with square corners where the tile has them."""
    points: list[tuple[float, float]] = []
    for corner in range(TURNS):
        dx, dy = PLACE_X[FIRST_CORNER + corner], PLACE_Y[FIRST_CORNER + corner]
        one, other = (dx * 0.5, dy * 1.5), (dx * 1.5, dy * 0.5)
        if (dx, dy) in tile.full:
            points += [(dx * 1.5, dy * 1.5)]
        else:
            points += [one, other] if corner % 2 == 0 else [other, one]
    return points


def draw_tile(picture: Picture, tile: Tile, x: float, y: float, turns: int) -> None:
    """A tile around a cell, turned."""
    terrain = TERRAINS[tile.terrain]
    points = [(x + dx, y + dy) for dx, dy in (_turned(point, turns) for point in outline(tile))]
    picture.polygon(points, GROUND[terrain], EDGE[terrain])
    for ends in tile.paths:
        spots = [_spot(x, y, turned(end, turns)) for end in ends]
        if len(spots) == 2:
            picture.line(spots[0], spots[1])
            continue
        hub = (sum(spot[0] for spot in spots) / len(spots), sum(spot[1] for spot in spots) / len(spots))
        for spot in spots:
            picture.line(hub, spot)
    for side in range(TURNS):
        if tile.exits_turned[turns] >> side & 1:
            place = FIRST_SIDE + side
            near = (x + PLACE_X[place], y + PLACE_Y[place])
            picture.line(near, (x + PLACE_X[place] * 1.5, y + PLACE_Y[place] * 1.5))
    for place in range(len(PLACES)):
        kind = tile.kinds[turns][place]
        if kind == NO_SPACE:
            continue
        px, py = _spot(x, y, place)
        small = place >= FIRST_CORNER
        fill = "#ffffff" if kind == GATHERING else "#bcd7f0"
        picture.circle(px, py, 0.2 if small else 0.38, fill)
        if tile.bikes[turns][place]:
            picture.circle(px, py, 0.43, "none", "#c0392b")
            picture.words(px, py - 0.22, "bike", 9, "bold")
        picture.words(px, py, short(tile.texts[turns][place]), 10 if small else 9)
    if tile.kinds[turns][CENTRE] == NO_SPACE:
        picture.words(x, y - 0.12, tile.name, 9, "bold")
    else:
        picture.words(x, y + 0.44, tile.name, 8, "bold")


def draw_peak(picture: Picture, peak: Peak, x: float, y: float, turns: int) -> None:
    terrain = TERRAINS[peak.terrain]
    square = [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
    picture.polygon(square, GROUND[terrain], "#222")
    for side in range(TURNS):
        if peak.sides[turns] >> side & 1:
            place = FIRST_SIDE + side
            picture.line((x, y), (x + PLACE_X[place] * 0.5, y + PLACE_Y[place] * 0.5))
    picture.polygon([(x - 0.32, y - 0.28), (x + 0.32, y - 0.28), (x, y + 0.36)], "#ffffff", EDGE[terrain])
    reward = "" if peak.reward.kind == NO_REWARD else "\n" + short(peak.reward.text())
    picture.words(x, y - 0.1, f"{peak.points}{reward}", 10, "bold")


def _spot(x: float, y: float, place: int) -> tuple[float, float]:
    """Where the mark of a space goes: in a cut corner a little towards the middle."""
    inward = 0.78 if place >= FIRST_CORNER else 1.0
    return x + PLACE_X[place] * inward, y + PLACE_Y[place] * inward


def _turned(point: tuple[float, float], turns: int) -> tuple[float, float]:
    x, y = point
    for _ in range(turns):
        x, y = y, -x
    return x, y


def _content(game: cairn.Game) -> Content:
    assert isinstance(game, FivePeaks)
    return game.content


def sheet(game: cairn.Game) -> str:
    """All tiles, then all peaks."""
    content = _content(game)
    picture = Picture()
    for number, tile in enumerate(content.tiles):
        draw_tile(picture, tile, number % PER_ROW * 3.6, number // PER_ROW * -3.6, 0)
    for number, peak in enumerate(content.peaks):
        x, y = number % PER_ROW * 3.6 - 0.4, -10.2 - number // PER_ROW * 1.6
        draw_peak(picture, peak, x, y, 0)
        picture.words(x + 1.2, y, peak.name, 10)
    return picture.text


def table(game: cairn.Game, view: View) -> str:
    """The map with pawns, stones and what lies on spaces."""
    content = _content(game)
    picture = Picture()
    zones = view["zones"]
    where: dict[str, tuple[float, float]] = {}
    for placed in zones["map"]:
        x, y = placed["slot"][0] * 2, placed["slot"][1] * 2
        where[placed["name"]] = (x, y)
        if placed["name"] in content.tile_names:
            draw_tile(picture, content.tiles[content.tile_names.index(placed["name"])], x, y, placed["turns"])
        else:
            draw_peak(picture, content.peaks[content.peak_names.index(placed["name"])], x, y, placed["turns"])
    for entry in zones["left"]:
        x, y = entry["space"]
        lying = "+".join(f"{count} {kind}" for kind, count in entry["resources"].items() if count)
        picture.words(x, y - 0.34, f"[{short(lying)}]", 9, "bold")
    for seat, player in enumerate(zones["players"]):
        for number, (stone, peak) in enumerate(player["stones"].items()):
            if peak is not None:
                x, y = where[peak]
                picture.circle(x - 0.36 + 0.18 * number, y + 0.36, 0.1, PAWNS[seat])
                picture.words(x - 0.36 + 0.18 * number, y + 0.36, stone[1], 7, "bold")
    standing: dict[tuple[int, int], int] = {}
    for seat, (x, y) in enumerate(zones["pawns"]):
        shift = standing.get((x, y), 0)
        standing[x, y] = shift + 1
        picture.circle(x + 0.3 - 0.2 * shift, y + 0.3, 0.13, PAWNS[seat])
        picture.words(x + 0.3 - 0.2 * shift, y + 0.3, str(seat), 9, "bold")
    return picture.text
