"""A small pen for SVG, shared by the drawings of the games: shapes in pixels, y downward, a frame that fits itself."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr

INK: Final = "#222222"
DIM: Final = "#5f5f5f"
PAPER: Final = "#ffffff"
SEATS: Final = ("#c0392b", "#2c6fbb", "#b8860b", "#2e7d32", "#7d3c98", "#555555")
"""A colour for each seat. Whatever has one says its seat in words too."""

WIDE: Final = 0.6
"""How wide a letter is, in sizes of its font: a guess that suits the sans-serif fonts of browsers."""
MARGIN: Final = 14


def width_of(words: str, size: float = 12) -> float:
    """About how wide words are when written."""
    return max(len(line) for line in words.split("\n")) * size * WIDE


class Pen:
    """Draws shapes one over the other; `svg` gives the whole as text."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._xs: list[float] = []
        self._ys: list[float] = []

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = PAPER,
        stroke: str = INK,
        thick: float = 1.5,
        corner: float = 5,
        dashed: bool = False,
    ) -> None:
        self._reach((x, y), (x + width, y + height))
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{corner:g}"'
        self._parts.append(f"<rect {place} {_paint(fill, stroke, thick, dashed)}/>")

    def circle(self, x: float, y: float, radius: float, fill: str = PAPER, stroke: str = INK) -> None:
        self._reach((x - radius, y - radius), (x + radius, y + radius))
        self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {_paint(fill, stroke, 1.5, False)}/>')

    def polygon(self, points: list[tuple[float, float]], fill: str = PAPER, stroke: str = INK) -> None:
        self._reach(*points)
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(f'<polygon points="{corners}" {_paint(fill, stroke, 2, False)}/>')

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str = INK, thick: float = 1.5, dashed: bool = False
    ) -> None:
        self._reach((x1, y1), (x2, y2))
        place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self._parts.append(f'<line {place} {_paint("none", stroke, thick, dashed)} stroke-linecap="round"/>')

    def write(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 12,
        bold: bool = False,
        anchor: str = "start",
        fill: str = INK,
    ) -> None:
        """Words, one line below the other; y is the middle of them all, x their start, middle or end."""
        lines = words.split("\n")
        wide = width_of(words, size)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide
        tall = len(lines) * size * 1.2
        self._reach((left, y - tall / 2), (left + wide, y + tall / 2))
        weight = ' font-weight="bold"' if bold else ""
        for number, line in enumerate(lines):
            down = y + (number - (len(lines) - 1) / 2) * size * 1.2 + size * 0.35
            place = f'x="{x:.1f}" y="{down:.1f}" font-size="{size:g}" text-anchor="{anchor}"{weight}'
            self._parts.append(f'<text {place} font-family="sans-serif" fill="{fill}">{escape(line)}</text>')

    @property
    def bottom(self) -> float:
        """How far down the drawing reaches."""
        return max(self._ys, default=0)

    def svg(self, title: str) -> str:
        """The drawing with a name for those who cannot see it."""
        left, right = min(self._xs, default=0) - MARGIN, max(self._xs, default=0) + MARGIN
        top, bottom = min(self._ys, default=0) - MARGIN, max(self._ys, default=0) + MARGIN
        width, height = right - left, bottom - top
        size = f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoteattr(title)}>'
        paper = f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
        return "\n".join([head, f"<title>{escape(title)}</title>", paper, *self._parts, "</svg>"]) + "\n"

    def _reach(self, *points: tuple[float, float]) -> None:
        for x, y in points:
            self._xs.append(x)
            self._ys.append(y)


def _paint(fill: str, stroke: str, thick: float, dashed: bool) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return f'fill="{fill}" stroke="{stroke}" stroke-width="{thick:g}"{dashes}'
