"""How a game goes on from stage to stage: each finds the next question, or does what needs none.

Beneath every question lies `Proceed`, which is never asked: once the question is answered it runs the stages on.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from cairn.core.chance import Chance
from cairn.core.contract import Decision
from cairn.core.deck import bit
from cairn.core.event import Event
from cairn.games.peaks.climbing import can_tag_along, companions_of, means, price, rolls_needed
from cairn.games.peaks.content import (
    ADVANCE,
    CAMP,
    CLIMB,
    FIRST_BOOST,
    HIGH_GEAR,
    LESSON,
    LOW_GEAR,
    NEW_PLANS,
    PREPARE,
    REST,
    RETHINK,
    UNIT,
)
from cairn.games.peaks.decisions import (
    ANSWER,
    BOOST,
    BRING,
    DIE_UPGRADES,
    DRAWS,
    FIRST_PREPARE,
    FROM_DECK,
    GAIN,
    GEAR_PAIRS,
    GEARS,
    HOMES,
    KEEPS,
    LAST_FLAGS,
    PAY,
    PLANS,
    REST_FLAGS,
    RETHINKS,
    SHARED_FLAGS,
    SLOTS_FULL,
    SUMMIT,
    TAG,
    TAKE_NOTHING,
    TILE_UPGRADES,
    TOSS,
    TRIM,
    TURNS,
    WINDOWS,
    PeaksDecision,
    announce,
    has_extras,
)
from cairn.games.peaks.gains import (
    discard,
    draw,
    gain_energy,
    gain_mountain,
    give,
    next_deck,
    place_flag,
    room_for_gear,
    take_next,
    want_gear,
)
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
    DICE,
    ENERGY,
    EXPERIENCE,
    GEAR,
    MAT,
    NONE,
    PLACED,
    SLOTS,
    STAMINA,
    TILES,
    USES,
)
from cairn.games.peaks.scoring import ladder_title
from cairn.games.peaks.stages import (
    APPLY_BOOST,
    BRINGING,
    CHOOSE_BOOST,
    END_TURN,
    GEAR_MORE,
    NEXT_STEP,
    OVER,
    PAYING,
    SHARED_FLAG,
    STAGES,
    TURN,
    WINDOW,
)
from cairn.games.peaks.state import ALL_TYPES, NO_EXTRAS, RUNNING, PeaksState, pile_of

ONLY: Final = [0]
LOW_TYPES: Final = 7
HIGH_TYPES: Final = 56


class Proceed(Decision[PeaksState]):
    """Not a question: runs the stages on to the next one."""

    kind: ClassVar[str] = "proceed"

    def choices(self, state: PeaksState) -> list[int]:
        return ONLY

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        while state.stage != OVER:
            question = next_question(state, chance)
            if question is not None:
                state.stack.push(self)
                state.stack.push(question)
                return

    def notation(self, state: PeaksState, choice: int) -> str:
        return "proceed"


def next_question(state: PeaksState, chance: Chance) -> PeaksDecision | None:
    """Details of a gain come first, then what is to be paid, then other gains, then the stage itself."""
    if state.want:
        return WANTED[state.want][state.gainer]
    if state.due > 0:
        return PAY[state.gainer]
    if state.gains:
        if not state.gain_all:
            return GAIN[state.gainer]
        take_next(state, chance)
        return None
    return RUNNERS[state.stage].run(state, chance)


@mypyc_attr(allow_interpreted_subclasses=False)
class Stage:
    """One place in the course of a game."""

    name: ClassVar[str] = ""

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        """Ask something, or do what is to be done here and name the next stage."""
        raise NotImplementedError


class ChooseHomes(Stage):
    """PK-3"""

    name: ClassVar[str] = "home"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if state.asked < state.setup.seats:
            return HOMES[set_up_by(state, nth(state, state.asked))]
        state.asked = 0
        if state.dealt:
            state.stage = CHOOSE_BOOST
        else:
            begin_turn(state)
        return None


class ChooseBoosts(Stage):
    """PK-7"""

    name: ClassVar[str] = "boosts"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if state.asked < state.setup.seats:
            return BOOST[set_up_by(state, nth(state, state.asked))]
        state.asked = 0
        state.begin_turn(state.player)
        state.stage = APPLY_BOOST
        return None


class ApplyBoosts(Stage):
    """In player order (PK-8)."""

    name: ClassVar[str] = "apply-boosts"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if state.asked == state.setup.seats:
            state.asked = 0
            state.dealt = []
            state.chosen = []
            begin_turn(state)
            return None
        seat = nth(state, state.asked)
        state.asked += 1
        content = state.content
        card = state.dealt[seat * 2 + state.chosen[seat]]
        number = card - FIRST_BOOST
        state.mat[seat * MAT + ENERGY] = content.boost_energy[number]
        state.mat[seat * MAT + STAMINA] = content.boost_stamina[number]
        if state.log is not None:
            state.log.append(Event("boost", seat, {"card": content.names[card]}))
        give(state, seat, content.boost_gains[number], True)
        return None


class ChooseAction(Stage):
    """PK-11"""

    name: ClassVar[str] = "turn"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        return TURNS[state.player]


class AskForHelp(Stage):
    """A proposal goes round; one yes is enough to make the climb (PK-70, PK-71)."""

    name: ClassVar[str] = "answers"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        seats = state.setup.seats
        while state.asked < seats:
            seat = nth(state, state.asked)
            if can_tag_along(state, seat, state.mountain):
                return ANSWER[seat]
            state.asked += 1
        state.asked = 0
        if state.bound:
            announce(state, state.player, state.mountain * 2 + state.group)
        else:
            state.mountain = NONE
            state.group = 0
            state.stage = TURN
        return None


class OpenWindow(Stage):
    """Only where something can be done in it, and not after "enough" (PK-13, PK-14)."""

    name: ClassVar[str] = "window"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if not state.closed and has_extras(state, state.player):
            return WINDOWS[state.player]
        state.stage = NEXT_STEP
        return None


class NextStep(Stage):
    """The next step of the action that is revealed by now (PK-12)."""

    name: ClassVar[str] = "next-step"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        content = state.content
        steps = content.steps[state.action]
        tiles = content.step_tiles[state.action]
        revealed = state.mat[state.player * MAT + TILES + state.action]
        for at in range(state.step, len(steps)):
            if tiles[at] <= revealed:
                state.step = at + 1
                state.stage = steps[at]
                return None
        state.stage = END_TURN
        return None


class Travel(Stage):
    """PK-20"""

    name: ClassVar[str] = "travel"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        move(state, state.player, state.target)
        state.target = NONE
        state.stage = WINDOW
        return None


class BuyRestFlag(Stage):
    """PK-21"""

    name: ClassVar[str] = "rest-flag"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        content = state.content
        seat = state.player
        if state.cards_of(seat) >= content.price_cards and means(state, seat) >= content.price + content.price_cards:
            return REST_FLAGS[seat]
        state.stage = WINDOW
        return None


class RestFlagPaid(Stage):
    """The cards of the price are their own part of it (PK-21)."""

    name: ClassVar[str] = "rest-flag-paid"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if state.count > 0:
            return TOSS[state.player]
        place_flag(state, state.player)
        state.stage = WINDOW
        return None


class RestBonus(Stage):
    """The tile of the continent the seat is in (PK-22 to PK-24)."""

    name: ClassVar[str] = "rest-bonus"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        seat = state.player
        base = seat * MAT
        tile = state.tiles[state.mat[base + CONTINENT]]
        if tile == NEW_PLANS and state.bonus[seat]:
            return PLANS[seat]
        if tile == RETHINK and cubes_on(state, seat) > 0:
            return RETHINKS[seat]
        state.stage = WINDOW
        if tile == CAMP:
            gain_energy(state, seat, max(state.mat[base + STAMINA] - state.mat[base + ENERGY], 0))
        elif tile == LOW_GEAR:
            want_gear(state, seat, LOW_TYPES)
        elif tile == HIGH_GEAR:
            want_gear(state, seat, HIGH_TYPES)
        elif tile == LESSON and state.mat[base + EXPERIENCE] < state.content.last_space:
            give(state, seat, UNIT[ADVANCE], False)
        return None


class RestEnergy(Stage):
    """Up to the stamina or by the die, whichever is more (PK-25)."""

    name: ClassVar[str] = "rest-energy"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        base = state.player * MAT
        by_die = state.content.rest_die[state.mat[base + DICE + REST]]
        to_stamina = state.mat[base + STAMINA] - state.mat[base + ENERGY]
        gain_energy(state, state.player, to_stamina if to_stamina > by_die else by_die)
        state.stage = WINDOW
        return None


class GainMountain(Stage):
    """PK-30"""

    name: ClassVar[str] = "gain-mountain"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        source = state.target + FIRST_PREPARE
        state.target = NONE
        state.stage = WINDOW
        if source < FROM_DECK:
            slot = source - FIRST_PREPARE
            card = state.display[slot]
            state.display[slot] = NONE
            state.mountains[state.player].append(card)
            if state.log is not None:
                state.log.append(Event("mountain", state.player, {"card": state.content.names[card]}))
        elif source < TAKE_NOTHING:
            gain_mountain(state, state.player, source - FROM_DECK, chance)
        return None


class Refill(Stage):
    """PK-31"""

    name: ClassVar[str] = "refill"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        display = state.display
        if display[0] != NONE:
            state.discards[pile_of(state.content, display[0])].append(display[0])
            if state.log is not None:
                state.log.append(Event("sweep", state.player, {"card": state.content.names[display[0]]}))
            display[0] = NONE
        fill_display(state, chance)
        state.stage = WINDOW
        return None


class GainGearPair(Stage):
    """PK-32"""

    name: ClassVar[str] = "gear-pair"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if room_for_gear(state, state.player, ALL_TYPES):
            return GEAR_PAIRS[state.player]
        state.stage = WINDOW
        return None


class DrawMountains(Stage):
    """PK-33"""

    name: ClassVar[str] = "draw-three"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        return DRAWS[state.player]


class KeepMountain(Stage):
    """PK-33"""

    name: ClassVar[str] = "keep-one"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        return KEEPS[state.player]


class GainGear(Stage):
    """As many as the die shows (PK-34)."""

    name: ClassVar[str] = "gear-die"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        state.count = state.content.prepare_die[state.mat[state.player * MAT + DICE + PREPARE]]
        state.stage = GEAR_MORE
        return None


class GainMoreGear(Stage):
    """PK-34"""

    name: ClassVar[str] = "gear-more"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if state.count > 0 and room_for_gear(state, state.player, ALL_TYPES):
            state.count -= 1
            want_gear(state, state.player, ALL_TYPES)
        else:
            state.count = 0
            state.stage = WINDOW
        return None


class Announce(Stage):
    """The mountain and the group were named with the action (PK-50)."""

    name: ClassVar[str] = "announce"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        state.asked = 1
        state.stage = WINDOW
        return None


class TagAlong(Stage):
    """The others in player order, then all climbers travel (PK-52, PK-54)."""

    name: ClassVar[str] = "tag-along"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        seats = state.setup.seats
        while state.asked < seats:
            seat = nth(state, state.asked)
            if state.bound & bit(seat):
                state.climbers |= bit(seat)
                if state.log is not None:
                    state.log.append(Event("tag", seat, {}))
            elif can_tag_along(state, seat, state.mountain):
                return TAG[seat]
            state.asked += 1
        for seat in range(seats):
            if state.climbers & bit(seat):
                move(state, seat, state.content.continent[state.mountain])
        state.asked = 0
        state.stage = PAYING
        return None


class PayRequirements(Stage):
    """Each climber in player order: energy, and one of each gear (PK-56, PK-61)."""

    name: ClassVar[str] = "paying"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        seat = next_climber(state)
        if seat == NONE:
            state.stage = BRINGING
            return None
        state.asked += 1
        state.gainer = seat
        state.due = price(state)
        for number in state.content.needs_gear[state.mountain]:
            state.mat[seat * MAT + GEAR + number] -= 1
        return None


class BringCompanions(Stage):
    """Each climber in player order, then the danger die falls (PK-58, PK-77)."""

    name: ClassVar[str] = "bringing"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        seat = next_climber(state)
        while seat != NONE:
            first = seat * MAT + COMPANION
            if state.mat[first] != NONE or state.mat[first + 1] != NONE or state.mat[first + 2] != NONE:
                return BRING[seat]
            state.asked += 1
            seat = next_climber(state)
        roll_dangers(state, chance)
        state.stage = WINDOW
        return None


class BuySharedFlag(Stage):
    """The others may only if the current player did (PK-67)."""

    name: ClassVar[str] = "shared-flag"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        seat = next_climber(state) if state.climbers != bit(state.player) else NONE
        while seat != NONE:
            if means(state, seat) >= state.content.price:
                return SHARED_FLAGS[seat]
            if seat == state.player:
                break
            state.asked += 1
            seat = next_climber(state)
        state.asked = 0
        state.stage = WINDOW
        return None


class SharedFlagPaid(Stage):
    """PK-67"""

    name: ClassVar[str] = "shared-flag-paid"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        place_flag(state, state.gainer)
        state.asked += 1
        state.stage = SHARED_FLAG
        return None


class HighSummit(Stage):
    """Each climber chooses on its own (PK-68)."""

    name: ClassVar[str] = "high-summit"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if state.content.elevation[state.mountain] > state.content.high:
            seat = next_climber(state)
            if seat != NONE:
                return SUMMIT[seat]
        state.stage = WINDOW
        return None


class GainRewards(Stage):
    """The current player the chosen group, the others the other one, all their advancements (PK-64, PK-65)."""

    name: ClassVar[str] = "rewards"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        seat = next_climber(state)
        if seat == NONE:
            finish_climb(state)
            state.stage = WINDOW
            return None
        state.asked += 1
        content = state.content
        level = state.mat[state.player * MAT + DICE + CLIMB]
        group = state.group if seat == state.player else 1 - state.group
        steps = content.climb_die[level] if seat == state.player else content.others_die[level]
        safe = not state.danger or state.sure & bit(seat) != 0
        rewards = content.rewards if safe else content.safe_rewards
        gains = rewards[state.mountain * 2 + group] + UNIT[ADVANCE] * steps + state.extras[seat]
        give(state, seat, gains, False)
        return None


class EndTurn(Stage):
    """PK-35, PK-90"""

    name: ClassVar[str] = "end-turn"

    def run(self, state: PeaksState, chance: Chance) -> PeaksDecision | None:
        if len(state.mountains[state.player]) > state.content.hand_limit:
            return TRIM[state.player]
        end_turn(state)
        return None


def nth(state: PeaksState, count: int) -> int:
    """The seat that many places after the current player."""
    seat = state.player + count
    seats = len(state.mountains)
    return seat - seats if seat >= seats else seat


def next_climber(state: PeaksState) -> int:
    """The climber to be asked next, in player order; NONE, and the counting begins again, after the last."""
    seats = len(state.mountains)
    while state.asked < seats:
        seat = nth(state, state.asked)
        if state.climbers & bit(seat):
            return seat
        state.asked += 1
    state.asked = 0
    return NONE


def cubes_on(state: PeaksState, seat: int) -> int:
    at = seat * MAT + CUBES
    return state.mat[at] + state.mat[at + 1] + state.mat[at + 2]


def move(state: PeaksState, seat: int, continent: int) -> None:
    at = seat * MAT + CONTINENT
    if state.log is not None and state.mat[at] != continent:
        state.log.append(Event("travel", seat, {"continent": state.content.continents[continent]}))
    state.mat[at] = continent


def fill_display(state: PeaksState, chance: Chance) -> None:
    """Slide left and fill up from the deck next to the display, or else from the other (PK-31, PK-38)."""
    display = state.display
    filled = 0
    for slot in range(len(display)):
        card = display[slot]
        if card != NONE:
            display[slot] = NONE
            display[filled] = card
            filled += 1
    deck = next_deck(state)
    while filled < len(display):
        card = draw(state, deck, chance)
        if card == NONE:
            card = draw(state, 1 - deck, chance)
        if card == NONE:
            return
        display[filled] = card
        filled += 1
        if state.log is not None:
            state.log.append(Event("reveal", state.player, {"card": state.content.names[card]}))


def roll_dangers(state: PeaksState, chance: Chance) -> None:
    """All dice are rolled, also after a danger (PK-58)."""
    faces = state.content.danger
    rolls = rolls_needed(state)
    for _ in range(rolls):
        if faces[chance.roll(len(faces)) - 1]:
            state.danger = True
    if state.log is not None and rolls > 0:
        state.log.append(Event("danger" if state.danger else "safe", state.player, {"rolls": rolls}))


def finish_climb(state: PeaksState) -> None:
    """The card goes to the current player's climbed pile, spent companions go (PK-66, PK-76)."""
    state.climbed.append(state.player * 128 + state.mountain)
    if state.log is not None:
        state.log.append(Event("climbed", state.player, {"mountain": state.content.names[state.mountain]}))
    for seat in range(len(state.mountains)):
        if state.climbers & bit(seat):
            for card in companions_of(state, seat):
                if uses_left(state, seat, card) == 0:
                    discard(state, seat, card)
    forget_climb(state)


def uses_left(state: PeaksState, seat: int, card: int) -> int:
    first = seat * MAT + COMPANION
    for slot in range(SLOTS):
        if state.mat[first + slot] == card:
            return state.mat[seat * MAT + USES + slot]
    return 0


def forget_climb(state: PeaksState) -> None:
    state.mountain = NONE
    state.group = 0
    state.climbers = 0
    state.bound = 0
    state.brought = 0
    state.sure = 0
    state.danger = False
    state.extras = NO_EXTRAS


def set_up_by(state: PeaksState, seat: int) -> int:
    """The seat that is asked before the first turn; its answers in a row are a turn of its own."""
    if state.turn_seat != seat:
        state.begin_turn(seat)
    return seat


def begin_turn(state: PeaksState) -> None:
    state.begin_turn(state.player)
    state.action = NONE
    state.step = 0
    state.closed = False
    state.gainer = state.player
    if state.proposed:
        state.proposed = []
    state.stage = TURN
    if state.log is not None:
        state.log.append(Event("turn", state.player, {"turn": state.turn + 1}))


def end_turn(state: PeaksState) -> None:
    """The last round begins once a supply is used up; it passes over seats without flags (PK-90, PK-97, PK-107)."""
    content = state.content
    seats = len(state.mountains)
    state.turn += 1
    if state.last_turns == RUNNING:
        for seat in range(seats):
            if state.mat[seat * MAT + PLACED] >= content.supply:
                state.last_turns = seats
        if state.last_turns == seats and state.log is not None:
            state.log.append(Event("last-round", state.player, {}))
        if state.last_turns == RUNNING and state.turn >= (content.solo_turns if seats == 1 else content.rounds * seats):
            end_game(state)
            return
    while True:
        if state.last_turns == 0:
            end_game(state)
            return
        state.player = nth(state, 1)
        if state.last_turns == RUNNING:
            break
        state.last_turns -= 1
        if state.mat[state.player * MAT + PLACED] < content.supply:
            break
    begin_turn(state)


def end_game(state: PeaksState) -> None:
    state.stage = OVER
    state.action = NONE
    state.step = 0
    state.closed = False
    state.proposed = []
    if state.log is not None:
        state.log.append(Event("end", NONE, {}))
        if len(state.mountains) == 1:
            state.log.append(Event("ladder", 0, {"title": ladder_title(state)}))


PROCEED: Final = Proceed(0)
NO_QUESTIONS: Final[list[PeaksDecision]] = []
WANTED: Final[list[list[PeaksDecision]]] = [
    NO_QUESTIONS,
    list(DIE_UPGRADES),
    list(TILE_UPGRADES),
    list(GEARS),
    list(SLOTS_FULL),
    list(LAST_FLAGS),
]
EVERY_STAGE: Final[list[Stage]] = [
    ChooseHomes(),
    ChooseBoosts(),
    ApplyBoosts(),
    ChooseAction(),
    AskForHelp(),
    OpenWindow(),
    NextStep(),
    Travel(),
    BuyRestFlag(),
    RestFlagPaid(),
    RestBonus(),
    RestEnergy(),
    GainMountain(),
    Refill(),
    GainGearPair(),
    DrawMountains(),
    KeepMountain(),
    GainGear(),
    GainMoreGear(),
    Announce(),
    TagAlong(),
    PayRequirements(),
    BringCompanions(),
    BuySharedFlag(),
    SharedFlagPaid(),
    HighSummit(),
    GainRewards(),
    EndTurn(),
]
RUNNERS: Final[list[Stage]] = [stage for name in STAGES for stage in EVERY_STAGE if stage.name == name]
