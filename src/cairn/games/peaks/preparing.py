"""PREPARE, step by step: a mountain, the display moves on, gear, more mountains, gear by the die (PK-30 to PK-34)."""

from __future__ import annotations

from typing import ClassVar, Final

from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.bonuses import OwnQuestion, is_bonus
from cairn.games.peaks.content import DECKS, GEAR_TYPES, MOUNTAINS, PREPARE
from cairn.games.peaks.gains import (
    ALL_TYPES,
    GEAR_CHOICES,
    ChooseGear,
    draw,
    gain_gear,
    gain_mountain,
    gear_with_room,
    gear_words,
    next_deck,
    room_for_gear,
    why_no_gear,
)
from cairn.games.peaks.mats import NONE
from cairn.games.peaks.questions import MOST_SEATS, STOP, PeaksDecision, Step
from cairn.games.peaks.state import NO_CARDS, SOMETHING, A, B, PeaksState, pile_of

FROM_DECK: Final = 4
"""A deck; before it the slots of the display."""
TAKE_NOTHING: Final = 6
KEEP_NONE: Final = MOUNTAINS


class TakeMountain(OwnQuestion):
    """Which mountain do you gain? (PK-30)"""

    kind: ClassVar[str] = "take"
    rules: ClassVar[tuple[str, ...]] = ("PK-30", "PK-11")

    def details(self, state: PeaksState) -> list[int]:
        there = decks_left(state)
        one = FIRST_SLOT
        for card in state.display:
            if card != NONE:
                there |= one
            one += one
        return TAKE_CHOICES[there]

    def decide(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice < FROM_DECK:
            card = state.display[choice]
            state.display[choice] = NONE
            state.mountains[self.seat].append(card)
            if state.log is not None:
                state.log.append(Event("mountain", self.seat, {"card": state.content.names[card]}))
        elif choice < TAKE_NOTHING:
            gain_mountain(state, self.seat, choice - FROM_DECK, chance)

    def words(self, state: PeaksState, choice: int) -> str:
        if choice < FROM_DECK:
            return f"take display-{choice + 1}"
        return f"take deck-{DECKS[choice - FROM_DECK]}" if choice < TAKE_NOTHING else "take nothing"

    def answers(self, state: PeaksState) -> dict[str, int]:
        known = [*range(len(state.display)), *range(FROM_DECK, TAKE_NOTHING + 1)]
        return {self.words(state, choice): choice for choice in known} | self.bonus_answers(state)

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if is_bonus(choice):
            return self.why_no_bonus(state, choice)
        if FROM_DECK <= choice < TAKE_NOTHING:
            return refuse("PK-38", "deck-empty")
        return refuse("PK-30", "slot-empty")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if is_bonus(choice):
            return self.bonus_caption(state, choice)
        if choice < FROM_DECK:
            return "take-card", {"card": state.content.names[state.display[choice]]}
        if choice < TAKE_NOTHING:
            return "take-from-deck", {"deck": DECKS[choice - FROM_DECK].upper()}
        return "take-nothing", {}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        if is_bonus(choice):
            return self.bonus_elements(state, choice)
        if choice < FROM_DECK:
            return [f"card:{state.content.names[state.display[choice]]}"]
        return [f"deck:{DECKS[choice - FROM_DECK]}"] if choice < TAKE_NOTHING else []


class Refill(Step):
    """The leftmost card goes if it is still there, the others slide left, and the display is filled. (PK-31)"""

    kind: ClassVar[str] = "refill"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        display = state.display
        if display[0] != NONE:
            state.discards[pile_of(state.content, display[0])].append(display[0])
            if state.log is not None:
                state.log.append(Event("sweep", self.seat, {"card": state.content.names[display[0]]}))
            display[0] = NONE
        fill_display(state, chance)
        state.happened(self.seat, SOMETHING)


def fill_display(state: PeaksState, chance: Chance) -> None:
    """Slide left and fill up from the deck next to the display, or else from the other (PK-31, PK-38)."""
    display = state.display
    filled = 0
    for slot in range(len(display)):
        card = display[slot]
        if card != NONE:
            if slot > filled:
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


def decks_left(state: PeaksState) -> int:
    """The mountain decks that are not used up, bit d for deck d (PK-38)."""
    left = 0
    if state.pools[A] or state.discards[A]:
        left |= 1
    if state.pools[B] or state.discards[B]:
        left |= 2
    return left


class GearPair(PeaksDecision):
    """Of which gear do you gain up to two? (PK-32)"""

    kind: ClassVar[str] = "gear-pair"
    rules: ClassVar[tuple[str, ...]] = ("PK-32", "PK-86")

    def choices(self, state: PeaksState) -> list[int]:
        return GEAR_CHOICES[gear_with_room(state, self.seat, ALL_TYPES)]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice != STOP:
            gain_gear(state, self.seat, choice)
            gain_gear(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return gear_words(state, choice)

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {gear_words(state, choice): choice for choice in [*range(GEAR_TYPES), STOP]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return why_no_gear(state, choice, ALL_TYPES)

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("gain-nothing", {}) if choice == STOP else ("gain-gear-pair", {"gear": state.content.gear[choice]})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"gear:{self.seat}:{state.content.gear[choice]}"]


class DrawThree(PeaksDecision):
    """From which deck do you draw three mountains? (PK-33)"""

    kind: ClassVar[str] = "draw"
    rules: ClassVar[tuple[str, ...]] = ("PK-33", "PK-37")

    def choices(self, state: PeaksState) -> list[int]:
        return DRAW_CHOICES[decks_left(state)]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            return
        drawn: list[int] = []
        for _ in range(state.content.drawn):
            card = draw(state, choice, chance)
            if card != NONE:
                drawn.append(card)
        state.drawn = drawn
        state.stack.push(KEEP[self.seat])
        if state.log is not None:
            state.log.append(Event("draw", self.seat, {"cards": state.named(drawn)}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "draw nothing" if choice == STOP else f"draw {DECKS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*range(len(DECKS)), STOP]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-38", "deck-empty")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("draw-nothing", {}) if choice == STOP else ("draw", {"deck": DECKS[choice].upper()})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"deck:{DECKS[choice]}"]


class Keep(PeaksDecision):
    """Which of the drawn mountains do you keep? (PK-33)"""

    kind: ClassVar[str] = "keep"
    rules: ClassVar[tuple[str, ...]] = ("PK-33",)

    def choices(self, state: PeaksState) -> list[int]:
        return [*state.drawn, KEEP_NONE]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        for card in state.drawn:
            if card == choice:
                state.mountains[self.seat].append(card)
            else:
                state.discards[pile_of(state.content, card)].append(card)
        state.drawn = NO_CARDS
        state.happened(self.seat, SOMETHING)
        if state.log is not None and choice != KEEP_NONE:
            state.log.append(Event("mountain", self.seat, {"card": state.content.names[choice]}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "keep nothing" if choice == KEEP_NONE else f"keep {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in range(KEEP_NONE + 1)}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-33", "not-drawn")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("keep-nothing", {}) if choice == KEEP_NONE else ("keep", {"card": state.content.names[choice]})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == KEEP_NONE else [f"card:{state.content.names[choice]}"]


class GearByDie(Step):
    """As many gear as the die shows, one by one. (PK-34)"""

    kind: ClassVar[str] = "gear-die"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        count = state.content.prepare_die[state.die(self.seat, PREPARE)]
        if count > 0 and room_for_gear(state, self.seat, ALL_TYPES):
            state.stack.push(ChooseGear(self.seat, ALL_TYPES, count - 1, False))


FIRST_SLOT: Final = 4
"""The bit of the first slot in a set of what can be taken; before it those of the decks."""
TAKE_CHOICES: Final[list[list[int]]] = [
    [
        *[slot for slot in range(FROM_DECK) if there & FIRST_SLOT * 2**slot],
        *[FROM_DECK + deck for deck in range(len(DECKS)) if there & 2**deck],
        TAKE_NOTHING,
    ]
    for there in range(FIRST_SLOT * 2**FROM_DECK)
]
DRAW_CHOICES: Final[list[list[int]]] = [
    [*[deck for deck in range(len(DECKS)) if left & 2**deck], STOP] for left in range(FIRST_SLOT)
]
TAKE: Final = [TakeMountain(seat) for seat in range(MOST_SEATS)]
REFILL: Final = [Refill(seat) for seat in range(MOST_SEATS)]
GEAR_PAIR: Final = [GearPair(seat) for seat in range(MOST_SEATS)]
DRAW_THREE: Final = [DrawThree(seat) for seat in range(MOST_SEATS)]
KEEP: Final = [Keep(seat) for seat in range(MOST_SEATS)]
GEAR_DIE: Final = [GearByDie(seat) for seat in range(MOST_SEATS)]
