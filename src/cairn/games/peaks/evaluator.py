"""What PEAKS is about, for bots: how many flags a seat may still expect, and which choices are plainly wasted.

The expected points of a seat are the flags it has and would be given if the game ended now, each as sure as it looks,
and what its mat, its cards and the climb under way are still worth. That is told in flags: turns and energy make
climbs, climbs make rewards, and what needs time to pay off fades as the turns run out.

Plainly wasted is to refuse what is given, to discard a card for energy that is there, to use up a bonus card that is
fulfilled, to rest with a full track, to prepare for nothing, and to bring companions who can add nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.core.contract import Game, State
from cairn.core.deck import bit
from cairn.core.evaluator import Evaluator
from cairn.games.peaks.climbing import rolls_needed
from cairn.games.peaks.content import (
    ADVANCE,
    ANY_GEAR,
    BONUS,
    CLIMB,
    CONTINENTS,
    DECK_A,
    ENERGY_GAIN,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    FLAG,
    GAINS,
    GEAR_TYPES,
    MOUNTAIN,
    NAMED_GEAR,
    NEEDS,
    NOTHING,
    PREPARE,
    REST,
    STAMINA_STEP,
    SURE_FOOTED,
    TILE,
    TOP_LEVEL,
    UNIT,
    Content,
)
from cairn.games.peaks.decisions import (
    ENOUGH,
    FIRST_ACTION_BONUS,
    FIRST_CLIMB,
    FIRST_PREPARE,
    FIRST_USE,
    GAIN_ALL,
    GO_ON,
    PAY_REST,
    STOP,
    TAKE_NOTHING,
)
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
    DICE,
    ENERGY,
    EXPERIENCE,
    FLAGS,
    GEAR,
    MAT,
    NONE,
    PLACED,
    SLOTS,
    STAMINA,
    TILES,
)
from cairn.games.peaks.scoring import fulfilled
from cairn.games.peaks.stages import (
    ANSWERS,
    APPLY_BOOST,
    BRINGING,
    PAYING,
    REST_ENERGY,
    REST_FLAG_PAID,
    REWARDS,
    SHARED_FLAG_PAID,
    TAG_ALONG,
)
from cairn.games.peaks.state import RUNNING, WANT_FLAG, PeaksState

GAIN_WORTH: Final = [1.0, 0.5, 0.4, 0.35, 0.5, 0.3, 0.2, 0.3]
"""Flags that a gain is worth early in a game, in the order of the kinds of gains."""
ENERGY_WORTH: Final = 0.085
CLIMB_WORTH: Final = 1.35
"""What a climb brings that is still to be prepared."""
CLIMB_ENERGY: Final = 7.0
TURNS_PER_FLAG: Final = 1.45
SCORE_SPREAD: Final = 1.4
SPREAD_OF_A_TURN: Final = 0.12
"""Fitted to who won from the positions of games between climbers."""
WIN_WORTH: Final = 3.0
"""A win that is certain counts as much as so many flags of a lead that is not."""
LEAD_WORTH: Final = [0.03, 0.08, 0.18, 0.4, 0.7, 0.88, 0.95]
"""By how many flags a seat is ahead in a continent, from three behind to three ahead."""
PRESENCE_WORTH: Final = [0.0, 0.1, 0.25, 0.5, 0.85, 1.35, 2.0]
CUBE_WORTH: Final = [0.0, 0.25, 0.55, 0.95]
"""Cubes on CLIMB; those on other actions lead to less."""
OTHER_CUBES: Final = 0.5
DIE_WORTH: Final = [0.0, 0.2, 0.5, 0.4]
"""On the way to the flag of the last level, which is on the board once it is there."""
DIE_USE: Final = [0.08, 0.12, 0.3]
TILE_WORTH: Final = [0.0, 0.45, 0.9]
GEAR_WORTH: Final = 0.16
HAND_WORTH: Final = [0.62, 0.5, 0.34, 0.2]
"""What is left of a mountain's worth while it is still in the hand: the best of them, the second best, and so on."""
WANT_WORTH: Final = [0.0, 0.5, 0.45, GEAR_WORTH, 0.2, 1.0]
"""What waits for the answer which die, tile, gear or slot."""
ACCLIMATIZED: Final = 0.85
UNEQUIPPED: Final = 0.55
NEVER: Final = -1000.0
LONGEST_ROLLS: Final = 60

FLAGS_IN: Final = 0
CONTINENTS_WITH: Final = 1
FLAGS_IN_ONE: Final = 2
CLIMBED: Final = 3
CLIMBED_A: Final = 4
CLIMBED_B: Final = 5
CLIMBED_OVER: Final = 6
CLIMBED_UNDER: Final = 7
CLIMBED_CONTINENTS: Final = 8
CLIMBED_IN_ONE: Final = 9
DICE_MAX: Final = 10
TILES_MOVED: Final = 11
STAMINA_AT: Final = 12
EXPERIENCE_AT: Final = 13
GEAR_LEFT: Final = 14
COMPANIONS_LEFT: Final = 15


class PeaksEvaluator(Evaluator):
    """Holds what a content is worth in tables."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.flags: list[float] = []
        """The flags of each group of rewards, and below what else it is worth; both without what danger takes too."""
        self.others: list[float] = []
        self.safe_flags: list[float] = []
        self.safe_others: list[float] = []
        for rewards in content.rewards:
            self.flags.append(float(rewards % 64))
            self.others.append(other_worth(rewards))
        for rewards in content.safe_rewards:
            self.safe_flags.append(float(rewards % 64))
            self.safe_others.append(other_worth(rewards))
        chance = 1.0 - content.danger.count(True) / len(content.danger)
        self.safety: list[float] = [chance**rolls for rolls in range(LONGEST_ROLLS)]
        """How likely so many rolls are without danger."""
        self.ahead: list[float] = anticipation(content.experience_gives)
        """What the next spaces of the experience track promise, and below the same of the stamina track."""
        self.above: list[float] = anticipation(content.stamina_gives)
        self.companion_worth: list[float] = [
            0.1 * experience + ability_worth(kind, amount)
            for experience, kind, amount in zip(
                content.companion_experience, content.ability, content.ability_amount, strict=True
            )
        ]
        self.need: list[int] = [NEEDS.index(kind) for kind in content.need]
        self.boost_worth: list[float] = [
            other_worth(gains - gains // UNIT[ADVANCE] % 64 * UNIT[ADVANCE]) for gains in content.boost_gains
        ]
        """What boosts give beside trackers."""

    def prune(self, state: State) -> list[int]:
        assert isinstance(state, PeaksState)
        asked = state.stack.top
        assert asked is not None
        prune = PRUNERS.get(asked.kind)
        if prune is None:
            return state.offered
        kept = prune(state)
        return kept if kept else state.offered

    def score_spread(self, state: State) -> float:
        assert isinstance(state, PeaksState)
        return SCORE_SPREAD + SPREAD_OF_A_TURN * turns_to_come(state)

    def outlook(self, state: State) -> list[float]:
        if state.seat >= 0:
            return self.expected_points(state)
        shares = state.result()
        return [points / 10000.0 + WIN_WORTH * share for points, share in zip(state.standing(), shares, strict=True)]

    def expected_points(self, state: State) -> list[float]:
        assert isinstance(state, PeaksState)
        seats = len(state.mountains)
        mat = state.mat
        turns = turns_to_come(state)
        climbed = [0] * seats
        for entry in state.climbed:
            climbed[entry >> 7] += 1
        expected_points: list[float] = []
        for seat in range(seats):
            left = turns if state.last_turns == RUNNING else last_turn_of(state, seat)
            hope = float(mat[seat * MAT + PLACED]) + self.presence(state, seat, left)
            hope += self.engine(state, seat, left) + self.hand(state, seat, left) + self.plans(state, seat, left)
            if seats > 1:
                hope += ahead_in_climbs(climbed[seat] - climbed[seat - 1])
                if seats > 2:
                    hope += ahead_in_climbs(climbed[seat] - climbed[seat + 1 - seats])
            expected_points.append(hope)
        add_leads(state, expected_points)
        if state.mountain != NONE:
            self.add_climb(state, expected_points, turns)
        if state.gains and not state.dealt:
            expected_points[state.gainer] += float(state.gains & 63) + fading(turns) * other_worth(state.gains)
        if state.due > 0:
            expected_points[state.gainer] -= ENERGY_WORTH * state.due
        if state.want:
            expected_points[state.gainer] += 1.0 if state.want == WANT_FLAG else fading(turns) * WANT_WORTH[state.want]
        if state.action == REST or state.action == PREPARE:
            expected_points[state.player] += steps_ahead(state, fading(turns))
        elif state.stage == SHARED_FLAG_PAID:
            expected_points[state.gainer] += 1.0
        if state.dealt:
            self.add_boosts(state, expected_points)
        return expected_points

    def presence(self, state: PeaksState, seat: int, left: float) -> float:
        first = seat * MAT + FLAGS
        there = 0
        for continent in range(first, first + CONTINENTS):
            if state.mat[continent] > 0:
                there += 1
        if there == CONTINENTS:
            return float(state.content.all_continents)
        return PRESENCE_WORTH[there] * (left / (left + 3.0))

    def engine(self, state: PeaksState, seat: int, left: float) -> float:
        """What the mat is worth: energy and stamina, tracks, dice, tiles, gear, companions and cubes."""
        if left <= 0.0:
            return 0.0
        mat = state.mat
        base = seat * MAT
        content = state.content
        fade = fading(left)
        stamina = float(mat[base + STAMINA])
        by_die = float(content.rest_die[mat[base + DICE + REST]])
        rest = stamina if stamina > by_die else by_die
        if rest < 2.0:
            rest = 2.0
        late = left / 4.0 if left < 4.0 else 1.0
        energy = float(mat[base + ENERGY])
        worth = CLIMB_WORTH * (left * rest + late * energy) / (2.0 * rest + CLIMB_ENERGY)
        space = mat[base + EXPERIENCE]
        worth += fade * (self.ahead[space] + 0.1 * content.experience[space] + self.above[mat[base + STAMINA]])
        for action in range(3):
            level = mat[base + DICE + action]
            worth += fade * (DIE_WORTH[level] + DIE_USE[action] * level + TILE_WORTH[mat[base + TILES + action]])
        for gear in range(base + GEAR, base + GEAR + GEAR_TYPES):
            count = mat[gear]
            if count > 0:
                worth += fade * GEAR_WORTH * (1.0 if count == 1 else 1.6)
        for slot in range(base + COMPANION, base + COMPANION + SLOTS):
            card = mat[slot]
            if card != NONE:
                worth += fade * self.companion_worth[card - FIRST_COMPANION] * mat[slot + SLOTS]
        cubes = base + CUBES
        best = CUBE_WORTH[at_most(mat[cubes + CLIMB], 3)]
        for action in range(2):
            other = OTHER_CUBES * CUBE_WORTH[at_most(mat[cubes + action], 3)]
            if other > best:
                best = other
        return worth + best * (1.0 if left >= 1.0 else left)

    def hand(self, state: PeaksState, seat: int, left: float) -> float:
        """The mountains of a seat: what their better group is worth to it, less what they cost."""
        if left <= 0.0:
            return 0.0
        first = 0.0
        second = 0.0
        third = 0.0
        fourth = 0.0
        for mountain in state.mountains[seat]:
            worth = self.mountain_worth(state, seat, mountain, left)
            if worth > first:
                first, second, third, fourth = worth, first, second, third
            elif worth > second:
                second, third, fourth = worth, second, third
            elif worth > third:
                third, fourth = worth, third
            elif worth > fourth:
                fourth = worth
        total = HAND_WORTH[0] * first
        if left > 2.0:
            total += HAND_WORTH[1] * second
        if left > 4.0:
            total += HAND_WORTH[2] * third + HAND_WORTH[3] * fourth
        return total

    def mountain_worth(self, state: PeaksState, seat: int, mountain: int, left: float) -> float:
        content = state.content
        mat = state.mat
        base = seat * MAT
        missing = content.needs_experience[mountain] - content.experience[mat[base + EXPERIENCE]]
        for slot in range(base + COMPANION, base + COMPANION + SLOTS):
            if mat[slot] != NONE:
                missing -= content.companion_experience[mat[slot] - FIRST_COMPANION]
        rolls = (missing if missing > 0 else 0) + (1 if content.extra_danger[mountain] else 0)
        safe = self.safety[rolls]
        fade = fading(left)
        worth = self.group_worth(mountain * 2, safe, fade)
        other = self.group_worth(mountain * 2 + 1, safe, fade)
        if other > worth:
            worth = other
        price = content.energy[mountain]
        worth += 0.3 - ENERGY_WORTH * price
        for gear in content.needs_gear[mountain]:
            if mat[base + GEAR + gear] == 0:
                worth *= UNEQUIPPED if left > 2.0 else 0.0
        if content.acclimatization[mountain] and mat[base + CONTINENT] != content.continent[mountain]:
            worth *= ACCLIMATIZED if left > 2.0 else 0.0
        if left <= 2.0 and mat[base + ENERGY] < price:
            worth *= 0.3
        return worth if worth > ENERGY_WORTH else ENERGY_WORTH

    def group_worth(self, group: int, safe: float, fade: float) -> float:
        """The rewards of a group if they are that safe."""
        sure = self.safe_flags[group] + fade * self.safe_others[group]
        return sure + safe * (self.flags[group] + fade * self.others[group] - sure)

    def plans(self, state: PeaksState, seat: int, left: float) -> float:
        """The bonus cards of a seat: likely to be fulfilled, or good for their smaller bonus."""
        total = 0.0
        content = state.content
        for card in state.bonus[seat]:
            number = card - FIRST_BONUS
            needed = content.need_amount[number]
            amount = self.amount(state, seat, number)
            if amount >= needed:
                total += 0.95 * content.bonus_flags[number]
                continue
            part = float(amount) / float(needed)
            likely = (0.1 + 0.7 * part * part) * (left / (left + 5.0))
            hope = likely * content.bonus_flags[number]
            smaller = 0.22 if left > 0.0 else 0.0
            total += hope if hope > smaller else smaller
        return total

    def amount(self, state: PeaksState, seat: int, number: int) -> int:
        """How much a seat has of what a bonus card counts; `scoring.amount_of` for loops."""
        need = self.need[number]
        mat = state.mat
        base = seat * MAT
        content = state.content
        of = content.need_of[number]
        if need >= CLIMBED and need <= CLIMBED_IN_ONE:
            return self.climbed_amount(state, seat, need, of)
        if need == FLAGS_IN:
            return mat[base + FLAGS + of]
        count = 0
        if need == CONTINENTS_WITH:
            for continent in range(CONTINENTS):
                if mat[base + FLAGS + continent] > 0:
                    count += 1
        elif need == FLAGS_IN_ONE:
            for continent in range(CONTINENTS):
                if mat[base + FLAGS + continent] > count:
                    count = mat[base + FLAGS + continent]
        elif need == DICE_MAX:
            for action in range(3):
                if mat[base + DICE + action] == TOP_LEVEL:
                    count += 1
        elif need == TILES_MOVED:
            count = mat[base + TILES] + mat[base + TILES + 1] + mat[base + TILES + 2]
        elif need == STAMINA_AT:
            count = mat[base + STAMINA]
        elif need == EXPERIENCE_AT:
            count = content.experience[mat[base + EXPERIENCE]]
        elif need == GEAR_LEFT:
            for gear in range(GEAR_TYPES):
                count += mat[base + GEAR + gear]
        elif need == COMPANIONS_LEFT:
            for slot in range(SLOTS):
                if mat[base + COMPANION + slot] != NONE:
                    count += 1
        return count

    def climbed_amount(self, state: PeaksState, seat: int, need: int, of: int) -> int:
        content = state.content
        count = 0
        by_continent = [0, 0, 0, 0, 0, 0]
        for entry in state.climbed:
            if entry >> 7 != seat:
                continue
            card = entry & 127
            by_continent[content.continent[card]] += 1
            if need == CLIMBED:
                count += 1
            elif need == CLIMBED_A:
                if content.deck[card] == DECK_A:
                    count += 1
            elif need == CLIMBED_B:
                if content.deck[card] != DECK_A:
                    count += 1
            elif need == CLIMBED_OVER:
                if content.elevation[card] > of:
                    count += 1
            elif need == CLIMBED_UNDER and content.elevation[card] < of:
                count += 1
        if need == CLIMBED_CONTINENTS:
            for climbs in by_continent:
                if climbs > 0:
                    count += 1
        elif need == CLIMBED_IN_ONE:
            for climbs in by_continent:
                if climbs > count:
                    count = climbs
        return count

    def add_climb(self, state: PeaksState, expected_points: list[float], turns: float) -> None:
        """What the climb proposed or under way will still bring its climbers, and cost them."""
        content = state.content
        seats = len(expected_points)
        proposed = state.stage == ANSWERS
        climbers = state.bound | bit(state.player) if proposed else state.climbers | state.bound
        if proposed and state.bound == 0:
            return
        before = proposed or state.step < 2 or state.stage == TAG_ALONG
        open_roll = before or state.stage == PAYING or state.stage == BRINGING
        safe = 0.0 if state.danger else 1.0
        if open_roll:
            rolls = rolls_for(state, climbers)
            safe = self.safety[rolls if rolls < LONGEST_ROLLS else LONGEST_ROLLS - 1]
        price = (
            content.shared_energy[state.mountain] if climbers != bit(state.player) else content.energy[state.mountain]
        )
        cost = ENERGY_WORTH * price + fading(turns) * GEAR_WORTH * len(content.needs_gear[state.mountain])
        fade = fading(turns)
        level = state.mat[state.player * MAT + DICE + CLIMB]
        for place in range(seats):
            seat = state.player + place
            if seat >= seats:
                seat -= seats
            if not climbers & bit(seat):
                continue
            if state.stage == REWARDS and place < state.asked:
                continue
            group = state.group if place == 0 else 1 - state.group
            steps = content.climb_die[level] if place == 0 else content.others_die[level]
            sure = 1.0 if state.sure & bit(seat) else safe
            hope = self.group_worth(state.mountain * 2 + group, sure, fade) + fade * GAIN_WORTH[ADVANCE] * steps
            if place == 0:
                hope += 0.15
            if before or (state.stage == PAYING and place >= state.asked):
                hope -= cost
            expected_points[seat] += hope

    def add_boosts(self, state: PeaksState, expected_points: list[float]) -> None:
        """Boosts that are chosen but have not taken effect yet."""
        seats = len(expected_points)
        for place in range(seats):
            seat = state.start + place
            if seat >= seats:
                seat -= seats
            if state.stage == APPLY_BOOST and place < state.asked:
                continue
            if state.chosen[seat] != NONE:
                number = state.dealt[seat * 2 + state.chosen[seat]] - FIRST_BOOST
                expected_points[seat] += self.start_worth(state, seat, number) + self.boost_worth[number]

    def start_worth(self, state: PeaksState, seat: int, number: int) -> float:
        """What the trackers of a boost are worth with the mountains that a seat was dealt."""
        content = state.content
        trial = state.clone()
        base = seat * MAT
        trial.mat[base + ENERGY] = content.boost_energy[number]
        trial.mat[base + STAMINA] = content.boost_stamina[number]
        trial.mat[base + EXPERIENCE] = content.boost_gains[number] // UNIT[ADVANCE] % 64
        left = turns_to_come(state)
        return self.engine(trial, seat, left) + self.hand(trial, seat, left)


def steps_ahead(state: PeaksState, fade: float) -> float:
    """What the steps of a REST or PREPARE that are still to come will bring."""
    content = state.content
    base = state.player * MAT
    mat = state.mat
    worth = 1.0 if state.stage == REST_FLAG_PAID else 0.0
    if state.action == REST:
        if state.step < len(content.steps[REST]) or state.stage == REST_ENERGY:
            by_die = content.rest_die[mat[base + DICE + REST]]
            to_stamina = mat[base + STAMINA] - mat[base + ENERGY]
            worth += ENERGY_WORTH * (to_stamina if to_stamina > by_die else by_die)
    elif state.step < len(content.steps[PREPARE]):
        worth += fade * GEAR_WORTH * content.prepare_die[mat[base + DICE + PREPARE]]
        if state.drawn:
            worth += fade * GAIN_WORTH[MOUNTAIN]
    return worth


def evaluator(game: Game) -> Evaluator:
    assert isinstance(game, Peaks)
    return PeaksEvaluator(game.content)


def other_worth(gains: int) -> float:
    """What packed gains are worth beside their flags, early in a game."""
    worth = 0.0
    gains >>= 6
    for kind in range(1, len(GAINS)):
        worth += GAIN_WORTH[kind] * (gains & 63)
        gains >>= 6
    return worth


def ability_worth(kind: int, amount: int) -> float:
    if kind == NOTHING:
        return 0.0
    if kind == ENERGY_GAIN:
        return ENERGY_WORTH * amount
    if kind == SURE_FOOTED:
        return 0.15
    return GEAR_WORTH if kind >= NAMED_GEAR else GAIN_WORTH[kind] * amount


def anticipation(gives: list[int]) -> list[float]:
    """For each space of a track what the spaces after it promise: the nearer the more."""
    worth = {FLAG: 1.0, TILE: 0.45, ANY_GEAR: GEAR_WORTH, STAMINA_STEP: 0.45, BONUS: 0.4, NOTHING: 0.0}
    promise = [0.0] * len(gives)
    for space in range(len(gives) - 2, -1, -1):
        promise[space] = 0.8 * (promise[space + 1] + worth[gives[space + 1]])
    return promise


def fading(left: float) -> float:
    """How much of its early worth is left to what needs time to pay off."""
    return left / (left + 4.0)


def at_most(number: int, most: int) -> int:
    return number if number < most else most


def turns_to_come(state: PeaksState) -> float:
    """About how many turns each seat still has: until the first supply of flags is used up."""
    if state.last_turns != RUNNING:
        return 1.0
    content = state.content
    seats = len(state.mountains)
    most = 0
    for seat in range(seats):
        placed = state.mat[seat * MAT + PLACED]
        if placed > most:
            most = placed
    flags = content.supply - most
    left = TURNS_PER_FLAG * flags + 0.5 if flags > 0 else 1.0
    latest = float(content.solo_turns - state.turn) if seats == 1 else float(content.rounds - state.turn // seats)
    return left if left < latest else latest


def last_turn_of(state: PeaksState, seat: int) -> float:
    """Whether a seat still has a turn in the last round."""
    seats = len(state.mountains)
    distance = seat - state.player
    if distance < 0:
        distance += seats
    if distance == 0:
        return 0.5
    return 1.0 if distance <= state.last_turns and state.mat[seat * MAT + PLACED] < state.content.supply else 0.0


def ahead_in_climbs(difference: int) -> float:
    """The flag for a neighbour who has climbed fewer mountains."""
    hope = 0.4 + 0.15 * difference
    return 0.0 if hope < 0.0 else 1.0 if hope > 1.0 else hope


def add_leads(state: PeaksState, expected_points: list[float]) -> None:
    """The flags for continents that are led alone; with nobody else, against the rival that nobody plays."""
    seats = len(expected_points)
    mat = state.mat
    for continent in range(FLAGS, FLAGS + CONTINENTS):
        best = -1
        second = -1
        for at in range(continent, continent + seats * MAT, MAT):
            flags = mat[at]
            if flags > best:
                second = best
                best = flags
            elif flags > second:
                second = flags
        if seats == 1:
            second = state.content.solo_ghost
        if best == 0:
            continue
        for seat in range(seats):
            flags = mat[seat * MAT + continent]
            rival = second if flags == best else best
            ahead = flags - rival + 3
            expected_points[seat] += LEAD_WORTH[0 if ahead < 0 else at_most(ahead, 6)]


def rolls_for(state: PeaksState, climbers: int) -> int:
    """The rolls that a climb needs as it stands, with those who have agreed but are not counted yet."""
    content = state.content
    best = 0
    for seat in range(len(state.mountains)):
        if seat != state.player and climbers & bit(seat):
            experience = content.experience[state.mat[seat * MAT + EXPERIENCE]]
            if experience > best:
                best = experience
    together = content.experience[state.mat[state.player * MAT + EXPERIENCE]] + best + state.brought
    missing = content.needs_experience[state.mountain] - together
    return (missing if missing > 0 else 0) + (1 if content.extra_danger[state.mountain] else 0)


# What is not plainly wasted


def prune(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    game = state.setup.game
    return evaluator(game).prune(state)


def sensible_turns(state: PeaksState) -> list[int]:
    seat = state.seat
    rested = state.mat[seat * MAT + ENERGY] >= state.content.last_energy
    kept: list[int] = []
    for choice in state.offered:
        if choice < FIRST_PREPARE:
            if not rested and rests_well(state, seat, choice):
                kept.append(choice)
        elif choice != TAKE_NOTHING and not spoils(state, seat, choice):
            kept.append(choice)
    return kept


def rests_well(state: PeaksState, seat: int, continent: int) -> bool:
    """Where the seat is, where a mountain of its own asks for acclimatization, or where its rest tile works for it."""
    base = seat * MAT
    if state.mat[base + CONTINENT] == continent or state.mat[base + TILES + REST] > 0:
        return True
    if state.mat[base + FLAGS + continent] == 0:
        return True
    for mountain in state.mountains[seat]:
        if state.content.continent[mountain] == continent and state.content.acclimatization[mountain]:
            return True
    return False


def spoils(state: PeaksState, seat: int, choice: int) -> bool:
    """Uses up a bonus card whose flags would count now."""
    return FIRST_USE <= choice < FIRST_CLIMB and fulfilled(state, seat, FIRST_BONUS + choice - FIRST_USE)


def sensible_windows(state: PeaksState) -> list[int]:
    """An action bonus now or in a later window; bonus cards are used as well when a turn begins."""
    kept = [choice for choice in state.offered if FIRST_ACTION_BONUS <= choice < GO_ON]
    if not kept:
        return [ENOUGH]
    kept.append(GO_ON)
    return kept


def sensible_gains(state: PeaksState) -> list[int]:
    """Everything at once, unless the last flag of the supply is among it: that may be better left."""
    last = state.mat[state.seat * MAT + PLACED] + (state.gains & 63) >= state.content.supply and state.gains & 63 > 0
    if GAIN_ALL in state.offered and not last:
        return [GAIN_ALL]
    return all_but_stopping(state) if not last else state.offered


def all_but_stopping(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice != STOP]


def all_but_keeping(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice != PAY_REST]


def all_but_little(state: PeaksState) -> list[int]:
    """A stamina, or all advancements."""
    return [1, 3]


def paying_with_energy(state: PeaksState) -> list[int]:
    return [PAY_REST] if PAY_REST in state.offered else state.offered


def useful_companions(state: PeaksState) -> list[int]:
    """Without rolls to prevent, those without an ability stay at home."""
    if rolls_needed(state) > 0:
        return state.offered
    idle = 0
    for slot in range(SLOTS):
        card = state.mat[state.seat * MAT + COMPANION + slot]
        if card != NONE and state.content.ability[card - FIRST_COMPANION] == NOTHING:
            idle |= bit(slot)
    return [choice for choice in state.offered if not choice & idle]


PRUNERS: Final[dict[str, Callable[[PeaksState], list[int]]]] = {
    "turn": sensible_turns,
    "window": sensible_windows,
    "gain": sensible_gains,
    "die": all_but_stopping,
    "tile": all_but_stopping,
    "gear": all_but_stopping,
    "gear-pair": all_but_stopping,
    "draw": all_but_stopping,
    "keep": all_but_keeping,
    "summit": all_but_little,
    "pay": paying_with_energy,
    "bring": useful_companions,
}
