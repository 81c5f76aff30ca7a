"""How much of something one identity or address may ask for: a bucket that refills, for each of them."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from redis.asyncio import Redis
from redis.exceptions import RedisError

from cairn.server import metrics
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
    "sign-in-anywhere": Allowance(30, 10),
    "table": Allowance(20, 20),
    "connection": Allowance(60, 1),
    "message": Allowance(80, 0.1),
    "chat": Allowance(6, 2),
    "hint": Allowance(6, 10),
    "review": Allowance(200, 2),
    "game-review": Allowance(5, 300),
    "mail": Allowance(3, 1200),
    "report": Allowance(5, 600),
    "operator": Allowance(5, 60),
    "lab": Allowance(6, 20),
    "pack": Allowance(60, 1),
}

CROWD: Final = 50_000


DEEDS: Final = {
    "request": "go on",
    "guest": "add another guest",
    "sign-in": "try to sign in again",
    "sign-in-anywhere": "try to sign in again",
    "table": "open another table",
    "connection": "connect again",
    "message": "send another message",
    "chat": "write again",
    "hint": "ask for another hint",
    "review": "ask for another review",
    "game-review": "have another game reviewed",
    "mail": "change your address again",
    "report": "report somebody again",
    "operator": "try the secret again",
    "lab": "start another comparison",
    "pack": "try another change",
}
"""What one may do again when the time is over."""


class Limits:
    """Counts what was asked for, for all workers together where they share Redis; refuses with the time to wait."""

    def __init__(
        self, active: bool = True, clock: Callable[[], float] = time.monotonic, redis: Redis | None = None
    ) -> None:
        self.active = active
        self.clock = clock
        self._redis = redis
        self._full_at: dict[tuple[str, str], float] = {}
        """When each bucket will be full again: all that a bucket needs to remember."""
        self._connections: Counter[str] = Counter()

    async def spend(self, what: str, *whom: str | None) -> None:
        """Take one of `what` from each of `whom` (identities, addresses), or Problem."""
        if not self.active:
            return
        if self._redis is not None:
            keys = [f"cairn:limit:{what}:{_digest(who)}" for who in whom if who is not None]
            burst, seconds = ALLOWANCES[what]
            try:
                wait = float(await self._redis.eval(SPEND, len(keys), *keys, burst, seconds))
            except (RedisError, OSError):
                metrics.LIMITS_ALONE.inc()  # better to count alone than not at all, or to let nobody in
            else:
                _refuse_for(what, wait)
                return
        self.take(what, *whom)

    def take(self, what: str, *whom: str | None) -> None:
        """As `spend`, counted by this worker alone: for what comes too often to ask anybody else."""
        if not self.active:
            return
        burst, seconds = ALLOWANCES[what]
        moment = self.clock()
        keys = [(what, who) for who in whom if who is not None]
        for key in keys:
            _refuse_for(what, self._full_at.get(key, 0.0) + seconds - (moment + burst * seconds))
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


def _refuse_for(what: str, wait: float) -> None:
    if wait > 0:
        metrics.LIMITED.labels(what).inc()
        again = int(wait) + 1
        soon = "in a second" if again == 1 else f"in {again} seconds"
        raise Problem("too-many", f"You can {DEEDS[what]} {soon}.", retry_after=again)


def _digest(who: str) -> str:
    """Names and addresses are nobody's business but ours, so Redis does not get to know them."""
    return hashlib.sha256(who.encode()).hexdigest()[:24]


SPEND: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local burst, seconds = tonumber(ARGV[1]), tonumber(ARGV[2])
for _, key in ipairs(KEYS) do
    local wait = tonumber(redis.call('GET', key) or 0) + seconds - (now + burst * seconds)
    if wait > 0 then return tostring(wait) end
end
for _, key in ipairs(KEYS) do
    local full = math.max(tonumber(redis.call('GET', key) or 0), now) + seconds
    redis.call('SET', key, string.format('%.6f', full), 'EX', math.ceil(full - now) + 1)
end
return '0'
"""
