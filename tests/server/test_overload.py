"""Beyond its capacity a server gives up what can wait, in order, and never what people do at their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

import cairn
from cairn.server import services
from cairn.server.api.tables import HintWish, hint, review
from cairn.server.lobby import Wish
from cairn.server.overload import LATE, SLOWED_MS, Level, Overload
from cairn.server.problems import Problem
from cairn.server.roster import BOT, PERSON
from cairn.server.settings import Settings


def after(overload: Overload, late: float, seconds: float) -> Level:
    for _ in range(int(seconds * 10)):
        overload.observe(late, 0.1)
    return overload.level


def test_levels_come_one_after_the_other_and_go_when_it_is_over() -> None:
    overload = Overload()
    seen = [overload.level]
    for _ in range(100):
        overload.observe(0.5, 0.1)
        if overload.level != seen[-1]:
            seen.append(overload.level)
    assert seen == list(Level)
    assert after(overload, 0.0, 30) is Level.NONE


def test_one_slow_step_changes_nothing_and_a_level_does_not_flicker() -> None:
    overload = Overload()
    overload.observe(0.5, 0.1)
    assert overload.level is Level.NONE
    assert after(overload, LATE[Level.HINTS] * 1.1, 30) is Level.HINTS
    assert after(overload, LATE[Level.HINTS] * 0.9, 30) is Level.HINTS
    assert after(overload, LATE[Level.HINTS] * 0.4, 30) < Level.HINTS


def refuses(overload: Overload) -> list[str]:
    asked = {
        "reviews": lambda: overload.refuse(Level.REVIEWS),
        "hints": lambda: overload.refuse(Level.HINTS),
        "newcomers": overload.admit,
    }
    return [what for what, ask in asked.items() if answer(ask) == 503]


def answer(ask: Callable[[], None]) -> int:
    try:
        ask()
    except Problem as problem:
        return problem.status
    return 200


@pytest.mark.parametrize(
    ("level", "refused", "pace"),
    [
        (Level.NONE, [], 0),
        (Level.REVIEWS, ["reviews"], 0),
        (Level.HINTS, ["reviews", "hints"], 0),
        (Level.BOTS, ["reviews", "hints"], SLOWED_MS),
        (Level.FULL, ["reviews", "hints", "newcomers"], SLOWED_MS),
    ],
)
def test_what_is_given_up_at_each_level(level: Level, refused: list[str], pace: int) -> None:
    overload = Overload()
    overload.level = level
    assert refuses(overload) == refused
    assert overload.least_pace == pace


def test_a_full_server_refuses_advice_and_slows_bots_while_people_play_on(tmp_path: Path) -> None:
    async def story() -> None:
        settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'cairn.db'}", thinkers=1, web=None)
        async with services.running(settings) as use:
            ana, _ = await use.identity.guest("Ana", "test")
            setup = cairn.game("five-towers").prepare(2, {})
            wish = Wish(setup, [(PERSON, ana.id), (BOT, "random")], hints=True)
            table = await use.lobby.create(ana, wish)
            use.overload.level = Level.FULL
            for work in (hint(table.id, HintWish(position=0), ana, use), review(table.id, 0, ana, use)):
                with pytest.raises(Problem, match="Games go on"):
                    await work
            assert table.scheduler.pace == SLOWED_MS
            play = table.session.running()
            if play.asked == 0:
                assert await table.choose(ana, 0, play.state.notation(play.state.offered[0])) == 1

    asyncio.run(asyncio.wait_for(story(), 60))
