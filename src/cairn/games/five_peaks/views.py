"""What a view of Five Peaks holds, and what its components are: the shapes that browsers and other clients rely on."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Terrain = Literal["forest", "alpine", "rocky"]
Resource = Literal["mushroom", "berry", "herb", "basket", "jar", "pouch"]
Counts = dict[Resource, int]
Cell = tuple[int, int]
"""A cell or a slot: east, north."""


class Placed(TypedDict):
    """A tile or a peak on the map; turns are quarter turns clockwise."""

    name: str
    slot: Cell
    turns: int


class Left(TypedDict):
    space: Cell
    resources: Counts


class Player(TypedDict):
    endorphins: int
    backpack: Counts
    hand: list[str] | None
    """None where it is held unseen (FP-71)."""
    hand_count: int
    notes: list[str]
    """The hiking cards that were taken in the open and not sold."""
    played: list[str]
    campfires: list[str]
    panoramas: list[str]
    badges: dict[Terrain, int]
    stones: dict[str, str | None]
    """By stone the peak that it lies on."""


class HikingDeck(TypedDict):
    count: int
    bottom: list[str | None]
    bottom_known: list[int]


class Batch(TypedDict):
    """Campfire cards that one seat put under the deck, the next to be drawn first; by name for that seat."""

    by: int
    cards: list[str | None]


class CampfireDeck(TypedDict):
    count: int
    batches: list[Batch]
    holder: int | None
    """Who is choosing a card."""
    looked: list[str | None]
    sunk: list[str]
    notes: dict[str, list[str | int]]
    """Where a card may be: "deck", "hand" or the number of a batch; of the others the viewer knows nothing."""


class Zones(TypedDict):
    map: list[Placed]
    """In the order of placing, the starting tile first."""
    pawns: list[Cell]
    left: list[Left]
    bank: Counts
    players: list[Player]
    market: list[str]
    box: list[str]
    piles: list[str | None]
    dropped: list[str]
    trail: list[Cell]
    drawn_tile: str | None
    drawn_peak: str | None
    turn: int
    last_turns: int | None
    hiking: HikingDeck
    campfire: CampfireDeck
    terrain: list[str]
    unplaced_peaks: list[str]
    scenes: list[str]


class Table(TypedDict):
    provenance: str
    start_endorphins: list[int]
    market: int
    backpack: int
    campfires_drawn: int
    camp_endorphins: int
    sold_card_endorphins: int
    discarded_basic_endorphins: int


class Rounds(TypedDict):
    provenance: str
    most: int


class Stock(TypedDict):
    provenance: str
    mushroom: int
    berry: int
    herb: int
    basket: int
    jar: int
    pouch: int


class Badges(TypedDict):
    provenance: str
    forest: int
    alpine: int
    rocky: int


class Stone(TypedDict):
    name: str
    provenance: str
    multiplier: int
    size: int


class Hiking(TypedDict):
    name: str
    provenance: str
    copies: int
    cost: int


class Campfire(TypedDict):
    name: str
    provenance: str
    value: NotRequired[int]


class Tile(TypedDict):
    name: str
    provenance: str
    terrain: Terrain
    full: NotRequired[list[Cell]]
    """The corners that are not cut off."""
    triangles: dict[str, str]
    spaces: dict[str, str]
    paths: list[str]
    exits: str


class Peak(TypedDict):
    name: str
    provenance: str
    terrain: Terrain
    points: int
    reward: NotRequired[str]
    paths: str


class Panorama(TypedDict):
    name: str
    provenance: str
    rank: int
    from_seats: int
    cost: str
    reward: str
    points: int


class Content(TypedDict):
    table: Table
    rounds: Rounds
    resources: Stock
    badges: Badges
    piles: dict[str, int | str]
    start_goods: dict[str, list[str] | str]
    stone: list[Stone]
    hiking: list[Hiking]
    campfire: list[Campfire]
    start: Tile
    terrain: list[Tile]
    peak: list[Peak]
    panorama: list[Panorama]
