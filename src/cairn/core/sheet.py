"""What boards in the terminal say: scores as a viewer can know them, and the texts of [terminal]."""

from __future__ import annotations

from cairn.core.contract import Game

Lines = dict[str, int | None]
"""Points by score line; None where the viewer cannot know them."""


def total(lines: Lines) -> int | None:
    points = list(lines.values())
    return None if None in points else sum(filter(None, points))


def shown(points: int | None) -> str:
    return "?" if points is None else str(points)


def points_known(lines: Lines) -> dict[str, str | int]:
    """The points of a seat as arguments of a text: {n}, if {known} is "yes"."""
    points = total(lines)
    return {"known": "no" if points is None else "yes", "n": points or 0}


def said(of: Game, key: str, /, **args: str | int) -> str:
    """A text of [terminal]. Components keep their ids in it: those are what one types."""
    return of.texts.message("terminal", key).format(dict(args))


def drawn(of: Game, key: str, /, **args: object) -> str:
    """A text of [drawing]. Compiled, an argument may not have the name of a parameter, not even of a positional one."""
    return of.texts.say("drawing", key, dict(args))
