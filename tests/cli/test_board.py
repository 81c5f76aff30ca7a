"""The board of 5 Towers on screens of different widths."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

import cairn
from cairn import bots
from cairn.bots.bot import SEEDS
from cairn.cli import boards

TOWERS = cairn.game("five-towers")
PICTURE = Path(__file__).parents[2] / "docs" / "images" / "five-towers-terminal.svg"


def drawn(state: cairn.State, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    names = [f"Hiker {seat}" for seat in range(state.setup.seats)]
    console.print(boards.draw(state.view(None), names, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def played(seats: int, moves: int) -> cairn.State:
    dice = cairn.Dice(3)
    state = TOWERS.start(seats, dice)
    hiker = bots.make("hiker", TOWERS)
    while state.seat >= 0 and moves:
        state.choose(state.parse(hiker.answer(state.view(state.seat), dice.pick(SEEDS))), dice)
        moves -= 1
    return state


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", TOWERS.seats)
def test_no_line_is_wider_than_the_screen(seats: int, width: int) -> None:
    for moves in (0, 40, -1):
        assert max(len(line) for line in drawn(played(seats, moves), width)) <= width


def test_four_seats_fit_side_by_side_into_80_columns() -> None:
    assert any(all(f"Hiker {seat}" in line for seat in range(4)) for line in drawn(played(4, 0), 80))


def test_the_first_board_and_its_question_fit_into_24_lines() -> None:
    assert len(drawn(played(4, 40), 80)) <= 20


def test_towers_grow_upward_and_a_roof_looks_like_one() -> None:
    state = played(2, -1)
    text = "\n".join(drawn(state, 120))
    tower = next(
        values
        for player in state.view(None)["zones"]["players"]
        for values in player["towers"].values()
        if values and values[-1] == 0
    )
    assert tower[-1] == 0
    assert "/0\\" in text
    assert text.index("/0\\") < text.index("can sca tre scr san")


def test_cards_are_named_without_colour() -> None:
    state = TOWERS.start(2, cairn.Dice(1))
    text = "\n".join(drawn(state, 80))
    for card in state.view(None)["zones"]["display"]:
        kind, value = card.split("-")
        assert kind in text
        assert re.search(rf"\b{value}\b", text)


def test_the_picture_in_the_readme_loads_nothing_from_elsewhere() -> None:
    svg = PICTURE.read_text()
    assert re.findall(r"https?://[^\"'\s<]*", svg) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in svg
    assert re.findall(r"url\((?!#)", svg) == []
