"""What there is to play: games with their options, rules and components."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

import cairn
from cairn import bots
from cairn.core.errors import UnknownGame
from cairn.server.api.common import Json, Shown
from cairn.server.problems import Problem

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
    }


@router.get("", response_model=list[GameShown])
async def all_games() -> list[Json]:
    """Every game with its options and the bots that play it."""
    return [_shown(cairn.game(slug)) for slug in cairn.slugs()]


@router.get("/{slug}", response_model=GameShown)
async def one_game(slug: Slug) -> Json:
    """One game with its options."""
    return _shown(find(slug))


@router.get("/{slug}/rules", response_model=RulesShown)
async def rules(slug: Slug) -> Json:
    """The rules of a game, by id; refused choices cite them."""
    ledger = find(slug).ledger
    listed = [{"id": rule.id, "section": rule.section, "text": rule.text} for rule in ledger.rules.values()]
    return {"text": ledger.text, "rules": listed}


@router.get("/{slug}/texts")
async def texts(slug: Slug) -> dict[str, dict[str, str]]:
    """Everything that boards say about a game: messages in ICU form by section and key."""
    return find(slug).texts.sections


@router.get("/{slug}/cover", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def cover(slug: Slug) -> Response:
    """The picture on the box, as SVG; a plain one for a game that brings none."""
    drawn = resources.files(find(slug).package) / "cover.svg"
    svg = drawn.read_text(encoding="utf-8") if drawn.is_file() else PLAIN_COVER
    return Response(svg, media_type="image/svg+xml")


@router.get("/{slug}/board.js", response_class=Response, responses={200: {"content": {"text/javascript": {}}}})
async def board(slug: Slug) -> Response:
    """The board that a game brings for browsers, as a JavaScript module; CONTRIBUTING.md says what is in it."""
    module = resources.files(find(slug).package) / BOARD
    if not module.is_file():
        raise Problem("not-found", f"The game '{slug}' brings no board of its own.")
    return Response(module.read_text(encoding="utf-8"), media_type="text/javascript")


PLAIN_COVER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice">'
    '<rect width="320" height="200" fill="#dfe6e0"/>'
    '<path d="M0 200 90 70l50 60 40-50 140 120Z" fill="#8aa08f"/></svg>'
)


@router.get("/{slug}/content")
async def content(slug: Slug) -> dict[str, Any]:
    """Every component of a game: what its cards and tiles are drawn from."""
    return _content(find(slug).package)


@lru_cache
def _content(package: str) -> dict[str, Any]:
    file = resources.files(package) / "content.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
