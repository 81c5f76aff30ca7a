"""Reviews on a server: asked for, made one at a time beside everything else, kept, and only of games that are over."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

import cairn
from cairn.client import Client
from cairn.server.limits import Limits
from cairn.server.models import players, reviews, tables
from cairn.server.problems import Problem
from cairn.server.reviewing import DONE, FAILED, SILENT, TRIES, WAITING, WORKING, Reviews
from cairn.server.storage import Storage, now
from tests.server.process import Server
from tests.server.test_tables import first, refused, tell, two_at_a_table

QUICK = (
    "import sys, json; sys.stdin.read(); print(json.dumps({'done': 1})); print(json.dumps({'review': {'seats': []}}))"
)
LASTING = "import sys, time; sys.stdin.read(); print('{\"done\": 3}', flush=True); time.sleep(600)"
BROKEN = "import sys; sys.exit(3)"
PARTS = ("start", "luck", "own", "others", "result")


def test_a_game_that_is_over_is_reviewed_and_everybody_may_read_it(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis")  # noqa: A001
        address = f"/api/tables/{id}/review"
        for method, path in (("POST", address), ("GET", address), ("GET", address + ".json")):
            assert (await refused(ana.ask(method, path)))["kind"] == "wrong-moment"
        async with ana.sit(id) as a, ben.sit(id) as b:
            await asyncio.gather(a.play(first), b.play(first))
        assert (await ana.ask("GET", address))["state"] == "none"
        assert (await refused(ana.ask("GET", address + ".json")))["kind"] == "wrong-moment"
        progress = await ana.ask("POST", address)
        while progress["state"] != "done":
            assert progress["state"] in ("waiting", "working")
            progress = await ben.ask("GET", address, after=progress["done"])
        review = await ben.ask("GET", address + ".json")
        assert len(review["steps"]) == a.position + 1
        assert sorted(seat["name"] for seat in review["seats"]) == ["Ana", "Ben"]
        for account in [*review["seats"], *(seat for step in review["steps"] for seat in step["seats"])]:
            assert abs(sum(account[part] for part in PARTS[:4]) - account["result"]) < 1e-9
        assert (await ben.ask("POST", address))["state"] == "done"

    tell(server, story, seconds=600)  # a review gives way to everything else that runs


class Beside(Reviews):
    """A worker's reviews of a game that lies on no table, made by another program."""

    def __init__(self, storage: Storage, program: str = QUICK) -> None:
        super().__init__(storage, None, (sys.executable, "-c", program))  # type: ignore[arg-type]

    async def _record(self, id: str) -> cairn.Record:  # noqa: A002
        return cairn.Record.new(cairn.game("solstis"), ["a", "b"], cairn.Dice(1))


async def state_of(reviews: Reviews, table: str) -> str:
    asked = await reviews.find(table)
    return "none" if asked is None else asked.state


def queue_test(story: Callable[[Storage], Coroutine[Any, Any, None]], folder: Path) -> None:
    """Tell a story about the queue, with the tables `first` and `second` in the database."""

    async def told() -> None:
        storage = Storage(f"sqlite+aiosqlite:///{folder / 'cairn.db'}")
        await storage.migrate()
        player = {"id": "ana", "kind": "guest", "name": "Ana", "created": 0}
        table = {
            "game": "solstis",
            "rules_version": "1.0",
            "options": {},
            "host": "ana",
            "listed": False,
            "hints": False,
            "increment": 0,
            "pace": 0,
            "status": "over",
            "position": 1,
            "asked": -1,
            "created": 0,
            "changed": 0,
        }
        async with storage.write() as connection:
            await connection.execute(insert(players).values(player))
            for id in ("first", "second"):  # noqa: A001
                await connection.execute(insert(tables).values(id=id, invite=id, **table))
        try:
            await story(storage)
        finally:
            await storage.close()

    asyncio.run(told())


def test_one_of_all_workers_makes_one_review_at_a_time(tmp_path: Path) -> None:
    async def story(storage: Storage) -> None:
        here, there = Beside(storage), Beside(storage)
        await here.ask("first")
        await there.ask("first")
        await there.ask("second")
        second = await there.find("second")
        assert second is not None
        assert second.ahead == 1
        assert await there.claim() == "first"
        assert await here.claim() is None
        await there.make("first")
        assert await state_of(here, "first") == DONE
        assert await here.claim() == "second"
        await here.make("second")
        assert await there.claim() is None
        found = await there.find("first")
        assert found is not None
        assert json.loads(found.data or b"") == {"seats": []}

    queue_test(story, tmp_path)


def test_a_review_that_is_stopped_in_the_middle_is_made_by_another_worker(tmp_path: Path) -> None:
    async def story(storage: Storage) -> None:
        here, there = Beside(storage, LASTING), Beside(storage)
        await here.ask("first")
        assert await here.claim() == "first"
        making = asyncio.create_task(here.make("first"))
        watched = await there.watch("first", 0)
        assert watched is not None
        assert (watched.state, watched.done) == (WORKING, 3)
        making.cancel()
        with pytest.raises(asyncio.CancelledError):
            await making
        assert await state_of(there, "first") == WAITING
        assert await there.claim() == "first"
        await there.make("first")
        assert await state_of(there, "first") == DONE

    queue_test(story, tmp_path)


def test_the_review_of_a_worker_that_died_is_made_by_another_one(tmp_path: Path) -> None:
    async def story(storage: Storage) -> None:
        here, there = Beside(storage), Beside(storage)
        await here.ask("first")
        assert await here.claim() == "first"
        assert await there.claim() is None
        async with storage.write() as connection:
            await connection.execute(update(reviews).values(claimed=now() - SILENT - 1))
        assert await there.claim() == "first"

    queue_test(story, tmp_path)


def test_a_review_that_comes_to_nothing_is_given_up_after_some_tries_until_somebody_asks_again(tmp_path: Path) -> None:
    async def story(storage: Storage) -> None:
        here = Beside(storage, BROKEN)
        await here.ask("first")
        for _ in range(TRIES):
            assert await here.claim() == "first"
            await here.make("first")
        assert await state_of(here, "first") == FAILED
        assert await here.claim() is None
        await here.ask("first")
        assert await here.claim() == "first"

    queue_test(story, tmp_path)


def test_each_person_may_ask_for_a_few_reviews_at_once() -> None:
    async def story() -> None:
        limits = Limits(clock=lambda: 0.0)
        for _ in range(5):
            await limits.spend("game-review", "ana")
        with pytest.raises(Problem, match="have another game reviewed"):
            await limits.spend("game-review", "ana")
        await limits.spend("game-review", "ben")

    asyncio.run(story())
