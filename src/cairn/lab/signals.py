"""Ctrl-C, held back where it would leave something half done."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back Ctrl-C for a moment; a process that is started in it goes on holding it back."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ending(code: int) -> str:
    """How a process ended, in words, by its exit code; a negative one is the signal that killed it."""
    return f"its process ended with exit code {code}" if code >= 0 else f"its process was killed by signal {-code}"
