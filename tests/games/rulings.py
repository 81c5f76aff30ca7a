"""docs/rulings.md, which says where each place that a rulebook leaves open is settled."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "rulings.md"


def rulings_of(title: str) -> str:
    """The table of a game."""
    return PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
