"""Makes the application. `cairn serve` runs it; `uvicorn --factory cairn.server.app:from_environment` does too."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

import cairn
from cairn.core.errors import CairnError
from cairn.server import logs, messages, problems, redaction
from cairn.server.api import games, operations, people, tables
from cairn.server.security import Guard
from cairn.server.services import running
from cairn.server.settings import Settings, load

REFERENCE = "#/components/schemas/{model}"


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
    for part in (people, games, tables, operations):
        app.include_router(part.router)
    app.add_exception_handler(problems.Problem, problems.on_problem)
    app.add_exception_handler(CairnError, _on_engine_error)
    app.add_exception_handler(RequestValidationError, problems.on_bad_request)
    app.add_exception_handler(HTTPException, problems.on_http_error)
    app.add_exception_handler(Exception, problems.on_mistake)
    app.add_middleware(Guard, origins=settings.origins)
    app.add_middleware(logs.Requests)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    if settings.web is not None:
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
    if (folder / "assets").is_dir():
        app.mount("/assets", StaticFiles(directory=folder / "assets"))

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise problems.Problem("not-found", "There is no such address in the API.")
        file = _file(folder, path)
        if file is not None:
            return FileResponse(file)
        return FileResponse(folder / "index.html", headers={"Cache-Control": "no-cache"})
