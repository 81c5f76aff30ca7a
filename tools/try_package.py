"""Tries the installed package as a stranger would: the commands, a server, its pages, a game against a bot.

    python tools/try_package.py [compiled|plain]

Run it by the Python of an environment that has `cairn-tabletop[server]`, from any folder. It uses nothing but the
standard library, and nothing of the repository.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

STARTING_SECONDS = 60
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "hiker"}]
ROOT = Path(__file__).parents[1]


class Wrong(SystemExit):
    """What the package does not do; the exit code is 1."""


def check(holds: object, sentence: str) -> None:
    if not holds:
        raise Wrong(f"try_package: {sentence}")


def said(*command: str, home: Path) -> str:
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=home, timeout=120)
    check(done.returncode == 0, f"{' '.join(command)} failed: {done.stderr.strip()[-500:]}")
    return done.stdout


class Visitor:
    """A browser without a screen."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self.opener.open(self.url + path, timeout=30) as answer:
            return str(answer.read().decode())

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        with self.opener.open(request, timeout=30) as answer:
            return json.loads(answer.read())


def visit(url: str) -> None:
    """The first page with its script, the list of games, and a table with a bot."""
    visitor = Visitor(url)
    page = visitor.get("/")
    scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
    check(scripts, "the first page names no script: the package has no pages")
    for script in scripts:
        check(len(visitor.get(script)) > 1000, f"{script} is empty")
    games = json.loads(visitor.get("/api/games"))
    check(len(games) >= 5, f"there are {len(games)} games instead of five")
    visitor.post("/api/guests", {"name": "Ana"})
    table = visitor.post("/api/tables", {"game": "solstis", "seats": SEATS})
    check(table["status"] == "running", f"a table with a bot is {table['status']}")


def serve(home: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"sqlite+aiosqlite:///{home / 'cairn.db'}"
    command = [sys.executable, "-m", "cairn", "serve", "--port", str(port), "--database", database, "--log", "text"]
    with (home / "log").open("w+") as log:
        server = subprocess.Popen(command, cwd=home, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            until = time.monotonic() + STARTING_SECONDS
            while True:
                try:
                    urllib.request.urlopen(f"{url}/readyz", timeout=5).close()
                    break
                except OSError:
                    log.seek(0)
                    check(server.poll() is None, f"the server ended: {log.read()[-500:]}")
                    check(time.monotonic() < until, "the server does not answer")
                    time.sleep(0.1)
            visit(url)
        finally:
            server.terminate()
            server.wait(30)


def main(build: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        where = said("-c", "import cairn; print(cairn.__file__)", home=home).strip()
        check(not Path(where).is_relative_to(ROOT / "src"), f"this is the repository, not a package: {where}")
        version = said("-m", "cairn", "--version", home=home).strip()
        check(build is None or f"{build} build" in version, f"wanted the {build} build; this is {version}")
        script = Path(sys.executable).with_name("cairn.exe" if os.name == "nt" else "cairn")
        check(script.exists(), f"there is no command {script}")
        check("five-towers" in said("-m", "cairn", "games", home=home), "cairn games does not list five-towers")
        said("-m", "cairn", "simulate", "solstis", "--games", "2", "--bots", "hiker", home=home)
        serve(home)
    print(f"{version}: plays, serves its pages and a table")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
