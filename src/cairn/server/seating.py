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
            raise Problem("wrong-moment", "Your clock has run out: a bot plays this seat to the end.")
        await self._change(seat, PERSON, stand_in=None, left=False)
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
                raise Problem("wrong-moment", f"{here} is here. Bots only stand in for absent players.")
            await self._change(seat, PERSON, stand_in=bot)
        else:
            raise Problem("wrong-moment", "Only open seats and absent people can be replaced.")
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
            raise Problem("wrong-moment", "Only a table that has not started can be closed; you can leave this one.")
        session.terms.status = CLOSED
        await session.seats_changed()

    async def time_is_up(self, seat: Seat) -> None:
        """A person has not answered in time: a bot plays for them until they are back, or to the end by the clock."""
        patience = self._session.terms.patience
        change: dict[str, Any] = {"stand_in": STAND_IN}
        if seat.clock is not None and (patience is None or seat.clock <= patience * 1000):
            change |= {"left": True, "clock": 0}
        await self._change(seat, PERSON, **change)
        await self._session.seats_changed()

    async def _change(self, seat: Seat, was: str, **values: Any) -> bool:
        """Commit a change to a seat if it still is of the kind it was; then it is true here too."""
        session, moment = self._session, now()
        play = session.play
        asked = play is not None and play.asked == seat.number
        due = session.terms.due_for(replace(seat, **values), moment) if asked else session.terms.due
        mine = (seats.c.table == session.id) & (seats.c.seat == seat.number) & (seats.c.kind == was)
        async with session.shared.storage.write() as connection:
            # The table before its seats, as the journal does: two workers must not wait for each other in a circle.
            await connection.execute(select(tables.c.id).where(tables.c.id == session.id).with_for_update())
            done = await connection.execute(update(seats).where(mine).values(values))
            if done.rowcount == 0:
                return False
            await connection.execute(update(tables).where(tables.c.id == session.id).values(due=due))
        for name, value in values.items():
            setattr(seat, name, value)
        session.terms.due = due
        if play is not None and asked:
            play.asked_at = moment  # whoever answers for the seat from here on has their full time
        return True
