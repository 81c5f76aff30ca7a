"""A review in a process of its own, for servers: the text of a record comes in, lines of JSON go out.

    python -m cairn.review.job < game.json

While it works it says how many steps are done, `{"done": 12}`, and at the end `{"review": {...}}`. It gives way to
everything else on the machine.
"""

from __future__ import annotations

import json
import os
import sys
from time import monotonic
from typing import Any

import cairn
from cairn.review.accounting import review

EVERY = 2.0
"""Seconds between two reports."""
NICENESS = 19


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    record = cairn.Record.read(sys.stdin.read())
    last = monotonic()

    def tell(done: int) -> None:
        nonlocal last
        if monotonic() - last >= EVERY:
            last = monotonic()
            _say({"done": done})

    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else None
    _say({"review": review(record, iterations, tell).data()})


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
