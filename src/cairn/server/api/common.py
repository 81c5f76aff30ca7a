"""What the addresses share: who is asking, and the shapes of names and ids."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from cairn.server.identity import COOKIE, Visitor
from cairn.server.problems import Problem
from cairn.server.services import Services


class Body(BaseModel):
    """The body of a request: nothing that is not described."""

    model_config = ConfigDict(extra="forbid")


class Shown(BaseModel):
    """The body of a response."""


def _printable(name: str) -> str:
    tidy = " ".join(name.split())
    if not tidy or not tidy.isprintable():
        raise ValueError("a name needs at least one character, and only characters that can be shown")
    return tidy


Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_printable)]


def _writable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("a passphrase consists of characters that can be shown")
    return text


Passphrase = Annotated[str, Field(min_length=8, max_length=200), AfterValidator(_writable)]
ID_PATTERN = r"^[A-Za-z0-9_-]{8,32}$"
PackId = Annotated[str | None, Query(pattern=ID_PATTERN)]
Id = Annotated[str, Path(pattern=ID_PATTERN)]


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


async def find_visitor(connection: HTTPConnection) -> Visitor | None:
    """Who is asking: by the cookie of a browser, or by a bot's token."""
    identity = services_of(connection).identity
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return await identity.by_token(token)
    return await identity.by_cookie(connection.cookies.get(COOKIE))


async def _services(request: Request) -> Services:
    services = services_of(request)
    await services.limits.spend("request", request.client.host if request.client else None)
    return services


async def _anybody(request: Request) -> Visitor | None:
    return await find_visitor(request)


async def _somebody(request: Request) -> Visitor:
    visitor = await find_visitor(request)
    if visitor is None:
        raise Problem("not-signed-in", "Play as a guest or sign in first.")
    return visitor


Use = Annotated[Services, Depends(_services)]
Anybody = Annotated[Visitor | None, Depends(_anybody)]
Somebody = Annotated[Visitor, Depends(_somebody)]


def address_of(request: Request) -> str | None:
    return request.client.host if request.client else None


def device_of(request: Request) -> str:
    agent = request.headers.get("user-agent", "")
    return "".join(filter(str.isprintable, agent))[:120] or "unknown"


Json = dict[str, Any]
