"""What a view of Solstis holds, and what its components are: the shapes that browsers and other clients rely on.

A place is a position of the mountain, and the land tile that belongs there: "3-5" is row 3, column 5.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Place = str
Effect = Literal[
    "place-rainbow",
    "add-from-hand",
    "add-from-pile",
    "bigger-hand",
    "add-from-opponent",
    "add-from-display",
    "extra-turn",
]
Bonus = Literal["plain-spirits", "unlit-fires", "sections", "other-blue-spirits", "rainbows", "lit-fires"]


class PlacedSpirit(TypedDict):
    spirit: str
    square: Place
    """The lower left position of the square it lies on."""


class Player(TypedDict):
    hand: list[Place] | None
    """None for who may not see it."""
    hand_count: int
    hand_size: int
    land: list[Place]
    rainbows: list[Place]
    rainbows_held: int
    spirits: list[PlacedSpirit]
    cannot_hold: list[Place]
    """Tiles that everybody knows are not in this hand."""
    lit_fires: list[int]
    """The fires that burn, by their places in `Content.fires`."""


class Zones(TypedDict):
    unseen: list[Place]
    pile: int
    display: list[Place]
    hidden_below: list[Place]
    """The face-up tiles that have a hidden one below."""
    played: Place | None
    newly: list[Place]
    removed: list[Place]
    rainbow_supply: int
    spirit_row: list[str]
    evil: int | None
    """Who holds the evil spirit."""
    covered: str | None
    again: bool
    players: list[Player]
    spirits_unseen: list[str]
    spirit_pile: int
    met: list[str] | None
    """The spirits of the present encounter; None for who may not see them."""


class Row(TypedDict):
    provenance: str
    color: str
    columns: list[int]
    """The first and the last."""


class Fire(TypedDict):
    provenance: str
    tiles: list[Place]


class Rainbows(TypedDict):
    provenance: str
    count: int


class Display(TypedDict):
    provenance: str
    piles: int


class Hand(TypedDict):
    provenance: str
    tiles: int


class Spirit(TypedDict):
    provenance: str
    name: str
    title: str
    kind: Literal["plain", "blue", "evil"]
    effect: NotRequired[Effect]
    bonus: NotRequired[Bonus]
    last: NotRequired[Literal["add-whole-hand"]]


class Content(TypedDict):
    rows: list[Row]
    fires: list[Fire]
    rainbows: Rainbows
    display: Display
    hand: Hand
    spirits: list[Spirit]
