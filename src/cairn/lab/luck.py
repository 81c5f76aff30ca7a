"""Skill and luck: how much of the result who plays explains, and how much the deal.

Bots of different levels play every deal in all their places (`exchange` of an experiment). The spread of the win shares
over all seats then has three parts: between the levels (skill); between seats of the same deal, whoever sits there, in
which the order of play is included (the deal); and the rest, which is what the bots and later chance make of it. Skill
and deal are variance components, estimated without bias: a part may come out a little below 0.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cairn.lab.statistics import Estimate, z_of

BLOCKS: Final = 50
"""The jackknife leaves out one of so many blocks of deals at a time."""
LEAST_DEALS: Final = 20


def skill_and_luck(shares: Any, bots: Any, levels: int) -> dict[str, Estimate] | None:
    """From win shares and numbers of bots, both as games by seats; so many games in a row make a deal."""
    deals = len(shares) // levels
    if deals < LEAST_DEALS:
        return None
    shape = (deals, levels, shares.shape[1])
    won = shares[: deals * levels].reshape(shape)
    who = bots[: deals * levels].reshape(shape)
    block = np.arange(deals) * min(BLOCKS, deals) // deals
    blocks = int(block[-1]) + 1
    parts = np.stack([_sums(won[block == at], who[block == at], levels) for at in range(blocks)])
    whole = parts.sum(axis=0)
    values = _parts(whole, levels)
    without = np.stack([_parts(whole - parts[at], levels) for at in range(blocks)])
    spread = np.sqrt((blocks - 1) / blocks * np.square(without - without.mean(axis=0)).sum(axis=0))
    half = z_of() * spread
    names = ("skill", "deal", "rest")
    return {
        name: Estimate(float(value), float(value - wide), float(value + wide))
        for name, value, wide in zip(names, values, half, strict=True)
    }


def _sums(won: Any, who: Any, levels: int) -> Any:
    """All that the parts follow from, as sums over deals."""
    by_level = np.bincount(who.reshape(-1), weights=won.reshape(-1), minlength=levels)
    squares = np.bincount(who.reshape(-1), weights=np.square(won).reshape(-1), minlength=levels)
    played = np.bincount(who.reshape(-1), minlength=levels)
    # For pairs of games of one deal, by the levels that sat on the same seat: products of shares, and how many.
    products = np.zeros((levels, levels))
    pairs = np.zeros((levels, levels))
    for first in range(levels):
        for second in range(levels):
            if first != second:
                one, two = who[:, first].reshape(-1), who[:, second].reshape(-1)
                at = one * levels + two
                weights = (won[:, first] * won[:, second]).reshape(-1)
                products += np.bincount(at, weights=weights, minlength=levels**2).reshape(levels, levels)
                pairs += np.bincount(at, minlength=levels**2).reshape(levels, levels)
    return np.concatenate([by_level, squares, played, products.reshape(-1), pairs.reshape(-1), [len(won)]])


def _parts(sums: Any, levels: int) -> Any:
    by_level, squares, played = (sums[at * levels : (at + 1) * levels] for at in range(3))
    products, pairs = (
        sums[3 * levels + at * levels**2 : 3 * levels + (at + 1) * levels**2].reshape(levels, levels) for at in range(2)
    )
    means = by_level / played
    total = float(squares.sum() / played.sum() - (by_level.sum() / played.sum()) ** 2)
    if total <= 0.0:
        return np.array([0.0, 0.0, 1.0])
    within = squares / played - np.square(means)
    # The spread between means holds some luck of its own, which is taken off.
    skill = float(np.mean(np.square(means - means.mean())) - (1 - 1 / levels) * np.mean(within / played))
    there = pairs > 0
    expected = np.outer(means, means)
    deal = float((products[there] - pairs[there] * expected[there]).sum() / pairs[there].sum())
    return np.array([skill / total, deal / total, 1 - (skill + deal) / total])
