"""The questions of PEAKS, one class each.

An answer changes the zones and says in `state.stage` how the turn goes on; `turn.py` asks the next question.
"""

from __future__ import annotations

from typing import ClassVar, Final

from cairn.core.chance import Chance
from cairn.core.contract import Decision
from cairn.core.deck import bit
from cairn.core.event import Event
from cairn.games.peaks.climbing import (
    climb_options,
    companions_of,
    experience_of,
    fit_for,
    must_keep,
    rolls_needed,
)
from cairn.games.peaks.content import (
    ACTIONS,
    ADVANCE,
    BONUS_CARDS,
    CLIMB,
    CONTINENTS,
    DECKS,
    DIE,
    ENERGY_GAIN,
    FIRST_BONUS,
    FIRST_COMPANION,
    FLAG,
    GAINS,
    GEAR_TYPES,
    MOUNTAINS,
    NAMED_GEAR,
    NOTHING,
    PREPARE,
    REST,
    STAMINA_STEP,
    SURE_FOOTED,
    TILE_LEVELS,
    TOP_LEVEL,
    UNIT,
)
from cairn.games.peaks.gains import (
    ACTION_NAMES,
    DEFAULT_ORDER,
    MASK,
    clear_cubes,
    discard,
    gain_bonus_card,
    gain_energy,
    gain_gear,
    give,
    has_effect,
    place_flag,
    seat_companion,
    take,
    upgrade_die,
)
from cairn.games.peaks.gains import draw as draw_card
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
    DICE,
    ENERGY,
    GEAR,
    MAT,
    NONE,
    SLOTS,
    TILES,
)
from cairn.games.peaks.stages import ANSWERS, KEEP_ONE, NEXT_STEP, REST_FLAG_PAID, SHARED_FLAG_PAID, WINDOW
from cairn.games.peaks.state import COMPANION_DECK, NO_WANT, PeaksState, pile_of

NO: Final = 0
YES: Final = 1
YES_OR_NO: Final = [NO, YES]

FIRST_PREPARE: Final = 8
FROM_DECK: Final = 12
TAKE_NOTHING: Final = 14
FIRST_ACTION_BONUS: Final = 16
FLAG_FOR_CUBES: Final = 18
GO_ON: Final = 24
ENOUGH: Final = 25
FIRST_USE: Final = 32
FIRST_CLIMB: Final = 64
FIRST_PROPOSAL: Final = 264
ACTION_BONUSES: Final = [
    "cubes stamina",
    "cubes die",
    "cubes flag",
    "cubes experience-1",
    "cubes experience-2",
    "cubes experience-3",
]
PAY_REST: Final = 162
STOP: Final = 63
GAIN_ALL: Final = 62
GROUPS: Final = ["x", "y"]


class PeaksDecision(Decision[PeaksState]):
    """A question whose well-formed answers are all in one table of texts, by number."""

    def answers(self, state: PeaksState) -> dict[str, int]:
        """Every well-formed answer, legal or not."""
        return {self.notation(state, choice): choice for choice in self.choices(state)}

    def parse(self, state: PeaksState, text: str) -> int:
        for choice in self.choices(state):
            if self.notation(state, choice) == text:
                return choice
        known = self.answers(state)
        return known[text] if text in known else super().parse(state, text)


class Home(PeaksDecision):
    """In which continent do you start? (PK-3)"""

    kind: ClassVar[str] = "home"
    rules: ClassVar[tuple[str, ...]] = ("PK-3",)

    def choices(self, state: PeaksState) -> list[int]:
        return SIX

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.mat[self.seat * MAT + CONTINENT] = choice
        state.asked += 1
        if state.log is not None:
            state.log.append(Event("home", self.seat, {"continent": state.content.continents[choice]}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"start {state.content.continents[choice]}"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-3", f"There are {CONTINENTS} continents to start in."

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"continent:{state.content.continents[choice]}"]


class Boost(PeaksDecision):
    """Which of your two boosts do you keep? All choose at the same time. (PK-7)"""

    kind: ClassVar[str] = "boost"
    rules: ClassVar[tuple[str, ...]] = ("PK-7", "PK-8")

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.chosen[self.seat] = choice
        state.asked += 1

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"boost {state.content.names[state.dealt[self.seat * 2 + choice]]}"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-7", "You keep one of the two boosts you were dealt."

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"card:{state.content.names[state.dealt[self.seat * 2 + choice]]}"]


class Turn(PeaksDecision):
    """What do you do this turn? Windows and proposals come before the action, so they are answers here too. (PK-11)"""

    kind: ClassVar[str] = "turn"
    rules: ClassVar[tuple[str, ...]] = ("PK-11", "PK-13")

    def choices(self, state: PeaksState) -> list[int]:
        offered = SIX[:]
        display = state.display
        for slot in range(len(display)):
            if display[slot] != NONE:
                offered.append(FIRST_PREPARE + slot)
        for deck in range(2):
            if state.pools[deck] or state.discards[deck]:
                offered.append(FROM_DECK + deck)
        offered.append(TAKE_NOTHING)
        climb_options(state, self.seat, offered, FIRST_CLIMB, FIRST_PROPOSAL)
        extra_options(state, self.seat, offered)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice >= FIRST_PROPOSAL:
            propose(state, self.seat, choice - FIRST_PROPOSAL)
        elif choice >= FIRST_CLIMB:
            announce(state, self.seat, choice - FIRST_CLIMB)
        elif choice < FIRST_PREPARE:
            place_cube(state, self.seat, REST)
            state.target = choice
        elif choice < FIRST_ACTION_BONUS:
            place_cube(state, self.seat, PREPARE)
            state.target = choice - FIRST_PREPARE
        else:
            take_extra(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        content = state.content
        if choice >= FIRST_CLIMB:
            verb = "climb" if choice < FIRST_PROPOSAL else "propose"
            offer = choice - (FIRST_CLIMB if choice < FIRST_PROPOSAL else FIRST_PROPOSAL)
            return f"{verb} {content.names[offer >> 1]} {GROUPS[offer & 1]}"
        if choice < FIRST_PREPARE:
            return f"rest {content.continents[choice]}"
        if choice < FROM_DECK:
            return f"prepare display-{choice - FIRST_PREPARE + 1}"
        if choice < TAKE_NOTHING:
            return f"prepare deck-{DECKS[choice - FROM_DECK]}"
        if choice == TAKE_NOTHING:
            return "prepare nothing"
        return extra_notation(state, choice)

    def answers(self, state: PeaksState) -> dict[str, int]:
        known = [*range(CONTINENTS), *range(FIRST_PREPARE, TAKE_NOTHING + 1), *EXTRAS]
        known += range(FIRST_CLIMB, FIRST_PROPOSAL + 2 * MOUNTAINS)
        return {self.notation(state, choice): choice for choice in known}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        if FIRST_CLIMB <= choice < FIRST_PROPOSAL + 2 * MOUNTAINS:
            return self.why_not_climb(state, choice)
        if FIRST_PREPARE <= choice < FROM_DECK:
            return "PK-30", "That place of the display is empty."
        if FROM_DECK <= choice < TAKE_NOTHING:
            return "PK-38", "That deck and its discard pile are empty."
        return why_no_extra(state, self.seat, choice)

    def why_not_climb(self, state: PeaksState, choice: int) -> tuple[str, str]:
        content = state.content
        proposal = choice >= FIRST_PROPOSAL
        offer = choice - (FIRST_PROPOSAL if proposal else FIRST_CLIMB)
        mountain = offer >> 1
        name = state.setup.game.texts.readable(content.names[mountain])
        if mountain not in state.mountains[self.seat]:
            return "PK-50", f"{name} is not one of your mountains."
        if content.acclimatization[mountain] and state.mat[self.seat * MAT + CONTINENT] != content.continent[mountain]:
            return "PK-55", f"{name} asks for acclimatization: you must be in its continent already."
        if not fit_for(state, self.seat, mountain):
            return "PK-56", f"You lack gear for {name}."
        energy = state.mat[self.seat * MAT + ENERGY] + state.cards_of(self.seat) - 1
        if proposal and energy >= content.energy[mountain]:
            return "PK-70", f"You can climb {name} without help."
        if proposal and offer in state.proposed:
            return "PK-72", f"You have proposed {name} this turn."
        if proposal and energy >= content.shared_energy[mountain]:
            return "PK-70", f"Nobody else could come along to {name}."
        return "PK-61", f"You cannot pay the energy for {name}, even with all your cards."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        mat = state.mat
        base = self.seat * MAT
        continent = state.content.continents[mat[base + CONTINENT]]
        return "turn", {"energy": mat[base + ENERGY], "continent": continent}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        content = state.content
        if choice >= FIRST_CLIMB:
            offer = choice - (FIRST_CLIMB if choice < FIRST_PROPOSAL else FIRST_PROPOSAL)
            return [f"card:{content.names[offer >> 1]}", f"group:{GROUPS[offer & 1]}"]
        if choice < FIRST_PREPARE:
            return [f"continent:{content.continents[choice]}"]
        if choice < FROM_DECK:
            return [f"card:{content.names[state.display[choice - FIRST_PREPARE]]}"]
        if choice < TAKE_NOTHING:
            return [f"deck:{DECKS[choice - FROM_DECK]}"]
        return extra_elements(state, choice)


class Window(PeaksDecision):
    """Do you use an action bonus or a bonus card now? "enough" closes the windows of this turn. (PK-13, PK-14)"""

    kind: ClassVar[str] = "window"
    rules: ClassVar[tuple[str, ...]] = ("PK-13", "PK-14", "PK-15", "PK-16")

    def choices(self, state: PeaksState) -> list[int]:
        offered = [GO_ON, ENOUGH]
        extra_options(state, self.seat, offered)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == GO_ON:
            state.stage = NEXT_STEP
        elif choice == ENOUGH:
            state.closed = True
            state.stage = NEXT_STEP
        else:
            take_extra(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == GO_ON:
            return "go on"
        return "enough" if choice == ENOUGH else extra_notation(state, choice)

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [GO_ON, ENOUGH, *EXTRAS]}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return why_no_extra(state, self.seat, choice)

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice in (GO_ON, ENOUGH) else extra_elements(state, choice)


class Answer(PeaksDecision):
    """Will you come along on the climb that is proposed? A yes binds you. (PK-70, PK-71)"""

    kind: ClassVar[str] = "answer"
    rules: ClassVar[tuple[str, ...]] = ("PK-70", "PK-71")

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == YES:
            state.bound |= bit(self.seat)
        if state.log is not None:
            state.log.append(Event("agree" if choice == YES else "refuse", self.seat, {}))
        state.asked += 1

    def notation(self, state: PeaksState, choice: int) -> str:
        return "agree" if choice == YES else "refuse"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-70", "A proposal is agreed to or refused."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "answer", climb_words(state)


class Tag(PeaksDecision):
    """Do you tag along? (PK-52)"""

    kind: ClassVar[str] = "tag"
    rules: ClassVar[tuple[str, ...]] = ("PK-52", "PK-53")

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == YES:
            state.climbers |= bit(self.seat)
        if state.log is not None:
            state.log.append(Event("tag" if choice == YES else "stay", self.seat, {}))
        state.asked += 1

    def notation(self, state: PeaksState, choice: int) -> str:
        return "tag" if choice == YES else "stay"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-52", "You tag along or you stay."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "tag", climb_words(state)


class Pay(PeaksDecision):
    """Pay the energy, or discard a card for one of it first? (PK-61, PK-63)"""

    kind: ClassVar[str] = "pay"
    rules: ClassVar[tuple[str, ...]] = ("PK-61", "PK-63")

    def choices(self, state: PeaksState) -> list[int]:
        offered: list[int] = []
        if state.mat[self.seat * MAT + ENERGY] >= state.due:
            offered.append(PAY_REST)
        if state.cards_of(self.seat) > kept_cards(state):
            add_cards(state, self.seat, offered)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == PAY_REST:
            state.mat[self.seat * MAT + ENERGY] -= state.due
            if state.log is not None:
                state.log.append(Event("pay", self.seat, {"energy": state.due}))
            state.due = 0
        else:
            discard(state, self.seat, choice)
            state.due -= 1

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"pay {state.due}" if choice == PAY_REST else f"discard {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in range(PAY_REST + 1)}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        if choice == PAY_REST:
            return "PK-61", f"You have {state.mat[self.seat * MAT + ENERGY]} energy, not {state.due}."
        if not 0 <= choice < PAY_REST or not holds(state, self.seat, choice):
            return "PK-63", "That is not a card of yours that can be discarded."
        return "PK-21", f"You need {kept_cards(state)} cards for the flag itself."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "pay", {"due": state.due, "energy": state.mat[self.seat * MAT + ENERGY]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == PAY_REST else [f"card:{state.content.names[choice]}"]


class Toss(PeaksDecision):
    """Which card do you discard for the flag? (PK-21)"""

    kind: ClassVar[str] = "toss"
    rules: ClassVar[tuple[str, ...]] = ("PK-21",)

    def choices(self, state: PeaksState) -> list[int]:
        offered: list[int] = []
        add_cards(state, self.seat, offered)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        discard(state, self.seat, choice)
        state.count -= 1

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"discard {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in range(PAY_REST)}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-21", "That is not a card of yours that can be discarded."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "toss", {"count": state.count}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"card:{state.content.names[choice]}"]


class Trim(PeaksDecision):
    """You hold too many mountains: which do you discard? (PK-35)"""

    kind: ClassVar[str] = "trim"
    rules: ClassVar[tuple[str, ...]] = ("PK-35",)

    def choices(self, state: PeaksState) -> list[int]:
        return state.mountains[self.seat][:]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        discard(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"discard {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in range(MOUNTAINS)}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-35", "That is not one of your mountains."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "trim", {"limit": state.content.hand_limit}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"card:{state.content.names[choice]}"]


class RestFlag(PeaksDecision):
    """Do you pay energy and cards for a flag here? (PK-21)"""

    kind: ClassVar[str] = "rest-flag"
    rules: ClassVar[tuple[str, ...]] = ("PK-21",)

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == NO:
            state.stage = WINDOW
            return
        state.stage = REST_FLAG_PAID
        state.gainer = self.seat
        state.due = state.content.price
        state.count = state.content.price_cards

    def notation(self, state: PeaksState, choice: int) -> str:
        return "buy flag" if choice == YES else "no flag"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-21", "You buy a flag or you do not."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "rest-flag", {"energy": state.content.price, "cards": state.content.price_cards}


class SharedFlag(PeaksDecision):
    """Do you pay energy for a flag on this shared climb? (PK-67)"""

    kind: ClassVar[str] = "shared-flag"
    rules: ClassVar[tuple[str, ...]] = ("PK-67",)

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == YES:
            state.stage = SHARED_FLAG_PAID
            state.gainer = self.seat
            state.due = state.content.price
        elif self.seat == state.player:
            state.stage = WINDOW
        else:
            state.asked += 1

    def notation(self, state: PeaksState, choice: int) -> str:
        return "buy flag" if choice == YES else "no flag"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-67", "You buy a flag or you do not."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "shared-flag", {"energy": state.content.price}


class Summit(PeaksDecision):
    """A high mountain: a stamina, or up to two experience advancements? (PK-68)"""

    kind: ClassVar[str] = "summit"
    rules: ClassVar[tuple[str, ...]] = ("PK-68",)

    def choices(self, state: PeaksState) -> list[int]:
        return FOUR

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.asked += 1
        give(state, self.seat, SUMMIT_GAINS[choice], True)

    def notation(self, state: PeaksState, choice: int) -> str:
        return SUMMIT_WORDS[choice]

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-68", "It is a stamina, or one or two advancements, or nothing."


class Bring(PeaksDecision):
    """Which companions do you bring? The answer is a set of slots. (PK-77)"""

    kind: ClassVar[str] = "bring"
    rules: ClassVar[tuple[str, ...]] = ("PK-77", "PK-76")

    def choices(self, state: PeaksState) -> list[int]:
        first = self.seat * MAT + COMPANION
        filled = 0
        for slot in range(SLOTS):
            if state.mat[first + slot] != NONE:
                filled |= BITS[slot]
        return SUBSETS[filled]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        first = self.seat * MAT + COMPANION
        for slot in range(SLOTS):
            if choice & BITS[slot]:
                bring(state, self.seat, state.mat[first + slot], chance)
                state.mat[first + slot + SLOTS] -= 1
        state.asked += 1

    def notation(self, state: PeaksState, choice: int) -> str:
        first = self.seat * MAT + COMPANION
        names = [state.content.names[state.mat[first + slot]] for slot in range(SLOTS) if choice >> slot & 1]
        return "bring " + (" ".join(names) if names else "nobody")

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-77", "You bring any of your own companions, or nobody."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "bring", {"rolls": rolls_needed(state)}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        first = self.seat * MAT + COMPANION
        return [f"card:{state.content.names[state.mat[first + slot]]}" for slot in range(SLOTS) if choice >> slot & 1]


class Gain(PeaksDecision):
    """What do you gain next? Everything is optional and comes in any order. (PK-17, PK-18)"""

    kind: ClassVar[str] = "gain"
    rules: ClassVar[tuple[str, ...]] = ("PK-18", "PK-17")

    def choices(self, state: PeaksState) -> list[int]:
        gains = state.gains
        offered: list[int] = [kind for kind in DEFAULT_ORDER if gains & MASK[kind]]
        if gains != UNIT[offered[0]]:
            offered.append(GAIN_ALL)
        offered.append(STOP)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            state.gains = 0
        elif choice == GAIN_ALL:
            state.gain_all = True
        else:
            take(state, choice, chance)

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == STOP:
            return "done"
        return "gain all" if choice == GAIN_ALL else f"gain {GAINS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*DEFAULT_ORDER, GAIN_ALL, STOP]}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        if choice == GAIN_ALL:
            return "PK-18", "There is just one thing left to gain."
        return "PK-18", "That is not among what is left to gain."


class UpgradeDie(PeaksDecision):
    """Which action die do you turn? (PK-83)"""

    kind: ClassVar[str] = "die"
    rules: ClassVar[tuple[str, ...]] = ("PK-83", "PK-17")

    def choices(self, state: PeaksState) -> list[int]:
        first = self.seat * MAT + DICE
        offered: list[int] = [action for action in range(3) if state.mat[first + action] < TOP_LEVEL]
        offered.append(STOP)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.want = NO_WANT
        if choice != STOP:
            upgrade_die(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return "upgrade nothing" if choice == STOP else f"upgrade {ACTIONS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in (0, 1, 2, STOP)}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-83", "That die cannot be turned any further."

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"die:{self.seat}:{ACTIONS[choice]}"]


class UpgradeTile(PeaksDecision):
    """Which action tile do you move up? (PK-85)"""

    kind: ClassVar[str] = "tile"
    rules: ClassVar[tuple[str, ...]] = ("PK-85", "PK-17")

    def choices(self, state: PeaksState) -> list[int]:
        first = self.seat * MAT + TILES
        offered: list[int] = [action for action in range(3) if state.mat[first + action] < TILE_LEVELS]
        offered.append(STOP)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.want = NO_WANT
        if choice != STOP:
            state.mat[self.seat * MAT + TILES + choice] += 1
            if state.log is not None:
                state.log.append(Event("tile", self.seat, {"action": ACTION_NAMES[choice]}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "reveal nothing" if choice == STOP else f"reveal {ACTIONS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in (0, 1, 2, STOP)}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-85", "That tile cannot be moved any further."

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"tile:{self.seat}:{ACTIONS[choice]}"]


class ChooseGear(PeaksDecision):
    """Which gear do you gain? (PK-86)"""

    kind: ClassVar[str] = "gear"
    rules: ClassVar[tuple[str, ...]] = ("PK-86", "PK-17")

    def choices(self, state: PeaksState) -> list[int]:
        return gear_choices(state, self.seat, state.types)

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.want = NO_WANT
        if choice == STOP:
            state.count = 0
        else:
            gain_gear(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return gear_words(state, choice)

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {gear_words(state, choice): choice for choice in [*SIX, STOP]}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return why_no_gear(state, choice, state.types)

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"gear:{self.seat}:{state.content.gear[choice]}"]


class GearPair(PeaksDecision):
    """Of which gear do you gain up to two? (PK-32)"""

    kind: ClassVar[str] = "gear-pair"
    rules: ClassVar[tuple[str, ...]] = ("PK-32", "PK-86")

    def choices(self, state: PeaksState) -> list[int]:
        return gear_choices(state, self.seat, ALL_GEAR)

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.stage = WINDOW
        if choice != STOP:
            gain_gear(state, self.seat, choice)
            gain_gear(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return gear_words(state, choice)

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {gear_words(state, choice): choice for choice in [*SIX, STOP]}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return why_no_gear(state, choice, ALL_GEAR)

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"gear:{self.seat}:{state.content.gear[choice]}"]


class Slot(PeaksDecision):
    """Your slots are full: whom does the new companion replace? (PK-75)"""

    kind: ClassVar[str] = "slot"
    rules: ClassVar[tuple[str, ...]] = ("PK-75",)

    def choices(self, state: PeaksState) -> list[int]:
        return SLOT_CHOICES

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.want = NO_WANT
        card = state.drawn.pop()
        if choice == STOP:
            state.discards[COMPANION_DECK].append(card)
            if state.log is not None:
                state.log.append(Event("discard", self.seat, {"card": state.content.names[card]}))
        else:
            discard(state, self.seat, state.mat[self.seat * MAT + COMPANION + choice])
            seat_companion(state, self.seat, choice, card)

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == STOP:
            return "replace nobody"
        return f"replace {state.content.names[state.mat[self.seat * MAT + COMPANION + choice]]}"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-75", "The new companion takes one of your slots or is discarded."

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "slot", {"card": state.content.names[state.drawn[-1]]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        card = state.drawn[-1] if choice == STOP else state.mat[self.seat * MAT + COMPANION + choice]
        return [f"card:{state.content.names[card]}"]


class LastFlag(PeaksDecision):
    """It would be the last flag of your supply: do you place it? (PK-17, PK-90)"""

    kind: ClassVar[str] = "flag"
    rules: ClassVar[tuple[str, ...]] = ("PK-17", "PK-90")

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.want = NO_WANT
        if choice == YES:
            place_flag(state, self.seat)

    def notation(self, state: PeaksState, choice: int) -> str:
        return "place flag" if choice == YES else "no flag"

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-17", "You place the flag or you do not."


class NewPlans(PeaksDecision):
    """Which bonus card do you exchange for a new one? (PK-23)"""

    kind: ClassVar[str] = "new-plans"
    rules: ClassVar[tuple[str, ...]] = ("PK-23",)

    def choices(self, state: PeaksState) -> list[int]:
        return [*state.bonus[self.seat], PAY_REST]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.stage = WINDOW
        if choice != PAY_REST:
            discard(state, self.seat, choice)
            gain_bonus_card(state, self.seat, chance)

    def notation(self, state: PeaksState, choice: int) -> str:
        return "keep all" if choice == PAY_REST else f"exchange {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*ALL_BONUS, PAY_REST]}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-23", "That is not a bonus card in your hand."

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == PAY_REST else [f"card:{state.content.names[choice]}"]


class Rethink(PeaksDecision):
    """Which cube do you move to another action? The answer is from * 3 + to. (PK-24)"""

    kind: ClassVar[str] = "rethink"
    rules: ClassVar[tuple[str, ...]] = ("PK-24",)

    def choices(self, state: PeaksState) -> list[int]:
        offered = [STOP]
        first = self.seat * MAT + CUBES
        offered.extend(move for move in CUBE_MOVES if state.mat[first + move // 3] > 0)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.stage = WINDOW
        if choice == STOP:
            return
        first = self.seat * MAT + CUBES
        state.mat[first + choice // 3] -= 1
        state.mat[first + choice % 3] += 1
        if state.log is not None:
            words: dict[str, object] = {"origin": ACTION_NAMES[choice // 3], "target": ACTION_NAMES[choice % 3]}
            state.log.append(Event("rethink", self.seat, words))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "move nothing" if choice == STOP else f"move {ACTIONS[choice // 3]} {ACTIONS[choice % 3]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*CUBE_MOVES, STOP]}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-24", "There is no cube of yours to move like that."


class DrawThree(PeaksDecision):
    """From which deck do you draw three mountains? (PK-33)"""

    kind: ClassVar[str] = "draw"
    rules: ClassVar[tuple[str, ...]] = ("PK-33", "PK-37")

    def choices(self, state: PeaksState) -> list[int]:
        offered: list[int] = [deck for deck in range(2) if state.pools[deck] or state.discards[deck]]
        offered.append(STOP)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            state.stage = WINDOW
            return
        state.stage = KEEP_ONE
        for _ in range(state.content.drawn):
            card = draw_card(state, choice, chance)
            if card != NONE:
                state.drawn.append(card)
        if state.log is not None:
            state.log.append(Event("draw", self.seat, {"cards": [state.content.names[card] for card in state.drawn]}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "draw nothing" if choice == STOP else f"draw {DECKS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in (0, 1, STOP)}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-38", "That deck and its discard pile are empty."

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"deck:{DECKS[choice]}"]


class Keep(PeaksDecision):
    """Which of the drawn mountains do you keep? (PK-33)"""

    kind: ClassVar[str] = "keep"
    rules: ClassVar[tuple[str, ...]] = ("PK-33",)

    def choices(self, state: PeaksState) -> list[int]:
        return [*state.drawn, PAY_REST]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.stage = WINDOW
        for card in state.drawn:
            if card == choice:
                state.mountains[self.seat].append(card)
            else:
                state.discards[pile_of(state.content, card)].append(card)
        state.drawn = []
        if state.log is not None and choice != PAY_REST:
            state.log.append(Event("mountain", self.seat, {"card": state.content.names[choice]}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "keep nothing" if choice == PAY_REST else f"keep {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*range(MOUNTAINS), PAY_REST]}

    def why_not(self, state: PeaksState, choice: int) -> tuple[str, str]:
        return "PK-33", "That is not among the drawn mountains."

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == PAY_REST else [f"card:{state.content.names[choice]}"]


# What the questions share


def extra_options(state: PeaksState, seat: int, offered: list[int]) -> None:
    """Add the action bonuses and the bonus cards that can be used now (PK-15, PK-16)."""
    mat = state.mat
    first = seat * MAT + CUBES
    if mat[first] >= CUBES_NEEDED and has_effect(state, seat, STAMINA_STEP):
        offered.append(FIRST_ACTION_BONUS)
    if mat[first + 1] >= CUBES_NEEDED and has_effect(state, seat, DIE):
        offered.append(FIRST_ACTION_BONUS + 1)
    if mat[first + 2] >= CUBES_NEEDED:
        offered.append(FLAG_FOR_CUBES)
        left = state.content.last_space - mat[seat * MAT + 2]
        offered.extend(FLAG_FOR_CUBES + steps for steps in range(1, min(left, 3) + 1))
    hand = state.bonus[seat]
    if hand and may_spend_card(state, seat):
        offered.extend(
            FIRST_USE + card - FIRST_BONUS
            for card in hand
            if has_effect(state, seat, state.content.discard_gain[card - FIRST_BONUS])
        )


def has_extras(state: PeaksState, seat: int) -> bool:
    """Whether a window would offer anything."""
    mat = state.mat
    first = seat * MAT + CUBES
    if not state.bonus[seat] and mat[first] < 3 and mat[first + 1] < 3 and mat[first + 2] < 3:
        return False
    offered: list[int] = []
    extra_options(state, seat, offered)
    return len(offered) > 0


def may_spend_card(state: PeaksState, seat: int) -> bool:
    """A card needed to pay for the climb under way is not used for anything else (PK-16)."""
    return state.mat[seat * MAT + ENERGY] + state.cards_of(seat) > must_keep(state)


def take_extra(state: PeaksState, seat: int, choice: int) -> None:
    if choice >= FIRST_USE:
        use_card(state, seat, choice - FIRST_USE)
    else:
        take_action_bonus(state, seat, choice)


def use_card(state: PeaksState, seat: int, number: int) -> None:
    """Discard a bonus card for its smaller bonus (PK-16)."""
    content = state.content
    card = FIRST_BONUS + number
    state.bonus[seat].remove(card)
    state.discards[pile_of(content, card)].append(card)
    if state.log is not None:
        state.log.append(Event("use", seat, {"card": content.names[card]}))
    kind = content.discard_gain[number]
    if kind == ENERGY_GAIN:
        gain_energy(state, seat, content.discard_amount[number])
    else:
        give(state, seat, UNIT[kind] * content.discard_amount[number], True)


def take_action_bonus(state: PeaksState, seat: int, choice: int) -> None:
    """All cubes of all actions leave the mat (PK-15)."""
    clear_cubes(state, seat)
    if state.log is not None:
        state.log.append(Event("action-bonus", seat, {"bonus": ACTION_BONUSES[choice - FIRST_ACTION_BONUS][6:]}))
    if choice == FLAG_FOR_CUBES:
        place_flag(state, seat)
    else:
        give(state, seat, ACTION_BONUS_GAINS[choice - FIRST_ACTION_BONUS], True)


def extra_notation(state: PeaksState, choice: int) -> str:
    if choice >= FIRST_USE:
        return f"use {state.content.names[FIRST_BONUS + choice - FIRST_USE]}"
    return ACTION_BONUSES[choice - FIRST_ACTION_BONUS]


def extra_elements(state: PeaksState, choice: int) -> list[str]:
    return [f"card:{state.content.names[FIRST_BONUS + choice - FIRST_USE]}"] if choice >= FIRST_USE else []


def why_no_extra(state: PeaksState, seat: int, choice: int) -> tuple[str, str]:
    if FIRST_ACTION_BONUS <= choice < FIRST_ACTION_BONUS + len(ACTION_BONUSES):
        action = min(choice - FIRST_ACTION_BONUS, CLIMB)
        if state.mat[seat * MAT + CUBES + action] < CUBES_NEEDED:
            return "PK-15", f"You need {CUBES_NEEDED} cubes on {ACTION_NAMES[action]}."
        return "PK-15", "That would have no effect."
    if FIRST_USE <= choice < FIRST_USE + BONUS_CARDS:
        card = FIRST_BONUS + choice - FIRST_USE
        if card not in state.bonus[seat]:
            return "PK-16", f"{state.setup.game.texts.readable(state.content.names[card])} is not in your hand."
        if not may_spend_card(state, seat):
            return "PK-16", "You need your cards to pay for the climb."
        return "PK-16", "That would have no effect."
    return "PK-11", "There is no such thing to do in a turn."


def place_cube(state: PeaksState, seat: int, action: int) -> None:
    """A window opens before the first step only if this cube has made an action bonus possible (PK-13)."""
    at = seat * MAT + CUBES + action
    state.mat[at] += 1
    state.action = action
    state.step = 0
    state.stage = WINDOW if state.mat[at] == CUBES_NEEDED else NEXT_STEP
    if state.log is not None:
        state.log.append(Event("action", seat, {"action": ACTION_NAMES[action]}))


def announce(state: PeaksState, seat: int, offer: int) -> None:
    """A climb of a mountain for one of its groups begins; the card leaves the hand (PK-50)."""
    state.mountain = offer >> 1
    state.group = offer & 1
    state.climbers = bit(seat)
    state.brought = 0
    state.sure = 0
    state.danger = False
    state.extras = [0] * len(state.mountains)
    state.mountains[seat].remove(state.mountain)
    place_cube(state, seat, CLIMB)
    if state.log is not None:
        words: dict[str, object] = {"mountain": state.content.names[state.mountain], "group": GROUPS[state.group]}
        state.log.append(Event("climb", seat, words))


def propose(state: PeaksState, seat: int, offer: int) -> None:
    """Ask the others, in player order, for help on a climb that needs it (PK-70)."""
    state.mountain = offer >> 1
    state.group = offer & 1
    state.proposed.append(offer)
    state.bound = 0
    state.asked = 1
    state.stage = ANSWERS
    if state.log is not None:
        words: dict[str, object] = {"mountain": state.content.names[state.mountain], "group": GROUPS[state.group]}
        state.log.append(Event("propose", seat, words))


def climb_words(state: PeaksState) -> dict[str, object]:
    return {
        "mountain": state.content.names[state.mountain],
        "group": GROUPS[1 - state.group],
        "energy": state.content.shared_energy[state.mountain],
    }


def bring(state: PeaksState, seat: int, card: int, chance: Chance) -> None:
    """A companion comes along: its experience for all, its ability for its owner (PK-77, PK-78)."""
    content = state.content
    number = card - FIRST_COMPANION
    state.brought += experience_of(state, card)
    if state.log is not None:
        state.log.append(Event("bring", seat, {"card": content.names[card]}))
    kind = content.ability[number]
    amount = content.ability_amount[number]
    if kind == NOTHING:
        return
    if kind == ENERGY_GAIN:
        gain_energy(state, seat, amount)
    elif kind == SURE_FOOTED:
        state.sure |= bit(seat)
    elif kind >= NAMED_GEAR:
        gain_gear(state, seat, kind - NAMED_GEAR)
    else:
        extras = state.extras[:]
        extras[seat] += UNIT[kind] * amount
        state.extras = extras


def kept_cards(state: PeaksState) -> int:
    """The cards that must be left after paying: those the flag of a REST costs (PK-21)."""
    return state.content.price_cards if state.stage == REST_FLAG_PAID else 0


def holds(state: PeaksState, seat: int, card: int) -> bool:
    """Whether a card is one that a seat could discard."""
    if card >= FIRST_COMPANION:
        return card in companions_of(state, seat)
    return card in (state.bonus[seat] if card >= FIRST_BONUS else state.mountains[seat])


def add_cards(state: PeaksState, seat: int, offered: list[int]) -> None:
    """Add all cards that a seat could discard."""
    offered.extend(state.mountains[seat])
    offered.extend(state.bonus[seat])
    first = seat * MAT + COMPANION
    offered.extend(state.mat[slot] for slot in range(first, first + SLOTS) if state.mat[slot] != NONE)


def gear_choices(state: PeaksState, seat: int, types: int) -> list[int]:
    first = seat * MAT + GEAR
    most = state.content.most_gear
    offered: list[int] = [
        number for number in range(GEAR_TYPES) if types & BITS[number] and state.mat[first + number] < most
    ]
    offered.append(STOP)
    return offered


def gear_words(state: PeaksState, choice: int) -> str:
    return "gain nothing" if choice == STOP else f"gain {state.content.gear[choice]}"


def why_no_gear(state: PeaksState, choice: int, types: int) -> tuple[str, str]:
    if not 0 <= choice < GEAR_TYPES:
        return "PK-86", "There is no such gear."
    if not types >> choice & 1:
        return "PK-22", f"A {state.content.gear[choice]} cannot be gained here."
    return "PK-86", f"You have all the {state.content.gear[choice]} your mat has room for."


MOST_SEATS: Final = 6
CUBES_NEEDED: Final = 3
SIX: Final = list(range(6))
FOUR: Final = list(range(4))
BITS: Final = [1, 2, 4, 8, 16, 32]
ALL_GEAR: Final = 63
SLOT_CHOICES: Final = [0, 1, 2, STOP]
ALL_BONUS: Final = list(range(FIRST_BONUS, FIRST_BONUS + BONUS_CARDS))
CUBE_MOVES: Final = [origin * 3 + target for origin in range(3) for target in range(3) if origin != target]
EXTRAS: Final = [
    *range(FIRST_ACTION_BONUS, FIRST_ACTION_BONUS + len(ACTION_BONUSES)),
    *range(FIRST_USE, FIRST_USE + BONUS_CARDS),
]
SUBSETS: Final = [[chosen for chosen in range(8) if chosen & ~filled == 0] for filled in range(8)]
SUMMIT_WORDS: Final = ["gain nothing", "gain stamina", "gain experience-1", "gain experience-2"]
SUMMIT_GAINS: Final = [0, UNIT[STAMINA_STEP], UNIT[ADVANCE], 2 * UNIT[ADVANCE]]
ACTION_BONUS_GAINS: Final = [
    UNIT[STAMINA_STEP],
    UNIT[DIE],
    UNIT[FLAG],
    UNIT[ADVANCE],
    2 * UNIT[ADVANCE],
    3 * UNIT[ADVANCE],
]
HOMES: Final = [Home(seat) for seat in range(MOST_SEATS)]
BOOST: Final = [Boost(seat) for seat in range(MOST_SEATS)]
TURNS: Final = [Turn(seat) for seat in range(MOST_SEATS)]
WINDOWS: Final = [Window(seat) for seat in range(MOST_SEATS)]
ANSWER: Final = [Answer(seat) for seat in range(MOST_SEATS)]
TAG: Final = [Tag(seat) for seat in range(MOST_SEATS)]
PAY: Final = [Pay(seat) for seat in range(MOST_SEATS)]
TOSS: Final = [Toss(seat) for seat in range(MOST_SEATS)]
TRIM: Final = [Trim(seat) for seat in range(MOST_SEATS)]
REST_FLAGS: Final = [RestFlag(seat) for seat in range(MOST_SEATS)]
SHARED_FLAGS: Final = [SharedFlag(seat) for seat in range(MOST_SEATS)]
SUMMIT: Final = [Summit(seat) for seat in range(MOST_SEATS)]
BRING: Final = [Bring(seat) for seat in range(MOST_SEATS)]
GAIN: Final = [Gain(seat) for seat in range(MOST_SEATS)]
DIE_UPGRADES: Final = [UpgradeDie(seat) for seat in range(MOST_SEATS)]
TILE_UPGRADES: Final = [UpgradeTile(seat) for seat in range(MOST_SEATS)]
GEARS: Final = [ChooseGear(seat) for seat in range(MOST_SEATS)]
GEAR_PAIRS: Final = [GearPair(seat) for seat in range(MOST_SEATS)]
SLOTS_FULL: Final = [Slot(seat) for seat in range(MOST_SEATS)]
LAST_FLAGS: Final = [LastFlag(seat) for seat in range(MOST_SEATS)]
PLANS: Final = [NewPlans(seat) for seat in range(MOST_SEATS)]
RETHINKS: Final = [Rethink(seat) for seat in range(MOST_SEATS)]
DRAWS: Final = [DrawThree(seat) for seat in range(MOST_SEATS)]
KEEPS: Final = [Keep(seat) for seat in range(MOST_SEATS)]
EVERY_QUESTION: Final[list[list[PeaksDecision]]] = [
    list(HOMES),
    list(BOOST),
    list(TURNS),
    list(WINDOWS),
    list(ANSWER),
    list(TAG),
    list(PAY),
    list(TOSS),
    list(TRIM),
    list(REST_FLAGS),
    list(SHARED_FLAGS),
    list(SUMMIT),
    list(BRING),
    list(GAIN),
    list(DIE_UPGRADES),
    list(TILE_UPGRADES),
    list(GEARS),
    list(GEAR_PAIRS),
    list(SLOTS_FULL),
    list(LAST_FLAGS),
    list(PLANS),
    list(RETHINKS),
    list(DRAWS),
    list(KEEPS),
]
QUESTIONS: Final[dict[str, list[PeaksDecision]]] = {questions[0].kind: questions for questions in EVERY_QUESTION}
