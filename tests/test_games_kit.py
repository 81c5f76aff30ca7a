"""Every registered game is put through the kit, with every number of seats and every value of every option."""

from __future__ import annotations

import pytest

import cairn
from cairn.testing import check_game, option_sets

TABLES = [
    pytest.param(
        slug, seats, options, id=f"{slug}-{seats}-{'-'.join(f'{k}={v}' for k, v in options.items()) or 'default'}"
    )
    for slug in cairn.slugs()
    for seats in cairn.game(slug).seats
    for options in option_sets(cairn.game(slug), seats)
]


@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_the_game_holds_what_every_game_must_hold(slug, seats, options):
    seeds = range(1) if options else range(2)
    check_game(cairn.game(slug), seats=[seats], options=[options], seeds=seeds, every=20)
