"""The lab: change a card, see it drawn, compare the game with and without the change, play with it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy import insert, select

import cairn
from cairn.core import faces
from cairn.core.content import content_data
from cairn.core.packs import differences
from cairn.lab.compare_page import page
from cairn.lab.measures import measures
from cairn.lab.packing import changed, pack_text
from cairn.server import packs
from cairn.server.api.common import Anybody, Body, Id, Json, Name, Shown, Somebody, Use
from cairn.server.api.games import Slug, find
from cairn.server.models import packs as stored
from cairn.server.problems import Problem
from cairn.server.storage import new_id, now

router = APIRouter(prefix="/api/lab", tags=["lab"])

MOST_CHANGES = 40
PAGE = 50
STYLES = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
"""What a report may do: look as it does, and nothing else."""

Value = str | int | float | bool | list[Any] | dict[str, Any]
Changes = Annotated[
    dict[Annotated[str, Field(max_length=120)], Value],
    Field(max_length=MOST_CHANGES, description="New values by place in the content: `cards.mountains.triglav.energy`."),
]


class LabShown(Shown):
    allowed: bool = Field(description="Whether you may use the lab here.")
    who: Literal["off", "named", "everybody"]
    pairs: int = Field(description="Pairs of games that one comparison has at most.")


class MetricShown(Shown):
    name: str
    title: str


class DrawWish(Body):
    changes: Changes
    part: Annotated[str, Field(max_length=60, description="The component to draw, by its id or name.")] = ""


class ChangeShown(Shown):
    place: str
    before: Any
    after: Any


class DrawShown(Shown):
    svg: str = Field(description="Empty for what has no drawing.")
    changes: list[ChangeShown]


class PackWish(Body):
    game: Annotated[str, Field(max_length=40)]
    title: Name
    changes: Changes


class PackShown(Shown):
    id: str
    game: str
    title: str
    text: str = Field(description="The pack as a TOML file.")
    changes: list[ChangeShown]


class PackLine(Shown):
    id: str
    game: str
    title: str
    created: int


class RunWish(Body):
    pack: Annotated[str, Field(min_length=8, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
    metric: Annotated[str, Field(max_length=40)] = "seat-1"
    seats: Annotated[int, Field(ge=1, le=10)]
    pairs: Annotated[int, Field(ge=20, le=100_000)] = 200
    bot: Annotated[Literal["quick", "hiker", "climber"], Field(description="Who plays all seats.")] = "quick"


class RunBegun(Shown):
    id: str


class RunShown(Shown):
    id: str
    pack: str
    player: str
    status: Literal["running", "done", "stopped", "failed"]
    created: int
    most: int = Field(description="Pairs of games that are played at most.")
    sentences: list[str]
    found: dict[str, Any] = Field(description="As `cairn lab compare --json` writes it.")


def _game_with(slug: str, changes: dict[str, Any], title: str = "") -> tuple[cairn.Game, str]:
    """The changed game and its pack as text. BadContent names what cannot be."""
    game = find(slug)
    data = content_data(game.package)
    header = {"game": slug, **({"title": title} if title else {})}
    try:
        text = pack_text(header, changed(data, changes))
        made = packs.Pack("", slug, title, text).make()
    except cairn.BadContent as error:
        place = error.place.rpartition(".toml: ")[2] or error.place
        raise Problem("cannot-play", f"{place}: {error.problem}", place=place) from None
    return made, text


def _changes(slug: str, text: str) -> list[Json]:
    package = find(slug).package
    found = differences(content_data(package), content_data(package, packs.file_with(text)))
    return [{"place": change.place, "before": change.before, "after": change.after} for change in found]


@router.get("", response_model=LabShown)
async def about(visitor: Anybody, use: Use) -> Json:
    """Whether there is a lab here, and how much it does."""
    return {
        "allowed": use.lab.allows(visitor),
        "who": use.settings.lab_for,
        "pairs": use.settings.lab_pairs,
    }


@router.get("/games/{slug}/metrics", response_model=list[MetricShown])
async def metrics(slug: Slug, seats: int = 2) -> list[Json]:
    """What can be compared in a game of so many seats."""
    game = find(slug)
    if seats not in game.seats:
        raise Problem("cannot-play", f"{game.title} is for {game.seats_text}.")
    return [{"name": name, "title": measure.title} for name, measure in measures(game, seats).items()]


@router.post("/games/{slug}/draw", response_model=DrawShown)
async def draw(slug: Slug, wish: DrawWish, visitor: Somebody, use: Use) -> Json:
    """A component as it would look with some changes, if the game can be played like that."""
    use.lab.check(visitor)
    await use.limits.spend("pack", visitor.id)
    game, text = await asyncio.to_thread(_game_with, slug, wish.changes)
    return {"svg": _drawn(game, wish.part), "changes": _changes(slug, text)}


def _drawn(game: cairn.Game, part: str) -> str:
    module = faces.module_of(game, "drawing")
    drawn: str = module.part(game, part) if module is not None and hasattr(module, "part") else ""
    return drawn


@router.post("/packs", status_code=201, response_model=PackShown)
async def save_pack(wish: PackWish, visitor: Somebody, use: Use) -> Json:
    """Save changes as a pack, to compare it, play it and hand on a link to it."""
    use.lab.check(visitor)
    await use.limits.spend("pack", visitor.id)
    _, text = await asyncio.to_thread(_game_with, wish.game, wish.changes, wish.title)
    row = {"id": new_id(), "game": wish.game, "title": wish.title, "text": text, "player": visitor.id, "created": now()}
    async with use.storage.write() as connection:
        await connection.execute(insert(stored).values(row))
    return {**row, "changes": _changes(wish.game, text)}


@router.get("/packs", response_model=list[PackLine])
async def my_packs(visitor: Somebody, use: Use) -> list[Json]:
    """The packs that you have saved, the newest first."""
    mine = select(stored.c.id, stored.c.game, stored.c.title, stored.c.created).where(stored.c.player == visitor.id)
    async with use.storage.read() as connection:
        rows = await connection.execute(mine.order_by(stored.c.created.desc()).limit(PAGE))
        return [{str(name): value for name, value in row._asdict().items()} for row in rows]


@router.get("/packs/{id}", response_model=PackShown)
async def show_pack(id: Id, use: Use) -> Json:  # noqa: A002
    """A pack, for whoever has its link."""
    async with use.storage.read() as connection:
        pack = await packs.read(connection, id)
    return {
        "id": pack.id,
        "game": pack.game,
        "title": pack.title,
        "text": pack.text,
        "changes": _changes(pack.game, pack.text),
    }


@router.post("/runs", status_code=201, response_model=RunBegun)
async def begin_run(wish: RunWish, visitor: Somebody, use: Use) -> Json:
    """Compare a pack with the game as it is: pairs of games on the same deals, until the answer is clear."""
    use.lab.check(visitor)
    await use.limits.spend("lab", visitor.id)
    async with use.storage.read() as connection:
        pack = await packs.read(connection, wish.pack)
    return {"id": await use.lab.begin(visitor, pack, wish.metric, wish.seats, wish.pairs, wish.bot)}


@router.get("/runs/{id}", response_model=RunShown)
async def show_run(id: Id, use: Use) -> Json:  # noqa: A002
    """What a comparison has found so far, for whoever has its link."""
    return await use.lab.shown(id)


@router.delete("/runs/{id}", status_code=204, response_class=Response)
async def stop_run(id: Id, visitor: Somebody, use: Use) -> None:  # noqa: A002
    """Stop a comparison of yours; what it has found stays."""
    await use.lab.stop(visitor, id)


@router.get("/runs/{id}/report", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def report(id: Id, use: Use) -> Response:  # noqa: A002
    """The report of a comparison as a page."""
    run = await use.lab.shown(id)
    headers = {"Content-Security-Policy": STYLES}
    return Response(page(run["found"], run["sentences"]), media_type="text/html", headers=headers)
