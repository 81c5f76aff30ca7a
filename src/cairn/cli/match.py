"""How a match is shown to people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.table import Table

import cairn


def match_tables(data: dict[str, Any]) -> Iterator[Table]:
    """A table per pairing, then one of all bots with their ratings."""
    for pairing in data["pairings"]:
        if pairing["games"]:
            yield _pairing_table(data, pairing)
    yield _standings_table(data)


def _pairing_table(data: dict[str, Any], pairing: dict[str, Any]) -> Table:
    title = f"{cairn.game(data['game']).title}: {' - '.join(pairing['bots'])}, {pairing['games']} games"
    table = Table(title=title, title_justify="left")
    table.add_column("bot", overflow="fold")
    for heading in ("win share", "95 %", "score", "margin"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat in range(data["seats"]):
        table.add_column(f"seat {seat}", justify="right", no_wrap=True)
    for result in pairing["results"]:
        table.add_row(
            result["bot"],
            f"{result['win_share']:.1%}",
            f"{result['low'] * 100:.1f}-{result['high'] * 100:.1f}",
            f"{result['score']:.2f}",
            f"{result['margin']:+.2f}",
            *(_percent(share) for share in result["win_share_by_seat"]),
        )
    if len(pairing["results"]) > 1:
        table.add_section()
        table.add_row("anyone", "", "", "", "", *(_percent(share) for share in pairing["seats"]))
    table.caption = f"{pairing['deals']} deals, each in {pairing['seat_orders']} seat orders"
    return table


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _standings_table(data: dict[str, Any]) -> Table:
    table = Table(title=f"All bots, seed {data['seed']}", title_justify="left")
    table.add_column("bot", overflow="fold")
    for heading in ("rating", "±", "win share", "decisions", "seconds", "s/decision", "faults"):
        table.add_column(heading, justify="right", no_wrap=True)
    for result in sorted(data["standings"], key=_rank):
        timing = data["timing"]["bots"][result["bot"]]
        rating = result["rating"]
        table.add_row(
            result["bot"],
            f"{rating['mu']:.1f}" if rating else "-",
            f"{rating['sigma']:.1f}" if rating else "-",
            _percent(result["win_share"]),
            f"{result['decisions']:.1f}" if result["seats_taken"] else "",
            f"{timing['seconds_per_game']:.2f}" if result["seats_taken"] else "",
            f"{timing['seconds_per_decision'] or 0:.4f}" if result["seats_taken"] else "",
            str(result["faults"]),
        )
    seconds = data["timing"]["seconds_per_game"]
    table.caption = (
        f"{data['decisions_per_game']:.1f} decisions and {seconds:.3f} s a game; seconds by the clock, spent thinking"
    )
    return table


def _rank(result: dict[str, Any]) -> tuple[float, float]:
    return -(result["rating"] or {"mu": 0})["mu"], -(result["win_share"] or 0)
