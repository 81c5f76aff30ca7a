"""The mountain as bits, against the mountain as pairs of numbers."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn import Dice, State
from cairn.games.solstis.content import load_content
from cairn.games.solstis.panorama import bit, count_of, positions_of, set_of, shifted, square_at
from cairn.testing import rule
from tests.games.solstis.tables import COLUMNS, GAME, TILES, answers, asked, zones

MOUNTAIN = load_content().mountain
Place = tuple[int, int]
PLACES: list[Place] = [(row, column) for row, (first, last) in COLUMNS.items() for column in range(first, last + 1)]
FIRES = [{(4, 2)}, {(5, 3)}, {(6, 4)}, {(6, 5)}, {(6, 5), (6, 6)}, {(6, 6)}, {(6, 7)}, {(5, 8)}, {(4, 9)}]
panoramas = st.sets(st.sampled_from(PLACES))


def number(place: Place) -> int:
    return (place[0] - 1) * 10 + place[1] - 1


def as_set(places: set[Place]) -> int:
    return int(set_of([number(place) for place in places]))


def as_places(bits: int) -> set[Place]:
    return {(position // 10 + 1, position % 10 + 1) for position in positions_of(bits)}


def beside(place: Place) -> set[Place]:
    row, column = place
    around = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
    return around & set(PLACES)


def square(corner: Place) -> set[Place]:
    row, column = corner
    return {corner, (row, column + 1), (row + 1, column), (row + 1, column + 1)}


def sections(filled: set[Place]) -> list[set[Place]]:
    found = []
    left = set(filled)
    while left:
        section: set[Place] = set()
        edge = {left.pop()}
        while edge:
            section |= edge
            edge = {other for place in edge for other in beside(place)} & left - section
        left -= section
        found.append(section)
    return found


@pytest.mark.parametrize("position", range(60))
def test_a_bit_is_right_beyond_the_width_of_a_short_shift(position: int) -> None:
    assert bit(position) == 2**position
    assert shifted(3, position) == 3 * 2**position
    assert positions_of(bit(position)) == [position]


@rule("SO-1")
def test_the_mountain_has_48_positions_and_33_squares() -> None:
    assert as_places(MOUNTAIN.everywhere) == set(PLACES)
    assert count_of(MOUNTAIN.everywhere) == 48
    assert count_of(MOUNTAIN.squares) == 33
    assert as_places(MOUNTAIN.squares) == {corner for corner in PLACES if square(corner) <= set(PLACES)}


@rule("SO-1")
@pytest.mark.parametrize("place", PLACES)
def test_a_position_touches_those_left_right_above_and_below(place: Place) -> None:
    assert as_places(MOUNTAIN.beside(bit(number(place)))) == beside(place)


@given(panoramas)
def test_sets_and_lists_say_the_same(places: set[Place]) -> None:
    bits = as_set(places)
    assert positions_of(bits) == sorted(number(place) for place in places)
    assert count_of(bits) == len(places)


@given(panoramas)
def test_sections_hang_together_and_do_not_touch(places: set[Place]) -> None:
    found = [as_places(section) for section in MOUNTAIN.sections(as_set(places))]
    assert sorted(map(sorted, found)) == sorted(map(sorted, sections(places)))
    assert all(not (left & right) for left, right in combinations(found, 2))
    assert [min(section) for section in found] == sorted(min(section) for section in found)


@given(panoramas, panoramas)
def test_squares_are_full_and_touched(filled: set[Place], some: set[Place]) -> None:
    right = {corner for corner in PLACES if square(corner) <= filled and square(corner) & some}
    assert as_places(MOUNTAIN.squares_with(as_set(filled), as_set(some))) == right


def test_a_square_is_named_by_its_lower_left_position() -> None:
    assert as_places(square_at(number((2, 9)))) == square((2, 9))


def read(names: list[str]) -> set[Place]:
    return {(int(row), int(column)) for row, _, column in (name.partition("-") for name in names)}


def opinion(state: State, seat: int) -> tuple[int, int]:
    """Biggest panorama and lit fires, counted the slow way."""
    own = zones(state)["players"][seat]
    land, rainbows = read(own["land"]), read(own["rainbows"])
    found = sections(land | rainbows)
    size = max(map(len, found), default=0)
    biggest = max((len(section & land) for section in found if len(section) == size), default=0)
    linked = {place for section in found if any(row == 1 for row, _ in section) for place in section}
    return biggest, sum(fire <= land and fire <= linked for fire in FIRES)


def targets(state: State) -> list[str]:
    own = zones(state)["players"][state.seat]
    filled = read(own["land"]) | read(own["rainbows"])
    if not filled:
        return [f"rainbow {tile}" for tile in TILES]
    open_to = sorted({place for tile in filled for place in beside(tile)} - filled)
    return [f"rainbow {row}-{column}" for row, column in open_to]


@rule("SO-16", "SO-52", "SO-54", "SO-55")
@pytest.mark.parametrize("seed", range(20))
def test_whole_games_agree_with_a_second_opinion(seed: int) -> None:
    dice = Dice(seed)
    state = GAME.start(2, dice)
    while state.seat >= 0:
        for seat, score in enumerate(state.scores()):
            assert (score.lines["biggest panorama"], score.lines["fires"]) == opinion(state, seat)
        if asked(state)[0] == "rainbow":
            assert answers(state) == targets(state)
        state.apply(state.offered[dice.pick(len(state.offered))], dice)
