"""The pending decisions of a state, against a plain list; and random play in one loop, against one step at a time."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cairn
from cairn.core.bits import count_of, members_of, place_of
from cairn.core.contract import Decision, Stack
from cairn.core.playout import playout


def test_a_stack_is_a_list_however_deep() -> None:
    draw = random.Random(3)
    decisions: list[Decision[Any]] = [Decision(seat) for seat in range(9)]
    for _ in range(300):
        stack, plain = Stack([]), list[Decision[Any]]()
        for _ in range(30):
            if draw.random() < 0.6:
                plain.append(draw.choice(decisions))
                stack.push(plain[-1])
            elif plain:
                plain.pop()
                stack.pop()
            if draw.random() < 0.2:
                kept = stack
                stack = stack.copy()
                kept.push(decisions[0])
            assert stack.pending() == plain
            assert stack.below == plain[:-1]
            assert stack.top is (plain[-1] if plain else None)
        assert Stack(plain).pending() == plain


@pytest.mark.parametrize("slug", cairn.slugs())
def test_a_playout_is_the_game_that_steps_play(slug: str) -> None:
    game = cairn.game(slug)
    for seed in range(2):
        dice = cairn.Dice(seed)
        state = game.start(game.seats[-1], dice)
        other, other_dice = state.clone(), dice.clone()
        steps = 0
        while state.seat >= 0:
            state.apply(state.answer(dice.pick(state.answer_count)), dice)
            steps += 1
        assert playout(other, other_dice) == steps
        assert other.dump() == state.dump()
        assert (other.seat, other.choices()) == (-1, [])


@pytest.mark.parametrize("member", range(62))
def test_every_place_of_a_set_is_told(member: int) -> None:
    assert place_of(2**member) == member
    assert members_of(2**member | 1) == sorted({0, member})
    assert count_of(2**member | 1) == len({0, member})
