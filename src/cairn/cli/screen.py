"""The two consoles: what was asked for goes to standard output, everything else to standard error."""

from __future__ import annotations

import json

from rich.console import Console

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def print_json(document: object) -> None:
    """One JSON document on standard output, as it is: no colour, no wrapping."""
    out.file.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
