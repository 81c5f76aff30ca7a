"""The `cairn` command."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        import rich  # noqa: F401
        import typer  # noqa: F401
    except ImportError:
        sys.stderr.write(
            "cairn: the command line needs Typer and Rich; install them with: pip install 'cairn-tabletop[cli]'\n"
        )
        sys.exit(2)
    try:
        from cairn.cli.app import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
