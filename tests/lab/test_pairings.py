"""Who meets whom, and in how many seat orders."""

from __future__ import annotations

import pytest

import cairn
from cairn.cli.arguments import listed
from cairn.lab.pairings import pairings, seat_orders


def test_at_two_seats_everybody_meets_everybody_once() -> None:
    assert pairings(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_as_many_bots_as_seats_are_one_pairing_in_the_order_named() -> None:
    assert pairings(["d", "a", "a", "a"], 4) == [("d", "a", "a", "a")]


def test_namesakes_meet_once_as_a_pair_of_their_own() -> None:
    assert pairings(["a", "b", "a"], 2) == [("a", "b"), ("a", "a")]


def test_fewer_bots_than_seats_are_repeated() -> None:
    assert pairings(["a", "b"], 4) == [("a", "b", "a", "b")]


def test_bots_that_do_not_fill_the_seats_evenly_are_refused() -> None:
    with pytest.raises(cairn.BadSeats, match="2 bots do not fill 3 seats evenly: name 3, repeating some"):
        pairings(["a", "b"], 3)


def test_two_bots_swap_seats() -> None:
    assert seat_orders(("a", "b")) == [("a", "b"), ("b", "a")]


def test_one_among_three_has_four_seats_to_sit_on() -> None:
    assert [order.index("d") for order in seat_orders(("d", "a", "a", "a"))] == [0, 1, 2, 3]


def test_four_different_bots_sit_in_all_orders_and_five_rotate() -> None:
    assert len(seat_orders(("a", "b", "c", "d"))) == 24
    assert seat_orders(("a", "b", "c", "d", "e"))[1] == ("b", "c", "d", "e", "a")
    assert len(seat_orders(("a", "b", "c", "d", "e"))) == 5


def test_every_bot_takes_every_seat_equally_often() -> None:
    for pairing in (("a", "b", "b"), ("a", "a", "b", "b"), ("a", "b", "c", "d", "e"), ("a", "a", "b", "b", "c", "c")):
        orders = seat_orders(pairing)
        for bot in set(pairing):
            taken = [sum(order[seat] == bot for order in orders) for seat in range(len(pairing))]
            assert len(set(taken)) == 1


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("a,b", ["a", "b"]),
        ("search:ms=200,worlds=2,hiker", ["search:ms=200,worlds=2", "hiker"]),
        ("hiker, search:ms=5 , plain:ms=5,iterations=7", ["hiker", "search:ms=5", "plain:ms=5,iterations=7"]),
        ("hiker,ms=200", ["hiker", "ms=200"]),
    ],
)
def test_a_comma_before_a_setting_belongs_to_the_bot_before_it(text: str, specs: list[str]) -> None:
    assert listed(text) == specs
