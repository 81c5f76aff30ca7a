"""How strong somebody is at a game, by openskill. The levels of our bots are fixed points that all others refer to."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import insert, select, update

import cairn
from cairn.core.bot_settings import bot_settings
from cairn.server.models import players, ratings
from cairn.server.roster import Seat

MODEL: Final = PlackettLuce()
CERTAIN: Final = 1.0
CLIMBER: Final = 22.0
"""Where `climber`, the middle level, stands in every game."""


async def rate(connection: Any, game: str, seated: Sequence[Seat], shares: Sequence[float]) -> None:
    """Take the result of a game into the ratings of the people who played it. A game alone says nothing."""
    people = {seat.player for seat in seated if seat.player is not None}
    if len(seated) < 2 or not people:
        return
    still_here = select(players.c.id).where(players.c.id.in_(people)).with_for_update(read=True, key_share=True)
    people = {row.id for row in await connection.execute(still_here)}
    mine = (ratings.c.game == game) & ratings.c.player.in_(people)
    kept = select(ratings).where(mine).order_by(ratings.c.player).with_for_update()
    known = {row.player: row for row in await connection.execute(kept)}
    teams = [[_rating(game, seat, known)] for seat in seated]
    ranks = [float(sum(other > share for other in shares)) for share in shares]
    rated = MODEL.rate(teams, ranks=ranks)
    for seat, [after] in zip(seated, rated, strict=True):
        if seat.player not in people:
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
    share = bot_settings(cairn.game(game)).win_share.get(level)
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
