"""What a worker gives up when it has more to do than it can: first reviews, then hints, then bots take longer.

It goes by how late the event loop is by its own work, averaged over seconds. People at tables are never slowed on
purpose: what is left is theirs. Beyond all that, newcomers are told that the server is full; who has a seat is let in.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Final

from cairn.server import metrics
from cairn.server.problems import Problem

SECONDS: Final = 3.0
"""Over which lateness is averaged."""
RECOVERED: Final = 0.5
"""A level is left when the lateness is this share of what led to it, so that nothing flickers."""


class Level(IntEnum):
    NONE = 0
    REVIEWS = 1
    HINTS = 2
    BOTS = 3
    """Bots take longer, which leaves the loop to people."""
    FULL = 4


LATE: Final = {Level.REVIEWS: 0.03, Level.HINTS: 0.06, Level.BOTS: 0.1, Level.FULL: 0.2}
"""Seconds that the loop is late, on average, from which on a level holds."""
SLOWED_MS: Final = 2_000
RETRY_AFTER: Final = 30


class Overload:
    def __init__(self) -> None:
        self.level = Level.NONE
        self.late = 0.0

    def observe(self, late: float, elapsed: float) -> None:
        """How late the loop was by its own work, and how long ago that was last asked."""
        weight = 1 - math.exp(-elapsed / SECONDS)
        self.late += (late - self.late) * weight
        reached = max((level for level, least in LATE.items() if self.late >= least), default=Level.NONE)
        held = max(
            (level for level, least in LATE.items() if self.late >= least * RECOVERED and level <= self.level),
            default=Level.NONE,
        )
        self.level = max(reached, held)
        metrics.OVERLOAD.set(self.level)

    def refuse(self, level: Level) -> None:
        """Refuse something that is given up at a level."""
        if self.level >= level:
            metrics.SHED.labels(level.name.lower()).inc()
            detail = "The server is overloaded. Games go on; try again in a while."
            raise Problem("busy", detail, retry_after=RETRY_AFTER)

    def admit(self) -> None:
        """Let a newcomer in, who would bring more to do."""
        if self.level >= Level.FULL:
            metrics.SHED.labels("full").inc()
            detail = "The server is full right now. Running games go on; please come back in a while."
            raise Problem("full", detail, retry_after=RETRY_AFTER)

    @property
    def least_pace(self) -> int:
        """Milliseconds that bots take at least now."""
        return SLOWED_MS if self.level >= Level.BOTS else 0
