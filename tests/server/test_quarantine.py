"""One damaged table is stopped, told and mended by itself; bots and clocks at all others go on."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

import cairn
from cairn.client import Client, Refused
from cairn.server import tables
from cairn.server.fair_queue import Asker
from cairn.server.lobby import Wish
from cairn.server.quarantine import DAMAGED, SENTENCES, Stopped
from cairn.server.roster import BOT
from cairn.server.scheduler import TRIES
from cairn.server.services import Services
from cairn.server.services import running as serving
from cairn.server.settings import Settings
from cairn.server.thinking import Answer
from tests.server.process import Server, opened
from tests.server.test_admin import admin, sqlite_url
from tests.server.test_tables import first, refused

CHOICES = 30
DEADLINE = 90.0


@dataclass(frozen=True)
class Damage:
    statement: str
    """What is done to the database; `?` is the table."""
    fault: str
    """What an operator reads."""
    told: str = "This table is damaged and has been stopped."
    mends: str | None = None
    """What a repair says; None if it must refuse."""


WITHOUT_CHECKPOINTS = "DELETE FROM checkpoints WHERE [table] = ?;"
DAMAGES = {
    "notation": Damage(
        f"{WITHOUT_CHECKPOINTS} UPDATE moves SET notation = 'fly' WHERE number = 20 AND [table] = ?",
        r"move 20 cannot be played \(BadRecord at .*\)",
        mends="Move 20 cannot be played .*: 11 of 31 moves dropped",
    ),
    "chance": Damage(
        f"{WITHOUT_CHECKPOINTS} UPDATE moves SET chance = '[\"a card of nobody' WHERE number = 25 AND [table] = ?",
        "its moves cannot be read",
        mends="Move 25 cannot be played .*: 6 of 31 moves dropped",
    ),
    "events": Damage(
        f"{WITHOUT_CHECKPOINTS} UPDATE moves SET events = '[{{' WHERE number = 12 AND [table] = ?",
        "its moves cannot be read",
        mends="31 moves replayed; none dropped. Events rewritten for the moves .12.",
    ),
    "lost tail": Damage(
        "DELETE FROM moves WHERE number > 28 AND [table] = ?",
        "it says position 30, and its moves lead to 28",
        mends="29 moves replayed",
    ),
    "lost start": Damage(
        f"{WITHOUT_CHECKPOINTS} DELETE FROM moves WHERE number = 0 AND [table] = ?",
        "its first move is missing",
    ),
    "options": Damage("UPDATE tables SET options = '{' WHERE id = ?", "its seats and options do not go together"),
    "seats": Damage("DELETE FROM seats WHERE [table] = ?", "its seats and options do not go together"),
    "game": Damage(
        "UPDATE tables SET game = 'snakes' WHERE id = ?",
        "there is no game 'snakes'",
        "This server no longer has the game of this table.",
    ),
    "rules": Damage(
        "UPDATE tables SET rules_version = '0.3' WHERE id = ?",
        "it is played by version 0.3 of the rules",
        "This table is played by version 0.3 of the rules; this server plays ",
    ),
}
HEALED = {
    "checkpoint": "UPDATE checkpoints SET state = x'00' WHERE [table] = ?",
    "another position": f"UPDATE checkpoints SET state = x'{zlib.compress(b'{}').hex()}' WHERE [table] = ?",
}


class Place:
    """A server on an SQLite file, tables that are to be damaged, and tables that are not."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cairn.db"
        self.server = Server(folder, thinkers=1).start()
        self.victims: dict[str, str] = {}
        self.bots: list[str] = []
        self.people: list[str] = []
        self.cookie = ""

    def __call__(self, story: Callable[[Client], Any]) -> Any:
        async def told() -> Any:
            async with self.server.client(cookie=self.cookie) as ana:
                return await story(ana)

        return asyncio.run(asyncio.wait_for(told(), DEADLINE))

    async def open_tables(self, damages: Iterable[str] = DAMAGES, healed: Iterable[str] = HEALED) -> None:
        async with self.server.client() as ana, self.server.client() as ben:
            await ana.guest("Ana")
            await ben.guest("Ben")
            self.cookie = str(ana.cookie)
            for name in damages:
                self.victims[name] = (await ana.create("peaks", ["me"]))["id"]
                async with ana.sit(self.victims[name]) as seat:
                    for _ in range(CHOICES):
                        await seat.choose(first(seat.view or {}))
            for name in healed:
                self.victims[name] = (await ana.create("five-towers", ["me", "hiker"], pace=0))["id"]
                async with ana.sit(self.victims[name]) as seat:
                    while not self.query("SELECT 1 FROM checkpoints WHERE [table] = ?", self.victims[name]):
                        while (seat.view or {})["seat"] != seat.seat:
                            await seat.receive()
                        await seat.choose(first(seat.view or {}))
            for game in ("peaks", "five-peaks", "five-towers"):
                self.bots.append((await ana.create(game, ["hiker", "hiker"], pace=1000))["id"])
            for wish in ({"patience": 600}, {"clock": {"seconds": 600}}):
                table = await ana.create("peaks", ["me", "link"], **wish)
                await ben.join(table["id"], table["invite"])
                self.people.append(table["id"])

    def query(self, statement: str, *values: Any) -> list[Any]:
        with opened(self.file, timeout=20) as database:
            return database.execute(statement, values).fetchall()

    def damage(self) -> None:
        """Beside the running server; then the time of every person is over."""
        statements = {name: damage.statement for name, damage in DAMAGES.items()} | HEALED
        for name, statement in statements.items():
            with opened(self.file, timeout=20) as database:
                *before, last = statement.split(";")
                for part in before:
                    database.execute(part, [self.victims[name]])
                assert database.execute(last, [self.victims[name]]).rowcount > 0, name
        self.query("UPDATE tables SET due = 1 WHERE asked >= 0")
        self.note_positions()

    def note_positions(self) -> None:
        self.before = dict(self.query("SELECT id, position FROM tables"))

    def position(self, table: str) -> int:
        return int(self.query("SELECT position FROM tables WHERE id = ?", table)[0][0])

    def wait_for(self, what: str, is_true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + DEADLINE
        while not is_true():
            assert time.monotonic() < deadline, f"{what}:\n{self.server.log.read_text()[-3000:]}"
            time.sleep(0.1)

    def goes_on(self, *ids: str) -> None:
        """Wait until the server itself has moved at each of the tables since they were damaged."""
        self.wait_for("some table stands still", lambda: all(self.position(id) > self.before[id] for id in ids))  # noqa: A001

    def counted(self) -> int:
        return int(httpx.get(f"{self.server.url}/readyz").json()["quarantined"])

    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.server.log.read_text().splitlines() if line[0] == "{"]


@contextmanager
def running(folder: Path) -> Iterator[Place]:
    place = Place(folder)
    try:
        yield place
    finally:
        place.server.stop()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server that has found damaged tables when it was killed and started again."""
    with running(tmp_path_factory.mktemp("place")) as place:
        asyncio.run(place.open_tables())
        place.damage()
        place.server.stop(signal.SIGKILL)
        place.server.start()
        place.wait_for("not all are found", lambda: place.counted() == len(DAMAGES))
        yield place


def test_bots_and_clocks_go_on_at_all_other_tables(place: Place) -> None:
    place.goes_on(*place.bots, *place.people)


def test_a_table_whose_checkpoint_is_no_good_goes_on_from_its_moves(place: Place) -> None:
    place.goes_on(*(place.victims[name] for name in HEALED))


def test_readiness_and_metrics_count_what_is_stopped(place: Place) -> None:
    answer = httpx.get(f"{place.server.url}/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "quarantined": len(DAMAGES)})
    numbers = httpx.get(f"{place.server.url}/metrics").text
    assert f"\ncairn_quarantined_tables {float(len(DAMAGES))}\n" in numbers
    [damaged] = re.findall(r'^cairn_table_faults_total\{what="damaged"\} (\S+)$', numbers, re.MULTILINE)
    assert float(damaged) == len(DAMAGES) - 2


@pytest.mark.parametrize("name", DAMAGES)
def test_the_log_names_table_and_place_and_nothing_that_is_secret(place: Place, name: str) -> None:
    [line] = [line for line in place.log() if line.get("table") == place.victims[name] and "why" in line]
    assert (line["level"], line["message"]) == ("error", "a table is stopped")
    assert re.search(DAMAGES[name].fault, line["fault"])
    assert "fly" not in line["fault"]
    assert "card of nobody" not in line["fault"]


@pytest.mark.parametrize("name", DAMAGES)
def test_whoever_opens_it_is_told_in_a_sentence(place: Place, name: str) -> None:
    async def story(ana: Client) -> None:
        problem = await refused(ana.ask("GET", f"/api/tables/{place.victims[name]}"))
        assert (problem["kind"], problem["status"]) == ("stopped", 409)
        assert problem["detail"].startswith(DAMAGES[name].told)
        with pytest.raises(Refused, match=re.escape(DAMAGES[name].told)):
            async with ana.sit(place.victims[name]):
                pass

    place(story)


def test_the_rest_of_the_site_works(place: Place) -> None:
    async def story(ana: Client) -> None:
        mine = {line["id"]: line for line in await ana.ask("GET", "/api/me/tables")}
        assert {name for name, id in place.victims.items() if id in mine and mine[id]["stopped"]} == set(DAMAGES) - {  # noqa: A001
            "seats"
        }
        assert not {line["id"] for line in await ana.my_turns()} & {place.victims[name] for name in DAMAGES}
        table = await ana.create("solstis", ["me", "hiker"])
        async with ana.sit(table["id"]) as seat:
            while (seat.view or {})["seat"] != seat.seat:
                await seat.receive()
            await seat.choose(first(seat.view or {}))

    place(story)


def test_an_operator_sees_the_reasons(place: Place) -> None:
    code, told = admin(sqlite_url(place.file), "quarantined")
    assert code == 0
    lines = {line.split()[0]: line for line in told.splitlines()}
    for name, damage in DAMAGES.items():
        assert re.search(damage.fault, lines[place.victims[name]])


@pytest.mark.parametrize("name", [name for name, damage in DAMAGES.items() if damage.mends is None])
def test_what_cannot_be_mended_can_be_ended(place: Place, name: str) -> None:
    database, table = sqlite_url(place.file), place.victims[name]
    assert admin(database, "repair", table, "--yes")[0] == 2
    assert "Nothing was changed" in admin(database, "end", table)[1]
    assert admin(database, "end", table, "--yes")[0] == 0

    async def story(ana: Client) -> None:
        assert (await refused(ana.ask("GET", f"/api/tables/{table}")))["detail"] == "The operator has ended this table."
        assert table not in {line["id"] for line in await ana.ask("GET", "/api/me/tables")}

    place(story)


@pytest.mark.parametrize("name", [name for name, damage in DAMAGES.items() if damage.mends is not None])
def test_a_repair_says_what_it_will_do_and_the_running_server_plays_on(place: Place, name: str) -> None:
    database, table, mends = sqlite_url(place.file), place.victims[name], str(DAMAGES[name].mends)
    code, told = admin(database, "repair", table)
    assert code == 0, told
    assert re.match(mends, " ".join(told.split()))
    assert "Nothing was changed" in told
    assert table in admin(database, "quarantined")[1]
    code, told = admin(database, "repair", table, "--yes")
    assert re.match(mends, " ".join(told.split()))

    async def story(ana: Client) -> None:
        async with ana.sit(table) as seat:  # the log of all moves is told again
            assert seat.hello["log"][-1]["position"] == seat.position
            for _ in range(3):
                await seat.choose(first(seat.view or {}))

    place(story)
    assert table not in admin(database, "quarantined")[1]
    faults = [line for line in admin(database, "verify")[1].splitlines() if line.startswith(table)]
    assert faults == []


def test_whoever_sits_there_is_told_when_a_table_is_stopped(place: Place) -> None:
    async def story(ana: Client) -> None:
        table = (await ana.create("peaks", ["me"]))["id"]
        async with ana.sit(table) as seat:
            place.query(
                "UPDATE tables SET quarantine = 'damaged', fault = 'by hand', quarantined = 1 WHERE id = ?", table
            )
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await seat.receive()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4409, SENTENCES[DAMAGED])

    place(story)


def test_only_a_table_in_quarantine_is_touched(place: Place) -> None:
    database = sqlite_url(place.file)
    for word in ("repair", "end"):
        assert "is not in quarantine" in admin(database, word, place.bots[0], "--yes")[1]
        assert "there is no table '-nowhere'" in admin(database, word, "-nowhere", "--yes")[1]


def test_a_table_of_other_rules_goes_on_with_the_program_that_plays_them(tmp_path: Path) -> None:
    with running(tmp_path) as place:
        asyncio.run(place.open_tables(["rules"], []))
        table = place.victims["rules"]
        [(version,)] = place.query("SELECT rules_version FROM tables WHERE id = ?", table)
        place.server.stop(signal.SIGKILL)
        place.query("UPDATE tables SET rules_version = '0.3', due = 1 WHERE id = ?", table)
        place.server.start()
        place.wait_for("it is not found", lambda: "0.3" in admin(sqlite_url(place.file), "quarantined")[1])
        place.server.stop()
        place.query("UPDATE tables SET rules_version = ? WHERE id = ?", version, table)
        place.note_positions()
        place.server.start()
        place.goes_on(table)


@asynccontextmanager
async def services(folder: Path) -> AsyncIterator[Services]:
    """A server without HTTP, in this process."""
    async with serving(Settings(database=sqlite_url(folder / "cairn.db"), thinkers=1, web=None)) as use:
        yield use


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(DEADLINE):
        while not is_true():
            await asyncio.sleep(0.02)


def test_a_table_whose_own_work_fails_again_and_again_is_stopped_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with services(tmp_path) as use:
            ana, _ = await use.identity.guest("Ana", "a test")
            wish = Wish(cairn.game("peaks").prepare(1, {}), [(BOT, "hiker")], hints=True)
            good, bad = [await use.lobby.create(ana, wish) for _ in range(2)]
            answer = use.thinking.answer

            async def fails_at_one(bot: str, view: dict[str, Any], asker: Asker) -> Answer:
                if asker.table == bad.id:
                    raise RuntimeError("the hand is: ace of peaks")
                return await answer(bot, view, asker)

            monkeypatch.setattr(use.thinking, "answer", fails_at_one)
            for failures in range(1, TRIES + 1):
                bad.scheduler.cancel()
                bad.scheduler.arrange()
                await until(lambda: bad.session.failures >= failures)  # noqa: B023
            with pytest.raises(Stopped):
                async with asyncio.timeout(DEADLINE):
                    while True:
                        await asyncio.sleep(0.02)
                        await use.tables.open(bad.id)
            at = good.session.running().position
            await until(lambda: good.session.running().position > at)

    asyncio.run(story())
    assert "a table is stopped" in caplog.text
    assert "ace of peaks" not in caplog.text


def test_a_sweep_that_gets_nowhere_makes_the_server_unready_until_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(tables, "STALLED_SECONDS", 1.0)

    async def story() -> None:
        async with services(tmp_path) as use:

            async def fails(self: object) -> None:
                raise RuntimeError

            await until(lambda: use.tables.is_swept)
            assert await use.unready() is None
            with monkeypatch.context() as broken:
                broken.setattr(tables.Tables, "_look_at_quarantine", fails)
                await until(lambda: not use.tables.is_swept)
                assert "bots and clocks stand still" in str(await use.unready())
            await until(lambda: use.tables.is_swept)
            assert await use.unready() is None

    asyncio.run(story())
