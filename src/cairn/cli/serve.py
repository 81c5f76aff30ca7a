"""Runs the server. Needs the packages of the extra `server`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.supervisors import multiprocess

from cairn.server import logs
from cairn.server.connections import HttpProtocol, WebSocketProtocol
from cairn.server.limits import MESSAGE_BYTES
from cairn.server.placement import FOLDER, PLACEMENT
from cairn.server.settings import BadSettings, Settings, as_environment, load
from cairn.server.storage import Storage

FACTORY = "cairn.server.app:from_environment"
GRACE_SECONDS = 10
WORKER_SECONDS = 60
"""A worker that is not ready, or does not answer, for so long is given up."""
MEASURED = "cairn-metrics-"
PING_SECONDS = 20
"""A client that answers no ping for so long is gone."""
BROWSER_SECONDS = 1.5


def serve(file: Path | None, given: dict[str, Any], browse: bool = False, page: str = "") -> None:
    """Serve until told to stop; with `browse`, open the first page, or another, once the server is there."""
    settings = load(file, given=given)
    if settings.workers > 1 and settings.redis is None and settings.is_sqlite:
        raise BadSettings(
            "several workers need PostgreSQL or Redis: add --database postgresql+asyncpg://..., "
            "--redis redis://HOST, or use --workers 1"
        )
    logs.configure(settings.log, settings.log_level)
    asyncio.run(migrate(settings))
    os.environ.update(as_environment(settings))
    if browse:
        _open_browser(settings, page)
    if settings.workers == 1:
        _run(settings)
        return
    _tidy_up()
    with tempfile.TemporaryDirectory(prefix=f"{MEASURED}{os.getpid()}-") as folder:
        for variable, part in (("PROMETHEUS_MULTIPROC_DIR", "measured"), (FOLDER, "slots")):
            os.environ[variable] = str(Path(folder, part))
            Path(folder, part).mkdir()
        multiprocess.Process = Worker  # type: ignore[misc]  # there is no other way to say what a worker runs
        _run(settings)


class WorkerServer(uvicorn.Server):
    """The server of one worker among several: it has a slot, and takes connections from the others."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        PLACEMENT.join(Path(os.environ[FOLDER]), self.config.workers, self._adopt)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        PLACEMENT.leave()
        await super().shutdown(sockets)
        PLACEMENT.close()

    def _adopt(self, connection: socket.socket, request: bytes) -> None:
        adopting = asyncio.get_running_loop().create_task(self._serve_adopted(connection, request))
        self.server_state.tasks.add(adopting)
        adopting.add_done_callback(self.server_state.tasks.discard)

    async def _serve_adopted(self, connection: socket.socket, request: bytes) -> None:
        protocol = HttpProtocol(self.config, self.server_state, self.lifespan.state)
        protocol.is_handed_over = True
        with contextlib.suppress(OSError):  # the other side has gone meanwhile
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
            protocol.data_received(request)


class Worker(multiprocess.Process):
    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = WorkerServer(self.config)
        return self._server


def _tidy_up() -> None:
    """Remove what servers left behind that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{MEASURED}*-*"):
        owner = folder.name.removeprefix(MEASURED).partition("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(folder, ignore_errors=True)


def _open_browser(settings: Settings, page: str) -> None:
    address = f"http://{settings.host}:{settings.port}"
    print(f"Cairn is running at {address} (Ctrl+C stops it).", flush=True)
    opener = threading.Timer(BROWSER_SECONDS, webbrowser.open, [address + page])
    opener.daemon = True
    opener.start()


def _run(settings: Settings) -> None:
    uvicorn.run(
        FACTORY,
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=WORKER_SECONDS,
    )


async def migrate(settings: Settings) -> None:
    """Bring the database to the newest version of its tables."""
    storage = Storage(settings.database)
    try:
        await storage.migrate()
    finally:
        await storage.close()
