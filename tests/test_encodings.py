"""The numbers that a batch writes for what a seat sees: named, complete, and nothing that the seat cannot know."""

from __future__ import annotations

import importlib.util
from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import u8

import cairn
from cairn.core.batching import Encoding, Row

ENCODED = [slug for slug in cairn.slugs() if importlib.util.find_spec(f"{cairn.game(slug).package}.encode")]


def encoding_of(slug: str, seats: int) -> Encoding:
    game = cairn.game(slug)
    module = importlib.import_module(f"{game.package}.encode")
    found: Encoding = module.encoding(game.prepare(seats, {}))
    return found


def fresh_row(encoding: Encoding) -> Row:
    return Row(vec[u8]([0] * len(encoding.slots)), 0, encoding.planes)


def numbers(encoding: Encoding, state: cairn.State, seat: int) -> list[int]:
    row = fresh_row(encoding)
    encoding.write(state, seat, row)
    return list(row.numbers)


def positions(slug: str, seats: int, games: int, every: int) -> list[cairn.State]:
    """States from random games, some steps apart."""
    found = []
    for seed in range(games):
        dice = cairn.Dice(seed)
        state = cairn.game(slug).start(seats, dice)
        step = 0
        while state.seat >= 0:
            if step % every == 0:
                found.append(state.clone())
            state.apply(state.answer(dice.pick(state.answer_count)), dice)
            step += 1
    return found


@pytest.mark.parametrize("slug", ENCODED)
def test_every_number_has_a_name_of_its_own(slug):
    for seats in cairn.game(slug).seats:
        slots = encoding_of(slug, seats).slots
        assert len(set(slots)) == len(slots)


@pytest.mark.parametrize("slug", ENCODED)
def test_states_that_a_seat_cannot_tell_apart_look_alike(slug):
    seats = cairn.game(slug).seats[-1]
    encoding = encoding_of(slug, seats)
    dice = cairn.Dice(5)
    for state in positions(slug, seats, games=3, every=7):
        for seat in range(seats):
            seen = numbers(encoding, state, seat)
            for _ in range(3):
                assert numbers(encoding, state.resample(seat, dice), seat) == seen


@pytest.mark.parametrize("slug", ENCODED)
def test_different_views_look_different(slug):
    """What the numbers leave out, such as the order in which cards were torn down, is little."""
    seats = cairn.game(slug).seats[-1]
    encoding = encoding_of(slug, seats)
    states = positions(slug, seats, games=2, every=3)
    seen = [(numbers(encoding, state, state.seat), state.view(state.seat)["zones"]) for state in states]
    assert [zones for (before, old), (after, zones) in pairwise(seen) if before == after and old != zones] == []
    assert len({bytes(row) for row, _ in seen}) > 0.9 * len(seen)


@pytest.mark.parametrize("slug", ENCODED)
def test_a_row_written_again_is_as_good_as_new(slug):
    """Games come one after the other at a place of a batch, and only what changed is written."""
    seats = cairn.game(slug).seats[-1]
    encoding = encoding_of(slug, seats)
    row = fresh_row(encoding)
    last = 0
    for state in positions(slug, seats, games=3, every=2):
        if state.turn_number < last:
            row.game += 1
        last = state.turn_number
        encoding.write(state, state.seat, row)
        assert list(row.numbers) == numbers(encoding, state, state.seat)
