"""What is packed into one number comes out again, on both builds, up to the last bit there is room for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cairn.games.five_peaks.packing import has_space, packed_spaces, with_space

SPACES = st.integers(0, 140)


@given(st.lists(SPACES, max_size=7), SPACES)
def test_a_set_has_the_spaces_that_were_put_in(spaces: list[int], other: int) -> None:
    packed = packed_spaces(spaces)
    assert all(has_space(packed, space) for space in spaces)
    assert has_space(packed, other) == (other in spaces)


@given(st.lists(SPACES, min_size=8, max_size=12, unique=True))
def test_a_set_that_is_full_forgets_the_first(spaces: list[int]) -> None:
    packed = 0
    for space in spaces:
        packed = with_space(packed, space)
    assert [has_space(packed, space) for space in spaces] == [False] * (len(spaces) - 7) + [True] * 7
