"""Who one is: guests, names, sessions, bots of one's own, profiles."""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Request, Response
from pydantic import Field

from cairn.server import admin, ratings
from cairn.server.api.common import (
    Body,
    Id,
    Json,
    Name,
    Passphrase,
    Shown,
    Somebody,
    Use,
    address_of,
    device_of,
)
from cairn.server.api.tables import TableLine
from cairn.server.identity import COOKIE, COOKIE_AGE, Player, folded

router = APIRouter(prefix="/api", tags=["people"])


class GuestWish(Body):
    name: Name


class NameAndPassphrase(Body):
    name: Name
    passphrase: Passphrase


class NewPassphrase(NameAndPassphrase):
    old: Annotated[str | None, Field(max_length=200)] = None
    """The passphrase you have; needed once you have one."""


class Me(Shown):
    id: str
    kind: Literal["guest", "named", "bot"]
    name: str


class Session(Shown):
    id: str
    device: str
    created: int
    seen: int
    current: bool


class BotShown(Shown):
    id: str
    player: str
    name: str
    created: int


class NewBot(Shown):
    player: str
    name: str
    token: str


class Rating(Shown):
    game: str
    mu: float
    sigma: float
    games: int
    shown: float


class Profile(Shown):
    id: str
    kind: Literal["guest", "named", "bot"]
    name: str
    ratings: list[Rating]
    finished: list[TableLine]


def _me(player: Player) -> Json:
    return {"id": player.id, "kind": player.kind, "name": player.name}


def _remember(request: Request, response: Response, cookie: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, cookie, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure, path="/")


@router.post("/guests", status_code=201, response_model=Me)
async def become_guest(wish: GuestWish, request: Request, response: Response, use: Use) -> Json:
    """Become somebody: a guest, known by the cookie that comes with the answer."""
    use.overload.admit()
    await use.limits.spend("guest", address_of(request))
    visitor, cookie = await use.identity.guest(wish.name, device_of(request))
    _remember(request, response, cookie)
    return _me(visitor.player)


@router.get("/me", response_model=Me)
async def who_am_i(visitor: Somebody) -> Json:
    """Who you are to the server."""
    return _me(visitor.player)


@router.get("/me/data")
async def my_data(visitor: Somebody, use: Use) -> Response:
    """All that the server keeps about you, as a file."""
    await use.limits.spend("table", visitor.id)
    data = orjson.dumps(await admin.person(use.storage, visitor.id), option=orjson.OPT_INDENT_2)
    headers = {"Content-Disposition": 'attachment; filename="cairn-person.json"'}
    return Response(data, media_type="application/json", headers=headers)


@router.patch("/me", response_model=Me)
async def rename(wish: GuestWish, visitor: Somebody, use: Use) -> Json:
    """Call yourself something else; for guests and bots."""
    return _me(await use.identity.rename(visitor, wish.name))


@router.put("/me/passphrase", response_model=Me)
async def claim_name(wish: NewPassphrase, request: Request, response: Response, visitor: Somebody, use: Use) -> Json:
    """Bind yourself to a name and a passphrase, so that you can sign in on another device; or change both.

    You get a new cookie, and all your sessions on other devices end.
    """
    await use.limits.spend("sign-in", visitor.id)
    device = device_of(request)
    renewed, cookie, ended = await use.identity.claim(visitor, wish.name, wish.passphrase, wish.old, device)
    for session in ended:
        if session == visitor.session:
            await use.tables.renewed(session)
        else:
            await use.tables.revoked(session)
    _remember(request, response, cookie)
    return _me(renewed.player)


@router.post("/sessions", status_code=201, response_model=Me)
async def sign_in(wish: NameAndPassphrase, request: Request, response: Response, use: Use) -> Json:
    """Sign in by name and passphrase."""
    address = address_of(request)
    # Tries are counted for a name from one address, so that nobody can shut somebody else out of their name.
    await use.limits.spend("sign-in", f"{address} {folded(wish.name)}")
    await use.limits.spend("sign-in-anywhere", address)
    visitor, cookie = await use.identity.sign_in(wish.name, wish.passphrase, device_of(request))
    _remember(request, response, cookie)
    return _me(visitor.player)


@router.get("/me/sessions", response_model=list[Session])
async def my_sessions(visitor: Somebody, use: Use) -> list[Json]:
    """The devices on which you are signed in."""
    return await use.identity.sessions(visitor)


@router.delete("/me/sessions/{id}", status_code=204)
async def revoke_session(id: Id, visitor: Somebody, use: Use) -> None:  # noqa: A002
    """End one of your sessions; its cookie is worth nothing from now on."""
    await use.identity.revoke(visitor, id)
    await use.tables.revoked(id)


@router.delete("/session", status_code=204)
async def sign_out(response: Response, visitor: Somebody, use: Use) -> None:
    """End this session. A guest without a passphrase cannot come back."""
    await use.identity.revoke(visitor, visitor.session)
    await use.tables.revoked(visitor.session)
    response.delete_cookie(COOKIE, path="/")


@router.get("/me/bots", response_model=list[BotShown])
async def my_bots(visitor: Somebody, use: Use) -> list[Json]:
    """The bots of yours that play over the network."""
    return await use.identity.bots(visitor)


@router.post("/me/bots", status_code=201, response_model=NewBot)
async def new_bot(wish: GuestWish, visitor: Somebody, use: Use) -> Json:
    """A player for a bot of yours, with a token that is shown this once."""
    await use.limits.spend("guest", visitor.id)
    bot, token = await use.identity.new_bot(visitor, wish.name)
    return {"player": bot.id, "name": bot.name, "token": token}


@router.delete("/me/bots/{id}", status_code=204)
async def revoke_bot(id: Id, visitor: Somebody, use: Use) -> None:  # noqa: A002
    """Make a bot's token worthless."""
    await use.identity.revoke_token(visitor, id)
    await use.tables.revoked(id)


@router.get("/players/{id}", response_model=Profile)
async def profile(id: Id, use: Use) -> Json:  # noqa: A002
    """A player's name, ratings, and public games that are over."""
    player = await use.identity.player(id)
    async with use.storage.read() as connection:
        rated = await ratings.of_player(connection, id)
    return {**_me(player), "ratings": rated, "finished": await use.lobby.finished(id)}
