"""How the ladder is shown, on the screen and in a page that keeps a section per game."""

from __future__ import annotations

import platform
from datetime import date
from pathlib import Path
from typing import Any

from rich.table import Table

import cairn
from cairn.lab.journal import write_whole
from cairn.lab.ladder import Climb, reached

HEADINGS = ("match", "games", "win share", "95 %", "target", "reached", "by seat", "margin", "s/decision", "faults")
ON_SCREEN = 6
OPENING = """# Strength

Each level of bots against the one below it, by `cairn ladder`. The win share is that of the bot named first, a shared
win counting by its share; the target is for the low end of the 95 % interval ([how matches are counted](matches.md)).
Each section is rewritten by the command it names; what stands outside of them is kept.
"""

Climbed = list[tuple[Climb, dict[str, Any]]]
"""Rungs with the reports of their matches."""


def cells(climb: Climb, data: dict[str, Any]) -> list[str]:
    """What came out at one rung, under HEADINGS."""
    first, *others = data["pairings"][0]["results"]
    games, planned = data["games_played"], climb.match.total
    verdict = "yes" if reached(climb.rung, data) else "no"
    seconds = [data["timing"]["bots"][result["bot"]]["seconds_per_decision"] or 0.0 for result in (first, *others)]
    return [
        " - ".join(climb.rung.bots),
        str(games) if games == planned else f"{games} of {planned}",
        f"{first['win_share']:.1%}",
        f"{first['low'] * 100:.1f}-{first['high'] * 100:.1f}",
        f"{climb.rung.target:.0%}",
        verdict if games == planned else "-",
        " / ".join("-" if share is None else f"{share:.0%}" for share in first["win_share_by_seat"]),
        f"{first['margin']:+.1f}",
        " / ".join(f"{spent:.3f}" for spent in seconds),
        str(sum(result["faults"] for result in (first, *others))),
    ]


def ladder_table(climbed: Climbed) -> Table:
    """The first columns of it, which fit on a screen."""
    table = Table(title="The ladder", title_justify="left")
    table.add_column("game", no_wrap=True)
    table.add_column("match", overflow="fold")
    for heading in HEADINGS[1:ON_SCREEN]:
        table.add_column(heading, justify="right", no_wrap=True)
    for climb, data in climbed:
        table.add_row(climb.slug, *cells(climb, data)[:ON_SCREEN])
    return table


def write_page(path: Path, climbed: Climbed, command: str, calibration: float) -> None:
    """Put the section of each game into the page, in the place of the one it has."""
    text = path.read_text(encoding="utf-8") if path.exists() else OPENING
    for slug in dict.fromkeys(climb.slug for climb, _ in climbed):
        section = _section(slug, [pair for pair in climbed if pair[0].slug == slug], command, calibration)
        first, last = f"<!-- ladder {slug} -->", f"<!-- end of ladder {slug} -->"
        before, found, rest = text.partition(first)
        after = rest.partition(last)[2] if found else "\n"
        text = f"{before if found else before.rstrip() + chr(10) * 2}{first}\n{section}{last}{after}"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)


def _section(slug: str, climbed: Climbed, command: str, calibration: float) -> str:
    header = climbed[0][1]
    lines = [
        f"## {cairn.game(slug).title}",
        "",
        f"{date.today()}, cairn {header['cairn']} ({header['build']} build, sources {header['sources']}), rules "
        f"{header['rules_version']}, Python {platform.python_version()}, {platform.machine()};",
        f"calibration {calibration / 1e6:.1f} million turns of a plain loop per second, as `cairn bench` takes it.",
        f"Made by `{command}`.",
        "",
        f"| {' | '.join(HEADINGS)} |",
        "|" + "---|" * len(HEADINGS),
        *(f"| {' | '.join(cells(climb, data))} |" for climb, data in climbed),
    ]
    return "\n".join(lines) + "\n"
