from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import cairn
from cairn.client import Client, Refused, Seat
from cairn.server.messages import SERVER_SCHEMA
from tests.server.process import Server

Story = Callable[[Client, Client], Awaitable[None]]


def first(view: dict[str, Any]) -> str:
    return str(view["choices"][0]["choice"])


def tell(server: Server, story: Story, seconds: float = 60) -> None:
    """Two guests at a server, Ana and Ben."""

    async def told() -> None:
        async with server.client() as ana, server.client() as ben:
            await ana.guest("Ana")
            await ben.guest("Ben")
            await story(ana, ben)

    asyncio.run(asyncio.wait_for(told(), seconds))


async def refused(work: Awaitable[object]) -> dict[str, Any]:
    with pytest.raises(Refused) as caught:
        await work
    return {**caught.value.problem, "kind": caught.value.kind}


async def until(seat: Seat, kind: str, **wanted: Any) -> dict[str, Any]:
    """The next message of a kind with these members."""
    while True:
        message = await seat.receive()
        if message["type"] == kind and all(message[name] == value for name, value in wanted.items()):
            return message


async def two_at_a_table(ana: Client, ben: Client, game: str = "five-towers", **wishes: Any) -> str:
    table = await ana.create(game, ["me", "link"], **wishes)
    await ben.join(table["id"], table["invite"])
    return str(table["id"])


def test_friends_and_a_bot_play_a_game_to_its_end(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("five-towers", ["me", "link", "hiker"], pace=0)
        assert table["status"] == "waiting"
        await ben.join(table["id"], table["invite"])
        async with ana.sit(table["id"]) as seat, ben.sit(table["id"]) as other:
            ended, _ = await asyncio.gather(seat.play(first), other.play(first))
        assert sum(ended["result"]) == 1.0
        record = cairn.Record.read(await ben.record(table["id"]))
        assert record.state.seat < 0
        assert record.names == ["Ana", "Ben", "Hiker"]

    tell(server, story)


def test_every_message_is_as_the_schema_says(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis")  # noqa: A001
        async with ana.sit(id) as seat, ben.sit(id) as other, Client(server.url).sit(id) as watching:
            await asyncio.gather(seat.play(first), other.play(first))
            await seat.say("good game")
            for receiver in (seat, other, watching):
                SERVER_SCHEMA.validate_python(receiver.hello, strict=True)
                while True:
                    message = await receiver.receive()
                    SERVER_SCHEMA.validate_python(message, strict=True)
                    if message["type"] == "chat":
                        break

    tell(server, story)


def test_a_seat_is_taken_by_the_link_only(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("solstis", ["me", "link"])
        assert (await ben.ask("GET", f"/api/tables/{table['id']}"))["invite"] is None
        problem = await refused(ben.join(table["id"], "not-the-right-link"))
        assert problem["kind"] == "not-allowed"
        assert (await ben.ask("GET", f"/api/invites/{table['invite']}"))["id"] == table["id"]

    tell(server, story)


def test_private_tables_are_not_listed(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        private = await ana.create("solstis", ["me", "link"])
        public = await ana.create("solstis", ["me", "link"], listed=True)
        listed = [table["id"] for table in await ben.ask("GET", "/api/tables", game="solstis")]
        assert public["id"] in listed
        assert private["id"] not in listed

    tell(server, story)


def test_whose_turn_it_is_is_on_their_list(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben)  # noqa: A001
        table = await ana.ask("GET", f"/api/tables/{id}")
        asked, other = (ana, ben) if table["asked"] == 0 else (ben, ana)
        assert [line["id"] for line in await asked.my_turns()] == [id]
        assert await other.my_turns() == []

    tell(server, story)


def test_an_illegal_choice_is_refused_by_its_rule_and_changes_nothing(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben)  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            asked = a if a.view["seat"] == 0 else b  # type: ignore[index]
            before = asked.view
            problem = await refused(asked.choose("bid 99"))
            assert problem["kind"] in ("illegal-choice", "bad-notation")
            assert (await refused(asked.choose("fly to the moon")))["kind"] == "bad-notation"
            assert (await asked.why_not("fly to the moon") or {})["type"] == "/problems/bad-notation"
            assert await asked.why_not(first(before or {})) is None
            async with (ana if asked is a else ben).sit(id) as again:
                assert again.view == before

    tell(server, story)


def test_a_stale_answer_and_another_seats_answer_are_refused(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben)  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b, Client(server.url).sit(id) as watching:
            asked, other = (a, b) if a.view["seat"] == 0 else (b, a)  # type: ignore[index]
            choice = first(asked.view or {})
            assert (await refused(other.choose(choice)))["kind"] == "not-your-turn"
            assert (await refused(watching.choose(choice)))["kind"] == "not-signed-in"
            await asked.choose(choice, position=0)
            problem = await refused(asked.choose(choice, position=0))
            assert (problem["kind"], problem["position"]) == ("stale-position", 1)

    tell(server, story)


def test_somebody_who_reconnects_is_told_what_they_missed(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben)  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            for _ in range(6):
                asked = a if a.view["seat"] == 0 else b  # type: ignore[index]
                position = await asked.choose(first(asked.view or {}))
                await until(a, "moved", position=position)
                await until(b, "moved", position=position)
        async with ana.sit(id, since=2) as again:
            assert [entry["position"] for entry in again.hello["log"]] == [3, 4, 5, 6]
            assert all(entry["choice"] is None or entry["seat"] == 0 for entry in again.hello["log"])
        lines = await ana.ask("GET", f"/api/tables/{id}/log", before=3, limit=2)
        assert [line["position"] for line in lines] == [1, 2]
        lines = await ana.ask("GET", f"/api/tables/{id}/log", before=3, limit=50)
        assert [line["position"] for line in lines] == [0, 1, 2]

    tell(server, story)


def test_chat_is_for_those_at_the_table_and_has_a_length(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("solstis", ["me", "link"])
        async with ana.sit(table["id"]) as a, ben.sit(table["id"]) as watching:
            await a.say("hello")
            assert (await until(watching, "chat"))["line"]["text"] == "hello"
            assert (await refused(watching.say("hi")))["kind"] == "not-allowed"
            assert (await refused(a.say("x" * 401)))["kind"] == "bad-request"
        async with ana.sit(table["id"]) as again:
            assert [line["text"] for line in again.hello["chat"]] == ["hello"]

    tell(server, story)


def test_a_preview_shows_where_a_choice_would_lead_and_plays_nothing(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("peaks", ["me"])
        async with ana.sit(table["id"]) as seat:
            choice = first(seat.view or {})
            shown = await seat.preview(choice)
            SERVER_SCHEMA.validate_python(shown, strict=True)
            assert seat.position == 0
            await seat.choose(choice)
            assert not shown["certain"] or shown["view"] == seat.view

    tell(server, story)


def test_the_host_closes_a_table_that_has_not_started(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        table = await ana.create("solstis", ["me", "link"], listed=True)
        path = f"/api/tables/{table['id']}"
        assert (await refused(ben.ask("DELETE", path)))["kind"] == "not-allowed"
        assert (await ana.ask("DELETE", path))["status"] == "closed"
        assert (await refused(ben.join(table["id"], table["invite"])))["kind"] == "wrong-moment"
        assert (await refused(ana.ask("DELETE", path)))["kind"] == "wrong-moment"

    tell(server, story)


def test_presence_is_told(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis")  # noqa: A001
        async with ana.sit(id) as a:
            async with ben.sit(id):
                while not (await until(a, "seats"))["seats"][1]["present"]:
                    pass
            while (await until(a, "seats"))["seats"][1]["present"]:
                pass

    tell(server, story)


def test_a_record_is_given_out_when_the_game_is_over(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis")  # noqa: A001
        assert (await refused(ana.record(id)))["kind"] == "wrong-moment"

    tell(server, story)
