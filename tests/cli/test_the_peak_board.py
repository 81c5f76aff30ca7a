"""The board of The Peak from each side's view."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import cairn
from cairn.cli import boards
from tests.games.the_peak.tables import table

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


def test_it_says_what_the_cards_do_that_can_be_chosen() -> None:
    dice = cairn.Dice(6)
    state = PEAK.start(2, dice)
    board = " ".join(drawn(state.view(MOUNTAIN), 120).split())
    for card in state.view(MOUNTAIN)["zones"]["hand"]["cards"]:
        assert card.replace("-", " ").title() in board
    assert "crossed: see the next 3 cards, may shuffle the deck" in " ".join(drawn(with_lookout().view(1), 120).split())
    assert "shuffle the deck" not in drawn(with_lookout().view(MOUNTAIN), 120)


def with_lookout() -> cairn.State:
    return table("d3 lookout, d4 stream")


def test_own_goals_say_what_they_bring() -> None:
    assert "physics: 4 for each card with equal numbers" in drawn(with_lookout().view(MOUNTAINEER), 120)
    assert "equal numbers" not in drawn(with_lookout().view(MOUNTAIN), 120)


def test_a_match_shows_its_games_and_who_is_the_mountain_now() -> None:
    ask = [{"kind": "challenge", "seat": 0}]
    state = table("d3 lookout", ask, mountain=1, first_game=[12, 34], options={"match": "two"})
    board = drawn(state.view(0), 120)
    assert "Game 2 of 2" in board
    assert "Ada, the mountaineer" in board
    assert "Ben, the mountain" in board
    assert "first game: 12 points" in board
