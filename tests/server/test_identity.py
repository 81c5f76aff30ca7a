from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import httpx
import pytest
import websockets

from cairn.client import Client, Refused
from tests.server.process import Server


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
            with pytest.raises(Refused, match="too many characters"):
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
    stored = "\n".join(sqlite3.connect(tmp_path / "cairn.db").iterdump())
    assert not [secret for secret in secrets if secret in log]
    assert not [secret for secret in secrets[:3] if secret in stored]
