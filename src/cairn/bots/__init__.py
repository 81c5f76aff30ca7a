"""Bots: they get a view, never a state, and answer with a notation. `make("hiker", game)` seats one."""

from __future__ import annotations

from cairn.bots.analysis import Opinion, analyse
from cairn.bots.bot import Bot, Session
from cairn.bots.table import make, names
from cairn.core.bot_settings import Budget

__all__ = ["Bot", "Budget", "Opinion", "Session", "analyse", "make", "names"]
