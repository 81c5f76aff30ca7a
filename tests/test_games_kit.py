"""Every registered game is put through the kit, with every number of seats and every value of every option.

Where games may be long, the default options and one other set have to do, another one at each number of seats; `make
soak` plays them all. The plain build writes the very records of the compiled one (test_builds), so `make test` does not
run this there; by hand the fewest and the most seats have to do.
"""

from __future__ import annotations

import pytest

import cairn
from cairn import _build
from cairn.bots import make
from cairn.bots.bot import SEEDS
from cairn.core.contract import OptionValue
from cairn.testing import Case, check_game, check_leak, option_sets

BOTS = ["random", "hiker"]
LONG = 20_000
"""A table whose games may take more decisions than this is a long one."""


def is_long(slug: str, seats: int) -> bool:
    return cairn.game(slug).longest(seats) > LONG


def met_options(slug: str, seats: int) -> list[dict[str, OptionValue]]:
    usual, *others = option_sets(cairn.game(slug), seats)
    if _build.name() == "plain":
        return [usual]
    if not is_long(slug, seats):
        return [usual, *others]
    return [usual, others[seats % len(others)]] if others else [usual]


def met_seats(slug: str) -> list[int]:
    seats = cairn.game(slug).seats
    return list(seats) if _build.name() == "compiled" else sorted({min(seats), max(seats)})


TABLES = [
    pytest.param(
        slug, seats, options, id=f"{slug}-{seats}-{'-'.join(f'{k}={v}' for k, v in options.items()) or 'default'}"
    )
    for slug in cairn.slugs()
    for seats in met_seats(slug)
    for options in met_options(slug, seats)
]


@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_the_game_holds_what_every_game_must_hold(slug, seats, options):
    seeds = range(1) if options or is_long(slug, seats) else range(2)
    every = 100 if options and is_long(slug, seats) else 20
    check_game(cairn.game(slug), seats=[seats], options=[options], seeds=seeds, every=every)


@pytest.mark.parametrize("slug", cairn.slugs())
def test_bots_answer_the_same_whatever_they_cannot_see(slug):
    game = cairn.game(slug)
    bots = [lambda game, view, dice, spec=spec: make(spec, game).answer(view, dice.pick(SEEDS)) for spec in BOTS]
    for seats in met_seats(slug):
        check_leak(Case(game, seats, bots=bots, every=50 if is_long(slug, seats) else 5))
