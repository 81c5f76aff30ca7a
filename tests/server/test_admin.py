"""Looking after real databases: one that is played into for this test, and one kept from this version."""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import json
import random
import shutil
from pathlib import Path

import pytest

import cairn
from cairn.cli.app import run
from cairn.client import Client, Refused
from cairn.server import storage
from tests.server.daemons import Postgres
from tests.server.process import Server, opened
from tests.server.test_tables import first, refused, two_at_a_table

KEPT = Path(__file__).parent / "databases"
CHOICES = 40


def admin(database: str, *words: str) -> tuple[int, str]:
    """The exit code and the output of `cairn admin`."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        code = run(["admin", *words, "--database", database])
    return code, told.getvalue()


def sqlite_url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def some_games(server: Server) -> dict[str, str]:
    """A game of each title, begun or ended, with chat, a rating, a bot, a name; the ids of the people."""
    dice = random.Random(5)
    async with server.client() as ana, server.client() as ben:
        people = {"Ana": (await ana.guest("Ana"))["id"], "Ben": (await ben.guest("Ben"))["id"]}
        await ana.ask("PUT", "/api/me/passphrase", {"name": "Ana", "passphrase": "over the hills"})
        await ana.ask("POST", "/api/me/bots", {"name": "Anabot"})
        for slug in cairn.slugs():
            table = await two_at_a_table(ana, ben, slug, listed=True)
            async with ana.sit(table) as a, ben.sit(table) as b:
                await a.say("good luck")
                for number in itertools.count():
                    asked = a if (a.view or {})["seat"] == 0 else b
                    enough = slug != "solstis" and number >= CHOICES and asked is a
                    if enough or (asked.view or {})["seat"] < 0:
                        break
                    position = await asked.choose(dice.choice((asked.view or {})["choices"])["choice"])
                    for seat in (a, b):
                        while seat.position < position:
                            await seat.receive()
        await ana.create("five-towers", ["me", "link"])
    return people


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A database file after some games, its server gone; and who played."""
    folder = tmp_path_factory.mktemp("played")
    server = Server(folder).start()
    people = asyncio.run(some_games(server))
    server.stop()
    return folder / "cairn.db", people


@pytest.fixture
def copied(played: tuple[Path, dict[str, str]], tmp_path: Path) -> Path:
    return Path(shutil.copy(played[0], tmp_path / "cairn.db"))


def test_every_game_of_a_sound_database_is_played_again_without_a_fault(copied: Path) -> None:
    assert admin(sqlite_url(copied), "verify") == (0, "6 tables, 0 faults.\n")


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("UPDATE moves SET notation = 'fly' WHERE number = 7", "move 7 cannot be played"),
        ("DELETE FROM moves WHERE number = 3", "its moves are numbered"),
        ("UPDATE tables SET position = position + 1 WHERE status = 'running'", "its moves say position"),
        ("UPDATE seats SET share = 0.25 WHERE share IS NOT NULL", "shares of the win"),
        ("UPDATE checkpoints SET number = number - 1", "another position than the moves lead to"),
    ],
)
def test_damage_is_found_and_named(copied: Path, damage: str, complaint: str) -> None:
    with opened(copied) as database:
        assert database.execute(damage).rowcount > 0
    code, told = admin(sqlite_url(copied), "verify")
    assert code == 1
    assert complaint in told


def dump(file: Path) -> list[str]:
    with opened(file) as database:
        return sorted(database.iterdump())


def test_an_export_becomes_the_same_database_again(copied: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "all.jsonl", tmp_path / "other.db"
    assert admin(sqlite_url(copied), "export", str(file))[0] == 0
    assert admin(sqlite_url(other), "import", str(file))[0] == 0
    assert dump(other) == dump(copied)
    assert admin(sqlite_url(other), "import", str(file))[1].startswith("cairn: the database is not empty")
    assert "exists already" in admin(sqlite_url(copied), "export", str(file))[1]


def test_a_damaged_export_changes_nothing(copied: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "all.jsonl", tmp_path / "other.db"
    admin(sqlite_url(copied), "export", str(file))
    file.write_text(file.read_text()[:-40] + "\n")
    code, told = admin(sqlite_url(other), "import", str(file))
    assert code == 2
    assert "is not a row of a table" in told
    with opened(other) as database:
        assert database.execute("SELECT count(*) FROM players").fetchone() == (0,)


def test_a_database_moves_from_sqlite_to_postgresql_and_is_played_on(
    copied: Path, tmp_path: Path, postgres: Postgres
) -> None:
    file, url = tmp_path / "all.jsonl", postgres.new_database()
    admin(sqlite_url(copied), "export", str(file))
    assert admin(url, "import", str(file))[0] == 0
    assert admin(url, "verify") == (0, "6 tables, 0 faults.\n")
    server = Server(tmp_path, database=url).start()
    asyncio.run(goes_on(server))
    server.stop()


def test_a_backup_beside_a_running_server_is_checked_and_restores(
    copied: Path, tmp_path: Path, postgres: Postgres
) -> None:
    server = Server(tmp_path, database=sqlite_url(copied)).start()
    file = tmp_path / "kept.jsonl"
    code, told = admin(sqlite_url(copied), "backup", str(file))
    server.stop()
    assert code == 0
    assert "6 tables, 0 faults; " in told
    for url in (sqlite_url(tmp_path / "other.db"), postgres.new_database()):
        code, told = admin(url, "restore", str(file))
        assert code == 0
        assert "6 tables, 0 faults." in told


def test_a_backup_that_cannot_be_restored_is_told(copied: Path, tmp_path: Path) -> None:
    with opened(copied) as database:
        database.execute("UPDATE moves SET notation = 'fly' WHERE number = 7")
    code, told = admin(sqlite_url(copied), "backup", str(tmp_path / "kept.jsonl"))
    assert code == 1
    assert "move 7 cannot be played" in told


def test_a_person_gets_all_that_is_kept_about_them_and_nothing_of_others(
    played: tuple[Path, dict[str, str]], copied: Path, tmp_path: Path
) -> None:
    file = tmp_path / "ana.json"
    assert admin(sqlite_url(copied), "person", "Ana", str(file))[0] == 0
    data = json.loads(file.read_text())
    assert data["player"] | {"id": played[1]["Ana"], "name": "Ana", "passphrase": "set"} == data["player"]
    assert [bot["name"] for bot in data["bots"]] == ["Anabot"]
    assert {line["text"] for line in data["chat"]} == {"good luck"}
    assert len(data["tables"]) == 6
    assert data["moves"]
    assert data["ratings"]
    assert played[1]["Ben"] not in file.read_text()
    assert "argon2" not in file.read_text()


def test_what_is_older_than_it_is_kept_is_dropped(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHAT", "SESSIONS", "UNSTARTED", "GUESTS"):
        monkeypatch.setenv(f"CAIRN_KEEP_{name}", "1")
    code, told = admin(sqlite_url(copied), "tidy", "--yes")
    assert (code, told.splitlines()[:2]) == (0, ["sessions ended: 0", "lines of chat dropped: 0"])
    later = storage.now() + 2 * 24 * 3_600_000
    monkeypatch.setattr("cairn.server.retention.now", lambda: later)
    expected = [
        "sessions ended: 2",
        "lines of chat dropped: 5",
        "tables closed that never started: 1",
        "settled reports forgotten: 0",
        "reminders forgotten: 0",
        "devices without a session forgotten: 0",
        "vacations forgotten: 0",
        "guests forgotten: 0",
    ]
    assert admin(sqlite_url(copied), "tidy")[1].splitlines()[:8] == expected
    assert admin(sqlite_url(copied), "tidy", "--yes")[1].splitlines()[:8] == expected
    assert admin(sqlite_url(copied), "tidy")[1].splitlines()[1] == "lines of chat dropped: 0"
    assert admin(sqlite_url(copied), "verify")[0] == 0


async def goes_on(server: Server, of_other_rules: int = 0) -> None:
    """Ana signs in, finds the tables that wait for her, says something there and answers, unless its rules are gone."""
    refusals: list[str] = []
    async with server.client() as ana:
        await ana.sign_in("Ana", "over the hills")
        turns = await ana.my_turns()
        assert len(turns) > of_other_rules
        for line in turns:
            try:
                async with ana.sit(line["id"]) as seat:
                    await seat.say("I am back")
                    assert await seat.choose(first(seat.view or {})) == line["position"] + 1
            except Refused as told:
                refusals.append(str(told))
        assert len(refusals) <= of_other_rules
        assert all("is played by version" in told and "/problems/stopped" in told for told in refusals)
        assert len(await ana.my_turns()) <= len(turns) - len(refusals), "what cannot be played on waits for nobody"


def test_somebody_who_is_removed_leaves_no_trace_but_the_moves(
    played: tuple[Path, dict[str, str]], copied: Path, tmp_path: Path
) -> None:
    assert admin(sqlite_url(copied), "remove", "Nobody at all")[0] == 2
    assert admin(sqlite_url(copied), "remove", "ANA")[0] == 0
    text = "\n".join(dump(copied))
    assert played[1]["Ana"] not in text
    assert "Ana" not in text
    assert admin(sqlite_url(copied), "verify") == (0, "6 tables, 0 faults.\n")
    server = Server(tmp_path, database=sqlite_url(copied)).start()

    async def story() -> None:
        async with server.client() as nobody, Client(server.url) as watching:
            assert (await refused(nobody.sign_in("Ana", "over the hills")))["kind"] == "wrong-passphrase"
            for line in await watching.ask("GET", "/api/tables", status="running"):
                async with watching.sit(line["id"]) as seat:
                    while (seat.view or {})["seat"] == 0:  # the bot in Ana's place plays on until it is Ben's turn
                        await seat.receive()

    asyncio.run(asyncio.wait_for(story(), 60))
    server.stop()


@pytest.mark.parametrize("file", sorted(KEPT.glob("*.db")), ids=lambda file: file.stem)
def test_a_database_of_an_earlier_version_opens_and_its_tables_go_on(file: Path, tmp_path: Path) -> None:
    old = sqlite_url(Path(shutil.copy(file, tmp_path / "cairn.db")))
    code, told = admin(old, "verify")
    assert code == 0
    assert "6 tables, 0 faults" in told
    server = Server(tmp_path).start()
    try:
        asyncio.run(goes_on(server, of_other_rules=told.count("is played by version")))
    finally:
        server.stop()
