"""The operator's page: reports of people about people, and tables that are stopped. It has a secret of its own.

Plain HTML without scripts. Whoever gives the secret gets a cookie for some hours that only this page is sent.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from html import escape
from typing import Any, Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cairn.core.message import counted
from cairn.server import quarantine
from cairn.server.api.common import Id, Use, address_of
from cairn.server.problems import Problem

router = APIRouter(include_in_schema=False)

COOKIE: Final = "cairn-admin"
HOURS: Final = 8
SILENT_DAYS: Final = (0, 1, 7, 30)
STYLE: Final = (
    "body{font:16px/1.5 system-ui;margin:2rem auto;max-width:50rem;padding:0 1rem}"
    "article{border:1px solid #999;border-radius:.5rem;padding:.5rem 1rem;margin:1rem 0}"
    "blockquote{margin:.5rem 0;border-left:3px solid #999;padding-left:.75rem;white-space:pre-wrap}"
    "button,input{font:inherit}form{display:inline}"
)


def _secret(use: Use) -> bytes:
    secret = use.settings.admin_secret
    if secret is None:
        raise Problem("not-found", "There is no such page.")
    return secret.encode()


def _pass(secret: bytes, until: int) -> str:
    """What the cookie holds: until when, and our signature. A new secret makes it worthless."""
    return f"{until}.{hmac.new(secret, str(until).encode(), hashlib.sha256).hexdigest()}"


def _may(request: Request, secret: bytes) -> bool:
    given = request.cookies.get(COOKIE, "")
    until = given.partition(".")[0]
    if not until.isascii() or not until.isdecimal() or len(until) > 12 or int(until) < time.time():
        return False
    return hmac.compare_digest(given.encode(), _pass(secret, int(until)).encode())


async def _form(request: Request) -> dict[str, str]:
    body = (await request.body()).decode("utf-8", "replace")
    return {name: values[0] for name, values in parse_qs(body).items()}


def _page(body: str, status: int = 200) -> HTMLResponse:
    head = f"<!doctype html><html lang=en><meta charset=utf-8><title>Cairn: operator</title><style>{STYLE}</style>"
    page = HTMLResponse(f"{head}<h1>Cairn</h1>{body}</html>", status)
    page.headers["Cache-Control"] = "no-store"
    return page


SIGN_IN: Final = (
    "<form method=post action=/admin><label>Secret <input type=password name=secret autocomplete=current-password>"
    "</label> <button>Sign in</button></form>"
)


@router.get("/admin")
async def show(request: Request, use: Use) -> Response:
    if not _may(request, _secret(use)):
        return _page(SIGN_IN, 401)
    waiting = await use.moderation.waiting()
    async with use.storage.read() as connection:
        stopped = await quarantine.found(connection)
    reports = "".join(map(_report, waiting)) or "<p>No reports.</p>"
    tables = "".join(f"<li>{escape(row.id)}: {escape(str(row.fault))}</li>" for row in stopped)
    return _page(f"<h2>Reports</h2>{reports}<h2>Stopped tables</h2><ul>{tables or '<li>None.</li>'}</ul>")


def _report(row: dict[str, Any]) -> str:
    said = "".join(f"<blockquote>{escape(line)}</blockquote>" for line in row["quoted"])
    at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row["created"] / 1000))
    buttons = "".join(
        f"<form method=post action=/admin/reports/{escape(row['id'])}><button name=days value={days}>"
        f"{'Mute for ' + counted(days, 'day') if days else 'Dismiss'}</button></form> "
        for days in SILENT_DAYS
    )
    return (
        f"<article><p><b>{escape(row['about'])}</b> ({escape(row['subject'])}), reported by {escape(row['by'])} "
        f"({escape(row['player'])}) for {escape(row['reason'])}, {at} UTC, table {escape(row['table'] or 'none')}</p>"
        f"<blockquote>{escape(row['text'])}</blockquote><p>Their last messages there:</p>{said or '<p>Nothing.</p>'}"
        f"{buttons}</article>"
    )


@router.post("/admin")
async def sign_in(request: Request, use: Use) -> Response:
    secret = _secret(use)
    await use.limits.spend("operator", address_of(request))
    given = (await _form(request)).get("secret", "")
    if not hmac.compare_digest(hashlib.sha256(given.encode()).digest(), hashlib.sha256(secret).digest()):
        return _page(f"<p>That is not the secret.</p>{SIGN_IN}", 401)
    answer = RedirectResponse("/admin", 303)
    secure = request.url.scheme == "https"
    ticket = _pass(secret, int(time.time()) + HOURS * 3600)
    answer.set_cookie(COOKIE, ticket, HOURS * 3600, path="/admin", secure=secure, httponly=True, samesite="strict")
    return answer


@router.post("/admin/reports/{id}")
async def settle(id: Id, request: Request, use: Use) -> Response:  # noqa: A002
    if not _may(request, _secret(use)):
        raise Problem("not-allowed", "Give the operator's secret first.")
    days = (await _form(request)).get("days", "")
    if days not in map(str, SILENT_DAYS):
        raise Problem("bad-request", "days: is not one of those on the page.", field="days")
    await use.moderation.settle(id, int(days))
    return RedirectResponse("/admin", 303)
