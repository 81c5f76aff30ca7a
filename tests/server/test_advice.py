"""Hints, and looking back at a game that is over."""

from __future__ import annotations

import asyncio

from cairn.client import Client
from tests.server.process import Server
from tests.server.test_tables import first, refused, tell, two_at_a_table


def test_a_hint_judges_every_choice_of_the_seat_that_is_asked(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis")  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            asked, other, who = (a, ana, ben) if a.view["seat"] == 0 else (b, ben, ana)  # type: ignore[index]
            advice = await other.ask("POST", f"/api/tables/{id}/hint", {"position": 0})
            choices = [choice["choice"] for choice in (asked.view or {})["choices"]]
            assert sorted(opinion["choice"] for opinion in advice["opinions"]) == sorted(choices)
            problem = await refused(who.ask("POST", f"/api/tables/{id}/hint", {"position": 0}))
            assert problem["kind"] == "not-your-turn"
            assert (await refused(other.ask("POST", f"/api/tables/{id}/hint", {"position": 1})))["position"] == 0

    tell(server, story)


def test_a_table_may_be_played_without_hints(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis", hints=False)  # noqa: A001
        for client in (ana, ben):
            problem = await refused(client.ask("POST", f"/api/tables/{id}/hint", {"position": 0}))
            assert problem["kind"] == "not-allowed"

    tell(server, story)


def test_a_game_that_is_over_can_be_looked_at_again_and_reviewed(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "five-towers")  # noqa: A001
        for path in ("positions/0", "review/0"):
            assert (await refused(ana.ask("GET", f"/api/tables/{id}/{path}")))["kind"] == "wrong-moment"
        async with ana.sit(id) as a, ben.sit(id) as b, ana.sit(id) as also:
            views = {0: a.view}
            await asyncio.gather(a.play(first), b.play(first))
            while len(views) < a.position:
                message = await also.receive()
                if message["type"] == "moved":
                    views[message["position"]] = message["view"]
        for position in (0, 1, 30, a.position - 1):
            shown = await ben.ask("GET", f"/api/tables/{id}/positions/{position}", seat=0)
            assert shown["view"] == views[position]
        advice = await ana.ask("GET", f"/api/tables/{id}/review/30")
        assert advice["choice"] in [opinion["choice"] for opinion in advice["opinions"]]
        assert (await refused(ana.ask("GET", f"/api/tables/{id}/positions/9999")))["kind"] == "not-found"

    tell(server, story)
