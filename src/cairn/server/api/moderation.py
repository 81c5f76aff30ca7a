"""People who do not want each other: muting, blocking, reporting."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import AfterValidator, Field

from cairn.server.api.common import ID_PATTERN, Body, Id, Json, Shown, Somebody, Use
from cairn.server.messages import sayable

router = APIRouter(prefix="/api", tags=["people"])


class AvoidWish(Body):
    how: Literal["muted", "blocked"]
    """Muted: you do not read what they say. Blocked: you do not sit at one table with them either."""


class Avoided(Shown):
    player: str
    name: str
    how: Literal["muted", "blocked"]
    since: int


class ReportWish(Body):
    player: Annotated[str, Field(pattern=ID_PATTERN)]
    table: Annotated[str | None, Field(pattern=ID_PATTERN)] = None
    reason: Literal["abuse", "cheating", "name", "other"]
    text: Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(sayable)]


@router.get("/me/avoided", response_model=list[Avoided])
async def whom_i_avoid(visitor: Somebody, use: Use) -> list[Json]:
    """Whom you have muted or blocked. They are not told."""
    return await use.moderation.listed(visitor)


@router.put("/me/avoided/{id}", status_code=204)
async def avoid(id: Id, wish: AvoidWish, visitor: Somebody, use: Use) -> None:  # noqa: A002
    """Mute or block a player."""
    await use.moderation.avoid(visitor, id, wish.how)
    await use.tables.again(visitor.id)


@router.delete("/me/avoided/{id}", status_code=204)
async def forgive(id: Id, visitor: Somebody, use: Use) -> None:  # noqa: A002
    """Read and meet a player again."""
    await use.moderation.forgive(visitor, id)
    await use.tables.again(visitor.id)


@router.post("/reports", status_code=204)
async def report(wish: ReportWish, visitor: Somebody, use: Use) -> None:
    """Tell the operator about a player. What they last said at the table goes with it."""
    await use.limits.spend("report", visitor.id)
    await use.moderation.report(visitor, wish.player, wish.table, wish.reason, wish.text)
