"""What became of something that was handed to a mail server or a push service."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    SENT = "sent"
    AGAIN = "again"
    """It was certainly not taken, and may be later."""
    NEVER = "failed"
    """It was refused for good."""
    GONE = "gone"
    """There is nobody at this address any more."""
    UNKNOWN = "unknown"
    """It was handed over and no answer came: it may have been taken, so it must not be sent again."""
