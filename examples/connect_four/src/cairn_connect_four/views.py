"""What a view of Connect Four holds, and what its components are: the shapes that clients rely on."""

from __future__ import annotations

from typing import TypedDict


class Zones(TypedDict):
    columns: dict[str, list[str]]
    """The discs of each column, from the ground up."""
    start: int
    line: list[str]
    """The cells that are four in line, at the end."""


class Board(TypedDict):
    provenance: str
    columns: int
    rows: int


class Discs(TypedDict):
    provenance: str
    names: list[str]


class Content(TypedDict):
    board: Board
    discs: Discs
