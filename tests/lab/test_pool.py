"""Bots that think in processes of their own, and what becomes of a question when they fail."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait

import pytest

import cairn
from cairn import bots
from cairn.core.contract import View
from cairn.lab.pool import Analysis, BotPool, Failed


@pytest.fixture(scope="module")
def pool() -> Iterator[BotPool]:
    with BotPool(1, ["tests.lab.toy_modules"]) as open_pool:
        yield open_pool


@pytest.fixture
def view() -> View:
    """What the first seat sees, at the start of a game in which it holds a number from 1 to 9."""
    return cairn.game("toy-hands").start(2, cairn.Dice(1)).view(0)


def pids(pool: BotPool) -> list[int]:
    return [worker.process.pid for worker in pool.pool.workers if worker.process is not None]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [entry.getMessage() for entry in caplog.records if entry.name == "cairn.pool"]


def test_a_bot_answers_in_another_process_as_it_would_in_this_one(pool: BotPool) -> None:
    view = cairn.game("five-towers").start(3, cairn.Dice(5)).view(0)
    here = bots.make("climber", cairn.game("five-towers")).answer(view, 9)
    assert pool.ask("climber", view, seed=9).result(60) == here


def test_the_seed_decides(pool: BotPool, view: View) -> None:
    answers = [pool.ask("random", view, seed).result(60) for seed in range(20)]
    assert set(answers) == {"say low", "say high"}
    assert answers == [pool.ask("random", view, seed).result(60) for seed in range(20)]


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("crash", "it raised ValueError('boom')"),
        ("leave", "it raised SystemExit(4)"),
        ("babble", "it answered 'sing loud', which is none of its choices"),
        ("mute", "it answered None, which is no notation"),
        ("die", "its process ended with exit code 3"),
        ("hang", "it thought for longer than 0.3 s"),
        ("yeti", "it raised UnknownBot(\"there is no bot 'yeti'; there are: random, hiker"),
    ],
)
def test_a_bot_that_fails_is_replaced_by_climber_with_a_warning(
    pool: BotPool, view: View, bot: str, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    right = bots.make("climber", cairn.game("toy-hands")).answer(view, 4)
    assert pool.ask(bot, view, seed=4, timeout=0.3).result(60) == right
    (warning,) = warnings(caplog)
    assert warning.startswith(f"{bot} lost a decision of toy-hands to a stand-in: {problem}")


def test_what_a_bot_prints_is_not_taken_for_its_answer(
    pool: BotPool, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    assert pool.ask("chatter", view, seed=4).result(60) == "say high"
    assert warnings(caplog) == []


def test_a_bot_that_overruns_is_ended_and_its_process_replaced(pool: BotPool, view: View) -> None:
    assert pool.ask("high", view, 1).result(60) == "say high"
    before = pids(pool)
    pool.ask("hang", view, 1, timeout=0.1).result(60)
    assert not _runs(before[0])
    assert pool.ask("high", view, 1).result(60) == "say high"
    assert pids(pool) != before


def test_a_process_that_is_killed_while_idle_is_replaced_without_a_word(
    pool: BotPool, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    pool.ask("high", view, 1).result(60)
    (killed,) = pids(pool)
    os.kill(killed, signal.SIGKILL)
    _until(lambda: not _runs(killed))
    assert pool.ask("high", view, 1).result(60) == "say high"
    assert warnings(caplog) == []


def test_where_climber_fails_too_chance_answers(
    pool: BotPool, view: View, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cairn.lab.pool.STAND_INS", ("die", "random"))
    assert pool.ask("crash", view, 1).result(60) in ("say low", "say high")
    assert [warning.split()[0] for warning in warnings(caplog)] == ["crash", "die"]


def test_a_cancelled_question_stops_the_bot_that_thinks_about_it(
    pool: BotPool, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    pool.ask("high", view, 1).result(60)
    (thinking,) = pids(pool)
    future = pool.ask("hang", view, 1, timeout=600)
    _until(lambda: pool.pool.workers[0].job is not None)
    begun = time.monotonic()
    assert future.cancel()
    assert pool.ask("high", view, 1).result(60) == "say high"
    assert time.monotonic() - begun < 30
    assert not _runs(thinking)
    assert warnings(caplog) == []


def test_a_question_cancelled_while_it_waits_is_never_asked(
    pool: BotPool, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    slow = pool.ask("hang", view, 1, timeout=0.5)
    waiting = pool.ask("die", view, 1)
    assert waiting.cancel()
    assert slow.result(60) in ("say low", "say high")
    assert pool.ask("high", view, 1).result(60) == "say high"
    with pytest.raises(CancelledError):
        waiting.result(1)
    assert [warning.split()[0] for warning in warnings(caplog)] == ["hang"]


def test_an_event_loop_can_wait_and_give_up(pool: BotPool, view: View) -> None:
    async def table() -> str:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.wrap_future(pool.ask("hang", view, 1, timeout=600)), 0.2)
        return await asyncio.wrap_future(pool.ask("high", view, 1))

    assert asyncio.run(table()) == "say high"


def test_many_questions_are_shared_among_the_processes(view: View) -> None:
    with BotPool(2, ["tests.lab.toy_modules"]) as pool:
        futures: list[Future[str]] = [pool.ask("slow", view, seed) for seed in range(40)]
        assert wait(futures, 60).not_done == set()
        assert len({future.result() for future in futures}) == 2


def test_a_lower_priority_comes_first(view: View) -> None:
    answered: list[int] = []
    with BotPool(1, ["tests.lab.toy_modules"]) as pool:
        busy = pool.ask("hang", view, 1, timeout=600)
        _until(lambda: pool.pool.workers[0].job is not None)
        for priority in (2, 0, 1):
            future = pool.ask("high", view, 1, priority=priority)
            future.add_done_callback(lambda future, priority=priority: answered.append(priority))
        busy.cancel()
        _until(lambda: len(answered) == 3)
    assert answered == [0, 1, 2]


def test_no_process_is_started_before_somebody_asks(view: View) -> None:
    with BotPool(3, ["tests.lab.toy_modules"]) as pool:
        assert pids(pool) == []
        pool.ask("high", view, 1).result(60)
        assert len(pids(pool)) == 1


def test_closing_cancels_what_is_left_and_ends_the_processes(view: View) -> None:
    pool = BotPool(1, ["tests.lab.toy_modules"])
    thinking, waiting = (pool.ask("hang", view, 1, timeout=600) for _ in range(2))
    _until(lambda: len(pids(pool)) == 1)
    (process,) = pids(pool)
    pool.close()
    assert thinking.cancelled()
    assert waiting.cancelled()
    assert not _runs(process)
    with pytest.raises(RuntimeError, match="the pool is closed"):
        pool.ask("high", view, 1)


def test_a_search_tells_its_opinion_of_every_choice(pool: BotPool, view: View) -> None:
    opinions = pool.analyse(view, seed=3, ms=20).result(60)
    assert sorted(opinion["choice"] for opinion in opinions) == ["say high", "say low"]


def test_an_analysis_that_overruns_fails_and_nobody_stands_in(pool: BotPool, view: View) -> None:
    with pytest.raises(Failed, match=r"it thought for longer than 0\.1 s"):
        pool.analyse(view, seed=3, ms=10_000, timeout=0.1).result(60)


def test_whatever_goes_wrong_with_an_analysis_is_told_and_the_next_question_is_answered(
    pool: BotPool, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken, pytest.raises(Failed, match="asking it failed with ValueError"):
        broken.setattr(Analysis, "message", lambda job: int("no number"))
        pool.analyse(view, seed=3, ms=20).result(60)
    assert pool.ask("high", view, 1).result(60) == "say high"


def test_a_view_that_asks_nothing_is_refused(pool: BotPool) -> None:
    view = cairn.game("toy-hands").start(2, cairn.Dice(1)).view(1)
    with pytest.raises(cairn.BadPosition, match="not of a seat that is asked something"):
        pool.ask("high", view, 1)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _until(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + 15
    while not happened():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.01)
