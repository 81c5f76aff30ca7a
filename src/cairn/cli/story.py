"""What happened, told in sentences: events and messages with the names of the seats."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import cairn
from cairn.cli.arguments import is_bot
from cairn.core.history import Move


def seat_names(names: list[str]) -> list[str]:
    """The names of a record as sentences use them: bots with a capital, namesakes numbered, nothing unprintable."""
    printable = ["".join(filter(str.isprintable, name)) for name in names]
    shown = [name.partition(":")[0].capitalize() if is_bot(name) else name for name in printable]
    return [
        f"{name} {shown[: seat + 1].count(name)}" if shown.count(name) > 1 else name for seat, name in enumerate(shown)
    ]


def paragraphs(game: cairn.Game, events: list[cairn.Event], names: list[str], viewer: int | None) -> list[str]:
    """The sentences of these events: a seat with several in a row has a paragraph of its own, single ones share one."""
    told = [(names[event.seat], game.sentence(event, viewer, names)) for event in events]
    made: list[list[str]] = []
    singles = False
    for name, run in groupby(told, key=lambda pair: pair[0] if pair[1].startswith(pair[0]) else ""):
        sentences = [text for _, text in run]
        single = name != "" and len(sentences) == 1
        if single and singles:
            made[-1] += sentences
        else:
            made.append(sentences)
        singles = single
    return [" ".join(sentences) for sentences in made]


def log_lines(game: cairn.Game, moves: Iterable[Move], names: list[str], viewer: int | None) -> list[str]:
    """Everything that happened, a line for each event, behind the number of the choice; a blank line between turns.

    Turns of a single choice are kept together, or bids that go round would fill the screen.
    """
    lines: list[str] = []
    single = True
    numbered = enumerate(moves)
    for _, turn in groupby(numbered, key=lambda pair: pair[1].turn):
        made = list(turn)
        if lines and not (single and len(made) == 1):
            lines.append("")
        single = len(made) == 1
        for number, move in made:
            lines += [f"{number:>4}  {game.sentence(event, viewer, names)}" for event in move.events]
    return lines
