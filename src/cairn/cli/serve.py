"""Runs the server. Needs the packages of the extra `server`."""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from cairn.server import logs
from cairn.server.limits import MESSAGE_BYTES
from cairn.server.settings import BadSettings, Settings, as_environment, load
from cairn.server.storage import Storage

FACTORY = "cairn.server.app:from_environment"
GRACE_SECONDS = 10
BROWSER_SECONDS = 1.5


def serve(file: Path | None, given: dict[str, Any], browse: bool = False) -> None:
    """Serve until told to stop; with `browse`, open the first page once the server is there."""
    settings = load(file, given=given)
    if settings.workers > 1 and settings.redis is None:
        raise BadSettings("several workers need Redis to hear of each other: say --redis redis://HOST, or --workers 1")
    logs.configure(settings.log, settings.log_level)
    asyncio.run(migrate(settings))
    os.environ.update(as_environment(settings))
    with tempfile.TemporaryDirectory(prefix="cairn-metrics-") as folder:
        if settings.workers > 1:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # where workers add up what they measure
        if browse:
            _open_browser(settings)
        _run(settings)


def _open_browser(settings: Settings) -> None:
    address = f"http://{settings.host}:{settings.port}"
    print(f"The table is on {address} (Ctrl+C ends it).", flush=True)
    opener = threading.Timer(BROWSER_SECONDS, webbrowser.open, [address])
    opener.daemon = True
    opener.start()


def _run(settings: Settings) -> None:
    uvicorn.run(
        FACTORY,
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


async def migrate(settings: Settings) -> None:
    """Bring the database to the newest version of its tables."""
    storage = Storage(settings.database)
    try:
        await storage.migrate()
    finally:
        await storage.close()
