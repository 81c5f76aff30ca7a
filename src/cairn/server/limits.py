"""How much of something one identity or address may ask for: a bucket that refills, for each of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from cairn.server.problems import Problem

BODY_BYTES: Final = 16_384
MESSAGE_BYTES: Final = 4_096
CHAT_LENGTH: Final = 400
MOST_CONNECTIONS: Final = 100
"""WebSockets that one address may hold open at a worker."""
OUTBOX: Final = 256
"""Messages that may wait for a slow receiver before the connection is given up."""


class Allowance(NamedTuple):
    """`burst` at once, and again one every `seconds`."""

    burst: int
    seconds: float


ALLOWANCES: Final[dict[str, Allowance]] = {
    "request": Allowance(120, 0.1),
    "guest": Allowance(20, 60),
    "sign-in": Allowance(8, 15),
    "table": Allowance(20, 20),
    "connection": Allowance(60, 1),
    "message": Allowance(80, 0.1),
    "chat": Allowance(6, 2),
    "hint": Allowance(6, 10),
    "review": Allowance(200, 2),
}

CROWD: Final = 50_000


DEEDS: Final = {
    "request": "go on",
    "guest": "add another guest",
    "sign-in": "try to sign in again",
    "table": "open another table",
    "connection": "connect again",
    "message": "send another message",
    "chat": "write again",
    "hint": "ask for another hint",
    "review": "ask for another review",
}
"""What one may do again when the time is over."""


class Limits:
    """Counts what was asked for. `spend` refuses with the time to wait."""

    def __init__(self, active: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.active = active
        self.clock = clock
        self._full_at: dict[tuple[str, str], float] = {}
        """When each bucket will be full again: all that a bucket needs to remember."""
        self._connections: Counter[str] = Counter()

    def spend(self, what: str, *whom: str | None) -> None:
        """Take one of `what` from each of `whom` (identities, addresses), or Problem."""
        if not self.active:
            return
        burst, seconds = ALLOWANCES[what]
        moment = self.clock()
        keys = [(what, who) for who in whom if who is not None]
        for key in keys:
            wait = self._full_at.get(key, 0.0) + seconds - (moment + burst * seconds)
            if wait > 0:
                again = int(wait) + 1
                soon = "in a second" if again == 1 else f"in {again} seconds"
                raise Problem("too-many", f"You can {DEEDS[what]} {soon}.", retry_after=again)
        for key in keys:
            self._full_at[key] = max(self._full_at.get(key, 0.0), moment) + seconds
        if len(self._full_at) > CROWD:
            self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > moment}

    @contextmanager
    def connected(self, address: str | None) -> Iterator[None]:
        """One more connection of an address while the context lasts, or Problem."""
        if not self.active or address is None:
            yield
            return
        if self._connections[address] >= MOST_CONNECTIONS:
            detail = f"This address has {MOST_CONNECTIONS} connections open. Close one first."
            raise Problem("too-many", detail, retry_after=60)
        self._connections[address] += 1
        try:
            yield
        finally:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]
