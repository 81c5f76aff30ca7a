"""Makes the application. `cairn serve` runs it; `uvicorn --factory cairn.server.app:from_environment` does too."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import logging
import mimetypes
import re
from collections.abc import AsyncIterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as SQLTimeout
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from uvicorn.protocols.utils import ClientDisconnected

import cairn
from cairn.core.errors import CairnError
from cairn.server import logs, messages, problems, redaction
from cairn.server.api import games, lab, moderation, operations, operator_page, people, reminders, reviews, tables
from cairn.server.response_cache import ASK_AGAIN, FOREVER, CachedResponse
from cairn.server.security import HEADERS, Guard
from cairn.server.services import running
from cairn.server.settings import Settings, built_site, load
from cairn.server.storage import is_trouble

log = logging.getLogger(__name__)

REFERENCE = "#/components/schemas/{model}"
INLINE_SCRIPT = re.compile(rb"<script([^>]*)>(.*?)</script>", re.DOTALL)


def create(settings: Settings) -> FastAPI:
    """The application with these settings; it opens the database when it is started."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Cairn",
        version=cairn.__version__,
        description="Tables for five board games. See docs/api.md for a worked example.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        responses=problems.RESPONSES,
    )
    for part in (people, games, tables, reviews, moderation, reminders, lab, operations, operator_page):
        app.include_router(part.router)
    app.add_exception_handler(problems.Problem, problems.on_problem)
    app.add_exception_handler(CairnError, _on_engine_error)
    app.add_exception_handler(RequestValidationError, problems.on_bad_request)
    app.add_exception_handler(HTTPException, problems.on_http_error)
    for trouble in (DBAPIError, SQLTimeout, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        app.add_exception_handler(trouble, _on_trouble)  # type: ignore[arg-type]
    app.add_exception_handler(Exception, problems.on_mistake)
    app.add_middleware(Guard, origins=settings.origins)
    app.add_middleware(logs.Requests)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    if settings.files is not None:
        _serve_folder(app, "files", settings.files)
    if settings.web is not None:
        if (site := built_site()) is not None:
            _serve_folder(app, "docs", site)
        _serve_pages(app, settings)
    return app


def from_environment() -> FastAPI:
    """For worker processes, which get their settings from the environment."""
    settings = load()
    logs.configure(settings.log, settings.log_level)
    return create(settings)


async def _on_engine_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, CairnError)
    return redaction.refused(error).response()


async def _on_trouble(connection: HTTPConnection, error: Exception) -> Response | None:
    """The database is away, locked or full; or we asked it something wrong."""
    if connection.scope["type"] == "websocket":
        if not isinstance(error, ClientDisconnected):  # a client that has gone is nothing to tell of
            logs.failed(log, "a connection ended by a failure", error)
        return None
    logs.failed(log, "the database did not do what was asked", error)
    answer = problems.of_database() if is_trouble(error) else problems.of_mistake()
    return answer.response()


def _described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with problem details and the messages of the WebSocket among its schemas."""
    if app.openapi_schema is None:
        described = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = described["components"]["schemas"]
        for name, adapter in (("ClientMessage", messages.CLIENT_SCHEMA), ("ServerMessage", messages.SERVER_SCHEMA)):
            schema = adapter.json_schema(ref_template=REFERENCE)
            schemas |= schema.pop("$defs")
            schemas[name] = schema
        schemas["Problem"] = problems.ProblemDetails.model_json_schema(ref_template=REFERENCE)
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        for path in described["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
        app.openapi_schema = described
    return app.openapi_schema


def _file(folder: Path, path: str) -> Path | None:
    """A file of the browser table; None if there is none, or if no file could have this name."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_file() and file.is_relative_to(folder.resolve()) else None
    except (ValueError, OSError):
        return None


def _serve_pages(app: FastAPI, settings: Settings) -> None:
    """The browser table: its files, and its first page for every address that is none of ours."""
    folder = settings.web
    assert folder is not None

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise problems.Problem("not-found", "There is no such address in the API.")
        file = _file(folder, path)
        if file is None and path.startswith("assets/"):
            raise problems.Problem("not-found", "There is no such file.")
        shown = file or folder / "index.html"
        page = await asyncio.to_thread(_page, shown, shown.stat().st_mtime_ns)
        return page.answer(request.headers, FOREVER if path.startswith("assets/") else ASK_AGAIN)


def _serve_folder(app: FastAPI, name: str, folder: Path) -> None:
    """Files as they are: the documentation, or an operator's own."""

    @app.get(f"/{name}", include_in_schema=False)
    async def entrance() -> Response:
        return RedirectResponse(f"/{name}/")

    @app.get(f"/{name}/{{path:path}}", include_in_schema=False)
    async def document(path: str, request: Request) -> Response:
        file = _file(folder, f"{path}index.html" if not path or path.endswith("/") else path)
        if file is None:
            if _file(folder, f"{path}/index.html") is not None:
                return RedirectResponse(f"/{name}/{path}/")  # or its links would lead elsewhere
            raise problems.Problem("not-found", "There is no such page.")
        page, policy = await asyncio.to_thread(_document, file, file.stat().st_mtime_ns)
        response = page.answer(request.headers)
        if policy is not None:
            response.headers["Content-Security-Policy"] = policy
        return response


@lru_cache(maxsize=512)
def _document(file: Path, time: int) -> tuple[CachedResponse, str | None]:
    """A file, and the policy that lets a page run the scripts written in it and no others."""
    page = _page(file, time)
    if not page.media_type.startswith("text/html"):
        return page, None
    marks = [
        base64.b64encode(hashlib.sha256(script).digest()).decode()
        for attributes, script in INLINE_SCRIPT.findall(page.body)
        if b"src=" not in attributes and script.strip()
    ]
    allowed = " ".join(["script-src 'self'", *(f"'sha256-{mark}'" for mark in dict.fromkeys(marks))])
    return page, f"{HEADERS['Content-Security-Policy']}; {allowed}"


@lru_cache(maxsize=512)
def _page(file: Path, _: int) -> CachedResponse:
    """A file of the browser table; as long as its time of change is the same it is read and compressed once."""
    return CachedResponse.of(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream")
