"""How strong somebody is at a game, by openskill. The levels of our bots are fixed points that all others refer to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import insert, select, update

from cairn.server.models import ratings
from cairn.server.roster import Seat

MODEL: Final = PlackettLuce()
CERTAIN: Final = 1.0
ANCHORS: Final[dict[str, float]] = {"random": 5.0, "hiker": 12.0, "climber": 22.0, "guide": 28.0, "summit": 32.0}


async def rate(connection: Any, game: str, seated: Sequence[Seat], shares: Sequence[float]) -> None:
    """Take the result of a game into the ratings of the people who played it. A game alone says nothing."""
    people = {seat.player for seat in seated if seat.player is not None}
    if len(seated) < 2 or not people:
        return
    mine = (ratings.c.game == game) & ratings.c.player.in_(people)
    kept = select(ratings).where(mine).order_by(ratings.c.player).with_for_update()
    known = {row.player: row for row in await connection.execute(kept)}
    teams = [[_rating(seat, known)] for seat in seated]
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


def _rating(seat: Seat, known: dict[str, Any]) -> PlackettLuceRating:
    if seat.player is None:
        level = (seat.bot or "").partition(":")[0]
        return MODEL.rating(mu=ANCHORS.get(level, MODEL.mu), sigma=CERTAIN)
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
