"""Bots think elsewhere, and nothing that becomes of them holds a table up."""

from __future__ import annotations

import asyncio
import logging

import pytest

import cairn
from cairn.server import thinking
from cairn.server.play import Play
from cairn.server.tables import Tables
from cairn.server.thinking import BotFailed, Thinking

GAME = cairn.game("five-towers")


def first_view():
    state = GAME.start(2, cairn.Dice(1))
    return state.view(state.seat)


def ask(bot):
    async def story():
        minds = Thinking(1)
        try:
            return await minds.answer("five-towers", bot, first_view())
        finally:
            await minds.close()

    return asyncio.run(story())


def test_a_bot_answers_with_a_choice():
    assert ask("climber") in [choice["choice"] for choice in first_view()["choices"]]


def test_a_bot_that_does_not_exist_fails_by_name():
    with pytest.raises(BotFailed, match="there is no bot 'yeti'"):
        ask("yeti")


def test_a_bot_that_loses_itself_in_thought_is_ended(monkeypatch):
    monkeypatch.setattr(thinking, "PATIENCE", 0.2)
    with pytest.raises(BotFailed, match=r"thought for longer than 0\.2 s"):
        ask("search:iterations=100000000")


def test_a_stand_in_answers_for_a_bot_that_fails(caplog):
    class Failing:
        async def answer(self, game, bot, view):
            if bot == "guide":
                raise BotFailed("guide at five-towers: it fell")
            return f"an answer of {bot}"

    tables = Tables(None, None, Failing(), None)
    play, _ = Play.begin(GAME.prepare(2, {}), 0)
    with caplog.at_level(logging.WARNING):
        assert asyncio.run(tables.answer_of("guide", play)) == "an answer of climber"
    assert "a bot failed" in caplog.text
