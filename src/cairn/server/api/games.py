"""What there is to play: games with their options, rules and components."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

import cairn
from cairn import bots
from cairn.core.content import content_data, read_toml
from cairn.core.errors import UnknownGame
from cairn.server import lessons, packs
from cairn.server.api.common import Json, PackId, Shown, services_of
from cairn.server.messages import EventShown, View
from cairn.server.problems import Problem
from cairn.server.response_cache import CachedResponse

router = APIRouter(prefix="/api/games", tags=["games"])

Slug = Annotated[str, Path(min_length=1, max_length=40)]
BOARD = "board.js"
LEVELS = ("random", "hiker", "climber", "guide", "summit")


class OptionShown(Shown):
    name: str
    default: str | int | bool
    choices: list[str | int | bool]
    labels: list[str]
    """What people read for each of the choices."""
    help: str


class FirstGameShown(Shown):
    """How somebody who is new to a game best begins."""

    seat: int
    options: dict[str, str | int | bool]


class GameShown(Shown):
    slug: str
    title: str
    tagline: str
    minutes: int | None
    rules_version: str
    seats: list[int]
    roles: list[str]
    """What each seat is called; empty where all seats are alike."""
    options: list[OptionShown]
    first_game: FirstGameShown
    among_people: dict[str, str | int | bool]
    """Options that are usual where people play people."""
    bots: list[str]
    board: bool
    """Whether the game brings a board of its own for browsers."""
    lesson: bool
    """Whether the game brings a lesson."""
    summary: bool
    """Whether the game brings a page to print."""


class LessonFrame(Shown):
    """What the learner sees next, and what happened on the way there."""

    view: View
    events: list[EventShown]


class LessonStep(Shown):
    """One thing that is said and pointed at; then one thing that is done, and what it led to."""

    seat: int = Field(description="Who reads and chooses: the learner, or the other of two who learn together.")
    say: str
    point: list[str] = Field(description="Elements of the board to look at.")
    choice: str | None = Field(description="What the learner is asked to choose; null for a step to read.")
    mistake: bool = Field(description="Whether the choice is one to see and take back.")
    after: str | None = Field(description="What is said when it has been chosen.")
    start: View | None = Field(description="Where a new scene begins, or another seat looks.")
    frames: list[LessonFrame] = Field(description="What follows the choice, move by move.")


class LessonShown(Shown):
    seat: int
    names: list[str]
    steps: list[LessonStep]


class ExampleShown(Shown):
    section: str = Field(description="The heading of the rules that it belongs to.")
    say: str
    view: View


class ExamplesShown(Shown):
    seat: int
    names: list[str]
    examples: list[ExampleShown]


class MarkShown(Shown):
    at: str = Field(description="The element of the board that has the number.")
    say: str


class SummaryShown(Shown):
    """One page to print: the goal, a picture with numbers, and what a turn, points and the end are."""

    seat: int
    names: list[str]
    goal: str
    view: View
    marks: list[MarkShown]
    turn: list[str]
    points: list[str]
    end: list[str]


class RuleShown(Shown):
    id: str
    section: str
    text: str


class RulesShown(Shown):
    text: str
    rules: list[RuleShown]


def levels() -> list[str]:
    """The bots that can be seated, the weakest first."""
    known = bots.names()
    return [level for level in LEVELS if level in known]


def find(slug: str) -> cairn.Game:
    try:
        return cairn.game(slug)
    except UnknownGame as error:
        raise Problem("not-found", str(error)) from None


def _json(data: Any) -> CachedResponse:
    return _response(orjson.dumps(data).decode(), "application/json")


@lru_cache(maxsize=256)
def _response(text: str, media_type: str) -> CachedResponse:
    """Compressed once for each text that there is."""
    return CachedResponse.of(text.encode(), media_type)


def _all_games() -> list[Json]:
    return [_shown(cairn.game(slug)) for slug in cairn.slugs()]


def _shown(game: cairn.Game) -> Json:
    options = [
        {
            "name": name,
            "default": option.default,
            "choices": list(option.choices),
            "labels": [game.option_label(name, value) for value in option.choices],
            "help": game.option_help(name),
        }
        for name, option in game.options.items()
    ]
    return {
        "slug": game.slug,
        "title": game.title,
        "tagline": game.about.get("tagline", ""),
        "minutes": int(game.about["minutes"]) if "minutes" in game.about else None,
        "rules_version": game.rules_version,
        "seats": list(game.seats),
        "roles": [game.texts.readable(role) for role in game.roles],
        "options": options,
        "first_game": {"seat": game.first_game.seat, "options": game.first_game.options},
        "among_people": game.among_people,
        "bots": levels(),
        "board": (resources.files(game.package) / BOARD).is_file(),
        "lesson": lessons.has_lesson(game),
        "summary": lessons.has_summary(game),
    }


@router.get("", response_model=list[GameShown])
async def all_games(request: Request) -> Response:
    """Every game with its options and the bots that play it."""
    return _json(_all_games()).answer(request.headers)


@router.get("/{slug}", response_model=GameShown)
async def one_game(slug: Slug, request: Request) -> Response:
    """One game with its options."""
    return _json(_shown(find(slug))).answer(request.headers)


@router.get("/{slug}/rules", response_model=RulesShown)
async def rules(slug: Slug, request: Request) -> Response:
    """The rules of a game, by id; refused choices cite them."""
    ledger = find(slug).ledger
    listed = [{"id": rule.id, "section": rule.section, "text": rule.text} for rule in ledger.rules.values()]
    return _json({"text": ledger.text, "rules": listed}).answer(request.headers)


@router.get("/{slug}/lesson", response_model=LessonShown)
async def lesson(slug: Slug, request: Request, together: bool = False) -> Response:
    """A first game with a teacher: what is said, what is to be done, and every view that follows.

    For two people `together`, the second makes the other seat's choices.
    """
    return _lesson(_taught(slug), together).answer(request.headers)


@router.get("/{slug}/examples", response_model=ExamplesShown)
async def examples(slug: Slug, request: Request) -> Response:
    """Positions of the lesson that show what the rules say, by the heading they belong to."""
    return _examples(_taught(slug)).answer(request.headers)


@router.get("/{slug}/summary", response_model=SummaryShown)
async def summary(slug: Slug, request: Request) -> Response:
    """What a player must know, on one page."""
    game = find(slug)
    if not lessons.has_summary(game):
        raise Problem("not-found", f"There is no summary for '{slug}' yet.")
    return _summary(game.slug).answer(request.headers)


def _taught(slug: str) -> str:
    game = find(slug)
    if not lessons.has_lesson(game):
        raise Problem("not-found", f"There is no lesson for '{slug}' yet.")
    return game.slug


@lru_cache
def _lesson(slug: str, together: bool) -> CachedResponse:
    return _json(lessons.frames(cairn.game(slug), together))


@lru_cache
def _examples(slug: str) -> CachedResponse:
    return _json(lessons.examples(cairn.game(slug)))


@lru_cache
def _summary(slug: str) -> CachedResponse:
    return _json(lessons.summary(cairn.game(slug)))


@router.get("/{slug}/texts", response_model=dict[str, dict[str, str]])
async def texts(slug: Slug, request: Request) -> Response:
    """Everything that boards say about a game: messages in ICU form by section and key."""
    return _json(find(slug).texts.sections).answer(request.headers)


@router.get("/{slug}/cover", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def cover(slug: Slug, request: Request) -> Response:
    """The picture on the box, as SVG; a plain one for a game that brings none."""
    drawn = resources.files(find(slug).package) / "cover.svg"
    svg = drawn.read_text(encoding="utf-8") if drawn.is_file() else PLAIN_COVER
    return _response(svg, "image/svg+xml").answer(request.headers)


@router.get("/{slug}/board.js", response_class=Response, responses={200: {"content": {"text/javascript": {}}}})
async def board(slug: Slug, request: Request) -> Response:
    """The board that a game brings for browsers, as a JavaScript module; CONTRIBUTING.md says what is in it."""
    module = resources.files(find(slug).package) / BOARD
    if not module.is_file():
        raise Problem("not-found", f"The game '{slug}' has no board of its own.")
    return _response(module.read_text(encoding="utf-8"), "text/javascript").answer(request.headers)


PLAIN_COVER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice">'
    '<rect width="320" height="200" fill="#dfe6e0"/>'
    '<path d="M0 200 90 70l50 60 40-50 140 120Z" fill="#8aa08f"/></svg>'
)


@router.get("/{slug}/content", response_model=dict[str, Any])
async def content(slug: Slug, request: Request, pack: PackId = None) -> Response:
    """Every component of a game, which boards draw; with the changes of a pack if one is named."""
    game = find(slug)
    if pack is None:
        return _json(_content(game.package)).answer(request.headers)
    async with services_of(request).storage.read() as connection:
        found = await packs.read(connection, pack)
    return _json(content_data(game.package, found.file())).answer(request.headers)


@lru_cache
def _content(package: str) -> dict[str, Any]:
    return read_toml(package, "content.toml")
