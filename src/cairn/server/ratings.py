"""How strong somebody is at a game, by openskill. The levels of our bots are fixed points that all others refer to."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import insert, select, update

from cairn.server.models import ratings
from cairn.server.roster import Seat

MODEL: Final = PlackettLuce()
CERTAIN: Final = 1.0
CLIMBER: Final = 22.0
SHARES: Final[dict[str, dict[str, float]]] = {
    "five-towers": {"random": 0.005, "hiker": 0.026, "guide": 0.67, "summit": 0.74},
    "solstis": {"random": 0.074, "hiker": 0.111, "guide": 0.68, "summit": 0.69},
    "the-peak": {"random": 0.075, "hiker": 0.18, "guide": 0.59, "summit": 0.61},
    "peaks": {"random": 0.002, "hiker": 0.005, "guide": 0.68, "summit": 0.69},
    "five-peaks": {"random": 0.002, "hiker": 0.005, "guide": 0.70, "summit": 0.79},
}
"""What a level wins against `climber`, the middle one: by docs/strength.md, `summit` by way of `guide`.

In PEAKS 100 games could not tell the two apart; the one that thinks longer stands a little higher. A level that won
nothing or next to it gets a few games of a thousand.
"""


async def rate(connection: Any, game: str, seated: Sequence[Seat], shares: Sequence[float]) -> None:
    """Take the result of a game into the ratings of the people who played it. A game alone says nothing."""
    people = {seat.player for seat in seated if seat.player is not None}
    if len(seated) < 2 or not people:
        return
    mine = (ratings.c.game == game) & ratings.c.player.in_(people)
    kept = select(ratings).where(mine).order_by(ratings.c.player).with_for_update()
    known = {row.player: row for row in await connection.execute(kept)}
    teams = [[_rating(game, seat, known)] for seat in seated]
    ranks = [float(sum(other > share for other in shares)) for share in shares]
    rated = MODEL.rate(teams, ranks=ranks)
    for seat, [after] in zip(seated, rated, strict=True):
        if seat.player is None:
            continue
        row = known.get(seat.player)
        values = {"mu": after.mu, "sigma": after.sigma, "games": 1 if row is None else row.games + 1}
        if row is None:  # refused if another worker was faster; then the journal tries again
            await connection.execute(insert(ratings).values(player=seat.player, game=game, **values))
        else:
            own = (ratings.c.game == game) & (ratings.c.player == seat.player)
            await connection.execute(update(ratings).where(own).values(values))


def anchor(game: str, bot: str) -> float:
    """Where a bot stands: as far from `climber` as it must be to win what it wins. One without a level is average."""
    level = bot.partition(":")[0]
    if level == "climber":
        return CLIMBER
    share = SHARES.get(game, {}).get(level)
    if share is None:
        return MODEL.mu
    return CLIMBER + sqrt(2 * (MODEL.beta**2 + CERTAIN**2)) * NormalDist().inv_cdf(share)


def _rating(game: str, seat: Seat, known: dict[str, Any]) -> PlackettLuceRating:
    if seat.player is None:
        return MODEL.rating(mu=anchor(game, seat.bot or ""), sigma=CERTAIN)
    row = known.get(seat.player)
    return MODEL.rating() if row is None else MODEL.rating(mu=row.mu, sigma=row.sigma)


async def of_player(connection: Any, player: str) -> list[dict[str, Any]]:
    """A player's ratings; `shown` is what they have surely reached, as usual: mu less three sigma, at least 0."""
    found = await connection.execute(select(ratings).where(ratings.c.player == player).order_by(ratings.c.game))
    return [
        {
            "game": row.game,
            "mu": row.mu,
            "sigma": row.sigma,
            "games": row.games,
            "shown": max(0.0, row.mu - 3 * row.sigma),
        }
        for row in found
    ]
