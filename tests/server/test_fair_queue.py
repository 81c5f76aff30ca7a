"""Whoever asks for much waits for himself: the order in which questions are served, and the time they are granted."""

from __future__ import annotations

import asyncio
import re
import statistics
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest

import cairn
from cairn.lab.playing import Played, Task
from cairn.server import thinking
from cairn.server.fair_queue import Asker, FairQueue, Priority, Turn
from cairn.server.lobby import Wish
from cairn.server.problems import Problem
from cairn.server.roster import BOT, PERSON
from cairn.server.services import running as serving
from cairn.server.settings import Settings
from cairn.server.thinking import Thinking, shortened
from tests.server.process import Server
from tests.server.test_admin import sqlite_url
from tests.server.test_tables import first, refused


class Desk:
    """A queue with a clock of its own. What is asked is written down when it is its turn, and ends when we say so."""

    def __init__(self, workers: int) -> None:
        self.now = 0.0
        self.queue = FairQueue(workers, lambda: self.now)
        self.served: list[str] = []
        self.fractions: dict[str, float] = {}
        self._turns: dict[str, Turn] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, person: str, table: str, priority: Priority = Priority.PEOPLE) -> None:
        async def waits() -> None:
            self._turns[table] = turn = await self.queue.turn(Asker(priority, person, table))
            self.served.append(table)
            self.fractions[table] = turn.fraction

        self._tasks[table] = asyncio.create_task(waits())
        await self.settle()

    async def end(self, table: str, seconds: float = 1.0) -> None:
        self.now += seconds
        self.queue.end(self._turns.pop(table))
        await self.settle()

    async def end_all(self, seconds: float = 1.0) -> None:
        """One after the other, until nothing is left to serve."""
        while self._turns:
            await self.end(next(iter(self._turns)), seconds)

    async def cancel(self, table: str) -> None:
        self._tasks[table].cancel()
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def at_a_desk(workers: int = 1) -> Callable[[Callable[[Desk], Awaitable[None]]], Callable[[], None]]:
    def decorate(story: Callable[[Desk], Awaitable[None]]) -> Callable[[], None]:
        def test() -> None:
            async def told() -> None:
                await story(Desk(workers))

            asyncio.run(told())

        test.__name__ = story.__name__
        return test

    return decorate


@at_a_desk()
async def test_somebody_with_one_table_is_next_however_many_tables_another_has(desk: Desk) -> None:
    for number in range(20):
        await desk.ask("greedy", f"greedy {number}")
    await desk.end("greedy 0")
    await desk.end("greedy 1")
    await desk.ask("Ana", "Ana")
    await desk.end("greedy 2")
    assert desk.served[-1] == "Ana"


@at_a_desk()
async def test_persons_get_equal_time_however_long_their_thoughts_are(desk: Desk) -> None:
    spent = Counter[str]()
    for person in ("quick", "slow"):
        await desk.ask(person, f"{person} a")
        await desk.ask(person, f"{person} b")
    for _ in range(200):
        table = desk.served[-1]
        person = table.split()[0]
        seconds = 0.1 if person == "quick" else 2.0
        spent[person] += round(seconds * 10)
        await desk.ask(person, f"{table}+")
        await desk.end(table, seconds)
    assert spent["quick"] / spent["slow"] == pytest.approx(1.0, abs=0.15)


@at_a_desk()
async def test_the_tables_of_a_person_take_turns(desk: Desk) -> None:
    for table in ("a", "b", "c"):
        await desk.ask("Ana", table)
    await desk.end("a")
    await desk.ask("Ana", "a")
    await desk.end_all()
    assert desk.served == ["a", "b", "c", "a"]


@at_a_desk()
async def test_people_come_before_hints_hints_before_reviews_and_bots_alone_last(desk: Desk) -> None:
    await desk.ask("first", "first")
    for priority in reversed(Priority):
        await desk.ask(priority.name, priority.name, priority)
    await desk.end_all()
    assert desk.served == ["first", "PEOPLE", "HINT", "REVIEW", "BOTS", "LAB"]


@at_a_desk(workers=3)
async def test_bots_alone_and_reviews_leave_a_worker_to_people(desk: Desk) -> None:
    for number in range(5):
        await desk.ask("greedy", f"bots {number}", Priority.BOTS)
    await desk.ask("keen", "review", Priority.REVIEW)
    assert desk.served == ["bots 0", "bots 1"]
    await desk.ask("Ana", "Ana")
    assert desk.served[-1] == "Ana"


@at_a_desk()
async def test_somebody_who_was_away_has_saved_up_nothing(desk: Desk) -> None:
    await desk.ask("Ana", "Ana")
    await desk.ask("Ben", "Ben")
    await desk.end("Ana", 0.1)
    for round_ in range(20):
        await desk.ask("Ben", f"Ben {round_}")
        await desk.end(desk.served[-1])
    await desk.ask("Ana", "Ana a")
    await desk.ask("Ana", "Ana b")
    await desk.ask("Ben", "Ben again")
    await desk.end_all()
    assert desk.served[-3:] == ["Ana a", "Ben again", "Ana b"]


@at_a_desk(workers=2)
async def test_budgets_shrink_with_what_is_asked_and_most_for_whoever_asks_most(desk: Desk) -> None:
    await desk.ask("Ana", "alone")
    assert desk.fractions["alone"] == 1.0
    for number in range(16):
        await desk.ask("greedy", f"greedy {number}")
    await desk.end("alone")
    await desk.ask("Ben", "Ben")
    await desk.end("greedy 0")
    await desk.end_all(0.1)
    assert desk.fractions["Ben"] == 1.0, "two persons and two workers: nobody's first table suffers"
    assert desk.fractions["greedy 1"] == 1 / 8
    assert desk.fractions["greedy 15"] == 1.0, "it was the last one waiting"


@at_a_desk()
async def test_what_bots_alone_ask_shortens_nobody_elses_time(desk: Desk) -> None:
    await desk.ask("Ana", "first")
    for number in range(9):
        await desk.ask(f"somebody {number}", f"bots {number}", Priority.BOTS)
    await desk.ask("Ana", "next")
    await desk.end("first")
    assert desk.fractions["next"] == 1.0
    await desk.end("next")
    assert desk.fractions["bots 0"] == 1 / 8


@at_a_desk()
async def test_a_question_that_nobody_asks_any_more_is_passed_over(desk: Desk) -> None:
    for table in ("a", "b", "c"):
        await desk.ask("Ana", table)
    await desk.cancel("b")
    await desk.end_all()
    assert desk.served == ["a", "c"]


@at_a_desk()
async def test_a_worker_that_was_given_to_somebody_who_has_just_gone_is_given_on(desk: Desk) -> None:
    await desk.ask("Ana", "a")
    await desk.ask("Ana", "b")
    await desk.ask("Ana", "c")
    desk.queue.end(desk._turns.pop("a"))  # b is served now, but has not heard of it
    await desk.cancel("b")
    assert desk.served == ["a", "c"]


@at_a_desk()
async def test_somebody_who_goes_at_the_moment_of_their_turn_is_passed_over(desk: Desk) -> None:
    for table in ("a", "b", "c"):
        await desk.ask("Ana", table)
    desk._tasks["b"].cancel()  # which b has not heard of when it would be served
    await desk.end("a")
    assert desk.served == ["a", "c"]


@at_a_desk()
async def test_nothing_is_remembered_of_those_who_are_gone(desk: Desk) -> None:
    await desk.ask("first", "first")
    for number in range(50):
        await desk.ask(f"person {number}", f"table {number}")
        await desk.end(desk.served[-1])
    assert len(desk.queue._spent) < 120
    await desk.end_all()
    await desk.ask("last", "last")
    assert len(desk.queue._spent) == 2


class FakePool:
    """Answers when told to, and knows what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers: list[Future[Any]] = []

    def ask(
        self, spec: str, view: dict[str, Any], seed: int, timeout: float = 0, content: str | None = None
    ) -> Future[str]:
        return self._new(spec)

    def analyse(
        self, view: dict[str, Any], seed: int, ms: int, timeout: float = 0, content: str | None = None
    ) -> Future[list[dict[str, Any]]]:
        return self._new(f"analysis {ms}")

    def play(self, task: Task, timeout: float = 0) -> Future[Played]:
        return self._new(task.game)

    def _new(self, what: str) -> Future[Any]:
        self.asked.append(what)
        self.answers.append(Future())
        return self.answers[-1]

    def close(self) -> None:
        pass


VIEW = {"game": "five-towers"}


def test_the_pool_gets_as_many_questions_as_it_has_workers_and_bots_say_that_they_were_short_of_time() -> None:
    async def story() -> None:
        pool = FakePool()
        bots = Thinking(2, pool)
        asked = [
            asyncio.create_task(bots.answer("summit", VIEW, Asker(Priority.PEOPLE, "Ana", str(number))))
            for number in range(9)
        ]
        for served in range(9):
            await asyncio.sleep(0.01)
            assert len(pool.asked) == min(served + 2, 9)
            pool.answers[served].set_result("bid 1")
        answers = await asyncio.gather(*asked)
        assert pool.asked[0] == "summit"
        assert pool.asked[2] == "summit:ms=450"
        assert [answer.short for answer in answers[:3]] == [False, False, True]

    asyncio.run(story())


def test_a_hint_that_would_wait_too_long_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(thinking.WAITS, Priority.HINT, 0.01)

    async def story() -> None:
        pool = FakePool()
        bots = Thinking(1, pool)
        bot = asyncio.create_task(bots.answer("summit", VIEW, Asker(Priority.PEOPLE, "Ana", "table")))
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="The server is busy"):
            await bots.analyse(VIEW, 800, Asker(Priority.HINT, "Ben", "table"))
        pool.answers[0].set_result("bid 1")
        await bot
        assert pool.asked == ["summit"]

    asyncio.run(story())


def test_only_bots_that_think_by_the_clock_are_shortened() -> None:
    assert shortened("summit", "five-towers", 0.5) == "summit:ms=900"
    assert shortened("guide:iterations=50", "five-towers", 0.125) == "guide:iterations=50,ms=50"
    assert shortened("hiker", "five-towers", 0.125) == "hiker"
    assert shortened("nobody", "five-towers", 0.125) == "nobody"
    assert shortened("summit", "five-towers", 1.0) == "summit"


GREEDY_TABLES = 20
ROUNDS = 5


def test_twenty_tables_of_strong_bots_hold_nobody_elses_bot_up(tmp_path: Path) -> None:
    """Counted in thoughts, not in seconds: how many others are answered while Ana's bot is waited for."""
    server = Server(tmp_path, thinkers=1).start()

    def thoughts() -> int:
        text = httpx.get(f"{server.url}/metrics").text
        return sum(int(float(n)) for n in re.findall(r"^cairn_thought_seconds_count\{.*\} (\S+)$", text, re.MULTILINE))

    async def story() -> list[int]:
        others = []
        async with server.client() as greedy, server.client() as ana:
            await greedy.guest("Greedy")
            await ana.guest("Ana")
            for _ in range(GREEDY_TABLES):
                await greedy.create("five-towers", ["summit"] * 5, pace=0)
            table = await ana.create("five-towers", ["me", "guide"], pace=0)
            async with ana.sit(table["id"]) as seat:
                for _ in range(ROUNDS):
                    while (seat.view or {})["seat"] != seat.seat:
                        await seat.receive()
                    before = thoughts()
                    await seat.choose(first(seat.view or {}))
                    while (seat.view or {})["seat"] != seat.seat:
                        message = await seat.receive()
                        if message["type"] == "moved" and message["entry"]["bot"]:
                            break
                    others.append(thoughts() - before - 1)
        return others

    try:
        others = asyncio.run(asyncio.wait_for(story(), 240))
        numbers = httpx.get(f"{server.url}/metrics").text
    finally:
        server.stop()
    assert thoughts_short(numbers) > 0, "the greedy tables were given their usual time"
    assert statistics.median(others) < GREEDY_TABLES / 2, f"so many were answered first: {others}"


def thoughts_short(numbers: str) -> float:
    return sum(float(n) for n in re.findall(r"^cairn_short_thoughts_total\{.*\} (\S+)$", numbers, re.MULTILINE))


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that counts tables with bots."""
    limits = {"bot_tables": 3, "bots_alone": 1, "bot_tables_per_address": 5, "bots_alone_per_address": 2}
    server = Server(tmp_path_factory.mktemp("strict"), limits=True, thinkers=1, **limits).start()
    yield server
    server.stop()


def test_tables_with_bots_are_limited_for_a_person_and_for_an_address(strict: Server) -> None:
    async def story() -> None:
        async with strict.client() as ana, strict.client() as ben, strict.client() as cleo:
            for client, name in ((ana, "Ana"), (ben, "Ben"), (cleo, "Cleo")):
                await client.guest(name)
            await ana.create("peaks", ["hiker"], pace=10_000)
            problem = await refused(ana.create("peaks", ["hiker"]))
            assert (problem["kind"], problem["status"]) == ("too-many-tables", 429)
            assert problem["detail"].startswith("You have 1 table running where only bots play.")
            for _ in range(2):
                await ana.create("peaks", ["me", "hiker"])
            problem = await refused(ana.create("peaks", ["me", "hiker"]))
            assert problem["detail"].startswith("You have 3 tables with bots running.")
            table = await ana.create("peaks", ["me", "link"])  # people are not counted
            seat = f"/api/tables/{table['id']}/seats/1"
            assert (await refused(ana.ask("PUT", seat, {"bot": "hiker"})))["kind"] == "too-many-tables"
            await ben.create("peaks", ["hiker"], pace=10_000)
            problem = await refused(cleo.create("peaks", ["hiker"]))
            assert problem["detail"].startswith("Your address has 2 tables running where only bots play.")
            await cleo.create("peaks", ["me", "hiker"])
            problem = await refused(cleo.create("peaks", ["me", "hiker"]))
            assert problem["detail"].startswith("Your address has 5 tables with bots running.")

    asyncio.run(asyncio.wait_for(story(), 60))


def test_bots_alone_are_paced_whatever_their_table_asks_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(
            Settings(database=sqlite_url(tmp_path / "cairn.db"), thinkers=1, bots_alone_pace=700)
        ) as use:
            ana, _ = await use.identity.guest("Ana", "a test")
            setup = cairn.game("peaks").prepare(2, {})
            for kinds, pace in (([(BOT, "hiker")] * 2, 700), ([(BOT, "hiker"), (PERSON, ana.id)], 30)):
                table = await use.lobby.create(ana, Wish(setup, kinds, hints=True, pace=30))
                assert table.scheduler.pace == pace

    asyncio.run(story())
