"""One table in memory: people and bots answer, move after move is committed, and everybody is told.

The truth is in the database. A table can be dropped at any moment and opened again, here or in another worker.
Whatever changes it happens under its lock, in this order: try, commit, take, tell.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from sqlalchemy import insert, select, update

from cairn.core.errors import CairnError, CannotUndo
from cairn.server import loading, ratings, redaction, roster
from cairn.server.identity import Visitor
from cairn.server.journal import Entry, Extra, read_moves
from cairn.server.models import chats, players, seats
from cairn.server.play import CHECKPOINT_EVERY, SERVER, Move, Play, Step
from cairn.server.problems import Problem
from cairn.server.quarantine import Stopped, blaming
from cairn.server.roster import OPEN, OVER, RUNNING, WAITING, Seat, Terms
from cairn.server.scheduler import Scheduler
from cairn.server.seating import Seating
from cairn.server.storage import now

if TYPE_CHECKING:
    from cairn.server.tables import Tables

LOG_LENGTH: Final = 60
"""Moves of the log that a newcomer is told."""
CATCH_UP: Final = 300
"""Moves of the log that somebody who reconnects is told at most."""
CHAT_LENGTH: Final = 50
PRESENCE_LASTS: Final = 45_000
"""Milliseconds for which what another worker said about its connections is believed."""

T = TypeVar("T")


class Receiver(Protocol):
    """A connection that hears of a table."""

    visitor: Visitor | None

    def post(self, text: str) -> None: ...

    def hang_up(self, code: int, reason: str) -> None: ...


class Elsewhere(NamedTuple):
    """Who is connected to the same table at another worker, as that worker said then."""

    players: set[str]
    spectators: int
    at: int


class Table:
    def __init__(self, tables: Tables, terms: Terms, seated: list[Seat]) -> None:
        self.tables = tables
        self.terms = terms
        self.seats = seated
        self.names = roster.shown_names(seated)
        self.play: Play | None = None
        self.seating = Seating(self)
        self.scheduler = Scheduler(self)
        self.receivers: set[Receiver] = set()
        self.used_at = 0.0
        self.failures = 0
        """How often in a row the server's own work has failed here."""
        self.is_ours = not tables.fanout.has_others
        """Whether what is due next is for this worker to see to, or first for the one that made the last move."""
        self._elsewhere: dict[str, Elsewhere] = {}
        self._refreshing = False
        self._checkpointed = 0
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        return self.terms.id

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss this table in memory; the sweep finds it when something is due."""
        return not self.receivers and not self.scheduler.is_thinking and not self._lock.locked()

    async def safely(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something under the lock, to its end even if whoever asked for it has gone."""

        async def locked() -> T:
            async with self._lock:
                try:
                    return await work
                except Stopped as stopped:
                    self.tables.spawn(self.tables.stop(self.id, stopped))
                    raise

        return await asyncio.shield(self.tables.spawn(locked()))

    # Looking

    def seat_of(self, player: str | None) -> Seat | None:
        return next((seat for seat in self.seats if player is not None and seat.player == player), None)

    def own_seat(self, visitor: Visitor) -> Seat:
        seat = self.seat_of(visitor.id)
        if seat is None:
            raise Problem("not-allowed", "You have no seat at this table: you are watching.")
        return seat

    def viewer(self, visitor: Visitor | None) -> int | None:
        """Whose eyes somebody sees the game with: a seat's, or None for a spectator's."""
        seat = self.seat_of(visitor.id if visitor else None)
        return None if seat is None else seat.number

    def running(self) -> Play:
        if self.play is None or self.terms.status != RUNNING:
            raise Problem("wrong-moment", f"The game {'has not begun' if self.play is None else 'is over'}.")
        return self.play

    def check_over(self) -> None:
        """Refuse what would tell secrets of a game that is not over."""
        if self.terms.status != OVER:
            raise Problem("wrong-moment", "This is given out when the game is over.")

    def for_hint(self, visitor: Visitor, position: int) -> Play:
        """The game for a hint to the seat that is asked, if the table allows hints."""
        play, seat = self.running(), self.own_seat(visitor)
        if not self.terms.hints:
            raise Problem("not-allowed", "This table is played without hints.")
        self._same_position(play, position)
        self._asked(play, seat)
        return play

    def present(self) -> set[str]:
        here = {receiver.visitor.id for receiver in self.receivers if receiver.visitor is not None}
        return here.union(*(other.players for other in self._others()))

    def spectators(self) -> int:
        return self._spectators_here() + sum(other.spectators for other in self._others())

    def _others(self) -> list[Elsewhere]:
        recently = now() - PRESENCE_LASTS
        return [other for other in self._elsewhere.values() if other.at >= recently]

    def _spectators_here(self) -> int:
        return sum(self.viewer(receiver.visitor) is None for receiver in self.receivers)

    def summary(self, visitor: Visitor | None) -> dict[str, Any]:
        """What may be known about the table beside the game itself; the link for those who may hand it on."""
        terms, play = self.terms, self.play
        inside = visitor is not None and (visitor.id == terms.host or self.seat_of(visitor.id) is not None)
        return {
            "id": terms.id,
            "game": terms.setup.game.slug,
            "title": terms.setup.game.title,
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
            "seats": self._seats_shown(),
            "created": terms.created,
            "changed": terms.changed,
            "rematch": terms.rematch,
            "invite": terms.invite if inside else None,
        }

    def _seats_shown(self) -> list[dict[str, Any]]:
        present = self.present()
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
            }
            for seat, name in zip(self.seats, self.names, strict=True)
        ]

    # Coming and going

    async def connect(self, receiver: Receiver, since: int | None) -> None:
        """Tell a receiver where the table stands, what happened since a position, and from now on everything."""
        await self.safely(self._connect(receiver, since))
        await self._presence_changed()

    async def _connect(self, receiver: Receiver, since: int | None) -> None:
        await self._read_on()
        await self._start_if_full()
        seat = self.seat_of(receiver.visitor.id if receiver.visitor else None)
        if seat is not None and not seat.left and self.terms.status == RUNNING:
            await self.seating.come_back(seat)
        hello = await self._hello(receiver, since)
        self.receivers.add(receiver)  # only now, or others' coming and going would be told before hello
        receiver.post(
            redaction.encode({**hello, "table": self.summary(receiver.visitor), "spectators": self.spectators()})
        )

    async def disconnect(self, receiver: Receiver) -> None:
        self.receivers.discard(receiver)
        self.touch()
        await self._presence_changed()

    async def _hello(self, receiver: Receiver, since: int | None) -> redaction.Message:
        play, visitor = self.play, receiver.visitor
        viewer = self.viewer(visitor)
        message: redaction.Message = {
            "type": "hello",
            "you": None if visitor is None else {"id": visitor.id, "name": visitor.player.name, "seat": viewer},
            "now": now(),
            "table": self.summary(visitor),
            "spectators": self.spectators(),
            "position": None,
            "log": [],
            "chat": [],
        }
        async with self.tables.storage.read() as connection:
            message["chat"] = await _chat_of(connection, self.id)
            if play is not None:
                first = play.position - LOG_LENGTH if since is None else max(since, play.position - CATCH_UP)
                with blaming("its log cannot be shown"):
                    moves = await read_moves(connection, self.id, first)
                    message["log"] = redaction.log(play.game, moves, viewer, self.names, self._people())
                message["position"] = redaction.position(play, viewer, self.names, visitor.id if visitor else "")
        return message

    async def read_log(self, visitor: Visitor | None, before: int, limit: int) -> list[redaction.Message]:
        """Older lines of the log, as the visitor may know them."""
        if self.play is None:
            return []
        first = max(0, before - limit)
        async with self.tables.storage.read() as connection:
            with blaming("its log cannot be shown"):
                moves = await read_moves(connection, self.id, first - 1, before - first)
                return redaction.log(self.play.game, moves, self.viewer(visitor), self.names, self._people())

    def touch(self) -> None:
        self.used_at = asyncio.get_running_loop().time()

    # Answering

    async def choose(self, visitor: Visitor, position: int, notation: str) -> int:
        """Answer for the visitor's seat; the new position. A refusal changes nothing and says why."""
        return await self.safely(self._choose(visitor, position, notation))

    async def _choose(self, visitor: Visitor, position: int, notation: str) -> int:
        play, seat = self.running(), self.own_seat(visitor)
        self._same_position(play, position)
        self._asked(play, seat)
        await self.seating.come_back(seat)
        try:
            step = play.answer(notation, visitor.id, now())
        except CairnError as error:
            raise redaction.refused(error) from None
        await self.commit(step)
        return play.position

    async def step_back(self, visitor: Visitor, position: int, whole_turn: bool) -> int:
        """Take back the visitor's last choice, or their turn so far."""
        return await self.safely(self._step_back(visitor, position, whole_turn))

    async def _step_back(self, visitor: Visitor, position: int, whole_turn: bool) -> int:
        play, seat = self.running(), self.own_seat(visitor)
        self._same_position(play, position)
        try:
            back = play.restart if whole_turn else play.undo
            step = await asyncio.to_thread(back, seat.number, visitor.id, now())
        except CannotUndo as error:
            raise redaction.refused(error) from None
        await self.commit(step)
        return play.position

    def why_not(self, visitor: Visitor, notation: str) -> Problem | None:
        """Why a choice is not possible now; None if it is. Nothing is played."""
        play, seat = self.running(), self.own_seat(visitor)
        self._asked(play, seat)
        try:
            choice = play.state.parse(notation)
        except CairnError as error:
            return redaction.refused(error)
        return None if choice in play.state.offered else redaction.refused(play.state.refusal(choice))

    def preview(self, visitor: Visitor, position: int, notation: str) -> redaction.Message:
        """Where a choice would lead, as far as the seat can know. Nothing is played."""
        play, seat = self.running(), self.own_seat(visitor)
        self._same_position(play, position)
        self._asked(play, seat)
        try:
            return redaction.preview(play, notation, self.names)
        except CairnError as error:
            raise redaction.refused(error) from None

    def _asked(self, play: Play, seat: Seat) -> None:
        if play.asked != seat.number:
            raise Problem("not-your-turn", f"{self.names[play.asked]} is asked now, not you.", position=play.position)

    def _same_position(self, play: Play, position: int) -> None:
        if position != play.position:
            detail = f"You answered position {position}, the table is at {play.position}."
            raise Problem("stale-position", detail, position=play.position)

    # Committing

    async def commit(self, step: Step, short: bool = False) -> None:
        """Make a step that was tried true; Problem if somebody else has answered the position meanwhile.

        `short` says that a bot made it in less time than usual.
        """
        play = self.running()
        clocks = self._clocks_after(play, step)
        await self._append(play, step.move, step.state.seat, clocks, self._ending(step))
        play.take(step)
        self.failures = 0
        self.is_ours = True
        for number, left in clocks.items():
            self.seats[number].clock = left
        self._moved(step.move, short)
        await self.tables.fanout.publish(self.id, {"kind": "moved", "position": play.position})

    async def _append(self, play: Play, move: Move, asked: int, clocks: dict[int, int], extra: Extra | None) -> None:
        values: dict[str, Any] = {
            "status": RUNNING if asked >= 0 else OVER,
            "position": move.number,
            "asked": asked,
            "due": self.terms.due_for(self.seats[asked], move.at) if asked >= 0 else None,
            "changed": move.at,
        }
        base = play.base
        checkpoint = base if base[0] - self._checkpointed >= CHECKPOINT_EVERY else None
        if not await self.tables.journal.append(Entry(self.id, move, values, clocks, checkpoint, extra)):
            await self._read_on(anyway=True)
            raise Problem("stale-position", "Somebody answered before you.", position=play.position)
        self.terms.due = values["due"]
        if checkpoint is not None:
            self._checkpointed = base[0]

    def _clocks_after(self, play: Play, step: Step) -> dict[int, int]:
        """What is left to the seat that acted: less what it took, more for a choice, less for one taken back."""
        seat = self.seats[step.move.seat]
        if seat.clock is None or seat.played_by is not None:
            return {}
        taken = step.move.at - play.asked_at if play.asked == seat.number else 0
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
            await ratings.rate(connection, terms.setup.game.slug, seated, shares)

        return write

    async def start_if_full(self) -> None:
        await self.safely(self._start_if_full())

    async def _start_if_full(self) -> None:
        if self.terms.status != WAITING or any(seat.kind == OPEN for seat in self.seats):
            return
        play, move = Play.begin(self.terms.setup, now())
        with contextlib.suppress(Problem):  # another worker may have started it
            await self._append(play, move, play.asked, {}, None)
            self.play = play
            self.is_ours = True
            self.terms.status = RUNNING
            await self._started()
            await self.tables.fanout.publish(self.id, {"kind": "moved", "position": 0})

    async def seats_changed(self) -> None:
        """A change to a seat has been committed: tell everybody, and see to what it asks for."""
        self._tell_seats()
        await self.tables.fanout.publish(self.id, {"kind": "seats"})
        await self._start_if_full()
        self.is_ours = True
        self.scheduler.arrange()

    # Telling

    def broadcast(self, make: Callable[[int | None], redaction.Message]) -> None:
        """Send to every receiver what is for it; each message is made once for all who see with the same eyes."""
        made: dict[int | None, str] = {}
        for receiver in list(self.receivers):
            viewer = self.viewer(receiver.visitor)
            if viewer not in made:
                made[viewer] = redaction.encode(make(viewer))
            receiver.post(made[viewer])

    def _moved(self, move: Move, short: bool = False) -> None:
        """A move has been committed, here or elsewhere."""
        play = self.play
        assert play is not None
        self.terms.changed = move.at
        if play.asked < 0:
            self.terms.status = OVER
            for seat, share in zip(self.seats, play.state.result(), strict=True):
                seat.share = share
        bot = move.actor not in self._people() and move.actor != SERVER
        clocks = [seat.clock for seat in self.seats]

        def made(viewer: int | None) -> redaction.Message:
            actor = "" if viewer is None else self.seats[viewer].player or ""
            entry = redaction.entry(play.game, move, viewer, self.names, bot)
            return {
                "type": "moved",
                "entry": entry,
                "clocks": clocks,
                "short": short,
                **redaction.position(play, viewer, self.names, actor),
            }

        self.broadcast(made)
        self.scheduler.arrange()

    async def _started(self) -> None:
        """Everybody gets a fresh hello: who they are at the table may have changed, and the game is new to them."""
        for receiver in list(self.receivers):
            receiver.post(redaction.encode(await self._hello(receiver, None)))
        self.scheduler.arrange()

    def _tell_seats(self) -> None:
        self.names = roster.shown_names(self.seats)
        message = {
            "type": "seats",
            "status": self.terms.status,
            "seats": self._seats_shown(),
            "spectators": self.spectators(),
            "rematch": self.terms.rematch,
        }
        self.broadcast(lambda _: message)

    async def tell_rematch(self, id: str) -> None:  # noqa: A002
        self.terms.rematch = id
        await self.seats_changed()

    async def chat(self, visitor: Visitor, text: str) -> None:
        seat = self.own_seat(visitor)
        row = {"table": self.id, "player": visitor.id, "seat": seat.number, "text": text, "at": now()}
        async with self.tables.storage.write() as connection:
            await connection.execute(insert(chats).values(row))
        message = {"type": "chat", "line": _chat_line(row | {"name": visitor.player.name})}
        self.broadcast(lambda _: message)
        await self.tables.fanout.publish(self.id, {"kind": "said", "message": message})

    def _people(self) -> set[str]:
        return {seat.player for seat in self.seats if seat.player is not None}

    async def _presence_changed(self) -> None:
        self._tell_seats()
        await self.tables.fanout.publish(self.id, self.presence())

    def presence(self) -> dict[str, Any]:
        """Who is connected here, as a note for other workers."""
        here = [receiver.visitor.id for receiver in self.receivers if receiver.visitor is not None]
        return {"kind": "presence", "players": here, "spectators": self._spectators_here()}

    # What other workers have done

    def heard_presence(self, worker: str, note: dict[str, Any]) -> None:
        self._elsewhere[worker] = Elsewhere(set(note["players"]), int(note["spectators"]), now())
        self._tell_seats()

    def has_reached(self, position: int) -> bool:
        return self.play is not None and self.play.position >= position

    def refresh_soon(self) -> None:
        """Read on by and by: of many notes that come at once, one is followed."""
        if not self._refreshing:
            self._refreshing = True
            self.tables.spawn(self.refresh())

    async def refresh(self) -> None:
        await self.safely(self._refresh())

    async def _refresh(self) -> None:
        self._refreshing = False
        await self._read_on(anyway=True)
        self._tell_seats()
        await self._start_if_full()

    async def _read_on(self, anyway: bool = False) -> None:
        """Take over what other workers have committed. Costs nothing where there are none."""
        if not (anyway or self.tables.fanout.has_others):
            return
        async with self.tables.storage.read() as connection:
            self.terms, self.seats = await roster.read(connection, self.id)
            self.names = roster.shown_names(self.seats)
            play = self.play
            with blaming("its moves cannot be read"):
                moves = [] if play is None else await read_moves(connection, self.id, play.position)
            if play is None:
                await self.load_play(connection)
        if moves or (play is None and self.play is not None):
            self.is_ours = not self.tables.fanout.has_others
        if play is None and self.play is not None:
            await self._started()
        for move in moves:
            assert play is not None
            loading.repeat(play, [move])
            self._moved(move)
        self.scheduler.arrange()

    async def load_play(self, connection: Any) -> None:
        """The game as it stands; nothing if it has not begun."""
        self.play, self._checkpointed = await loading.current(connection, self.terms)

    async def play_at(self, position: int) -> Play:
        """The game as it stood at an earlier position, or Problem if there is none of that number."""
        async with self.tables.storage.read() as connection:
            return await loading.play_at(connection, self.terms, position)


def _chat_line(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("seat", "player", "name", "text", "at")}


async def _chat_of(connection: Any, table: str) -> list[dict[str, Any]]:
    found = await connection.execute(
        select(chats, players.c.name)
        .join(players, players.c.id == chats.c.player)
        .where(chats.c.table == table)
        .order_by(chats.c.id.desc())
        .limit(CHAT_LENGTH)
    )
    return [_chat_line(row._asdict()) for row in reversed(found.all())]
