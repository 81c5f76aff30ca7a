"""People who do not want each other: muting, blocking, reporting; and what the operator does about it.

Whom somebody avoids is nobody else's business: a refusal does not say by whom, and who is muted does not notice.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, insert, select, update

from cairn.server.identity import Visitor
from cairn.server.models import avoided, chats, players, reports, tables
from cairn.server.problems import Problem
from cairn.server.storage import Storage, new_id, now

BLOCKED: Final = "blocked"
MOST: Final = 500
"""People that somebody may avoid."""
QUOTED: Final = 20
SETTLED: Final = ("dismissed", "silenced")
DAY: Final = 24 * 3_600_000
SHOWN: Final = 100


class Moderation:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def avoid(self, visitor: Visitor, other: str, how: str) -> None:
        """Mute or block somebody, whatever they were before."""
        if other == visitor.id:
            raise Problem("not-allowed", "You cannot avoid yourself.")
        row = {"player": visitor.id, "other": other, "how": how, "created": now()}
        mine = avoided.c.player == visitor.id
        async with self._storage.write() as connection:
            if await connection.scalar(select(players.c.id).where(players.c.id == other)) is None:
                raise Problem("not-found", "There is no such player.")
            await connection.execute(delete(avoided).where(mine, avoided.c.other == other))
            if len((await connection.execute(select(avoided.c.other).where(mine))).all()) >= MOST:
                raise Problem("not-allowed", f"You already avoid {MOST} people. Remove one first.")
            await connection.execute(insert(avoided).values(row))

    async def forgive(self, visitor: Visitor, other: str) -> None:
        async with self._storage.write() as connection:
            mine = (avoided.c.player == visitor.id) & (avoided.c.other == other)
            if (await connection.execute(delete(avoided).where(mine))).rowcount == 0:
                raise Problem("not-found", "You do not avoid this player.")

    async def listed(self, visitor: Visitor) -> list[dict[str, Any]]:
        """Whom somebody avoids, the newest first."""
        wanted = select(avoided.c.other, avoided.c.how, avoided.c.created, players.c.name)
        joined = wanted.join(players, players.c.id == avoided.c.other).where(avoided.c.player == visitor.id)
        async with self._storage.read() as connection:
            rows = (await connection.execute(joined.order_by(avoided.c.created.desc()))).all()
        return [{"player": row.other, "name": row.name, "how": row.how, "since": row.created} for row in rows]

    async def report(self, visitor: Visitor, subject: str, table: str | None, reason: str, text: str) -> None:
        """Tell the operator about somebody. What they said at the table last is kept with it."""
        if subject == visitor.id:
            raise Problem("not-allowed", "You cannot report yourself.")
        async with self._storage.write() as connection:
            if await connection.scalar(select(players.c.id).where(players.c.id == subject)) is None:
                raise Problem("not-found", "There is no such player.")
            if table is not None and await connection.scalar(select(tables.c.id).where(tables.c.id == table)) is None:
                raise Problem("not-found", "There is no such table.")
            said = select(chats.c.text).where(chats.c.table == table, chats.c.player == subject)
            last = await connection.execute(said.order_by(chats.c.id.desc()).limit(QUOTED))
            row = {
                "id": new_id(),
                "player": visitor.id,
                "subject": subject,
                "table": table,
                "reason": reason,
                "text": text,
                "quoted": [line.text for line in reversed(last.all())],
                "created": now(),
            }
            await connection.execute(insert(reports).values(row))

    # For the operator

    async def waiting(self) -> list[dict[str, Any]]:
        """Reports that nobody has settled, the oldest first."""
        by, about = players.alias("by"), players.alias("about")
        wanted = (
            select(reports, by.c.name.label("by"), about.c.name.label("about"), about.c.silenced_until)
            .join(by, by.c.id == reports.c.player)
            .join(about, about.c.id == reports.c.subject)
            .where(reports.c.settled.is_(None))
            .order_by(reports.c.created)
            .limit(SHOWN)
        )
        async with self._storage.read() as connection:
            return [row._asdict() for row in await connection.execute(wanted)]

    async def settle(self, report: str, silent_days: int) -> None:
        """Settle a report: with some days on which its subject cannot write, or with none."""
        async with self._storage.write() as connection:
            subject = await connection.scalar(select(reports.c.subject).where(reports.c.id == report))
            if subject is None:
                raise Problem("not-found", "There is no such report.")
            done = SETTLED[silent_days > 0]
            await connection.execute(update(reports).where(reports.c.id == report).values(settled=done))
            if silent_days:
                values = {"silenced_until": now() + silent_days * DAY}
                await connection.execute(update(players).where(players.c.id == subject).values(values))


async def unwanted(connection: Any, player: str) -> set[str]:
    """Whose words somebody does not want to read."""
    found = await connection.execute(select(avoided.c.other).where(avoided.c.player == player))
    return {row.other for row in found}


async def check_may_sit(connection: Any, player: str, others: set[str]) -> None:
    """Nobody sits down with somebody who has blocked them, or whom they have blocked; by whom is not said."""
    here = ((avoided.c.player == player) & avoided.c.other.in_(others)) | (
        avoided.c.player.in_(others) & (avoided.c.other == player)
    )
    wanted = select(avoided.c.how).where(here, avoided.c.how == BLOCKED).limit(1)
    if others and await connection.scalar(wanted) is not None:
        raise Problem("not-allowed", "You cannot sit down at this table.")


async def check_may_write(connection: Any, player: str) -> None:
    until = await connection.scalar(select(players.c.silenced_until).where(players.c.id == player))
    if until is not None and until > now():
        detail = "The operator has muted you for now. You can still play."
        raise Problem("not-allowed", detail, until=until)
