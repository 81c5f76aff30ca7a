"""Bots, the absent, those who come back, the host, rematches, spectators, ratings."""

from __future__ import annotations

import asyncio

import pytest

import cairn
from cairn.client import Client
from tests.server.process import Server
from tests.server.test_tables import first, refused, tell, two_at_a_table, until


@pytest.mark.parametrize("slug", cairn.slugs())
def test_every_game_is_played_with_bots_at_the_table(server: Server, slug: str) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create(slug, ["me", "hiker"], pace=0)
        async with ana.sit(table["id"]) as seat:
            for _ in range(12):
                while (seat.view or {})["seat"] not in (seat.seat, -1):
                    await seat.receive()
                if (seat.view or {})["seat"] < 0:
                    break
                await seat.choose(first(seat.view or {}))

    tell(server, story)


def test_bots_alone_play_to_the_end_while_somebody_watches(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("solstis", ["hiker", "climber"], pace=0, listed=True)
        async with Client(server.url).sit(table["id"]) as watching:
            while watching.view is None or watching.view["seat"] >= 0:
                await watching.receive()
        ended = await ben.ask("GET", f"/api/tables/{table['id']}")
        assert ended["status"] == "over"
        assert sum(seat["share"] for seat in ended["seats"]) == 1.0

    tell(server, story)


def test_a_bot_stands_in_after_the_tables_patience_and_gives_the_seat_back(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "five-towers", patience=1, pace=0)  # noqa: A001
        async with ana.sit(id) as seat:
            while True:
                if seat.view["seat"] == seat.seat:  # type: ignore[index]
                    await seat.choose(first(seat.view or {}))
                message = await seat.receive()
                if message["type"] == "moved" and message["entry"]["bot"]:
                    break
            assert message["entry"]["seat"] == 1
            async with ben.sit(id) as back:
                assert back.hello["table"]["seats"][1]["stand_in"] is None

    tell(server, story)


def test_somebody_whose_clock_runs_out_is_played_by_a_bot_to_the_end(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis", clock={"seconds": 1}, pace=0)  # noqa: A001
        async with ana.sit(id) as seat:
            while seat.view["seat"] >= 0:  # type: ignore[index]
                await seat.receive()
            assert (await refused(ana.ask("POST", f"/api/tables/{id}/return")))["kind"] == "wrong-moment"
        table = await ana.ask("GET", f"/api/tables/{id}")
        assert table["status"] == "over"

    tell(server, story)


def test_a_clock_counts_only_the_time_of_the_seat_that_is_asked(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis", clock={"seconds": 100, "increment": 7})  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            asked = a if a.view["seat"] == 0 else b  # type: ignore[index]
            other = 1 - (asked.seat or 0)
            await asked.choose(first(asked.view or {}))
            clocks = (await until(asked, "moved"))["clocks"]
            assert 106_000 <= clocks[asked.seat or 0] <= 107_000
            assert clocks[other] == 100_000

    tell(server, story)


def test_taking_back_gives_no_time(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("peaks", ["me"], clock={"seconds": 100, "increment": 9})
        async with ana.sit(table["id"]) as seat:
            stand = 0
            for _ in range(12):
                position = await seat.choose(first(seat.view or {}))
                moved = await until(seat, "moved", position=position)
                stand += 1
                if moved["undo"]:
                    moved = await until(seat, "moved", position=await seat.undo())
                    stand -= 1
            assert stand < 12, "nothing could be undone"
            assert 95_000 < moved["clocks"][0] - stand * 9_000 < 100_000

    tell(server, story)


def test_the_host_replaces_somebody_who_is_absent_and_nobody_else_does(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "five-towers")  # noqa: A001
        seat = f"/api/tables/{id}/seats"
        assert (await refused(ben.ask("PUT", f"{seat}/0", {"bot": "hiker"})))["kind"] == "not-allowed"
        async with ben.sit(id):
            assert (await refused(ana.ask("PUT", f"{seat}/1", {"bot": "hiker"})))["kind"] == "wrong-moment"
        await asyncio.sleep(0.2)
        assert (await ana.ask("PUT", f"{seat}/1", {"bot": "hiker"}))["seats"][1]["stand_in"] == "hiker"
        assert (await ben.ask("POST", f"/api/tables/{id}/return"))["seats"][1]["stand_in"] is None
        assert (await refused(ana.ask("PUT", f"{seat}/1", {"bot": "deep thought"})))["kind"] == "cannot-play"

    tell(server, story)


def test_the_host_fills_an_open_seat_with_a_bot_and_the_game_starts(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("solstis", ["me", "link"])
        started = await ana.ask("PUT", f"/api/tables/{table['id']}/seats/1", {"bot": "hiker"})
        assert started["status"] == "running"
        assert (await refused(ben.join(table["id"], table["invite"])))["kind"] == "wrong-moment"

    tell(server, story)


def test_whoever_leaves_before_the_start_makes_room_and_later_a_bot_takes_over(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("five-towers", ["me", "link", "link"])
        id = table["id"]  # noqa: A001
        await ben.join(id, table["invite"], seat=2)
        assert (await ben.ask("POST", f"/api/tables/{id}/leave"))["seats"][2]["kind"] == "open"
        await ben.join(id, table["invite"], seat=1)
        await ana.ask("PUT", f"/api/tables/{id}/seats/2", {"bot": "hiker"})
        left = await ben.ask("POST", f"/api/tables/{id}/leave")
        assert (left["seats"][1]["left"], left["seats"][1]["stand_in"]) == (True, "climber")
        assert id not in [line["id"] for line in await ben.my_turns()]

    tell(server, story)


def test_a_rematch_seats_everybody_one_further_and_there_is_only_one(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis", listed=True)  # noqa: A001
        assert (await refused(ana.ask("POST", f"/api/tables/{id}/rematch")))["kind"] == "wrong-moment"
        async with ana.sit(id) as a, ben.sit(id) as b:
            await asyncio.gather(a.play(first), b.play(first))
            again = await ana.ask("POST", f"/api/tables/{id}/rematch")
            assert [seat["name"] for seat in again["seats"]] == ["Ben", "Ana"]
            assert again["status"] == "running"
            assert (await ben.ask("POST", f"/api/tables/{id}/rematch"))["id"] == again["id"]
            await until(b, "seats", rematch=again["id"])

    tell(server, story)


def test_a_result_goes_into_the_ratings_and_the_profile(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis", listed=True)  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            ended, _ = await asyncio.gather(a.play(first), b.play(first))
        profiles = [await ana.ask("GET", f"/api/players/{seat['player']}") for seat in a.hello["table"]["seats"]]
        assert [profile["finished"][0]["id"] for profile in profiles] == [id, id]
        strength = [profile["ratings"][0]["mu"] for profile in profiles]
        assert (strength[0] > strength[1]) == (ended["result"][0] > ended["result"][1])

    tell(server, story)


def test_spectators_see_what_lies_open_and_no_more(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "five-towers")  # noqa: A001
        async with ana.sit(id) as a, Client(server.url).sit(id) as watching:
            assert watching.view["viewer"] is None  # type: ignore[index]
            assert watching.view["choices"] == []  # type: ignore[index]
            assert watching.hello["table"]["invite"] is None
            assert a.hello["table"]["invite"] is not None
            assert watching.view["decision"]["prompt"].startswith(("Ana", "Ben"))  # type: ignore[index]

    tell(server, story)
