"""The board of Solstis from a seat's view."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import cairn
from cairn.cli import boards
from tests.games.solstis.tables import table

SOLSTIS = cairn.game("solstis")


def drawn(view: dict[str, object], width: int) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(boards.draw(view, ["Ada", "Ben"], width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def played(moves: int) -> cairn.State:
    dice = cairn.Dice(5)
    state = SOLSTIS.start(2, dice)
    for _ in range(moves):
        state.choose(state.choices()[0], dice)
    return state


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("moves", [0, 12, 24])
def test_no_line_is_wider_than_the_screen(moves: int, width: int) -> None:
    assert max(len(line) for line in drawn(played(moves).view(0), width).splitlines()) <= width


def test_panoramas_lie_side_by_side_where_there_is_room() -> None:
    state = played(6)
    assert any("Ada" in line and "Ben" in line for line in drawn(state.view(0), 120).splitlines())
    assert not any("Ada" in line and "Ben" in line for line in drawn(state.view(0), 80).splitlines())


def test_a_viewer_sees_its_own_hand_and_counts_the_other() -> None:
    state = played(4)
    view = state.view(0)
    hands = [line for line in drawn(view, 80).splitlines() if "hand:" in line]
    assert all(tile in hands[0] for tile in view["zones"]["players"][0]["hand"])
    assert "hand: 3 tiles" in hands[1]
    assert drawn(state.view(None), 80).count("hand: 3 tiles") == 2


def test_land_rainbows_fires_and_hidden_tiles_are_told_without_colour() -> None:
    view = played(0).view(0)
    view["zones"]["players"][0] |= {"land": ["6-5", "1-10"], "rainbows": ["2-5"]}
    view["zones"]["display"], view["zones"]["hidden_below"] = ["3-3", "4-4"], ["4-4"]
    board = drawn(view, 80)
    assert "6-5*" in board
    assert "1-10" in board
    assert "~~~" in board
    assert "3-3    4-4  _" in board


def test_it_says_what_the_spirits_do_that_can_be_chosen() -> None:
    state = table(kind="encounter", land=["1-1 1-2 2-1 2-2", ""], newly="2-2", row="deer wolf")
    board = " ".join(drawn(state.view(0), 120).split())
    assert "Deer Add a tile of your hand to your panorama." in board
    assert "Wolf At the end, a star for each separate section of your panorama." in board
    assert "Add a tile of your hand" not in drawn(state.view(1), 120)
