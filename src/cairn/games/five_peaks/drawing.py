"""Five Peaks as SVG: the map of a position, or a sheet with every tile and peak of the content."""

from __future__ import annotations

from typing import Final

import cairn
from cairn.core.contract import View
from cairn.core.sheet import drawn
from cairn.core.svg import INK, SEATS, Pen
from cairn.games.five_peaks.content import (
    CAMPFIRES,
    CARDS,
    GATHERING,
    NO_REWARD,
    NO_SPACE,
    TERRAINS,
    Content,
    Panorama,
    Peak,
    Tile,
    amounts,
)
from cairn.games.five_peaks.game import FivePeaks
from cairn.games.five_peaks.geometry import CENTRE, FIRST_CORNER, FIRST_SIDE, PLACE_X, PLACE_Y, PLACES, TURNS, turned

UNIT: Final = 60
GROUND: Final = {"forest": "#cfe3c0", "alpine": "#e9e2b8", "rocky": "#d9d5d2"}
EDGE: Final = {"forest": "#4c7a3f", "alpine": "#9a8a2e", "rocky": "#77706c"}
SHORT: Final = (
    "mushroom",
    "berry",
    "herb",
    "basket",
    "jar",
    "pouch",
    "endorphin",
    "campfire",
    "card",
    "peak",
    "parking",
)
"""What has few letters in [drawing]."""
PER_ROW: Final = 5
FITTING: Final = 8
"""Letters that fit a space."""


class Picture:
    """The shared pen in cells, y to the north."""

    def __init__(self, game: cairn.Game) -> None:
        self.game = game
        self.pen = Pen()

    def polygon(self, points: list[tuple[float, float]], fill: str, stroke: str) -> None:
        self.pen.polygon([(x * UNIT, -y * UNIT) for x, y in points], fill, stroke)

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.pen.line(start[0] * UNIT, -start[1] * UNIT, end[0] * UNIT, -end[1] * UNIT, "#a8682a", 5)

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = INK) -> None:
        self.pen.circle(x * UNIT, -y * UNIT, radius * UNIT, fill, stroke)

    def words(self, x: float, y: float, text: str, size: int = 11, bold: bool = False) -> None:
        self.pen.write(x * UNIT, -y * UNIT, text, size, bold, "middle")

    def short(self, text: str) -> str:
        """A space in few letters, on one line or two."""
        text = text.removeprefix("exchange: ").removeprefix("bike: ")
        if text == "containers":
            return drawn(self.game, "swap")
        for name in SHORT:
            text = text.replace(name, self.game.texts.say("drawing", f"short-{name}", {}))
        return text.replace(" -> ", "\n→ ").replace(" + ", "+")

    def named(self, name: str) -> str:
        return self.game.texts.titles[name]


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
            picture.words(px, py - 0.22, drawn(picture.game, "bike"), 9, True)
        words = picture.short(tile.texts[turns][place])
        crowded = max(map(len, words.split("\n"))) > FITTING
        picture.words(px, py, words, 10 if small else 7 if crowded else 9)
    if tile.kinds[turns][CENTRE] == NO_SPACE:
        picture.words(x, y - 0.12, picture.named(tile.name), 9, True)
    else:
        picture.words(x, y + 0.44, picture.named(tile.name), 8, True)


def draw_peak(picture: Picture, peak: Peak, x: float, y: float, turns: int) -> None:
    terrain = TERRAINS[peak.terrain]
    square = [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
    picture.polygon(square, GROUND[terrain], "#222")
    for side in range(TURNS):
        if peak.sides[turns] >> side & 1:
            place = FIRST_SIDE + side
            picture.line((x, y), (x + PLACE_X[place] * 0.5, y + PLACE_Y[place] * 0.5))
    picture.polygon([(x - 0.32, y - 0.28), (x + 0.32, y - 0.28), (x, y + 0.36)], "#ffffff", EDGE[terrain])
    reward = "" if peak.reward.kind == NO_REWARD else "\n" + picture.short(peak.reward.text())
    picture.words(x, y - 0.1, f"{peak.points}{reward}", 10, True)


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
    picture = Picture(game)
    for number, tile in enumerate(content.tiles):
        draw_tile(picture, tile, number % PER_ROW * 3.6, number // PER_ROW * -3.6, 0)
    for number, peak in enumerate(content.peaks):
        x, y = number % PER_ROW * 3.6 - 0.4, -10.2 - number // PER_ROW * 1.6
        draw_peak(picture, peak, x, y, 0)
        picture.words(x + 1.2, y, picture.named(peak.name), 10)
    return picture.pen.svg(drawn(game, "sheet", game=game.title))


def part(game: cairn.Game, name: str) -> str:
    """One tile, peak, panorama or card by its name; empty if there is none."""
    content = _content(game)
    picture = Picture(game)
    if name in content.tile_names:
        draw_tile(picture, content.tiles[content.tile_names.index(name)], 0, 0, 0)
    elif name in content.peak_names:
        draw_peak(picture, content.peaks[content.peak_names.index(name)], 0, 0, 0)
    elif name in content.panorama_names:
        _panorama(picture, content.panoramas[content.panorama_names.index(name)])
    elif name in CARDS or name in CAMPFIRES:
        picture.pen.rect(0, 0, 170, 40, fill="#fffbe6")
        picture.pen.write(85, 20, str(game.texts.readable(name)), 12, True, "middle")
    else:
        return ""
    return picture.pen.svg(name)


def _panorama(picture: Picture, card: Panorama) -> None:
    pen = picture.pen
    pen.rect(0, 0, 150, 74, fill="#d5e5f7")
    pen.polygon([(8, 66), (48, 22), (70, 48), (98, 14), (142, 66)], "#ffffff")
    pen.write(10, 14, card.name, 12, bold=True)
    pen.write(140, 14, str(card.points), 16, bold=True, anchor="end")
    pen.write(
        75, 58, " + ".join(f"{n} {picture.short(kind)}" for kind, n in amounts(card.cost).items()), 10, anchor="middle"
    )


def table(game: cairn.Game, view: View) -> str:
    """The map with pawns, stones and what lies on spaces."""
    content = _content(game)
    picture = Picture(game)
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
        picture.words(x, y - 0.34, f"[{picture.short(lying)}]", 9, True)
    for seat, player in enumerate(zones["players"]):
        for number, (stone, peak) in enumerate(player["stones"].items()):
            if peak is not None:
                x, y = where[peak]
                picture.circle(x - 0.36 + 0.18 * number, y + 0.36, 0.1, SEATS[seat])
                picture.words(x - 0.36 + 0.18 * number, y + 0.36, stone[1], 7, True)
    standing: dict[tuple[int, int], int] = {}
    for seat, (x, y) in enumerate(zones["pawns"]):
        shift = standing.get((x, y), 0)
        standing[x, y] = shift + 1
        picture.circle(x + 0.3 - 0.2 * shift, y + 0.3, 0.13, SEATS[seat])
        picture.words(x + 0.3 - 0.2 * shift, y + 0.3, str(seat), 9, True)
    return picture.pen.svg(drawn(game, "table", game=game.title))
