"""What is installed, compiled, reachable and how fast, and what to do about what is not."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from rich.table import Table
from rich.text import Text

import cairn
from cairn.core.message import counted

State = Literal["ok", "note", "broken"]
STYLES: dict[State, str] = {"ok": "green", "note": "yellow", "broken": "bold red"}

EXTRAS = {
    "server": (
        "the server and the browser table",
        ["fastapi", "uvicorn", "sqlalchemy", "aiosqlite", "argon2", "orjson"],
    ),
    "lab": ("experiments and reports for designers", ["numpy", "pyarrow", "openskill"]),
    "client": ("a seat at a server from Python", ["httpx", "websockets"]),
    "envs": ("PettingZoo and Gymnasium", ["gymnasium", "pettingzoo", "numpy"]),
    "open-spiel": ("OpenSpiel", ["pyspiel", "numpy"]),
    "mcp": ("a seat for a language model", ["mcp"]),
    "push": ("reminders to browsers", ["cryptography"]),
}
"""What each extra is for, and the modules that tell whether it is there."""

USUAL_RATIO = {"compiled": 30.0, "plain": 1.5}
"""Decisions of 5 Towers per 1,000 turns of a plain loop (docs/speed.md): half of the least that was measured."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `advice` says what to do, if there is something to do."""

    name: str
    state: State
    what: str
    advice: str = ""

    def data(self) -> dict[str, Any]:
        return asdict(self)


def diagnose() -> list[Finding]:
    """Everything, the most basic first. A look that fails is a finding too."""
    found: list[Finding] = []
    for name, look in LOOKS.items():
        try:
            found += look()
        except Exception as error:
            found.append(Finding(name, "broken", f"{type(error).__name__}: {error}", "please report this"))
    return found


def table_of(findings: list[Finding]) -> Table:
    table = Table("", "", "what", "what to do", show_edge=False, box=None)
    for finding in findings:
        table.add_row(
            Text(finding.name, style="bold"),
            Text(finding.state, style=STYLES[finding.state]),
            Text(finding.what),
            Text(finding.advice),
        )
    return table


def _version() -> Iterator[Finding]:
    yield Finding(
        "cairn",
        "ok",
        f"{cairn.__version__} in {Path(cairn.__file__).parent}, Python {platform.python_version()} on {sys.platform}",
    )


def _build() -> Iterator[Finding]:
    if cairn.build() == "compiled":
        yield Finding("engine", "ok", "compiled by mypyc")
    elif os.environ.get("CAIRN_PURE") == "1":
        yield Finding(
            "engine", "note", "plain, because CAIRN_PURE=1 asks for it", "unset CAIRN_PURE for the fast build"
        )
    elif shutil.which(os.environ.get("CC", "cc")) is None:
        advice = "install a wheel for your platform; or a C compiler (Debian: gcc python3-dev), and install again"
        yield Finding("engine", "note", "plain, about 20 times as slow as compiled; there is no C compiler", advice)
    else:
        advice = (
            "run `make setup` in a clone, or: pip install --force-reinstall --no-binary cairn-tabletop cairn-tabletop"
        )
        yield Finding("engine", "note", "plain, about 20 times as slow as compiled", advice)


def _games() -> Iterator[Finding]:
    games = [cairn.game(slug) for slug in cairn.slugs()]
    yield Finding("games", "ok", ", ".join(f"{game.slug} {game.rules_version}" for game in games))


def _extras() -> Iterator[Finding]:
    for extra, (purpose, modules) in EXTRAS.items():
        missing = [module for module in modules if find_spec(module) is None]
        if missing:
            what = f"{purpose}: not installed ({', '.join(missing)})"
            yield Finding(f"[{extra}]", "note", what, f"pip install 'cairn-tabletop[{extra}]'")
        else:
            yield Finding(f"[{extra}]", "ok", purpose)


def _pages() -> Iterator[Finding]:
    if find_spec("pydantic") is None:
        return
    from cairn.server.settings import built_pages, built_site

    if built_pages() is None:
        yield Finding(
            "pages",
            "note",
            "the browser table is not built; only the API is served",
            "run `make web`, with Node 20 or newer",
        )
    else:
        yield Finding("pages", "ok", "the browser table is built")
    if built_site() is None:
        yield Finding("docs", "note", "the documentation is not built; the server has no /docs", "run `make docs`")
    else:
        yield Finding("docs", "ok", "the server has them under /docs")


def _database() -> Iterator[Finding]:
    if find_spec("sqlalchemy") is None or find_spec("pydantic") is None:
        return
    from sqlalchemy.engine import make_url

    from cairn.server.settings import load
    from cairn.server.storage import Storage

    settings = load()
    url = make_url(settings.database)
    shown = url.render_as_string(hide_password=True)
    if settings.is_sqlite and url.database and not Path(url.database).exists():
        folder = next(parent for parent in Path(url.database).parents if parent.exists())
        if os.access(folder, os.W_OK):
            yield Finding("database", "ok", f"{url.database} will be made when a server starts")
        else:
            yield Finding("database", "broken", f"{folder} cannot be written to", "set CAIRN_DATABASE, or --database")
        return

    async def version() -> tuple[str, bool]:
        storage = Storage(settings.database)
        try:
            return await storage.version(), await storage.is_current()
        finally:
            await storage.close()

    try:
        number, current = asyncio.run(version())
    except Exception as error:
        reason = str(error).splitlines()[0]
        yield Finding("database", "broken", f"{shown}: {reason}", "start the database, or set CAIRN_DATABASE")
        return
    if current:
        yield Finding("database", "ok", f"{shown}, version {number}")
    else:
        yield Finding(
            "database",
            "note",
            f"{shown}, version {number}, is older than this cairn",
            "back up, then: cairn admin migrate",
        )


def _redis() -> Iterator[Finding]:
    address = os.environ.get("CAIRN_REDIS")
    if not address:
        return
    import redis

    try:
        redis.Redis.from_url(address, socket_timeout=3, socket_connect_timeout=3).ping()
        yield Finding("redis", "ok", "answers")
    except redis.RedisError as error:
        yield Finding("redis", "broken", str(error), "start Redis, or unset CAIRN_REDIS")


def _port() -> Iterator[Finding]:
    host, port = os.environ.get("CAIRN_HOST", "127.0.0.1"), int(os.environ.get("CAIRN_PORT", "8000"))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            what = f"{host}:{port} cannot be listened on: {error.strerror}"
            yield Finding("port", "note", what, "a server may be running already; or choose another with --port")
            return
    yield Finding("port", "ok", f"{host}:{port} is free")


def _node() -> Iterator[Finding]:
    """Only somebody with a clone needs Node."""
    if not (Path(cairn.__file__).parents[2] / "web" / "package.json").exists():
        return
    node = shutil.which("node")
    told = (
        subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip() if node else ""
    )
    if told and int(told.lstrip("v").partition(".")[0]) >= 20:
        yield Finding("node", "ok", told)
    else:
        yield Finding(
            "node",
            "note",
            f"{told or 'not found'}; building the browser table needs 20 or newer",
            "install Node and npm",
        )


def _speed() -> Iterator[Finding]:
    from cairn.cli.bench import calibrate, speed

    game = cairn.game("five-towers")
    turns = calibrate()
    decisions = speed(game.prepare(4, {}))
    ratio = decisions / turns * 1000
    what = (
        f"5 Towers, four seats: {decisions:,.0f} decisions per second, "
        f"{ratio:.1f} per 1,000 turns of a plain loop ({turns / 1e6:.1f} million per second)"
    )
    if ratio >= USUAL_RATIO[cairn.build()]:
        yield Finding("speed", "ok", what)
    else:
        yield Finding(
            "speed", "note", what, "less than usual for this build; is the machine busy? `cairn bench` says more"
        )


def _cores() -> Iterator[Finding]:
    yield Finding("machine", "ok", f"{platform.machine()}, {counted(os.cpu_count() or 1, 'core')}")


LOOKS: dict[str, Callable[[], Iterator[Finding]]] = {
    "cairn": _version,
    "machine": _cores,
    "engine": _build,
    "games": _games,
    "extras": _extras,
    "pages": _pages,
    "database": _database,
    "redis": _redis,
    "port": _port,
    "node": _node,
    "speed": _speed,
}
