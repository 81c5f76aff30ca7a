"""The plane of Five Peaks: lattice, footprints, turns, overlap, paths and exits."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cairn.core.bits import BIT
from cairn.games.five_peaks.board import Board, first_board
from cairn.games.five_peaks.content import load_content
from cairn.games.five_peaks.geometry import (
    CORNERS,
    HALF,
    PLACES,
    TURNS,
    WHOLE,
    Footprint,
    at_slot,
    corner_slot,
    is_terrain_slot,
    key,
    key_x,
    key_y,
    linked_pairs,
    octagon,
    overlap,
    side_slot,
    turned,
    turned_sides,
    with_full_cells,
)
from cairn.testing import rule

CONTENT = load_content()
turns = st.integers(0, 3)
coordinates = st.integers(-12, 12)


def turned_footprint(footprint: Footprint, count: int) -> Footprint:
    shape = {}
    for (x, y), quarters in footprint.items():
        for _ in range(count):
            x, y = y, -x
        shape[x, y] = turned_sides(quarters, count)
    return shape


def test_a_tile_covers_seven_cells_and_its_neighbour_fills_the_corner() -> None:
    assert sum(quarters.bit_count() for quarters in octagon().values()) == 7 * 4
    assert [HALF[corner] | HALF[(corner + 2) % 4] for corner in range(4)] == [WHOLE] * 4


@rule("FP-15", "FP-20")
def test_terrain_and_peaks_cover_the_plane_exactly_once() -> None:
    covered: dict[tuple[int, int], list[int]] = {}
    for i in range(-6, 7):
        for j in range(-6, 7):
            shape = at_slot(octagon(), i, j) if is_terrain_slot(i, j) else {(2 * i, 2 * j): WHOLE}
            for cell, quarters in shape.items():
                covered.setdefault(cell, []).append(quarters)
    for x in range(-9, 10):
        for y in range(-9, 10):
            parts = covered[x, y]
            assert sum(parts) == WHOLE, (x, y)
            assert len(parts) == (2 if x % 2 and y % 2 else 1)


@given(turns, st.sampled_from(PLACES))
def test_four_quarter_turns_bring_a_place_back(count: int, name: str) -> None:
    place = PLACES.index(name)
    assert turned(turned(place, count), (4 - count) % 4) == place


@given(turns, st.integers(0, 15))
def test_turning_sides_agrees_with_turning_places(count: int, sides: int) -> None:
    lying = {turned(1 + side, count) - 1 for side in range(4) if sides & BIT[side]}
    assert {side for side in range(4) if turned_sides(sides, count) & BIT[side]} == lying


@given(turns)
def test_an_octagon_looks_the_same_however_it_is_turned(count: int) -> None:
    assert turned_footprint(octagon(), count) == octagon()


@given(turns, st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=4))
def test_a_turn_keeps_what_is_covered(count: int, cells: list[tuple[int, int]]) -> None:
    shape = with_full_cells(octagon(), cells)
    turned_shape = turned_footprint(shape, count)
    assert sum(q.bit_count() for q in turned_shape.values()) == sum(q.bit_count() for q in shape.values())
    assert turned_footprint(turned_shape, (4 - count) % 4) == shape


@given(coordinates, coordinates, coordinates, coordinates)
def test_tiles_in_different_slots_never_overlap(i: int, j: int, k: int, m: int) -> None:
    if is_terrain_slot(i, j) and is_terrain_slot(k, m):
        assert overlap(at_slot(octagon(), i, j), at_slot(octagon(), k, m)) == ((i, j) == (k, m))


@given(coordinates, coordinates)
def test_a_cell_is_packed_and_unpacked(x: int, y: int) -> None:
    assert (key_x(key(x, y)), key_y(key(x, y))) == (x, y)


@rule("FP-20")
def test_the_starting_tile_closes_the_slots_at_its_square_corners() -> None:
    start = CONTENT.tiles[0].footprint
    closed = [slot for c in range(4) if overlap(at_slot(octagon(), *(slot := corner_slot(0, 0, c))), start)]
    assert closed == [(1, -1), (-1, -1)]
    assert CONTENT.blocked == [(-1, -1), (0, 0), (1, -1)]


@rule("FP-20")
def test_a_wide_parking_row_would_close_more_slots() -> None:
    wide = with_full_cells(octagon(), [(x, -1) for x in range(-3, 4)])
    assert overlap(at_slot(octagon(), 2, 0), wide)
    assert overlap(at_slot(octagon(), -2, 0), wide)
    assert not overlap(at_slot(octagon(), 1, 1), wide)


@rule("FP-13")
def test_a_path_with_three_ends_links_each_pair() -> None:
    assert linked_pairs([[1, 2, 3], [3, 4]]) == [(1, 2), (1, 3), (2, 3), (3, 4)]


def spaces_of(board: Board, tile: int) -> list[int]:
    return [s for s in range(len(board.kinds)) if tile in (board.homes[s], board.second_homes[s])]


@rule("FP-15", "FP-90")
@given(st.integers(1, 13), turns)
def test_every_tile_in_every_rotation_keeps_its_spaces_links_and_exits(number: int, count: int) -> None:
    tile = CONTENT.tiles[number]
    board = first_board(CONTENT).with_terrain(number, count, 1, 1)
    spaces = spaces_of(board, 1)
    assert len(spaces) == sum(kind >= 0 for kind in tile.kinds[0])
    assert tile.exits_turned[count].bit_count() == tile.exits.bit_count()
    reached = [spaces[0]]
    for space in reached:
        reached += [other for other in board.edges[space] if other in spaces and other not in reached]
    assert sorted(reached) == sorted(spaces)


growth = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 3), turns), min_size=1, max_size=13)


def grown(steps: list[tuple[int, int, int]]) -> list[tuple[Board, int, int, Board]]:
    """Boards before and after each placement the rules allow, with the tile it was placed beside and the corner."""
    board = first_board(CONTENT)
    history: list[tuple[Board, int, int, Board]] = []
    for number, (pick, wanted, count) in enumerate(steps, 1):
        home = pick % len(board.tile_ids)
        corner = next((c % 4 for c in range(wanted, wanted + 4) if board.open_corners[home] & BIT[c % 4]), -1)
        if corner < 0:
            continue
        slot = board.tile_keys[home]
        i, j = corner_slot(key_x(slot), key_y(slot), corner)
        after = board.with_terrain(number, count, i, j)
        history.append((board, home, corner, after))
        board = after
    return history


def squares(board: Board) -> int:
    return sum(second >= 0 for second in board.second_homes)


@rule("FP-20", "FP-22")
@settings(max_examples=60, deadline=None)
@given(growth)
def test_a_grown_map_never_overlaps_and_each_tile_pays_one_square(steps: list[tuple[int, int, int]]) -> None:
    for before, home, _, after in grown(steps):
        new = len(after.tile_ids) - 1
        shared = [s for s in range(len(after.kinds)) if {after.homes[s], after.second_homes[s]} == {home, new}]
        assert len(shared) == 1
        assert 1 <= squares(after) - squares(before) <= 4
        shapes = [
            at_slot(CONTENT.tiles[tile].footprint, key_x(slot), key_y(slot))
            for tile, slot in zip(after.tile_ids, after.tile_keys, strict=True)
        ]
        assert not any(overlap(shapes[-1], shape) for shape in shapes[:-1])


@rule("FP-22")
def test_one_tile_can_make_two_squares() -> None:
    board = first_board(CONTENT).with_terrain(1, 0, -1, 1).with_terrain(2, 0, 1, 1)
    assert squares(board.with_terrain(3, 0, 0, 2)) - squares(board) == 2


@rule("FP-24")
@settings(max_examples=40, deadline=None)
@given(growth)
def test_a_board_keeps_its_spaces_when_it_grows_and_the_old_board_stays(steps: list[tuple[int, int, int]]) -> None:
    for before, _, _, after in grown(steps):
        count = len(before.space_keys)
        assert after.space_keys[:count] == before.space_keys
        assert all(set(old) <= set(new) for old, new in zip(before.edges, after.edges, strict=False))
        assert all(space < count for links in before.edges for space in links)


@rule("FP-15", "FP-41")
@given(turns, turns)
def test_a_peak_is_linked_exactly_where_both_sides_have_a_path(tile_turns: int, peak_turns: int) -> None:
    board = first_board(CONTENT).with_terrain(1, tile_turns, 1, 1)
    exits = CONTENT.tiles[1].exits_turned[tile_turns]
    for side in range(TURNS):
        i, j = side_slot(1, 1, side)
        assert board.takes_peak(i, j) == bool(exits & BIT[side] or (i, j) in ((0, 1), (1, 0)))
        if not exits & BIT[side]:
            continue
        after = board.with_peak(2, peak_turns, i, j)
        summit = after.cells[key(2 * i, 2 * j)]
        both = CONTENT.peaks[2].sides[peak_turns] & BIT[(side + 2) % 4]
        linked = [space for space in after.edges[summit] if after.homes[space] == 1]
        assert len(linked) == (1 if both else 0)


@rule("FP-15")
def test_a_tile_placed_later_is_linked_to_the_peak_beside_it() -> None:
    before = first_board(CONTENT).with_peak(3, 0, 0, 1).with_terrain(1, 2, 1, 1)
    after = first_board(CONTENT).with_terrain(1, 2, 1, 1).with_peak(3, 0, 0, 1)
    assert [len(board.edges[board.cells[key(0, 2)]]) for board in (before, after)] == [2, 2]


def test_corners_are_named_clockwise() -> None:
    assert CORNERS == ["ne", "se", "sw", "nw"]
