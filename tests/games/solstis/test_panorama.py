"""The mountain as bits, against the mountain as pairs of numbers."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.core.bits import count_of, members_of, set_of, shifted, wide_bit
from cairn.games.solstis.content import load_content
from cairn.games.solstis.panorama import square_at
from cairn.testing import rule
from tests.games.solstis.referee import PLACES, Place, beside, sections, square, squares

MOUNTAIN = load_content().mountain
panoramas = st.sets(st.sampled_from(PLACES))


def number(place: Place) -> int:
    return (place[0] - 1) * 10 + place[1] - 1


def as_set(places: set[Place]) -> int:
    return int(set_of([number(place) for place in places]))


def as_places(bits: int) -> set[Place]:
    return {(position // 10 + 1, position % 10 + 1) for position in members_of(bits)}


@pytest.mark.parametrize("position", range(60))
def test_a_bit_is_right_beyond_the_width_of_a_short_shift(position: int) -> None:
    assert wide_bit(position) == 2**position
    assert shifted(3, position) == 3 * 2**position
    assert members_of(wide_bit(position)) == [position]


@rule("SO-1")
def test_the_mountain_has_48_positions_and_33_squares() -> None:
    assert as_places(MOUNTAIN.everywhere) == set(PLACES)
    assert count_of(MOUNTAIN.everywhere) == 48
    assert count_of(MOUNTAIN.squares) == 33
    assert as_places(MOUNTAIN.squares) == {corner for corner in PLACES if square(corner) <= set(PLACES)}


@rule("SO-1")
@pytest.mark.parametrize("place", PLACES)
def test_a_position_touches_those_left_right_above_and_below(place: Place) -> None:
    assert as_places(MOUNTAIN.beside(wide_bit(number(place)))) == beside(place)


@given(panoramas)
def test_sets_and_lists_say_the_same(places: set[Place]) -> None:
    bits = as_set(places)
    assert members_of(bits) == sorted(number(place) for place in places)
    assert count_of(bits) == len(places)


@given(panoramas)
def test_sections_hang_together_and_do_not_touch(places: set[Place]) -> None:
    found = [as_places(section) for section in MOUNTAIN.sections(as_set(places))]
    assert sorted(map(sorted, found)) == sorted(map(sorted, sections(places)))
    assert all(not (left & right) for left, right in combinations(found, 2))
    assert [min(section) for section in found] == sorted(min(section) for section in found)


@given(panoramas, panoramas)
def test_squares_are_full_and_touched(filled: set[Place], some: set[Place]) -> None:
    assert as_places(MOUNTAIN.squares_with(as_set(filled), as_set(some))) == squares(filled, some)


def test_a_square_is_named_by_its_lower_left_position() -> None:
    assert as_places(square_at(number((2, 9)))) == square((2, 9))
