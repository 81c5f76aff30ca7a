"""Who plays whom, and who sits where: every pairing of the bots, in every seat order."""

from __future__ import annotations

from itertools import combinations, permutations

import cairn

MOST_ORDERS = 24
"""All orders of four different bots. Where there are more, rotations must do."""

Seating = tuple[str, ...]
"""One spec string per seat."""


def pairings(specs: list[str], seats: int) -> list[Seating]:
    """Every set of bots that can meet at a table of so many seats, each once, in the order in which they were named.

    With fewer bots than seats the list is repeated until the seats are filled, which must come out even.
    """
    if len(specs) < seats:
        if seats % len(specs):
            raise cairn.BadSeats(f"{len(specs)} bots do not fill {seats} seats evenly: name {seats}, repeating some")
        specs = specs * (seats // len(specs))
    met: dict[tuple[str, ...], Seating] = {}
    for pairing in combinations(specs, seats):
        met.setdefault(tuple(sorted(pairing)), pairing)
    return list(met.values())


def seat_orders(pairing: Seating) -> list[Seating]:
    """The different ways to seat a pairing: all of them, or its rotations where those are more than MOST_ORDERS."""
    orders: dict[Seating, None] = {}
    for order in permutations(pairing):
        orders[order] = None
        if len(orders) > MOST_ORDERS:
            return list(dict.fromkeys(pairing[first:] + pairing[:first] for first in range(len(pairing))))
    return list(orders)
