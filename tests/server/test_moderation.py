"""Muting, blocking and reporting, and the operator's page."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
import websockets

from cairn.client import Client, Seat
from tests.server.process import Server
from tests.server.test_tables import refused, tell, two_at_a_table, until

SECRET = "a secret of the operator"


async def me(client: Client) -> str:
    return str((await client.ask("GET", "/api/me"))["id"])


async def said(seat: Seat) -> list[str]:
    """What has been said so far, once everything that was sent before has arrived."""
    await seat.send({"type": "ping"})
    heard = [line["text"] for line in seat.hello["chat"]]
    while not seat._messages.empty():
        message = await seat.receive()
        heard += [message["line"]["text"]] if message["type"] == "chat" else []
    return heard


async def ended(seat: Seat) -> int:
    with pytest.raises(websockets.ConnectionClosed) as closed:
        while True:
            await seat.receive()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_what_somebody_muted_says_is_not_read_and_they_do_not_notice(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await two_at_a_table(ana, ben)
        async with ben.sit(table) as b:
            await b.say("one")
            async with ana.sit(table) as a:
                assert await said(a) == ["one"]
                await ana.ask("PUT", f"/api/me/avoided/{await me(ben)}", {"how": "muted"})
                assert await ended(a) == 1012, "comes again, and is greeted without what is muted"
            async with ana.sit(table) as a:
                await b.say("two")
                await until(b, "chat")
                assert await said(a) == []
                await a.say("three")
                assert (await until(b, "chat", line=b_line(await until(a, "chat"))))["line"]["text"] == "three"
            [listed] = await ana.ask("GET", "/api/me/avoided")
            assert (listed["name"], listed["how"]) == ("Ben", "muted")
            await ana.ask("DELETE", f"/api/me/avoided/{await me(ben)}")
            async with ana.sit(table) as a:
                assert await said(a) == ["one", "two", "three"]

    def b_line(message: dict[str, object]) -> object:
        return message["line"]

    tell(server, story)


def test_nobody_sits_down_with_somebody_who_has_blocked_them(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("five-towers", ["me", "link"])
        other = await ben.create("five-towers", ["me", "link"])
        await ana.ask("PUT", f"/api/me/avoided/{await me(ben)}", {"how": "blocked"})
        for who, where in ((ben, table), (ana, other)):
            invite = (await (ana if where is table else ben).ask("GET", f"/api/tables/{where['id']}"))["invite"]
            problem = await refused(who.join(where["id"], invite))
            assert (problem["kind"], problem["detail"]) == ("not-allowed", "You cannot sit down at this table.")
        await ana.ask("PUT", f"/api/me/avoided/{await me(ben)}", {"how": "muted"})
        await ben.join(table["id"], table["invite"])

    tell(server, story)


def test_one_can_avoid_and_report_only_others_who_are_there(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        report = {"reason": "abuse", "text": "rude"}
        for player, kind in ((await me(ana), "not-allowed"), ("nobody-at-all", "not-found")):
            assert (await refused(ana.ask("PUT", f"/api/me/avoided/{player}", {"how": "muted"})))["kind"] == kind
            assert (await refused(ana.ask("POST", "/api/reports", {"player": player, **report})))["kind"] == kind
        assert (await refused(ana.ask("DELETE", f"/api/me/avoided/{await me(ben)}")))["kind"] == "not-found"

    tell(server, story)


def test_without_a_secret_there_is_no_page_for_operators(server: Server) -> None:
    assert httpx.get(f"{server.url}/admin").status_code == 404
    assert httpx.post(f"{server.url}/admin", data={"secret": "x"}).status_code == 404


def test_the_operator_reads_reports_and_silences_somebody(tmp_path: Path) -> None:
    server = Server(tmp_path, admin_secret=SECRET, limits=True).start()

    async def story(ana: Client, ben: Client) -> None:
        table = await two_at_a_table(ana, ben)
        async with ben.sit(table) as b:
            await b.say("<b>you</b>")
            wish = {"player": await me(ben), "table": table, "reason": "abuse", "text": "he is <i>rude</i>"}
            await ana.ask("POST", "/api/reports", wish)
            await asyncio.to_thread(settle)
            problem = await refused(b.say("again"))
            assert problem["kind"] == "not-allowed"
            assert problem["until"] > 0
            assert await b.send({"type": "ping"}), "whoever is silenced can still play"

    def settle() -> None:
        with httpx.Client(base_url=server.url, follow_redirects=True) as operator:
            assert operator.get("/admin").status_code == 401
            assert operator.post("/admin", data={"secret": "not the secret"}).status_code == 401
            page = operator.post("/admin", data={"secret": SECRET})
            assert page.status_code == 200
            assert "&lt;b&gt;you&lt;/b&gt;" in page.text
            assert "<i>rude" not in page.text
            [report] = set(re.findall(r"/admin/reports/([\w-]+)", page.text))
            forged = httpx.post(
                f"{server.url}/admin/reports/{report}", data={"days": "7"}, cookies={"cairn-admin": "9"}
            )
            assert forged.status_code == 403
            foreign = {"origin": "https://elsewhere.example"}
            assert operator.post(f"/admin/reports/{report}", data={"days": "7"}, headers=foreign).status_code == 403
            assert operator.post(f"/admin/reports/{report}", data={"days": "8"}).status_code == 422
            assert "No reports" in operator.post(f"/admin/reports/{report}", data={"days": "7"}).text
            for _ in range(8):
                last = operator.post("/admin", data={"secret": "guess"}).status_code
            assert last == 429

    tell(server, story)
    server.stop()
    assert SECRET not in server.log.read_text()
