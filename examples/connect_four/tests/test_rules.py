"""The rules of Connect Four by example."""

from __future__ import annotations

import itertools

import pytest
from cairn_connect_four.content import load_content
from cairn_connect_four.scoring import has_line, line_cells
from tables import GAME, played

import cairn
from cairn.testing import perft, rule


def cell(name):
    """The bit of a cell, by the way that RULES.md writes it."""
    content = GAME.content
    return content.ground[content.letters.index(name[0])] << int(name[1]) - 1


@rule("CF-1")
def test_the_board_has_seven_columns_of_six_cells_and_begins_empty():
    state = played("")
    assert state.zones()["columns"] == {letter: [] for letter in "abcdefg"}
    assert GAME.content.rows == 6
    with pytest.raises(cairn.BadNotation):
        state.parse("drop h")
    with pytest.raises(cairn.IllegalChoice, match="no such column"):
        state.choose(7, cairn.Dice(1))


@rule("CF-2")
def test_each_player_has_21_discs_of_a_colour():
    state = played("dde")
    assert state.components() == {"red": 21, "yellow": 21}
    assert (state.left(0), state.left(1)) == (19, 20)


@rule("CF-3")
@pytest.mark.parametrize("start", [0, 1])
def test_the_two_take_turns_from_the_seat_that_starts(start):
    assert [played("abc"[:discs], start=start).seat for discs in range(4)] == [start, 1 - start, start, 1 - start]


@rule("CF-3")
def test_a_start_that_is_drawn_falls_to_both_seats():
    starts = {GAME.start(2, cairn.Dice(seed), start="random").seat for seed in range(20)}
    assert starts == {0, 1}


@rule("CF-4")
def test_a_full_column_takes_no_more():
    state = played("dddddd")
    assert [state.notation(choice) for choice in state.choices()] == [f"drop {letter}" for letter in "abcefg"]
    with pytest.raises(cairn.IllegalChoice, match=r"Column d is full") as refused:
        state.choose(state.parse("drop d"), cairn.Dice(1))
    assert refused.value.rule == "CF-4"


@rule("CF-5")
def test_a_disc_falls_to_the_lowest_free_cell():
    columns = played("dda").zones()["columns"]
    assert (columns["a"], columns["d"]) == (["red"], ["red", "yellow"])


@rule("CF-6", "CF-7")
@pytest.mark.parametrize(
    ("columns", "line"),
    [
        ("ababab" + "a", ["a1", "a2", "a3", "a4"]),
        ("aabbcc" + "d", ["a1", "b1", "c1", "d1"]),
        ("abbccdcdda" + "d", ["a1", "b2", "c3", "d4"]),
        ("gffeededdg" + "d", ["d4", "e3", "f2", "g1"]),
    ],
)
def test_four_in_line_win_at_once(columns, line):
    assert played(columns[:-1]).seat == 0
    state = played(columns)
    assert state.seat == -1
    assert state.view(None)["zones"]["line"] == line
    assert state.result() == [1.0, 0.0]
    assert [score.total for score in state.scores()] == [1, 0]


@rule("CF-6")
def test_a_line_of_five_is_as_good_as_four():
    state = played("aabbddee" + "c")
    assert state.view(None)["zones"]["line"] == ["a1", "b1", "c1", "d1", "e1"]
    assert state.result() == [1.0, 0.0]


@rule("CF-8")
def test_a_full_board_without_a_line_shares_the_win():
    state = played("acbdegf" * 6)
    assert state.seat == -1
    assert state.choices() == []
    assert state.result() == [0.5, 0.5]


@rule("CF-9")
def test_everybody_sees_everything():
    state = played("ddefg")
    assert state.view(0)["zones"] == state.view(1)["zones"] == state.view(None)["zones"]


def test_lines_are_found_where_a_plain_search_finds_them():
    """The bits are tricky and the rule is not: compare with every line of four written out."""
    content = GAME.content
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    lines = [
        [(column + step * across, row + step * up) for step in range(4)]
        for column, row, (across, up) in itertools.product(range(7), range(6), steps)
    ]
    masks = [
        sum(cell(f"{content.letters[column]}{row + 1}") for column, row in line)
        for line in lines
        if all(0 <= column < 7 and 0 <= row < 6 for column, row in line)
    ]
    assert len(masks) == 69
    assert sorted(masks) == sorted(content.lines)
    dice = cairn.Dice(5)
    for _ in range(2000):
        discs = sum(ground << row for ground in content.ground for row in range(6) if dice.pick(2))
        found = [mask for mask in masks if discs & mask == mask]
        assert has_line(discs, content.height) == bool(found)
        assert line_cells(discs, content.height).bit_count() == len({bit for mask in found for bit in bits(mask)})


def bits(mask):
    return [position for position in range(mask.bit_length()) if mask >> position & 1]


def test_there_are_as_many_lines_of_play_as_others_have_counted():
    assert perft(played(""), 5) == [7, 49, 343, 2401, 16807]


@pytest.mark.parametrize(
    ("columns", "pending", "problem"),
    [
        ({"a": ["red", "red"]}, 1, "seats take turns"),
        ({"a": ["red"] * 7}, 1, "has room for 6"),
        ({"a": ["red"], "b": ["yellow"]}, 1, "seat 0 is asked"),
        ({"a": ["red"] * 4, "b": ["yellow"] * 3}, 1, "the game is over"),
        ({"a": ["red"] * 4, "b": ["yellow"] * 4}, 0, "had four in line before"),
        ({"a": ["blue"]}, 1, "no component 'blue'"),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused(columns, pending, problem):
    data = played("").dump()
    data["zones"]["columns"] |= columns
    data["pending"] = [{"kind": "drop", "seat": pending}]
    with pytest.raises(cairn.BadPosition, match=problem):
        GAME.load(data)


def board_file(path, columns, rows):
    parts = [f"columns = {columns}\nrows = {rows}", 'names = ["red", "yellow"]']
    path.write_text(
        "".join(
            f'[{name}]\nprovenance = "ours"\n{part}\n' for name, part in zip(("board", "discs"), parts, strict=True)
        )
    )
    return path


def test_another_board_is_another_content_file(tmp_path):
    small = board_file(tmp_path / "small.toml", 5, 4)
    assert len(cairn.game("connect-four", small).start(2, cairn.Dice(1)).choices()) == 5


@pytest.mark.parametrize(
    ("columns", "rows", "problem"),
    [(3, 6, "board.columns: .* from 4 to 10"), (7, 3, "board.rows: .* from 4"), (9, 7, "62 at the most")],
)
def test_a_board_that_cannot_be_is_refused(tmp_path, columns, rows, problem):
    with pytest.raises(cairn.BadContent, match=problem):
        load_content(board_file(tmp_path / "wrong.toml", columns, rows))
