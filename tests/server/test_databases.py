"""Databases that are damaged, newer, full, locked or gone: one sentence with what to do, and never a 500."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cairn.server.storage import BadDatabase, Storage
from tests.server.daemons import Postgres, running
from tests.server.process import Server, opened
from tests.server.test_admin import KEPT, admin, sqlite_url


def started(database: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "CAIRN_DATABASE": database, **more}
    command = [sys.executable, "-m", "cairn", "serve", "--port", "0"]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)


def a_copy(folder: Path) -> Path:
    file = Path(shutil.copy(min(KEPT.glob("*.db")), folder / "cairn.db"))
    assert admin(sqlite_url(file), "migrate")[0] == 0
    with opened(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return file


def garbage(file: Path) -> None:
    file.write_bytes(b"no database at all" * 400)


def newer(file: Path) -> None:
    with opened(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (garbage, "is not a database, or is damaged: restore a backup"),
        (newer, "was made by a newer version of Cairn: run that version"),
        (a_folder, "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_one_sentence(tmp_path: Path, damage: object, sentence: str) -> None:
    file = a_copy(tmp_path)
    damage(file)  # type: ignore[operator]
    ran = started(sqlite_url(file))
    assert ran.returncode == 2
    [line] = ran.stderr.strip().splitlines()
    assert sentence in line
    assert admin(sqlite_url(file), "verify")[0] == 2


def test_a_server_whose_postgresql_is_not_there_says_so() -> None:
    ran = started("postgresql+asyncpg://cairn:geheim@127.0.0.1:1/cairn")
    assert ran.returncode == 2
    assert "cannot be reached: check that it runs" in ran.stderr
    assert "geheim" not in ran.stderr


def test_a_database_that_is_only_to_be_read_is_told_in_one_sentence(tmp_path: Path) -> None:
    file = a_copy(tmp_path)
    storage = Storage(sqlite_url(file))
    sentence = str(storage._unusable(sqlite3.OperationalError("attempt to write a readonly database")))
    assert (
        sentence == f"the database {file} cannot be written: give this user the right to write the file and its folder"
    )


def test_verify_finds_pages_that_were_overwritten(tmp_path: Path) -> None:
    file = a_copy(tmp_path)
    data = bytearray(file.read_bytes())
    for page in range(20, len(data) // 4096 - 1, 7):
        data[page * 4096 + 100 : page * 4096 + 400] = b"\xaa" * 300
    file.write_bytes(bytes(data))
    code, told = admin(sqlite_url(file), "verify")
    assert (code, told.startswith("the file: ")) == (1, True) or (code == 2 and "is damaged" in told)


def test_a_new_database_and_an_export_are_for_their_owner_alone(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "folder" / "cairn.db")
    assert admin(url, "export", str(tmp_path / "all.jsonl"))[0] == 0
    files = [*(tmp_path / "folder").iterdir(), tmp_path / "all.jsonl"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_opening_a_database_takes_no_lock_from_connections_that_are_there(tmp_path: Path) -> None:
    """A lock lost here let another process, the last one as it believed, remove the log that we still read by."""
    file = tmp_path / "cairn.db"
    with opened(file) as here:
        here.execute("PRAGMA journal_mode=WAL")
        here.execute("CREATE TABLE stones (weight)")
        here.commit()
        Storage(sqlite_url(file))
        elsewhere = f"import sqlite3; sqlite3.connect({str(file)!r}).execute('SELECT * FROM stones').fetchall()"
        subprocess.run([sys.executable, "-c", elsewhere], check=True)
        assert file.with_name("cairn.db-wal").exists()


def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path) -> None:
    place = tmp_path / "tmp"
    place.mkdir()
    (place / "cairn-metrics-999999999-left").mkdir()
    server = Server(tmp_path)
    server._env["TMPDIR"] = str(place)
    server.start()
    server.stop()
    left = {entry.name for entry in place.iterdir()}
    assert left == {"cairn-metrics-999999999-left"}, "one worker looks at nothing there"


def test_guests_are_told_to_wait_while_the_database_is_locked(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with opened(tmp_path / "cairn.db", isolation_level=None) as holding:
        holding.execute("BEGIN IMMEDIATE")
        answer = httpx.post(f"{server.url}/api/guests", json={"name": "x"}, timeout=30)
        holding.execute("ROLLBACK")
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/busy")
    assert answer.headers["retry-after"]
    assert httpx.post(f"{server.url}/api/guests", json={"name": "x"}, timeout=30).status_code == 201
    server.stop()


def until_ready_says(server: Server, status: int, seconds: float = 40) -> str:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = httpx.get(f"{server.url}/readyz", timeout=20)
        if answer.status_code == status:
            return str(answer.json().get("detail"))
        time.sleep(0.2)
    raise AssertionError(f"readyz never said {status}")


def test_a_full_disk_is_not_ready_and_changes_nothing(tmp_path: Path) -> None:
    """No file of the server may grow any more: what a full disk does, without filling one."""
    server = Server(tmp_path, log_level="error").start()
    assert server.process is not None
    httpx.post(f"{server.url}/api/guests", json={"name": "x"})
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    assert "disk may be full" in until_ready_says(server, 503)
    assert httpx.post(f"{server.url}/api/guests", json={"name": "x"}, timeout=30).status_code == 503
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    until_ready_says(server, 200)
    assert httpx.post(f"{server.url}/api/guests", json={"name": "x"}).status_code == 201
    server.stop()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    with running(Postgres) as daemon:
        yield daemon


def test_a_server_whose_database_goes_away_is_not_ready_and_comes_back(own_postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, database=own_postgres.new_database()).start()
    own_postgres._daemon.kill()
    assert "database cannot be reached" in until_ready_says(server, 503)
    assert httpx.post(f"{server.url}/api/guests", json={"name": "x"}, timeout=30).status_code == 503
    own_postgres.start()
    until_ready_says(server, 200)
    assert httpx.post(f"{server.url}/api/guests", json={"name": "x"}).status_code == 201
    server.stop()


def test_a_path_that_nobody_may_write_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="cannot be opened"):
        Storage(sqlite_url(Path("/proc/nothing/cairn.db")))
