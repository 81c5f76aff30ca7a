"""The board of The Peak from each side's view."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import cairn
from cairn.cli import boards

PEAK = cairn.game("the-peak")
MOUNTAIN, MOUNTAINEER = 0, 1


def drawn(view: dict[str, object], width: int) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(boards.draw(view, ["Ada", "Ben"], width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def at_the_climb() -> cairn.State:
    """The first challenge of a game."""
    dice = cairn.Dice(6)
    state = PEAK.start(2, dice)
    while state.seat != MOUNTAINEER:
        state.choose(state.choices()[-1], dice)
    return state


@pytest.mark.parametrize("width", [70, 80, 120])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    assert max(len(line) for line in drawn(at_the_climb().view(MOUNTAINEER), width).splitlines()) <= width


def test_cards_show_their_numbers_and_the_odds_where_they_can_be_challenged() -> None:
    state = at_the_climb()
    view = state.view(MOUNTAINEER)
    board = drawn(view, 80)
    assert "@" in board
    for odds in view["zones"]["odds"].values():
        assert f"{odds['ways']}/36" in board


def test_each_side_sees_its_own_secrets_only() -> None:
    state = at_the_climb()
    for seat, role in ((MOUNTAIN, "mountain"), (MOUNTAINEER, "mountaineer")):
        view = state.view(seat)
        (own,) = [view["zones"]["goals"][role]["cards"]]
        assert ", ".join(own) in drawn(view, 80)
    assert "2 secret" in drawn(state.view(MOUNTAINEER), 80)
    assert "1 secret" in drawn(state.view(MOUNTAIN), 80)
