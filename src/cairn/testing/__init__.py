"""The test kit: what every game must hold, as checks that any game can be put through. Needs pytest for `rule` only."""

from __future__ import annotations

from cairn.testing.rules import rule

__all__ = ["rule"]
