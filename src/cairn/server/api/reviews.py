"""Reviews of games that are over: ask for one, see how far it is, read it."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from cairn.server import redaction
from cairn.server.api.common import Id, Json, Shown, Somebody, Use
from cairn.server.overload import Level
from cairn.server.problems import Problem
from cairn.server.response_cache import CachedResponse
from cairn.server.reviewing import DONE, Asked

router = APIRouter(prefix="/api", tags=["reviews"])


class ReviewProgress(Shown):
    """How far a review is."""

    state: Literal["none", "waiting", "working", "done", "failed"] = Field(description="none: nobody has asked yet.")
    done: int = Field(description="So many of the steps are reviewed.")
    steps: int
    ahead: int = Field(description="So many reviews of other games are made before it.")


class Account(Shown):
    """Win chances of a seat: start + luck + own + others = result, exactly."""

    start: float
    luck: float
    own: float = Field(description="What its own choices lost.")
    others: float = Field(description="What the choices of others gave it.")
    result: float


class SeatReview(Account):
    """The whole game of a seat."""

    seat: int
    name: str
    luck_by_chance: float = Field(description="The part of its luck that fell with cards and dice.")
    decisions: int = Field(description="How often there was something to decide.")
    accuracy: float | None = Field(description="From 0 to 100.")
    inaccuracy: int
    mistake: int
    blunder: int


class ReviewLine(Shown):
    """How the game may go on after a choice."""

    choices: list[str]
    captions: list[str] = Field(description="The choices in words.")
    scores: dict[str, int] = Field(description="The mover's points by line where it leads.")


class ReviewOption(Shown):
    choice: str
    caption: str
    chance: float


class Judged(Shown):
    """What there is to say about a choice, by what its seat could know."""

    choices: int = Field(description="Among how many, those plainly wasted left out; 1 if there was nothing to decide.")
    chance: float | None = Field(description="The win chance with the best choice.")
    best: str
    loss: float = Field(description="By how much the choice was worse than the best one; 0 where that may be noise.")
    noise: float = Field(description="The difference is this uncertain to either side, 95 times in 100.")
    options: list[ReviewOption] = Field(description="What a search would have done, the best first.")
    better: ReviewLine | None
    played: ReviewLine | None


class ReviewStep(Shown):
    n: int = Field(description="0 for the deal, then the number of the choice among those that stand.")
    seat: int = Field(description="Who chose; -1 for the deal.")
    choice: str
    caption: str
    turn: int
    chance: bool = Field(description="Whether chance had a part in it.")
    mark: Literal["", "inaccuracy", "mistake", "blunder"]
    seats: list[Account]
    doubts: list[float] = Field(description="How uncertain the chances after it are, by seat, 95 times in 100.")
    judged: Judged | None


class GameReview(Shown):
    """A whole review; docs/review.md says what the numbers mean."""

    game: str
    rules_version: str
    options: dict[str, str | int | bool]
    iterations: int
    simulations: int
    seats: list[SeatReview]
    moments: list[int] = Field(description="The steps that decided the game.")
    steps: list[ReviewStep]


def _progress(asked: Asked | None) -> Json:
    if asked is None:
        return {"state": "none", "done": 0, "steps": 0, "ahead": 0}
    return {"state": asked.state, "done": asked.done, "steps": asked.steps, "ahead": asked.ahead}


@router.post("/tables/{id}/review", response_model=ReviewProgress, status_code=202)
async def ask_for_review(id: Id, visitor: Somebody, use: Use) -> Json:  # noqa: A002
    """Have a game that is over reviewed. It is made beside everything else, and once, whoever asks."""
    (await use.tables.open(id)).check_over()
    asked = await use.reviews.find(id)
    if asked is None or asked.state == "failed":
        use.overload.refuse(Level.REVIEWS)
        await use.limits.spend("game-review", visitor.id)
        await use.reviews.ask(id)
        asked = await use.reviews.find(id)
    return _progress(asked)


@router.get("/tables/{id}/review", response_model=ReviewProgress)
async def show_progress(
    id: Id,  # noqa: A002
    use: Use,
    after: Annotated[int | None, Query(ge=-1, le=2**31 - 1, description="Wait for more steps than these.")] = None,
) -> Json:
    """How far the review of a game that is over is; with `after`, as soon as there is news, or after some seconds."""
    (await use.tables.open(id)).check_over()
    return _progress(await (use.reviews.find(id) if after is None else use.reviews.watch(id, after)))


@router.get("/tables/{id}/review.json", response_model=GameReview)
async def show_review(id: Id, use: Use, request: Request) -> Response:  # noqa: A002
    """The review of a game that is over, once it is done."""
    table = await use.tables.open(id)
    table.check_over()

    async def make() -> CachedResponse:
        asked = await use.reviews.find(id)
        if asked is None or asked.state != DONE or asked.data is None:
            raise Problem("wrong-moment", "The game is not reviewed yet.")
        return CachedResponse.of(redaction.named_review(asked.data, table.names), "application/json")

    response = await use.replays.get((id, "review", *table.names), make)  # it does not change any more
    return response.answer(request.headers)
