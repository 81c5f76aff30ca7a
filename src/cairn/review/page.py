"""A review as one HTML file that needs nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Final

import cairn
from cairn.core import faces
from cairn.lab.page import document
from cairn.review.accounting import GRAIN, MARKS, Account, Review, Step
from cairn.review.judging import Line

WIDE: Final = 720
HIGH: Final = 260
LEFT: Final = 48
BAR: Final = 26
COLOURS: Final = ("#1f8a70", "#d2691e", "#3a7bd5", "#9b59b6", "#b8960c", "#c0392b")
PARTS: Final = (
    ("luck", "luck", "#8a8f98"),
    ("own", "own choices", "#24698a"),
    ("others", "others' choices", "#c98b2b"),
)
DASHES: Final = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 4")
STYLE: Final = """<style>
.moment { border-top: 1px solid var(--rule); padding: .6rem 0 1rem; }
.moment h3 { margin: .3rem 0; } .moment img { max-width: 100%; height: auto; max-height: 22rem; }
.lines { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; }
.legend span { margin-right: 1rem; white-space: nowrap; } .legend svg { width: 30px; height: 8px; display: inline; }
.key { display: inline-block; width: 1.1em; height: .7em; margin-right: .3em; }
</style>"""


def page(review: Review, names: Sequence[str]) -> str:
    """The whole review. The names are those of the seats as people read them."""
    title = f"Review: {review.record.game.title}"
    parts = [
        STYLE,
        f"<h1>{escape(title)}</h1>",
        f'<p class="how">{escape(", ".join(names))}. {review.iterations:,} iterations for each decision, '
        f"{review.simulations} simulations for each position; cairn {cairn.__version__}.</p>",
        _seats(review, names),
        "<h2>Win chances</h2>",
        _graph(review, names),
        '<p class="how">What every seat could expect of the win, step by step, for somebody who sees all cards and '
        "knows nothing of the future. Triangles are mistakes, ticks at the bottom chance.</p>",
        "<h2>Luck and choices</h2>",
        _bars(review, names),
        '<p class="how">Start, luck, own choices and others\' choices make the result, exactly. Luck is also what lay '
        "hidden, and what no search of this depth foresees.</p>",
        _moments(review, names),
        _mistakes(review, names),
    ]
    return document(title, "".join(parts))


def points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _seats(review: Review, names: Sequence[str]) -> str:
    rows = []
    for seat, name in enumerate(names):
        data = review.seat_data(seat)
        cells = [
            f"{data['start']:.1%}",
            *(points(data[part]) for part, _, _ in PARTS),
            f"{data['result']:.0%}",
            "-" if data["accuracy"] is None else f"{data['accuracy']:.1f}",
            *(str(data[mark]) for mark, _ in reversed(MARKS)),
        ]
        rows.append(f"<tr><td>{escape(name)}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    heads = ("", "start", "luck", "own", "others", "result", "accuracy", "?!", "?", "??")
    head = "".join(f"<th>{one}</th>" for one in heads)
    caption = (
        "Points of the win. Accuracy is 100 for somebody who always chose as well as the search could see. "
        "?! inaccuracies, ? mistakes, ?? blunders."
    )
    return f'<div class="wide"><table><caption>{caption}</caption><tr>{head}</tr>{"".join(rows)}</table></div>'


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _graph(review: Review, names: Sequence[str]) -> str:
    steps = review.steps
    room, tall = WIDE - LEFT - 10, HIGH - 30

    def x(step: int) -> float:
        return LEFT + room * (step + 1) / len(steps)

    def y(share: float) -> float:
        return 8 + tall * (1 - share)

    parts = []
    for share in (0.0, 0.5, 1.0):
        parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDE - 10}" y1="{y(share):.1f}" y2="{y(share):.1f}"/>')
        parts.append(f'<text class="dim" x="{LEFT - 5}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for at, step in enumerate(steps):
        if step.fell:
            parts.append(f'<line class="axis" x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{y(0):.1f}" y2="{y(0) + 6:.1f}"/>')
    for seat, name in enumerate(names):
        line = [f"{x(-1):.1f},{y(steps[0].accounts[seat].start / GRAIN):.1f}"]
        line += [f"{x(at):.1f},{y(step.accounts[seat].result / GRAIN):.1f}" for at, step in enumerate(steps)]
        drawn = f'stroke="{_colour(seat)}" stroke-dasharray="{DASHES[seat % len(DASHES)]}"'
        parts.append(
            f'<polyline fill="none" stroke-width="2" {drawn} points="{" ".join(line)}">'
            f"<title>{escape(name)}</title></polyline>"
        )
    for at, step in enumerate(steps):
        if step.mark:
            place = y(step.accounts[step.seat].result / GRAIN)
            words = escape(f"{step.number}. {names[step.seat]}: {step.choice} ({step.mark})")
            peak = f'd="M{x(at):.1f} {place:.1f}l-6 -10h12z" fill="{_colour(step.seat)}"'
            parts.append(f"<path {peak}><title>{words}</title></path>")
    svg = f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img"><title>Win chances by step</title>{"".join(parts)}</svg>'
    keys = "".join(
        f'<span><svg viewBox="0 0 30 8"><line x1="0" x2="30" y1="4" y2="4" '
        f'stroke-width="3" stroke="{_colour(seat)}" stroke-dasharray="{DASHES[seat % len(DASHES)]}"/></svg> '
        f"{escape(name)}</span>"
        for seat, name in enumerate(names)
    )
    return f'{svg}<p class="legend">{keys}</p>'


def _bars(review: Review, names: Sequence[str]) -> str:
    """For each seat what it won and lost by each part, stacked to the left and to the right of nothing."""
    accounts = [review.account(seat) for seat in range(len(names))]
    most = max(_reach(account) for account in accounts) or 1
    room = (WIDE - 150) / 2
    middle = 140 + room
    parts = [f'<line class="axis" x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{len(names) * BAR}"/>']
    for seat, (name, account) in enumerate(zip(names, accounts, strict=True)):
        y = seat * BAR + 4
        parts.append(f'<text x="130" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        ends = {-1: middle, 1: middle}
        for part, words, colour in PARTS:
            value = getattr(account, part)
            sign = 1 if value >= 0 else -1
            wide = room * abs(value) / most
            left = ends[sign] if sign > 0 else ends[sign] - wide
            ends[sign] += sign * wide
            parts.append(
                f'<rect x="{left:.1f}" y="{y}" width="{wide:.1f}" height="{BAR - 8}" fill="{colour}">'
                f"<title>{words}: {points(value / GRAIN)}</title></rect>"
            )
    high = len(names) * BAR
    svg = f'<svg viewBox="0 0 {WIDE} {high}" role="img"><title>Luck and choices</title>{"".join(parts)}</svg>'
    keys = "".join(f'<span><i class="key" style="background:{colour}"></i>{words}</span>' for _, words, colour in PARTS)
    return f'{svg}<p class="legend">{keys}</p>'


def _reach(account: Account) -> int:
    values: list[int] = [getattr(account, part) for part, _, _ in PARTS]
    return max(sum(value for value in values if value > 0), -sum(value for value in values if value < 0))


def _moments(review: Review, names: Sequence[str]) -> str:
    chosen = review.moments()
    if not chosen:
        return ""
    wanted = {step.number for step in chosen}
    states = {number: state for number, state in enumerate(review.record.replay(), 1) if number in wanted}
    cards = "".join(_moment(step, states.get(step.number), names) for step in chosen)
    return f"<h2>What decided the game</h2>{cards}"


def _moment(step: Step, before: cairn.State | None, names: Sequence[str]) -> str:
    """A step, with the position before it as its mover saw it."""
    if step.number == 0 or before is None:
        title, drawing = "The deal", ""
    else:
        title = f"{step.number}. {names[step.seat]}: {step.choice}"
        svg = faces.svg(before, step.seat)
        source = "" if svg is None else b64encode(svg.encode()).decode()
        drawing = f'<img alt="The position" src="data:image/svg+xml;base64,{source}">' if source else ""
    loss = 0.0 if step.verdict is None else step.verdict.loss
    said = [f"{step.mark.capitalize() or 'Loss'}: {points(-loss)} points"] if loss else []
    if step.fell:
        lucky = max(range(len(names)), key=lambda seat: step.accounts[seat].luck)
        said.append(f"luck: {points(step.accounts[lucky].luck / GRAIN)} for {names[lucky]}")
    after = ", ".join(f"{name} {step.accounts[seat].result / GRAIN:.0%}" for seat, name in enumerate(names))
    return (
        f'<div class="moment"><h3>{escape(title)}</h3>{drawing}<p>{escape(_sentence(said))} Then: {escape(after)}.</p>'
        f"{_comparison(step)}</div>"
    )


def _sentence(parts: list[str]) -> str:
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _comparison(step: Step) -> str:
    """What was played and what was better, with the points by line where each leads."""
    verdict = step.verdict
    if verdict is None or verdict.better is None or verdict.played is None:
        return ""
    return (
        f'<div class="lines">{_line("Better", verdict.better, verdict.played)}'
        f"{_line('Played', verdict.played, verdict.better)}</div>"
    )


def _line(title: str, line: Line, other: Line) -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{number}</td></tr>"
        for name, number in line.scores.items()
        if number != other.scores.get(name)
    )
    table = f"<table><caption>Points after it, where they differ.</caption>{rows}</table>" if rows else ""
    return f"<div><strong>{title}:</strong> {escape('; '.join(line.captions))}{table}</div>"


def _mistakes(review: Review, names: Sequence[str]) -> str:
    rows = "".join(
        f"<tr><td>{step.number}. {escape(names[step.seat])}</td><td>{step.mark}</td><td>{escape(step.choice)}</td>"
        f"<td>{escape(step.verdict.best)}</td><td>{points(-step.verdict.loss)}</td>"
        f"<td>± {100 * step.verdict.noise:.1f}</td></tr>"
        for step in review.steps
        if step.mark and step.verdict is not None
    )
    if not rows:
        return "<h2>Mistakes</h2><p>None that the search is sure of.</p>"
    head = "<tr><th>step</th><th></th><th>played</th><th>better</th><th>points</th><th></th></tr>"
    return f'<h2>Mistakes</h2><div class="wide"><table>{head}{rows}</table></div>'
