"""A scripted evening: a server of its own with bots at every game, finished games, and a report of the lab.

Needs the packages of the extra `server`; the report needs those of `lab`. Nothing is left behind.
"""

from __future__ import annotations

import asyncio
import html
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from http.cookiejar import CookieJar
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

import cairn
from cairn.cli.serve import migrate, serve
from cairn.core.errors import CairnError
from cairn.core.registry import bundled
from cairn.server.keeping import keep
from cairn.server.settings import Settings, built_pages, built_site
from cairn.server.storage import Storage

PACE = 1200
"""Milliseconds a bot takes at the tables: slow enough to follow."""
STARTING_SECONDS = 60
CHECK_SECONDS = 120
LAB = ["lab", "run", "--game", "five-towers", "--seats", "4", "--bots", "hiker", "--games", "60", "--seed", "1"]
REPORT = (
    '<a href="/files/lab/report.html">60 games of 5 Towers between four hikers</a>: '
    "who wins, how long it takes, what is used."
)
NO_REPORT = "The report needs the packages of the lab: <code>pip install 'cairn-tabletop[lab]'</code>."


class BadEvening(CairnError):
    """The evening cannot be held."""


def kept(slug: str) -> cairn.Record:
    """The game of the evening that was played before."""
    file = resources.files("cairn.cli") / "evening" / f"{slug}.json"
    return cairn.Record.read(file.read_text(encoding="utf-8"))


def table_of(slug: str) -> str:
    """The id of the table with that game, always the same, so that pictures find it."""
    return f"evening-{slug}"


async def prepare(settings: Settings) -> None:
    await migrate(settings)
    storage = Storage(settings.database)
    try:
        people: dict[str, str] = {}
        for slug in bundled():
            await keep(storage, kept(slug), table_of(slug), people)
    finally:
        await storage.close()


class Evening(threading.Thread):
    """Lays the tables once the server is there, and lays them again when their games are over."""

    def __init__(self, url: str, folder: Path, then_stop: bool) -> None:
        super().__init__(name="evening", daemon=True)
        self.url = url
        self.folder = folder
        self.then_stop = then_stop
        self.tables: dict[str, str] = {}
        self.report = "The lab is playing 60 games of 5 Towers."
        self.failure: BaseException | None = None
        self.seen: list[str] = []
        """What has been looked at, for a check."""
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def run(self) -> None:
        try:
            self._hold()
        except BaseException as error:
            self.failure = error
            if not self.then_stop:
                sys.stderr.write(f"cairn: the demo has ended early: {error}\n")
        if self.then_stop:
            os.kill(os.getpid(), signal.SIGINT)

    def _hold(self) -> None:
        self._wait_for_server()
        self.ask("POST", "/api/guests", {"name": "Host"})
        for slug in bundled():
            self.tables[slug] = self._lay(slug)
        self.write()
        self._measure()
        self.write()
        if self.then_stop:
            self._look()
            return
        while True:
            time.sleep(5)
            for slug, table in list(self.tables.items()):
                if self.ask("GET", f"/api/tables/{table}")["status"] == "over":
                    self.tables[slug] = self._lay(slug)
                    self.write()

    def _wait_for_server(self) -> None:
        until = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise BadEvening(f"the server at {self.url} does not answer")

    def _lay(self, slug: str) -> str:
        seats = len(kept(slug).names)
        held = [{"kind": "bot", "bot": "climber" if seat == 0 else "hiker"} for seat in range(seats)]
        wish = {"game": slug, "seats": held, "listed": True, "pace": PACE}
        return str(self.ask("POST", "/api/tables", wish)["id"])

    def _measure(self) -> None:
        place = self.folder / "lab"
        command = [sys.executable, "-m", "cairn", *LAB, "--out", str(place)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            self.report = REPORT
        elif "cairn-tabletop[lab]" in done.stderr:
            self.report = NO_REPORT
        else:
            raise BadEvening(f"the lab failed: {done.stderr.strip()}")

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        with self._opener.open(request, timeout=60) as answer:
            return json.loads(answer.read())

    def write(self) -> None:
        """The page of the evening as far as it has come."""
        template = Template((resources.files("cairn.cli") / "evening" / "page.html").read_text(encoding="utf-8"))
        documentation = '<li><a href="/docs/">Read the documentation</a></li>' if built_site() else ""
        text = template.substitute(
            refresh="" if (self.folder / "lab").exists() else '<meta http-equiv="refresh" content="3">',
            tables=_links({slug: f"/table/{table}" for slug, table in self.tables.items()})
            or "<li>being laid ...</li>",
            games=_links({slug: f"/replay/{table_of(slug)}/{len(kept(slug).moves) // 2}" for slug in bundled()}),
            report=self.report,
            documentation=documentation,
        )
        half = self.folder / "index.half"
        half.write_text(text, encoding="utf-8")
        half.replace(self.folder / "index.html")

    def _look(self) -> None:
        """Whether everything is alive: each table moves, a position is reviewed, the pages are there."""
        until = time.monotonic() + CHECK_SECONDS
        for slug, table in self.tables.items():
            while (shown := self.ask("GET", f"/api/tables/{table}"))["position"] < 2:
                if time.monotonic() > until:
                    raise BadEvening(f"nobody moves at the table of {slug}: {shown['status']}, {shown['position']}")
                time.sleep(0.2)
            self.seen.append(f"{slug} is at move {shown['position']}")
        advice = self.ask("GET", f"/api/tables/{table_of('solstis')}/review/10")
        if not advice["opinions"]:
            raise BadEvening("the review of a position has no opinions")
        self.seen.append(f"a review weighs {len(advice['opinions'])} choices")
        for path in ["/", "/files/", *(["/files/lab/report.html"] if "href" in self.report else [])]:
            with self._opener.open(self.url + path, timeout=30) as answer:
                if b"</html>" not in answer.read():
                    raise BadEvening(f"{path} is no page")
            self.seen.append(f"{path} is served")


def _links(pages: dict[str, str]) -> str:
    return "".join(
        f'<li><a href="{page}">{html.escape(cairn.game(slug).title)}</a></li>' for slug, page in pages.items()
    )


def demo(host: str, port: int, browse: bool, check: bool) -> int:
    """Hold the evening until it is stopped; with `check`, until everything has been seen alive. The exit code."""
    if built_pages() is None:
        raise BadEvening("this installation has no pages: run `make web`, or install a released package")
    with tempfile.TemporaryDirectory(prefix="cairn-demo-") as home:
        folder = Path(home) / "files"
        folder.mkdir()
        given: dict[str, Any] = {
            "host": host,
            "port": port,
            "database": f"sqlite+aiosqlite:///{home}/cairn.db",
            "files": folder,
            "log": "text",
            "log_level": "warning",
            "bots_alone": 100,
            "bots_alone_per_address": 100,
            "bots_alone_pace": 0 if check else PACE,
            "limits": False,
        }
        asyncio.run(prepare(Settings(**given)))
        url = f"http://{host}:{port}"
        evening = Evening(url, folder, check)
        evening.write()
        print(f"The Cairn demo is at {url}/files/ (Ctrl+C ends it).", flush=True)
        evening.start()
        serve(None, given, browse, "/files/")
        if evening.failure is not None:
            raise BadEvening(str(evening.failure)) from evening.failure
    for sentence in evening.seen:
        print(sentence)
    return 0
