"""Hints, and looking back at a game that is over."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import cairn
from cairn.client import Client
from cairn.server import services
from cairn.server.api.tables import HintWish, hint
from cairn.server.lobby import Wish
from cairn.server.roster import PERSON
from cairn.server.settings import Settings
from cairn.server.thinking import Analysis
from tests.server.process import Server
from tests.server.test_tables import first, refused, tell, two_at_a_table


def test_a_hint_values_every_choice_of_the_seat_that_is_asked(server: Server) -> None:
    async def story(ana: Client, ben: Client) -> None:
        id = await two_at_a_table(ana, ben, "solstis")  # noqa: A001
        async with ana.sit(id) as a, ben.sit(id) as b:
            asked, other, who = (a, ana, ben) if a.view["seat"] == 0 else (b, ben, ana)  # type: ignore[index]
            advice = await other.ask("POST", f"/api/tables/{id}/hint", {"position": 0})
            choices = [choice["choice"] for choice in (asked.view or {})["choices"]]
            assert sorted(opinion["choice"] for opinion in advice["opinions"]) == sorted(choices)
            captions = {choice["choice"]: choice["caption"] for choice in (asked.view or {})["choices"]}
            assert {opinion["choice"]: opinion["caption"] for opinion in advice["opinions"]} == captions
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


def test_a_hint_is_about_the_position_it_was_asked_at_even_if_the_table_moves_on_meanwhile(tmp_path: Path) -> None:
    """Captions made from the new position would tell what another seat may choose from."""

    async def story() -> None:
        settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}", thinkers=1, web=None)
        async with services.running(settings) as use:
            people = [(await use.identity.guest(name, "test"))[0] for name in ("Ana", "Ben")]
            setup = cairn.game("the-peak").prepare(2, {})
            seated = [(PERSON, person.id) for person in people]
            table = await use.lobby.create(people[0], Wish(setup, seated, hints=True))
            play = table.session.running()
            asked = play.asked
            captions = [play.state.caption(choice) for choice in play.state.offered]

            class ThinksLong:
                """Has not answered before another seat is asked."""

                async def analyse(self, view: dict[str, Any], ms: int, asker: object, content: str | None) -> Analysis:
                    while play.asked == asked:
                        move = play.state.notation(play.state.offered[0])
                        await table.choose(people[asked], play.position, move)
                    return Analysis([{"choice": choice["choice"]} for choice in view["choices"]], False)

                async def close(self) -> None:
                    await thinking.close()

            thinking, use.thinking = use.thinking, ThinksLong()  # type: ignore[assignment]
            told = await hint(table.id, HintWish(position=0), people[asked], use)
            assert told["seat"] == asked
            assert [opinion["caption"] for opinion in told["opinions"]] == captions

    asyncio.run(asyncio.wait_for(story(), 60))
