"""The game at one table, as this worker holds it: whatever changes it happens under its lock, and is committed first.

The truth is in the database, and a session can be dropped at any moment. A change goes in this order: try, commit,
take, tell. What other workers have committed is read on and told likewise.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from sqlalchemy import select, update

from cairn.server import loading, ratings, redaction, roster
from cairn.server.identity import Visitor
from cairn.server.journal import Entry, Extra, Unsettled, read_moves
from cairn.server.models import seats, tables
from cairn.server.play import CHECKPOINT_EVERY, SERVER, Move, Play, Step
from cairn.server.presence import Presence
from cairn.server.problems import Problem
from cairn.server.quarantine import Stopped, blaming
from cairn.server.roster import OPEN, OVER, RUNNING, WAITING, Seat, Terms
from cairn.server.shared import Shared
from cairn.server.storage import new_id, now

T = TypeVar("T")


class Owner(Protocol):
    """Who is told what a change asks for beside telling everybody."""

    def changed(self) -> None:
        """The position, the seats or what is due have changed."""

    async def started(self) -> None:
        """The game has begun."""

    def stopped(self, stopped: Stopped) -> None:
        """What is stored of the table is no good."""

    def unsettled(self) -> None:
        """Nobody can tell whether a move was committed: the table must be read anew."""


class Nobody:
    """The owner of a session that has been let go."""

    def changed(self) -> None:
        pass

    async def started(self) -> None:
        pass

    def stopped(self, stopped: Stopped) -> None:
        pass

    def unsettled(self) -> None:
        pass


NOBODY = Nobody()


def _no_seat(_: str | None) -> None:
    return None


class Session:
    def __init__(self, shared: Shared, terms: Terms, seated: list[Seat], owner: Owner) -> None:
        self.shared = shared
        self.terms = terms
        self.seats = seated
        self.names = roster.shown_names(seated)
        self.play: Play | None = None
        self.presence = Presence(self.seat_of)
        self.failures = 0
        """How often in a row the server's own work has failed here."""
        self.is_ours = self.belongs_here
        """Whether what is due next is for this worker to see to, or first for the one that made the last move."""
        self._owner = owner
        self._checkpointed = 0
        self._refreshing = False
        self._lock = asyncio.Lock()

    def dispose(self) -> None:
        """Nothing will happen here any more."""
        self._owner = NOBODY
        self.presence = Presence(_no_seat)

    @property
    def id(self) -> str:
        return self.terms.id

    @property
    def belongs_here(self) -> bool:
        """Whether this worker is the one to see to the table, as far as that is settled beforehand."""
        placement = self.shared.placement
        return placement.is_here(self.id) if placement.is_shared else not self.shared.fanout.has_others

    @property
    def is_busy(self) -> bool:
        return self._lock.locked()

    async def safely(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something under the lock, to its end even if whoever asked for it has gone."""

        async def locked() -> T:
            async with self._lock:
                try:
                    return await work
                except Stopped as stopped:
                    self._owner.stopped(stopped)
                    raise
                except Unsettled:
                    self._owner.unsettled()
                    raise

        return await asyncio.shield(self.shared.tasks.spawn(locked()))

    # Who and what is here

    def seat_of(self, player: str | None) -> Seat | None:
        return next((seat for seat in self.seats if player is not None and seat.player == player), None)

    def own_seat(self, visitor: Visitor) -> Seat:
        seat = self.seat_of(visitor.id)
        if seat is None:
            raise Problem("not-allowed", "You are watching this table. Only its players can do this.")
        return seat

    def people(self) -> set[str]:
        return {seat.player for seat in self.seats if seat.player is not None}

    def known(self) -> set[str]:
        """Everybody who has to do with the table as it is in memory."""
        watching = {receiver.visitor.id for receiver in self.presence.receivers if receiver.visitor is not None}
        return self.people() | watching | {self.terms.host}

    def running(self) -> Play:
        if self.play is None or self.terms.status != RUNNING:
            raise Problem("wrong-moment", f"The game {'has not started' if self.play is None else 'is over'}.")
        return self.play

    def has_reached(self, position: int) -> bool:
        return self.play is not None and self.play.position >= position

    def seats_shown(self) -> list[dict[str, Any]]:
        present = self.presence.players()
        return [
            {
                "seat": seat.number,
                "kind": seat.kind,
                "name": name,
                "player": seat.player,
                "bot": seat.bot,
                "stand_in": seat.stand_in,
                "left": seat.left,
                "clock": seat.clock,
                "share": seat.share,
                "present": seat.player in present,
                "away_until": seat.away_until,
            }
            for seat, name in zip(self.seats, self.names, strict=True)
        ]

    # Committing

    async def commit(self, step: Step, short: bool = False, key: str | None = None) -> None:
        """Make a step that was tried true; Problem if somebody else has answered the position meanwhile.

        `short` says that a bot made it in less time than usual; by the `key` whoever sent it finds it again.
        """
        play = self.running()
        moment = self.shared.monotonic.now()
        clocks = self._clocks_after(play, step, moment)
        await self._append(play, step.move, step.state.seat, clocks, self._ending(step), moment, key)
        play.take(step)
        play.asked_at = moment
        self.failures = 0
        self.is_ours = True
        for number, left in clocks.items():
            self.seats[number].clock = left
        self.moved(step.move, short)
        await self.shared.fanout.publish(self.id, {"kind": "moved", "position": play.position})

    async def _append(
        self,
        play: Play,
        move: Move,
        asked: int,
        clocks: dict[int, int],
        extra: Extra | None,
        moment: int,
        key: str | None = None,
    ) -> None:
        values: dict[str, Any] = {
            "status": RUNNING if asked >= 0 else OVER,
            "position": move.number,
            "asked": asked,
            "due": self._due_after(asked, clocks, moment),
            "asked_since": moment,
            "changed": move.at,
        }
        base = play.base
        checkpoint = base if base[0] - self._checkpointed >= CHECKPOINT_EVERY else None
        entry = Entry(self.id, move, values, clocks, checkpoint, extra, key or new_id())
        if not await self.shared.journal.append(entry):
            await self.read_on(anyway=True)
            raise Problem("stale-position", "Someone else answered first.", position=play.position)
        self.terms.due = values["due"]
        if checkpoint is not None:
            self._checkpointed = base[0]

    def _due_after(self, asked: int, clocks: dict[int, int], moment: int) -> int | None:
        if asked < 0:
            return None
        seat = self.seats[asked]
        return self.terms.due_for(replace(seat, clock=clocks.get(asked, seat.clock)), moment)

    def asked_at(self) -> int:
        """Since when the seat has been asked, as the time of day is told now: for receivers that show clocks."""
        return 0 if self.play is None else self.shared.monotonic.wall(self.play.asked_at)

    def _clocks_after(self, play: Play, step: Step, moment: int) -> dict[int, int]:
        """What is left to the seat that acted: less what it took, more for a choice, less for one taken back."""
        seat = self.seats[step.move.seat]
        if seat.clock is None or seat.played_by is not None:
            return {}
        taken = moment - play.asked_at if play.asked == seat.number else 0
        left = seat.clock - taken + play.choices_made(step) * self.terms.increment * 1000
        return {seat.number: max(1, left)}  # 0 is for whoever did not answer in time

    def _ending(self, step: Step) -> Extra | None:
        if step.state.seat >= 0:
            return None
        shares, terms, seated = step.state.result(), self.terms, self.seats

        async def write(connection: Any) -> None:
            for seat, share in enumerate(shares):
                mine = (seats.c.table == terms.id) & (seats.c.seat == seat)
                await connection.execute(update(seats).where(mine).values(share=share))
            if terms.pack is None:  # a changed game says nothing about strength in the real one
                await ratings.rate(connection, terms.setup.game.slug, seated, shares)

        return write

    async def start_if_full(self) -> None:
        if self.terms.status != WAITING or any(seat.kind == OPEN for seat in self.seats):
            return
        moment = self.shared.monotonic.now()
        play, move = Play.begin(self.terms.setup, now(), moment)
        with contextlib.suppress(Problem):  # another worker may have started it
            await self._append(play, move, play.asked, {}, None, moment)
            self.play = play
            self.is_ours = True
            self.terms.status = RUNNING
            await self._owner.started()
            await self.shared.fanout.publish(self.id, {"kind": "moved", "position": 0})

    def due_changed(self) -> None:
        """The time in which somebody must answer is another one; nobody need be told."""
        self._owner.changed()

    async def seats_changed(self) -> None:
        """A change to a seat has been committed: tell everybody, and see to what it asks for."""
        self.tell_seats()
        await self.shared.fanout.publish(self.id, {"kind": "seats"})
        await self.start_if_full()
        self.is_ours = True
        self._owner.changed()

    # Telling

    def moved(self, move: Move, short: bool = False) -> None:
        """A move has been committed, here or elsewhere."""
        play = self.play
        assert play is not None
        self.terms.changed = move.at
        if play.asked < 0:
            self.terms.status = OVER
            for seat, share in zip(self.seats, play.state.result(), strict=True):
                seat.share = share
        bot = move.actor not in self.people() and move.actor != SERVER
        clocks = [seat.clock for seat in self.seats]

        def made(viewer: int | None) -> redaction.Message:
            actor = "" if viewer is None else self.seats[viewer].player or ""
            entry = redaction.entry(play.game, move, viewer, self.names, bot)
            return {
                "type": "moved",
                "entry": entry,
                "clocks": clocks,
                "short": short,
                **redaction.position(play, viewer, self.names, actor, self.asked_at()),
            }

        self.presence.broadcast_view(made)
        self._owner.changed()

    def tell_seats(self) -> None:
        self.names = roster.shown_names(self.seats)
        message = {
            "type": "seats",
            "status": self.terms.status,
            "seats": self.seats_shown(),
            "spectators": self.presence.spectators(),
            "rematch": self.terms.rematch,
        }
        self.presence.broadcast(lambda _: message)

    # What is stored, and what other workers have done

    async def load(self, connection: Any) -> None:
        """The game as it stands; nothing if it has not begun."""
        self.play, self._checkpointed = await loading.current(connection, self.terms)
        if self.play is not None:
            await self._read_times(connection, self.play)

    async def _read_times(self, connection: Any, play: Play) -> None:
        """Since when the seat is asked and what is due, read after the moves: the terms may be older than they are."""
        wanted = select(tables.c.asked_since, tables.c.due).where(tables.c.id == self.id)
        row = (await connection.execute(wanted)).one()
        self.terms.due = row.due
        play.asked_at = self.shared.monotonic.now() if row.asked_since is None else row.asked_since

    def is_as_stored(self, position: int, seated: list[Seat]) -> bool:
        """Whether the table here is where the database says. While it is being changed nobody knows."""
        here = -1 if self.play is None else self.play.position
        return self.is_busy or (here >= position and seated == self.seats)

    def refresh_soon(self) -> None:
        """Read on by and by: of many notes that come at once, one is followed."""
        if not self._refreshing:
            self._refreshing = True
            self.shared.tasks.spawn(self.refresh())

    async def refresh(self) -> None:
        await self.safely(self._refresh())

    async def _refresh(self) -> None:
        self._refreshing = False
        await self.read_on(anyway=True)
        self.tell_seats()
        await self.start_if_full()

    async def read_on(self, anyway: bool = False) -> None:
        """Take over what other workers have committed. Costs nothing where there are none."""
        if not (anyway or self.shared.fanout.has_others):
            return
        async with self.shared.storage.read() as connection:
            self.terms, self.seats = await roster.read(connection, self.id)
            self.names = roster.shown_names(self.seats)
            play = self.play
            with blaming("its moves cannot be read"):
                moves = [] if play is None else await read_moves(connection, self.id, play.position)
            if play is None:
                await self.load(connection)
            elif moves:
                await self._read_times(connection, play)
        if moves or (play is None and self.play is not None):
            self.is_ours = self.belongs_here
        if play is None and self.play is not None:
            await self._owner.started()
        for move in moves:
            assert play is not None
            loading.replay(play, [move])
            self.moved(move)
        self._owner.changed()
