"""REST, step by step: travel, buy a flag, the rest tile, energy (PK-20 to PK-26)."""

from __future__ import annotations

from typing import ClassVar, Final

from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.bonuses import OwnQuestion, cards_can_wait, cube_bonuses, is_bonus, place_cube
from cairn.games.peaks.content import (
    ACTIONS,
    ADVANCE,
    BONUS_CARDS,
    CAMP,
    CONTINENTS,
    FIRST_BONUS,
    FIRST_COMPANION,
    HIGH_GEAR,
    LESSON,
    LOW_GEAR,
    NEW_PLANS,
    REST,
    RETHINK,
    UNIT,
)
from cairn.games.peaks.gains import (
    ACTION_NAMES,
    PLACE_FLAG,
    Gain,
    choose_gear,
    discard,
    gain_bonus_card,
    gain_energy,
    move,
)
from cairn.games.peaks.mats import CUBES
from cairn.games.peaks.paying import Pay, Toss, can_pay
from cairn.games.peaks.questions import MOST_SEATS, ONLY_NO, STOP, YES, YES_OR_NO, PeaksDecision, Step
from cairn.games.peaks.state import NOTHING_NEW, PeaksState

LOW_TYPES: Final = 7
HIGH_TYPES: Final = 56
KEEP_ALL: Final = 0
"""Exchange no bonus card."""


class Travel(OwnQuestion):
    """Where do you travel? (PK-20)"""

    kind: ClassVar[str] = "travel"
    rules: ClassVar[tuple[str, ...]] = ("PK-20", "PK-11")

    def details(self, state: PeaksState) -> list[int]:
        return ALL_CONTINENTS

    def decide(self, state: PeaksState, choice: int, chance: Chance) -> None:
        move(state, self.seat, choice)
        if state.bonus[self.seat] and cards_can_wait(state, self.seat):
            state.news = NOTHING_NEW

    def words(self, state: PeaksState, choice: int) -> str:
        return f"travel {state.content.continents[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.words(state, choice): choice for choice in ALL_CONTINENTS} | self.bonus_answers(state)

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return self.why_no_bonus(state, choice) if is_bonus(choice) else refuse("PK-20", "no-such-continent")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "travel", {"continent": state.content.continents[state.continent(self.seat)]}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if is_bonus(choice):
            return self.bonus_caption(state, choice)
        continent = state.content.continents[choice]
        if choice == state.continent(self.seat):
            return "stay-in", {"continent": continent}
        return "travel", {"continent": continent}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        if is_bonus(choice):
            return self.bonus_elements(state, choice)
        return [f"continent:{state.content.continents[choice]}"]


class RestFlag(PeaksDecision):
    """Do you pay energy and cards for a flag here? (PK-21)"""

    kind: ClassVar[str] = "rest-flag"
    rules: ClassVar[tuple[str, ...]] = ("PK-21",)

    def choices(self, state: PeaksState) -> list[int]:
        content = state.content
        return YES_OR_NO if can_pay(state, self.seat, content.price, content.price_cards) else ONLY_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == YES:
            content = state.content
            state.stack.push(PLACE_FLAG[self.seat])
            if content.price_cards > 0:
                state.stack.push(Toss(self.seat, content.price_cards))
            state.stack.push(Pay(self.seat, content.price, content.price_cards))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "buy flag" if choice == YES else "no flag"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {"buy flag": YES, "no flag": 0}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-21", "buy-or-not")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "rest-flag", {"energy": state.content.price, "cards": state.content.price_cards}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("buy-flag", {}) if choice == YES else ("no-flag", {})


class RestBonus(Step):
    """The tile of the continent the seat is in. (PK-22 to PK-24)"""

    kind: ClassVar[str] = "rest-bonus"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        seat = self.seat
        tile = state.tiles[state.continent(seat)]
        if tile == CAMP:
            gain_energy(state, seat, state.stamina(seat) - state.energy(seat))
        elif tile == LOW_GEAR:
            choose_gear(state, seat, LOW_TYPES)
        elif tile == HIGH_GEAR:
            choose_gear(state, seat, HIGH_TYPES)
        elif tile == LESSON:
            if state.space(seat) < state.content.last_space:
                state.stack.push(Gain(seat, UNIT[ADVANCE], False))
        elif tile == NEW_PLANS:
            if state.bonus[seat]:
                state.stack.push(NEW_PLANS_FOR[seat])
        elif tile == RETHINK and any(state.cubes(seat, action) > 0 for action in range(len(ACTIONS))):
            state.stack.push(RETHINKS[seat])


class NewPlans(PeaksDecision):
    """Which bonus card do you exchange for a new one? (PK-23)"""

    kind: ClassVar[str] = "new-plans"
    rules: ClassVar[tuple[str, ...]] = ("PK-23",)

    def choices(self, state: PeaksState) -> list[int]:
        return [*state.bonus[self.seat], KEEP_ALL]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice != KEEP_ALL:
            discard(state, self.seat, choice)
            gain_bonus_card(state, self.seat, chance)

    def notation(self, state: PeaksState, choice: int) -> str:
        return "keep all" if choice == KEEP_ALL else f"exchange {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [KEEP_ALL, *ALL_BONUS]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if not FIRST_BONUS <= choice < FIRST_COMPANION:
            return refuse("PK-23", "no-bonus-card")
        return refuse("PK-23", "not-in-hand", card=state.content.names[choice])

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("keep-all", {}) if choice == KEEP_ALL else ("exchange", {"card": state.content.names[choice]})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == KEEP_ALL else [f"card:{state.content.names[choice]}"]


class Rethink(PeaksDecision):
    """Which cube do you move to another action? The answer is from * 3 + to. (PK-24)"""

    kind: ClassVar[str] = "rethink"
    rules: ClassVar[tuple[str, ...]] = ("PK-24",)

    def choices(self, state: PeaksState) -> list[int]:
        offered = [STOP]
        offered.extend(change for change in CUBE_MOVES if state.cubes(self.seat, change // len(ACTIONS)) > 0)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            return
        origin = choice // len(ACTIONS)
        target = choice % len(ACTIONS)
        state.add(self.seat, CUBES + origin, -1)
        place_cube(state, self.seat, target)
        if state.log is not None:
            state.log.append(
                Event("rethink", self.seat, {"origin": ACTION_NAMES[origin], "target": ACTION_NAMES[target]})
            )

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == STOP:
            return "move nothing"
        return f"move {ACTIONS[choice // len(ACTIONS)]} {ACTIONS[choice % len(ACTIONS)]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*CUBE_MOVES, STOP]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-24", "no-such-cube")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == STOP:
            return "move-no-cube", {}
        origin = ACTION_NAMES[choice // len(ACTIONS)]
        return "move-cube", {"origin": origin, "target": ACTION_NAMES[choice % len(ACTIONS)]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"cubes:{self.seat}:{ACTIONS[choice // len(ACTIONS)]}"]


class RestEnergy(Step):
    """Up to the stamina or by the die, whichever is more. (PK-25)"""

    kind: ClassVar[str] = "rest-energy"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        news = state.news
        gain_energy(state, self.seat, rest_energy(state, self.seat))
        if cube_bonuses(state, self.seat) == 0:
            # No card is worth more after this than before it (PK-13).
            state.news = news


def rest_energy(state: PeaksState, seat: int) -> int:
    by_die = state.content.rest_die[state.die(seat, REST)]
    to_stamina = state.stamina(seat) - state.energy(seat)
    return to_stamina if to_stamina > by_die else by_die


ALL_CONTINENTS: Final = list(range(CONTINENTS))
ALL_BONUS: Final = list(range(FIRST_BONUS, FIRST_BONUS + BONUS_CARDS))
CUBE_MOVES: Final = [origin * 3 + target for origin in range(3) for target in range(3) if origin != target]
TRAVEL: Final = [Travel(seat) for seat in range(MOST_SEATS)]
REST_FLAG: Final = [RestFlag(seat) for seat in range(MOST_SEATS)]
REST_BONUS: Final = [RestBonus(seat) for seat in range(MOST_SEATS)]
REST_ENERGY: Final = [RestEnergy(seat) for seat in range(MOST_SEATS)]
NEW_PLANS_FOR: Final = [NewPlans(seat) for seat in range(MOST_SEATS)]
RETHINKS: Final = [Rethink(seat) for seat in range(MOST_SEATS)]
