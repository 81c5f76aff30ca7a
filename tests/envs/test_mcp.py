"""A scripted model at tables of a real server, over the SDK's own client."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

import cairn
from cairn.cli.mcp import Player, server_of
from cairn.core import compact
from cairn.core.registry import bundled
from tests.envs.test_text import names_in
from tests.processes import end, spawn
from tests.server.process import Server, free_port

TOOLS = {
    "list_games",
    "rule",
    "open_table",
    "join_table",
    "position",
    "choose",
    "why_not",
    "wait_for_turn",
    "say",
}


SEEDED = Path("examples/bots/seeded.py").read_text(encoding="utf-8")
NONSENSE = 'import sys\nfor line in sys.stdin:\n    print("hm", flush=True)\n'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("mcp")).start()
    yield server
    server.stop()


def said(result: object) -> str:
    return "\n".join(part.text for part in result.content)  # type: ignore[attr-defined]


async def use(model: Client, tool: str, **arguments: object) -> str:
    return said(await model.call_tool(tool, arguments))


def choices_in(position: str) -> int:
    """How many choices a position offers."""
    line = next((line for line in position.splitlines() if line.startswith("choices: ")), "")
    numbers = [int(number) for number in re.findall(r"(?:^choices: |; |, |: | to )(\d+) ", line)]
    return max(numbers, default=0)


def test_a_scripted_model_plays_a_whole_game_of_each_title_and_is_told_nothing_hidden(served: Server) -> None:
    async def story() -> list[tuple[list[str], str]]:
        return await asyncio.gather(*(whole_game(served, slug) for slug in bundled()))

    for heard, record in asyncio.run(story()):
        assert "the game is over" in heard[-1]
        told_what_its_seat_may_know(heard, cairn.Record.read(record))


async def whole_game(served: Server, slug: str) -> tuple[list[str], str]:
    """All that a model is told in a game against a hiker, and the record of that game, which tells everything."""
    player = Player(served.url, f"Model of {slug}", None)
    async with Client(server_of(player)) as model:
        heard = await played_out(model, slug)
        known = await player.known()
        for _ in range(600):  # the table tells its players of the end before it is written down
            table = (await known.ask("GET", "/api/me/tables"))[0]
            if table["status"] == "over":
                break
            await asyncio.sleep(0.1)
        record = await known.record(table["id"])
        await player.close()
    return heard, record


def told_what_its_seat_may_know(heard: list[str], record: cairn.Record) -> None:
    """Every position is the one that seat 0 sees of the true state and of another that it cannot tell from it.

    What else was said, and the question, which has the names of people in it, name nothing that only seat 1 may see.
    """
    by_text = {without_question(state.text(0))[0]: state for state in record.replay()}
    dice = cairn.Dice(8)
    for number, said in enumerate(heard):
        before, begun, rest = said.partition(f"{record.game.slug}, 2 seats, seen by seat 0")
        position, question = without_question(begun + rest)
        state = by_text[position]
        if state.seat >= 0 and number % 4 == 0:
            assert without_question(compact.text(state.resample(0, dice).view(0)))[0] == position
        ours, theirs = (names_in(state.view(seat)["zones"]) for seat in range(2))
        for name in set(theirs) - set(ours):
            assert not re.search(rf"\b{re.escape(name)}\b", (before + question).lower().replace(" ", "-")), (name, said)


def without_question(text: str) -> tuple[str, str]:
    """A position, and what it asks."""
    apart = ("asked: ", "It is not your turn yet")
    lines = text.splitlines()
    return tuple("\n".join(line for line in lines if line.startswith(apart) == asked) for asked in (False, True))


async def played_out(model: Client, slug: str) -> list[str]:
    """All that a model is told that opens a table with a hiker and answers at random until the game is over."""
    dice = cairn.Dice(3)
    heard = [await use(model, "open_table", game=slug, others=["hiker"])]
    while "the game is over" not in heard[-1]:
        count = choices_in(heard[-1])
        if count:
            heard.append(await use(model, "choose", choice=str(1 + dice.pick(count))))
        else:
            heard.append(await use(model, "wait_for_turn", seconds=20))
        assert len(heard) < 3000
        assert "Refused" not in heard[-1], heard[-1]
    return heard


def test_what_a_model_reads_is_the_view_of_its_seat(served: Server) -> None:
    """Every position is made from the seat's own view: any world that the seat cannot tell apart reads the same."""
    player = Player(served.url, "Model", None)

    async def story() -> None:
        async with Client(server_of(player)) as model:
            text = await use(model, "open_table", game="solstis", others=["hiker"])
            seat = player.at_table()
            assert seat.view is not None
            assert seat.view["viewer"] == seat.seat == 0
            other = cairn.game("solstis").imagine(
                {key: part for key, part in seat.view.items() if key not in ("result",)}, cairn.Dice(4)
            )
            assert other.view(0)["zones"] == seat.view["zones"]
            assert "seen by seat 0" in text
            await player.close()

    asyncio.run(story())


def test_tools_answer_in_words(served: Server) -> None:
    player = Player(served.url, "Model", None)

    async def story() -> None:
        async with Client(server_of(player)) as model:
            assert {tool.name for tool in (await model.list_tools()).tools} == TOOLS
            assert "five-towers: 5 Towers, 2 to 5 seats" in await use(model, "list_games")
            assert "FT-10" in await use(model, "rule", game="five-towers", id="FT-10")
            assert "you are not at a table" in await use(model, "position")
            await use(model, "open_table", game="five-towers", others=["hiker"])
            asked = await use(model, "wait_for_turn", seconds=50)
            assert choices_in(asked)
            assert f"choices are numbered 1 to {choices_in(asked)}" in await use(model, "choose", choice="99")
            assert await use(model, "why_not", choice="1") == "It is possible."
            assert "(FT-9)" in await use(model, "why_not", choice="bid 9")
            assert (await use(model, "why_not", choice="sing")).startswith("'sing' is not an answer to this question")
            assert await use(model, "say", text="Hello") == "Said."
            assert "belongs to" in await use(model, "join_table", link="http://127.0.0.1:1/join/abcdefgh")
            await player.close()

    asyncio.run(story())


def test_two_models_meet_by_link(served: Server) -> None:
    ana, ben = Player(served.url, "Ana", None), Player(served.url, "Ben", None)

    async def story() -> None:
        async with Client(server_of(ana)) as first, Client(server_of(ben)) as second:
            opened = await use(first, "open_table", game="solstis", others=["link"])
            assert "you are not asked now: use wait_for_turn first" in await use(first, "choose", choice="1")
            link = re.search(r"http://\S+/join/[\w-]+", opened)
            assert link, opened
            assert "You have seat 1" in await use(second, "join_table", link=link[0])
            await asyncio.wait_for(begins(ana), 60)
            assert "solstis, 2 seats, seen by seat 0" in await use(first, "position")
            await use(second, "say", text="Good luck!")
            await asyncio.wait_for(chat_reaches(ana), 60)
            assert "Ben says: Good luck!" in await use(first, "position")
            await ana.close()
            await ben.close()

    asyncio.run(story())


async def begins(player: Player) -> None:
    """Wait until all seats are taken."""
    while player.at_table().view is None:
        await player.at_table().receive()


async def chat_reaches(player: Player) -> None:
    """Wait until a line of chat has come, and leave it to be read."""
    seat = player.at_table()
    message = await seat.receive()
    while message["type"] != "chat":
        message = await seat.receive()
    seat._messages.put_nowait(message)


def test_a_server_that_is_away_is_told_in_words_and_found_again(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    player = Player(server.url, "Model", None)

    async def story() -> None:
        async with Client(server_of(player)) as model:
            await use(model, "open_table", game="solstis", others=["hiker"])
            before = await use(model, "wait_for_turn", seconds=50)
            await asyncio.to_thread(server.stop)
            assert "does not answer. Try again later" in await use(model, "choose", choice="1")
            assert "does not answer. Try again later" in await use(model, "position")
            await asyncio.to_thread(server.start)
            again = await use(model, "position")
            assert "The connection was lost and is back. You have seat 0" in again
            assert again.partition("solstis, 2")[2] == before.partition("solstis, 2")[2]
            assert "Refused" not in await use(model, "choose", choice="1")
            await player.close()
            server.stop()
            nowhere = Player(server.url, "Model", None)
        async with Client(server_of(nowhere)) as model:
            said = await use(model, "open_table", game="solstis", others=["hiker"])
            assert said == f"Nothing has changed: the server {server.url} does not answer. Try again later."

    asyncio.run(story())


def test_a_whole_game_over_standard_input_and_output(served: Server) -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "cairn", "mcp", "--server", served.url], env={"PYTHONPATH": "src"}
    )

    async def story() -> list[str]:
        async with Client(stdio_client(command)) as model:
            return await played_out(model, "solstis")

    heard = asyncio.run(story())
    assert "solstis, 2 seats, seen by seat 0" in heard[0]


def test_a_whole_game_over_http(served: Server) -> None:
    port = free_port()
    command = [sys.executable, "-m", "cairn", "mcp", "--server", served.url, "--http", str(port)]
    process = spawn(command, env={**os.environ, "PYTHONPATH": "src"})
    wait_for_port(port)

    async def story() -> list[str]:
        async with Client(f"http://127.0.0.1:{port}/mcp") as model:
            return await played_out(model, "solstis")

    heard = asyncio.run(story())
    end(process)
    assert "solstis, 2 seats, seen by seat 0" in heard[0]


def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < deadline, "the server of the protocol did not start"
            time.sleep(0.05)
        else:
            return


@pytest.mark.parametrize(
    ("body", "lost"), [(SEEDED, ""), ("import sys; sys.exit(3)", "exit code 3"), (NONSENSE, "not JSON")]
)
def test_a_bot_sits_down_by_link(
    served: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str], body: str, lost: str
) -> None:
    """One that dies or talks nonsense loses its decisions to `climber`, with the reason, and the game goes on."""
    from cairn.cli.seat import play_at
    from cairn.client import Client as Person

    file = tmp_path / "bot.py"
    file.write_text(body)

    async def story() -> dict:
        async with Person(served.url) as host:
            await host.guest("Host")
            table = await host.create("solstis", ["me", "link"])
            link = f"{served.url}/join/{table['invite']}"
            async with host.sit(table["id"]) as seat:
                ends = await asyncio.gather(
                    seat.play(lambda view: view["choices"][0]["choice"]),
                    play_at(link, f"cmd:{sys.executable} {file}", "Bot", None, 1),
                )
            return ends[1]

    last = asyncio.run(story())
    assert last["seat"] < 0
    assert json.dumps(last["result"])
    told = capfd.readouterr().err
    assert ("climber answered for" in told) == bool(lost)
    assert lost in told
