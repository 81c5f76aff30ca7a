"""A search as a page: what it found, the curve with its uncertainty, and every point that was tried."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from cairn.lab.page import BELOW, HIGH, LEFT, WIDE, document, section, svg

COLOURS: Final = ("#24698a", "#b8620f", "#4c7a3f", "#8a3f7a", "#a8421f", "#55606a")


def sentences(data: dict[str, Any]) -> list[str]:
    if data["best"] is None:
        return ["No point could be played.", *(f"{refused['why']}" for refused in data["refused"][:1])]
    best = _values(data, data["best"])
    now = _values(data, data["now"])
    goal = _goal(data)
    found = data["checked"] or next(point for point in data["points"] if point["values"] == data["best"])
    fresh = "fresh deals" if data["checked"] else "the deals of the search"
    told = "; ".join(f"{name} {_span(data, span)}" for name, span in found["found"].items())
    same = len(data["as_good"]) - 1
    others = ", ".join(_values(data, point) for point in data["as_good"] if point != data["best"])
    return [
        f"Nearest to {goal} comes {best}"
        + (", which is as it is now." if data["best"] == data["now"] else f" (now {now})."),
        f"Over {found['games']:,} games on {fresh}: {told}.",
        "Every other value that was tried is surely farther off."
        if not same
        else f"As good, as far as these games can tell: {others}.",
    ]


def _goal(data: dict[str, Any]) -> str:
    goal = data["goal"]
    if goal["metric"] == "seat share":
        return f"a fair share of {goal['wanted']:.1%} for every seat"
    return f"{goal['metric']} = {goal['wanted']:g}"


def _is_share(data: dict[str, Any]) -> bool:
    return bool(data["goal"]["metric"] == "seat share" or data["percent"])


def _span(data: dict[str, Any], span: list[float]) -> str:
    if _is_share(data):
        return f"{100 * span[0]:.1f} % ({100 * span[1]:.1f} to {100 * span[2]:.1f})"
    return f"{span[0]:.2f} ({span[1]:.2f} to {span[2]:.2f})"


def _values(data: dict[str, Any], point: list[int]) -> str:
    return ", ".join(f"{entry['place']} = {value}" for entry, value in zip(data["entries"], point, strict=True))


def page(data: dict[str, Any]) -> str:
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences(data))
    base = data["base"]
    played = sum(point["games"] for point in data["points"])
    how = f"{played:,} games of {base['seats']} seats, {', '.join(base['bots'])}."
    curves = "".join(_curve(data, number) for number in range(len(data["entries"])))
    parts = [
        f"<h1>{escape(data['title'])}: {escape(_goal(data))}</h1>",
        f'<p class="how">{escape(how)}</p>',
        f'<ul class="said">{said}</ul>',
        curves,
        _table(data),
    ]
    return document(f"Search: {data['title']}", "".join(parts))


def _curve(data: dict[str, Any], number: int) -> str:
    """What was found at each value of one entry, the other entries being what they were."""
    entry = data["entries"][number]
    points = data["points"]
    if not points:
        return ""
    wanted = data["goal"]["wanted"]
    spans = [(point["values"][number], name, span) for point in points for name, span in point["found"].items()]
    ends = [end for _, _, span in spans for end in span if abs(end) != float("inf")]
    low: float = min(wanted, *ends)
    high: float = max(wanted, *ends)
    pad = (high - low) * 0.06 or 0.01
    low, high = low - pad, high + pad
    room, tall = WIDE - LEFT - 40, HIGH - BELOW - 10
    least: int = entry["low"]
    width: int = max(1, entry["high"] - least)
    names = list(dict.fromkeys(name for _, name, _ in spans))
    scale = 100.0 if _is_share(data) else 1.0

    def x(value: float) -> float:
        return LEFT + 20 + room * (value - least) / width

    def y(value: float) -> float:
        return 10 + tall * (high - min(high, max(low, value))) / (high - low)

    parts = [f'<line class="fair" x1="{LEFT}" x2="{WIDE - 10}" y1="{y(wanted):.1f}" y2="{y(wanted):.1f}"/>']
    for at, name in enumerate(names):
        colour = COLOURS[at % len(COLOURS)]
        shift = (at - (len(names) - 1) / 2) * 5
        mine = sorted((value, span) for value, of, span in spans if of == name)
        if len(data["entries"]) == 1:
            line = " ".join(f"{x(value) + shift:.1f},{y(span[0]):.1f}" for value, span in mine)
            parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{line}"/>')
        for value, span in mine:
            words = f"{name} at {value}: {_span(data, span)}"
            place = x(value) + shift
            parts.append(
                f'<g><title>{escape(words)}</title><line stroke="{colour}" stroke-width="2.5" x1="{place:.1f}" '
                f'x2="{place:.1f}" y1="{y(span[1]):.1f}" y2="{y(span[2]):.1f}"/>'
                f'<circle fill="{colour}" cx="{place:.1f}" cy="{y(span[0]):.1f}" r="4.5"/></g>'
            )
    step = max(1, width // 10)
    parts += [
        f'<text x="{x(value):.1f}" y="{HIGH - 8}" text-anchor="middle">{value}</text>'
        for value in range(entry["low"], entry["high"] + 1, step)
    ]
    for value in (low + pad, wanted, high - pad):
        parts.append(
            f'<text class="dim" x="{LEFT - 4}" y="{y(value) + 4:.1f}" text-anchor="end">{scale * value:.3g}</text>'
        )
    told = ", ".join(f"{name} {COLOUR_NAMES[at % len(COLOURS)]}" for at, name in enumerate(names))
    key = f" Colours: {told}." if len(names) > 1 else ""
    what = f"{data['goal']['metric']} by the value of {entry['place']}"
    caption = f"{what}, with 95 % intervals; the dashed line is the goal.{key}"
    return section(entry["place"], svg(HIGH, what, parts), caption)


COLOUR_NAMES: Final = ("blue", "orange", "green", "purple", "red", "grey")


def _table(data: dict[str, Any]) -> str:
    names = list(data["points"][0]["found"]) if data["points"] else []
    head = "".join(f"<th>{escape(entry['place'])}</th>" for entry in data["entries"])
    head += "<th>games</th>" + "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = []
    for point in data["points"]:
        cells = "".join(f"<td>{value}</td>" for value in point["values"]) + f"<td>{point['games']:,}</td>"
        cells += "".join(f"<td>{_span(data, point['found'][name])}</td>" for name in names)
        rows.append(f"<tr>{cells}{'<td>best</td>' if point['values'] == data['best'] else '<td></td>'}</tr>")
    for refused in data["refused"]:
        cells = "".join(f"<td>{value}</td>" for value in refused["values"])
        rows.append(f'<tr>{cells}<td class="text" colspan="{len(names) + 2}">{escape(refused["why"])}</td></tr>')
    return f'<h2>Every point</h2><div class="wide"><table><tr>{head}<th></th></tr>{"".join(rows)}</table></div>'
