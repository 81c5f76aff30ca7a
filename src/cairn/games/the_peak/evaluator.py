"""How the two sides of The Peak stand, and which choices are plainly wasted.

Everything turns on what a climb is worth. Every card beside a path has a chance to be crossed and a worth, both sides
counted: its Elevation, once more in the final edition where the Mountain loses it, and what it adds to the goals. The
next turn of the Mountaineer is followed a few cards deep with exact chances. What lies beyond it is a weighing of what
the climb, the board and the hand look like now, with weights fitted to games of this evaluator against itself.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT, count_of, place_of
from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator, shares_of
from cairn.games.the_peak.board import CELLS, NEAR
from cairn.games.the_peak.content import MOST_GOALS, Content
from cairn.games.the_peak.decisions import (
    DIE,
    DONE,
    DRAW,
    END_TURN,
    KEEP,
    NO_CELL,
    PLACES,
    STOP,
    Bridge,
    Challenge,
    Cliff,
    Drop,
    Play,
    Reroll,
    Retry,
    Stream,
)
from cairn.games.the_peak.game import ThePeak
from cairn.games.the_peak.scoring import goal_points
from cairn.games.the_peak.state import CURSES, MOUNTAIN, MOUNTAINEER, WAYS, PeakState

DEEP: Final = 4
"""How many cards of a climb are followed."""
LOWEST: Final = 64
CHANCES: Final = vec[float]([WAYS[min(max(needs - LOWEST, 0), len(WAYS) - 1)] / 36 for needs in range(2 * LOWEST + 30)])
"""By LOWEST plus what the dice must come to: how likely they do."""
ERODES: Final = 100
"""Added to the Difficulty of a card that may be tried again and again."""
PRICE: Final = 4.0
"""What a kept card is worth that is given for a die."""
FIRST_TURN: Final = 8.0
FINAL_TURN: Final = 16.0
"""What a turn of the Mountaineer is worth, about."""


NO_GIFT: Final = 0
LEAVES: Final = 1
STEADIES: Final = 2
REFRESHES: Final = 3
PROVIDES: Final = 4
HELPS: Final = 5
GIFTS: Final = {
    "leave": LEAVES,
    "steady": STEADIES,
    "refresh": REFRESHES,
    "provision": PROVIDES,
    "encourage": HELPS,
    "trade": HELPS,
}
"""What crossing a card does beside the points."""


NO_NEEDS: Final = vec[i64]([0] * CELLS)
NO_WORTHS: Final = vec[float]([0.0] * CELLS)
NO_SHIFTS: Final = vec[i64]([LOWEST] * DEEP)
"""What a look begins with: it takes copies."""


class Tables:
    """What the content says about each face, laid out for an evaluator in a hurry."""

    def __init__(self, content: Content) -> None:
        faces = len(content.faces)
        self.kind_of: vec[i64] = vec[i64](content.kind_of)
        self.elevation: vec[i64] = vec[i64](content.elevation)
        self.difficulty: vec[i64] = vec[i64](content.difficulty)
        self.even: list[list[vec[float]]] = []
        """By whether pictures count for liquids, by set of goals, by face: the points of goals that add up by card."""
        for pictured in (False, True):
            single = [[0.0] * faces for _ in range(MOST_GOALS)]
            for number, goal in enumerate(content.goals):
                if goal.counts not in ("names", "twins", "level"):
                    single[number] = [float(goal_points(content, goal, [face], pictured)) for face in range(faces)]
            sets = [[0.0] * faces for _ in range(2**MOST_GOALS)]
            for goals in range(2**MOST_GOALS):
                for number in range(MOST_GOALS):
                    if goals >> number & 1:
                        sets[goals] = [sets[goals][face] + single[number][face] for face in range(faces)]
            self.even.append([vec[float](points) for points in sets])
        self.names = _goal_that(content, "names")
        self.twins = _goal_that(content, "twins")
        self.level = _goal_that(content, "level")
        self.name_points = float(content.goals[self.names].points)
        self.twin_points = float(content.goals[self.twins].points)
        self.level_points = float(content.goals[self.level].points)
        self.gifts = [GIFTS.get(effect.does, NO_GIFT) for effect in content.on_cross]
        self.ranks = [0.0] * len(content.names)
        """In which order the Mountain lays what it has: first what brings more cards, then what is high."""
        for kind in range(content.laid):
            does = content.on_play[kind].does
            first = 200.0 if does == "draw" else 100.0 if does == "exchange" else 0.0
            self.ranks[kind] = first + content.elevation[kind] + content.difficulty[kind] / 10
        self.erodes = [effect.again for effect in content.on_fail]
        self.skips = [effect.amount if effect.does == "skip" else 0 for effect in content.on_fail]
        self.curses = [effect.does == "curse" for effect in content.on_fail]


def _goal_that(content: Content, counts: str) -> int:
    for number, goal in enumerate(content.goals):
        if goal.counts == counts:
            return number
    return MOST_GOALS


class Look:
    """One look at a state: the points so far, and every card on the board with its chance and its worth."""

    cards: i64
    token: i64
    height: i64
    exposed: i64
    seen: i64
    odd: i64
    odd_levels: i64

    def __init__(self, state: PeakState, tables: Tables) -> None:
        self.tables = tables
        self.cards = state.cards
        self.token = state.token
        self.final = state.rules.final
        self.turn_worth = FINAL_TURN if self.final else FIRST_TURN
        even = tables.even[1 if state.rules.pictured_liquids else 0]
        self.mine = even[state.goals[MOUNTAINEER]]
        self.theirs = even[state.goals[MOUNTAIN]]
        self.turns = turns_left(state)
        self.climbing = state.turn_seat == state.climber
        self.later = self.turns - 1 if self.turns > 0 else 0
        self.seen = 0
        self.odd = 0
        self.odd_levels = 0
        self.names = 0.0
        self.twins = 0.0
        self.levels = 0.0
        self.mountain = 0.0
        self.mountaineer = 0.0
        self.height = 0
        self.exposed = 0
        self.open_worth = 0.0
        self.own_worth = 0.0
        self.needs: vec[i64] = NO_NEEDS[:]
        self.worths: vec[float] = NO_WORTHS[:]
        self.costs: vec[float] = NO_WORTHS[:]
        self.shifts: vec[i64] = NO_SHIFTS[:]
        self.sheltered = state.sheltered()
        self._count(state)
        self._survey(state)
        self._foresee(state)

    def _count(self, state: PeakState) -> None:
        """The points so far, but for the board."""
        tables = self.tables
        kind_of = tables.kind_of
        elevation = tables.elevation
        mine = self.mine
        theirs = self.theirs
        seen: i64 = 0
        odd: i64 = 0
        odd_levels: i64 = 0
        height: i64 = 0
        brings_me = 0.0
        brings_them = 0.0
        for each in state.kept:
            face: i64 = each
            kind: i64 = BIT[kind_of[face]]
            seen |= kind
            odd ^= kind
            level: i64 = BIT[elevation[face]]
            odd_levels ^= level
            height += elevation[face]
            brings_me += mine[face]
            brings_them += theirs[face]
        self.seen = seen
        self.odd = odd
        self.odd_levels = odd_levels
        many = len(state.kept)
        goals = state.goals[MOUNTAINEER]
        other = state.goals[MOUNTAIN]
        if goals >> tables.names & 1:
            self.names = tables.name_points
            brings_me += self.names * int(count_of(seen))
        elif other >> tables.names & 1:
            self.names = -tables.name_points
            brings_them -= self.names * int(count_of(seen))
        if goals >> tables.twins & 1:
            self.twins = tables.twin_points
            brings_me += self.twins * ((many - int(count_of(odd))) // 2)
        elif other >> tables.twins & 1:
            self.twins = -tables.twin_points
            brings_them -= self.twins * ((many - int(count_of(odd))) // 2)
        if goals >> tables.level & 1:
            self.levels = tables.level_points
            brings_me += self.levels * ((many - int(count_of(odd_levels))) // 2)
        elif other >> tables.level & 1:
            self.levels = -tables.level_points
            brings_them -= self.levels * ((many - int(count_of(odd_levels))) // 2)
        self.mountaineer = brings_me + float(height)
        self.mountain = brings_them

    def _survey(self, state: PeakState) -> None:
        """What every card on the board needs, is worth, and costs who fails at it."""
        tables = self.tables
        board = state.board
        board_height: i64 = 0
        left = self.cards
        while left:
            low = left & -left
            left ^= low
            cell = place_of(low)
            face = board[cell]
            kind = tables.kind_of[face]
            board_height += tables.elevation[face]
            self.needs[cell] = tables.difficulty[face] + (ERODES if tables.erodes[kind] else 0)
            self.worths[cell] = self.worth_of(state, face)
            if not self.sheltered:
                self.costs[cell] = self.cost_of(kind)
        self.height = board_height
        if self.final:
            self.mountain += float(board_height)

    def worth_of(self, state: PeakState, face: i64) -> float:
        """What crossing a card brings the Mountaineer, less what it brings the Mountain."""
        tables = self.tables
        up = tables.elevation[face]
        kind = tables.kind_of[face]
        worth = self.mine[face] - self.theirs[face] + float(2 * up if self.final else up)
        if self.names != 0.0 and not self.seen & BIT[kind]:
            worth += self.names
        if self.twins != 0.0:
            worth += self.twins * (0.8 if self.odd & BIT[kind] else 0.25)
        if self.levels != 0.0:
            worth += self.levels * (0.85 if self.odd_levels & BIT[up] else 0.3)
        gift = tables.gifts[kind]
        if gift == NO_GIFT:
            return worth
        later = self.later
        if gift == LEAVES:
            lost = self.mountaineer - self.mountain
            return worth - lost
        if gift == STEADIES:
            return worth + 0.3 * self.turn_worth * later
        if gift == REFRESHES:
            if later > 0:
                worth += self.turn_worth * (0.3 * (later - 1 if later < 4 else 3) - (0.0 if self.sheltered else 1.0))
            return worth
        if gift == PROVIDES:
            return worth if state.provisions else worth + 0.05 * self.turn_worth * (later + 1)
        return worth + 1.0

    def cost_of(self, kind: i64) -> float:
        """What failing at a card costs beyond the turn."""
        skips = self.tables.skips[kind]
        if skips > 0:
            return self.turn_worth * (skips if skips < self.later else self.later)
        if self.tables.curses[kind] and self.later > 0:
            return self.turn_worth if self.later > 1 else 0.7 * self.turn_worth
        return 0.0

    def _foresee(self, state: PeakState) -> None:
        """What the rolls of the next climb are shifted by, one after the other."""
        content = state.content
        spring = state.spring & 3
        if not self.climbing:
            spring = state.spring >> 2 * state.skip & 3
        always = LOWEST - 2 * state.per_die - content.spring * spring
        if state.provisions and len(state.kept) > 0:
            always -= 1
        cold = 0 if self.sheltered else state.cold
        curses = state.curses
        for at in range(DEEP):
            shift = always
            if curses:
                shift += content.curse * CURSES[curses]
                curses >>= 1
            if at < cold:
                shift += content.chill
            self.shifts[at] = shift
        self.shifts[0] -= state.next_roll

    def climb(self, cell: i64, cards: i64, depth: i64) -> float:
        """What the rest of a turn is worth with the token here and these cards on the board."""
        best = 0.0
        shift = self.shifts[depth]
        beside = NEAR[cell] & cards
        while beside:
            low = beside & -beside
            beside ^= low
            value = self.value_of(place_of(low), cards ^ low, depth, shift)
            if value > best:
                best = value
        return best

    def value_of(self, to: i64, cards: i64, depth: i64, shift: i64) -> float:
        """What challenging a card is worth; `cards` are those that are left when it is crossed."""
        needs = self.needs[to]
        gain = self.worths[to]
        if needs >= ERODES:
            chance = CHANCES[needs - ERODES + shift]
            if chance <= 0.0:
                return -1.0
            gain -= (1.0 - chance) / chance
            if depth + 1 < DEEP:
                gain += self.climb(to, cards, depth + 1)
            return gain if chance > 0.3 else gain * chance / 0.3
        chance = CHANCES[needs + shift]
        if chance <= 0.0:
            return -self.costs[to] - 0.01
        if depth + 1 < DEEP:
            gain += self.climb(to, cards, depth + 1)
        return chance * gain - (1.0 - chance) * self.costs[to]

    def next_turn(self, state: PeakState) -> float:
        """What the present turn of the Mountaineer, or the coming one, is worth from here on."""
        asked = state.stack.top
        if isinstance(asked, Retry):
            bit: i64 = BIT[asked.cell]
            needs = state.needed(asked.cell) + state.cold_felt(asked.chilled)
            shift = LOWEST + needs - state.content.difficulty[state.board[asked.cell]]
            value = self.value_of(asked.cell, self.cards ^ bit, 0, shift)
            return value if value > 0.0 else 0.0
        if isinstance(asked, Reroll):
            return self.reroll_value(asked, asked.needs + state.cold_felt(asked.chilled))
        if self.turns == 0:
            return 0.0
        return self.climb(self.token, self.cards, 0)

    def reroll_value(self, asked: Reroll, needs: int) -> float:
        """What a roll is worth that has fallen and may be mended for a kept card."""
        bit: i64 = BIT[asked.cell]
        crossed = self.worths[asked.cell] + self.climb(asked.cell, self.cards ^ bit, 0)
        if asked.first + asked.second >= needs:
            return crossed
        failed = -self.costs[asked.cell]
        better = asked.first if asked.first > asked.second else asked.second
        missing = needs - better
        chance = 0.0 if missing > 6 else (7 - missing) / 6 if missing > 0 else 1.0
        value = chance * crossed + (1.0 - chance) * failed - PRICE
        return value if value > failed else failed

    def explore(self, state: PeakState) -> None:
        """How likely a climb leads to each card, by the best way there, and what that makes the whole board worth."""
        elevation = self.tables.elevation
        board = state.board
        shift = self.shifts[DEEP - 1]
        odds = NO_WORTHS[:]
        odds[self.token] = 1.0
        met: i64 = BIT[self.token]
        queue = NO_NEEDS[:]
        queue[0] = self.token
        met_so_far: i64 = 1
        at: i64 = 0
        exposed: i64 = 0
        worth = 0.0
        own = 0.0
        while at < met_so_far:
            cell = queue[at]
            at += 1
            so_far = odds[cell]
            beside = NEAR[cell] & self.cards
            while beside:
                low = beside & -beside
                beside ^= low
                to = place_of(low)
                needs = self.needs[to]
                if not met & low:
                    met |= low
                    queue[met_so_far] = to
                    met_so_far += 1
                    exposed += elevation[board[to]]
                chance = so_far * (CHANCES[needs + shift] if needs < ERODES else 1.0)
                if chance > odds[to]:
                    odds[to] = chance
        for place in range(met_so_far):
            cell = queue[place]
            gain = self.worths[cell]
            if gain > 0.0:
                worth += gain * odds[cell]
                needs = self.needs[cell]
                own += gain * CHANCES[(needs - ERODES if needs >= ERODES else needs) + shift]
        self.exposed = exposed
        self.open_worth = worth
        self.own_worth = own

    def features(self, state: PeakState) -> list[float]:
        """What the points that are still to come are weighed by."""
        elevation = self.tables.elevation
        turn = self.next_turn(state)
        self.explore(state)
        safe = self.height - self.exposed
        hand: i64 = 0
        for at in range(state.hand.count):
            hand += elevation[state.hand.at(at)]
        spring = state.spring
        fresh = 0
        while spring:
            fresh += spring & 3
            spring >>= 2
        return [
            1.0,
            turn,
            self.open_worth,
            self.own_worth,
            float(self.exposed),
            float(safe),
            float(hand),
            float(state.hand.count),
            float(state.deck.count()),
            float(state.per_die),
            float(fresh),
            float(CURSES[state.curses]),
            1.0 if state.provisions else 0.0,
            float(len(state.kept)),
            RATES[state.goals[MOUNTAINEER]],
            RATES[state.goals[MOUNTAIN]],
        ]


def turns_left(state: PeakState) -> int:
    """Turns left to the Mountaineer, this one or the next one included."""
    skipped = int(state.skip)
    if state.rules.final:
        left = state.content.final_rounds - int(state.round)
    else:
        left = int(state.hand.count + state.deck.count() + 2) // 3
    if state.turn_seat == state.climber:
        return 1 + (left - skipped if left > skipped else 0)
    return left + 1 - skipped if left + 1 > skipped else 0


def row_of(state: PeakState) -> int:
    """Which weights are for this moment."""
    turns = turns_left(state)
    climbing = 1 if state.turn_seat == state.climber else 0
    if state.rules.final:
        return 14 + 2 * turns + climbing
    return 2 * (turns if turns < 4 else 3 + turns // 4 if turns < 12 else 6) + climbing


RATE: Final = [1.2, 0.75, 0.5, 1.4, 1.75, 0.6, 1.0, 1.6, 0.9]
"""What a goal brings for each card crossed, about."""
RATES: Final = [sum(RATE[goal] for goal in range(MOST_GOALS) if goals >> goal & 1) for goals in range(2**MOST_GOALS)]
WEIGHTS: Final[list[list[float]]] = [
    [0.0, 1.00, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 1.00, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [2.01, 0.75, -0.03, -0.04, 0.0, 0.01, -0.20, 0.21, 0.0, -2.14, 0.03, -5.15, -0.02, 0.02, -0.41, 0.35],
    [1.57, 0.72, 0.13, -0.02, 0.05, 0.0, 0.16, 0.12, 3.15, -1.01, -0.10, 0.70, -1.58, -0.10, -2.68, 1.86],
    [3.96, 0.51, 0.14, 0.13, 0.03, 0.02, -0.08, 0.56, 0.32, -0.39, 0.28, 5.01, -3.06, -0.14, 0.85, 0.90],
    [5.39, 0.54, 0.04, 0.22, 0.04, 0.02, -0.09, 1.70, 0.45, 0.92, -0.48, 6.89, -2.93, -0.16, -2.97, 1.85],
    [13.22, 0.45, 0.13, 0.12, 0.01, 0.09, -0.09, -0.17, 0.18, -0.25, 0.85, -3.67, -2.03, -0.19, 0.25, 0.12],
    [5.08, 0.44, 0.05, 0.18, 0.09, 0.15, -0.20, 1.36, 0.80, 4.29, 1.36, 0.15, 0.95, -0.23, -5.39, 0.52],
    [9.30, 0.45, 0.21, 0.08, 0.06, 0.14, 0.17, 0.23, 1.23, 2.22, 0.57, 1.15, -0.01, -0.52, 3.97, -2.00],
    [2.23, 0.53, 0.27, -0.05, 0.16, 0.16, 0.14, 1.44, 1.42, 2.19, 0.63, 0.99, -0.80, -0.53, 1.18, -0.23],
    [50.60, 0.49, 0.05, 0.39, -0.21, -0.14, 0.22, -1.10, 0.37, 8.53, 0.62, -14.86, 3.46, -1.93, 5.90, -5.90],
    [56.02, 0.63, -0.15, 0.42, -0.16, -0.46, 0.45, -1.73, 0.28, 1.18, 2.00, -11.39, 2.42, -1.74, 3.49, -7.03],
    [62.34, 1.16, -0.67, 0.22, -0.03, 0.35, 0.37, -0.77, 0.04, 13.77, 0.0, 2.91, 9.00, -4.74, 7.12, -8.10],
    [49.20, 1.01, -0.17, 0.02, -0.28, 0.0, 0.14, -0.75, 0.01, 25.92, 0.0, 0.0, 7.84, -2.17, 3.60, -0.68],
    [-1.70, 1.00, 0.0, 0.02, 0.03, 0.05, -0.84, -0.82, -0.61, 0.14, 0.23, 1.62, 2.84, 0.19, -0.15, -0.56],
    [0.0, 1.00, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [-2.55, 0.38, 0.29, 0.20, -0.20, 0.20, -0.83, 1.74, -0.34, 5.22, 2.79, -16.02, 8.38, 0.38, -2.20, 1.13],
    [-8.79, 0.58, 0.37, 0.25, -0.19, 0.08, -0.06, 0.25, -0.33, -1.81, -1.51, -16.72, 5.82, 0.48, -5.53, 5.01],
    [-26.85, 0.40, 0.27, 0.24, 0.0, 0.37, -0.78, 2.54, -0.41, 16.80, 9.23, -23.01, 11.74, 0.25, 1.57, 1.33],
    [-21.89, 0.43, 0.44, 0.19, 0.01, 0.19, -0.90, 4.04, -0.06, 4.04, 2.13, -20.00, 8.77, 0.02, -1.10, 2.75],
    [-13.90, 0.31, 0.29, 0.14, 0.19, 0.33, -0.40, 1.03, -0.40, 20.68, 10.87, -35.15, 15.83, -0.05, 1.21, -2.07],
    [-9.73, 0.46, 0.16, 0.45, -0.09, 0.12, -0.99, 4.21, -0.36, 9.65, 7.48, -26.08, 11.26, -0.44, -0.11, -1.28],
    [-29.49, 0.72, 0.23, 0.10, 0.34, 0.86, -0.38, 1.80, 0.07, 32.70, 8.99, -38.43, 23.84, -0.12, 1.52, -3.46],
    [-13.44, 0.85, -0.36, 0.36, 0.42, 0.20, -0.46, -0.45, -0.16, 17.66, 8.86, -31.70, 19.59, -1.53, 1.46, -2.38],
    [-41.05, 0.68, 0.19, 0.52, -0.12, 1.03, -0.04, 2.01, 0.42, 0.0, 0.0, 0.0, 0.0, 0.0, 4.62, -4.25],
    [-35.62, 0.56, -0.06, 0.46, 0.16, 0.64, -0.01, 1.07, 0.12, 24.47, 10.77, 0.0, 23.77, -1.29, 4.29, -1.64],
]
"""For each moment (see `Look.row`) what each feature adds to the lead that the Mountaineer will yet gain."""
SCORE_SPREADS: Final[list[float]] = [
    6.0,
    6.0,
    6.0,
    6.0,
    6.0,
    6.0,
    6.0,
    6.0,
    7.1,
    8.2,
    10.8,
    10.8,
    14.3,
    9.4,
    3.1,
    20.0,
    18.9,
    14.3,
    25.0,
    16.5,
    28.8,
    21.8,
    28.8,
    25.0,
    33.1,
    28.8,
]


WHOLE_FIRST: Final = 12
WHOLE_FINAL: Final = 24
"""The rows of SCORE_SPREADS for the first turn of a game."""


class PeakEvaluator(Evaluator):
    def __init__(self, content: Content) -> None:
        self.tables = Tables(content)

    def prune(self, state: State) -> list[int]:
        assert isinstance(state, PeakState)
        return prune(state, self.tables)

    def expected_points(self, state: State) -> list[float]:
        assert isinstance(state, PeakState)
        look = Look(state, self.tables)
        gain = dot(WEIGHTS[row_of(state)], look.features(state)) / 2
        return by_seat(state, look.mountain - gain, look.mountaineer + gain)

    def score_spread(self, state: State) -> float:
        assert isinstance(state, PeakState)
        return spread(state, row_of(state))

    def shares_at(self, state: State, expected_points: list[float]) -> list[float]:
        """The same as everywhere, with what calibration says of the roles."""
        assert isinstance(state, PeakState)
        width = self.width(state)
        points = expected_points[:]
        points[state.mountain] += self.lead_of_mountain(state, width)
        return shares_of(points, width)

    def lead_of_mountain(self, state: PeakState, width: float) -> float:
        """Points that the Mountain has ahead by the calibration; in a match of two games both have had them."""
        known = self.calibration
        if known is None or state.rules.two_games:
            return 0.0
        return (known.lead(2, MOUNTAIN) - known.lead(2, MOUNTAINEER)) * width


FIRST_LEAD: Final = 55.0
FINAL_LEAD: Final = -14.0
"""By how much the Mountaineer wins a whole game, about."""


def by_seat(state: PeakState, mountain: float, mountaineer: float) -> list[float]:
    """Points of this game by seat, with the handicap, those of the first game of a match, or what the second brings."""
    rules = state.rules
    mountain += rules.handicap[MOUNTAIN]
    mountaineer += rules.handicap[MOUNTAINEER]
    if rules.two_games and not state.first_game:
        lead = FINAL_LEAD if rules.final else FIRST_LEAD
        return [
            mountain + lead + rules.handicap[MOUNTAINEER],
            mountaineer + rules.handicap[MOUNTAIN],
        ]
    points = [mountain, mountaineer] if state.mountain == 0 else [mountaineer, mountain]
    if state.first_game:
        points = [points[0] + state.first_game[0], points[1] + state.first_game[1]]
    return points


def spread(state: PeakState, row: int) -> float:
    """How far the margin may still move; in the first game of a match by the whole second game as well."""
    width = SCORE_SPREADS[row]
    if state.rules.two_games and not state.first_game:
        whole = SCORE_SPREADS[WHOLE_FINAL if state.rules.final else WHOLE_FIRST]
        return sqrt(width * width + whole * whole)
    return width


def dot(weights: list[float], values: list[float]) -> float:
    total = 0.0
    for at in range(len(values)):
        total += weights[at] * values[at]
    return total


def evaluator(game: Game) -> Evaluator:
    assert isinstance(game, ThePeak)
    return PeakEvaluator(game.content)


def prune(state: PeakState, tables: Tables) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    asked = state.stack.top
    if len(state.offered) == 1:
        return state.offered
    if isinstance(asked, Play):
        return pruned_plays(state, tables)
    if isinstance(asked, Challenge):
        return pruned_challenges(state, tables)
    if isinstance(asked, Retry):
        return [asked.cell] if Look(state, tables).next_turn(state) > 0.0 else [STOP]
    if isinstance(asked, Reroll):
        return pruned_rerolls(state, asked)
    if isinstance(asked, Stream):
        return pruned_trades(state, tables)
    if isinstance(asked, Bridge):
        return pruned_exchanges(state, tables)
    if isinstance(asked, Cliff):
        return [DRAW] if DRAW in state.offered else state.offered
    if isinstance(asked, Drop):
        return [worst_goal(state, tables, asked.seat)]
    return state.offered


def pruned_plays(state: PeakState, tables: Tables) -> list[int]:
    """A Coldsnap first: it costs nothing."""
    content = state.content
    last = int(state.hand.at(state.hand.count - 1))
    if last >= content.laid and content.on_play[last].does == "freeze":
        return [last * PLACES + NO_CELL]
    return final_plays(state, tables) if state.rules.final else first_plays(state, tables)


def final_plays(state: PeakState, tables: Tables) -> list[int]:
    """One kind after the other, since the order in which cards are laid does not matter, or the end of the turn."""
    offered = state.offered
    laid = state.content.laid
    first = -1
    rank = -1.0
    for kind in state.hand.numbers():
        if kind < laid and tables.ranks[kind] > rank:
            rank = tables.ranks[kind]
            first = kind
    plays = [choice for choice in offered if choice // PLACES == first]
    if offered[0] == END_TURN:
        plays.append(END_TURN)
    return plays if plays else offered


def first_plays(state: PeakState, tables: Tables) -> list[int]:
    """Where the board is worth nothing to it, the Mountain shows what it would like to see crossed, and stops when it
    may; if it must show more, then one of the two kinds that are worth least to the Mountaineer."""
    offered = state.offered
    content = state.content
    look = Look(state, tables)
    worths = [NEVER] * len(content.names)
    for kind in state.hand.numbers():
        if kind < content.laid:
            worths[kind] = look.worth_of(state, kind)
    if offered[0] == END_TURN:
        plays = [END_TURN]
        plays += [choice for choice in offered if choice != END_TURN and worths[choice // PLACES] < 0.0]
        return plays
    least = NEVER
    limit = NEVER
    for kind in range(content.laid):
        if worths[kind] < NEVER:
            worths[kind] -= 0.5 * content.difficulty[kind]
            if worths[kind] < least:
                limit = least
                least = worths[kind]
            elif worths[kind] < limit:
                limit = worths[kind]
    plays = [choice for choice in offered if worths[choice // PLACES] <= limit]
    return plays if plays else offered


def pruned_challenges(state: PeakState, tables: Tables) -> list[int]:
    """What comes near the best by exact chances; stopping only where no try is worth it."""
    look = Look(state, tables)
    best = 0.0
    values: list[float] = []
    for cell in state.offered:
        value = 0.0
        if cell != STOP:
            bit: i64 = BIT[cell]
            value = look.value_of(cell, look.cards ^ bit, 0, look.shifts[0])
        values.append(value)
        if value > best:
            best = value
    if best <= 0.0:
        return ONLY_STOP
    return [state.offered[at] for at in range(len(values)) if values[at] >= SLACK * best]


def pruned_rerolls(state: PeakState, asked: Reroll) -> list[int]:
    """Keep a roll that crosses; else give the card that is worth least for the lower die, if that can help."""
    needs = asked.needs + state.cold_felt(asked.chilled)
    if asked.first + asked.second >= needs:
        return ONLY_KEEP
    better = asked.first if asked.first > asked.second else asked.second
    if better + state.content.sides < needs:
        return ONLY_KEEP
    elevation = state.content.elevation
    cheapest = state.kept[0]
    for face in state.kept:
        if elevation[face] < elevation[cheapest]:
            cheapest = face
    die = 2 * DIE if asked.first >= asked.second else DIE
    return [KEEP, die + cheapest]


def pruned_trades(state: PeakState, tables: Tables) -> list[int]:
    """The Stream goes if that is worth more in this turn than the card is."""
    look = Look(state, tables)
    kept = look.climb(look.token, look.cards, 0)
    stream = state.kept[len(state.kept) - 1]
    look.shifts[0] -= state.content.on_cross[stream].amount
    gone = look.climb(look.token, look.cards, 0) - look.worth_of(state, stream)
    return ONLY_KEEP if kept > gone else state.offered


def pruned_exchanges(state: PeakState, tables: Tables) -> list[int]:
    """What would be worth most to the Mountaineer goes in the first edition; in the final one what is low and easy."""
    content = state.content
    look = Look(state, tables)
    choices = [DONE]
    highest = 4.0
    for kind in state.offered:
        if kind == DONE:
            continue
        if kind >= content.laid:
            if content.on_play[kind].does == "storm":
                choices.append(kind)
        elif look.final:
            if content.elevation[kind] < 4 and content.difficulty[kind] < 6:
                choices.append(kind)
        else:
            worth = look.worth_of(state, kind) - 0.5 * content.difficulty[kind]
            if worth > highest:
                highest = worth
                choices = [DONE, kind]
    return choices


def worst_goal(state: PeakState, tables: Tables, seat: int) -> int:
    """The goal that brings least as things stand and as they are likely to go on."""
    content = state.content
    turns = Look(state, tables).turns
    pictured = state.rules.pictured_liquids
    worst = state.offered[0]
    least = 1000.0
    for goal in state.offered:
        points = goal_points(content, content.goals[goal], state.kept, pictured) + 2.0 * turns * RATE[goal]
        if points < least:
            least = points
            worst = goal
    return worst


SLACK: Final = 0.3
"""How much of the worth of the best challenge another one must have not to be pruned."""
NEVER: Final = 1000.0
ONLY_STOP: Final = [STOP]
ONLY_KEEP: Final = [KEEP]
