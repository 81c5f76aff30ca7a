"""Structured logs: one JSON object a line. Paths are logged as the route they took, never with the ids, invitations
or queries in them; bodies, cookies and headers are never logged."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from pathlib import Path
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cairn.server import metrics, tracing

log = logging.getLogger(__name__)

USUAL: Final = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            line["error"] = told(record.exc_info[1])
        return json.dumps(line, default=str, ensure_ascii=False)


class Lines(logging.Formatter):
    def formatException(self, ei: Any) -> str:  # noqa: N802
        return told(ei[1])


def told(error: BaseException | None) -> str:
    """An error with the way that led to it, for a developer. The messages of errors quote names, ids and rows."""
    parts = []
    while error is not None:
        frames = "".join(traceback.format_tb(error.__traceback__))
        parts.append(f"{type(error).__name__}\n{frames}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "caused by ".join(parts)


def place(error: BaseException) -> str:
    """An error by its name and place. Its message may quote what is secret, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{at}"


def failed(logger: logging.Logger, what: str, error: BaseException, **extra: object) -> None:
    """Log a failure by its place."""
    logger.error(what, extra={**extra, "fault": place(error)})


def configure(style: str, level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    plain = Lines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if style == "json" else plain)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = name != "uvicorn.access"  # we log requests ourselves, without what is private in a path
    # uvicorn.error tells the address of every WebSocket, and with it the table's id.
    for name in ("alembic", "aiosqlite", "asyncio", "uvicorn.error"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


class Requests:
    """Logs and measures every request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status = time.perf_counter(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            with tracing.span(scope["method"], {"http.request.method": scope["method"]}) as span:
                try:
                    await self.app(scope, receive, watched)
                finally:
                    route = getattr(scope.get("route"), "path", "(none)")
                    span.tell({"http.route": route, "http.response.status_code": status})
                    tracing.rename(f"{scope['method']} {route}")
        finally:
            seconds = time.perf_counter() - started
            metrics.REQUEST_SECONDS.labels(scope["method"], route, status).observe(seconds)
            told = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra=told)
