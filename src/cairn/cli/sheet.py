"""Scores for people: a sheet with what a viewer can know of them."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from cairn.core.sheet import Lines, shown, total


def score_sheet(names: list[str], scores: list[Lines]) -> Table:
    """A column per seat, a row per line, the total below."""
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False)
    table.add_column("", footer="total")
    for name, lines in zip(names, scores, strict=True):
        table.add_column(Text(name), footer=shown(total(lines)), justify="right")
    for line in scores[0]:
        table.add_row(line, *(shown(lines[line]) for lines in scores))
    return table


def winners(names: list[str], result: list[float]) -> str:
    """One sentence: who won."""
    best = [name for name, share in zip(names, result, strict=True) if share > 0]
    if len(best) == 1:
        return f"{best[0]} wins."
    return f"{', '.join(best[:-1])} and {best[-1]} share the win."
