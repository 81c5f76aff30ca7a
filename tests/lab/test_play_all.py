"""Games in worker processes, and bots that fail there: each costs its seat one decision and nothing else."""

from __future__ import annotations

import logging
import multiprocessing

import pytest

import cairn
from cairn.lab.playing import Played, Task
from cairn.lab.pool import play_all


def task(*specs: str, deal: int = 0, slug: str = "toy-hands") -> Task:
    return Task((deal,), slug, specs, 1, deal, {}, keep_record=True)


def play(*specs: str, timeout: float = 20) -> Played:
    return next(play_all([task(*specs)], 1, timeout))


def said(played: Played, seat: int) -> list[str]:
    record = cairn.Record.read(played.record)
    return [move.choice for move in record.moves if move.seat == seat]


def test_a_game_is_what_its_seats_answer() -> None:
    played = play("high", "low")
    hands = [lines["in hand"] for lines in played.scores]
    assert said(played, 0) == ["say high", "say high"]
    assert said(played, 1) == ["say low", "say low"]
    assert played.totals == [3 * hands[0], hands[1]]
    assert (played.decisions, played.faults) == ([2, 2], [])


def test_a_deal_is_the_same_for_whoever_sits_at_it() -> None:
    one, other = play("high", "low"), play("low", "high")
    assert [lines["in hand"] for lines in one.scores] == [lines["in hand"] for lines in other.scores]


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("crash", "it raised ValueError('boom')"),
        ("leave", "it raised SystemExit(4)"),
        ("babble", "it answered 'sing loud': 'sing loud' is not an answer to this question"),
        ("mute", "it answered None, which is no notation"),
        ("die", "its process ended with exit code 3"),
    ],
)
def test_a_bot_that_fails_loses_its_decision_to_climber(
    bot: str, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    played = play("low", bot)
    assert said(played, 0) == ["say low", "say low"]
    assert said(played, 1) == said(play("low", "climber"), 1)
    assert [(fault.seat, fault.bot) for fault in played.faults] == [(1, bot), (1, bot)]
    logged = [entry.getMessage() for entry in caplog.records if entry.name == "cairn.pool"]
    assert len(logged) == 2
    assert logged[0].startswith(f"{bot} lost a decision of toy-hands to a stand-in: {problem}")
    assert all(entry.levelno == logging.WARNING for entry in caplog.records)


def test_a_bot_that_hangs_is_ended_at_its_timeout() -> None:
    played = play("hang", "low", timeout=0.2)
    assert [fault.problem for fault in played.faults] == ["it thought for longer than 0.2 s"] * 2
    assert len(said(played, 0)) == 2


def test_thinking_too_long_is_time_spent() -> None:
    played = play("hang", "low", timeout=0.2)
    assert 0.4 < played.seconds[0] < 10
    assert played.seconds[1] < 0.2


def test_faults_of_others_are_not_lost_with_a_process() -> None:
    assert sorted(fault.bot for fault in play("crash", "die").faults) == ["crash", "crash", "die", "die"]


def test_where_climber_fails_too_chance_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.lab.pool.STAND_INS", ("crash", "random"))
    played = play("babble", "low")
    assert [fault.bot for fault in played.faults] == ["babble", "crash", "babble", "crash"]


def test_where_climber_takes_the_process_with_it_chance_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.lab.pool.STAND_INS", ("die", "random"))
    played = play("hang", "low", timeout=0.2)
    assert [fault.bot for fault in played.faults] == ["hang", "die", "hang", "die"]


def test_a_stand_in_that_takes_the_process_with_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.lab.pool.STAND_INS", ("die", "random"))
    assert [fault.bot for fault in play("babble", "low").faults] == ["babble", "die", "babble", "die"]


def test_a_failing_neighbour_changes_nothing_for_a_bot_with_dice_of_its_own() -> None:
    assert said(play("slow", "die"), 0) == said(play("slow", "climber"), 0)


def test_every_task_comes_back_once_in_however_many_processes() -> None:
    tasks = [task("slow", "die" if deal == 3 else "low", deal=deal) for deal in range(7)]
    alone = {played.key: played.record for played in play_all(tasks, 1)}
    together = {played.key: played.record for played in play_all(tasks, 3)}
    assert sorted(alone) == [(deal,) for deal in range(7)]
    assert alone == together


def test_leaving_early_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())
    results = play_all([task("slow", "slow", deal=deal) for deal in range(50)], 2)
    next(results)
    assert len(set(multiprocessing.active_children()) - before) == 2
    results.close()
    assert set(multiprocessing.active_children()) <= before


def test_a_defect_of_the_game_is_told_with_its_traceback() -> None:
    with pytest.raises(RuntimeError, match=r"could not be played to its end:\nTraceback(.|\n)*UnknownGame"):
        next(play_all([task("low", "low", slug="chess")], 1))
