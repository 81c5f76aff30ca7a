"""How sure a win share is.

Games of one deal are not independent: the deal may favour a seat, or whoever plays best on it. So the deal is the unit
that is counted. The interval is Wilson's, which stays inside 0 to 1 and is honest about a bot that has never lost, on
the *effective* number of games: the games played, divided by how much more the shares of deals vary than those of
independent games would (the design effect). A handful of deals says little about that, so the estimate is drawn towards
1, the effect of independent games, with the weight of ten deals. Pairing thus narrows the interval where seats decide
much and swapping them cancels it out, and widens it where the deal decides the winner whoever sits where.

A shared win counts by its share, one half if two share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from cairn.lab.statistics import z_of

Z = z_of()
WEIGHT_OF_INDEPENDENCE = 10


@dataclass(frozen=True)
class Share:
    value: float
    low: float
    high: float


def wilson(share: float, games: float, comparisons: int = 1) -> Share:
    """Wilson's interval around the share won of so many independent games; wider where several hold together."""
    z = Z if comparisons == 1 else z_of(comparisons)
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Share(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def win_share(deals: Sequence[tuple[float, int]]) -> Share:
    """The share won over deals, each with the wins and the number of seats taken on it."""
    taken = sum(seats for _, seats in deals)
    share = min(1.0, sum(wins for wins, _ in deals) / taken)
    return wilson(share, taken / design_effect(deals, share, taken))


def design_effect(deals: Sequence[tuple[float, int]], share: float, taken: int) -> float:
    """How much more the mean varies over deals than it would over independent games; 1 if nothing is known."""
    freedom = len(deals) - 1
    independent = share * (1 - share) * taken
    if freedom < 1 or independent == 0:
        return 1.0
    varied = sum((wins - share * seats) ** 2 for wins, seats in deals) * len(deals) / freedom
    return (freedom * varied / independent + WEIGHT_OF_INDEPENDENCE) / (freedom + WEIGHT_OF_INDEPENDENCE)
