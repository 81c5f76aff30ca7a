"""Bots: they get a view, never a state, and answer with a notation. `make("hiker", game)` seats one."""

from __future__ import annotations

from cairn.bots.analysis import Opinion, analyse
from cairn.bots.bot import Bot
from cairn.bots.search import Budget
from cairn.bots.table import make, names

__all__ = ["Bot", "Budget", "Opinion", "analyse", "make", "names"]
