"""What somebody may know about a table: its summary, everything a newcomer needs, older lines of the log and chat."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import select

from cairn.server import moderation, redaction
from cairn.server.identity import Visitor
from cairn.server.journal import read_moves
from cairn.server.models import chats, players
from cairn.server.quarantine import blaming
from cairn.server.session import Session
from cairn.server.storage import now

LOG_LENGTH: Final = 60
"""Moves of the log that a newcomer is told."""
CATCH_UP: Final = 300
"""Moves of the log that somebody who reconnects is told at most."""
CHAT_LENGTH: Final = 50


def summary(session: Session, visitor: Visitor | None) -> dict[str, Any]:
    """What may be known about the table beside the game itself; the link for those who may hand it on."""
    terms, play = session.terms, session.play
    inside = visitor is not None and (visitor.id == terms.host or session.seat_of(visitor.id) is not None)
    return {
        "id": terms.id,
        "game": terms.setup.game.slug,
        "title": terms.setup.game.title,
        "pack": None if terms.pack is None else {"id": terms.pack, "title": terms.pack_title or ""},
        "options": terms.setup.options,
        "status": terms.status,
        "host": terms.host,
        "listed": terms.listed,
        "hints": terms.hints,
        "patience": terms.patience,
        "clock": None if terms.clock is None else {"seconds": terms.clock, "increment": terms.increment},
        "pace": terms.pace,
        "position": -1 if play is None else play.position,
        "asked": -1 if play is None else play.asked,
        "seats": session.seats_shown(),
        "created": terms.created,
        "changed": terms.changed,
        "rematch": terms.rematch,
        "invite": terms.invite if inside else None,
    }


async def hello(session: Session, visitor: Visitor | None, since: int | None) -> redaction.Message:
    """Everything a client needs to draw the table, and the log since a position."""
    play = session.play
    viewer = session.presence.viewer(visitor)
    message: redaction.Message = {
        "type": "hello",
        "you": None if visitor is None else {"id": visitor.id, "name": visitor.player.name, "seat": viewer},
        "now": now(),
        "position": None,
        "log": [],
    }
    async with session.shared.storage.read() as connection:
        unwanted = await moderation.unwanted(connection, visitor.id) if visitor else set()
        message["chat"] = await _chat_of(connection, session.id, unwanted)
        if play is not None:
            first = play.position - LOG_LENGTH if since is None else max(since, play.position - CATCH_UP)
            message["log"] = await _log(connection, session, visitor, first)
            message["position"] = redaction.position(
                play, viewer, session.names, visitor.id if visitor else "", session.asked_at()
            )
    return {**message, "table": summary(session, visitor), "spectators": session.presence.spectators()}


async def log(session: Session, visitor: Visitor | None, before: int, limit: int) -> list[redaction.Message]:
    """Older lines of the log, as the visitor may know them."""
    first = max(0, before - limit)
    async with session.shared.storage.read() as connection:
        return await _log(connection, session, visitor, first - 1, before - first)


async def _log(
    connection: Any, session: Session, visitor: Visitor | None, after: int, limit: int | None = None
) -> list[redaction.Message]:
    game, viewer = session.terms.setup.game, session.presence.viewer(visitor)
    with blaming("its log cannot be shown"):
        moves = await read_moves(connection, session.id, after, limit)
        return redaction.log(game, moves, viewer, session.names, session.people())


def chat_line(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("seat", "player", "name", "text", "at")}


async def _chat_of(connection: Any, table: str, unwanted: set[str]) -> list[dict[str, Any]]:
    found = await connection.execute(
        select(chats, players.c.name)
        .join(players, players.c.id == chats.c.player)
        .where(chats.c.table == table, chats.c.player.not_in(unwanted))
        .order_by(chats.c.id.desc())
        .limit(CHAT_LENGTH)
    )
    return [chat_line(row._asdict()) for row in reversed(found.all())]
