"""Where things are in Five Peaks: one plane of unit cells, and the shapes that lie on it.

A terrain tile is a block of three by three cells whose corner cells are cut diagonally: an octagon with four straight
sides, one cell long, and four triangles. Slot (i, j) is centred on cell (2i, 2j). Terrain lies where i + j is even and
touches its neighbours at (i ± 1, j ± 1) triangle to triangle; the two halves become one square space. Four tiles around
a point leave a hole of one cell, slot (i, j) with i + j odd: there a peak goes. x and i grow to the east, y and j to
the north.

A cell is divided by its diagonals into four quarters, N, E, S and W. A shape covers a set of quarters in each cell, and
two shapes overlap where they cover the same quarter: that is the whole overlap test, for any shape (FP-20).

Places on a tile are numbered: the centre, the four sides and the four corners, clockwise from north, so that a turn
adds one within a ring. A turn is a quarter turn clockwise.
"""

from __future__ import annotations

from typing import Final

CENTRE: Final = 0
FIRST_SIDE: Final = 1
FIRST_CORNER: Final = 5
PLACES: Final = ["c", "n", "e", "s", "w", "ne", "se", "sw", "nw"]
PLACE_X: Final = [0, 0, 1, 0, -1, 1, 1, -1, -1]
PLACE_Y: Final = [0, 1, 0, -1, 0, 1, -1, -1, 1]
SIDES: Final = PLACES[FIRST_SIDE:FIRST_CORNER]
CORNERS: Final = PLACES[FIRST_CORNER:]
TURNS: Final = 4

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
WHOLE: Final = 15
HALF: Final = [SOUTH | WEST, NORTH | WEST, NORTH | EAST, SOUTH | EAST]
"""What a tile covers of the cell at its north-east, south-east, south-west and north-west corner."""

REACH: Final = 32
"""Slots lie within this many of the start, cells within twice as many: thirteen tiles never grow farther."""

Cell = tuple[int, int]
Slot = tuple[int, int]
Footprint = dict[Cell, int]
"""The quarters that are covered in each cell."""


def key(x: int, y: int) -> int:
    """A cell or a slot as one number."""
    return (x + 2 * REACH) * 256 + y + 2 * REACH


def key_x(packed: int) -> int:
    return packed // 256 - 2 * REACH


def key_y(packed: int) -> int:
    return packed % 256 - 2 * REACH


PLACE_STEPS: Final[list[int]] = [key(PLACE_X[place], PLACE_Y[place]) - key(0, 0) for place in range(len(PLACES))]
"""By place what leads from the key of a tile's middle cell to that of the place, and from slot to slot."""


def is_terrain_slot(i: int, j: int) -> bool:
    return (i + j) % 2 == 0


def turned(place: int, turns: int) -> int:
    """Where a place of a tile comes to lie after some turns."""
    if place == CENTRE:
        return CENTRE
    ring = FIRST_SIDE if place < FIRST_CORNER else FIRST_CORNER
    return ring + (place - ring + turns) % TURNS


def turned_sides(sides: int, turns: int) -> int:
    """A set of sides (bit 0 is north, clockwise) after some turns."""
    return (sides << turns | sides >> (TURNS - turns)) & WHOLE


def octagon() -> Footprint:
    """An ordinary terrain tile around cell (0, 0)."""
    covered: Footprint = {(PLACE_X[place], PLACE_Y[place]): WHOLE for place in range(FIRST_CORNER)}
    for corner in range(TURNS):
        place = FIRST_CORNER + corner
        covered[PLACE_X[place], PLACE_Y[place]] = HALF[corner]
    return covered


def with_full_cells(footprint: Footprint, cells: list[Cell]) -> Footprint:
    """A shape and some whole cells beside it: the starting tile is no plain octagon."""
    return {**footprint, **dict.fromkeys(cells, WHOLE)}


def at_slot(footprint: Footprint, i: int, j: int) -> Footprint:
    return {(x + 2 * i, y + 2 * j): quarters for (x, y), quarters in footprint.items()}


def overlap(one: Footprint, other: Footprint) -> bool:
    return any(quarters & other.get(cell, 0) for cell, quarters in one.items())


def linked_pairs(paths: list[list[int]]) -> list[tuple[int, int]]:
    """The pairs of places that paths link: a path with several ends links each with each (FP-13)."""
    pairs: list[tuple[int, int]] = []
    for ends in paths:
        for at, end in enumerate(ends):
            for other in ends[at + 1 :]:
                pair = (min(end, other), max(end, other))
                if pair not in pairs:
                    pairs.append(pair)
    return pairs


def linked_places(pairs: list[tuple[int, int]], turns: int) -> list[list[int]]:
    """By place, after some turns, the places it is linked with, in the order of the pairs."""
    links: list[list[int]] = [[] for _ in PLACES]
    for one, other in pairs:
        links[turned(one, turns)].append(turned(other, turns))
        links[turned(other, turns)].append(turned(one, turns))
    return links


def all_linked(places: list[int], paths: list[list[int]]) -> bool:
    """Whether paths lead from each of these places to each other."""
    reached = {places[0]}
    while True:
        more = {end for ends in paths if reached & set(ends) for end in ends} - reached
        if not more:
            return reached >= set(places)
        reached |= more


def opposite_side(side: int) -> int:
    return (side + 2) % TURNS


def opposite_corner(corner: int) -> int:
    return (corner + 2) % TURNS


def corner_slot(i: int, j: int, corner: int) -> Slot:
    """The terrain slot across a corner of the one at (i, j)."""
    return i + PLACE_X[FIRST_CORNER + corner], j + PLACE_Y[FIRST_CORNER + corner]


def side_slot(i: int, j: int, side: int) -> Slot:
    """The peak slot across a side of the terrain at (i, j), and the terrain across a side of a peak."""
    return i + PLACE_X[FIRST_SIDE + side], j + PLACE_Y[FIRST_SIDE + side]


def place_cell(i: int, j: int, place: int) -> Cell:
    """The cell of a place, as it lies, of the tile at slot (i, j)."""
    return 2 * i + PLACE_X[place], 2 * j + PLACE_Y[place]
