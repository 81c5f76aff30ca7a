"""Paying energy, with cards discarded for it (PK-61, PK-63), and what a seat can pay for.

Whether a seat can pay is told by what lies open: its energy and how many cards it has, each worth 1. A bonus card that
gives more is used first, in the open, so nobody is committed to a price that only a hidden card could meet (PK-62).
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.content import ENERGY_GAIN, FIRST_BONUS, FIRST_BOOST, FIRST_COMPANION, GAINS, MOUNTAINS, UNIT
from cairn.games.peaks.gains import GainAll, discard, gain_energy, has_effect, put_away, take
from cairn.games.peaks.mats import ENERGY
from cairn.games.peaks.questions import MOST_SEATS, PeaksDecision
from cairn.games.peaks.state import NEW_CHANCE, SOMETHING, PeaksState

PAY: Final = 255
FIRST_ENERGY_USE: Final = 256
"""From here on: a bonus card used for its energy, FIRST_ENERGY_USE + card."""


class Paying(PeaksDecision):
    """Pay the energy, or get more of it first: discard a card for one, or use a bonus card. (PK-61 to PK-63)"""

    def __init__(self, seat: int, due: int) -> None:
        super().__init__(seat)
        self.due = due

    def pay(self, state: PeaksState) -> None:
        pay_energy(state, self.seat, self.due)

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == PAY:
            self.pay(state)
            return
        state.stack.push(self)
        if choice >= FIRST_ENERGY_USE:
            use_card(state, self.seat, choice - FIRST_ENERGY_USE, chance)
        else:
            discard(state, self.seat, choice)
            gain_energy(state, self.seat, 1)

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == PAY:
            return f"pay {self.due}"
        if choice >= FIRST_ENERGY_USE:
            return f"use {state.content.names[choice - FIRST_ENERGY_USE]}"
        return f"discard {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        known = [PAY, *range(FIRST_BOOST), *ALL_ENERGY_USES]
        return {self.notation(state, choice): choice for choice in known}

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "pay", {"due": self.due, "energy": state.energy(self.seat)}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == PAY:
            return "pay", {"due": self.due}
        if choice >= FIRST_ENERGY_USE:
            return use_caption(state, choice - FIRST_ENERGY_USE)
        return "discard-for-energy", {"card": state.content.names[choice]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        if choice == PAY:
            return []
        card = choice - FIRST_ENERGY_USE if choice >= FIRST_ENERGY_USE else choice
        return [f"card:{state.content.names[card]}"]

    def fields(self) -> dict[str, object]:
        return {"due": self.due}


class Pay(Paying):
    """Pay for a flag. `kept` cards must be left: those that it costs besides energy. (PK-21, PK-67)"""

    kind: ClassVar[str] = "pay"
    rules: ClassVar[tuple[str, ...]] = ("PK-61", "PK-63", "PK-62")

    def __init__(self, seat: int, due: int, kept: int) -> None:
        super().__init__(seat, due)
        self.kept = kept

    def choices(self, state: PeaksState) -> list[int]:
        offered: list[int] = []
        if state.energy(self.seat) >= self.due:
            offered.append(PAY)
        if state.energy(self.seat) < state.content.last_energy and state.cards_of(self.seat) > self.kept:
            add_cards(state, self.seat, offered)
            add_energy_cards(state, self.seat, offered)
        return offered

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if choice == PAY:
            return refuse("PK-61", "not-enough-energy", energy=state.energy(self.seat), due=self.due)
        if choice in ALL_ENERGY_USES:
            return why_no_energy_card(state, self.seat, choice - FIRST_ENERGY_USE)
        if not 0 <= choice < FIRST_BOOST or not holds(state, self.seat, choice):
            return refuse("PK-63", "not-your-card")
        if state.energy(self.seat) >= state.content.last_energy:
            return refuse("PK-63", "energy-full")
        return refuse("PK-21", "cards-for-the-flag", cards=self.kept)

    def fields(self) -> dict[str, object]:
        return {"due": self.due, "kept": self.kept}


class Discarding(PeaksDecision):
    """Which card do you discard?"""

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        discard(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return f"discard {state.content.names[choice]}"

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return "discard", {"card": state.content.names[choice]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"card:{state.content.names[choice]}"]


class Toss(Discarding):
    """Which card do you discard for the flag? (PK-21)"""

    kind: ClassVar[str] = "toss"
    rules: ClassVar[tuple[str, ...]] = ("PK-21",)

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count = count

    def choices(self, state: PeaksState) -> list[int]:
        offered: list[int] = []
        add_cards(state, self.seat, offered)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        discard(state, self.seat, choice)
        if self.count > 1:
            state.stack.push(Toss(self.seat, self.count - 1))

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in range(FIRST_BOOST)}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-21", "not-your-card")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "toss", {"count": self.count}

    def fields(self) -> dict[str, object]:
        return {"count": self.count}


class Trim(Discarding):
    """You hold too many mountains: which do you discard? (PK-35)"""

    kind: ClassVar[str] = "trim"
    rules: ClassVar[tuple[str, ...]] = ("PK-35",)

    def choices(self, state: PeaksState) -> list[int]:
        return state.mountains[self.seat][:]

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in range(MOUNTAINS)}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-35", "not-your-mountain")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "trim", {"limit": state.content.hand_limit}


def pay_energy(state: PeaksState, seat: int, due: int) -> None:
    if state.energy(seat) == state.content.last_energy:
        # With room on the track again, bonus cards that give energy are of use again.
        state.happened(seat, NEW_CHANCE)
    state.add(seat, ENERGY, -due)
    if state.log is not None:
        state.log.append(Event("pay", seat, {"energy": due}))


def can_pay(state: PeaksState, seat: i64, due: i64, kept: i64) -> bool:
    """Whether a seat can pay this with what lies open, and have some cards left."""
    spare = state.cards_of(seat) - kept
    return spare >= 0 and state.energy(seat) + spare >= due


def might_pay(state: PeaksState, seat: int, due: int) -> bool:
    """Whether a seat could pay this if its hidden cards were the best there are: then it is asked (PK-62)."""
    hidden = len(state.bonus[seat]) * (state.content.most_energy - 1)
    return state.energy(seat) + state.cards_of(seat) + hidden >= due


def add_cards(state: PeaksState, seat: int, offered: list[int]) -> None:
    """Add all cards that a seat could discard."""
    offered.extend(state.mountains[seat])
    offered.extend(state.bonus[seat])
    offered.extend(state.companions_of(seat))


def holds(state: PeaksState, seat: int, card: int) -> bool:
    """Whether a card is one that a seat could discard."""
    if card >= FIRST_COMPANION:
        return card in state.companions_of(seat)
    return card in (state.bonus[seat] if card >= FIRST_BONUS else state.mountains[seat])


def add_energy_cards(state: PeaksState, seat: int, offered: list[int]) -> None:
    """Add the bonus cards that give energy, as cards to be used (PK-62)."""
    hand = state.bonus[seat]
    if hand and state.energy(seat) < state.content.last_energy:
        gains = state.content.discard_gain
        offered += [FIRST_ENERGY_USE + card for card in hand if gains[card - FIRST_BONUS] == ENERGY_GAIN]


def why_no_energy_card(state: PeaksState, seat: int, card: int) -> Refusal:
    content = state.content
    if card >= len(content.names):
        return Refusal("PK-62", "", {})
    if card not in state.bonus[seat]:
        return refuse("PK-16", "not-in-hand", card=content.names[card])
    if content.discard_gain[card - FIRST_BONUS] != ENERGY_GAIN:
        return refuse("PK-62", "gives-no-energy", card=content.names[card])
    if not has_effect(state, seat, ENERGY_GAIN):
        return refuse("PK-63", "energy-full")
    return refuse("PK-62", "energy-not-needed", card=content.names[card])


def use_card(state: PeaksState, seat: int, card: int, chance: Chance) -> None:
    """Discard a bonus card for its smaller bonus (PK-16)."""
    content = state.content
    put_away(state, seat, card)
    state.happened(seat, SOMETHING)
    if state.log is not None:
        state.log.append(Event("use", seat, {"card": content.names[card]}))
    kind = content.discard_gain[card - FIRST_BONUS]
    amount = content.discard_amount[card - FIRST_BONUS]
    if kind == ENERGY_GAIN:
        gain_energy(state, seat, amount)
    elif amount == 1:
        take(state, seat, kind, chance)
    else:
        state.stack.push(GainAll(seat, UNIT[kind] * amount, False))


def use_caption(state: PeaksState, card: int) -> tuple[str, dict[str, object]]:
    content = state.content
    kind = content.discard_gain[card - FIRST_BONUS]
    what = "energy" if kind == ENERGY_GAIN else GAINS[kind]
    amount = content.discard_amount[card - FIRST_BONUS]
    return "use", {"card": content.names[card], "what": {what: amount}}


ALL_ENERGY_USES: Final = range(FIRST_ENERGY_USE + FIRST_BONUS, FIRST_ENERGY_USE + FIRST_COMPANION)
TRIM: Final = [Trim(seat) for seat in range(MOST_SEATS)]
