"""The map as it lies: terrain, peaks, the spaces on them and the links between spaces.

A board never changes. Placing a tile makes a new board, so that states and their copies can share one; spaces and tiles
are numbered in the order they came, and keep their numbers.
"""

from __future__ import annotations

from typing import Final

from cairn.games.five_peaks.content import (
    BIT,
    ENDORPHIN,
    EXCHANGE,
    NO_SPACE,
    PARKING,
    SUMMIT,
    Content,
)
from cairn.games.five_peaks.geometry import (
    FIRST_CORNER,
    FIRST_SIDE,
    PLACE_X,
    PLACE_Y,
    PLACES,
    TURNS,
    corner_slot,
    is_terrain_slot,
    key,
    key_x,
    key_y,
    opposite_corner,
    opposite_side,
    side_slot,
)

NONE: Final = -1
FREE: Final = 0
PAWN: Final = 1
VISITED: Final = 2
UNREACHED: Final = 99
NOT_YET: Final[list[int]] = []


class Board:
    """`kinds`, `gains`, ... have an entry for each space, `tile_ids` for each tile, `peak_ids` for each peak."""

    def __init__(self, content: Content) -> None:
        """No tile at all; `first_board` has the starting tile."""
        self.content = content
        self.tile_ids: list[int] = []
        self.tile_turns: list[int] = []
        self.tile_keys: list[int] = []
        self.open_corners: list[int] = []
        """By tile the corners at which another can be placed (FP-20)."""
        self.open_sides: list[int] = []
        """By tile the sides at which a peak can be placed (FP-41)."""
        self.peak_ids: list[int] = []
        self.peak_turns: list[int] = []
        self.peak_keys: list[int] = []
        self.order: list[int] = []
        """Tiles (number * 2) and peaks (number * 2 + 1) as they were placed."""
        self.slots: dict[int, int] = {}
        """The tile at a terrain slot, the peak at a peak slot."""
        self.cells: dict[int, int] = {}
        """The space at a cell."""
        self.space_keys: list[int] = []
        self.kinds: list[int] = []
        self.gains: list[int] = []
        self.about: list[int] = []
        """The exchange of an exchange space, the number of the peak for a summit."""
        self.homes: list[int] = []
        """The tile a space is on; NONE for a summit."""
        self.second_homes: list[int] = []
        """The other tile of a square space."""
        self.edges: list[list[int]] = []
        self.bikes: list[int] = []
        self.glides: list[list[int]] = [[], [], []]
        """By terrain the spaces that give an endorphin."""
        self.exchanges: list[int] = []
        """The spaces that exchange something."""
        self.summits: list[int] = []
        """The space of each peak."""
        self._far: list[list[int]] = []
        """What `distances` has found so far, by space; of a copy nothing is known."""
        self._far_from_bikes: list[int] = []
        self._far_from_frontier: list[int] = []

    def copy(self) -> Board:
        copy = Board(self.content)
        copy.tile_ids = self.tile_ids[:]
        copy.tile_turns = self.tile_turns[:]
        copy.tile_keys = self.tile_keys[:]
        copy.open_corners = self.open_corners[:]
        copy.open_sides = self.open_sides[:]
        copy.peak_ids = self.peak_ids[:]
        copy.peak_turns = self.peak_turns[:]
        copy.peak_keys = self.peak_keys[:]
        copy.order = self.order[:]
        copy.slots = self.slots.copy()
        copy.cells = self.cells.copy()
        copy.space_keys = self.space_keys[:]
        copy.kinds = self.kinds[:]
        copy.gains = self.gains[:]
        copy.about = self.about[:]
        copy.homes = self.homes[:]
        copy.second_homes = self.second_homes[:]
        copy.edges = self.edges[:]
        copy.bikes = self.bikes[:]
        copy.glides = self.glides[:]
        copy.exchanges = self.exchanges[:]
        copy.summits = self.summits[:]
        return copy

    def with_terrain(self, tile: int, turns: int, i: int, j: int) -> Board:
        """This board and one more terrain tile."""
        board = self.copy()
        board._add_terrain(tile, turns, i, j)
        return board

    def with_peak(self, peak: int, turns: int, i: int, j: int) -> Board:
        """This board and one more peak."""
        board = self.copy()
        board._add_peak(peak, turns, i, j)
        return board

    def _add_terrain(self, number: int, turns: int, i: int, j: int) -> None:
        tile = self.content.tiles[number]
        home = len(self.tile_ids)
        self.tile_ids.append(number)
        self.tile_turns.append(turns)
        self.tile_keys.append(key(i, j))
        self.order.append(home * 2)
        self.slots[key(i, j)] = home
        kinds = tile.kinds[turns]
        gains = tile.gains[turns]
        local: list[int] = []
        for place in range(len(kinds)):
            if kinds[place] == NO_SPACE:
                local.append(NONE)
                continue
            cell = key(2 * i + PLACE_X[place], 2 * j + PLACE_Y[place])
            if place >= FIRST_CORNER and cell in self.cells:
                space = self.cells[cell]
                self.gains[space] += gains[place]
                self.second_homes[space] = home
            else:
                space = self._add_space(cell, kinds[place], gains[place], tile.traded[turns][place], home)
                if tile.bikes[turns][place]:
                    self.bikes.append(space)
                if kinds[place] == EXCHANGE:
                    self.exchanges.append(space)
                if gains[place] >> 5 * ENDORPHIN:
                    self.glides[tile.terrain] = [*self.glides[tile.terrain], space]
            local.append(space)
        for pair in tile.pairs[turns]:
            self._link(local[pair // 16], local[pair % 16])
        self._open_tile(home, i, j, kinds, tile.exits_turned[turns], local)

    def _open_tile(self, home: int, i: int, j: int, kinds: list[int], exits: int, local: list[int]) -> None:
        """Where a new tile can be built on; its neighbours close towards it, and peaks beside it are linked."""
        corners = 0
        for corner in range(TURNS):
            slot = corner_slot(i, j, corner)
            other = self.slots.get(key(slot[0], slot[1]), NONE)
            if other != NONE:
                self.open_corners[other] &= ~BIT[opposite_corner(corner)]
            elif kinds[FIRST_CORNER + corner] != NO_SPACE and slot not in self.content.blocked:
                corners |= BIT[corner]
        self.open_corners.append(corners)
        sides = 0
        for side in range(TURNS):
            if not exits & BIT[side]:
                continue
            slot = side_slot(i, j, side)
            peak = self.slots.get(key(slot[0], slot[1]), NONE)
            if peak == NONE:
                if slot not in self.content.blocked_peaks:
                    sides |= BIT[side]
            elif self._peak_sides(peak) & BIT[opposite_side(side)]:
                self._link(local[FIRST_SIDE + side], self.cells[key(2 * slot[0], 2 * slot[1])])
        self.open_sides.append(sides)

    def _add_peak(self, number: int, turns: int, i: int, j: int) -> None:
        place = len(self.peak_ids)
        self.peak_ids.append(number)
        self.peak_turns.append(turns)
        self.peak_keys.append(key(i, j))
        self.order.append(place * 2 + 1)
        self.slots[key(i, j)] = place
        space = self._add_space(key(2 * i, 2 * j), SUMMIT, 0, place, NONE)
        self.summits.append(space)
        for side in range(TURNS):
            slot = side_slot(i, j, side)
            home = self.slots.get(key(slot[0], slot[1]), NONE)
            if home == NONE:
                continue
            back = opposite_side(side)
            self.open_sides[home] &= ~BIT[back]
            exits = self.content.tiles[self.tile_ids[home]].exits_turned[self.tile_turns[home]]
            if exits & BIT[back] and self._peak_sides(place) & BIT[side]:
                mid = FIRST_SIDE + back
                self._link(space, self.cells[key(2 * slot[0] + PLACE_X[mid], 2 * slot[1] + PLACE_Y[mid])])

    def _peak_sides(self, place: int) -> int:
        return self.content.peaks[self.peak_ids[place]].sides[self.peak_turns[place]]

    def _add_space(self, cell: int, kind: int, gain: int, about: int, home: int) -> int:
        space = len(self.kinds)
        self.cells[cell] = space
        self.space_keys.append(cell)
        self.kinds.append(kind)
        self.gains.append(gain)
        self.about.append(about)
        self.homes.append(home)
        self.second_homes.append(NONE)
        self.edges.append([])
        return space

    def _link(self, one: int, other: int) -> None:
        """Lists of links are shared between boards, so a longer one is a new one."""
        if other not in self.edges[one]:
            self.edges[one] = [*self.edges[one], other]
            self.edges[other] = [*self.edges[other], one]

    def terrain_of(self, home: int) -> int:
        return self.content.tiles[self.tile_ids[home]].terrain

    def is_on(self, space: int, terrain: int) -> bool:
        """Whether a space is of a terrain; a square may be of two, a summit is of its peak's (FP-35)."""
        home = self.homes[space]
        if home == NONE:
            return self.content.peaks[self.peak_ids[self.about[space]]].terrain == terrain
        second = self.second_homes[space]
        return self.terrain_of(home) == terrain or (second != NONE and self.terrain_of(second) == terrain)

    def parking(self) -> int:
        return self.kinds.index(PARKING)

    def distances(self, space: int) -> list[int]:
        """How many spaces away each space is along paths, UNREACHED where none leads; found once for each board."""
        if not self._far:
            self._far = [NOT_YET] * len(self.kinds)
        if not self._far[space]:
            self._far[space] = flood(self.edges, [space])
        return self._far[space]

    def distances_from_bikes(self) -> list[int]:
        """How many spaces away each space is from the nearest bike."""
        if not self._far_from_bikes:
            self._far_from_bikes = flood(self.edges, self.bikes)
        return self._far_from_bikes

    def distances_from_frontier(self) -> list[int]:
        """How many spaces away each space is from the nearest one on a tile beside which another can be placed."""
        if not self._far_from_frontier:
            ends = [space for space in range(len(self.kinds)) if self.is_frontier(space)]
            self._far_from_frontier = flood(self.edges, ends)
        return self._far_from_frontier

    def is_frontier(self, space: int) -> bool:
        home = self.homes[space]
        if home == NONE:
            return False
        second = self.second_homes[space]
        return self.open_corners[home] != 0 or (second != NONE and self.open_corners[second] != 0)

    def name(self, space: int) -> str:
        """A space by its tile and where on it: "birch ne"; the one of a peak by the peak."""
        home = self.homes[space]
        if home == NONE:
            return self.content.peak_names[self.peak_ids[self.about[space]]]
        return f"{self.tile_name(home)} {self.place_on(home, space)}"

    def tile_name(self, home: int) -> str:
        return self.content.tile_names[self.tile_ids[home]]

    def place_on(self, home: int, space: int) -> str:
        """Where a space is on a tile as it lies: "ne"."""
        cell = self.space_keys[space]
        slot = self.tile_keys[home]
        x = key_x(cell) - 2 * key_x(slot)
        y = key_y(cell) - 2 * key_y(slot)
        for place in range(len(PLACES)):
            if PLACE_X[place] == x and PLACE_Y[place] == y:
                return PLACES[place]
        raise ValueError("the space is not on that tile")

    def cell_name(self, space: int) -> str:
        """The cell of a space, as drawings have it: "3,1"."""
        cell = self.space_keys[space]
        return f"{key_x(cell)},{key_y(cell)}"

    def space_named(self, text: str) -> int:
        """The space of a name, or NONE; a square has a name by each of its two tiles."""
        if text in self.content.peak_names:
            peak = self.content.peak_names.index(text)
            return self.summits[self.peak_ids.index(peak)] if peak in self.peak_ids else NONE
        name, _, where = text.partition(" ")
        if name not in self.content.tile_names or where not in PLACES:
            return NONE
        tile = self.content.tile_names.index(name)
        if tile not in self.tile_ids:
            return NONE
        slot = self.tile_keys[self.tile_ids.index(tile)]
        place = PLACES.index(where)
        return self.cells.get(key(2 * key_x(slot) + PLACE_X[place], 2 * key_y(slot) + PLACE_Y[place]), NONE)

    def takes_terrain(self, i: int, j: int) -> bool:
        """Whether a terrain tile can be placed at a slot beside some tile that lies (FP-20)."""
        for corner in range(TURNS):
            slot = corner_slot(i, j, corner)
            home = self.slots.get(key(slot[0], slot[1]), NONE)
            if is_terrain_slot(i, j) and home != NONE and self.open_corners[home] & BIT[opposite_corner(corner)]:
                return True
        return False

    def takes_peak(self, i: int, j: int) -> bool:
        """Whether a peak can be placed at a slot beside some tile that lies (FP-41)."""
        for side in range(TURNS):
            slot = side_slot(i, j, side)
            home = self.slots.get(key(slot[0], slot[1]), NONE)
            if not is_terrain_slot(i, j) and home != NONE and self.open_sides[home] & BIT[opposite_side(side)]:
                return True
        return False


def first_board(content: Content) -> Board:
    board = Board(content)
    board._add_terrain(0, 0, 0, 0)
    return board


def flood(edges: list[list[int]], sources: list[int]) -> list[int]:
    """How many spaces away from the nearest source each space is."""
    far = [UNREACHED] * len(edges)
    reached = sources[:]
    for space in sources:
        far[space] = 0
    at = 0
    while at < len(reached):
        space = reached[at]
        at += 1
        for other in edges[space]:
            if far[other] == UNREACHED:
                far[other] = far[space] + 1
                reached.append(other)
    return far


def can_walk(edges: list[list[int]], marks: list[int], at: int, steps: int) -> bool:
    """Whether a pawn can go exactly so many spaces; those with a pawn are passed and do not count (FP-11, FP-12)."""
    for space in edges[at]:
        mark = marks[space]
        if mark == VISITED:
            continue
        if mark == FREE and steps == 1:
            return True
        marks[space] = VISITED
        found = can_walk(edges, marks, space, steps - 1 if mark == FREE else steps)
        marks[space] = mark
        if found:
            return True
    return False


def find_walks(edges: list[list[int]], marks: list[int], at: int, steps: int, ends: list[int]) -> None:
    """Set ends[space] to 1 for each space at which such a walk can end."""
    for space in edges[at]:
        mark = marks[space]
        if mark == VISITED:
            continue
        if mark == FREE and steps == 1:
            ends[space] = 1
            continue
        marks[space] = VISITED
        find_walks(edges, marks, space, steps - 1 if mark == FREE else steps, ends)
        marks[space] = mark


def find_route(edges: list[list[int]], marks: list[int], at: int, steps: int, end: int) -> list[int]:
    """The spaces of one such walk to its end, or none."""
    for space in edges[at]:
        mark = marks[space]
        if mark == VISITED:
            continue
        if mark == FREE and steps == 1:
            if space == end:
                return [space]
            continue
        marks[space] = VISITED
        rest = find_route(edges, marks, space, steps - 1 if mark == FREE else steps, end)
        marks[space] = mark
        if rest:
            return [space, *rest]
    return []


def find_steps(
    edges: list[list[int]], marks: list[int], pawns: list[int], at: int, passed: int, found: list[int]
) -> None:
    """Each end of a walk of one space with the set of seats whose pawns were passed, as space * 32 + set."""
    for space in edges[at]:
        mark = marks[space]
        if mark == VISITED:
            continue
        if mark == FREE:
            if space * 32 + passed not in found:
                found.append(space * 32 + passed)
            continue
        here = 0
        for seat in range(len(pawns)):
            if pawns[seat] == space:
                here |= BIT[seat]
        marks[space] = VISITED
        find_steps(edges, marks, pawns, space, passed | here, found)
        marks[space] = mark
