"""One table in memory, as connections and the API use it: coming and going, sitting down, answering, talking.

It puts the parts together: the session that holds the game, who sits there, what is known about it, and what the server
does there by itself. Each method is one thing that somebody asks for; what changes the table happens under its lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from sqlalchemy import insert, select

from cairn.core.errors import CairnError, CannotUndo
from cairn.server import loading, moderation, queries, redaction
from cairn.server.identity import Visitor
from cairn.server.models import chats, moves
from cairn.server.play import Play
from cairn.server.presence import RECONNECT, Receiver
from cairn.server.problems import Problem
from cairn.server.quarantine import Stopped
from cairn.server.roster import OVER, RUNNING, Seat, Terms
from cairn.server.scheduler import Scheduler
from cairn.server.seating import Seating
from cairn.server.session import Session
from cairn.server.shared import Shared
from cairn.server.storage import now

PRESENCE_SECONDS: Final = 0.03
"""How long changes of who is here are gathered before they are told."""


class Table:
    def __init__(
        self,
        shared: Shared,
        terms: Terms,
        seated: list[Seat],
        on_stop: Callable[[str, Stopped], None],
        on_unsettled: Callable[[str], None],
    ) -> None:
        self.session = Session(shared, terms, seated, self)
        self.seating = Seating(self.session)
        self.scheduler = Scheduler(self.session, self.seating.time_is_up, self.stopped)
        self.used_at = 0.0
        self._telling: asyncio.TimerHandle | None = None
        self._shared = shared
        self._on_stop = on_stop
        self._on_unsettled = on_unsettled

    @property
    def id(self) -> str:
        return self.session.id

    @property
    def terms(self) -> Terms:
        return self.session.terms

    @property
    def seats(self) -> list[Seat]:
        return self.session.seats

    @property
    def names(self) -> list[str]:
        return self.session.names

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss this table in memory; the sweep finds it when something is due."""
        return not (self.session.presence.receivers or self.scheduler.is_thinking or self.session.is_busy)

    def dispose(self) -> None:
        """Break reference cycles, so that an idle table is freed at once and not by the garbage collector."""
        self.scheduler.dispose()
        self.session.dispose()
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None

    def touch(self) -> None:
        self.used_at = asyncio.get_running_loop().time()

    # What the session tells its owner

    def changed(self) -> None:
        self.scheduler.arrange()

    async def started(self) -> None:
        """Everybody gets a fresh hello: who they are at the table may have changed, and the game is new to them."""
        for receiver in list(self.session.presence.receivers):
            _greet(receiver, await queries.hello(self.session, receiver.visitor, None))
        self.scheduler.arrange()

    def stopped(self, stopped: Stopped) -> None:
        self._on_stop(self.id, stopped)

    def unsettled(self) -> None:
        self.session.presence.hang_up(RECONNECT, "The table must be reloaded. Connect again.")
        self._on_unsettled(self.id)

    # Coming and going

    async def connect(self, receiver: Receiver, since: int | None) -> None:
        """Tell a receiver where the table stands, what happened since a position, and from now on everything."""
        await self.session.safely(self._connect(receiver, since))
        self._presence_changed()

    async def _connect(self, receiver: Receiver, since: int | None) -> None:
        session = self.session
        await session.read_on()
        await session.start_if_full()
        seat = session.seat_of(receiver.visitor.id if receiver.visitor else None)
        if seat is not None and not seat.left and session.terms.status == RUNNING:
            await self.seating.come_back(seat)
        if receiver.visitor is not None:
            async with self._shared.storage.read() as connection:
                receiver.unwanted = await moderation.unwanted(connection, receiver.visitor.id)
        hello = await queries.hello(session, receiver.visitor, since)
        session.presence.receivers.add(receiver)  # only now, or others' coming would be told before hello
        known = {"table": self.summary(receiver.visitor), "spectators": session.presence.spectators()}
        _greet(receiver, {**hello, **known})

    async def disconnect(self, receiver: Receiver) -> None:
        self.session.presence.receivers.discard(receiver)
        self.touch()
        self._presence_changed()

    def _presence_changed(self) -> None:
        """Somebody came or went. Of many who do so at once, and of one who only comes again, all are told once."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        self.session.tell_seats()
        self._shared.tasks.spawn(self._shared.fanout.publish(self.id, self.session.presence.note()))

    # Sitting

    async def take(self, visitor: Visitor, wanted: int | None) -> None:
        await self.session.safely(self.seating.take(visitor, wanted))

    async def leave(self, visitor: Visitor) -> None:
        await self.session.safely(self.seating.leave(visitor))

    async def come_back(self, visitor: Visitor) -> None:
        await self.session.safely(self.seating.come_back(self.session.own_seat(visitor)))

    async def replace(self, visitor: Visitor, number: int, bot: str) -> None:
        await self.session.safely(self.seating.replace(visitor, number, bot))

    async def close(self, visitor: Visitor) -> None:
        await self.session.safely(self.seating.close(visitor))

    async def start_if_full(self) -> None:
        await self.session.safely(self.session.start_if_full())

    async def tell_rematch(self, id: str) -> None:  # noqa: A002
        async def told() -> None:
            self.terms.rematch = id
            await self.session.seats_changed()

        await self.session.safely(told())

    # Answering

    async def choose(self, visitor: Visitor, position: int, notation: str, key: str | None = None) -> int:
        """Answer for the visitor's seat; the new position. A refusal changes nothing and says why.

        Sent once more with the same key, an answer that was committed is accepted as if it were the first time.
        """
        return await self.session.safely(self._choose(visitor, position, notation, key))

    async def _choose(self, visitor: Visitor, position: int, notation: str, key: str | None) -> int:
        if await self._was_committed(visitor, position, key):
            return position + 1
        play, seat = self._asked(visitor, position)
        await self.seating.come_back(seat)
        try:
            step = play.answer(notation, visitor.id, now())
        except CairnError as error:
            raise redaction.refused(error) from None
        await self.session.commit(step, key=key)
        return play.position

    async def _was_committed(self, visitor: Visitor, position: int, key: str | None) -> bool:
        """Whether the move after a position is this visitor's, sent with this key."""
        if key is None or not self.session.has_reached(position + 1):
            return False
        wanted = select(moves.c.actor, moves.c.key).where(moves.c.table == self.id, moves.c.number == position + 1)
        async with self._shared.storage.read() as connection:
            row = (await connection.execute(wanted)).first()
        return row is not None and (row.actor, row.key) == (visitor.id, key)

    async def step_back(self, visitor: Visitor, position: int, whole_turn: bool, key: str | None = None) -> int:
        """Take back the visitor's last choice, or their turn so far."""
        return await self.session.safely(self._step_back(visitor, position, whole_turn, key))

    async def _step_back(self, visitor: Visitor, position: int, whole_turn: bool, key: str | None) -> int:
        if await self._was_committed(visitor, position, key):
            return position + 1
        play, seat = self.session.running(), self.session.own_seat(visitor)
        _same_position(play, position)
        try:
            back = play.restart if whole_turn else play.undo
            step = await asyncio.to_thread(back, seat.number, visitor.id, now())
        except CannotUndo as error:
            raise redaction.refused(error) from None
        await self.session.commit(step, key=key)
        return play.position

    def why_not(self, visitor: Visitor, notation: str) -> Problem | None:
        """Why a choice is not possible now; None if it is. Nothing is played."""
        play, _ = self._asked(visitor)
        try:
            choice = play.state.parse(notation)
        except CairnError as error:
            return redaction.refused(error)
        return None if choice in play.state.offered else redaction.refused(play.state.refusal(choice))

    def preview(self, visitor: Visitor, position: int, notation: str) -> redaction.Message:
        """Where a choice would lead, as far as the seat can know. Nothing is played."""
        play, _ = self._asked(visitor, position)
        try:
            return redaction.preview(play, notation, self.names)
        except CairnError as error:
            raise redaction.refused(error) from None

    def for_hint(self, visitor: Visitor, position: int) -> Play:
        """The game for a hint to the seat that is asked, if the table allows hints."""
        self.session.running()
        self.session.own_seat(visitor)
        if not self.terms.hints:
            raise Problem("not-allowed", "Hints are off at this table.")
        return self._asked(visitor, position)[0]

    def _asked(self, visitor: Visitor, position: int | None = None) -> tuple[Play, Seat]:
        """The game and the visitor's seat, if it is asked, and at the position that they think."""
        play, seat = self.session.running(), self.session.own_seat(visitor)
        if position is not None:
            _same_position(play, position)
        if play.asked != seat.number:
            raise Problem(
                "not-your-turn", f"It is not your turn: {self.names[play.asked]} is choosing.", position=play.position
            )
        return play, seat

    # Looking and talking

    def summary(self, visitor: Visitor | None) -> dict[str, object]:
        return queries.summary(self.session, visitor)

    async def read_log(self, visitor: Visitor | None, before: int, limit: int) -> list[redaction.Message]:
        return [] if self.session.play is None else await queries.log(self.session, visitor, before, limit)

    def check_over(self) -> None:
        """Refuse what would tell secrets of a game that is not over."""
        if self.terms.status != OVER:
            raise Problem("wrong-moment", "You can see this when the game is over.")

    async def play_at(self, position: int) -> Play:
        """The game as it stood at an earlier position, or Problem if there is none of that number."""
        async with self._shared.storage.read() as connection:
            return await loading.play_at(connection, self.terms, position)

    async def chat(self, visitor: Visitor, text: str) -> None:
        seat = self.session.own_seat(visitor)
        row = {"table": self.id, "player": visitor.id, "seat": seat.number, "text": text, "at": now()}
        async with self._shared.storage.write() as connection:
            await moderation.check_may_write(connection, visitor.id)
            await connection.execute(insert(chats).values(row))
        message = {"type": "chat", "line": queries.chat_line(row | {"name": visitor.player.name})}
        self.session.presence.say(message)
        await self._shared.fanout.publish(self.id, {"kind": "said", "message": message})


def _greet(receiver: Receiver, hello: redaction.Message) -> None:
    if receiver.known is not None and hello["position"] is not None:
        receiver.known = redaction.known(redaction.parts(hello["position"]["view"]))
    receiver.post(redaction.encode(hello))


def _same_position(play: Play, position: int) -> None:
    if position != play.position:
        detail = f"You answered at position {position}, but the table is at {play.position}."
        raise Problem("stale-position", detail, position=play.position)
