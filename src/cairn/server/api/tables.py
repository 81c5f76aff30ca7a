"""Tables: make one, find one, sit down, leave, look at what happened."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import ExitStack
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response, WebSocket
from pydantic import Field

from cairn.server import logs, packs, redaction
from cairn.server.api.common import (
    ID_PATTERN,
    Anybody,
    Body,
    Id,
    Json,
    Shown,
    Somebody,
    Use,
    address_of,
    find_visitor,
    services_of,
)
from cairn.server.api.games import find, levels
from cairn.server.fair_queue import Asker, Priority
from cairn.server.journal import read_moves
from cairn.server.lobby import Wish
from cairn.server.messages import LogEntry, PositionShown, TableShown
from cairn.server.overload import Level
from cairn.server.problems import Problem, of_database
from cairn.server.response_cache import CachedResponse
from cairn.server.roster import BOT, OPEN, PERSON
from cairn.server.security import check_origin
from cairn.server.sockets import Connection, refuse
from cairn.server.storage import is_trouble

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api", tags=["tables"])

DAY = 24 * 3600
HINT_MS = 800
REVIEW_MS = 400


class MySeat(Body):
    """Your own."""

    kind: Literal["me"]


class LinkSeat(Body):
    """For whoever follows the link."""

    kind: Literal["link"]


class BotSeat(Body):
    kind: Literal["bot"]
    bot: Annotated[str, Field(min_length=1, max_length=40, description="One of the game's `bots`.")]


class ClockWish(Body):
    seconds: Annotated[int, Field(ge=1, le=7 * DAY, description="For all decisions of a seat.")]
    increment: Annotated[int, Field(ge=0, le=DAY, description="Seconds added by each decision.")] = 0


SeatWish = Annotated[MySeat | LinkSeat | BotSeat, Field(discriminator="kind")]


class TableWish(Body):
    game: Annotated[str, Field(max_length=40)]
    options: Annotated[dict[str, str | int | bool], Field(max_length=40, default_factory=dict)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    listed: bool = False
    hints: bool = True
    patience: Annotated[int | None, Field(ge=1, le=60 * DAY)] = None
    """Seconds for a decision before a bot stands in; null for as long as it takes."""
    clock: ClockWish | None = None
    pace: Annotated[int, Field(ge=0, le=10_000)] = 400
    """Milliseconds that a bot takes at least, so that people can follow."""
    pack: Annotated[str | None, Field(min_length=8, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")] = None
    """A content pack of the lab to play with; only where you may use the lab."""


class SeatLine(Shown):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    player: str | None
    share: float | None


class TableLine(Shown):
    """A table in a list."""

    id: str
    game: str
    title: str
    packed: bool = Field(description="Whether it is played with a content pack.")
    status: Literal["waiting", "running", "over", "closed"]
    position: int
    asked: int
    stopped: bool = Field(description="Whether it cannot be played on; opening it says why.")
    due: int | None
    created: int
    changed: int
    seats: list[SeatLine]


class HintWish(Body):
    position: Annotated[int, Field(ge=0, le=2**31 - 1)]


class Opinion(Shown):
    """One choice as the search sees it."""

    choice: str
    caption: str = Field(description="The choice in words.")
    visits: int
    share: float = Field(description="The expected share of the win.")
    doubt: float = Field(description="The share is this uncertain to either side, 95 times in 100.")
    margin: float = Field(description="The expected lead over the best other seat, in points.")
    line: list[str] = Field(description="How the game may go on; what is hidden from the seat is guessed.")


class Advice(Shown):
    position: int
    seat: int
    choice: str | None = Field(description="What was chosen there, in a review.")
    opinions: list[Opinion]
    short: bool = Field(description="Whether the search had less time than usual, because many were thinking.")


class JoinWish(Body):
    invite: Annotated[str, Field(min_length=8, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
    seat: Annotated[int | None, Field(ge=0, le=9)] = None


class BotWish(Body):
    bot: Annotated[str, Field(min_length=1, max_length=40)]


def _known_bot(bot: str) -> str:
    if bot not in levels():
        raise Problem("cannot-play", f"There is no bot '{bot}'; there are: {', '.join(levels())}.")
    return bot


def _wish(wanted: TableWish, host: str, pack: packs.Pack | None) -> Wish:
    game = find(wanted.game)
    if pack is not None:
        if pack.game != game.slug:
            raise Problem("cannot-play", f"The pack '{pack.title}' is for another game.")
        game = pack.make()
    setup = game.prepare(len(wanted.seats), wanted.options)
    held: list[tuple[str, str | None]] = []
    for seat in wanted.seats:
        if isinstance(seat, BotSeat):
            held.append((BOT, _known_bot(seat.bot)))
        else:
            held.append((PERSON, host) if isinstance(seat, MySeat) else (OPEN, None))
    if held.count((PERSON, host)) > 1:
        raise Problem("cannot-play", "You can have only one seat at a table.")
    clock = wanted.clock
    return Wish(
        setup=setup,
        seats=held,
        listed=wanted.listed,
        hints=wanted.hints,
        patience=wanted.patience,
        clock=clock.seconds if clock else None,
        increment=clock.increment if clock else 0,
        pace=wanted.pace,
        pack=wanted.pack,
    )


@router.post("/tables", status_code=201, response_model=TableShown)
async def create_table(wanted: TableWish, visitor: Somebody, use: Use, request: Request) -> Json:
    """Open a table. It starts when no seat is open any more; send the link with `invite` to friends."""
    use.overload.admit()
    await use.limits.spend("table", visitor.id)
    pack = None
    if wanted.pack is not None:
        use.lab.check(visitor)
        async with use.storage.read() as connection:
            pack = await packs.read(connection, wanted.pack)
    wish, address = _wish(wanted, visitor.id, pack), address_of(request)
    await use.quotas.check(visitor.id, address, [kind for kind, _ in wish.seats])
    table = await use.lobby.create(visitor, wish)
    use.quotas.made(address, table.id)
    return table.summary(visitor)


@router.get("/tables", response_model=list[TableLine])
async def listed_tables(
    use: Use,
    game: Annotated[str | None, Query(max_length=40, pattern=r"^[a-z0-9-]+$")] = None,
    status: Annotated[Literal["waiting", "running", "over"] | None, Query()] = None,
) -> list[Json]:
    """Public tables, the liveliest first."""
    return await use.lobby.listed(game, status)


@router.get("/me/tables", response_model=list[TableLine])
async def my_tables(visitor: Somebody, use: Use, turn: bool = False) -> list[Json]:
    """The tables you sit at; with `turn`, those that wait for you."""
    return await use.lobby.of_player(visitor.id, turn)


@router.get("/tables/{id}", response_model=TableShown)
async def show_table(id: Id, visitor: Anybody, use: Use) -> Json:  # noqa: A002
    """What is agreed about a table and who sits there."""
    return (await use.tables.open(id)).summary(visitor)


@router.get("/invites/{invite}", response_model=TableShown)
async def show_invite(invite: Id, visitor: Anybody, use: Use) -> Json:
    """The table that a link leads to."""
    return (await use.lobby.by_invite(invite)).summary(visitor)


@router.post("/tables/{id}/join", response_model=TableShown)
async def join_table(id: Id, wish: JoinWish, visitor: Somebody, use: Use) -> Json:  # noqa: A002
    """Sit down on an open seat, by the link. Whoever sits there already keeps their seat."""
    table = await use.tables.open(id)
    if wish.invite != table.terms.invite:
        raise Problem("not-allowed", "This link belongs to another table.")
    await table.take(visitor, wish.seat)
    return table.summary(visitor)


@router.post("/tables/{id}/leave", response_model=TableShown)
async def leave_table(id: Id, visitor: Somebody, use: Use) -> Json:  # noqa: A002
    """Get up. Before the start the seat is open again; later a bot plays it until you come back."""
    table = await use.tables.open(id)
    await table.leave(visitor)
    return table.summary(visitor)


@router.delete("/tables/{id}", response_model=TableShown)
async def close_table(id: Id, visitor: Somebody, use: Use) -> Json:  # noqa: A002
    """As the host, give up a table that has not started."""
    table = await use.tables.open(id)
    await table.close(visitor)
    return table.summary(visitor)


@router.post("/tables/{id}/return", response_model=TableShown)
async def return_to_table(id: Id, visitor: Somebody, use: Use) -> Json:  # noqa: A002
    """Take your seat back from the bot that stands in."""
    table = await use.tables.open(id)
    await table.come_back(visitor)
    return table.summary(visitor)


@router.put("/tables/{id}/seats/{seat}", response_model=TableShown)
async def replace_seat(
    id: Id,  # noqa: A002
    seat: int,
    wish: BotWish,
    visitor: Somebody,
    use: Use,
    request: Request,
) -> Json:
    """As the host, put a bot on an open seat or let one stand in for somebody who is not here."""
    table = await use.tables.open(id)
    kinds = [held.kind for held in table.seats]
    if 0 <= seat < len(kinds) and kinds[seat] == OPEN:
        kinds[seat] = BOT
        await use.quotas.check(visitor.id, address_of(request), kinds)
    await table.replace(visitor, seat, _known_bot(wish.bot))
    return table.summary(visitor)


@router.post("/tables/{id}/rematch", status_code=201, response_model=TableShown)
async def rematch(id: Id, visitor: Somebody, use: Use, request: Request) -> Json:  # noqa: A002
    """The same again, everybody one seat further."""
    await use.limits.spend("table", visitor.id)
    old, address = await use.tables.open(id), address_of(request)
    await use.quotas.check(visitor.id, address, [seat.kind for seat in old.seats])
    table = await use.lobby.rematch(visitor, old)
    use.quotas.made(address, table.id)
    return table.summary(visitor)


@router.get("/tables/{id}/log", response_model=list[LogEntry])
async def read_log(
    id: Id,  # noqa: A002
    visitor: Anybody,
    use: Use,
    before: Annotated[int, Query(ge=0, le=2**31 - 1)],
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> list[Json]:
    """Lines of the log before a position, as you may know them."""
    return await (await use.tables.open(id)).read_log(visitor, before, limit)


@router.get("/tables/{id}/record", responses={200: {"content": {"application/json": {}}}})
async def download_record(id: Id, use: Use) -> Response:  # noqa: A002
    """The record of a game that is over: the file that `cairn replay` and `cairn verify` read."""
    table = await use.tables.open(id)
    table.check_over()
    async with use.storage.read() as connection:
        moves = await read_moves(connection, id, -1)
    record = await asyncio.to_thread(redaction.record, table.terms.setup, moves, table.names)
    name = f"{table.terms.setup.game.slug}-{id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(record.text(), media_type="application/json", headers=headers)


@router.get("/tables/{id}/positions/{position}", response_model=PositionShown)
async def show_position(
    id: Id,  # noqa: A002
    position: Annotated[int, Path(ge=0, le=2**31 - 1)],
    use: Use,
    request: Request,
    seat: Annotated[int | None, Query(ge=0, le=9)] = None,
) -> Response:
    """A position of a game that is over, as a seat saw it, or a spectator."""
    table = await use.tables.open(id)
    table.check_over()
    if seat is not None and seat >= len(table.seats):
        raise Problem("not-found", f"There is no seat {seat} at this table.")

    async def make() -> CachedResponse:
        shown = redaction.replayed(await table.play_at(position), seat, table.names)
        return CachedResponse.of(redaction.encode(shown).encode(), "application/json")

    response = await use.replays.get((id, position, seat, *table.names), make)  # a game that is over does not change
    return response.answer(request.headers)


@router.post("/tables/{id}/hint", response_model=Advice)
async def hint(id: Id, wish: HintWish, visitor: Somebody, use: Use) -> Json:  # noqa: A002
    """What a search that sees what you see thinks of your choices, the best first."""
    use.overload.refuse(Level.HINTS)
    table = await use.tables.open(id)
    state = table.for_hint(visitor, wish.position).state  # the table may move on meanwhile, and another seat be asked
    await use.limits.spend("hint", visitor.id)
    asker = Asker(Priority.HINT, visitor.id, id)
    found = await use.thinking.analyse(redaction.for_bot(state), HINT_MS, asker, packs.file_of(state.setup.game))
    return {
        "position": wish.position,
        "seat": state.seat,
        "choice": None,
        "opinions": redaction.captioned(state, found.opinions),
        "short": found.short,
    }


@router.get("/tables/{id}/review/{position}", response_model=Advice)
async def review(id: Id, position: Annotated[int, Path(ge=0, le=2**31 - 1)], visitor: Somebody, use: Use) -> Json:  # noqa: A002
    """What a search thinks of a position of a game that is over, with the eyes of the seat that chose there."""
    use.overload.refuse(Level.REVIEWS)
    table = await use.tables.open(id)
    table.check_over()
    await use.limits.spend("review", visitor.id)
    play = await table.play_at(position)
    if play.asked < 0:
        raise Problem("wrong-moment", "The game is over.")
    async with use.storage.read() as connection:
        [move] = await read_moves(connection, id, position, 1)
    asker = Asker(Priority.REVIEW, visitor.id, id)
    found = await use.thinking.analyse(redaction.for_bot(play.state), REVIEW_MS, asker, packs.file_of(play.game))
    return {
        "position": position,
        "seat": play.asked,
        "choice": move.choice if move.kind == "choice" else None,
        "opinions": redaction.captioned(play.state, found.opinions),
        "short": found.short,
    }


def _possible(id: str) -> str:  # noqa: A002
    """An id that a table may have; the database is not asked for others."""
    if not re.fullmatch(ID_PATTERN, id):
        raise Problem("not-found", "There is no such table.")
    return id


@router.websocket("/tables/{id}/socket")
async def table_socket(
    socket: WebSocket,
    id: str,  # noqa: A002
    position: str | None = None,
    views: str | None = None,
) -> None:
    """Everything that happens at a table, and one's answers. `position` is the last one a client knows of.

    With `views=changes` moves come as `changed`, with what is different in the view, instead of `moved`.
    """
    use = services_of(socket)
    address = socket.client.host if socket.client else None
    with ExitStack() as held:
        try:
            check_origin(socket.headers, use.settings.origins)
            await use.limits.spend("connection", address)
            held.enter_context(use.limits.connected(address))
            visitor = await find_visitor(socket)
            table = await use.tables.open(_possible(id))
            if table.session.seat_of(visitor.id if visitor else None) is None:
                use.overload.admit()
        except Problem as problem:
            await refuse(socket, problem)
            return
        except Exception as error:
            if not is_trouble(error):
                raise
            logs.failed(log, "a connection could not be served", error)
            await refuse(socket, of_database())
            return
        await socket.accept()
        since = int(position) if position is not None and position.isdecimal() and len(position) < 10 else None
        await Connection(socket, table, visitor, use.limits, views == "changes").serve(since)
