"""People who are away are told once that a game waits for them, whatever happens to workers and mail servers."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cairn.client import Client, Refused
from cairn.server import services
from cairn.server.delivery import Outcome
from cairn.server.mail import Mailer, compose
from cairn.server.models import reminders
from cairn.server.reminders import Tokens, after_quiet
from cairn.server.settings import BadSettings, Settings, load
from cairn.server.storage import Storage, now
from tests.processes import wait_for
from tests.server.daemons import Postgres
from tests.server.mailbox import Mailbox, PushService, serving
from tests.server.process import Server
from tests.server.test_tables import first

MAIL = {"mail_from": "Cairn <cairn@example.org>", "address": "https://cairn.example", "reminders_every": 0.1}


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with serving(Mailbox()) as box:
        yield box


async def waiting(ana: Client, **wishes: Any) -> str:
    """A table where Ana is asked, and the wish to be told at once."""
    await ana.guest("Ana")
    given = {"email": "ana@example.org", "mail": "each", "after": 0, **wishes}
    await ana.ask("PUT", "/api/me/reminders", given)
    return str((await ana.create("peaks", ["me"]))["id"])


def link(text: str, what: str) -> str:
    return re.findall(rf"https://cairn\.example(/api/reminders/{what}/\S+)", text)[0]


def plain(message: Any) -> str:
    return str(message.get_body(("plain",)).get_content())


def confirm(server: Server, mailbox: Mailbox) -> None:
    wait_for(lambda: bool(mailbox.mails))
    path = link(plain(mailbox.mails[0]), "confirm")
    assert "confirm" in httpx.get(server.url + path).text, "following the link is not enough: programs do so too"
    assert httpx.post(server.url + path).status_code == 200


def test_a_mail_comes_once_after_the_address_was_confirmed_and_can_be_stopped_by_one_click(
    tmp_path: Path, mailbox: Mailbox
) -> None:
    server = Server(tmp_path, smtp=mailbox.url, **MAIL).start()

    async def story() -> None:
        async with server.client() as ana:
            table = await waiting(ana)
            await asyncio.to_thread(confirm, server, mailbox)
            await asyncio.to_thread(wait_for, lambda: len(mailbox.mails) == 2)
            turn = mailbox.mails[1]
            assert turn["Subject"] == "Your turn in PEAKS"
            assert f"https://cairn.example/table/{table}" in plain(turn)
            assert turn.get_body(("html",)) is not None
            assert turn["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            off = turn["List-Unsubscribe"].strip("<>").removeprefix("https://cairn.example")
            stopped = httpx.post(server.url + off, data={"List-Unsubscribe": "One-Click"})
            assert stopped.status_code == 200
            assert (await ana.ask("GET", "/api/me/reminders"))["mail"] == "off"
            async with ana.sit(table) as seat:
                await seat.choose(first(seat.view or {}))

    asyncio.run(asyncio.wait_for(story(), 60))
    server.stop()
    assert len(mailbox.mails) == 2


def test_nothing_is_sent_before_an_address_was_confirmed(tmp_path: Path, mailbox: Mailbox) -> None:
    async def story(use: services.Services) -> list[str]:
        await use.reminders.plan()
        await use.reminders.deliver()
        async with use.storage.read() as connection:
            return [row.kind for row in await connection.execute(select(reminders))]

    server = Server(tmp_path, smtp=mailbox.url, **MAIL).start()

    async def asked() -> None:
        async with server.client() as ana:
            await waiting(ana)

    asyncio.run(asked())
    server.stop()
    assert inside(tmp_path, mailbox, story) == ["confirm"]


def inside(tmp_path: Path, mailbox: Mailbox, story: Callable[[services.Services], Awaitable[Any]]) -> Any:
    """Work with a server's parts in this process; its own rounds are an hour apart."""
    settings = Settings(
        database=f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}",
        thinkers=1,
        web=None,
        smtp=mailbox.url,
        **{**MAIL, "reminders_every": 3600.0},  # type: ignore[arg-type]
    )

    async def worked() -> Any:
        async with services.running(settings) as use:
            return await story(use)

    return asyncio.run(asyncio.wait_for(worked(), 60))


@asynccontextmanager
async def _confirmed(use: services.Services) -> Any:
    """Somebody who waits, with an address that is theirs."""
    import cairn
    from cairn.server.lobby import Wish
    from cairn.server.models import reminder_settings
    from cairn.server.roster import PERSON

    visitor, _ = await use.identity.guest("x", "test")
    wish = Wish(cairn.game("peaks").prepare(1, {}), [(PERSON, visitor.id)], patience=14 * 86_400)
    table = await use.lobby.create(visitor, wish)
    row = {"player": visitor.id, "email": "x@example.org", "confirmed": True, "mail": "each", "push": False, "after": 0}
    async with use.storage.write() as connection:
        await connection.execute(reminder_settings.insert().values(**row, zone="UTC"))
    yield visitor, table


async def states(use: services.Services) -> list[str]:
    async with use.storage.read() as connection:
        return [row.state for row in await connection.execute(select(reminders.c.state))]


async def due_now(use: services.Services) -> None:
    async with use.storage.write() as connection:
        await connection.execute(update(reminders).values(due=0))


def test_what_a_mail_server_refused_for_now_is_sent_later_and_once(tmp_path: Path, mailbox: Mailbox) -> None:
    async def story(use: services.Services) -> None:
        async with _confirmed(use):
            mailbox.answers = ["451 come back later"]
            await use.reminders.plan()
            await use.reminders.deliver()
            assert (await states(use), mailbox.mails) == (["waiting"], [])
            await due_now(use)
            for _ in range(3):
                await use.reminders.plan()
                await use.reminders.deliver()
            assert (await states(use), len(mailbox.mails)) == (["sent"], 1)

    inside(tmp_path, mailbox, story)


def test_a_mail_that_may_have_been_taken_is_never_sent_again(tmp_path: Path, mailbox: Mailbox) -> None:
    async def story(use: services.Services) -> None:
        async with _confirmed(use):
            mailbox.answers = [None]
            await use.reminders.plan()
            await use.reminders.deliver()
            assert await states(use) == ["unknown"]
            await due_now(use)
            await use.reminders.plan()
            await use.reminders.deliver()
            assert len(mailbox.mails) == 1

    inside(tmp_path, mailbox, story)


def test_a_row_that_a_dead_worker_had_claimed_is_given_up_and_not_sent(tmp_path: Path, mailbox: Mailbox) -> None:
    async def story(use: services.Services) -> None:
        async with _confirmed(use):
            await use.reminders.plan()
            async with use.storage.write() as connection:
                await connection.execute(update(reminders).values(state="sending", claimed=now() - 3_600_000))
            await use.reminders.plan()
            await use.reminders.deliver()
            assert (await states(use), mailbox.mails) == (["unknown"], [])

    inside(tmp_path, mailbox, story)


def test_a_reminder_of_a_choice_that_was_made_meanwhile_is_dropped(tmp_path: Path, mailbox: Mailbox) -> None:
    async def story(use: services.Services) -> None:
        async with _confirmed(use) as (visitor, table):
            await use.reminders.plan()
            play = table.session.running()
            await table.choose(visitor, 0, play.state.view(0)["choices"][0]["choice"])
            await use.reminders.deliver()
            assert (await states(use), mailbox.mails) == (["dropped"], [])

    inside(tmp_path, mailbox, story)


def test_near_the_end_of_the_time_there_is_one_more_mail(tmp_path: Path, mailbox: Mailbox) -> None:
    async def story(use: services.Services) -> None:
        async with _confirmed(use):
            await use.reminders.plan()
            await use.reminders.deliver()
            use.monotonic._at += 11 * 86_400_000
            await use.reminders.plan()
            await use.reminders.deliver()
            assert [mail["Subject"] for mail in mailbox.mails] == [
                "Your turn in PEAKS",
                "Time is running out in PEAKS",
            ]
            assert "within 2 days" in plain(mailbox.mails[1]) or "within 3 days" in plain(mailbox.mails[1])

    inside(tmp_path, mailbox, story)


def test_a_digest_comes_once_a_day_with_all_that_waits(tmp_path: Path, mailbox: Mailbox) -> None:
    from cairn.server.models import reminder_settings

    async def story(use: services.Services) -> None:
        async with _confirmed(use) as (_, table):
            hour = datetime.now(UTC).hour
            zone = f"Etc/GMT{hour - 12:+d}"  # where it is noon
            async with use.storage.write() as connection:
                await connection.execute(update(reminder_settings).values(mail="digest", zone=zone))
            for _ in range(3):
                await use.reminders.plan()
                await use.reminders.deliver()
            [digest] = mailbox.mails
            assert digest["Subject"] == "1 game is waiting for you"
            assert table.id in plain(digest)

    inside(tmp_path, mailbox, story)


def test_two_workers_that_are_killed_all_the_time_send_nothing_twice(
    tmp_path: Path, postgres: Postgres, mailbox: Mailbox
) -> None:
    database = postgres.new_database()
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    given = {"database": database, "channel": "postgresql", "smtp": mailbox.url, "thinkers": 1, **MAIL}
    workers = [Server(folder, **given).start() for folder in folders]

    async def story() -> None:
        async with workers[0].client() as ana:
            await waiting(ana)
            await asyncio.to_thread(confirm, workers[0], mailbox)
            for _ in range(6):
                await ana.create("peaks", ["me"])

    asyncio.run(asyncio.wait_for(story(), 60))
    for kill in (0, 1, 0):
        mailbox.taken.clear()
        mailbox.taken.wait(2)
        workers[kill].stop(signal.SIGKILL)
        workers[kill].start()

    async def unfinished() -> int:
        storage = Storage(database)
        async with storage.read() as connection:
            rows = (await connection.execute(select(reminders.c.state))).all()
        await storage.close()
        return sum(row.state == "waiting" for row in rows)

    wait_for(lambda: asyncio.run(unfinished()) == 0)
    for worker in workers:
        worker.stop()
    ids = [mail["Message-ID"] for mail in mailbox.mails]
    assert len(ids) == len(set(ids))
    tables = [re.findall(r"/table/(\S+)", plain(mail)) for mail in mailbox.mails if "turn" in mail["Subject"]]
    assert len(tables) == len({table for [table] in tables})
    assert len(ids) >= 5, "seven tables and a confirmation, less what a kill caught in the act"


def test_push_messages_reach_the_devices_that_wait_and_only_those(tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="the extra `push` is not installed")
    from cairn.server.webpush import Pusher, encoded

    with serving(PushService()) as service:
        given = {"push_contact": "mailto:op@example.org", "push_services": "127.0.0.1", "reminders_every": 0.1}
        server = Server(tmp_path, **given).start()
        key = Pusher(bytes(range(32)), "mailto:x@example.org").public

        async def story() -> None:
            async with server.client() as ana, server.client() as ben:
                await ana.guest("Ana")
                await ben.guest("Ben")
                subscription = {"endpoint": service.url, "p256dh": key, "auth": encoded(bytes(16))}
                elsewhere = {**subscription, "endpoint": "https://169.254.169.254/latest"}
                with pytest.raises(Refused, match="not a push service"):
                    await ana.ask("POST", "/api/me/push", elsewhere)
                made = await ana.ask("POST", "/api/me/push", subscription)
                again = await ana.ask("POST", "/api/me/push", subscription)
                assert made == again, "a browser that comes again is the same device"
                with pytest.raises(Refused, match="nothing with this id"):
                    await ben.ask("DELETE", f"/api/me/push/{made['id']}")
                await ana.ask("PUT", "/api/me/reminders", {"push": True, "after": 0})
                await ana.create("peaks", ["me"])
                await asyncio.to_thread(wait_for, lambda: len(service.messages) == 1)
                headers, body = service.messages[0]
                assert headers["Authorization"].startswith("vapid t=")
                assert headers["Content-Encoding"] == "aes128gcm"
                assert b"PEAKS" not in body
                service.status = 410
                await ana.create("peaks", ["me"])
                await asyncio.to_thread(wait_for, lambda: len(service.messages) == 2)
                for _ in range(200):
                    if not (await ana.ask("GET", "/api/me/reminders"))["devices"]:
                        break
                    await asyncio.sleep(0.05)
                assert (await ana.ask("GET", "/api/me/reminders"))["devices"] == [], (
                    "a device that is gone is forgotten"
                )

        asyncio.run(asyncio.wait_for(story(), 60))
        server.stop()
        assert len(service.messages) == 2


@pytest.mark.parametrize(
    ("at", "then"),
    [("12:00", "12:00"), ("22:00", "07:00"), ("23:59", "07:00"), ("06:59", "07:00"), ("07:00", "07:00")],
)
def test_quiet_hours_go_over_midnight_by_the_persons_own_clock(at: str, then: str) -> None:
    quiet, zone = (22 * 60, 7 * 60), "Asia/Kolkata"
    local = datetime.fromisoformat(f"2026-11-17T{at}:00+05:30")
    moved = datetime.fromtimestamp(after_quiet(int(local.timestamp() * 1000), quiet, zone) / 1000, local.tzinfo)
    assert f"{moved:%H:%M}" == then


def test_links_of_mails_fit_one_person_one_address_and_one_purpose() -> None:
    tokens = Tokens(b"key")
    token = tokens.make("off", "ana", "ana@example.org")
    assert tokens.is_right(token, "off", "ana", "ana@example.org")
    assert not tokens.is_right(token, "confirm", "ana", "ana@example.org")
    assert not tokens.is_right(token, "off", "ana", "other@example.org")
    assert not Tokens(b"other").is_right(token, "off", "ana", "ana@example.org")


def test_a_name_cannot_write_into_a_mail() -> None:
    values = {"name": '<script>"Eve"', "game": "PEAKS", "players": "<b>", "left": ""}
    html = compose("turn", "a@example.org", "b@example.org", values, "https://x/").get_body(("html",))
    assert html is not None
    assert "<script>" not in html.get_content()
    assert "&lt;script&gt;" in html.get_content()


def test_a_password_is_not_sent_without_encryption(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.server.mail.LOOPBACK", ())
    url = mailbox.url.replace("smtp://", "smtp://ana:geheim@")
    message = compose("confirm", "a@example.org", "b@example.org", {"name": "x"}, "https://x/")
    assert Mailer(url, "a@example.org").send(message, "b@example.org") is Outcome.AGAIN
    assert mailbox.mails == []


@pytest.mark.parametrize(
    "given",
    [
        {"smtp": "mail.example.org", "mail_from": "a@example.org", "address": "https://x"},
        {"smtp": "smtp://mail.example.org"},
        {"push_contact": "op@example.org"},
        {"address": "cairn.example"},
    ],
)
def test_half_a_setting_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(BadSettings):
        load(environ={}, given=given)
