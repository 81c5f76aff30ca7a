"""A game in a package of its own is found by its entry point and does all that ours do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.examples.conftest import Run, environment
from tests.server.process import Server
from tests.server.test_tables import first

GAMES = {"connect-four": "connect_four", "stone-soup": "stone-soup"}
"""By slug, the folder of the package."""

APART = ("games", "server", "examples", "docs", "release")
"""Folders of our tests that are about our own games, need a server of their own, or are this one."""


@pytest.fixture(scope="module")
def server(others: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", environment(others / "games")["PYTHONPATH"])
        running = Server(tmp_path_factory.mktemp("server"), fresh=True).start()
    yield running
    running.stop()


@pytest.mark.parametrize("folder", GAMES.values())
def test_the_tests_of_the_package_pass(python: Run, others: Path, folder: str) -> None:
    assert "passed" in python("-m", "pytest", "-p", "no:cacheprovider", folder=others / folder)


def test_the_games_are_listed_with_ours(python: Run) -> None:
    listed = python("-m", "cairn", "games")
    assert {"Connect Four", "Stone Soup", "5 Towers"} <= {cell.strip() for cell in listed.replace("┃", "│").split("│")}


def test_bots_play_a_match(python: Run) -> None:
    match = ("match", "connect-four", "--bots", "climber,random", "--games", 20, "--json")
    played = json.loads(python("-m", "cairn", *match))
    shares = {standing["bot"]: standing["win_share"] for standing in played["standings"]}
    assert shares["climber"] > 0.8
    assert sum(standing["faults"] for standing in played["standings"]) == 0


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_played_in_the_terminal_and_saved(python: Run, tmp_path: Path, slug: str) -> None:
    saved = tmp_path / "game.json"
    shown = python("-m", "cairn", "play", slug, "--seats", "me,hiker", "--seed", 1, "--save", saved, typed="1\n" * 60)
    assert "wins" in shown or "share the win" in shown
    assert python("-m", "cairn", "verify", saved).strip().endswith("OK")


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_with_a_bot_is_played_to_its_end_and_rated(server: Server, slug: str) -> None:
    async def story() -> None:
        async with server.client() as ana:
            me = await ana.guest("Ana")
            table = await ana.create(slug, ["me", "climber"], pace=0)
            async with ana.sit(table["id"]) as seat:
                assert all(choice["caption"] for choice in (seat.view or {})["choices"])
                ended = await seat.play(first)
            assert sum(ended["result"]) == 1.0
            rated = (await ana.ask("GET", f"/api/players/{me['id']}"))["ratings"]
            assert [rating["game"] for rating in rated] == [slug]

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_board_that_a_game_brings_is_served_as_a_script_of_ours(server: Server) -> None:
    shown = {game["slug"]: game["board"] for game in httpx.get(f"{server.url}/api/games").json()}
    assert (shown["connect-four"], shown["stone-soup"], shown["solstis"]) == (True, False, False)
    answer = httpx.get(f"{server.url}/api/games/connect-four/board.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "export default" in answer.text


def test_a_game_without_a_board_says_so(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/games/stone-soup/board.js")
    assert answer.status_code == 404
    assert "has no board of its own" in answer.json()["detail"]


def test_our_own_tests_hold_with_these_games_registered(python: Run) -> None:
    wanted = " or ".join([*GAMES, "left_behind", "cited_rule_exists", "among_three", "test_sources"])
    ignored = [f"--ignore=tests/{folder}" for folder in APART]
    assert "passed" in python("-m", "pytest", "-p", "no:cacheprovider", "-k", wanted, *ignored, "tests")
