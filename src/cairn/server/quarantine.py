"""Tables that cannot be played on: found out one by one, stopped with the reason, and nobody else's concern.

What is stored of a table may be damaged, of a game that is gone, or of rules that have changed. Whoever opens such a
table is told in one sentence; an operator reads the `fault`, which names the place and never what is secret in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from cairn.server.logs import place
from cairn.server.models import tables
from cairn.server.problems import Problem
from cairn.server.storage import Storage, now

DAMAGED: Final = "damaged"
RULES: Final = "rules"
ENDED: Final = "ended"

SENTENCES: Final = {
    DAMAGED: "This table is damaged and has been stopped. The operator can see why. All other tables are fine.",
    ENDED: "The operator has ended this table.",
}
LIVE: Final = ("waiting", "running")

NOT_THE_TABLES_FAULT: Final = (Problem, SQLAlchemyError, OSError, MemoryError)


class Stopped(Problem):
    """A table that is not played on."""

    def __init__(self, why: str, fault: str, detail: str | None = None) -> None:
        super().__init__("stopped", detail or SENTENCES[why])
        self.why = why
        self.fault = fault


@contextmanager
def blaming(what: str) -> Iterator[None]:
    """Whatever fails in here is the fault of what is stored of the table: Stopped."""
    try:
        yield
    except NOT_THE_TABLES_FAULT:
        raise
    except Exception as error:
        raise Stopped(DAMAGED, f"{what} ({place(error)})") from None


async def put(storage: Storage, table: str, stopped: Stopped) -> bool:
    """Remember that a table is stopped; False if that was known, or if nobody has to play it on."""
    live = (tables.c.id == table) & tables.c.quarantine.is_(None) & tables.c.status.in_(LIVE)
    values = {"quarantine": stopped.why, "fault": stopped.fault, "quarantined": now()}
    async with storage.write() as connection:
        return bool((await connection.execute(update(tables).where(live).values(values))).rowcount)


async def release_other_rules(storage: Storage) -> None:
    """At the start of a program, which may play rules that the last one did not: they are tried again."""
    values = {"quarantine": None, "fault": None, "quarantined": None}
    async with storage.write() as connection:
        await connection.execute(update(tables).where(tables.c.quarantine == RULES).values(values))


async def found(connection: Any) -> list[Any]:
    """The tables that wait for an operator, the oldest first."""
    columns = (tables.c.id, tables.c.game, tables.c.position, tables.c.quarantine, tables.c.fault, tables.c.quarantined)
    wanted = select(*columns).where(tables.c.quarantine.is_not(None), tables.c.status.in_(LIVE))
    return list((await connection.execute(wanted.order_by(tables.c.quarantined))).all())
