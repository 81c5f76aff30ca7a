"""A choice is never refused and stored all the same, whatever becomes of the database while it is committed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

import cairn
from cairn.client import Client, Refused
from cairn.server.journal import Journal
from cairn.server.storage import Storage, new_id
from tests.server.daemons import Postgres, running
from tests.server.process import Server
from tests.server.test_crash import GONE, _persist, stored
from tests.server.test_tables import first, tell, two_at_a_table
from tests.server.test_workers import _entry, _waiting_tables

RESTARTS = int(os.environ.get("CAIRN_RESTARTS", "10"))
"""Of PostgreSQL, in one run; docs/reliability.md has a longer one."""
TABLES = 6


@pytest.mark.parametrize("lost", ["before", "after"])
def test_a_commit_whose_answer_was_lost_is_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """The first transaction fails, before or after the database has it."""
    tried = 0
    commit = Journal._commit

    async def interrupted(journal: Journal, batch: list[Any]) -> Any:
        nonlocal tried
        tried += 1
        if tried == 1:
            if lost == "after":
                await commit(journal, batch)
            raise OperationalError("COMMIT", {}, OSError("connection was closed"))
        return await commit(journal, batch)

    async def story() -> list[bool]:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}")
        await storage.migrate()
        ids = await _waiting_tables(storage, 3)
        journal = Journal(storage)
        journal.open()
        monkeypatch.setattr(Journal, "_commit", interrupted)
        won = await asyncio.gather(*(journal.append(_entry(id, 0, "x")) for id in ids))  # noqa: A001
        won += [await journal.append(_entry(ids[0], 0, "too late"))]
        await journal.close()
        await storage.close()
        return won

    assert asyncio.run(asyncio.wait_for(story(), 30)) == [True, True, True, False]


def test_a_journal_goes_on_when_a_broken_connection_cancels_its_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = Journal._commit
    cancelled = 0

    async def cancels(journal: Journal, batch: list[Any]) -> Any:
        nonlocal cancelled
        cancelled += 1
        if cancelled == 1:
            raise asyncio.CancelledError
        return await commit(journal, batch)

    async def story() -> list[bool]:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}")
        await storage.migrate()
        [table] = await _waiting_tables(storage, 1)
        journal = Journal(storage)
        journal.open()
        monkeypatch.setattr(Journal, "_commit", cancels)
        won = [await journal.append(_entry(table, number, "x")) for number in range(3)]
        assert journal.is_alive
        await journal.close()
        await storage.close()
        return won

    assert asyncio.run(asyncio.wait_for(story(), 30)) == [True, True, True]


def test_a_choice_that_is_sent_again_with_its_key_is_made_once(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await two_at_a_table(ana, ben, "five-towers")
        async with ana.sit(table) as a, ben.sit(table) as b:
            seat, other = (a, b) if (a.view or {})["seat"] == 0 else (b, a)
            choice, key = first(seat.view or {}), new_id()
            assert await seat.choose(choice, 0, key) == 1
            assert await seat.choose(choice, 0, key) == 1
            for sender, sent in ((seat, new_id()), (other, key)):
                with pytest.raises(Refused, match="stale-position"):
                    await sender.choose(choice, 0, sent)
            assert seat.position == 1

    tell(server, story)


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    with running(Postgres) as daemon:
        yield daemon


class Sender:
    """Somebody who sends every choice until it is acknowledged, and writes down what was refused."""

    def __init__(self, client: Client, table: str, dice: random.Random) -> None:
        self.client, self.table, self.dice = client, table, dice
        self.acknowledged: dict[int, str] = {}
        self.refused: dict[int, str] = {}
        self.why: Counter[str] = Counter()

    async def play(self) -> None:
        pending: tuple[int, str, str] | None = None
        while True:
            try:
                async with asyncio.timeout(60), self.client.sit(self.table) as seat:
                    while (seat.view or {})["seat"] >= 0:
                        if pending is None and (seat.view or {})["seat"] != seat.seat:
                            await seat.receive()
                            continue
                        if pending is None:
                            choices = (seat.view or {})["choices"]
                            pending = (seat.position, str(self.dice.choice(choices)["choice"]), new_id())
                        position, choice, key = pending
                        try:
                            number = await seat.choose(choice, position, key)
                            self.acknowledged[number] = choice
                        except Refused as refusal:
                            self.why[refusal.kind] += 1
                            self.refused[position + 1] = choice
                        pending = None
                        while seat.position < position + 1:
                            await seat.receive()
                    return
            except (*GONE, Refused):
                await asyncio.sleep(0.05)


def test_no_choice_is_refused_and_stored_while_postgresql_restarts(own_postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, database=own_postgres.new_database()).start()
    dice = random.Random(3)

    async def one_table(number: int, senders: list[Sender]) -> None:
        slug = cairn.slugs()[number % len(cairn.slugs())]
        async with Client(server.url) as ana, Client(server.url) as ben:
            for person in (ana, ben):
                await _persist(lambda person=person: person.guest("Somebody"))
            while True:
                made = await _persist(lambda: ana.create(slug, ["me", "link"]))
                await _persist(lambda made=made: ben.join(made["id"], made["invite"]))
                pair = [Sender(person, made["id"], random.Random(dice.random())) for person in (ana, ben)]
                senders += pair
                await asyncio.gather(*(sender.play() for sender in pair))

    async def story() -> list[Sender]:
        senders: list[Sender] = []
        playing = [asyncio.create_task(one_table(number, senders)) for number in range(TABLES)]
        for restart in range(RESTARTS):
            enough = sum(len(sender.acknowledged) for sender in senders) + dice.randrange(10, 60)
            while sum(len(sender.acknowledged) for sender in senders) < enough:
                await asyncio.sleep(0.01)
                for task in playing:
                    assert not task.done(), task.exception()
            how = signal.SIGINT if restart % 2 else signal.SIGQUIT
            await asyncio.to_thread(own_postgres.restart, how)
        await asyncio.sleep(2)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return senders

    senders = asyncio.run(asyncio.wait_for(story(), 60 + 20 * RESTARTS))
    server.stop()
    kept, _ = asyncio.run(stored(server.database))
    count = 0
    for sender in senders:
        moves = {move.number: move.choice for move in kept[sender.table]}
        for number, choice in sender.acknowledged.items():
            assert moves[number] == choice, "acknowledged, and not there"
            count += 1
        for number in sender.refused:
            assert number in sender.acknowledged or moves.get(number) is None, "refused, and stored all the same"
    assert count > RESTARTS * 10
    why = sum((sender.why for sender in senders), Counter())
    print(f"{RESTARTS} restarts, {count} choices acknowledged, refused: {dict(why)}")
