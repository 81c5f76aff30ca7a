"""Puts a game that was played elsewhere into a database, as a table that is over: to be looked at and reviewed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert

from cairn.core.record import Record
from cairn.server.models import moves, players, seats, tables
from cairn.server.play import SERVER, to_row
from cairn.server.roster import OVER, PERSON
from cairn.server.storage import Storage, new_id, now

SECONDS = 20
"""Between two choices, as far as the log tells."""


class Unfinished(ValueError):
    """A record of a game that is not over."""


async def keep(storage: Storage, record: Record, table: str, people: dict[str, str]) -> None:
    """Write the record as a public table with this id. `people` are the guests of the database by name; new names
    are added to it."""
    if record.state.seat >= 0:
        raise Unfinished(f"the record of {record.game.title} is not over; play it to its end first")
    end = now()
    begun = end - 1000 * SECONDS * (len(record.moves) + 1)
    rows: list[dict[str, Any]] = []
    async with storage.write() as connection:
        for name in dict.fromkeys(record.names):
            if name not in people:
                people[name] = new_id()
                await connection.execute(
                    insert(players).values(id=people[name], kind="guest", name=name, created=begun)
                )
        for number, (move, _) in enumerate(record.retell()):
            move.number, move.at = number, begun + 1000 * SECONDS * number
            move.actor = people[record.names[move.seat]] if number else SERVER
            rows.append({"table": table, **to_row(move)})
        await connection.execute(
            insert(tables).values(
                id=table,
                game=record.game.slug,
                rules_version=record.game.rules_version,
                options=record.options,
                host=people[record.names[0]],
                invite=new_id(16),
                listed=True,
                hints=True,
                increment=0,
                pace=0,
                status=OVER,
                position=len(record.moves),
                asked=-1,
                created=begun,
                changed=end,
            )
        )
        shares = record.state.result()
        assert shares is not None
        await connection.execute(
            insert(seats),
            [
                {"table": table, "seat": seat, "kind": PERSON, "player": people[name], "left": False, "share": share}
                for seat, (name, share) in enumerate(zip(record.names, shares, strict=True))
            ],
        )
        await connection.execute(insert(moves), rows)
