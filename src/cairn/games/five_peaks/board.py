"""The map as it lies: terrain, peaks, the spaces on them and the links between spaces.

A board never changes. Placing a tile makes a new board, so that states and their copies can share one; spaces and tiles
are numbered in the order they came, and keep their numbers.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.bits import BIT
from cairn.games.five_peaks.content import (
    ALPINE,
    ENDORPHIN,
    EXCHANGE,
    FOREST,
    NO_SPACE,
    PARKING,
    ROCKY,
    SUMMIT,
    Content,
    Tile,
)
from cairn.games.five_peaks.geometry import (
    FIRST_CORNER,
    FIRST_SIDE,
    PLACE_STEPS,
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
from cairn.games.five_peaks.packing import has_space, with_space

NONE: Final = -1
UNREACHED: Final = 99
NOT_YET: Final[list[int]] = []
NO_EDGES: Final[list[list[int]]] = []
NO_GLIDES: Final[list[list[int]]] = [NOT_YET, NOT_YET, NOT_YET]
NO_KEYS: Final[dict[int, int]] = {}


class Board:
    """`kinds`, `gains`, ... have an entry for each space, `tile_ids` for each tile, `peak_ids` for each peak.

    Lists and tables are shared between boards: whatever a new tile or peak changes is made anew.
    """

    def __init__(self, content: Content) -> None:
        """No tile at all; `first_board` has the starting tile."""
        self.content = content
        self.tile_ids: list[int] = NOT_YET
        self.tile_turns: list[int] = NOT_YET
        self.tile_keys: list[int] = NOT_YET
        self.open_corners: list[int] = NOT_YET
        """By tile the corners at which another can be placed (FP-20)."""
        self.open_sides: list[int] = NOT_YET
        """By tile the sides at which a peak can be placed (FP-41)."""
        self.peak_ids: list[int] = NOT_YET
        self.peak_turns: list[int] = NOT_YET
        self.peak_keys: list[int] = NOT_YET
        self.order: list[int] = NOT_YET
        """Tiles (number * 2) and peaks (number * 2 + 1) as they were placed."""
        self.slots: dict[int, int] = NO_KEYS
        """The tile at a terrain slot, the peak at a peak slot."""
        self.cells: dict[int, int] = NO_KEYS
        """The space at a cell."""
        self.space_keys: list[int] = NOT_YET
        self.kinds: list[int] = NOT_YET
        self.gains: list[int] = NOT_YET
        self.about: list[int] = NOT_YET
        """The exchange of an exchange space, the number of the peak for a summit."""
        self.homes: list[int] = NOT_YET
        """The tile a space is on; NONE for a summit."""
        self.second_homes: list[int] = NOT_YET
        """The other tile of a square space."""
        self.edges: list[list[int]] = NO_EDGES
        self.bikes: list[int] = NOT_YET
        self.glides: list[list[int]] = NO_GLIDES
        """By terrain the spaces that give an endorphin."""
        self.exchanges: list[int] = NOT_YET
        """The spaces that exchange something."""
        self.summits: list[int] = NOT_YET
        """The space of each peak."""
        self._far: list[list[int]] = NO_EDGES
        """What `distances` has found so far, by space; of a copy nothing is known."""
        self._far_from_bikes: list[int] = NOT_YET
        self._far_from_frontier: list[int] = NOT_YET

    def copy(self) -> Board:
        copy = Board(self.content)
        copy.tile_ids = self.tile_ids
        copy.tile_turns = self.tile_turns
        copy.tile_keys = self.tile_keys
        copy.open_corners = self.open_corners
        copy.open_sides = self.open_sides
        copy.peak_ids = self.peak_ids
        copy.peak_turns = self.peak_turns
        copy.peak_keys = self.peak_keys
        copy.order = self.order
        copy.slots = self.slots
        copy.cells = self.cells
        copy.space_keys = self.space_keys
        copy.kinds = self.kinds
        copy.gains = self.gains
        copy.about = self.about
        copy.homes = self.homes
        copy.second_homes = self.second_homes
        copy.edges = self.edges
        copy.bikes = self.bikes
        copy.glides = self.glides
        copy.exchanges = self.exchanges
        copy.summits = self.summits
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
        self.tile_ids = [*self.tile_ids, number]
        self.tile_turns = [*self.tile_turns, turns]
        self.tile_keys = [*self.tile_keys, key(i, j)]
        self.order = [*self.order, home * 2]
        self.slots = self.slots.copy()
        self.slots[key(i, j)] = home
        kinds = tile.kinds[turns]
        local = self._add_places(tile, turns, home, key(2 * i, 2 * j))
        edges = self.edges
        for place in range(len(kinds)):
            space = local[place]
            if space != NONE:
                edges[space] = edges[space] + [local[other] for other in tile.links[turns][place]]
        self._open_corners(i, j, kinds)
        self._open_sides(i, j, tile.exits_turned[turns], local)

    def _add_places(self, tile: Tile, turns: int, home: int, middle: int) -> list[int]:
        """The spaces of a new tile by place, NONE where there is none; half a square that lies there is made whole."""
        kinds = tile.kinds[turns]
        gains = tile.gains[turns]
        local: list[int] = []
        cells = self.cells = self.cells.copy()
        self.gains = self.gains[:]
        self.second_homes = self.second_homes[:]
        added: list[int] = []
        for place in range(len(kinds)):
            if kinds[place] == NO_SPACE:
                local.append(NONE)
                continue
            cell = middle + PLACE_STEPS[place]
            space = cells.get(cell, NONE) if place >= FIRST_CORNER else NONE
            if space != NONE:
                self.gains[space] = self.gains[space] + gains[place]
                self.second_homes[space] = home
            else:
                space = len(self.gains)
                cells[cell] = space
                self.gains.append(gains[place])
                self.second_homes.append(NONE)
                added.append(place)
                if tile.bikes[turns][place]:
                    self.bikes = [*self.bikes, space]
                if kinds[place] == EXCHANGE:
                    self.exchanges = [*self.exchanges, space]
                if gains[place] >> 5 * ENDORPHIN:
                    self.glides = self.glides[:]
                    self.glides[tile.terrain] = [*self.glides[tile.terrain], space]
            local.append(space)
        traded = tile.traded[turns]
        self.space_keys = self.space_keys + [middle + PLACE_STEPS[place] for place in added]
        self.kinds = self.kinds + [kinds[place] for place in added]
        self.about = self.about + [traded[place] for place in added]
        self.homes = self.homes + [home] * len(added)
        self.edges = self.edges + [NOT_YET] * len(added)
        return local

    def _open_corners(self, i: int, j: int, kinds: list[int]) -> None:
        """Where terrain can be placed beside a new tile; its neighbours close towards it."""
        opened = self.open_corners[:]
        corners = 0
        for corner in range(TURNS):
            slot = key(i, j) + PLACE_STEPS[FIRST_CORNER + corner]
            other = self.slots.get(slot, NONE)
            if other != NONE:
                opened[other] = opened[other] & ~BIT[opposite_corner(corner)]
            elif kinds[FIRST_CORNER + corner] != NO_SPACE and slot not in self.content.blocked_keys:
                corners |= BIT[corner]
        opened.append(corners)
        self.open_corners = opened

    def _open_sides(self, i: int, j: int, exits: int, local: list[int]) -> None:
        """Where peaks can be placed beside a new tile; those that lie there are linked."""
        sides = 0
        for side in range(TURNS):
            if not exits & BIT[side]:
                continue
            slot = key(i, j) + PLACE_STEPS[FIRST_SIDE + side]
            peak = self.slots.get(slot, NONE)
            if peak == NONE:
                if slot not in self.content.blocked_peak_keys:
                    sides |= BIT[side]
            elif self._peak_sides(peak) & BIT[opposite_side(side)]:
                self._link(local[FIRST_SIDE + side], self.summits[peak])
        self.open_sides = [*self.open_sides, sides]

    def _add_peak(self, number: int, turns: int, i: int, j: int) -> None:
        place = len(self.peak_ids)
        space = len(self.kinds)
        self.peak_ids = [*self.peak_ids, number]
        self.peak_turns = [*self.peak_turns, turns]
        self.peak_keys = [*self.peak_keys, key(i, j)]
        self.order = [*self.order, place * 2 + 1]
        self.slots = self.slots.copy()
        self.slots[key(i, j)] = place
        self.cells = self.cells.copy()
        self.cells[key(2 * i, 2 * j)] = space
        self.space_keys = [*self.space_keys, key(2 * i, 2 * j)]
        self.kinds = [*self.kinds, SUMMIT]
        self.gains = [*self.gains, 0]
        self.about = [*self.about, place]
        self.homes = [*self.homes, NONE]
        self.second_homes = [*self.second_homes, NONE]
        self.edges = [*self.edges, NOT_YET]
        self.summits = [*self.summits, space]
        self.open_sides = self.open_sides[:]
        for side in range(TURNS):
            home = self.slots.get(key(i, j) + PLACE_STEPS[FIRST_SIDE + side], NONE)
            if home == NONE:
                continue
            back = opposite_side(side)
            self.open_sides[home] &= ~BIT[back]
            exits = self.content.tiles[self.tile_ids[home]].exits_turned[self.tile_turns[home]]
            if exits & BIT[back] and self._peak_sides(place) & BIT[side]:
                # Between a peak and the middle of a tile lies the space of the tile's side.
                self._link(space, self.cells[key(2 * i, 2 * j) + PLACE_STEPS[FIRST_SIDE + side]])

    def _peak_sides(self, place: int) -> int:
        return self.content.peaks[self.peak_ids[place]].sides[self.peak_turns[place]]

    def _link(self, one: int, other: int) -> None:
        """A path between two spaces, in a table of links that is this board's own."""
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

    def beside(self, space: int) -> list[int]:
        """The spaces that share a side of their cell with this one, paths or not, clockwise from the north (FP-32)."""
        cell = self.space_keys[space]
        near: list[int] = []
        for side in range(FIRST_SIDE, FIRST_CORNER):
            other = self.cells.get(cell + PLACE_STEPS[side], NONE)
            if other != NONE:
                near.append(other)
        return near

    def glides_from(self, space: int) -> list[int]:
        """Lower terrain with an endorphin: forest from alpine, forest and alpine from rocky ground (FP-34)."""
        if self.is_on(space, ROCKY):
            return self.glides[FOREST] + self.glides[ALPINE]
        return self.glides[FOREST] if self.is_on(space, ALPINE) else NOT_YET

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


def can_walk(edges: list[list[int]], pawns: i64, start: i64, been: i64, at: i64, steps: i64) -> bool:
    """Whether a pawn can go exactly so many spaces from here; those with a pawn are passed and do not count.

    It has begun at `start` and may enter neither that nor the spaces where it has been (FP-11, FP-12, FP-14).
    """
    for space in edges[at]:
        if space == start or has_space(been, space):
            continue
        if has_space(pawns, space):
            if can_walk(edges, pawns, start, with_space(been, space), space, steps):
                return True
        elif steps == 1 or can_walk(edges, pawns, start, with_space(been, space), space, steps - 1):
            return True
    return False


def find_walks(edges: list[list[int]], pawns: i64, start: i64, been: i64, at: i64, steps: i64, ends: list[int]) -> None:
    """Add to `ends` each space at which such a walk can end: once, in the order of their numbers."""
    for space in edges[at]:
        if space == start or has_space(been, space):
            continue
        if has_space(pawns, space):
            find_walks(edges, pawns, start, with_space(been, space), space, steps, ends)
        elif steps == 1:
            add_in_order(ends, space)
        else:
            find_walks(edges, pawns, start, with_space(been, space), space, steps - 1, ends)


def add_in_order(numbers: list[int], number: int) -> None:
    at = len(numbers)
    while at > 0 and numbers[at - 1] > number:
        at -= 1
    if at == 0 or numbers[at - 1] != number:
        numbers.insert(at, number)


def find_route(edges: list[list[int]], pawns: i64, start: i64, been: i64, at: i64, steps: i64, end: int) -> list[int]:
    """The spaces of one such walk to its end, or none."""
    for space in edges[at]:
        if space == start or has_space(been, space):
            continue
        passed = has_space(pawns, space)
        if steps == 1 and not passed:
            if space == end:
                return [space]
            continue
        rest = find_route(edges, pawns, start, with_space(been, space), space, steps if passed else steps - 1, end)
        if rest:
            return [space, *rest]
    return []


def find_steps(
    edges: list[list[int]], pawns: list[int], start: i64, been: i64, at: i64, passed: int, found: list[int]
) -> None:
    """Each end of a walk of one space with the set of seats whose pawns were passed, as space * 32 + set."""
    for space in edges[at]:
        if space == start or has_space(been, space):
            continue
        here = 0
        for seat in range(len(pawns)):
            if pawns[seat] == space:
                here |= BIT[seat]
        if here:
            find_steps(edges, pawns, start, with_space(been, space), space, passed | here, found)
        elif space * 32 + passed not in found:
            found.append(space * 32 + passed)
