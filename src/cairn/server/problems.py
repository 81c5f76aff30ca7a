"""Everything the server refuses, as problem details (RFC 9457): what kind, what was wrong, what to do about it."""

from __future__ import annotations

from typing import Any, Final

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

KINDS: Final[dict[str, tuple[int, str]]] = {
    "bad-request": (422, "The request is malformed; the detail names the field."),
    "not-signed-in": (401, "You are not signed in. Play as a guest, sign in, or send a bot's token."),
    "wrong-passphrase": (401, "The name or the passphrase is wrong."),
    "not-allowed": (403, "You may not do this."),
    "foreign-origin": (403, "Other sites may not do this. The operator can allow an origin."),
    "not-found": (404, "Nothing was found here. Check the address or the link."),
    "wrong-method": (405, "This address does not support this method."),
    "name-taken": (409, "This name is taken. Choose another one."),
    "stale-position": (409, "The game has moved on. Look at the new position and choose again."),
    "not-your-turn": (409, "It is not your turn."),
    "cannot-undo": (409, "You cannot undo this."),
    "wrong-moment": (409, "This is not possible at this point in the game."),
    "stopped": (409, "This table has been stopped. Everything else works."),
    "too-large": (413, "The request is too large."),
    "illegal-choice": (422, "The rules do not allow this choice now."),
    "bad-notation": (422, "This is not one of the choices. Send one of those in your view."),
    "cannot-play": (422, "The game cannot be played like this."),
    "too-many": (429, "Too many requests. Wait `retry_after` seconds."),
    "too-many-tables": (429, "You have too many tables with bots. Finish or leave one first."),
    "broken": (500, "Something went wrong on the server. It has been logged; please try again."),
    "busy": (503, "The server is overloaded. Try again after `retry_after` seconds."),
    "full": (503, "The server is full. Try again after `retry_after` seconds."),
    "closing": (503, "The server is stopping or not ready. Connect again in a few seconds."),
}

MEDIA_TYPE: Final = "application/problem+json"


class ProblemDetails(BaseModel):
    """Why a request was refused. Nothing was changed by it."""

    model_config = ConfigDict(extra="allow")

    type: str
    """The kind of problem: /problems/ and a slug of the table in the API's documentation."""
    title: str
    status: int
    detail: str


class Problem(Exception):
    """A refusal. `extra` are members beside the usual ones, such as the rule that forbids a choice."""

    def __init__(self, kind: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status = KINDS[kind][0]
        self.detail = detail.encode("utf-8", "replace").decode()  # it may quote what cannot be written
        self.extra = extra

    def data(self) -> dict[str, Any]:
        status, title = KINDS[self.kind]
        return {
            "type": f"/problems/{self.kind}",
            "title": title,
            "status": status,
            "detail": self.detail,
            **{name: value for name, value in self.extra.items() if value is not None},
        }

    def response(self) -> JSONResponse:
        headers = {"Retry-After": str(self.extra["retry_after"])} if "retry_after" in self.extra else None
        return JSONResponse(self.data(), self.status, headers, MEDIA_TYPE)


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "default": {
        "description": "Refused.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
}


async def on_problem(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Problem)
    return error.response()


async def on_bad_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"] if part != "body") or "body"
    return Problem("bad-request", f"{field}: {first['msg']}", field=field).response()


async def on_http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    kind = {404: "not-found", 405: "wrong-method", 413: "too-large"}.get(error.status_code, "bad-request")
    problem = Problem(kind, str(error.detail)).response()
    if error.headers:
        problem.headers.update(error.headers)
    return problem


def of_database() -> Problem:
    """What is told while the database is away, locked or full."""
    return Problem("busy", "The database does not answer. Try again in a few seconds.", retry_after=5)


def of_mistake() -> Problem:
    return Problem("broken", "Something went wrong on our side. Nothing was changed.")


async def on_mistake(_: Request, __: Exception) -> JSONResponse:
    return of_mistake().response()
