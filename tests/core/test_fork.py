"""Forked dice: the same numbers on both builds, whatever the parent's words are."""

from __future__ import annotations

import cairn

NUMBERS = [[375, 238, 773, 579], [20, 804, 376, 580], [0, 158, 429, 746]]


def test_a_fork_gives_the_same_numbers_on_every_build() -> None:
    forks = [cairn.Dice(7).fork(stream) for stream in (0, 1, 2**32 - 1)]
    assert [[dice.pick(1000) for _ in range(4)] for dice in forks] == NUMBERS


def test_forking_does_not_move_the_parent_on() -> None:
    parent, untouched = cairn.Dice(3), cairn.Dice(3)
    parent.fork(5)
    assert [parent.pick(100) for _ in range(20)] == [untouched.pick(100) for _ in range(20)]


def test_forks_of_different_parents_differ() -> None:
    parents = [cairn.Dice(1), cairn.Dice(1 << 32), cairn.Dice(1 << 64)]
    first = {parent.fork(0).pick(1 << 30) for parent in parents}
    assert len(first) == 3
