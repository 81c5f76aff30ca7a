"""Bots think elsewhere, and nothing that becomes of them holds a table up."""

from __future__ import annotations

import asyncio

import pytest

import cairn
from cairn.server import thinking
from cairn.server.fair_queue import Asker, Priority
from cairn.server.problems import Problem
from cairn.server.thinking import Thinking

ANA = Asker(Priority.PEOPLE, "Ana", "table")
GAME = cairn.game("five-towers")


def first_view():
    state = GAME.start(2, cairn.Dice(1))
    return state.view(state.seat)


def choices():
    return [choice["choice"] for choice in first_view()["choices"]]


def ask(question):
    async def story():
        pool = Thinking(1)
        try:
            return await question(pool)
        finally:
            await pool.close()

    return asyncio.run(story())


def test_a_bot_answers_with_a_choice(caplog):
    assert ask(lambda pool: pool.answer("climber", first_view(), ANA)).notation in choices()
    assert caplog.text == ""


def test_a_stand_in_answers_for_a_bot_that_fails(caplog):
    assert ask(lambda pool: pool.answer("yeti", first_view(), ANA)).notation in choices()
    assert "yeti lost a decision of five-towers to a stand-in" in caplog.text


def test_a_bot_that_loses_itself_in_thought_is_ended(monkeypatch, caplog):
    monkeypatch.setattr(thinking, "TIMEOUT", 0.2)
    assert ask(lambda pool: pool.answer("search:iterations=100000000", first_view(), ANA)).notation in choices()
    assert "it thought for longer than 0.2 s" in caplog.text


def test_analysis_knows_every_choice():
    opinions, _ = ask(lambda pool: pool.analyse(first_view(), 50, ANA))
    assert sorted(opinion["choice"] for opinion in opinions) == sorted(choices())


def test_analysis_that_fails_is_a_problem(monkeypatch):
    monkeypatch.setattr(thinking, "TIMEOUT", 0.1)
    with pytest.raises(Problem, match=r"The bot failed: it thought for longer than 0\.1 s\."):
        ask(lambda pool: pool.analyse(first_view(), 60_000, ANA))


def test_a_thought_that_nobody_waits_for_is_ended():
    async def gives_up(pool):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(pool.answer("search:ms=600000", first_view(), ANA), 0.3)
        return await pool.answer("hiker", first_view(), ANA)

    assert ask(gives_up).notation in choices()
