"""A report as one HTML file that needs nothing else: drawings are SVG, and colours follow light and dark.

It has no script: what folds is <details>, and a link to a game leads to its place further down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import cairn
from cairn.core import faces
from cairn.lab.page import document, histogram, interval_rows, percent, section, svg
from cairn.lab.report import clear, sentences
from cairn.lab.stories import Story

WIDE: Final = 640
HIGH: Final = 220
LEFT: Final = 62
BELOW: Final = 30
SHOWN: Final = 12
"""So many components are shown at once, with their drawings; the rest unfolds."""
USE_TITLES: Final = {"got": "What seats got", "used": "What seats used", "kept": "What seats had at the end"}


def page(data: dict[str, Any], told: dict[int, Story]) -> str:
    """The report of one experiment."""
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences(data))
    alone = data["seats"] == 1
    parts = [
        f"<h1>{escape(data['title'])}</h1>",
        f'<p class="how">{escape(_how(data))}</p>',
        f'<ul class="said">{said}</ul>',
        _targets(data),
        "" if alone else _seats(data),
        _bots(data),
        _skill(data),
        section("How long games are", histogram(data["lengths"], "turns"), _length_caption(data)),
        section("Points", histogram(data["scores"], "points"), _points_caption(data)),
        _lines(data),
        _fan(data),
        _numbers(data),
        _outliers(data),
        *(_components(data, use, title) for use, title in USE_TITLES.items()),
        _unused(data),
        _choices(data),
        _games(data, told),
        _colophon(data),
    ]
    return document(f"Lab report: {data['title']}", "".join(parts))


def _how(data: dict[str, Any]) -> str:
    who = ", ".join(data["bots"])
    content = f", content {data['content']}" if data["content"] else ""
    seats = "1 seat" if data["seats"] == 1 else f"{data['seats']} seats"
    return f"{data['games_played']:,} games of {seats}, {who}; rules {data['rules_version']}{content}."


def _span(numbers: Sequence[float], is_percent: bool) -> str:
    value, low, high = (100 * number if is_percent else number for number in numbers)
    unit = " %" if is_percent else ""
    digits = 1 if is_percent or abs(value) >= 10 else 2
    return f"{value:.{digits}f}{unit} ({low:.{digits}f} to {high:.{digits}f})"


def _length_caption(data: dict[str, Any]) -> str:
    return f"Games by their number of turns; on average {_span(data['means']['turns'], False)}."


def _points_caption(data: dict[str, Any]) -> str:
    each = "; ".join(f"seat {seat + 1}: {_span(points, False)}" for seat, points in enumerate(data["points"]))
    return f"Seats by their points at the end. On average {each}."


def _targets(data: dict[str, Any]) -> str:
    if not data["targets"]:
        return ""
    rows = []
    for held in data["targets"]:
        of, found = next(iter(held["found"].items()), ("", None))
        told = "not counted" if found is None else f"{found[0]:.3g} ({found[1]:.3g} to {found[2]:.3g})"
        place = escape(f"{of}: ") if len(held["found"]) > 1 or held["target"].startswith("unused") else ""
        title = escape(_target_title(data, held["target"]))
        rows.append(
            f'<tr class="{held["verdict"]}"><td>{title}</td><td>{place}{told}</td>'
            f"<td>{held['low']:g} to {held['high']:g}</td><td>{held['verdict']}</td></tr>"
        )
    head = "<tr><th></th><th>found, or the worst of several</th><th>wanted</th><th></th></tr>"
    caption = "Met or missed: the whole interval is inside or outside. Open: more games would tell."
    return f'<h2>Targets</h2><div class="wide"><table><caption>{caption}</caption>{head}{"".join(rows)}</table></div>'


def _target_title(data: dict[str, Any], name: str) -> str:
    what, _, of = name.partition(" ")
    if what == "median":
        return f"median of: {_target_title(data, of)}"
    titles = {
        "seats": "wins by seat in the order of play, in fair shares",
        "line": f"winners' points from {of}",
        "lift": f"lift of each {of}",
        "unused": f"unused: {of}",
    }
    return titles.get(what) or str(data["measures"].get(name, {}).get("title", name))


def _seats(data: dict[str, Any]) -> str:
    rows = [(f"seat {seat + 1}", won) for seat, won in enumerate(data["places_won"])]
    fair = 1 / data["seats"]
    return section(
        "Who wins",
        interval_rows(rows, fair, percent),
        f"Percent of the wins in the order of play: seat 1 begins. The intervals hold for all seats together, 95 times "
        f"in 100. The dashed line is a fair share, {100 * fair:.1f} %; ! marks what is surely above or below it.",
    )


def _bots(data: dict[str, Any]) -> str:
    if not data["bots_won"]:
        return ""
    rows = list(data["bots_won"].items())
    drawing = interval_rows(rows, 1 / data["seats"], percent)
    return section("Which bot wins", drawing, "Percent of the wins by bot; bots change seats from game to game.")


def _skill(data: dict[str, Any]) -> str:
    found = data["skill"]
    if not found:
        return ""
    titles = {"skill": "level of play", "deal": "deal and seat", "rest": "everything else"}
    rows = [(titles[name], found[name]) for name in titles]
    return section(
        "Skill and luck",
        interval_rows(rows, 0.0, percent),
        "Percent of the spread of the results. Bots of different levels played each deal in all their places: what "
        "goes with the level is skill, what goes with the seat of a deal, whoever sits there, is luck of the deal.",
    )


def _lines(data: dict[str, Any]) -> str:
    if len(data["lines"]) < 2:
        return ""
    texts = cairn.game(data["game"]).texts
    rows = "".join(
        f"<tr><td>{escape(str(texts.readable(name)))}</td><td>{_span(found['points'], False)}</td>"
        f"<td>{_span(found['winners'], True)}</td></tr>"
        for name, found in data["lines"].items()
    )
    head = "<tr><th></th><th>points of a seat</th><th>part of the winners' points</th></tr>"
    return f'<h2>Where points come from</h2><div class="wide"><table>{head}{rows}</table></div>'


def _fan(data: dict[str, Any]) -> str:
    fan = data["winner"]
    if data["seats"] == 1 or not fan:
        return ""
    room, tall = WIDE - LEFT - 10, HIGH - BELOW - 10

    def at(step: int, share: float) -> str:
        return f"{LEFT + room * step / (len(fan) - 1):.1f},{10 + tall * (1 - share):.1f}"

    parts = []
    for low, high in ((0, 4), (1, 3)):
        there = [at(step, row[high]) for step, row in enumerate(fan)]
        back = [at(step, row[low]) for step, row in reversed(list(enumerate(fan)))]
        parts.append(f'<polygon class="band" points="{" ".join(there + back)}"/>')
    middle = " ".join(at(step, row[2]) for step, row in enumerate(fan))
    parts.append(f'<polyline class="line" points="{middle}"/>')
    for share in (0.0, 0.5, 1.0):
        y = 10 + tall * (1 - share)
        parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDE - 10}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="dim" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    parts.append(f'<text class="dim" x="{LEFT}" y="{HIGH - 8}">start</text>')
    parts.append(f'<text class="dim" x="{WIDE - 10}" y="{HIGH - 8}" text-anchor="end">end</text>')
    caption = (
        "What the later winner could expect of the win, by the evaluator: the median, half of all games, nine in ten."
    )
    return section("How sure the winner was", svg(HIGH, "The winner's chance over the game", parts), caption)


def _numbers(data: dict[str, Any]) -> str:
    tables = []
    for title, own in (("In numbers", False), (f"In numbers, {data['title']} alone", True)):
        rows = "".join(
            f"<tr><td>{escape(measure['title'])}</td>"
            f'<td class="span">{_span(data["means"][name], measure["percent"])}'
            f'<br><span class="dim">{_half(data["quartiles"][name], measure["percent"])}</span></td></tr>'
            for name, measure in data["measures"].items()
            if measure["own"] == own and not name.startswith("seat-")
        )
        if rows:
            caption = "Means of a game, with 95 % intervals; below, the median and what half of all games are between."
            tables.append(f"<h2>{escape(title)}</h2><table><caption>{caption}</caption>{rows}</table>")
    return "".join(tables)


def _half(quartiles: list[float], is_percent: bool) -> str:
    first, median, third = (f"{100 * number:.0f} %" if is_percent else f"{number:.4g}" for number in quartiles)
    return f"median {median}, {first} to {third}"


def _key(entry: dict[str, Any]) -> str:
    return f"{entry['use']}\t{entry['component']}"


def _outliers(data: dict[str, Any]) -> str:
    """Use against lift, all components at once: what is far to the right and far from the middle matters."""
    entries = [entry for entry in data["components"] if entry["lift"] is not None]
    if not entries:
        return ""
    texts = cairn.game(data["game"]).texts
    most = max(entry["seats"] for entry in entries)
    top: float = max(0.01, *(abs(end) for entry in entries for end in entry["lift"][1:]))
    top = min(top, 3 * max(0.05, *(abs(entry["lift"][0]) for entry in entries)))
    room, tall = WIDE - LEFT - 20, 300 - BELOW - 10

    def y(lift: float) -> float:
        return 10 + tall * (1 - max(-1.0, min(1.0, lift / top))) / 2

    parts = [f'<line class="fair" x1="{LEFT}" x2="{WIDE - 10}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>']
    for entry in entries:
        x = LEFT + 10 + room * entry["seats"] / most
        value, low, high = entry["lift"]
        sure = not low <= 0 <= high
        words = f"{texts.readable(entry['component'])}, {entry['use']}: {_span(entry['lift'], True)}"
        parts.append(
            f'<g><title>{escape(words)}</title><line class="{"outline" if sure else "thin"}" x1="{x:.1f}" '
            f'x2="{x:.1f}" y1="{y(low):.1f}" y2="{y(high):.1f}"/>'
            f'<circle class="{"out" if sure else "bar"}" cx="{x:.1f}" cy="{y(value):.1f}" r="4"/></g>'
        )
    parts += [
        f'<text class="dim" x="{LEFT - 6}" y="{y(lift) + 4:.1f}" text-anchor="end">{100 * lift:.0f}</text>'
        for lift in (-top, 0.0, top)
    ]
    parts.append(f'<text class="dim" x="{LEFT}" y="292">seldom</text>')
    parts.append(f'<text class="dim" x="{WIDE - 10}" y="292" text-anchor="end">in {most:,} seats</text>')
    found = clear(data["components"])
    caption = (
        f"Every component by how many seats got, used or kept it (across) and by its lift in points of the win (up): "
        f"{len(found)} of {len(entries)} are surely not 0. The intervals of all of them hold together, 95 times in 100."
    )
    return section("Components by use and lift", svg(300, "Components by use and lift", parts), caption)


def _components(data: dict[str, Any], use: str, title: str) -> str:
    entries = [entry for entry in data["components"] if entry["use"] == use]
    if not entries:
        return ""
    game = cairn.game(data["game"])
    sure = {_key(entry): number for number, entry in enumerate(clear(data["components"]))}
    entries.sort(key=lambda entry: (sure.get(_key(entry), len(sure)), entry["lift"] is None))
    rows = [_component(data, entry, game, number < SHOWN) for number, entry in enumerate(entries)]
    head = "<tr><th></th><th></th><th>seats</th><th>lift</th><th>from</th><th>to</th></tr>"
    caption = (
        "Lift: by how many points of the win those seats are above a fair share. A lift is no cause: a good seat "
        "gets more of everything. ! marks what is surely not 0."
    )
    more = ""
    if len(rows) > SHOWN:
        rest = f'<div class="wide"><table>{head}{"".join(rows[SHOWN:])}</table></div>'
        more = f"<details><summary>{len(rows) - SHOWN} more</summary>{rest}</details>"
    table = f"<table><caption>{caption}</caption>{head}{''.join(rows[:SHOWN])}</table>"
    return f'<h2>{title}</h2><div class="wide">{table}</div>{more}'


def _component(data: dict[str, Any], entry: dict[str, Any], game: cairn.Game, drawn: bool) -> str:
    found = entry["lift"]
    told = ["", "", ""] if found is None else [f"{100 * number:+.1f}" for number in found]
    if found is not None and not found[1] <= 0 <= found[2]:
        told[0] += "&nbsp;!"
    name = escape(str(game.texts.readable(entry["component"])))
    kind = f'<br><span class="dim">{escape(entry["kind"])}</span>' if entry["kind"] else ""
    examples = {key.partition("\t")[2]: number for key, number in data["examples"]["components"].items()}
    example = examples.get(entry["component"])
    link = f'<br><a href="#game-{example}">a game</a>' if example is not None else ""
    picture = _picture(game, entry["component"]) if drawn else ""
    cells = "".join(f"<td>{text}</td>" for text in told)
    return f'<tr><td class="pic">{picture}</td><td>{name}{kind}{link}</td><td>{entry["seats"]:,}</td>{cells}</tr>'


def _picture(game: cairn.Game, name: str) -> str:
    """The component as its game draws it."""
    module = faces.module_of(game, "drawing")
    drawn: str = module.part(game, name) if module is not None and hasattr(module, "part") else ""
    return re.sub(r' (?:xmlns|width|height)="[^"]*"', "", drawn, count=3) if drawn else ""


def _unused(data: dict[str, Any]) -> str:
    texts = cairn.game(data["game"]).texts
    parts = [
        f"<li>{escape(kind)}: {escape(', '.join(str(texts.readable(name)) for name in names))}</li>"
        for kind, names in data["unused"].items()
        if names
    ]
    return f"<h2>Never used</h2><ul>{''.join(parts)}</ul>" if parts else ""


def _choices(data: dict[str, Any]) -> str:
    rows = []
    for kind, entry in data["choices"].items():
        taken = ", ".join(
            f"{escape(word)} {share:.0%}&nbsp;±&nbsp;{100 * (high - low) / 2:.1f}"
            for word, (share, low, high) in list(entry["answers"].items())[:8]
        )
        rows.append(f'<tr><td>{escape(kind)}</td><td>{entry["a_game"]:.1f}</td><td class="text">{taken}</td></tr>')
    head = "<tr><th>decision</th><th>a game</th><th>answers, with half of a 95 % interval</th></tr>"
    return f'<h2>What is chosen</h2><div class="wide"><table>{head}{"".join(rows)}</table></div>'


def _games(data: dict[str, Any], told: dict[int, Story]) -> str:
    titles: dict[int, list[str]] = {}
    for title, number in data["examples"]["games"].items():
        titles.setdefault(number, []).append(title)
    texts = cairn.game(data["game"]).texts
    for key, number in data["examples"]["components"].items():
        use, _, name = key.partition("\t")
        titles.setdefault(number, []).append(f"{texts.readable(name)} {use} by a winner")
    parts = []
    for number, names in titles.items():
        turns = "".join(f"<li>{escape(' '.join(lines))}</li>" for _, lines in told.get(number, []))
        parts.append(
            f'<details id="game-{number}"><summary>Game {number}: {escape(", ".join(names))}</summary>'
            f'<ol class="story">{turns}</ol></details>'
        )
    how = "Each told turn by turn. <code>cairn lab replay FOLDER NUMBER</code> saves one as a record to step through."
    return f'<h2>Games to look at</h2><p class="how">{how}</p>{"".join(parts)}'


def _colophon(data: dict[str, Any]) -> str:
    faults = f" Bots failed {data['faults']} times and a stand-in answered." if data["faults"] else ""
    return (
        f'<p class="how">cairn {escape(data["cairn"])}, sources {escape(data["sources"])}, seed {data["seed"]}. The '
        f"experiment, all games and all events are in the folder of this report.{faults}</p>"
    )
