"""What PEAKS is about, for bots: how many flags a seat may still expect, and which choices are plainly wasted.

The expected points of a seat are the flags it has and would be given if the game ended now, each as sure as it looks,
and what its mat, its cards and the climb under way are still worth. That is told in flags: turns and energy make
climbs, climbs make rewards, and what needs time to pay off fades as the turns run out.

Plainly wasted is to refuse what is given, to discard a card for energy that is there, to use up a bonus card that is
fulfilled, to rest with a full track, to prepare for nothing, and to bring companions who can add nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec

from cairn.core.bits import bit
from cairn.core.contract import Decision, Game, State
from cairn.core.evaluator import Evaluator
from cairn.games.peaks.agreements import AGREE, OFFER, OTHER_GROUP, REFUSE, SETTLE, Consider
from cairn.games.peaks.bonuses import ENOUGH, FIRST_ACTION_BONUS, FIRST_USE, GO_ON, ONLY_NEW, card_of, is_bonus
from cairn.games.peaks.climbing import FIRST_BRING, TURN_BACK, Danger, FinishClimb, PayClimb, Reward
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
    FOLLOWS,
    GAINS,
    GEAR_TYPES,
    MEDALS,
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
    TOTAL_GOAL,
    UNIT,
    Content,
)
from cairn.games.peaks.decisions import FIRST_PROPOSAL, ApplyBoost, NextStep
from cairn.games.peaks.gains import (
    GAIN_ALL,
    ChooseGear,
    Gain,
    LastFlag,
    PlaceFlag,
    Slot,
    UpgradeDie,
    UpgradeTile,
)
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
    DICE,
    ENERGY,
    FLAGS,
    GEAR,
    MAT,
    NONE,
    PLACED,
    SLOTS,
    SPACE,
    STAMINA,
    TILES,
)
from cairn.games.peaks.paying import FIRST_ENERGY_USE, PAY, Pay
from cairn.games.peaks.preparing import KEEP_NONE, TAKE_NOTHING
from cairn.games.peaks.questions import NO, STOP, YES
from cairn.games.peaks.requirements import can_climb_alone, experience_together, rolls_for, rolls_needed
from cairn.games.peaks.resting import KEEP_ALL, rest_energy
from cairn.games.peaks.rival import goal_amount, is_beaten, last_turn, medal, scenario_of
from cairn.games.peaks.scoring import fulfilled
from cairn.games.peaks.state import CLIMBED_BY, RUNNING, PeaksState

GAIN_WORTH: Final = vec[float]([1.0, 0.5, 0.4, 0.35, 0.5, 0.3, 0.2, 0.3])
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
LEAD_WORTH: Final = vec[float]([0.03, 0.08, 0.18, 0.4, 0.7, 0.88, 0.95])
"""By how many flags a seat is ahead in a continent, from three behind to three ahead."""
PRESENCE_WORTH: Final = vec[float]([0.0, 0.1, 0.25, 0.5, 0.85, 1.35, 2.0])
CUBE_WORTH: Final = vec[float]([0.0, 0.25, 0.55, 0.95])
"""Cubes on CLIMB; those on other actions lead to less."""
OTHER_CUBES: Final = 0.5
DIE_WORTH: Final = vec[float]([0.0, 0.2, 0.5, 0.4])
"""On the way to the flag of the last level, which is on the board once it is there."""
DIE_USE: Final = vec[float]([0.08, 0.12, 0.3])
TILE_WORTH: Final = vec[float]([0.0, 0.45, 1.0, 0.0, 0.35, 0.6, 0.0, 0.4, 1.3])
"""What has been revealed of REST, PREPARE and CLIMB, at action * 3 + how far the tile was moved."""
COUNTER_WORTH: Final = 0.35
"""How much more the other group must be worth to ask for it instead of agreeing."""
GEAR_WORTH: Final = 0.16
HAND_WORTH: Final = vec[float]([0.62, 0.5, 0.34, 0.2])
"""What is left of a mountain's worth while it is still in the hand: the best of them, the second best, and so on."""
UPGRADE_WORTH: Final = 0.5
"""A die upgrade that waits for the answer which, and below a tile and a companion."""
REVEAL_WORTH: Final = 0.45
SLOT_WORTH: Final = 0.2
LEADING_WORTH: Final = 0.15
"""What a climb is worth to its leader beside its rewards: the card counts against the neighbours."""
MOST_ASKED: Final = 2
"""How often a bot proposes in a turn."""
FOLLOWED: Final = 0.15
"""What it costs to lead the rival to a summit."""
GOAL_WORTH: Final = [0.5, 1.5, 1.0, 0.0005, 1.0]
"""What one more of what a scenario counts is worth beside the flags in it, in the order of the goals."""
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
        self.flags: vec[float] = vec[float]([float(rewards % 64) for rewards in content.rewards])
        """The flags of each group of rewards, and below what else it is worth; both without what danger takes too."""
        self.others: vec[float] = vec[float]([other_worth(rewards) for rewards in content.rewards])
        self.safe_flags: vec[float] = vec[float]([float(rewards % 64) for rewards in content.safe_rewards])
        self.safe_others: vec[float] = vec[float]([other_worth(rewards) for rewards in content.safe_rewards])
        chance = 1.0 - content.danger.count(True) / len(content.danger)
        self.safety: vec[float] = vec[float]([chance**rolls for rolls in range(LONGEST_ROLLS)])
        """How likely so many rolls are without danger."""
        self.ahead: vec[float] = vec[float](anticipation(content.experience_gives))
        """What the next spaces of the experience track promise, and below the same of the stamina track."""
        self.above: vec[float] = vec[float](anticipation(content.stamina_gives))
        self.companion_worth: vec[float] = vec[float](
            [
                0.1 * experience + ability_worth(kind, amount)
                for experience, kind, amount in zip(
                    content.companion_experience, content.ability, content.ability_amount, strict=True
                )
            ]
        )
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
        if len(shares) == 1:
            shares = [1.0 if self.has_done_it(state) else 0.0]
        return [points / 10000.0 + WIN_WORTH * share for points, share in zip(state.standing(), shares, strict=True)]

    def has_done_it(self, state: State) -> bool:
        """Whether a game alone came out well: gold in a scenario, or else more than the rival has."""
        assert isinstance(state, PeaksState)
        scenario = scenario_of(state)
        if scenario is None:
            return is_beaten(state)
        return medal(state, scenario) == len(MEDALS) - 1

    def expected_points(self, state: State) -> list[float]:
        assert isinstance(state, PeaksState)
        seats = len(state.mountains)
        mat = state.mat
        turns = turns_to_come(state)
        climbed = [0] * seats
        for entry in state.climbed:
            climbed[entry // CLIMBED_BY] += 1
        expected_points: list[float] = []
        for seat in range(seats):
            left = turns if state.last_turns == RUNNING else last_turn_of(state, seat)
            expected = float(mat[seat * MAT + PLACED]) + self.presence(state, seat, left)
            expected += self.engine(state, seat, left) + self.hand(state, seat, left) + self.plans(state, seat, left)
            if seats > 1:
                expected += ahead_in_climbs(climbed[seat] - climbed[seat - 1])
                if seats > 2:
                    expected += ahead_in_climbs(climbed[seat] - climbed[seat + 1 - seats])
            else:
                expected += against_rival(state)
            expected_points.append(expected)
        add_leads(state, expected_points)
        pending = Pending(state)
        if state.climb is not None or state.bound or pending.countering:
            self.add_climb(state, pending, expected_points, turns)
        fade = fading(turns)
        for decision in state.stack.below:
            self.add_pending(state, decision, expected_points, fade)
        top = state.stack.top
        if top is not None:
            self.add_pending(state, top, expected_points, fade)
        return expected_points

    def add_pending(
        self, state: PeaksState, decision: Decision[Any], expected_points: list[float], fade: float
    ) -> None:
        """What a decision that waits on the stack will still bring or cost."""
        seat = decision.seat
        if isinstance(decision, Gain):
            expected_points[seat] += float(decision.gains & 63) + fade * other_worth(decision.gains)
        elif isinstance(decision, NextStep):
            expected_points[seat] += self.steps_ahead(state, decision, fade)
        elif isinstance(decision, Pay):
            expected_points[seat] -= ENERGY_WORTH * decision.due
        elif isinstance(decision, (PlaceFlag, LastFlag)):
            expected_points[seat] += 1.0
        elif isinstance(decision, ChooseGear):
            expected_points[seat] += fade * GEAR_WORTH * (1 + decision.more)
        elif isinstance(decision, UpgradeDie):
            expected_points[seat] += fade * UPGRADE_WORTH
        elif isinstance(decision, UpgradeTile):
            expected_points[seat] += fade * REVEAL_WORTH
        elif isinstance(decision, Slot):
            expected_points[seat] += fade * SLOT_WORTH
        elif isinstance(decision, ApplyBoost):
            self.add_boost(state, seat, expected_points)

    def steps_ahead(self, state: PeaksState, next_step: NextStep, fade: float) -> float:
        """What the steps of an action that are still to come will bring."""
        content = state.content
        action = next_step.action
        steps = len(content.steps[action])
        seat = next_step.seat
        asked = state.stack.top
        if action == REST:
            return ENERGY_WORTH * rest_energy(state, seat) if next_step.at < steps else 0.0
        if action == PREPARE:
            worth = 0.0
            if next_step.at < steps:
                worth += fade * GEAR_WORTH * content.prepare_die[state.die(seat, PREPARE)]
            if state.drawn or next_step.at == 1:
                worth += fade * GAIN_WORTH[MOUNTAIN]
            return worth
        if next_step.at == 1 and state.climb is None and asked is not None and not state.bound:
            # The climb is not named yet: it will be worth more than the mountain is in the hand.
            best = 0.0
            for mountain in state.mountains[seat]:
                if can_climb_alone(state, seat, mountain):
                    worth = self.mountain_worth(state, seat, mountain, fade * 4.0 / (1.0 - fade))
                    if worth > best:
                        best = worth
            return (1.0 - HAND_WORTH[0]) * best
        return 0.0

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
        space = mat[base + SPACE]
        worth += fade * (self.ahead[space] + 0.1 * content.experience[space] + self.above[mat[base + STAMINA]])
        for action in range(3):
            level = mat[base + DICE + action]
            tile = mat[base + TILES + action]
            if tile == 2 and action == CLIMB and len(state.mountains) == 1:
                tile = 1  # nobody can tag along
            worth += fade * (DIE_WORTH[level] + DIE_USE[action] * float(level) + TILE_WORTH[action * 3 + tile])
        for gear in range(base + GEAR, base + GEAR + GEAR_TYPES):
            count = mat[gear]
            if count > 0:
                worth += fade * GEAR_WORTH * (1.0 if count == 1 else 1.6)
        for slot in range(base + COMPANION, base + COMPANION + SLOTS):
            card = mat[slot]
            if card != NONE:
                worth += fade * self.companion_worth[card - FIRST_COMPANION] * float(mat[slot + SLOTS])
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
        missing = content.needs_experience[mountain] - content.experience[mat[base + SPACE]]
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
            expected = likely * content.bonus_flags[number]
            smaller = 0.22 if left > 0.0 else 0.0
            total += expected if expected > smaller else smaller
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
            count = content.experience[mat[base + SPACE]]
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
            if entry // CLIMBED_BY != seat:
                continue
            card = entry % CLIMBED_BY
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

    def add_climb(self, state: PeaksState, pending: Pending, expected_points: list[float], turns: float) -> None:
        """What the climb agreed upon or under way will still bring its climbers, and cost them."""
        content = state.content
        climb = state.climb
        climbers = state.bound | bit(state.player) | pending.countering
        experience = 0
        sure = 0
        before = True
        if climb is not None:
            mountain = climb.mountain
            led = climb.group
            experience = climb.experience
            sure = climb.sure
            before = climb.setting_out
            climbers = climb.climbers | state.bound if before else climb.climbers
        else:
            proposal = state.proposal
            assert proposal is not None
            mountain = proposal.mountain
            led = 1 - proposal.group if pending.other_group else proposal.group
            for card in proposal.companions:
                experience += content.companion_experience[card - FIRST_COMPANION]
        safe = 0.0 if climb is not None and climb.danger else 1.0
        if before or pending.danger:
            rolls = rolls_for(state, mountain, experience_together(state, climbers) + experience)
            safe = self.safety[rolls if rolls < LONGEST_ROLLS else LONGEST_ROLLS - 1]
        fade = fading(turns)
        alone = climbers == bit(state.player)
        price = content.energy[mountain] if alone else content.shared_energy[mountain]
        cost = ENERGY_WORTH * price + fade * GEAR_WORTH * len(content.needs_gear[mountain])
        level = state.die(state.player, CLIMB)
        for seat in range(len(expected_points)):
            if not climbers & bit(seat):
                continue
            if before or pending.paying & bit(seat):
                expected_points[seat] -= cost
            if pending.rewards_begun and not pending.rewards & bit(seat):
                continue
            leads = seat == state.player
            group = led if leads else 1 - led
            steps = content.climb_die[level] if leads else content.others_die[level]
            expected = self.group_worth(mountain * 2 + group, 1.0 if sure & bit(seat) else safe, fade)
            expected += fade * GAIN_WORTH[ADVANCE] * steps
            if climb is not None:
                expected += fade * other_worth(climb.extras[seat])
            expected_points[seat] += expected + (LEADING_WORTH if leads else 0.0)

    def add_boost(self, state: PeaksState, seat: int, expected_points: list[float]) -> None:
        """A boost that is chosen but has not taken effect yet."""
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
        trial.mat[base + SPACE] = content.boost_gains[number] // UNIT[ADVANCE] % 64
        left = turns_to_come(state)
        return self.engine(trial, seat, left) + self.hand(trial, seat, left)


class Pending:
    """What of a climb is still on the stack."""

    def __init__(self, state: PeaksState) -> None:
        self.danger = False
        self.rewards_begun = False
        self.paying = 0
        """The climbers who have not paid, and below those who have not been rewarded."""
        self.rewards = 0
        self.countering = 0
        """The seat whose counter-offer is considered: taken, for it would not be made to be declined."""
        self.other_group = False
        for decision in state.stack.below:
            self.see(decision)
        top = state.stack.top
        if top is not None:
            self.see(top)

    def see(self, decision: Decision[Any]) -> None:
        if isinstance(decision, PayClimb):
            self.paying |= bit(decision.seat)
        elif isinstance(decision, Danger):
            self.danger = True
        elif isinstance(decision, Reward):
            self.rewards |= bit(decision.seat)
        elif isinstance(decision, FinishClimb):
            self.rewards_begun = True
        elif isinstance(decision, Consider):
            self.countering = bit(decision.by)
            self.other_group = decision.change == OTHER_GROUP


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
    taken = state.turn - 1 if state.turn > 0 else 0
    latest = float(last_turn(state) - taken) if seats == 1 else float(content.rounds - taken // seats)
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
    expected = 0.4 + 0.15 * difference
    return 0.0 if expected < 0.0 else 1.0 if expected > 1.0 else expected


def against_rival(state: PeaksState) -> float:
    """What counts beside flags in a game alone: climbs, the plan of the rival, what the scenario asks for."""
    expected = 0.0
    if state.rival_acts():
        expected += ahead_in_climbs(len(state.climbed) - len(state.rival_climbed))
    if state.rival_plan != NONE and state.summit != NONE and state.content.rival_act[state.rival_plan] == FOLLOWS:
        expected -= FOLLOWED
    scenario = scenario_of(state)
    if scenario is not None and scenario.goal < TOTAL_GOAL:
        expected += GOAL_WORTH[scenario.goal] * float(goal_amount(state, scenario.goal))
    return expected


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
            second = state.rival_flags[continent - FLAGS]
        if best == 0:
            continue
        for seat in range(seats):
            flags = mat[seat * MAT + continent]
            rival = second if flags == best else best
            ahead = flags - rival + 3
            expected_points[seat] += LEAD_WORTH[0 if ahead < 0 else at_most(ahead, 6)]


# What is not plainly wasted


def prune(state: State) -> list[int]:
    """The choices that are not plainly wasted; at least one. The state must be at rest and running."""
    game = state.setup.game
    return evaluator(game).prune(state)


def pruned_turns(state: PeaksState) -> list[int]:
    """Company is asked for where a seat cannot climb alone, and not a third time."""
    seat = state.seat
    kept: list[int] = []
    for choice in state.offered:
        if choice == REST:
            if state.energy(seat) < state.content.last_energy:
                kept.append(choice)
        elif choice >= FIRST_PROPOSAL:
            mountain = (choice - FIRST_PROPOSAL) >> 1
            if len(state.proposed) < MOST_ASKED and not can_climb_alone(state, seat, mountain):
                kept.append(choice)
        elif not spoils(state, seat, choice):
            kept.append(choice)
    return kept


def pruned_travels(state: PeaksState) -> list[int]:
    seat = state.seat
    return [
        choice
        for choice in state.offered
        if (choice < FIRST_ACTION_BONUS and rests_well(state, seat, choice)) or FIRST_ACTION_BONUS <= choice < FIRST_USE
    ]


def rests_well(state: PeaksState, seat: int, continent: int) -> bool:
    """Where the seat is, where a mountain of its own asks for acclimatization, or where its rest tile works for it."""
    if state.continent(seat) == continent or state.tile(seat, REST) > 0:
        return True
    if state.flags_in(seat, continent) == 0:
        return True
    for mountain in state.mountains[seat]:
        if state.content.continent[mountain] == continent and state.content.acclimatization[mountain]:
            return True
    return False


def spoils(state: PeaksState, seat: int, choice: int) -> bool:
    """Uses up a bonus card whose flags would count now."""
    return is_bonus(choice) and choice >= FIRST_USE and fulfilled(state, seat, card_of(choice))


def pruned_mountains(state: PeaksState) -> list[int]:
    """Bonus cards were used as well when the turn began."""
    return [choice for choice in state.offered if choice != TAKE_NOTHING and choice < FIRST_USE]


def pruned_climbs(state: PeaksState) -> list[int]:
    """Bonus cards only where nothing can be climbed without."""
    if TURN_BACK not in state.offered:
        return [choice for choice in state.offered if not (FIRST_USE <= choice < TURN_BACK)]
    kept = [choice for choice in state.offered if choice != TURN_BACK and not spoils(state, state.seat, choice)]
    return kept if kept else [TURN_BACK]


def pruned_windows(state: PeaksState) -> list[int]:
    """An action bonus now or in a later window; bonus cards are used as well when a turn begins."""
    kept = [choice for choice in state.offered if FIRST_ACTION_BONUS <= choice < FIRST_USE]
    if kept:
        kept.append(GO_ON)
        return kept
    return [ONLY_NEW] if ONLY_NEW in state.offered else [ENOUGH]


def pruned_offers(state: PeaksState) -> list[int]:
    """Asks another seat for the companion who takes away most of the danger, and for one only."""
    proposal = state.proposal
    assert proposal is not None
    if proposal.companions:
        return [OFFER]
    content = state.content
    everybody = bit(len(state.mountains)) - 1
    rolls = rolls_for(state, proposal.mountain, experience_together(state, everybody))
    marked = content.rewards[proposal.mountain * 2 + proposal.group]
    if rolls == 0 or marked == content.safe_rewards[proposal.mountain * 2 + proposal.group]:
        return [OFFER]
    own = state.companions_of(state.seat)
    best = OFFER
    experience = 0
    for choice in state.offered:
        if choice != OFFER and choice not in own:
            adds = content.companion_experience[choice - FIRST_COMPANION]
            if adds > experience:
                best = choice
                experience = adds
    return [best]


def pruned_answers(state: PeaksState) -> list[int]:
    """A counter-offer where the other group is worth clearly more to the seat than the one it would gain."""
    proposal = state.proposal
    assert proposal is not None
    first = proposal.mountain * 2
    mine = state.content.rewards[first + 1 - proposal.group]
    theirs = state.content.rewards[first + proposal.group]
    kept = [REFUSE]
    if AGREE in state.offered:
        kept.append(AGREE)
    if OTHER_GROUP in state.offered:
        more = float(theirs & 63) + other_worth(theirs) - float(mine & 63) - other_worth(mine)
        if more >= COUNTER_WORTH:
            kept.append(OTHER_GROUP)
    return kept


def settling(state: PeaksState) -> list[int]:
    return [SETTLE]


def yes_or_no(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice in (NO, YES)]


def pruned_gains(state: PeaksState) -> list[int]:
    """Everything at once, unless the last flag of the supply is among it: that may be better left."""
    asked = state.stack.top
    assert isinstance(asked, Gain)
    flags = asked.gains & 63
    last = flags > 0 and state.placed(state.seat) + flags >= state.content.supply
    if GAIN_ALL in state.offered and not last:
        return [GAIN_ALL]
    return all_but_stopping(state) if not last else state.offered


def all_but_stopping(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice != STOP]


def all_but_keeping(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice != KEEP_NONE]


def all_but_little(state: PeaksState) -> list[int]:
    """A stamina, or all advancements."""
    return [1, 3]


def paying_with_energy(state: PeaksState) -> list[int]:
    if PAY in state.offered:
        return [PAY]
    return [choice for choice in state.offered if not wastes(state, choice)]


def wastes(state: PeaksState, choice: int) -> bool:
    """Gives up a fulfilled bonus card, or one for 1 energy that gives more."""
    if choice >= FIRST_BRING:
        return False
    if choice >= FIRST_ENERGY_USE:
        return fulfilled(state, state.seat, choice - FIRST_ENERGY_USE)
    if FIRST_BONUS <= choice < FIRST_COMPANION:
        gives = state.content.discard_gain[choice - FIRST_BONUS]
        return gives == ENERGY_GAIN or fulfilled(state, state.seat, choice)
    return False


def paying_for_climb(state: PeaksState) -> list[int]:
    """Companions come in the order of their slots, and only if they add something."""
    climb = state.climb
    assert climb is not None
    seat = state.seat
    dangerous = rolls_needed(state) > 0
    came = climb.came_of(seat)
    kept: list[int] = []
    ready = PAY in state.offered
    for choice in state.offered:
        if choice == PAY:
            kept.append(choice)
        elif choice >= FIRST_BRING:
            card = choice - FIRST_BRING
            useful = dangerous or state.content.ability[card - FIRST_COMPANION] != NOTHING
            if not ready or (useful and came < bit(state.slot_of(seat, card))):
                kept.append(choice)
        elif not ready and not wastes(state, choice):
            kept.append(choice)
    return kept


def exchanging(state: PeaksState) -> list[int]:
    return [choice for choice in state.offered if choice == KEEP_ALL or not fulfilled(state, state.seat, choice)]


PRUNERS: Final[dict[str, Callable[[PeaksState], list[int]]]] = {
    "turn": pruned_turns,
    "travel": pruned_travels,
    "take": pruned_mountains,
    "announce": pruned_climbs,
    "window": pruned_windows,
    "terms": pruned_offers,
    "answer": pruned_answers,
    "settle": settling,
    "tag": yes_or_no,
    "shared-flag": yes_or_no,
    "gain": pruned_gains,
    "die": all_but_stopping,
    "tile": all_but_stopping,
    "gear": all_but_stopping,
    "gear-pair": all_but_stopping,
    "draw": all_but_stopping,
    "keep": all_but_keeping,
    "new-plans": exchanging,
    "summit": all_but_little,
    "pay": paying_with_energy,
    "pay-climb": paying_for_climb,
}
