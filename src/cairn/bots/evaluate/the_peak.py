"""How the two sides of The Peak stand, what is sensible on either side, and what is plainly wasted.

Everything turns on what a climb is worth. Every card beside a path has a chance to be crossed and a worth, both sides
counted: its Elevation, once more in the final edition where the Mountain loses it, and what it adds to the goals. The
next turn of the Mountaineer is followed a few cards deep with exact chances. What lies beyond it is a weighing of what
the climb, the board and the hand look like now, with weights fitted to games of this judge against itself.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.bots.judge import Judge
from cairn.core.contract import Game, State
from cairn.games.the_peak.board import BIT, CELLS, NEAR, NEIGHBOURS, near, size_of
from cairn.games.the_peak.content import MOST_GOALS, Content
from cairn.games.the_peak.decisions import (
    DIE,
    DONE,
    DRAW,
    END_TURN,
    KEEP,
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
from cairn.games.the_peak.state import CURSES, EMPTY, MOUNTAIN, MOUNTAINEER, WAYS, PeakState

DEEP: Final = 4
"""How many cards of a climb are followed."""
LOWEST: Final = 64
CHANCES: Final = [WAYS[min(max(needs - LOWEST, 0), len(WAYS) - 1)] / 36 for needs in range(2 * LOWEST + 30)]
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


class Tables:
    """What the content says about each face, laid out for a judge in a hurry."""

    def __init__(self, content: Content) -> None:
        faces = len(content.faces)
        self.even: list[list[list[float]]] = []
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
            self.even.append(sets)
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
    seen: i64
    odd: i64
    odd_levels: i64

    def __init__(self, state: PeakState, tables: Tables) -> None:
        content = state.content
        self.tables = tables
        self.cards = state.cards
        self.token = state.token
        self.final = state.rules.final
        self.turn_worth = FINAL_TURN if self.final else FIRST_TURN
        even = tables.even[1 if state.rules.pictured_liquids else 0]
        self.mine = even[state.goals[MOUNTAINEER]]
        self.theirs = even[state.goals[MOUNTAIN]]
        below = state.stack.below
        bottom = below[0] if below else state.stack.top
        self.climbing = not isinstance(bottom, Play)
        if self.final:
            left = content.final_rounds - state.round
        else:
            left = (len(state.hand) + state.deck.count() + 2) // 3
        self.turns = left + 1 - state.skip
        """Turns left to the Mountaineer, this one or the next one included."""
        if self.climbing:
            self.turns = 1 + (left - state.skip if left > state.skip else 0)
        elif self.turns < 0:
            self.turns = 0
        self.later = self.turns - 1 if self.turns > 0 else 0
        self.seen = 0
        self.odd = 0
        self.odd_levels = 0
        self.names = 0.0
        self.twins = 0.0
        self.levels = 0.0
        self.mountain = 0.0
        self.mountaineer = 0.0
        self.needs = [0] * CELLS
        self.worths = [0.0] * CELLS
        self.costs = [0.0] * CELLS
        self.shifts = [LOWEST] * DEEP
        self.sheltered = state.sheltered()
        self._count(state)
        self._survey(state)
        self._foresee(state)

    def _count(self, state: PeakState) -> None:
        """The points so far, but for the board."""
        content = state.content
        tables = self.tables
        kind_of = content.kind_of
        elevation = content.elevation
        mine = self.mine
        theirs = self.theirs
        seen: i64 = 0
        odd: i64 = 0
        odd_levels: i64 = 0
        height = 0
        brings_me = 0.0
        brings_them = 0.0
        for face in state.kept:
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
            brings_me += self.names * int(size_of(seen))
        elif other >> tables.names & 1:
            self.names = -tables.name_points
            brings_them -= self.names * int(size_of(seen))
        if goals >> tables.twins & 1:
            self.twins = tables.twin_points
            brings_me += self.twins * ((many - int(size_of(odd))) // 2)
        elif other >> tables.twins & 1:
            self.twins = -tables.twin_points
            brings_them -= self.twins * ((many - int(size_of(odd))) // 2)
        if goals >> tables.level & 1:
            self.levels = tables.level_points
            brings_me += self.levels * ((many - int(size_of(odd_levels))) // 2)
        elif other >> tables.level & 1:
            self.levels = -tables.level_points
            brings_them -= self.levels * ((many - int(size_of(odd_levels))) // 2)
        self.mountaineer = brings_me + height
        self.mountain = brings_them

    def _survey(self, state: PeakState) -> None:
        """What every card on the board needs, is worth, and costs who fails at it."""
        content = state.content
        board_height = 0
        for cell in range(CELLS):
            face = state.board[cell]
            if face != EMPTY:
                kind = content.kind_of[face]
                board_height += content.elevation[face]
                self.needs[cell] = content.difficulty[face] + (ERODES if self.tables.erodes[kind] else 0)
                self.worths[cell] = self.worth_of(state, face)
                if not self.sheltered:
                    self.costs[cell] = self.cost_of(kind)
        if self.final:
            self.mountain += board_height

    def worth_of(self, state: PeakState, face: int) -> float:
        """What crossing a card brings the Mountaineer, less what it brings the Mountain."""
        tables = self.tables
        content = state.content
        up = content.elevation[face]
        kind = content.kind_of[face]
        worth = self.mine[face] - self.theirs[face] + (2 * up if self.final else up)
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

    def cost_of(self, kind: int) -> float:
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

    def climb(self, cell: int, cards: i64, depth: int) -> float:
        """What the rest of a turn is worth with the token here and these cards on the board."""
        best = 0.0
        shift = self.shifts[depth]
        for to in NEIGHBOURS[cell]:
            bit: i64 = BIT[to]
            if cards & bit:
                value = self.value_of(to, cards ^ bit, depth, shift)
                if value > best:
                    best = value
        return best

    def value_of(self, to: int, cards: i64, depth: int, shift: int) -> float:
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
            shift = LOWEST + state.needed(asked.cell, asked.chilled) - state.content.difficulty[state.board[asked.cell]]
            value = self.value_of(asked.cell, self.cards ^ bit, 0, shift)
            return value if value > 0.0 else 0.0
        if isinstance(asked, Reroll):
            return self.reroll_value(asked)
        if self.turns == 0:
            return 0.0
        return self.climb(self.token, self.cards, 0)

    def reroll_value(self, asked: Reroll) -> float:
        """What a roll is worth that has fallen and may be mended for a kept card."""
        bit: i64 = BIT[asked.cell]
        crossed = self.worths[asked.cell] + self.climb(asked.cell, self.cards ^ bit, 0)
        if asked.first + asked.second >= asked.needs:
            return crossed
        failed = -self.costs[asked.cell]
        better = asked.first if asked.first > asked.second else asked.second
        missing = asked.needs - better
        chance = 0.0 if missing > 6 else (7 - missing) / 6 if missing > 0 else 1.0
        value = chance * crossed + (1.0 - chance) * failed - PRICE
        return value if value > failed else failed

    def reach(self) -> i64:
        """The cards that a climb from the token could lead over."""
        found: i64 = NEAR[self.token] & self.cards
        while True:
            wider = (found | near(found)) & self.cards
            if wider == found:
                return found
            found = wider

    def features(self, state: PeakState) -> list[float]:
        """What the points that are still to come are weighed by."""
        elevation = state.content.elevation
        turn = self.next_turn(state)
        reach = self.reach()
        beside: i64 = NEAR[self.token]
        shift = self.shifts[DEEP - 1]
        open_worth = 0.0
        open_ways = 0.0
        safe = 0
        exposed = 0
        for cell in range(CELLS):
            bit: i64 = BIT[cell]
            if not self.cards & bit:
                continue
            if reach & bit:
                exposed += elevation[state.board[cell]]
                needs = self.needs[cell]
                chance = CHANCES[(needs - ERODES if needs >= ERODES else needs) + shift]
                worth = chance * self.worths[cell]
                if worth > 0.0:
                    open_worth += worth
                if beside & bit:
                    open_ways += chance
            else:
                safe += elevation[state.board[cell]]
        hand = 0
        for kind in state.hand:
            hand += elevation[kind]
        spring = state.spring
        fresh = 0
        while spring:
            fresh += spring & 3
            spring >>= 2
        return [
            1.0,
            turn,
            open_worth,
            open_ways,
            float(exposed),
            float(safe),
            float(hand),
            float(len(state.hand)),
            float(state.deck.count()),
            float(state.per_die),
            float(fresh),
            float(CURSES[state.curses]),
            1.0 if state.provisions else 0.0,
            float(len(state.kept)),
            RATES[state.goals[MOUNTAINEER]],
            RATES[state.goals[MOUNTAIN]],
        ]

    def row(self) -> int:
        """Which weights are for this moment."""
        turns = self.turns
        if self.final:
            return 14 + 2 * turns + (1 if self.climbing else 0)
        return 2 * (turns if turns < 4 else 3 + turns // 4 if turns < 12 else 6) + (1 if self.climbing else 0)


RATE: Final = [1.2, 0.75, 0.5, 1.4, 1.75, 0.6, 1.0, 1.6, 0.9]
RATES: Final = [sum(RATE[goal] for goal in range(MOST_GOALS) if goals >> goal & 1) for goals in range(2**MOST_GOALS)]
FEATURES: Final = 16
WEIGHTS: Final[list[list[float]]] = [
    [0.0, 1.00, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 1.00, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [4.67, 0.44, 0.01, -0.58, 0.04, -0.06, -0.09, -0.28, -0.29, -1.25, -0.05, -6.91, 1.50, -0.05, -0.74, 0.07],
    [-2.49, 0.79, 0.20, -0.34, 0.01, 0.01, -0.13, 1.46, 0.61, -2.36, 0.13, -9.08, 1.23, -0.01, -2.29, 1.74],
    [7.13, 0.69, 0.15, -0.63, 0.05, 0.10, 0.09, 0.88, -0.13, 1.23, -1.24, -0.90, 0.0, -0.27, -3.19, 0.26],
    [6.99, 0.68, 0.16, -0.27, 0.10, 0.10, -0.04, 1.20, 2.12, 1.65, -1.36, 0.98, -0.74, -0.24, -5.20, 0.35],
    [9.65, 0.79, 0.17, -0.03, 0.05, 0.09, -0.06, 0.0, 0.87, 3.17, -1.29, -6.39, -0.02, -0.24, -1.21, 0.67],
    [4.48, 0.77, 0.22, -0.32, 0.04, 0.10, -0.17, 0.92, 0.79, 2.30, -1.22, -0.44, -1.53, -0.35, -4.18, 3.94],
    [7.34, 0.26, 0.46, -1.00, 0.01, 0.14, 0.07, 0.85, 1.38, 4.80, 0.87, -3.13, 2.32, -0.48, -0.37, -0.46],
    [9.51, 0.44, 0.45, -0.64, -0.05, 0.06, 0.22, 1.60, 1.62, 2.63, 0.34, 1.11, -0.44, -0.55, -3.83, -0.21],
    [46.97, 0.33, 0.53, -2.04, -0.23, -0.01, 0.26, -1.29, 0.46, 4.68, 0.01, -3.57, 1.47, -1.67, 0.96, -2.49],
    [42.60, 0.39, 0.41, -0.92, -0.17, -0.09, 0.32, -0.74, 0.51, 4.57, 0.13, -5.01, 3.01, -1.72, -1.13, -1.71],
    [67.17, 1.56, -0.68, -1.54, -0.22, 0.06, 0.21, -1.10, 0.0, -14.19, 5.89, 0.0, 11.38, -2.74, 3.36, -5.58],
    [59.43, 0.80, 0.13, -1.03, -0.45, 0.0, 0.20, -0.92, 0.03, -32.90, 0.12, 0.0, -4.97, -1.34, 3.28, -3.24],
    [-4.80, 1.00, 0.0, 1.07, 0.04, 0.06, -0.73, -0.90, -0.86, -0.54, 0.09, 1.64, 1.39, 0.29, 0.33, -0.58],
    [0.0, 1.00, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [-5.55, 1.23, 0.25, -2.65, 0.01, 0.32, -0.66, 1.09, -0.37, 3.57, 5.00, -7.35, 12.40, 0.39, -5.11, -1.15],
    [-8.96, 0.85, 0.47, -2.19, -0.09, 0.09, -1.72, 4.97, -0.83, 0.51, -0.88, -14.69, 9.72, 0.40, -5.56, 2.66],
    [-27.25, 1.03, 0.22, -0.79, 0.22, 0.59, -0.45, 1.24, -0.09, 5.03, 12.35, -18.11, 9.44, -0.16, 2.67, -1.83],
    [-24.96, 0.80, 0.42, -0.53, 0.07, 0.32, -0.10, 1.59, 0.31, 0.54, 4.11, -8.62, 7.35, 0.11, -2.25, 0.75],
    [-18.27, 0.98, 0.20, -2.80, 0.32, 0.71, -0.17, 0.05, -0.15, 22.85, 12.87, -29.93, 11.97, -0.76, 2.73, -2.74],
    [-9.31, 0.79, 0.29, -2.26, 0.38, 0.44, 1.40, 5.24, -0.15, 10.73, 7.99, -22.50, 9.43, -0.22, -1.50, -4.04],
    [-18.99, 0.48, 0.35, 2.65, 0.26, 0.73, -0.29, 1.37, -0.32, 26.57, -0.23, -42.83, 21.87, -1.13, 6.00, -2.89],
    [-14.99, 0.53, 0.05, 2.50, 0.57, 0.50, -1.47, -0.30, -0.24, 14.56, 9.54, -36.63, 15.71, -1.94, 5.47, -0.63],
    [-9.01, 0.47, 0.65, -5.15, -0.25, 0.95, -0.31, 0.43, -0.19, 0.0, 0.0, 0.0, 0.0, 0.0, 9.30, -2.82],
    [-2.62, 0.52, 0.73, 0.49, -0.47, 0.78, -1.43, 2.39, -0.31, 28.34, 3.05, 0.0, 15.00, -2.48, 3.37, -2.68],
]
"""For each moment what the features say about the lead that the Mountaineer will yet gain."""
SWINGS: Final[list[float]] = [
    20.0,
    20.0,
    1.0,
    4.1,
    6.2,
    1.0,
    8.2,
    9.4,
    8.2,
    8.2,
    10.8,
    10.8,
    14.3,
    12.4,
    2.3,
    20.0,
    25.0,
    14.3,
    28.8,
    18.9,
    38.1,
    25.0,
    38.1,
    33.1,
    38.1,
    38.1,
]


class PeakJudge(Judge):
    def __init__(self, content: Content) -> None:
        self.tables = Tables(content)

    def sensible(self, state: State) -> list[int]:
        assert isinstance(state, PeakState)
        return sensible(state, self.tables)

    def hopes(self, state: State) -> list[float]:
        assert isinstance(state, PeakState)
        look = Look(state, self.tables)
        gain = dot(WEIGHTS[look.row()], look.features(state)) / 2
        return [look.mountain - gain, look.mountaineer + gain]

    def swing(self, state: State) -> float:
        assert isinstance(state, PeakState)
        return SWINGS[Look(state, self.tables).row()]

    def turn(self, state: State) -> int:
        """Either side's turn, and for the Mountaineer each roll: what falls is not known before."""
        assert isinstance(state, PeakState)
        below = state.stack.below
        bottom = below[0] if below else state.stack.top
        if isinstance(bottom, Play):
            return state.round * 100
        return state.round * 100 + 1


def dot(weights: list[float], values: list[float]) -> float:
    total = 0.0
    for at in range(len(values)):
        total += weights[at] * values[at]
    return total


def judge(game: Game) -> Judge:
    assert isinstance(game, ThePeak)
    return PeakJudge(game.content)


def sensible(state: PeakState, tables: Tables) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    asked = state.stack.top
    if len(state.offered) == 1:
        return state.offered
    if isinstance(asked, Play):
        return sensible_plays(state, tables)
    if isinstance(asked, Challenge):
        return sensible_challenges(state, tables)
    if isinstance(asked, Retry):
        return [asked.cell] if Look(state, tables).next_turn(state) > 0.0 else [STOP]
    if isinstance(asked, Reroll):
        return sensible_rerolls(state, asked)
    if isinstance(asked, Stream):
        return sensible_trades(state, tables)
    if isinstance(asked, Bridge):
        return sensible_exchanges(state, tables)
    if isinstance(asked, Cliff):
        return [DRAW] if DRAW in state.offered else state.offered
    if isinstance(asked, Drop):
        return [worst_goal(state, tables, asked.seat)]
    return state.offered


def sensible_plays(state: PeakState, tables: Tables) -> list[int]:
    """In the final edition everything goes on the board, one kind after the other, since the order does not matter.

    In the first edition the Mountain shows what is worth least and stops when it may.
    """
    content = state.content
    laid = content.laid
    hand = state.hand
    last = hand[len(hand) - 1]
    if last >= laid and content.on_play[last].does == "freeze":
        return [last * PLACES + PLACES - 1]
    offered = state.offered
    if state.rules.final:
        first = -1
        rank = -1.0
        for kind in hand:
            if kind < laid and tables.ranks[kind] > rank:
                rank = tables.ranks[kind]
                first = kind
        plays = [choice for choice in offered if choice // PLACES == first]
        return plays if plays else [END_TURN] if offered[0] == END_TURN else offered
    look = Look(state, tables)
    if offered[0] == END_TURN:
        plays = [END_TURN]
        for choice in offered:
            if choice != END_TURN and choice // PLACES < laid and look.worth_of(state, choice // PLACES) < 0.0:
                plays.append(choice)
        return plays
    least = -1
    second = -1
    low = 1000.0
    lower = 1000.0
    before = -1
    for kind in hand:
        if kind >= laid or kind == before:
            continue
        before = kind
        worth = look.worth_of(state, kind) - 0.5 * content.difficulty[kind]
        if worth < lower:
            second = least
            low = lower
            least = kind
            lower = worth
        elif worth < low:
            second = kind
            low = worth
    plays = [choice for choice in offered if choice // PLACES == least or choice // PLACES == second]
    return plays if plays else offered


def sensible_challenges(state: PeakState, tables: Tables) -> list[int]:
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


def sensible_rerolls(state: PeakState, asked: Reroll) -> list[int]:
    """Keep a roll that crosses; else give the card that is worth least for the lower die, if that can help."""
    if asked.first + asked.second >= asked.needs:
        return ONLY_KEEP
    better = asked.first if asked.first > asked.second else asked.second
    if better + state.content.sides < asked.needs:
        return ONLY_KEEP
    elevation = state.content.elevation
    cheapest = state.kept[0]
    for face in state.kept:
        if elevation[face] < elevation[cheapest]:
            cheapest = face
    die = 2 * DIE if asked.first >= asked.second else DIE
    return [KEEP, die + cheapest]


def sensible_trades(state: PeakState, tables: Tables) -> list[int]:
    """The Stream goes if that is worth more in this turn than the card is."""
    look = Look(state, tables)
    kept = look.climb(look.token, look.cards, 0)
    stream = state.kept[len(state.kept) - 1]
    look.shifts[0] -= state.content.on_cross[stream].amount
    gone = look.climb(look.token, look.cards, 0) - look.worth_of(state, stream)
    return ONLY_KEEP if kept > gone else state.offered


def sensible_exchanges(state: PeakState, tables: Tables) -> list[int]:
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


SLACK: Final = 0.75
ONLY_STOP: Final = [STOP]
ONLY_KEEP: Final = [KEEP]
