"""Which choices are plainly wasted in Solstis, and what a panorama will be worth.

A panorama is valued by counting things that bring stars sooner or later (tiles of the biggest section, sections one
gap away from it, squares that lack one position, what the hand could capture next ...), each with a worth that depends
on how many tiles are left to draw. Where a turn is under way, what it still owes is counted as well.

A seat plays and captures tiles that do not go out of the game if it has others; it puts a rainbow where it forms a
square as long as that leads to an encounter; it does not decline a spirit; and it lets the evil spirit cover what
costs the opponent most. All of this is valued by what the seat asked can see.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import count_of, place_of, wide_bit
from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator
from cairn.games.solstis.content import NO_SPIRIT, PLAIN
from cairn.games.solstis.decisions import (
    NONE,
    AddFromDisplay,
    AddFromHand,
    Capture,
    Cover,
    Encounter,
    EndTurn,
    Keep,
    Place,
    Play,
    Rainbow,
)
from cairn.games.solstis.packing import CORNER
from cairn.games.solstis.panorama import WIDTH, Mountain
from cairn.games.solstis.state import Player, SolstisState

FULL_PILE: Final = 30
OVER: Final = FULL_PILE + 1
"""The phase after the last capture: only stars count."""

BIGGEST: Final = 0
LIT: Final = 1
SPIRIT: Final = 2
BONUS: Final = 3
OTHER_LAND: Final = 4
SECTION: Final = 5
UNLIT: Final = 6
RAINBOW: Final = 7
FREE_RAINBOW: Final = 8
GAP: Final = 9
FRONTIER: Final = 10
SECOND_RING: Final = 11
LAND_ONE_AWAY: Final = 12
LAND_TWO_AWAY: Final = 13
WAY_TO_LAND: Final = 14
FIRE_TO_COME: Final = 15
SEAT: Final = 16
MOVES: Final = 17
BEST_AS_MOVER: Final = 18
BEST_LATER: Final = 19
HAND: Final = 20
HAND_ON_FRONTIER: Final = 21
SHOWN_ON_FRONTIER: Final = 22
CATCHING: Final = 23
BIGGER_HAND: Final = 24
EVIL_COST: Final = 25
SQUIRREL: Final = 26
"""The first of seven; those of spirits with a bonus follow, in the order of BONUSES."""
SPIRIT_DUE: Final = 33
RAINBOW_DUE: Final = 34
HALF_SQUARE: Final = 35
SECOND_BEST: Final = 36
FEATURES: Final = 37

# Stars for one of each feature: in the end phase, and with 0, 15 and 30 tiles in the draw pile, in between on the
# parabola through these. The numbers are a ridge regression of the margin at the end, over 11000 games of `climber`
# against itself.
WEIGHTS: Final[list[tuple[float, float, float, float]]] = [
    (0.99, 1.12, 1.22, 1.14),
    (1.12, 1.06, 1.08, 0.91),
    (1.06, 0.77, 0.99, 0.90),
    (0.73, 0.64, 0.199, 0.181),
    (0.020, 0.157, 0.58, 0.95),
    (-0.064, -0.28, 0.008, 0.42),
    (0.27, 0.42, 0.35, -0.46),
    (0.085, 0.44, -0.115, -0.98),
    (0.099, -0.147, 0.80, 1.20),
    (0.33, 0.53, 1.23, 1.61),
    (-0.055, 0.147, 0.142, -0.161),
    (0.075, 0.22, 0.51, 0.56),
    (0.033, 0.176, 0.40, 0.28),
    (0.068, 0.20, 0.42, 0.84),
    (-0.111, -0.013, -0.121, -0.28),
    (0.071, 0.148, 0.26, 0.31),
    (-3.73, -2.72, -0.55, 13.01),
    (-0.32, 2.86, 1.62, 1.74),
    (0.121, 0.063, 0.053, 0.077),
    (0.063, 0.054, 0.028, 0.035),
    (0.29, -0.79, -0.62, -0.35),
    (0.24, 0.092, 0.56, -0.104),
    (0.103, 0.045, 0.115, -0.147),
    (0.60, -0.170, -0.39, -0.017),
    (0.028, 2.37, 3.55, 2.55),
    (-0.50, -0.23, -0.160, -0.160),
    (1.34, 1.88, 1.26, 0.40),
    (0.54, 0.80, 1.54, 1.73),
    (0.41, 0.76, 1.73, 2.55),
    (0.86, 1.29, 3.07, 4.30),
    (0.108, 0.73, 1.02, 0.84),
    (0.51, 1.27, 0.59, 1.92),
    (0.98, 1.36, -1.12, -2.67),
    (4.73, 1.34, 0.52, 0.93),
    (0.59, 2.71, 0.80, -0.001),
    (0.20, 0.46, 0.60, 0.61),
    (0.046, 0.055, 0.012, 0.069),
]

GOOD_SQUARE: Final = 25
"""What a capture that forms a square is worth beside its tiles, in tenths of a star."""
LONE_TILE: Final = 4
SECOND_CHANCE: Final = 20


class SolstisEvaluator(Evaluator):
    at: i64
    total: float

    def __init__(self, weights: list[tuple[float, float, float, float]]) -> None:
        self.total = 0.0
        worth: list[float] = []
        for pile in range(FULL_PILE + 1):
            q = pile / FULL_PILE
            for ending, last, middle, first in weights:
                slope = 4 * middle - first - 3 * last
                worth.append(last + slope * q + (first - last - slope) * q * q if pile else ending)
        worth += [-1.0 if feature == EVIL_COST else 1.0 if feature <= BONUS else 0.0 for feature in range(FEATURES)]
        self.worth: vec[float] = vec[float](worth)
        """The worth of one of each feature, by phase: the number of tiles in the draw pile."""

    def score_spread(self, state: State) -> float:
        """Fitted to the same games as the weights."""
        assert isinstance(state, SolstisState)
        return 2.9 + 0.75 * sqrt(state.pile)

    def expected_points(self, state: State) -> list[float]:
        assert isinstance(state, SolstisState)
        phase: i64 = OVER if is_over(state) else min(state.pile, FULL_PILE)
        self.at = phase * FEATURES
        return [self.expected(state, 0), self.expected(state, 1)]

    def count(self, feature: i64, number: i64) -> None:
        self.total += self.worth[self.at + feature] * float(number)

    def expected(self, state: SolstisState, seat: int) -> float:
        self.total = 0.0
        content = state.content
        mountain = content.mountain
        player = state.player(seat)
        land = player.land
        rainbows = player.rainbows
        filled = land | rainbows
        gone = state.player(1 - seat).land | state.removed
        big: i64 = 0
        big_size: i64 = 0
        big_land: i64 = 0
        linked: i64 = 0
        sections: i64 = 0
        rest = filled
        while rest:
            section = mountain.section(filled, rest & -rest)
            rest ^= section
            sections += 1
            if section & mountain.valley:
                linked |= section
            size = count_of(section)
            if size >= big_size:
                tiles = count_of(section & land)
                if size > big_size or (tiles > big_land and state.rulings.most_land):
                    big = section
                    big_size = size
                    big_land = tiles
        lit: i64 = 0
        unlit: i64 = 0
        to_come: i64 = 0
        for tiles_of_fire in content.fires:
            fire: i64 = tiles_of_fire
            if fire & land == fire:
                if fire & linked:
                    lit += 1
                else:
                    unlit += 1
            elif not fire & gone:
                to_come += 1
        self.count(SEAT, 1)
        self.count(BIGGEST, big_land)
        self.count(OTHER_LAND, count_of(land & ~big))
        self.count(SECTION, sections)
        self.count(LIT, lit)
        self.count(UNLIT, unlit)
        self.count(FIRE_TO_COME, to_come)
        self.count(RAINBOW, count_of(rainbows))
        self.count(FREE_RAINBOW, count_of(rainbows & ~player.blocked))
        self.count_spirits(state, seat, lit, unlit, sections, count_of(rainbows))
        if self.at == OVER * FEATURES:
            return self.total
        gaps = self.count_surroundings(mountain, player, big, gone)
        self.count_hand(state, seat, big, gaps, mountain.beside(big) & ~filled & ~gone)
        return self.total

    def count_spirits(self, state: SolstisState, seat: int, lit: i64, unlit: i64, sections: i64, rainbows: i64) -> None:
        content = state.content
        player = state.player(seat)
        covered = state.covered
        spirits: i64 = 0
        plain: i64 = 0
        for placed in player.spirits:
            if placed // CORNER != covered:
                spirits += 1
                if content.kind[placed // CORNER] == PLAIN:
                    plain += 1
        dearest: i64 = 0
        bonuses: i64 = 0
        for placed in player.spirits:
            spirit = placed // CORNER
            if spirit == covered:
                continue
            bonus: i64 = 0
            feature: i64 = content.bonus[spirit]
            if feature == 1:
                bonus = plain
            elif feature == 2:
                bonus = unlit
            elif feature == 3:
                bonus = sections
            elif feature == 4:
                bonus = spirits - plain - 1
            elif feature == 5:
                bonus = rainbows
            elif feature == 6:
                bonus = lit
            if feature:
                self.count(SQUIRREL + feature, 1)
            elif content.last[spirit]:
                self.count(SQUIRREL, 1)
            bonuses += bonus
            if bonus + 1 > dearest:
                dearest = bonus + 1
        self.count(SPIRIT, spirits)
        self.count(BONUS, bonuses)
        if state.evil == seat and covered == NO_SPIRIT:
            self.count(EVIL_COST, dearest)
        if player.hand_size > content.hand:
            self.count(BIGGER_HAND, 1)

    def count_surroundings(self, mountain: Mountain, player: Player, big: i64, gone: i64) -> i64:
        """What may join the biggest section, and which positions would form a square, which it returns."""
        land = player.land
        filled = land | player.rainbows
        free = player.rainbows & ~player.blocked
        there = mountain.everywhere & ~filled & ~gone
        near = mountain.beside(big) & there
        gaps = one_short(mountain, filled) | in_square(mountain, filled) & free
        self.count(GAP, count_of(gaps & (there | free)))
        self.count(HALF_SQUARE, count_of(half_squares(mountain, filled, filled | there)))
        self.count(FRONTIER, count_of(near))
        apart = filled & ~big
        joined = mountain.beside(near) & apart
        if joined:
            self.count(WAY_TO_LAND, count_of(near & mountain.beside(joined)))
            joined = mountain.section(apart, joined)
            self.count(LAND_ONE_AWAY, count_of(joined & land))
        further = mountain.beside(near | joined) & there & ~near
        self.count(SECOND_RING, count_of(further))
        apart &= ~joined
        joined = mountain.beside(further) & apart
        if joined:
            self.count(LAND_TWO_AWAY, count_of(mountain.section(apart, joined) & land))
        return gaps

    def count_hand(self, state: SolstisState, seat: int, big: i64, gaps: i64, near: i64) -> None:
        """What the hand can do, now or when its seat is next; and what this turn still owes the seat."""
        player = state.player(seat)
        hand = player.hand
        shown = state.shown
        self.count(HAND, count_of(hand))
        self.count(HAND_ON_FRONTIER, count_of(hand & near))
        self.count(SHOWN_ON_FRONTIER, count_of(shown & near))
        self.count(CATCHING, count_of(hand & state.capturing()))
        moves = False
        if state.seat == seat:
            asked = state.stack.top
            moves = state.again or isinstance(asked, Play)
            if isinstance(asked, Capture):
                self.count_best(BEST_AS_MOVER, state, player, big, gaps, shown, wide_bit(state.played))
            elif isinstance(asked, (Keep, Place, Encounter)):
                self.count(SPIRIT_DUE, 1)
            elif isinstance(asked, Rainbow):
                self.count(RAINBOW_DUE, 1)
                if leads_to_encounter(state) and (gaps & ~player.rainbows or formed(state, player)):
                    self.count(SPIRIT_DUE, 1)
            elif isinstance(asked, (AddFromHand, AddFromDisplay)):
                self.count(RAINBOW_DUE, 1)
        if moves:
            self.count(MOVES, 1)
        self.count_best(BEST_AS_MOVER if moves else BEST_LATER, state, player, big, gaps, shown, hand)

    def count_best(
        self, feature: i64, state: SolstisState, player: Player, big: i64, gaps: i64, shown: i64, hand: i64
    ) -> None:
        """The best capture that one of these tiles could make: the land it adds to the biggest section, a square."""
        content = state.content
        mountain = content.mountain
        land = player.land
        filled = land | player.rainbows
        kept_out = player.rainbows & player.blocked
        before = count_of(big & land)
        best: i64 = SECOND_CHANCE if state.pile > 0 else 0
        second: i64 = 0
        while hand:
            tile = hand & -hand
            hand ^= tile
            matches: i64 = content.matches[place_of(tile)]
            caught = matches & shown
            if not caught:
                continue
            own = tile & ~kept_out
            most: i64 = 0
            closing = gaps | one_short(mountain, filled | own)
            while caught:
                other = caught & -caught
                caught ^= other
                other &= ~kept_out
                both = own | other
                grown = mountain.section(filled | both, big if big else both)
                worth = 10 * (count_of(grown & (land | both)) - before) + LONE_TILE * count_of(both)
                if both & gaps or other & closing:
                    worth += GOOD_SQUARE
                if worth > most:
                    most = worth
            if most > best:
                second = best
                best = most
            elif most > second:
                second = most
        self.count(feature, best)
        self.count(SECOND_BEST, second)

    def prune(self, state: State) -> list[int]:
        assert isinstance(state, SolstisState)
        asked = state.stack.top
        if isinstance(asked, (Play, Capture, AddFromHand, AddFromDisplay)):
            return pruned_tiles(state)
        if isinstance(asked, Rainbow):
            return pruned_rainbows(state)
        if isinstance(asked, Encounter):
            return pruned_encounters(state)
        if isinstance(asked, Cover):
            return pruned_covers(state)
        return state.offered


def evaluator(game: Game) -> Evaluator:
    return SolstisEvaluator(WEIGHTS)


def is_over(state: SolstisState) -> bool:
    """Whether all captures are made and only covering and emptying hands is left."""
    below = state.stack.below
    if below:
        return not isinstance(below[0], EndTurn)
    return not isinstance(state.stack.top, Play)


def one_short(mountain: Mountain, filled: i64) -> i64:
    """The empty positions that would complete a square."""
    east = filled >> 1
    north = filled >> WIDTH
    beyond = filled >> (WIDTH + 1)
    lower = filled & east & mountain.squares
    upper = north & beyond & mountain.squares
    return (
        upper & east & ~filled
        | (upper & filled & ~east) << 1
        | (lower & beyond & ~north) << WIDTH
        | (lower & north & ~beyond) << (WIDTH + 1)
    )


def half_squares(mountain: Mountain, filled: i64, possible: i64) -> i64:
    """The squares, by lower left position, of which two positions are filled and the others may be."""
    east = filled >> 1
    north = filled >> WIDTH
    beyond = filled >> (WIDTH + 1)
    even = ~(filled ^ east ^ north ^ beyond) & (filled | east | north | beyond)
    return even & ~(filled & east & north & beyond) & mountain.squares_with(possible, possible)


def in_square(mountain: Mountain, filled: i64) -> i64:
    """The positions that belong to a complete square."""
    full = mountain.squares_with(filled, filled)
    return full | full << 1 | full << WIDTH | full << (WIDTH + 1)


def formed(state: SolstisState, player: Player) -> bool:
    return state.content.mountain.squares_with(player.land | player.rainbows, state.newly) != 0


def leads_to_encounter(state: SolstisState) -> bool:
    return any(isinstance(waiting, Encounter) for waiting in state.stack.below)


def pruned_tiles(state: SolstisState) -> list[int]:
    """Tiles whose position no blocked rainbow of the asked seat holds (SO-20)."""
    player = state.player(state.seat)
    kept_out = player.rainbows & player.blocked
    if not kept_out:
        return state.offered
    return chosen(state, ~kept_out)


def pruned_rainbows(state: SolstisState) -> list[int]:
    if not leads_to_encounter(state):
        return state.offered
    player = state.player(state.seat)
    return chosen(state, one_short(state.content.mountain, player.land | player.rainbows))


def pruned_encounters(state: SolstisState) -> list[int]:
    offered = state.offered
    return offered[:-1] if offered[len(offered) - 1] == NONE else offered


def pruned_covers(state: SolstisState) -> list[int]:
    left = [total_if_covered(state, spirit) for spirit in state.offered]
    least = min(left)
    return [spirit for spirit, total in zip(state.offered, left, strict=True) if total == least]


def chosen(state: SolstisState, places: i64) -> list[int]:
    """The choices that are in a set of positions; all of them if none is."""
    kept = [place for place in state.offered if places >> place & 1]
    return kept if kept else state.offered


def total_if_covered(state: SolstisState, spirit: int) -> int:
    """The stars left to the opponent when the evil spirit covers this one."""
    world = state.clone()
    world.covered = spirit
    return world.scores()[1 - state.seat].total
