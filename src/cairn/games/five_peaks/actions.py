"""What the questions of Five Peaks have in common: gaining, paying, cards changing hands, tiles coming up, the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.bits import BIT
from cairn.core.chance import Chance
from cairn.core.event import Event
from cairn.games.five_peaks.board import NONE, can_walk, find_steps, find_walks
from cairn.games.five_peaks.content import (
    BASICS,
    BIG_BACKPACK,
    CARD_KINDS,
    CARDS,
    ENDORPHIN,
    ENDORPHIN_TRADE,
    KINDS,
    MARCH,
    RANKS,
    RESOURCES,
    RUN,
    SHORTCUT,
    SIGHTSEE,
    STARTING,
    STONES,
    WALK,
    Content,
    amounts,
)
from cairn.games.five_peaks.content import BIKE as BIKE_CARD
from cairn.games.five_peaks.packing import has_space, packed_spaces
from cairn.games.five_peaks.state import NO_CARD, NOT_CLOSING, NOWHERE, HikeState

TRADE: Final = 2_000_000
"""Codes of the three containers that a campfire card sells for endorphins (FP-60): beyond those of any other answer."""
SPACE: Final = 64


def has_fire(state: HikeState, seat: int, fire: i64) -> bool:
    kept: i64 = state.fires[seat]
    return kept >> fire & 1 != 0


# Resources


def add(counts: list[int], at: int, number: int) -> None:
    """The same as +=, which is slow on lists where it is compiled."""
    counts[at] = counts[at] + number


def without(numbers: list[int], number: int) -> list[int]:
    """A list without one number that is in it, for zones that are only ever replaced."""
    rest = numbers[:]
    rest.remove(number)
    return rest


def room(state: HikeState, seat: int) -> int:
    """How many resources a backpack holds (FP-44, FP-59)."""
    content = state.content
    if has_fire(state, seat, BIG_BACKPACK):
        return content.backpack + content.campfire_values[BIG_BACKPACK]
    return content.backpack


def carried(state: HikeState, seat: int) -> int:
    packs = state.packs
    first = seat * KINDS
    return packs[first] + packs[first + 1] + packs[first + 2] + packs[first + 3] + packs[first + 4] + packs[first + 5]


def put(state: HikeState, seat: int, kind: int, count: int) -> int:
    """Move resources from the bank to a backpack, as far as there are any; how many, bonus included (FP-45, FP-56)."""
    bank = state.bank
    taken = count if count < bank[kind] else bank[kind]
    add(bank, kind, -taken)
    taken += bonus(state, seat, kind, taken)
    add(state.packs, seat * KINDS + kind, taken)
    return taken


def bonus(state: HikeState, seat: int, kind: int, count: int) -> int:
    """Take the bonus of a campfire card out of the bank, for the caller to put into the backpack (FP-56)."""
    if kind >= BASICS or not has_fire(state, seat, kind):
        return 0
    more = count if count < state.bank[kind] else state.bank[kind]
    add(state.bank, kind, -more)
    return more


def gain(state: HikeState, seat: int, purse: int) -> None:
    """Take what a space shows (FP-16)."""
    before = state.packs[seat * KINDS : (seat + 1) * KINDS] if state.log is not None else NOTHING_HELD
    rest = purse
    for kind in range(KINDS):
        count = rest & 31
        if count:
            put(state, seat, kind, count)
        rest >>= 5
    add(state.endorphins, seat, rest)
    if state.log is not None:
        gained = [state.packs[seat * KINDS + kind] - before[kind] for kind in range(KINDS)]
        what = amounts([*gained, rest])
        state.log.append(Event("gain", seat, {"what": what}) if what else Event("gain-nothing", seat, {}))


def can_gain(state: HikeState, purse: int) -> bool:
    """Whether the bank has any of this."""
    rest = purse
    for kind in range(KINDS):
        if rest & 31 and state.bank[kind]:
            return True
        rest >>= 5
    return rest > 0


def can_pay(state: HikeState, seat: int, cost: list[int]) -> bool:
    first = seat * KINDS
    for kind in range(KINDS):
        if state.packs[first + kind] < cost[kind]:
            return False
    return state.endorphins[seat] >= cost[ENDORPHIN]


def pay(state: HikeState, seat: int, cost: list[int], times: int) -> None:
    first = seat * KINDS
    for kind in range(KINDS):
        add(state.packs, first + kind, -cost[kind] * times)
        add(state.bank, kind, cost[kind] * times)
    add(state.endorphins, seat, -cost[ENDORPHIN] * times)


def lay(state: HikeState, seat: int, kind: int) -> None:
    """Put one resource from the bank on the space of a pawn, if there is one (FP-36)."""
    if state.bank[kind] == 0:
        return
    add(state.bank, kind, -1)
    space = state.pawns[seat]
    at = lying_at(state, space)
    if at == NONE:
        state.left = [*state.left, (space << 35) + UNIT[kind]]
    else:
        state.left = state.left[:]
        add(state.left, at, UNIT[kind])


def lying_at(state: HikeState, space: int) -> int:
    """The place in `left` of what lies on a space, or NONE."""
    left = state.left
    for at in range(len(left)):
        if left[at] >> 35 == space:
            return at
    return NONE


def trades(state: HikeState, seat: int) -> list[int]:
    """Codes of the containers that can be had for endorphins during one's turn by who has the card (FP-60)."""
    if state.endorphins[seat] < state.content.campfire_values[ENDORPHIN_TRADE]:
        return NO_TRADES
    return [TRADE + kind for kind in range(BASICS, KINDS) if state.bank[kind]]


def trade(state: HikeState, seat: int, code: int) -> None:
    add(state.endorphins, seat, -state.content.campfire_values[ENDORPHIN_TRADE])
    put(state, seat, code - TRADE, 1)
    if state.log is not None:
        cost = state.content.campfire_values[ENDORPHIN_TRADE]
        state.log.append(Event("trade", seat, {"what": RESOURCES[code - TRADE], "n": cost}))


# Cards


def refill(state: HikeState, chance: Chance) -> None:
    """Fill the market from the deck, as far as it goes (FP-6, FP-27)."""
    if len(state.market) >= state.content.market or state.hiking.count() == 0:
        return
    state.market = state.market[:]
    state.hiking = state.hiking.clone()
    while len(state.market) < state.content.market and state.hiking.count() > 0:
        state.market.append(state.hiking.draw(chance))


def take_card(state: HikeState, seat: int, kind: int, cost: int, chance: Chance) -> None:
    """From the market to a hand; gaps close before a new card comes."""
    state.market = without(state.market, kind)
    add(state.hands, seat * CARD_KINDS + kind, 1)
    add(state.endorphins, seat, -cost)
    refill(state, chance)
    if state.log is not None:
        state.log.append(Event("card", seat, {"card": CARDS[kind], "n": cost}))


def in_market(state: HikeState, budget: int) -> list[int]:
    """The kinds of card in the market that cost no more than this, each once."""
    costs = state.content.costs
    kinds: list[int] = []
    seen = 0
    for kind in state.market:
        if costs[kind] <= budget and not seen & BIT[kind]:
            seen |= BIT[kind]
            kinds.append(kind)
    return kinds


def can_buy(state: HikeState, seat: int) -> bool:
    """Whether some card in the market costs no more than a seat has (FP-27)."""
    budget = state.endorphins[seat]
    costs = state.content.costs
    return any(costs[kind] <= budget for kind in state.market)


def can_sell(state: HikeState, seat: int) -> bool:
    """Whether a seat has a hiking card in hand (FP-28)."""
    hands = state.hands
    return any(hands[at] > 0 for at in range(seat * CARD_KINDS + len(STARTING), (seat + 1) * CARD_KINDS))


def draw_campfires(state: HikeState, seat: int, chance: Chance) -> bool:
    """Take the top campfire cards to choose from; whether there are any (FP-55)."""
    if state.campfire.count() == 0:
        return False
    state.campfire = state.campfire.clone()
    state.campfire.draw(seat, state.content.campfires_drawn, chance)
    return True


def reveal(state: HikeState, pile: int, rank: int, chance: Chance) -> None:
    """Turn up the next card of a panorama pile whose card of this rank has gone (FP-62)."""
    if rank + 1 >= RANKS:
        turn_up(state, pile, NO_CARD)
        return
    panoramas = state.content.panoramas
    pool = [card for card in state.scenes if panoramas[card].rank == rank + 1]
    card = chance.draw(pool, state.content.panorama_names)
    state.scenes = without(state.scenes, card)
    turn_up(state, pile, card)


def turn_up(state: HikeState, pile: int, card: int) -> None:
    state.piles = state.piles[:]
    state.piles[pile] = card


# Tiles


def next_terrain(state: HikeState) -> int:
    """The terrain of the top tile of the stack; NONE if there is none (FP-4)."""
    tiles = state.content.tiles
    lowest = NONE
    for tile in state.terrain:
        terrain = tiles[tile].terrain
        if lowest == NONE or terrain < lowest:
            lowest = terrain
    return lowest


def draw_tile(state: HikeState, chance: Chance) -> None:
    terrain = next_terrain(state)
    tiles = state.content.tiles
    pool = [tile for tile in state.terrain if tiles[tile].terrain == terrain]
    state.drawn_tile = chance.draw(pool, state.content.tile_names)
    state.terrain = without(state.terrain, state.drawn_tile)


def can_discover(state: HikeState, seat: int) -> bool:
    """Whether a tile is left and fits beside the pawn's (FP-20, FP-23, FP-26)."""
    return len(state.terrain) > 0 and state.board.is_frontier(state.pawns[seat])


def can_place_peak(state: HikeState, seat: int) -> bool:
    """Whether a peak of the pawn's terrain is left and has a side to go to (FP-41)."""
    board = state.board
    home = board.homes[state.pawns[seat]]
    if home == NONE or board.open_sides[home] == 0:
        return False
    terrain = board.terrain_of(home)
    peaks = state.content.peaks
    return sum([1 for peak in state.peaks if peaks[peak].terrain == terrain]) > 0


def draw_peak(state: HikeState, seat: int, chance: Chance) -> None:
    """The top peak of the pile of the pawn's terrain (FP-50)."""
    board = state.board
    terrain = board.terrain_of(board.homes[state.pawns[seat]])
    peaks = state.content.peaks
    pool = [peak for peak in state.peaks if peaks[peak].terrain == terrain]
    state.drawn_peak = chance.draw(pool, state.content.peak_names)
    state.peaks = without(state.peaks, state.drawn_peak)


# Moving


def can_go(state: HikeState, seat: int, steps: int) -> bool:
    """Whether the pawn can walk exactly so many spaces (FP-11, FP-12, FP-14)."""
    at = state.pawns[seat]
    been = packed_spaces(state.trail)
    return can_walk(state.board.edges, packed_spaces(state.pawns), at, been, at, steps)


def walks(state: HikeState, seat: int, steps: int, ends: list[int]) -> None:
    """Add to `ends` the spaces that are so many spaces away, in the order of their numbers."""
    at = state.pawns[seat]
    been = packed_spaces(state.trail)
    find_walks(state.board.edges, packed_spaces(state.pawns), at, been, at, steps, ends)


def steps_from(state: HikeState, seat: int) -> list[int]:
    """Moves of one space after which another may follow, coded with the pawns that are passed (FP-58)."""
    at = state.pawns[seat]
    found: list[int] = []
    find_steps(state.board.edges, state.pawns, at, packed_spaces(state.trail), at, 0, found)
    return [(code // 32 + 1) * SPACE + code % 32 * 2 + 1 for code in found]


def jumps(state: HikeState, seat: int, card: int) -> list[int]:
    """The spaces that a card leads to without a path (FP-32, FP-33, FP-34)."""
    pawns = packed_spaces(state.pawns)
    return [space for space in landings(state, seat, card) if not has_space(pawns, space)]


def can_jump(state: HikeState, seat: int, card: int) -> bool:
    pawns = packed_spaces(state.pawns)
    return any(not has_space(pawns, space) for space in landings(state, seat, card))


def landings(state: HikeState, seat: int, card: int) -> list[int]:
    """The same, whether a pawn stands there or not."""
    board = state.board
    space = state.pawns[seat]
    if card == SHORTCUT:
        return board.beside(space)
    return board.bikes if card == BIKE_CARD else board.glides_from(space)


# The end


def smallest_stone(state: HikeState, place: int) -> int:
    """The smallest stone on a peak, or NONE: stones are numbered from the largest on."""
    smallest = NONE
    stones = state.stones
    for at in range(len(stones)):
        if stones[at] == place and at % STONES > smallest:
            smallest = at % STONES
    return smallest


def has_stone_on(state: HikeState, seat: int, place: int) -> bool:
    return place in state.stones[seat * STONES : (seat + 1) * STONES]


def end_conditions(state: HikeState) -> list[bool]:
    """All rocky peaks placed, somebody's stones all placed, somebody's panorama complete (FP-75)."""
    seats = state.setup.seats
    stones = state.stones
    owned = state.owned
    placed = False
    complete = False
    for seat in range(seats):
        placed = placed or NOWHERE not in stones[seat * STONES : (seat + 1) * STONES]
        complete = complete or owned[seat * RANKS + RANKS - 1] != NO_CARD
    return [state.rocky_peaks_left() == 0, placed, complete]


def check_end(state: HikeState, seat: int) -> None:
    """With the second condition the last turns begin (FP-75, FP-76)."""
    if state.last_turns == NOT_CLOSING and sum(end_conditions(state)) >= 2:
        state.last_turns = state.setup.seats
        if state.log is not None:
            state.log.append(Event("closing", seat, {}))


def starting_hands(content: Content, seats: int) -> list[int]:
    hands: list[int] = []
    for _ in range(seats):
        hands += [1] * len(STARTING) + [0] * (CARD_KINDS - len(STARTING))
    return hands


WALK_LENGTH: Final[list[int]] = [{WALK: 1, MARCH: 2, SIGHTSEE: 2, RUN: 4}.get(card, 0) for card in range(CARD_KINDS)]
"""How far each card walks; Sightsee may stop a space earlier (FP-11, FP-30, FP-31)."""
UNIT: Final = [1, 32, 1024, 32768, 1048576, 33554432]
"""One of each kind in a packed purse."""
NO_TRADES: Final[list[int]] = []
NOTHING_HELD: Final[list[int]] = []
