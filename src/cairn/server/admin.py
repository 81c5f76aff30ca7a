"""Looking after a database: all of it to a file and back, every game checked by playing it again, a person forgotten.

The file has one JSON object a line: first what it is, then row after row, each table after those it refers to. So it
goes from SQLite to PostgreSQL and back, and its size does not matter.
"""

from __future__ import annotations

import base64
import itertools
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import LargeBinary, Table, delete, func, insert, or_, select, update

from cairn.core.errors import CairnError
from cairn.server import notices, roster
from cairn.server.journal import is_checkpoint_of, read_moves
from cairn.server.models import (
    avoided,
    chats,
    lab_runs,
    metadata,
    moves,
    packs,
    players,
    push_subscriptions,
    ratings,
    reminder_settings,
    reminders,
    reports,
    seats,
    sessions,
    tables,
    tokens,
    vacations,
)
from cairn.server.play import Play
from cairn.server.quarantine import RULES, Stopped, blaming
from cairn.server.repair import stored_states
from cairn.server.roster import OPEN, OVER, PERSON, RUNNING, WAITING
from cairn.server.seating import STAND_IN
from cairn.server.storage import Storage, new_id

FORMAT: Final = 1
ROWS: Final = 200
FORGOTTEN: Final = "Somebody"


class AdminError(CairnError):
    """A file or a name that cannot be used."""


async def export(storage: Storage, file: Path) -> int:
    """Everything into a file; the number of rows. The file is whole or not there at all."""
    part = file.with_name(file.name + ".part")
    count = 0
    async with storage.snapshot() as connection:
        with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as out:
            out.write(orjson.dumps({"cairn": FORMAT, "version": await storage.version()}) + b"\n")
            for table in metadata.sorted_tables:
                async for row in await connection.stream(select(table).order_by(*_order(table))):
                    out.write(orjson.dumps([str(table.name), _plain(table, row._asdict())]) + b"\n")
                    count += 1
    part.replace(file)
    return count


async def restore(storage: Storage, file: Path) -> int:
    """What `export` wrote, into a database that holds nothing yet; the number of rows. All of it or nothing."""
    with file.open("rb") as lines:
        await _check_header(storage, file, next(lines, b""))
        async with storage.write() as connection:
            # The key for cookies and the clock were made when the database was: the exported ones take their place.
            if await connection.scalar(select(func.count()).select_from(players)):
                raise AdminError("the database is not empty; import into an empty one")
            for made_at_the_start in ("keys", "clock"):
                await connection.execute(delete(metadata.tables[made_at_the_start]))
            count = 0
            for name, rows in _batches(file, lines):
                await connection.execute(insert(metadata.tables[name]), rows)
                count += len(rows)
    return count


async def _check_header(storage: Storage, file: Path, line: bytes) -> None:
    try:
        header = orjson.loads(line)
        known, version = header["cairn"] == FORMAT, header["version"]
    except (orjson.JSONDecodeError, TypeError, KeyError):
        known, version = False, None
    if not known:
        raise AdminError(f"{file}: line 1: is not an export of a Cairn database")
    own = await storage.version()
    if version != own:
        raise AdminError(
            f"{file}: was written at database version {version}, this program has {own}; import it with the program "
            "that wrote it, then migrate"
        )


def _batches(file: Path, lines: Iterator[bytes]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table, some at a time."""
    for name, group in itertools.groupby(_rows(file, lines), key=lambda row: row[0]):
        while batch := [row for _, row in itertools.islice(group, ROWS)]:
            yield name, batch


def _rows(file: Path, lines: Iterator[bytes]) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(lines, 2):
        try:
            name, row = orjson.loads(line)
            table = metadata.tables[name]
            unknown = set(row) ^ set(table.c.keys())
        except (orjson.JSONDecodeError, TypeError, ValueError, KeyError):
            raise AdminError(f"{file}: line {number}: is not a row of a table") from None
        if unknown:
            raise AdminError(
                f"{file}: line {number}: columns of '{name}' that are missing or unknown: {sorted(unknown)}"
            )
        for column in _binary(table):
            row[column] = base64.b64decode(row[column])
        if name in (chats.name, "notices"):
            del row["id"]  # numbered anew, in the same order, so that the next line of chat gets a free number
        yield name, row


def _order(table: Table) -> list[Any]:
    """Owners before the bots that refer to them; otherwise by key."""
    return [*([players.c.owner.is_not(None)] if table is players else []), *table.primary_key]


def _plain(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    for column in _binary(table):
        row[column] = base64.b64encode(row[column]).decode()
    return {str(name): value for name, value in row.items()}


def _named(row: Any) -> dict[str, Any]:
    return {str(name): value for name, value in row._asdict().items()}


def _binary(table: Table) -> list[str]:
    return [column.name for column in table.c if isinstance(column.type, LargeBinary)]


async def check_copy(file: Path) -> tuple[int, list[Fault]]:
    """Whether an export can be restored: it is, into a database that is thrown away, and every game is played again."""
    with tempfile.TemporaryDirectory(prefix="cairn-check-") as folder:
        storage = Storage(f"sqlite+aiosqlite:///{folder}/copy.db")
        try:
            await storage.migrate()
            await restore(storage, file)
            count, faults = 0, []
            async for _, wrong in verify(storage):
                count += 1
                faults += wrong
            return count, faults
        finally:
            await storage.close()


async def person(storage: Storage, who: str) -> dict[str, Any]:
    """All that is kept about somebody, by id or by the name they sign in with; their passphrase as "set" or null."""
    async with storage.snapshot() as connection:
        id = await _find(connection, who)  # noqa: A001
        player = _named((await connection.execute(select(players).where(players.c.id == id))).one())
        player["passphrase"] = None if player["passphrase"] is None else "set"
        data: dict[str, Any] = {"cairn-person": FORMAT, "player": player}
        of_theirs = {
            "sessions": select(sessions.c.id, sessions.c.device, sessions.c.created, sessions.c.seen).where(
                sessions.c.player == id
            ),
            "bots": select(players.c.id, players.c.name, players.c.created).where(players.c.owner == id),
            "ratings": select(ratings).where(ratings.c.player == id),
            "chat": select(chats.c.table, chats.c.text, chats.c.at).where(chats.c.player == id),
            "tables": select(tables.c.id, tables.c.game, tables.c.status, tables.c.created, seats.c.seat, seats.c.share)
            .join(seats, seats.c.table == tables.c.id)
            .where(seats.c.player == id),
            "vacations": select(vacations.c.begins, vacations.c.ends).where(vacations.c.player == id),
            "reminders": select(reminder_settings).where(reminder_settings.c.player == id),
            "reminders_sent": select(
                reminders.c.kind, reminders.c.channel, reminders.c.state, reminders.c.created
            ).where(reminders.c.player == id),
            "push": select(
                push_subscriptions.c.endpoint, push_subscriptions.c.device, push_subscriptions.c.created
            ).where(push_subscriptions.c.player == id),
            "avoided": select(avoided.c.other, avoided.c.how, avoided.c.created).where(avoided.c.player == id),
            "reports": select(
                reports.c.subject, reports.c.table, reports.c.reason, reports.c.text, reports.c.created
            ).where(reports.c.player == id),
            "packs": select(packs.c.id, packs.c.game, packs.c.title, packs.c.text).where(packs.c.player == id),
            "lab_runs": select(lab_runs.c.id, lab_runs.c.pack, lab_runs.c.created).where(lab_runs.c.player == id),
            "moves": select(moves.c.table, moves.c.number, moves.c.notation, moves.c.at).where(moves.c.actor == id),
        }
        for name, wanted in of_theirs.items():
            data[name] = [_named(row) for row in await connection.execute(wanted)]
    return data


async def _find(connection: Any, who: str) -> str:
    found = or_(players.c.id == who, players.c.login == " ".join(who.casefold().split()))
    id = await connection.scalar(select(players.c.id).where(found))  # noqa: A001
    if id is None:
        raise AdminError(f"there is no player with the id or name '{who}'")
    return str(id)


class Fault(NamedTuple):
    table: str
    what: str
    is_other_rules: bool = False
    """Whether nothing is wrong but that this program plays other rules, and so could not check."""


async def verify(storage: Storage) -> AsyncIterator[tuple[str, list[Fault]]]:
    """Every table with what is wrong with it: its moves are played again from the start and compared with the rest."""
    async with storage.read() as connection:
        ids = [row.id for row in await connection.execute(select(tables.c.id).order_by(tables.c.created))]
    for id in ids:  # noqa: A001
        async with storage.read() as connection:
            yield id, await _found(connection, id)


async def _found(connection: Any, id: str) -> list[Fault]:  # noqa: A002
    try:
        return [Fault(id, what) for what in await _faults(connection, id)]
    except Stopped as stopped:
        return [Fault(id, stopped.fault, stopped.why == RULES)]


async def _faults(connection: Any, id: str) -> list[str]:  # noqa: A002
    """Stopped if the table cannot even be read."""
    terms, seated = await roster.read(connection, id, even_if_stopped=True)
    with blaming("its moves cannot be read"):
        made = await read_moves(connection, id, -1)
    row = (await connection.execute(select(*roster.ALL_BUT_OPTIONS).where(tables.c.id == id))).one()
    if [move.number for move in made] != list(range(len(made))):
        return [f"its moves are numbered {[move.number for move in made][:5]}... instead of 0 to {len(made) - 1}"]
    if not made:
        return [] if row.status not in (RUNNING, OVER) else [f"it is {row.status} and has no moves"]
    states = await stored_states(connection, id)
    faults = []
    number = 0
    try:
        play = Play.restore(terms.setup, made[0])
        for number, move in enumerate(made):
            if number:
                play.replay(move)
            if number in states and not is_checkpoint_of(states.pop(number), play.state):
                faults.append(f"the checkpoint at {number} is another position than the moves lead to")
    except Exception as error:  # what is stored may be anything
        return [*faults, f"move {number} cannot be played: {error}"]
    if states:
        faults.append(f"there are checkpoints at {sorted(states)}, where there are no moves")
    status = OVER if play.asked < 0 else RUNNING
    if (row.position, row.asked, row.status) != (play.position, play.asked, status):
        told = f"position {row.position}, seat {row.asked} asked, {row.status}"
        faults.append(f"it says {told}; its moves say position {play.position}, seat {play.asked} asked, {status}")
    if play.asked < 0 and [seat.share for seat in seated] != play.state.result():
        faults.append("the shares of the win are not those of the game's end")
    return faults


NAMED_IN: Final = (
    avoided.c.player,
    avoided.c.other,
    reports.c.player,
    reports.c.subject,
    sessions.c.player,
    tokens.c.player,
    ratings.c.player,
    chats.c.player,
    vacations.c.player,
    reminder_settings.c.player,
    push_subscriptions.c.player,
    reminders.c.player,
    lab_runs.c.player,
    players.c.id,
)
"""Rows that go with a person, those that others refer to last."""


async def remove(storage: Storage, who: str) -> str:
    """Forget a player, by id or by the name they sign in with; the id of what is left in their place.

    Their name, passphrase, sessions, bots, ratings and chat are gone. The moves they made belong to the games of others
    too: they stay, under a new id that says nothing. Where they still sat a bot plays on, or the seat is open again.
    A notice tells running servers, which end their connections and read their tables anew.
    """
    async with storage.write() as connection:
        id = await _find(connection, who)  # noqa: A001
        owned = [row.id for row in await connection.execute(select(players.c.id).where(players.c.owner == id))]
        for gone in owned:
            await _forget(connection, gone)
        return await _forget(connection, id)


async def _forget(connection: Any, id: str) -> str:  # noqa: A002
    blank = new_id()
    row = {"id": blank, "kind": "guest", "name": FORGOTTEN, "created": 0}
    await connection.execute(insert(players).values(row))
    await notices.post(connection, notices.REMOVED, notices.digest(id), blank)
    await _get_up(connection, id)
    for column in (seats.c.player, tables.c.host, moves.c.actor, packs.c.player):
        await connection.execute(update(column.table).where(column == id).values({column.name: blank}))
    for column in NAMED_IN:
        await connection.execute(delete(column.table).where(column == id))
    return blank


async def _get_up(connection: Any, id: str) -> None:  # noqa: A002
    held = select(seats.c.table, seats.c.seat, tables.c.status, tables.c.asked).join(
        tables, tables.c.id == seats.c.table
    )
    for row in (await connection.execute(held.where(seats.c.player == id, seats.c.kind == PERSON))).all():
        mine = (seats.c.table == row.table) & (seats.c.seat == row.seat)
        if row.status == WAITING:
            await connection.execute(update(seats).where(mine).values(kind=OPEN, player=None))
        elif row.status == RUNNING:
            await connection.execute(update(seats).where(mine).values(left=True, stand_in=STAND_IN))
            if row.asked == row.seat:
                await connection.execute(update(tables).where(tables.c.id == row.table).values(due=0))
