"""Who is connected to a table, here and at other workers; and telling each what is for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from cairn.server import redaction
from cairn.server.identity import Visitor
from cairn.server.roster import Seat
from cairn.server.storage import now

RECONNECT: Final = 1012
"""The code for a connection that should come again."""
BELIEVED: Final = 45_000
"""Milliseconds for which what another worker said about its connections is believed."""


class Receiver(Protocol):
    """A connection that hears of a table."""

    visitor: Visitor | None
    known: redaction.Known | None
    """What it has been sent of the view; None for a receiver who wants whole views."""

    unwanted: set[str]
    """Whose words it does not want to read."""

    def post(self, text: str) -> None: ...

    def hang_up(self, code: int, reason: str) -> None: ...


class Elsewhere(NamedTuple):
    """Who is connected to the same table at another worker, as that worker said then."""

    players: set[str]
    spectators: int
    at: int


class Presence:
    def __init__(self, seat_of: Callable[[str | None], Seat | None]) -> None:
        self._seat_of = seat_of
        self.receivers: set[Receiver] = set()
        self._elsewhere: dict[str, Elsewhere] = {}

    def viewer(self, visitor: Visitor | None) -> int | None:
        """Whose eyes somebody sees the game with: a seat's, or None for a spectator's."""
        seat = self._seat_of(visitor.id if visitor else None)
        return None if seat is None else seat.number

    def players(self) -> set[str]:
        here = {receiver.visitor.id for receiver in self.receivers if receiver.visitor is not None}
        return here.union(*(other.players for other in self._others()))

    def spectators(self) -> int:
        return self._spectators_here() + sum(other.spectators for other in self._others())

    def _others(self) -> list[Elsewhere]:
        recently = now() - BELIEVED
        return [other for other in self._elsewhere.values() if other.at >= recently]

    def _spectators_here(self) -> int:
        return sum(self.viewer(receiver.visitor) is None for receiver in self.receivers)

    # Telling

    def broadcast(self, make: Callable[[int | None], redaction.Message]) -> None:
        """Send to every receiver what is for it; each message is made once for all who see with the same eyes."""
        made: dict[int | None, str] = {}
        for receiver in list(self.receivers):
            viewer = self.viewer(receiver.visitor)
            if viewer not in made:
                made[viewer] = redaction.encode(make(viewer))
            receiver.post(made[viewer])

    def say(self, message: redaction.Message) -> None:
        """A line of chat, to all but those who do not want to read whoever said it."""
        text = redaction.encode(message)
        for receiver in list(self.receivers):
            if message["line"]["player"] not in receiver.unwanted:
                receiver.post(text)

    def broadcast_view(self, make: Callable[[int | None], redaction.Message]) -> None:
        """The same for a message with a view, of which some receivers want only what has changed."""
        made: dict[int | None, redaction.Told] = {}
        for receiver in list(self.receivers):
            viewer = self.viewer(receiver.visitor)
            told = made.get(viewer)
            if told is None:
                told = made[viewer] = redaction.Told(make(viewer))
            if receiver.known is None:
                receiver.post(told.whole)
            else:
                receiver.post(told.changed(receiver.known))
                receiver.known = told.known

    def hang_up(self, code: int, reason: str, session: str | None = None) -> None:
        """End all connections, or those of one session."""
        for receiver in list(self.receivers):
            if session is None or (receiver.visitor is not None and receiver.visitor.session == session):
                receiver.hang_up(code, reason)

    def hang_up_on(self, player: str, code: int, reason: str) -> None:
        """End all connections of a person."""
        for receiver in list(self.receivers):
            if receiver.visitor is not None and receiver.visitor.id == player:
                receiver.hang_up(code, reason)

    # Other workers

    def note(self) -> dict[str, Any]:
        """Who is connected here, as a note for other workers."""
        here = [receiver.visitor.id for receiver in self.receivers if receiver.visitor is not None]
        return {"kind": "presence", "players": here, "spectators": self._spectators_here()}

    def heard(self, worker: str, note: dict[str, Any]) -> None:
        recently = now() - BELIEVED
        self._elsewhere = {other: said for other, said in self._elsewhere.items() if said.at >= recently}
        self._elsewhere[worker] = Elsewhere(set(note["players"]), int(note["spectators"]), now())
