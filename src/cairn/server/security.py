"""What every request passes first: its origin, its size; and the headers that every response carries."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cairn.server.limits import BODY_BYTES
from cairn.server.problems import Problem

SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS"}

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
SECURE_ONLY: Final = ("Strict-Transport-Security", "max-age=31536000")


def check_origin(headers: Headers, allowed: tuple[str, ...]) -> None:
    """Refuse what a page of another site asks for. Browsers always say so themselves; other clients say nothing."""
    origin = headers.get("origin")
    if origin is None:
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Problem("foreign-origin", "This request comes from another site.")
        return
    if origin not in allowed and _host(origin) != headers.get("host"):
        raise Problem("foreign-origin", "This request comes from another site.")


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def check_size(length: str) -> None:
    if not length.isdecimal():
        raise Problem("bad-request", "content-length is not a number.")
    if len(length) > 9 or int(length) > BODY_BYTES:
        raise Problem("too-large", f"A request can have at most {BODY_BYTES} bytes.")


class Guard:
    """Pure ASGI, so that it costs little and sees every byte."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        secure = scope["scheme"] == "https"

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                outgoing = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    outgoing.setdefault(name, value)
                if secure:
                    outgoing.setdefault(*SECURE_ONLY)
                if scope["path"].startswith("/api/"):
                    outgoing.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            if scope["method"] not in SAFE_METHODS:
                check_origin(headers, self.origins)
            check_size(headers.get("content-length", "0"))
        except Problem as problem:
            await problem.response()(scope, receive, send_guarded)
        else:
            await self.app(scope, _limited(receive), send_guarded)


def _limited(receive: Receive) -> Receive:
    """A body without a length is counted as it comes."""
    seen = 0

    async def counted() -> Any:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > BODY_BYTES:
            # FastAPI, which reads the body, lets only this kind of error through.
            raise HTTPException(413, f"A request can have at most {BODY_BYTES} bytes.")
        return message

    return counted
