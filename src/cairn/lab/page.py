"""What all pages of the lab share: the document with its colours, and drawings of intervals and histograms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final

WIDE: Final = 640
HIGH: Final = 220
LEFT: Final = 62
BELOW: Final = 30
ROW: Final = 40

STYLE: Final = """
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #26231d; --dim: #6d675b; --rule: #ddd5c4; --main: #24698a;
  --soft: #24698a33; --warn: #a8421f; --good: #2e6b3a; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1d20; --ink: #ece7db; --dim: #a59d8d; --rule: #3a3d42;
  --main: #74b9d8; --soft: #74b9d844; --warn: #ef9470; --good: #8fce9b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 "Source Sans 3", "Segoe UI", system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2 { font-family: "Young Serif", Georgia, serif; font-weight: 400; line-height: 1.2; }
h1 { font-size: 1.9rem; margin: 0; } h2 { font-size: 1.3rem; margin: 2.2rem 0 .4rem; }
p.how, caption, .dim { color: var(--dim); font-size: .9rem; } a { color: var(--main); }
ul.said { padding-left: 1.1rem; font-size: 1.1rem; } ul.said li { margin: .4rem 0; }
svg { width: 100%; height: auto; display: block; }
svg.plot text, svg.rows text { font: 14px system-ui, sans-serif; fill: var(--ink); }
svg.plot .dim, svg.rows .dim { fill: var(--dim); }
.axis { stroke: var(--rule); } .fair { stroke: var(--dim); stroke-dasharray: 4 4; }
.bar { fill: var(--main); } .band { fill: var(--soft); } .line { stroke: var(--main); stroke-width: 2.5; fill: none; }
.thin { stroke: var(--soft); } .out { fill: var(--warn); } .outline { stroke: var(--warn); stroke-width: 1.5; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding-bottom: .3rem; }
th, td { text-align: right; padding: .25rem .4rem; border-bottom: 1px solid var(--rule); vertical-align: top;
  font-variant-numeric: tabular-nums; }
th { font-weight: 600; } .span { white-space: nowrap; } td.text, td.text ~ td { text-align: left; }
th:first-child, td:first-child, td.pic + td { text-align: left; } .wide { overflow-x: auto; }
td.pic { width: 6.5rem; min-width: 4.5rem; padding-left: 0; } td.pic svg { max-height: 5.5rem; border-radius: .25rem; }
tr.met td:last-child { color: var(--good); } tr.missed td:last-child { color: var(--warn); font-weight: 600; }
summary { cursor: pointer; color: var(--main); padding: .5rem 0; } ol.story { font-size: .95rem; }
ol.story li { margin: .25rem 0; } details:target > summary { font-weight: 600; }
@media (max-width: 34rem) { svg.rows text { font-size: 22px; } svg.plot text { font-size: 22px; }
  th, td { padding: .25rem .2rem; font-size: .9rem; } td.pic { width: 4.5rem; } ul.said { font-size: 1rem; } }
"""


def document(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def section(title: str, drawing: str, caption: str) -> str:
    return f'<h2>{escape(title)}</h2>{drawing}<p class="how">{escape(caption)}</p>'


def svg(height: float, title: str, parts: Sequence[str], kind: str = "plot") -> str:
    inside = "".join(parts)
    return (
        f'<svg class="{kind}" viewBox="0 0 {WIDE} {height:g}" role="img"><title>{escape(title)}</title>{inside}</svg>'
    )


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def interval_rows(rows: list[tuple[str, list[float]]], fair: float, show: Callable[[float], str]) -> str:
    """A dot with its interval for each row, and a dashed line at what would be fair or no difference.

    Names and numbers stand above the lines, so that a phone shows them as large as a wide screen does.
    """
    ends = [end for _, (value, low, high) in rows for end in (low, high) if abs(end) != float("inf")]
    low, high = min(fair, *ends), max(fair, *ends)
    pad = (high - low) * 0.05 or 0.01
    low, high = low - pad, high + pad

    def x(value: float) -> float:
        return 6 + (WIDE - 12) * (min(high, max(low, value)) - low) / (high - low)

    tall = len(rows) * ROW + 6
    parts = [f'<line class="fair" x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="2" y2="{tall - 2}"/>']
    for at, (name, (value, least, most)) in enumerate(rows):
        y = at * ROW + 32
        off = not least <= fair <= most
        parts += [
            f'<text x="6" y="{y - 12}">{escape(name)}</text>',
            f'<text class="dim" x="{WIDE - 6}" y="{y - 12}" text-anchor="end">{escape(show(value))}'
            f" ({escape(show(least))} to {escape(show(most))}){' !' if off else ''}</text>",
            f'<line class="{"outline" if off else "line"}" stroke-width="3" x1="{x(least):.1f}" x2="{x(most):.1f}" '
            f'y1="{y}" y2="{y}"/>',
            f'<circle class="{"out" if off else "bar"}" cx="{x(value):.1f}" cy="{y}" r="6"/>',
        ]
    return svg(tall, "Values with 95 % intervals", parts, "rows")


def histogram(data: dict[str, Any], unit: str) -> str:
    edges, counts = data["edges"], data["counts"]
    top = max(counts) or 1
    step = (WIDE - LEFT - 10) / len(counts)
    parts = [f'<line class="axis" x1="{LEFT}" x2="{WIDE}" y1="{HIGH - BELOW}" y2="{HIGH - BELOW}"/>']
    for at, count in enumerate(counts):
        tall = (HIGH - BELOW - 14) * count / top
        place = f'x="{LEFT + at * step + 1:.1f}" y="{HIGH - BELOW - tall:.1f}" width="{max(1.0, step - 2):.1f}"'
        words = f"{edges[at] + 0.5:g} to {edges[at + 1] - 0.5:g} {unit}: {count:,.0f}"
        parts.append(f'<rect class="bar" {place} height="{tall:.1f}"><title>{words}</title></rect>')
    parts += [
        f'<text x="{LEFT + (at + 0.5) * step:.1f}" y="{HIGH - 8}" text-anchor="middle">{edges[at] + 0.5:.0f}</text>'
        for at in range(0, len(counts), max(1, -(-len(counts) // 6)))
    ]
    parts.append(f'<text class="dim" x="{LEFT - 6}" y="22" text-anchor="end">{top:g}</text>')
    return svg(HIGH, f"Histogram of {unit}", parts)
