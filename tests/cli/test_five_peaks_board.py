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

FOREST = ("birch", "hazel", "larch", "alder", "fern", "moss")


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
    assert [line.rstrip() for line in board[:7]] == [
        "          :",
        "    b-----h-----m",
        "    |     |start|",
        " ---b     e     m*--",
        "       \\  |  /",
        "         park",
        "       @01",
    ]


def test_a_peak_is_linked_where_both_tiles_have_a_path_and_shows_its_stones() -> None:
    table = Table().peak("deer", [0, 1], 1).stones(1, x2_big="deer")
    board = drawn(table.state().view(0), 80)
    assert "^2 deer, a stone brings a hiking card  stones: @1 x2-big" in board
    assert "deer" in board.splitlines()[0]
    assert "^2" in board.splitlines()[1]


def test_exchanges_market_and_panoramas_are_spelt_out() -> None:
    board = drawn(Table().tile("birch", [1, 1]).state().view(0), 80)
    assert "A 1 mushroom, 2 herbs for a peak" in board
    assert "[A]" in board
    assert "i-1  2 points, and 2 endorphins, for 1 mushroom, 1 berry" in board
    assert "i-2  1 point, and a hiking card, for 1 berry, 1 herb" in board


def test_the_hand_and_the_backpack_are_shown() -> None:
    board = drawn(Table().has(mushroom=3, jar=1, endorphins=7).hand("run").state().view(0), 80)
    assert "3 mushrooms, 1 jar" in board
    assert "walk, march, discovery, training, camp, run" in board
    assert "endorphins 7" in board


def test_a_map_wider_than_the_screen_is_cut_around_the_pawn() -> None:
    table = Table()
    for number, slot in enumerate([[1, 1], [2, 2], [3, 1], [4, 2], [5, 1], [6, 2]], 1):
        table.tile(FOREST[number - 1], slot)
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
    state = play(Table().state(), "play discovery", chance=Script(["birch"]))
    board = drawn(state.view(0), 80)
    assert "To be placed: birch, here straight" in board
    assert " b-----m     m" in board
    assert "A 1 mushroom, 2 herbs for a peak" in board


def test_every_tile_and_peak_has_its_name_on_the_map() -> None:
    table = Table()
    for at, name in enumerate(list(table.zones["terrain"]), 1):
        table.tile(name, [at, at])
    table.peak("fox", [0, 1]).peak("raven", [2, 1])
    board = drawn(table.state().view(0), 200)
    for name in [*GAME.content.tile_names, "fox", "raven"]:
        assert re.search(rf"\b{name}\b", board.partition("A 1 mushroom")[0]), name


def test_another_hand_is_counted_and_what_was_bought_is_on_the_note_pad() -> None:
    board = drawn(Table().hand("run", "bike", seat=1).state().view(0), 80)
    assert re.search(r"hand +7 cards", board)
    assert re.search(r"note pad +run, bike", board)


def test_what_cards_do_is_told_where_one_is_chosen() -> None:
    board = drawn(play(Table().has(endorphins=9).state(), "play training").view(0), 100)
    assert "Run: Move exactly 4 spaces." in board
    table = Table().peak("lark", [0, 1], 1).pawns([0, 1])
    fires = ["score-jars", "score-cards", "walk-twice", "more-herbs", "big-backpack"]
    state = play(table.state(), "play walk", "walk 0,2")
    play(state, "stone x1", chance=Script(fires))
    board = drawn(state.view(0), 100)
    assert "Walk twice: Walk may be two moves of 1 space, each with its stop." in board
    assert "Walk twice" not in drawn(state.view(1), 100)
