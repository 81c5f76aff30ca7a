"""Action bonuses and bonus cards, which the current player may use at any time of the turn (PK-13 to PK-19).

They are answers to the questions about the action itself, and to a `Window` between two steps if anything has happened
since the current player was last asked.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.bits import bit
from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.content import (
    ACTIONS,
    ADVANCE,
    BONUS_CARDS,
    CLIMB,
    CUBES_NEEDED,
    DIE,
    ENERGY_GAIN,
    FIRST_BONUS,
    FLAG,
    PREPARE,
    REST,
    STAMINA_STEP,
    UNIT,
)
from cairn.games.peaks.gains import ACTION_NAMES, GainAll, has_effect, place_flag, take
from cairn.games.peaks.mats import CUBES, MAT
from cairn.games.peaks.paying import use_caption, use_card
from cairn.games.peaks.questions import MOST_SEATS, PeaksDecision
from cairn.games.peaks.requirements import MOST_ADVANCEMENTS, spare_for_climb
from cairn.games.peaks.state import NEW_CHANCE, NOTHING_NEW, SOMETHING, PeaksState

FIRST_ACTION_BONUS: Final = 16
FOR_STAMINA: Final = 16
FOR_DIE: Final = 17
FOR_FLAG: Final = 18
"""After it, advancements: FOR_FLAG + how many."""
ACTION_BONUSES: Final = ["stamina", "die", "flag", "experience-1", "experience-2", "experience-3"]
FIRST_USE: Final = 32
"""From here on: a bonus card used for its smaller bonus, by number."""
AFTER_USES: Final = 60

GO_ON: Final = 0
ENOUGH: Final = 1
ONLY_NEW: Final = 2
EVERY_WINDOW: Final = 3


class OwnQuestion(PeaksDecision):
    """A question of the current player that bonuses can be used in as well: then it is asked again."""

    def details(self, state: PeaksState) -> list[int]:
        """The answers to the question itself; their numbers are not those of bonuses. Nobody changes the list."""
        raise NotImplementedError

    def decide(self, state: PeaksState, choice: int, chance: Chance) -> None:
        """Carry out an answer to the question itself."""
        raise NotImplementedError

    def words(self, state: PeaksState, choice: int) -> str:
        """The notation of an answer to the question itself."""
        raise NotImplementedError

    def may_spend_card(self, state: PeaksState) -> bool:
        """Whether a bonus card can be given away without making an announced or agreed climb impossible (PK-16)."""
        return True

    def choices(self, state: PeaksState) -> list[int]:
        details = self.details(state)
        if not may_have_bonuses(state, self.seat):
            return details
        bonuses = self.bonuses(state)
        return details + bonuses if bonuses else details

    def bonuses(self, state: PeaksState) -> list[int]:
        """The action bonuses and the bonus cards that can be used now (PK-15, PK-16). Nobody changes the list."""
        seat = self.seat
        offered = CUBE_BONUSES[cube_bonuses(state, seat)]
        hand = state.bonus[seat]
        if not hand:
            return offered
        spare = self.may_spend_card(state)
        gains = state.content.discard_gain
        usable: list[int] = []
        for card in hand:
            kind = gains[card - FIRST_BONUS]
            if (spare or kind == ENERGY_GAIN) and has_effect(state, seat, kind):
                usable.append(FIRST_USE + card - FIRST_BONUS)
        return offered + usable if offered else usable

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if is_bonus(choice):
            state.stack.push(self)
            take_bonus(state, self.seat, choice, chance)
        else:
            state.news = NOTHING_NEW
            self.decide(state, choice, chance)

    def notation(self, state: PeaksState, choice: int) -> str:
        if not is_bonus(choice):
            return self.words(state, choice)
        if choice >= FIRST_USE:
            return f"use {state.content.names[card_of(choice)]}"
        return f"cubes {ACTION_BONUSES[choice - FIRST_ACTION_BONUS]}"

    def bonus_answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in EVERY_BONUS}

    def why_no_bonus(self, state: PeaksState, choice: int) -> Refusal:
        if choice >= FIRST_USE:
            card = card_of(choice)
            if card not in state.bonus[self.seat]:
                return refuse("PK-16", "not-in-hand", card=state.content.names[card])
            if not has_effect(state, self.seat, state.content.discard_gain[card - FIRST_BONUS]):
                return refuse("PK-16", "no-effect")
            return refuse("PK-16", "needed-to-pay")
        action = min(choice - FIRST_ACTION_BONUS, CLIMB)
        if state.cubes(self.seat, action) < CUBES_NEEDED:
            return refuse("PK-15", "too-few-cubes", count=CUBES_NEEDED, action=ACTION_NAMES[action])
        return refuse("PK-15", "no-effect")

    def bonus_caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice >= FIRST_USE:
            return use_caption(state, card_of(choice))
        if choice > FOR_FLAG:
            return "cubes", {"what": {"experience": choice - FOR_FLAG}}
        return "cubes", {"what": {ACTION_BONUSES[choice - FIRST_ACTION_BONUS]: 1}}

    def bonus_elements(self, state: PeaksState, choice: int) -> list[str]:
        if choice >= FIRST_USE:
            return [f"card:{state.content.names[card_of(choice)]}"]
        return [f"cubes:{self.seat}:{ACTIONS[min(choice - FIRST_ACTION_BONUS, CLIMB)]}"]


class Window(OwnQuestion):
    """Do you use an action bonus or a bonus card now? (PK-13, PK-14, PK-19)"""

    kind: ClassVar[str] = "window"
    rules: ClassVar[tuple[str, ...]] = ("PK-13", "PK-14", "PK-15", "PK-16", "PK-19")

    def choices(self, state: PeaksState) -> list[int]:
        return self.details(state) + self.bonuses(state) if might_use(state, self.seat) else ONLY_GO_ON

    def details(self, state: PeaksState) -> list[int]:
        return BACK_TO_EVERY if state.only_new & bit(self.seat) else FROM_EVERY

    def decide(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == ENOUGH:
            state.closed = True
        elif choice == ONLY_NEW:
            state.only_new |= bit(self.seat)
        elif choice == EVERY_WINDOW:
            state.only_new &= ~bit(self.seat)

    def may_spend_card(self, state: PeaksState) -> bool:
        climb = state.climb
        return climb is None or not climb.setting_out or spare_for_climb(state, self.seat)

    def words(self, state: PeaksState, choice: int) -> str:
        return WINDOW_WORDS[choice]

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {words: choice for choice, words in enumerate(WINDOW_WORDS)} | self.bonus_answers(state)

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if choice in (ONLY_NEW, EVERY_WINDOW):
            return refuse("PK-19", "habit-already")
        return self.why_no_bonus(state, choice) if is_bonus(choice) else refuse("PK-13", "not-in-a-window")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return self.bonus_caption(state, choice) if is_bonus(choice) else (WINDOW_CAPTIONS[choice], {})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return self.bonus_elements(state, choice) if is_bonus(choice) else []


def is_bonus(choice: int) -> bool:
    return FIRST_ACTION_BONUS <= choice < FIRST_ACTION_BONUS + len(ACTION_BONUSES) or FIRST_USE <= choice < AFTER_USES


def card_of(choice: int) -> int:
    """The bonus card that is used."""
    return FIRST_BONUS + choice - FIRST_USE


def take_bonus(state: PeaksState, seat: int, choice: int, chance: Chance) -> None:
    if choice >= FIRST_USE:
        use_card(state, seat, card_of(choice), chance)
        return
    # All cubes of all actions leave the mat (PK-15).
    for action in range(len(ACTIONS)):
        state.put(seat, CUBES + action, 0)
    if state.log is not None:
        state.log.append(Event("action-bonus", seat, {"bonus": ACTION_BONUSES[choice - FIRST_ACTION_BONUS]}))
    if choice == FOR_STAMINA:
        take(state, seat, STAMINA_STEP, chance)
    elif choice == FOR_DIE:
        take(state, seat, DIE, chance)
    elif choice == FOR_FLAG:
        place_flag(state, seat)
    else:
        state.stack.push(GainAll(seat, UNIT[ADVANCE] * (choice - FOR_FLAG), False))


def open_window(state: PeaksState, seat: int, then: PeaksDecision) -> bool:
    """Ask the current player about bonuses before `then`, if there is reason to (PK-13, PK-14, PK-19)."""
    if state.news == NOTHING_NEW or state.closed:
        return False
    if state.news == SOMETHING and state.only_new & bit(seat):
        return False
    if not might_use(state, seat):
        return False
    state.news = NOTHING_NEW
    state.stack.push(then)
    state.stack.push(WINDOWS[seat])
    return True


def might_use(state: PeaksState, seat: int) -> bool:
    """Whether a window could offer anything, by what lies open: it must not tell which cards are in hand (PK-13)."""
    return len(state.bonus[seat]) > 0 or cube_bonuses(state, seat) > 0


def cards_can_wait(state: PeaksState, seat: int) -> bool:
    """Whether there is no action bonus to use, and no card could place a flag, by what lies open (PK-13).

    Then it does not matter where the seat is when it uses a card.
    """
    cards = len(state.bonus[seat])
    space = state.space(seat) + 1
    stamina = state.stamina(seat) + 1
    if FLAG in state.content.experience_gives[space : space + cards]:
        return False
    return FLAG not in state.content.stamina_gives[stamina : stamina + cards] and cube_bonuses(state, seat) == 0


def cube_bonuses(state: PeaksState, seat: i64) -> i64:
    """The action bonuses that cubes allow, as a number of CUBE_BONUSES (PK-15)."""
    mat = state.mat
    cubes = seat * MAT + CUBES
    enough: i64 = CUBES_NEEDED
    found: i64 = 0
    if mat[cubes + REST] >= enough and has_effect(state, seat, STAMINA_STEP):
        found |= STAMINA_BONUS
    if mat[cubes + PREPARE] >= enough and has_effect(state, seat, DIE):
        found |= DIE_BONUS
    if mat[cubes + CLIMB] >= enough:
        left: i64 = state.content.last_space
        left -= state.space(seat)
        found |= FLAG_BONUS
        found += STEP_BONUS * (left if left < MOST_ADVANCEMENTS else MOST_ADVANCEMENTS)
    return found


def may_have_bonuses(state: PeaksState, seat: i64) -> bool:
    """Whether a seat has a bonus card or enough cubes: mostly nobody has to look further."""
    mat = state.mat
    cubes = seat * MAT + CUBES
    enough: i64 = CUBES_NEEDED
    if mat[cubes + REST] >= enough or mat[cubes + PREPARE] >= enough or mat[cubes + CLIMB] >= enough:
        return True
    return len(state.bonus[seat]) > 0


def place_cube(state: PeaksState, seat: int, action: int) -> None:
    state.add(seat, CUBES + action, 1)
    if state.cubes(seat, action) == CUBES_NEEDED:
        state.happened(seat, NEW_CHANCE)


STAMINA_BONUS: Final = 1
DIE_BONUS: Final = 2
FLAG_BONUS: Final = 4
STEP_BONUS: Final = 8
CUBE_BONUSES: Final[list[list[int]]] = [
    [
        *([FOR_STAMINA] if found & STAMINA_BONUS else []),
        *([FOR_DIE] if found & DIE_BONUS else []),
        *(range(FOR_FLAG, FOR_FLAG + found // STEP_BONUS + 1) if found & FLAG_BONUS else []),
    ]
    for found in range(STEP_BONUS * (MOST_ADVANCEMENTS + 1))
]
"""A flag comes with as many advancements to choose from as there are spaces left."""
ONLY_GO_ON: Final = [GO_ON]
FROM_EVERY: Final = [GO_ON, ENOUGH, ONLY_NEW]
BACK_TO_EVERY: Final = [GO_ON, ENOUGH, EVERY_WINDOW]
WINDOW_WORDS: Final = ["go on", "enough", "only new", "every window"]
WINDOW_CAPTIONS: Final = ["go-on", "enough", "only-new", "every-window"]
EVERY_BONUS: Final = [
    *range(FIRST_ACTION_BONUS, FIRST_ACTION_BONUS + len(ACTION_BONUSES)),
    *range(FIRST_USE, FIRST_USE + BONUS_CARDS),
]
WINDOWS: Final = [Window(seat) for seat in range(MOST_SEATS)]
