"""A record at a keyboard and a table on the server play the same game, with the same steps back allowed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import cairn
from cairn.core.errors import CannotUndo
from cairn.core.history import CHOICE
from cairn.server import play as server_play
from cairn.server import redaction
from cairn.server.play import Move, Play, from_row, to_row

MOVES = 60
GAMES = 2


def outcome(step_back: Callable[[], Any]) -> str:
    """Why a step back was refused; empty if it was taken."""
    try:
        step_back()
    except CannotUndo as error:
        return error.reason
    return ""


def stored(move: Move) -> Move:
    """A move after a journey to the database and back."""
    return from_row(json.loads(json.dumps(to_row(move))))


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("slug", cairn.slugs())
def test_records_and_tables_allow_the_same_and_come_to_the_same(
    slug: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, dice = cairn.game(slug), random.Random(number)
    chance = cairn.Dice(number)
    monkeypatch.setattr(server_play, "fresh_dice", lambda: chance)
    seats = 2 if 2 in game.seats else game.seats[0]
    table, start = Play.begin(game.prepare(seats, {}), 0)
    names = [f"Seat {seat}" for seat in range(seats)]
    record = cairn.Record.new(game, names, cairn.Script(start.chance))
    moves, refusals = [start], set()

    def at_table(step_back: Callable[..., Any], seat: int) -> None:
        step = step_back(seat, f"player {seat}", 0)
        table.take(step)
        moves.append(step.move)

    while table.asked >= 0 and len(moves) < MOVES:
        seat = dice.randrange(seats)
        if moves[-1].kind == CHOICE and dice.random() < 0.4:
            back = dice.choice(["undo", "restart"])
            seat = moves[-1].seat if dice.random() < 0.8 else seat
            here = outcome(lambda: getattr(record, back)(seat))  # noqa: B023
            there = outcome(lambda: at_table(getattr(table, back), seat))  # noqa: B023
            assert here == there
            refusals.add(here)
        else:
            text = table.state.notation(dice.choice(table.state.choices()))
            step = table.answer(text, f"player {table.asked}", 0)
            table.take(step)
            moves.append(step.move)
            record.play(text, cairn.Script(step.move.chance))
        assert record.state.dump() == table.state.dump()
        assert record.history.position == table.position
    assert "" in refusals
    again = Play.restore(table.state.setup, stored(start))
    for move in moves[1:]:
        again.replay(stored(move))
    assert (again.position, again.state.dump()) == (table.position, table.state.dump())
    line = cairn.Record.of(table.state.setup, names, start.chance, redaction.standing(moves))
    assert line.text() == record.text()
