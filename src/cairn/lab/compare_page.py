"""A comparison as a page: three sentences first, then plots, then tables."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Final

from cairn.lab.page import BELOW, HIGH, LEFT, WIDE, document, interval_rows, section, svg

CLEAR: Final = ("more", "less")
LONGEST: Final = 200


def page(data: dict[str, Any], sentences: list[str]) -> str:
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    parts = [
        f"<h1>{escape(data['title'])}: {escape(data['pack'])}</h1>",
        f'<p class="how">{escape(_how(data))}</p>',
        f'<ul class="said">{said}</ul>',
        _changes(data),
        _course(data),
        _plots(data),
        _table(data),
    ]
    return document(f"Comparison: {data['title']}", "".join(parts))


def _how(data: dict[str, Any]) -> str:
    base = data["base"]
    who = ", ".join(base["bots"])
    return f"{data['pairs']:,} pairs of games of {base['seats']} seats on the same deals, {who}; seed {base['seed']}."


def _changes(data: dict[str, Any]) -> str:
    if not data["changes"]:
        return "<p>The content is the same in both.</p>"
    rows = "".join(
        f'<tr><td>{escape(change["place"])}</td><td class="text">{_shown(change["before"])}</td>'
        f'<td class="text">{_shown(change["after"])}</td></tr>'
        for change in data["changes"]
    )
    head = "<tr><th>entry</th><th>before</th><th>after</th></tr>"
    return f'<h2>What is different</h2><div class="wide"><table>{head}{rows}</table></div>'


def _shown(value: object) -> str:
    text = "" if value is None else json.dumps(value, ensure_ascii=False)
    return escape(text if len(text) <= LONGEST else text[: LONGEST - 3] + "...")


def _course(data: dict[str, Any]) -> str:
    """How the answer became clear: the interval after every look."""
    course = [look for look in data["course"] if abs(look[2]) != float("inf")]
    if len(course) < 2:
        return ""
    metric = data["metrics"][data["metric"]]
    first, last = course[0][0], course[-1][0]
    low, high = min(0.0, *(look[2] for look in course)), max(0.0, *(look[3] for look in course))
    room, tall = WIDE - LEFT - 16, HIGH - BELOW - 10

    def at(pairs: float, value: float) -> str:
        return f"{LEFT + room * (pairs - first) / (last - first):.1f},{10 + tall * (high - value) / (high - low):.1f}"

    band = [at(look[0], look[3]) for look in course] + [at(look[0], look[2]) for look in reversed(course)]
    zero = 10 + tall * high / (high - low)
    scale, unit = (100.0, " points") if metric["percent"] else (1.0, "")
    parts = [
        f'<polygon class="band" points="{" ".join(band)}"/>',
        f'<polyline class="line" points="{" ".join(at(look[0], look[1]) for look in course)}"/>',
        f'<line class="fair" x1="{LEFT}" x2="{WIDE - 10}" y1="{zero:.1f}" y2="{zero:.1f}"/>',
        f'<text class="dim" x="{LEFT - 6}" y="{zero + 4:.1f}" text-anchor="end">0</text>',
        f'<text class="dim" x="{LEFT - 6}" y="20" text-anchor="end">{scale * high:+.3g}</text>',
        f'<text class="dim" x="{LEFT - 6}" y="{10 + tall:.1f}" text-anchor="end">{scale * low:+.3g}</text>',
        f'<text class="dim" x="{LEFT}" y="{HIGH - 6}">{first} pairs</text>',
        f'<text class="dim" x="{WIDE - 10}" y="{HIGH - 6}" text-anchor="end">{last} pairs</text>',
    ]
    caption = f"The change of {metric['title']}{unit and ', in percentage' + unit}, with its interval at every look."
    return section("How the answer came", svg(HIGH, "The change over the games", parts), caption)


def _plots(data: dict[str, Any]) -> str:
    """Changes in units of what would matter to a designer, so that all fit one scale."""
    rows = []
    for metric in data["metrics"].values():
        scale = metric["matters"]
        if all(abs(end) != float("inf") for end in metric["change"]):
            rows.append((metric["title"], [number / scale for number in metric["change"]]))
    if not rows:
        return ""
    return section(
        "What has changed",
        interval_rows(rows, 0.0, lambda number: f"{number:+.1f}"),
        "In units of what would matter: 1 is the smallest change that a designer would care for, such as 2 percentage "
        "points of the wins or 1 turn. What is marked with ! has surely changed.",
    )


def _table(data: dict[str, Any]) -> str:
    rows = []
    for metric in data["metrics"].values():
        scale, digits = (100.0, 1) if metric["percent"] else (1.0, 2)
        unit = " %" if metric["percent"] else ""
        change, low, high = (scale * number for number in metric["change"])
        rows.append(
            f"<tr><td>{escape(metric['title'])}</td><td>{scale * metric['before']:.{digits}f}{unit}</td>"
            f"<td>{scale * metric['after']:.{digits}f}{unit}</td><td>{change:+.{digits}f}</td>"
            f"<td>{low:+.{digits}f} to {high:+.{digits}f}</td>"
            f"<td>{'!' if metric['verdict'] in CLEAR else ''}</td></tr>"
        )
    head = "<tr><th></th><th>before</th><th>after</th><th>change</th><th>95 %</th><th></th></tr>"
    caption = "All intervals beside that of the question hold together, and at all looks."
    return (
        f'<h2>In numbers</h2><div class="wide"><table><caption>{caption}</caption>{head}{"".join(rows)}</table></div>'
    )
