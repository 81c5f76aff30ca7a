"""Who sits at a table: sitting down, leaving, standing in, coming back; and the start, when the last seat is taken.

Every change is committed on the condition that the seat still is what it was, so that of two workers one gives way.
The methods are called under the table's lock.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import select, update

from cairn.server.identity import Visitor
from cairn.server.models import seats, tables
from cairn.server.moderation import check_may_sit
from cairn.server.problems import Problem
from cairn.server.roster import BOT, CLOSED, OPEN, PERSON, RUNNING, WAITING, Seat
from cairn.server.session import Session
from cairn.server.storage import now

STAND_IN: Final = "climber"


class Seating:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def take(self, visitor: Visitor, wanted: int | None) -> None:
        """Sit down on an open seat, the wanted one or any."""
        session = self._session
        if session.seat_of(visitor.id) is not None:
            return
        if session.terms.status != WAITING:
            raise Problem("wrong-moment", "All seats of this table are taken.")
        async with session.shared.storage.read() as connection:
            await check_may_sit(connection, visitor.id, session.people() | {session.terms.host})
        for seat in session.seats:
            fits = seat.kind == OPEN and wanted in (None, seat.number)
            if fits and await self._change(seat, OPEN, kind=PERSON, player=visitor.id):
                seat.name = visitor.player.name
                await session.seats_changed()
                return
        raise Problem("wrong-moment", "This seat is taken." if wanted is not None else "All seats are taken.")

    async def leave(self, visitor: Visitor) -> None:
        """Get up: before the start the seat is open again, later a bot plays it until its owner comes back."""
        session = self._session
        seat = session.own_seat(visitor)
        if session.terms.status == WAITING:
            await self._change(seat, PERSON, kind=OPEN, player=None)
            seat.name = None
        elif session.terms.status == RUNNING:
            await self._change(seat, PERSON, stand_in=seat.stand_in or STAND_IN, left=True)
        await session.seats_changed()

    async def come_back(self, seat: Seat) -> None:
        """Take one's seat back from the bot that stood in."""
        if seat.stand_in is None:
            return
        if seat.is_out_of_time:
            raise Problem("wrong-moment", "Your clock has run out. A bot plays for you to the end.")
        if not await self._change(seat, PERSON, stand_in=None, left=False):
            await self._session.read_on(anyway=True)
            raise Problem("wrong-moment", "This seat is no longer yours.")
        await self._session.seats_changed()

    async def replace(self, visitor: Visitor, number: int, bot: str) -> None:
        """The host puts a bot on an open seat, or lets one stand in for a person who is not here."""
        session = self._session
        if visitor.id != session.terms.host:
            raise Problem("not-allowed", "Only the host may do this.")
        if not 0 <= number < len(session.seats):
            raise Problem("not-found", f"There is no seat {number} at this table.")
        seat = session.seats[number]
        if seat.kind == OPEN:
            await self._change(seat, OPEN, kind=BOT, bot=bot, clock=None)
        elif seat.kind == PERSON and session.terms.status == RUNNING:
            if seat.player in session.presence.players():
                here = session.names[number]
                raise Problem("wrong-moment", f"{here} is here. A bot can only play for someone who is away.")
            await self._change(seat, PERSON, stand_in=bot)
        else:
            raise Problem("wrong-moment", "You can only replace an open seat or a player who is away.")
        await session.seats_changed()

    async def close(self, visitor: Visitor) -> None:
        """The host gives up a table that has not started."""
        session = self._session
        if visitor.id != session.terms.host:
            raise Problem("not-allowed", "Only the host may do this.")
        waiting = (tables.c.id == session.id) & (tables.c.status == WAITING)
        async with session.shared.storage.write() as connection:
            done = await connection.execute(update(tables).where(waiting).values(status=CLOSED))
        if done.rowcount == 0:
            raise Problem("wrong-moment", "The game has started, so the table cannot be closed. You can leave it.")
        session.terms.status = CLOSED
        await session.seats_changed()

    async def time_is_up(self, seat: Seat) -> None:
        """A person has not answered in time: a bot plays for them until they are back, or to the end by the clock."""
        session = self._session
        if session.terms.is_slow:  # a vacation may have begun at another worker while this time ran
            position = session.running().position
            await session.read_on(anyway=True)
            seat = session.seats[seat.number]
            if session.running().position != position or seat.played_by is not None:
                return
            if seat.away_until is not None and seat.away_until > now():
                await self._change(seat, PERSON, stand_in=None)
                session.due_changed()
                return
        patience = session.terms.patience
        change: dict[str, Any] = {"stand_in": STAND_IN}
        if seat.clock is not None and (patience is None or seat.clock <= patience * 1000):
            change |= {"left": True, "clock": 0}
        await self._change(seat, PERSON, **change)
        await session.seats_changed()

    async def _change(self, seat: Seat, was: str, **values: Any) -> bool:
        """Commit a change to a seat if it still is whose it was; then it is true here too."""
        session, moment = self._session, self._session.shared.monotonic.now()
        play = session.play
        asked = play is not None and play.asked == seat.number
        if play is not None and asked and seat.played_by is None and seat.clock is not None:
            values = {"clock": max(1, seat.clock - (moment - play.asked_at)), **values}
        due = session.terms.due_for(replace(seat, **values), moment) if asked else session.terms.due
        mine = (seats.c.table == session.id) & (seats.c.seat == seat.number) & (seats.c.kind == was)
        if was == PERSON:
            mine &= seats.c.player == seat.player
        async with session.shared.storage.write() as connection:
            # The table before its seats, as the journal does: two workers must not wait for each other in a cycle.
            await connection.execute(select(tables.c.id).where(tables.c.id == session.id).with_for_update())
            done = await connection.execute(update(seats).where(mine).values(values))
            if done.rowcount == 0:
                return False
            since = {"asked_since": moment} if asked else {}
            await connection.execute(update(tables).where(tables.c.id == session.id).values(due=due, **since))
        for name, value in values.items():
            setattr(seat, name, value)
        session.terms.due = due
        if play is not None and asked:
            play.asked_at = moment  # what was taken before is off the clock; patience begins anew
        return True
