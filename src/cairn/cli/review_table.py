"""How a review is shown on the screen."""

from __future__ import annotations

from rich.table import Table

from cairn.cli.screen import out
from cairn.review.accounting import GRAIN, Review, Step


def show_review(found: Review, names: list[str]) -> None:
    """A table of the seats, the steps that decided the game, and the mistakes."""
    table = Table(title=f"{found.record.game.title}: points of the win", title_justify="left")
    headings = ("", "start", "luck", "own", "others", "result", "accuracy", "?!", "?", "??")
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left")
    for seat, name in enumerate(names):
        data = found.seat_data(seat)
        table.add_row(
            name,
            f"{100 * data['start']:.1f}",
            *(f"{100 * data[part]:+.1f}" for part in ("luck", "own", "others")),
            f"{100 * data['result']:.0f}",
            "-" if data["accuracy"] is None else f"{data['accuracy']:.1f}",
            *(str(data[mark]) for mark in ("inaccuracy", "mistake", "blunder")),
        )
    out.print(table)
    moments = {step.number for step in found.moments()}
    shown = [step for step in found.steps if step.number in moments or step.mark]
    if shown:
        out.print(_steps_table(shown, names))


def _steps_table(steps: list[Step], names: list[str]) -> Table:
    table = Table(title="What decided the game, and mistakes", title_justify="left")
    for heading in ("step", "seat", "choice", "better", "lost", "luck"):
        table.add_column(heading, overflow="fold", justify="right" if heading in ("step", "lost", "luck") else "left")
    for step in steps:
        verdict = step.verdict
        lost = verdict is not None and verdict.loss > 0
        lucky = max(range(len(names)), key=lambda seat: step.accounts[seat].luck)
        gain = step.accounts[lucky].luck / GRAIN
        table.add_row(
            str(step.number),
            names[step.seat] if step.seat >= 0 else "",
            step.choice or "the deal",
            verdict.best if verdict is not None and lost else "",
            f"{100 * verdict.loss:.1f} {step.mark}".strip() if verdict is not None and lost else "",
            f"{100 * gain:+.1f} {names[lucky]}" if step.fell else "",
        )
    return table
