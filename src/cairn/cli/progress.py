"""The progress bar of long commands: on standard error, and only if that is a terminal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from cairn.cli.screen import err

BLINK = 0.1
"""Seconds between two drawings of a bar; nobody sees more."""


class Bar:
    """One bar. It is drawn when told to and has no thread of its own, so that processes can be forked beside it."""

    def __init__(self, progress: Progress, title: str, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task(title, total=total)
        self._drawn = 0.0

    def show(self, completed: int) -> None:
        self._progress.update(self._task, completed=completed)
        if monotonic() - self._drawn > BLINK:
            self._progress.refresh()
            self._drawn = monotonic()


@contextmanager
def bar(title: str, total: int) -> Iterator[Bar]:
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        auto_refresh=False,
        disable=not err.is_terminal,
    )
    with progress:
        yield Bar(progress, title, total)


class Complaints(logging.Handler):
    """Shows warnings on standard error, each wording once: a bot that always fails would say it at every decision."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._said: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        sentence = record.getMessage()
        if sentence not in self._said:
            self._said.add(sentence)
            err.print(Text(f"cairn: {sentence}"), soft_wrap=True)


@contextmanager
def complaints() -> Iterator[None]:
    """Show what `cairn.pool` warns of."""
    logger = logging.getLogger("cairn.pool")
    handler = Complaints()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def play_with_bar(title: str, total: int, play: Callable[[Callable[[int], None]], object]) -> bool:
    """Play with a bar, and show warnings; `play` is given what draws the bar. False if Ctrl-C stopped it."""
    try:
        with bar(title, total) as progress, complaints():
            play(progress.show)
    except KeyboardInterrupt:
        return False
    return True
