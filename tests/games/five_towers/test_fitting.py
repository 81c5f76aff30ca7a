"""Which sets of cards fit on a tower, by tables and by what is remembered, against trying every order."""

from __future__ import annotations

import random

import pytest

from cairn.games.five_towers.building import all_fit, known_sets
from cairn.games.five_towers.content import load_content
from cairn.games.five_towers.packing import EMPTY_TOP, NOTHING

CONTENT = load_content()


def fits(top: int, values: list[int]) -> bool:
    """Whether some order of these values can go on a top."""
    if not values:
        return True
    rests = [(value, values[:at] + values[at + 1 :]) for at, value in enumerate(values)]
    return any(CONTENT.fits[top << 4 | value] and fits(value, rest) for value, rest in rests)


def packed(values: list[int]) -> int:
    found = NOTHING
    for value in reversed(values):
        found = found << 4 | value
    return found


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_all_values_fit_if_some_order_does(count: int) -> None:
    draw = random.Random(count)
    for _ in range(150):
        top = draw.randrange(EMPTY_TOP + 1)
        values = sorted((draw.randrange(16) for _ in range(count)), reverse=True)
        assert all_fit(CONTENT, top, packed(values)) == fits(top, values)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_sets_that_fit_are_those_that_some_order_builds(count: int) -> None:
    """Of twins the later is in no set without the earlier."""
    draw = random.Random(count)
    for _ in range(60):
        top = draw.randrange(EMPTY_TOP + 1)
        values = sorted((draw.randrange(16) for _ in range(count)), reverse=True)
        wanted = 0
        for chosen in range(1 << count):
            twins = any(values[at] == values[at + 1] and chosen >> at & 3 == 2 for at in range(count - 1))
            if not twins and fits(top, [values[at] for at in range(count) if chosen >> at & 1]):
                wanted |= 1 << chosen
        assert known_sets(CONTENT, top, packed(values)) == wanted
