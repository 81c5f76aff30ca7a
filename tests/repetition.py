"""How often a test tries what it tries: as often as shows the thing, and many times more in `make soak`."""

from __future__ import annotations

import os
from typing import TypeVar

import cairn

What = TypeVar("What")


QUICK = 1000
"""A game that takes no more decisions than this is a quick one."""


def quick_games() -> list[str]:
    """Where a test plays whole games and any game will do: quick ones, and all of them in `make soak`."""
    quick = [slug for slug in cairn.slugs() if cairn.game(slug).longest(2) <= QUICK]
    return times(quick, cairn.slugs())


def times(usual: What, soak: What) -> What:
    return soak if "CAIRN_SOAK" in os.environ else usual
