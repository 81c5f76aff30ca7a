"""Scores as a viewer can know them: what boards, sheets and logs show of a seat's points."""

from __future__ import annotations

Lines = dict[str, int | None]
"""Points by score line; None where the viewer cannot know them."""


def total(lines: Lines) -> int | None:
    points = list(lines.values())
    return None if None in points else sum(filter(None, points))


def shown(points: int | None) -> str:
    return "?" if points is None else str(points)
