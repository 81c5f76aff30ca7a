"""What is kept for how long, by the operator's settings. Games that were begun are never dropped."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from sqlalchemy import delete, exists, func, select, update

from cairn.server import logs
from cairn.server.models import (
    avoided,
    chats,
    lab_runs,
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
from cairn.server.roster import CLOSED, RUNNING, WAITING
from cairn.server.settings import Settings
from cairn.server.storage import Storage, now

log = logging.getLogger(__name__)

DAY: Final = 24 * 3_600_000
EVERY: Final = 3600.0
KEEP_REMINDERS: Final = 60
"""Days; one whose table still waits at that position stays, or it would be sent anew."""
KEEP_VACATIONS: Final = 400


async def tidy(storage: Storage, settings: Settings, really: bool = True) -> dict[str, int]:
    """Drop what is older than it is kept; how much of each. Without `really` it is only counted."""
    counts: dict[str, int] = {}
    async with storage.write() as connection:
        for what, table, old, change in _wanted(settings):
            if really:
                done = await connection.execute(
                    delete(table).where(old) if change is None else update(table).where(old).values(change)
                )
                counts[what] = done.rowcount
            else:
                counts[what] = int(await connection.scalar(select(func.count()).select_from(table).where(old)) or 0)
    return counts


def _wanted(settings: Settings) -> list[tuple[str, Any, Any, dict[str, Any] | None]]:
    moment = now()
    wanted: list[tuple[str, Any, Any, dict[str, Any] | None]] = [
        ("sessions ended", sessions, sessions.c.seen < moment - settings.keep_sessions * DAY, None),
    ]
    if settings.keep_chat:
        wanted.append(("lines of chat dropped", chats, chats.c.at < moment - settings.keep_chat * DAY, None))
    if settings.keep_unstarted:
        old = (tables.c.status == WAITING) & (tables.c.created < moment - settings.keep_unstarted * DAY)
        wanted.append(("tables closed that never started", tables, old, {"status": CLOSED, "changed": moment}))
    if settings.keep_reports:
        old = reports.c.settled.is_not(None) & (reports.c.created < moment - settings.keep_reports * DAY)
        wanted.append(("settled reports forgotten", reports, old, None))
    still = exists().where(
        tables.c.id == reminders.c.table, tables.c.position == reminders.c.position, tables.c.status == RUNNING
    )
    wanted += [
        ("reminders forgotten", reminders, (reminders.c.created < moment - KEEP_REMINDERS * DAY) & ~still, None),
        (
            "devices without a session forgotten",
            push_subscriptions,
            ~exists().where(sessions.c.id == push_subscriptions.c.session),
            None,
        ),
        ("vacations forgotten", vacations, vacations.c.ends < moment - KEEP_VACATIONS * DAY, None),
    ]
    if settings.keep_guests:
        used = [
            exists().where(column == players.c.id)
            for column in (sessions.c.player, seats.c.player, tables.c.host, chats.c.player, tokens.c.player)
        ]
        used += [
            exists().where(column == players.c.id)
            for column in (
                reminder_settings.c.player,
                reminders.c.player,
                push_subscriptions.c.player,
                vacations.c.player,
                avoided.c.player,
                avoided.c.other,
                reports.c.player,
                reports.c.subject,
                packs.c.player,
                lab_runs.c.player,
            )
        ]
        used += [exists().where(ratings.c.player == players.c.id), exists().where(moves.c.actor == players.c.id)]
        old = (players.c.kind == "guest") & (players.c.created < moment - settings.keep_guests * DAY)
        for one in used:
            old &= ~one
        wanted.append(("guests forgotten", players, old, None))
    return wanted


async def tidy_forever(storage: Storage, settings: Settings) -> None:
    while True:
        await asyncio.sleep(EVERY)
        try:
            counts = await tidy(storage, settings)
            log.info("tidied up", extra=counts)
        except Exception as error:
            logs.failed(log, "tidying up failed", error)
