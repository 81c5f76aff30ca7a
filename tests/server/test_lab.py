"""The lab on a server: packs that are checked, drawn, compared and played; nobody may do it where it is off."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import cairn
from cairn.client import Client
from cairn.server.settings import Settings
from tests.server.process import Server
from tests.server.test_tables import first, refused, tell

CHEAP = {"values.highest": 9, "values.extra": []}


async def saved(client: Client, **changes: Any) -> dict[str, Any]:
    body = {"game": "five-towers", "title": "Low towers", "changes": changes or CHEAP}
    return await client.ask("POST", "/api/lab/packs", body)


async def finished(client: Client, run: str) -> dict[str, Any]:
    while True:
        shown = await client.ask("GET", f"/api/lab/runs/{run}")
        if shown["status"] != "running":
            return dict(shown)
        await asyncio.sleep(0.1)


def test_a_change_is_drawn_or_refused_with_its_place(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        wish = {"changes": {"cards.mountains.triglav.energy": 17}, "part": "triglav"}
        shown = await ana.ask("POST", "/api/lab/games/peaks/draw", wish)
        assert "17" in shown["svg"]
        assert [change["place"] for change in shown["changes"]] == ["cards.mountains[triglav].energy"]
        wish["changes"] = {"cards.mountains.triglav.energy": -4}
        problem = await refused(ana.ask("POST", "/api/lab/games/peaks/draw", wish))
        assert (problem["kind"], problem["place"]) == ("cannot-play", "cards.mountains[triglav].energy")
        wish["changes"] = {"cards.mountains.trigalv.energy": 4}
        problem = await refused(ana.ask("POST", "/api/lab/games/peaks/draw", wish))
        assert "nothing that is called 'trigalv'" in problem["detail"]

    tell(server, story)


def test_a_comparison_runs_to_its_verdict_and_everybody_with_the_link_reads_it(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        pack = await saved(ana)
        wish = {"pack": pack["id"], "metric": "turns", "seats": 2, "pairs": 80, "bot": "hiker"}
        run = (await ana.ask("POST", "/api/lab/runs", wish))["id"]
        shown = await finished(ben, run)
        assert (shown["status"], shown["found"]["verdict"], shown["found"]["pairs"]) == ("done", "less", 60)
        assert "go down" in shown["sentences"][0]
        page = await ben._http.get(f"/api/lab/runs/{run}/report")
        assert "Low towers" in page.text
        assert "sandbox" in page.headers["content-security-policy"]

    tell(server, story)


def test_a_run_can_be_stopped_by_its_owner_alone_and_nobody_begins_too_many(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        pack = await saved(ana)
        wish = {"pack": pack["id"], "metric": "seat-1", "seats": 5, "pairs": 400}
        runs = [(await ana.ask("POST", "/api/lab/runs", wish))["id"] for _ in range(2)]
        assert (await refused(ana.ask("POST", "/api/lab/runs", wish)))["kind"] == "too-many"
        assert (await refused(ben.ask("DELETE", f"/api/lab/runs/{runs[0]}")))["kind"] == "not-allowed"
        for run in runs:
            await ana.ask("DELETE", f"/api/lab/runs/{run}")
            assert (await finished(ana, run))["status"] == "stopped"
        wish["pairs"] = 401
        assert "at most 400 pairs of games" in (await refused(ana.ask("POST", "/api/lab/runs", wish)))["detail"]

    tell(server, story)


def test_a_pack_is_played_at_a_table_named_there_and_kept_in_the_record(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        pack = await saved(ana)
        table = await ana.create("five-towers", ["me", "hiker"], pack=pack["id"], pace=0)
        assert table["pack"] == {"id": pack["id"], "title": "Low towers"}
        async with ana.sit(table["id"]) as seat:
            await seat.play(first)
        text = await ana.record(table["id"])
        record = cairn.Record.read(text)
        assert record.state.seat < 0
        assert 'title = "Low towers"' in record.game.pack_text
        shown = await ben.ask("GET", f"/api/games/five-towers/content?pack={pack['id']}")
        assert shown["values"]["highest"] == 9
        [line] = [one for one in await ana.ask("GET", "/api/me/tables") if one["id"] == table["id"]]
        assert line["packed"]
        me = await ana.ask("GET", "/api/me")
        rated = await ana.ask("GET", f"/api/players/{me['id']}")
        assert not rated.get("ratings"), "a changed game says nothing about strength"
        again = await ana.ask("POST", f"/api/tables/{table['id']}/rematch")
        assert again["pack"]["title"] == "Low towers"
        problem = await refused(ana.create("solstis", ["me", "hiker"], pack=pack["id"]))
        assert "for another game" in problem["detail"]

    tell(server, story)


def test_the_lab_is_off_on_hosts_that_others_reach_unless_it_is_allowed(tmp_path: Path) -> None:
    assert Settings().lab_for == "everybody"
    assert Settings(host="0.0.0.0").lab_for == "off"
    assert Settings(address="https://cairn.example").lab_for == "off"
    assert Settings(host="0.0.0.0", lab="named").lab_for == "named"
    server = Server(tmp_path, lab="named").start()
    try:

        async def story(ana: Client, ben: Client) -> None:
            assert not (await ana.ask("GET", "/api/lab"))["allowed"]
            assert "Sign in" in (await refused(saved(ana)))["detail"]

        tell(server, story)
    finally:
        server.stop()
