"""Shows a record again: as a log with the final board, or step by step as a spectator would have seen it."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

import cairn
from cairn.cli import boards
from cairn.cli.sheet import score_sheet, winners
from cairn.cli.story import log_lines, paragraphs, seat_names
from cairn.core.sheet import Lines

KEYS = "Enter or n: next, p: previous, q: quit"


class Scene:
    """One moment of a game: what was chosen, what happened through it, and where that led."""

    def __init__(self, title: str, sentences: list[str], state: cairn.State) -> None:
        self.title = title
        self.sentences = sentences
        self.state = state


def scenes(record: cairn.Record) -> list[Scene]:
    names = seat_names(record.names)
    made = []
    for number, (move, state) in enumerate(record.retell()):
        title = f"{number}. {names[move.seat]}: {move.choice}" if number else "The start"
        made.append(Scene(title, paragraphs(record.game, move.events, names, None), state))
    return made


def show_log(record: cairn.Record, console: Console) -> None:
    """The whole game as sentences, then the board it led to."""
    for line in log_lines(record.game, (move for move, _ in record.retell()), seat_names(record.names), None):
        console.print(Text.assemble((line[:6], "dim"), line[6:]))
    show_board(record, record.state, console)


def show_board(record: cairn.Record, state: cairn.State, console: Console) -> None:
    names = seat_names(record.names)
    console.print()
    console.print(boards.draw(state.view(None), names, console.width, record.game))
    if state.seat < 0:
        lines: list[Lines] = [dict(score.lines) for score in state.scores()]
        console.print(score_sheet(names, lines))
        console.print(winners(names, state.result()), style="bold", markup=False)


def step_through(record: cairn.Record, console: Console) -> None:
    """One moment at a time, forward and back."""
    made = scenes(record)
    at = 0
    console.print(KEYS, style="dim")
    while True:
        scene = made[at]
        console.rule(Text(f"{scene.title} ({at} of {len(made) - 1})"))
        for told in scene.sentences:
            console.print(Text("  " + told))
        show_board(record, scene.state, console)
        key = console.input("n/p/q> ").strip().lower()
        if key == "q":
            return
        if key == "p":
            at = max(0, at - 1)
        elif key in ("", "n"):
            if at == len(made) - 1:
                return
            at += 1
        else:
            console.print(KEYS, style="red")
