"""What a view of 5 Towers holds, and what its components are: the shapes that browsers and other clients rely on."""

from __future__ import annotations

from typing import Literal, TypedDict

Kind = Literal["candy", "scary", "tree", "scrap", "sand"]


class Deck(TypedDict):
    count: int
    unseen: list[str]


class Player(TypedDict):
    towers: dict[Kind, list[int]]
    """The values of each tower, from the ground up."""
    torn: list[str]


class Zones(TypedDict):
    deck: Deck
    deck_number: int
    start: int
    bid: int | None
    bidder: int | None
    asked: int
    """How many seats have been asked for a bid this round, counted from `start`."""
    display: list[str]
    hand: list[str]
    players: list[Player]
    discard: list[str]
    most: list[int]
    """How many of the revealed cards each seat could build."""


class Types(TypedDict):
    provenance: str
    names: list[Kind]


class Values(TypedDict):
    provenance: str
    lowest: int
    highest: int
    extra: list[int]
    extra_from_seats: int


class Special(TypedDict):
    provenance: str
    roof: int
    carrier: int
    jumper: int


class Display(TypedDict):
    provenance: str
    cards: int


class Content(TypedDict):
    types: Types
    values: Values
    special: Special
    display: Display
