"""How a match is shown to people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.table import Table

import cairn
from cairn.core.message import counted


def match_tables(data: dict[str, Any]) -> Iterator[Table]:
    """A table per pairing, then one of all bots with their ratings."""
    for pairing in data["pairings"]:
        if pairing["games"]:
            yield _pairing_table(data, pairing)
    yield _standings_table(data)


def _pairing_table(data: dict[str, Any], pairing: dict[str, Any]) -> Table:
    """A column per bot, so that there is room for the names and for any number of seats."""
    title = f"{cairn.game(data['game']).title}: {' - '.join(pairing['bots'])}, {counted(pairing['games'], 'game')}"
    table = Table(title=title, title_justify="left")
    results = pairing["results"]
    table.add_column("")
    for result in results:
        table.add_column(result["bot"], justify="right", overflow="fold")
    table.add_column("anyone", justify="right")
    table.add_row("win share", *(f"{result['win_share']:.1%}" for result in results), style="bold")
    table.add_row("95 %", *(f"{result['low'] * 100:.1f}-{result['high'] * 100:.1f}" for result in results))
    table.add_row("score", *(f"{result['score']:.2f}" for result in results))
    table.add_row("margin", *(f"{result['margin']:+.2f}" for result in results), end_section=True)
    for seat in range(data["seats"]):
        shares = [result["win_share_by_seat"][seat] for result in results]
        table.add_row(f"on seat {seat}", *map(_percent, [*shares, pairing["seats"][seat]]))
    orders = pairing["seat_orders"]
    table.caption = f"{counted(pairing['deals'], 'deal')}, each in {counted(orders, 'seat order')}"
    return table


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _standings_table(data: dict[str, Any]) -> Table:
    table = Table(title=f"All bots, seed {data['seed']}", title_justify="left")
    table.add_column("bot", overflow="fold")
    for heading in ("rating", "win share", "decisions", "seconds", "s/decision", "faults"):
        table.add_column(heading, justify="right", no_wrap=True)
    for result in sorted(data["standings"], key=_rank):
        timing = data["timing"]["bots"][result["bot"]]
        rating = result["rating"]
        table.add_row(
            result["bot"],
            f"{rating['mu']:.1f} ± {rating['sigma']:.1f}" if rating else "-",
            _percent(result["win_share"]),
            f"{result['decisions']:.1f}" if result["seats_taken"] else "",
            f"{timing['seconds_per_game']:.2f}" if result["seats_taken"] else "",
            f"{timing['seconds_per_decision'] or 0:.4f}" if result["seats_taken"] else "",
            str(result["faults"]),
        )
    seconds = data["timing"]["seconds_per_game"]
    table.caption = f"{data['decisions_per_game']:.1f} decisions and {seconds:.2f} s of thinking per game, by the clock"
    return table


def _rank(result: dict[str, Any]) -> tuple[float, float]:
    return -(result["rating"] or {"mu": 0})["mu"], -(result["win_share"] or 0)
