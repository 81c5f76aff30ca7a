"""Towers and cards as whole numbers."""

from __future__ import annotations

from random import Random

from cairn.games.five_towers import packing
from cairn.games.five_towers.packing import HIGHEST, empty_towers, height_of, put_on, take_off, top_of, values_of


def test_a_tower_of_all_cards_goes_up_and_comes_down_again():
    towers = empty_towers(5)
    values = [Random(1).randrange(16) for _ in range(HIGHEST)]
    for number, value in enumerate(values):
        put_on(towers, 2, value)
        assert values_of(towers, 2) == values[: number + 1]
        assert (top_of(towers[2]), height_of(towers[2])) == (value, number + 1)
    for number in range(HIGHEST - 1, -1, -1):
        assert towers[2] >> 5 & 31 == (values[number - 1] if number else packing.EMPTY_TOP)
        take_off(towers, 2)
        assert values_of(towers, 2) == values[:number]
    assert list(towers) == list(empty_towers(5))


def test_cards_lie_in_order_whatever_order_they_came_in():
    cards = [3, 70, 18, 18, 40]
    for seed in range(20):
        Random(seed).shuffle(cards)
        assert packing.cards_of(packing.pack(cards)) == [70, 40, 18, 18, 3]
    rest = packing.without_card(packing.pack(cards), 18)
    assert packing.cards_of(rest) == [70, 40, 18, 3]
