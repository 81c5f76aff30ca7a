"""The board of Five Peaks: map, pawns, stones and everybody's things."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from cairn import Dice, Script
from cairn.cli import boards
from cairn.core.contract import View
from cairn.games.five_peaks.evaluator import prune
from tests.games.five_peaks.tables import GAME, Table, play


def drawn(view: View, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(boards.draw(view, ["Ada", "Ben", "Cleo"][: view["seats"]], width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def strolled(decisions: int) -> View:
    dice = Dice(4)
    state = GAME.start(3, dice)
    for _ in range(decisions):
        choices = prune(state)
        state.apply(choices[dice.pick(len(choices))], dice)
    return state.view(state.seat)


@pytest.mark.parametrize("width", [70, 80, 120])
@pytest.mark.parametrize("decisions", [0, 150, 350])
def test_no_line_is_wider_than_the_screen(width: int, decisions: int) -> None:
    assert max(len(line) for line in drawn(strolled(decisions), width).splitlines()) <= width


def test_the_starting_tile_is_drawn_with_its_spaces_paths_and_pawns() -> None:
    board = drawn(GAME.start(2, Dice(1)).view(0), 80).splitlines()
    assert [line.rstrip() for line in board[:8]] == [
        "       -1     0     1",
        "              :",
        "  1     b-----h-----m",
        "        |     |     |",
        "  0  ---b     e     m*--",
        "           \\  |  /",
        " -1          park",
        "           @01",
    ]


def test_a_peak_is_linked_where_both_tiles_have_a_path_and_shows_its_stones() -> None:
    table = Table().peak("forest-peak-3", [0, 1], 1).stones(1, x2_big="forest-peak-3")
    board = drawn(table.state().view(0), 80)
    assert "^2 at 0,2  forest-peak-3, a stone brings card  stones: @1 x2-big" in board
    assert "^2" in board.splitlines()[1]


def test_exchanges_market_and_panoramas_are_spelt_out() -> None:
    board = drawn(Table().tile("forest-1", [1, 1]).state().view(0), 80)
    assert "A mushroom + 2 herb for peak" in board
    assert "[A]" in board
    for card in GAME.start(2, Dice(1)).view(0)["zones"]["piles"]:
        assert f"{card}  2 points" in drawn(GAME.start(2, Dice(1)).view(0), 80)


def test_the_hand_and_the_backpack_are_shown() -> None:
    board = drawn(Table().has(mushroom=3, jar=1, endorphins=7).hand("run").state().view(0), 80)
    assert "3 mushroom, 1 jar" in board
    assert "walk, march, discovery, training, camp, run" in board
    assert "endorphins 7" in board


def test_a_map_wider_than_the_screen_is_cut_around_the_pawn() -> None:
    table = Table()
    for number, slot in enumerate([[1, 1], [2, 2], [3, 1], [4, 2], [5, 1], [6, 2]], 1):
        table.tile(f"forest-{number}", slot)
    left = drawn(table.pawns([-1, 0]).state().view(0), 70)
    right = drawn(table.pawns([12, 3]).state().view(0), 70)
    assert "@0" in left
    assert "@0" in right
    assert left.splitlines()[0] != right.splitlines()[0]


def test_every_exchange_of_a_whole_map_has_a_letter_of_its_own() -> None:
    table = Table()
    for at, name in enumerate(list(table.zones["terrain"]), 1):
        table.tile(name, [at, at])
    board = drawn(table.state().view(0), 200)
    letters = re.findall(r"\[(.)\]", board)
    assert len(letters) == len(set(letters)) == len(GAME.content.exchanges)
    assert all(letter.isalpha() for letter in letters)


def test_the_tile_that_is_being_placed_is_drawn_as_it_lies_unturned() -> None:
    state = play(Table().state(), "play discovery", chance=Script(["forest-1"]))
    board = drawn(state.view(0), 80)
    assert "To be placed: forest-1, here as r0" in board
    assert "  1   b-----m     m" in board
    assert "A mushroom + 2 herb for peak" in board
