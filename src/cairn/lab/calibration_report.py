"""A calibration as the file that bots read, and as a page with reliability plots."""

from __future__ import annotations

from html import escape
from typing import Any, Final

import cairn
from cairn.lab.fitting import ENOUGH, Fit, Tenth, Truth
from cairn.lab.page import document

SIDE: Final = 260
EDGE: Final = 34
POINTS: Final = 100.0


def table_text(made: dict[str, Any], fits: list[Fit]) -> str:
    """The text of `calibration.toml`."""
    lines = [
        "# How much the evaluator's leads are worth, by number of seats and score spread (core/calibration.py).",
        "# Figures are from games that the fit has not seen; a number of seats that is not here is left as it is.",
        "",
        "[made]",
        *(f"{name} = {_toml(value)}" for name, value in made.items()),
    ]
    for fit in fits:
        if fit.slopes is not None:
            lines += [
                "",
                f"[seats.{fit.seats}]",
                f"spreads = {_toml(fit.slopes.spreads)}",
                f"slopes = {_toml(fit.slopes.slopes)}",
                *([f"leads = {_toml(fit.slopes.leads)}"] if fit.slopes.leads else []),
                f"[seats.{fit.seats}.figures]",
                *(f"{name} = {_toml(value)}" for name, value in figures(fit).items()),
            ]
    return "\n".join(lines) + "\n"


def figures(fit: Fit) -> dict[str, Any]:
    before, after = fit.before.data(), fit.after.data()
    return {
        "games": fit.games,
        "positions": fit.positions,
        "brier_constant": round(fit.constant, 4),
        **{f"{name}_before": value for name, value in before.items()},
        **{f"{name}_after": value for name, value in after.items()},
    }


def _toml(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return f"[{', '.join(_toml(one) for one in value)}]"
    return str(value)


def page(made: dict[str, Any], fits: list[Fit]) -> str:
    """The report: for each number of seats the figures and two reliability plots."""
    title = f"{cairn.game(made['game']).title}: are the win chances true?"
    source = f"{made['date']}, cairn {made['cairn']}, rules {made['rules_version']}, sources {made['sources']}."
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="how">{escape(source)} Games of {escape(made["bot"])} on all seats, made by '
        f"<code>{escape(made['command'])}</code>.</p>",
        "<p>Each dot is a tenth of all win chances the evaluator gave: how much it said, and how much was won. On the "
        "dashed line both are the same. The bars are 95 % intervals; positions of one game share its result, so the "
        f"game is what is counted. Pale dots have fewer than {ENOUGH} positions. Chances after the fit are judged on "
        "games that the fit has not seen.</p>",
        _summary(fits),
        *(_section(fit) for fit in fits),
    ]
    return document(title, "".join(parts))


def _summary(fits: list[Fit]) -> str:
    rows = "".join(
        f"<tr><td>{fit.seats}</td><td>{fit.games:,}</td><td>{fit.positions:,}</td><td>{fit.constant:.4f}</td>"
        f"<td>{fit.before.brier:.4f}</td><td>{fit.after.brier:.4f}</td>"
        f"<td>{POINTS * fit.before.worst:.1f}</td><td>{POINTS * fit.after.worst:.1f}</td></tr>"
        for fit in fits
    )
    return (
        '<div class="wide"><table><caption>Brier score of the same chance for all, of the evaluator, and of the '
        "calibrated evaluator; and by how many points the worst tenth is off.</caption>"
        "<tr><th>seats</th><th>games</th><th>positions</th><th>constant</th><th>before</th><th>after</th>"
        f"<th>worst before</th><th>worst after</th></tr>{rows}</table></div>"
    )


def _section(fit: Fit) -> str:
    if fit.slopes is None:
        said = "No slope did better on games it had not seen, so the evaluator is left as it is."
    else:
        pairs = zip(fit.slopes.spreads, fit.slopes.slopes, strict=True)
        said = "Slope by score spread: " + ", ".join(f"{slope:.2f} at {spread:g}" for spread, slope in pairs) + "."
        if fit.slopes.leads:
            said += " Lead by role: " + ", ".join(f"{lead:+.2f}" for lead in fit.slopes.leads) + " spreads."
    plots = f'<svg viewBox="-8 -6 {2 * SIDE + EDGE + 28} {SIDE + EDGE + 6}" role="img"><title>Reliability</title>'
    plots += _plot(fit.before, 0, "before") + _plot(fit.after, SIDE + EDGE, "after") + "</svg>"
    return f'<h2>{fit.seats} seats</h2>{plots}<p class="how">{escape(said)}</p>'


def _plot(truth: Truth, left: float, title: str) -> str:
    room = SIDE - EDGE

    def x(share: float) -> float:
        return left + EDGE + room * share

    def y(share: float) -> float:
        return 6 + room * (1 - max(0.0, min(1.0, share)))

    parts = [
        f'<line class="fair" x1="{x(0):.1f}" y1="{y(0):.1f}" x2="{x(1):.1f}" y2="{y(1):.1f}"/>',
        f'<text class="dim" x="{x(0.5):.1f}" y="{y(0) + 30:.1f}" text-anchor="middle">said, {title}</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        parts += [
            f'<line class="axis" x1="{x(0):.1f}" x2="{x(1):.1f}" y1="{y(share):.1f}" y2="{y(share):.1f}"/>',
            f'<text class="dim" x="{x(0) - 4:.1f}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>',
            f'<text class="dim" x="{x(share):.1f}" y="{y(0) + 15:.1f}" text-anchor="middle">{share:.0%}</text>',
        ]
    for tenth in truth.tenths:
        parts.append(_dot(tenth, x(tenth.said), y))
    return "".join(parts)


def _dot(tenth: Tenth, x: float, y: Any) -> str:
    low, high = y(tenth.won - tenth.doubt), y(tenth.won + tenth.doubt)
    pale = ' opacity="0.35"' if tenth.positions < ENOUGH else ""
    words = f"said {tenth.said:.1%}, won {tenth.won:.1%} (± {tenth.doubt:.1%}), {tenth.positions:,} times"
    return (
        f'<g{pale}><line class="line" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>'
        f'<circle class="bar" cx="{x:.1f}" cy="{y(tenth.won):.1f}" r="4.5"><title>{words}</title></circle></g>'
    )
