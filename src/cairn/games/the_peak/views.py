"""What a view of The Peak holds, and what its components are: the shapes that browsers and other clients rely on."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Role = Literal["mountain", "mountaineer"]
Edition = Literal["first", "final"]


class Deck(TypedDict):
    count: int
    top: list[str | None]
    """The cards on top that somebody has looked at, the next one last; None for who does not know them."""


class Hand(TypedDict):
    count: int
    cards: list[str]
    """Those that the viewer knows."""
    known: list[str]
    """Those that the Mountaineer knows."""


class Secret(TypedDict):
    count: int
    cards: list[str]
    """Empty for who may not know them."""


class Odds(TypedDict):
    needs: int
    """What the two dice must come to, all modifiers included."""
    ways: int
    """How many of the 36 rolls do."""


class Zones(TypedDict):
    deck: Deck
    discard: list[str]
    hand: Hand
    sunk: list[str]
    """Cards known to be somewhere in the deck."""
    unseen: list[str]
    """The cards that are in the deck or in the hand, the viewer cannot tell which."""
    goals: dict[Role, Secret]
    goals_dropped: dict[Role, Secret]
    goals_unseen: list[str]
    board: dict[str, str | None]
    """By space a card, the climber ("mountaineer") or nothing."""
    kept: list[str]
    round: int
    busy: bool
    per_die: int
    provisions: bool
    next_roll: int
    curses: list[int]
    """For how many more rolls each curse lasts."""
    cold: int
    skip: int
    spring: list[int]
    """How many springs refresh each turn of the Mountaineer, this one first."""
    rolls: int
    mountain: int
    """The seat that is the Mountain in this game."""
    first_game: list[int]
    """By seat the points of the first game of a match, once it is over."""
    odds: dict[str, Odds]
    """By space each challenge on offer."""
    needs: int | None
    """What the dice on the table must come to while one may be rerolled."""


class Board(TypedDict):
    provenance: str
    size: int
    start: str


class Dice(TypedDict):
    provenance: str
    count: int
    sides: int


class HandRules(TypedDict):
    provenance: str
    refill: int


class EditionRules(TypedDict):
    provenance: str
    mountain_goals: int
    mountaineer_goals: int
    rounds: NotRequired[int]


class Limits(TypedDict):
    provenance: str
    elevation: int


class Bounds(TypedDict):
    provenance: str
    rounds: int
    rolls: int


class Even(TypedDict):
    provenance: str
    first: int
    final: int


class Handicap(TypedDict):
    provenance: str
    even: Even


class Effect(TypedDict):
    on: Literal["play", "cross", "fail", "keep"]
    does: str
    provenance: NotRequired[str]
    amount: NotRequired[int]
    times: NotRequired[int]
    skips: NotRequired[int]
    bad: NotRequired[bool]


class Card(TypedDict):
    name: str
    title: str
    provenance: str
    copies: int
    difficulty: NotRequired[int]
    elevation: NotRequired[int]
    liquid: NotRequired[str]
    effects: NotRequired[list[Effect]]


class Goal(TypedDict):
    name: str
    title: str
    provenance: str
    counts: str
    points: int
    least: NotRequired[int]
    group: NotRequired[int]
    card: NotRequired[str]


class Content(TypedDict):
    board: Board
    dice: Dice
    hand: HandRules
    editions: dict[Edition, EditionRules]
    limits: Limits
    bounds: Bounds
    handicap: Handicap
    cards: list[Card]
    goals: list[Goal]
