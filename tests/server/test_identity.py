from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import websockets

from cairn.client import Client, Refused, Seat
from cairn.server.limits import ALLOWANCES
from cairn.server.names import skeleton
from tests.server.process import Server, opened


def test_nobody_becomes_a_guest_by_a_cookie_that_scripts_cannot_read(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/guests", json={"name": "  Ana   Lo "})
    assert answer.json()["name"] == "Ana Lo"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_cookie_that_was_tampered_with_is_nobody(server: Server) -> None:
    async def story() -> None:
        async with server.client() as ana:
            await ana.guest("Ana")
            secret, _, signature = str(ana.cookie).partition(".")
            for forged in (secret, f"{secret}.{'0' * 32}", f"x{secret}.{signature}", "", "."):
                async with server.client(cookie=forged) as thief:
                    with pytest.raises(Refused) as caught:
                        await thief.ask("GET", "/api/me")
                    assert caught.value.kind == "not-signed-in"

    asyncio.run(story())


def test_a_name_that_grows_when_its_capitals_are_folded_is_refused_in_a_sentence(server: Server) -> None:
    async def story() -> None:
        async with server.client() as ana:
            await ana.guest("Ana")
            with pytest.raises(Refused, match="name: is too long"):
                await ana.ask("PUT", "/api/me/passphrase", {"name": "ß" * 40, "passphrase": "over the hills"})

    asyncio.run(story())


def test_a_name_and_a_passphrase_carry_an_identity_to_another_device(server: Server) -> None:
    async def story() -> None:
        async with server.client() as laptop, server.client() as phone:
            me = await laptop.guest("Carrie")
            await laptop.ask("PUT", "/api/me/passphrase", {"name": "Carrie", "passphrase": "over the hills"})
            assert (await phone.sign_in(" CARRIE ", "over the hills"))["id"] == me["id"]
            with pytest.raises(Refused, match="wrong-passphrase"):
                await phone.sign_in("Carrie", "over the hill")
            with pytest.raises(Refused, match="wrong-passphrase"):
                await phone.sign_in("Nobody at all", "over the hill")

    asyncio.run(story())


def test_a_name_belongs_to_one_player(server: Server) -> None:
    async def story() -> None:
        async with server.client() as one, server.client() as two:
            await one.guest("x")
            await two.guest("y")
            await one.ask("PUT", "/api/me/passphrase", {"name": "Dora", "passphrase": "12345678"})
            with pytest.raises(Refused, match="name-taken"):
                await two.ask("PUT", "/api/me/passphrase", {"name": "dora", "passphrase": "87654321"})

    asyncio.run(story())


PASSPHRASE = "/api/me/passphrase"


async def closing_code(seat: Seat) -> int:
    with pytest.raises(websockets.ConnectionClosed) as closed:
        while True:
            await seat.receive()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_changing_a_passphrase_asks_for_the_old_one_and_ends_all_other_sessions(server: Server) -> None:
    async def story() -> None:
        async with server.client() as laptop, server.client() as phone:
            await laptop.guest("Gina")
            await laptop.ask("PUT", PASSPHRASE, {"name": "Gina", "passphrase": "long enough"})
            await phone.sign_in("Gina", "long enough")
            new = {"name": "Gina", "passphrase": "longer than that"}
            for wrong in (new, {**new, "old": "not the one"}):
                with pytest.raises(Refused, match="old passphrase") as caught:
                    await laptop.ask("PUT", PASSPHRASE, wrong)
                assert caught.value.problem["field"] == "old"
            table = await laptop.create("peaks", ["me"])
            async with phone.sit(table["id"]) as seat:
                await laptop.ask("PUT", PASSPHRASE, {**new, "old": "long enough"})
                assert await closing_code(seat) == 4401
            with pytest.raises(Refused, match="not-signed-in"):
                await phone.ask("GET", "/api/me")
            assert len(await laptop.ask("GET", "/api/me/sessions")) == 1
            await phone.sign_in("Gina", "longer than that")

    asyncio.run(story())


def test_claiming_a_name_makes_the_guests_cookie_worthless(server: Server) -> None:
    async def story() -> None:
        async with server.client() as ana:
            me = await ana.guest("Hana")
            before = str(ana.cookie)
            table = await ana.create("peaks", ["me"])
            async with ana.sit(table["id"]) as seat:
                await ana.ask("PUT", PASSPHRASE, {"name": "Hana", "passphrase": "long enough"})
                assert await closing_code(seat) == 1012, "whoever claimed comes again with the new cookie"
            assert str(ana.cookie) != before
            assert (await ana.ask("GET", "/api/me"))["id"] == me["id"]
            async with server.client(cookie=before) as thief:
                with pytest.raises(Refused, match="not-signed-in"):
                    await thief.ask("GET", "/api/me")

    asyncio.run(story())


@pytest.mark.parametrize("alike", ["\u0399gor", "lgor", "1gor", "Ig0r", "Ig\u043er", "\uff29gor", "Igor\u3164"])
def test_a_name_that_looks_like_another_cannot_be_claimed(server: Server, alike: str) -> None:
    async def story() -> None:
        async with server.client() as one, server.client() as two:
            await one.guest("x")
            await two.guest("y")
            with contextlib.suppress(Refused):  # somebody has it, that is enough
                await one.ask("PUT", PASSPHRASE, {"name": "Igor", "passphrase": "long enough"})
            with pytest.raises(Refused, match="name-taken"):
                await two.ask("PUT", PASSPHRASE, {"name": alike, "passphrase": "long enough"})

    asyncio.run(story())


@pytest.mark.parametrize("name", ["Klara", "KLARA", "K1ara", "Кlara"])
def test_no_guest_and_no_bot_is_called_what_somebody_signs_in_with(server: Server, name: str) -> None:
    async def story() -> None:
        async with server.client() as klara, server.client() as other:
            await klara.guest("x")
            with contextlib.suppress(Refused):  # she has it already, that is enough
                await klara.ask("PUT", PASSPHRASE, {"name": "Klara", "passphrase": "long enough"})
            with pytest.raises(Refused, match="name-taken"):
                await other.guest(name)
            await other.guest("somebody")
            with pytest.raises(Refused, match="name-taken"):
                await other.ask("PATCH", "/api/me", {"name": name})

    asyncio.run(story())


@pytest.mark.parametrize("pair", [("José", "Jose"), ("Ian", "Jan"), ("Мария", "Maria"), ("Al", "Ai"), ("山田", "田山")])
def test_names_that_people_tell_apart_are_told_apart(pair: tuple[str, str]) -> None:
    assert skeleton(pair[0]) != skeleton(pair[1])


def test_nobody_can_shut_somebody_else_out_of_their_name(tmp_path: Path) -> None:
    """Wrong passphrases from one address are refused there, and cost the others nothing."""
    server = Server(tmp_path, limits=True, proxies="127.0.0.1").start()
    wrong = {"name": "Jana", "passphrase": "guess after guess"}

    def sign_in(address: str, body: dict[str, str]) -> httpx.Response:
        return httpx.post(f"{server.url}/api/sessions", json=body, headers={"x-forwarded-for": address}, timeout=60)

    async def claim() -> None:
        async with server.client() as jana:
            await jana.guest("Jana")
            await jana.ask("PUT", PASSPHRASE, {"name": "Jana", "passphrase": "the right one"})

    asyncio.run(claim())
    tries = ALLOWANCES["sign-in"].burst * 2
    with ThreadPoolExecutor(tries) as pool:  # at once, for the bucket fills again
        told = {answer.status_code for answer in pool.map(lambda _: sign_in("10.0.0.66", wrong), range(tries))}
    assert told == {401, 429}
    assert sign_in("10.0.0.1", {"name": "Jana", "passphrase": "the right one"}).status_code == 201
    server.stop()


def test_a_revoked_session_is_worth_nothing(server: Server) -> None:
    async def story() -> None:
        async with server.client() as laptop, server.client() as phone:
            await laptop.guest("Eve")
            await laptop.ask("PUT", "/api/me/passphrase", {"name": "Eve", "passphrase": "long enough"})
            await phone.sign_in("Eve", "long enough")
            sessions = await laptop.ask("GET", "/api/me/sessions")
            lost = next(session for session in sessions if not session["current"])
            table = await laptop.create("peaks", ["me"])
            async with phone.sit(table["id"]) as seat, laptop.sit(table["id"]) as other:
                await laptop.ask("DELETE", f"/api/me/sessions/{lost['id']}")
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    while True:
                        await seat.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4401
                assert (await other.send({"type": "ping"}))["type"] == "pong"
            with pytest.raises(Refused, match="not-signed-in"):
                await phone.ask("GET", "/api/me")
            assert (await laptop.ask("GET", "/api/me"))["name"] == "Eve"

    asyncio.run(story())


def test_a_bot_comes_with_a_token_until_it_is_revoked(server: Server) -> None:
    async def story() -> None:
        async with server.client() as owner:
            await owner.guest("Finn")
            with pytest.raises(Refused, match="not-allowed"):
                await owner.ask("POST", "/api/me/bots", {"name": "Finnbot"})
            await owner.ask("PUT", "/api/me/passphrase", {"name": "Finn", "passphrase": "long enough"})
            made = await owner.ask("POST", "/api/me/bots", {"name": "Finnbot"})
            async with Client(server.url, token=made["token"]) as bot:
                assert (await bot.ask("GET", "/api/me"))["kind"] == "bot"
                [listed] = await owner.ask("GET", "/api/me/bots")
                await owner.ask("DELETE", f"/api/me/bots/{listed['id']}")
                with pytest.raises(Refused, match="not-signed-in"):
                    await bot.ask("GET", "/api/me")

    asyncio.run(story())


def test_no_secret_lies_in_the_database_or_in_the_logs(tmp_path: Path) -> None:
    async def story(server: Server) -> list[str]:
        async with server.client() as ana:
            await ana.guest("Ana")
            await ana.ask("PUT", "/api/me/passphrase", {"name": "Ana", "passphrase": "a secret phrase"})
            token = (await ana.ask("POST", "/api/me/bots", {"name": "b"}))["token"]
            table = await ana.create("solstis", ["me", "link"])
            await ana.ask("GET", f"/api/invites/{table['invite']}")
            async with ana.sit(table["id"]):
                pass
            return [str(ana.cookie).partition(".")[0], "a secret phrase", token, table["invite"], table["id"]]

    server = Server(tmp_path, log_level="debug").start()
    secrets = asyncio.run(story(server))
    server.stop()
    log = server.log.read_text()
    with opened(tmp_path / "cairn.db") as database:
        stored = "\n".join(database.iterdump())
    assert not [secret for secret in secrets if secret in log]
    assert not [secret for secret in secrets[:3] if secret in stored]
