"""Arguments and options that several commands share, with their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game by its slug; see `cairn games`.")]
GameNames = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME...]", help="Games by slug; all of them by default.")
]
OptionsText = Annotated[
    str, typer.Option("--options", metavar="A=B,...", help="Options of the game; see `cairn games`.")
]
ContentFile = Annotated[
    Path | None, typer.Option("--content", metavar="FILE", help="Play with this pack or content file.")
]
Seed = Annotated[int, typer.Option(min=0, help="The same seed plays the same games, with any --jobs.")]
Jobs = Annotated[int, typer.Option(min=1, help="Number of processes.")]
Timeout = Annotated[
    float, typer.Option(min=0.1, metavar="SECONDS", help="Time limit for one decision; after it, climber answers.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
