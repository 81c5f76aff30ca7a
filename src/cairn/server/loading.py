"""A game as it is stored: read back from the newest checkpoint, or from its first move where that one is no good."""

from __future__ import annotations

import logging
from typing import Any, Final

from sqlalchemy import select

from cairn.server import metrics
from cairn.server.journal import read_moves, unpacked
from cairn.server.models import checkpoints, tables
from cairn.server.play import Move, Play
from cairn.server.problems import Problem
from cairn.server.quarantine import DAMAGED, Stopped, blaming
from cairn.server.roster import Terms

log = logging.getLogger(__name__)

LATEST: Final = 2**31 - 1


async def play_of(connection: Any, terms: Terms, position: int = LATEST) -> tuple[Play | None, int]:
    """The game as it stood at a position, and the number of the checkpoint it was read from; None before the start."""
    newest = (
        select(checkpoints.c.number, checkpoints.c.state)
        .where(checkpoints.c.table == terms.id, checkpoints.c.number <= position)
        .order_by(checkpoints.c.number.desc())
        .limit(1)
    )
    row = (await connection.execute(newest)).first()
    if row is not None:
        try:
            return await _from_checkpoint(connection, terms, row, position), row.number
        except Stopped as stopped:
            log.warning("a checkpoint is of no use", extra={"table": terms.id, "fault": stopped.fault})
            metrics.TABLE_FAULTS.labels("checkpoint").inc()
    return await _from_the_start(connection, terms, position), 0


async def current(connection: Any, terms: Terms) -> tuple[Play | None, int]:
    """The game as it stands, as `play_of`; Stopped if moves are missing."""
    # In this order: if another worker commits a move meanwhile there are more moves than were said, never fewer.
    said = await connection.scalar(select(tables.c.position).where(tables.c.id == terms.id))
    play, base = await play_of(connection, terms)
    reached = -1 if play is None else play.position
    if reached < said:
        raise Stopped(DAMAGED, f"it says position {said}, and its moves lead to {reached}")
    return play, base


async def _from_checkpoint(connection: Any, terms: Terms, row: Any, position: int) -> Play:
    game = terms.setup.game
    with blaming(f"the checkpoint at {row.number} cannot be read"):
        play = Play(game.load(unpacked(row.state)), row.number, terms.changed)
    return replay(play, await _moves(connection, terms, row.number), position)


async def _from_the_start(connection: Any, terms: Terms, position: int) -> Play | None:
    moves = await _moves(connection, terms, -1)
    if not moves:
        return None
    if moves[0].number != 0:
        raise Stopped(DAMAGED, "its first move is missing")
    with blaming("its start cannot be replayed"):
        play = Play.restore(terms.setup, moves[0])
    return replay(play, moves[1:], position)


def replay(play: Play, moves: list[Move], position: int = LATEST) -> Play:
    """Play the moves up to a position again; Stopped at one that cannot be."""
    for move in moves:
        if move.number <= position:
            with blaming(f"move {move.number} cannot be played"):
                play.replay(move)
    return play


async def _moves(connection: Any, terms: Terms, after: int) -> list[Move]:
    with blaming("its moves cannot be read"):
        return await read_moves(connection, terms.id, after)


async def play_at(connection: Any, terms: Terms, position: int) -> Play:
    """The game as it stood at an earlier position, or Problem if there is none of that number."""
    play, _ = await play_of(connection, terms, position)
    if play is None or play.position != position:
        raise Problem("not-found", f"This game has no position {position}.")
    return play
