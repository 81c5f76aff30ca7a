"""CLIMB, step by step: announce, tag along, set out, pay, danger, and what the climb gives (PK-50 to PK-78)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.bits import BIT, bit
from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.bonuses import OwnQuestion, is_bonus, might_use, open_window
from cairn.games.peaks.content import (
    ADVANCE,
    ANY_GEAR,
    CLIMB,
    ENERGY_GAIN,
    FIRST_BOOST,
    FIRST_COMPANION,
    GEAR_TYPES,
    MOUNTAINS,
    NAMED_GEAR,
    NOTHING,
    STAMINA_STEP,
    SURE_FOOTED,
    UNIT,
)
from cairn.games.peaks.gains import (
    ALL_TYPES,
    PLACE_FLAG,
    ChooseGear,
    Gain,
    GainAll,
    discard,
    gain_energy,
    gain_gear,
    left,
    move,
    room_for_gear,
    take,
)
from cairn.games.peaks.mats import GEAR, NONE, SLOTS, USES
from cairn.games.peaks.paying import (
    ALL_ENERGY_USES,
    FIRST_ENERGY_USE,
    PAY,
    Pay,
    Paying,
    add_energy_cards,
    can_pay,
    might_pay,
    pay_energy,
    use_caption,
    use_card,
    why_no_energy_card,
)
from cairn.games.peaks.questions import MOST_SEATS, NO, YES, YES_OR_NO, PeaksDecision, Step
from cairn.games.peaks.requirements import (
    NO_SLOT,
    UNFIT,
    acclimatized,
    can_climb_alone,
    can_climb_together,
    can_come,
    help_with,
    in_hand,
    is_promised,
    might_come,
    missing_gear,
    price,
    reach,
    reach_under,
    rolls_needed,
)
from cairn.games.peaks.state import CLIMBED_BY, GROUPS, NO_CARDS, SOMETHING, Climb, PeaksState

FIRST_CLIMB: Final = 64
"""From here on: a mountain and a group, FIRST_CLIMB + mountain * 2 + group."""
TURN_BACK: Final = 63
FIRST_BRING: Final = 512
"""From here on: a companion who is to come along, FIRST_BRING + card."""


class Announce(OwnQuestion):
    """Which mountain do you climb, and for which of its groups? (PK-50)"""

    kind: ClassVar[str] = "announce"
    rules: ClassVar[tuple[str, ...]] = ("PK-50", "PK-51", "PK-11")

    def details(self, state: PeaksState) -> list[int]:
        offer = state.proposal
        if offer is not None:
            return [FIRST_CLIMB + offer.mountain * 2 + offer.group]
        offered: list[int] = []
        for mountain in state.mountains[self.seat]:
            if can_climb_alone(state, self.seat, mountain):
                offered.append(FIRST_CLIMB + mountain * 2)
                offered.append(FIRST_CLIMB + mountain * 2 + 1)
        if not offered:
            offered.append(TURN_BACK)
        return offered

    def decide(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == TURN_BACK:
            if state.log is not None:
                state.log.append(Event("turn-back", self.seat, {}))
            return
        mountain = (choice - FIRST_CLIMB) >> 1
        group = (choice - FIRST_CLIMB) & 1
        state.climb = Climb(mountain, group, bit(self.seat), [0] * len(state.mountains))
        state.mountains[self.seat].remove(mountain)
        if state.log is not None:
            name = state.content.names[mountain]
            state.log.append(Event("climb", self.seat, {"mountain": name, "group": GROUPS[group]}))

    def may_spend_card(self, state: PeaksState) -> bool:
        """Some climb must be left that can be paid; who can make none yet may try whatever helps."""
        offer = state.proposal
        if offer is not None:
            return can_climb_together(state, self.seat, offer.mountain, 1)
        any_now = False
        for mountain in state.mountains[self.seat]:
            if can_climb_alone(state, self.seat, mountain):
                any_now = True
                if can_climb_alone(state, self.seat, mountain, 1):
                    return True
        return not any_now

    def words(self, state: PeaksState, choice: int) -> str:
        if choice == TURN_BACK:
            return "turn back"
        return f"climb {state.content.names[(choice - FIRST_CLIMB) >> 1]} {GROUPS[(choice - FIRST_CLIMB) & 1]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        known = [TURN_BACK, *range(FIRST_CLIMB, FIRST_CLIMB + 2 * MOUNTAINS)]
        return {self.words(state, choice): choice for choice in known} | self.bonus_answers(state)

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if is_bonus(choice):
            return self.why_no_bonus(state, choice)
        if choice == TURN_BACK:
            return refuse("PK-50", "climb-something")
        if FIRST_CLIMB <= choice < FIRST_CLIMB + 2 * MOUNTAINS:
            if state.proposal is not None:
                return refuse("PK-71", "agreed-otherwise", mountain=state.content.names[state.proposal.mountain])
            return why_no_climb(state, self.seat, (choice - FIRST_CLIMB) >> 1)
        return refuse("PK-50", "no-such-climb")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if is_bonus(choice):
            return self.bonus_caption(state, choice)
        if choice == TURN_BACK:
            return "turn-back", {}
        offer = choice - FIRST_CLIMB
        return "climb-risky" if is_risky(state, offer) else "climb", offer_words(state, offer)

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        if is_bonus(choice):
            return self.bonus_elements(state, choice)
        if choice == TURN_BACK:
            return []
        offer = choice - FIRST_CLIMB
        return [f"card:{state.content.names[offer >> 1]}", f"group:{GROUPS[offer & 1]}"]


class NameClimb(Step):
    """Which mountain is climbed is asked, unless it is agreed and nothing could be used before. (PK-50, PK-71)

    Whether it is asked depends on what lies open alone.
    """

    kind: ClassVar[str] = "name-climb"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        announce = ANNOUNCE[self.seat]
        if state.proposal is None or might_use(state, self.seat):
            state.stack.push(announce)
        else:
            announce.apply(state, announce.details(state)[0], chance)


class TagAlong(Step):
    """The others say in player order whether they come; who has agreed to does. (PK-52, PK-71)"""

    kind: ClassVar[str] = "tag-along"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        climb = state.climb
        assert climb is not None
        state.stack.push(SET_OUT[self.seat])
        for place in range(len(state.mountains) - 1, 0, -1):
            seat = state.nth(place)
            if state.bound & bit(seat):
                come_along(state, seat)
            elif might_come(state, seat, climb.mountain):
                state.stack.push(TAG[seat])


class Invitation(PeaksDecision):
    """A question to another seat that it may need energy for: it can use bonus cards for that first (PK-62)."""

    def able(self, state: PeaksState) -> bool:
        """Whether the seat can pay with what lies open."""
        raise NotImplementedError

    def use(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.stack.push(self)
        use_card(state, self.seat, choice - FIRST_ENERGY_USE, chance)

    def use_words(self, state: PeaksState, choice: int) -> str:
        return f"use {state.content.names[choice - FIRST_ENERGY_USE]}"

    def use_answers(self, state: PeaksState) -> dict[str, int]:
        return {self.use_words(state, choice): choice for choice in ALL_ENERGY_USES}

    def use_elements(self, state: PeaksState, choice: int) -> list[str]:
        return [f"card:{state.content.names[choice - FIRST_ENERGY_USE]}"]


class YesOrNo(Invitation):
    """An invitation to be taken or not.

    Asked even if only one answer is left: that there is only one is nobody else's business.
    """

    words: ClassVar[tuple[str, str]] = ("no", "yes")
    """The notations of no and of yes; with hyphens they are the keys of their captions."""

    def decide(self, state: PeaksState, choice: int) -> None:
        """Carry out a yes or a no."""
        raise NotImplementedError

    def why_not_that(self, state: PeaksState, choice: int) -> Refusal:
        """Why yes is not possible, or what the answers are."""
        raise NotImplementedError

    def choices(self, state: PeaksState) -> list[int]:
        if self.able(state):
            return YES_OR_NO
        offered = [NO]
        add_energy_cards(state, self.seat, offered)
        return offered

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice >= FIRST_ENERGY_USE:
            self.use(state, choice, chance)
        else:
            self.decide(state, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return self.use_words(state, choice) if choice >= FIRST_ENERGY_USE else self.words[choice]

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.words[YES]: YES, self.words[NO]: NO} | self.use_answers(state)

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if choice >= FIRST_ENERGY_USE:
            return why_no_energy_card(state, self.seat, choice - FIRST_ENERGY_USE)
        return self.why_not_that(state, choice)

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice >= FIRST_ENERGY_USE:
            return use_caption(state, choice - FIRST_ENERGY_USE)
        return self.words[choice].replace(" ", "-"), {}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return self.use_elements(state, choice) if choice >= FIRST_ENERGY_USE else []


class Tag(YesOrNo):
    """Do you tag along? (PK-52)"""

    kind: ClassVar[str] = "tag"
    rules: ClassVar[tuple[str, ...]] = ("PK-52", "PK-53", "PK-62")
    words: ClassVar[tuple[str, str]] = ("stay", "tag")

    def able(self, state: PeaksState) -> bool:
        climb = state.climb
        assert climb is not None
        return can_come(state, self.seat, climb.mountain)

    def decide(self, state: PeaksState, choice: int) -> None:
        state.happened(state.player, SOMETHING)
        if choice == YES:
            come_along(state, self.seat)
        elif state.log is not None:
            state.log.append(Event("stay", self.seat, {}))

    def why_not_that(self, state: PeaksState, choice: int) -> Refusal:
        climb = state.climb
        assert climb is not None
        if choice == YES:
            return refuse("PK-52", "cannot-pay-shared", mountain=state.content.names[climb.mountain])
        return refuse("PK-52", "tag-or-stay")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        climb = state.climb
        assert climb is not None
        return "tag", climb_words(state, climb.mountain, climb.group)


def come_along(state: PeaksState, seat: int) -> None:
    climb = state.climb
    assert climb is not None
    climb.climbers |= bit(seat)
    if state.log is not None:
        state.log.append(Event("tag", seat, {}))


class SetOut(Step):
    """All climbers travel, then each in player order pays; then the danger die falls. (PK-54, PK-61)

    Before that the current player, who knows by now who comes, may use bonuses (PK-13).
    """

    kind: ClassVar[str] = "set-out"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if open_window(state, self.seat, self):
            return
        climb = state.climb
        assert climb is not None
        due = price(state)
        climb.setting_out = False
        state.stack.push(DANGER[self.seat])
        for seat in climbers_last_first(state):
            state.stack.push(PayClimb(seat, due))
        for seat in range(len(state.mountains)):
            if climb.climbers & bit(seat):
                move(state, seat, state.content.continent[climb.mountain])


class PayClimb(Paying):
    """Pay for the climb: energy and gear. Companions who come along may help. (PK-56, PK-61, PK-63, PK-77)"""

    kind: ClassVar[str] = "pay-climb"
    rules: ClassVar[tuple[str, ...]] = ("PK-61", "PK-63", "PK-77", "PK-62", "PK-56")

    def choices(self, state: PeaksState) -> list[int]:
        climb = state.climb
        assert climb is not None
        offered = [PAY] if self.is_ready(state, climb) else []
        came = climb.came_of(self.seat)
        may_go = NO_CARDS
        slot: i64
        for slot in range(SLOTS):
            card: i64 = state.companion(self.seat, slot)
            if card != NONE and not came >> slot & 1:
                if self.may_bring(state, climb, card):
                    offered.append(FIRST_BRING + card)
                if self.may_discard(state, climb, slot, card):
                    may_go = [*may_go, card]
        if state.energy(self.seat) < state.content.last_energy:
            hand = state.bonus[self.seat]
            offered += state.mountains[self.seat]
            if hand:
                offered += hand
            if may_go:
                offered += may_go
            if hand:
                add_energy_cards(state, self.seat, offered)
        return offered

    def is_ready(self, state: PeaksState, climb: Climb) -> bool:
        if state.energy(self.seat) < self.due or missing_gear(state, self.seat, climb.mountain):
            return False
        return not promised(state, self.seat)

    def may_bring(self, state: PeaksState, climb: Climb, card: i64) -> bool:
        """Whoever comes along cannot be discarded to pay: enough must be left."""
        if state.content.ability[card - FIRST_COMPANION] == ENERGY_GAIN or is_promised(state, card):
            return True
        offer = state.proposal
        comes = [card] if offer is None else [*offer.companions, card]
        return reach_under(state, self.seat, climb.mountain, comes) >= self.due

    def may_discard(self, state: PeaksState, climb: Climb, slot: i64, card: i64) -> bool:
        return not is_promised(state, card) and reach(state, self.seat, climb.mountain, slot) + 1 >= self.due

    def pay(self, state: PeaksState) -> None:
        climb = state.climb
        assert climb is not None
        pay_energy(state, self.seat, self.due)
        for kind in state.content.needs_gear[climb.mountain]:
            state.add(self.seat, GEAR + kind, -1)

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice < FIRST_BRING:
            super().apply(state, choice, chance)
            return
        climb = state.climb
        assert climb is not None
        state.stack.push(self)
        bring(state, climb, self.seat, choice - FIRST_BRING)

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice < FIRST_BRING:
            return super().notation(state, choice)
        return f"bring {state.content.names[choice - FIRST_BRING]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        companions = range(FIRST_BRING + FIRST_COMPANION, FIRST_BRING + FIRST_BOOST)
        return super().answers(state) | {self.notation(state, choice): choice for choice in companions}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        content = state.content
        climb = state.climb
        assert climb is not None
        if choice == PAY:
            if promised(state, self.seat):
                return refuse("PK-73", "promised", card=content.names[promised(state, self.seat)[0]])
            if missing_gear(state, self.seat, climb.mountain):
                return refuse("PK-56", "gear-first")
            return refuse("PK-61", "not-enough-energy", energy=state.energy(self.seat), due=self.due)
        if FIRST_BRING + FIRST_COMPANION <= choice < FIRST_BRING + FIRST_BOOST:
            return self.why_not_bring(state, climb, choice - FIRST_BRING)
        if choice in ALL_ENERGY_USES:
            return why_no_energy_card(state, self.seat, choice - FIRST_ENERGY_USE)
        if FIRST_COMPANION <= choice < FIRST_BOOST and choice in state.companions_of(self.seat):
            if is_promised(state, choice):
                return refuse("PK-73", "promised", card=content.names[choice])
            if climb.came_of(self.seat) & BIT[state.slot_of(self.seat, choice)]:
                return refuse("PK-76", "on-the-rope", card=content.names[choice])
        if state.energy(self.seat) >= content.last_energy:
            return refuse("PK-63", "energy-full")
        if FIRST_COMPANION <= choice < FIRST_BOOST and choice in state.companions_of(self.seat):
            return refuse("PK-77", "needed-on-the-climb", card=content.names[choice])
        return refuse("PK-63", "not-your-card")

    def why_not_bring(self, state: PeaksState, climb: Climb, card: int) -> Refusal:
        slot = state.slot_of(self.seat, card)
        if slot == NONE:
            return refuse("PK-77", "not-your-companion", card=state.content.names[card])
        if climb.came_of(self.seat) & BIT[slot]:
            return refuse("PK-77", "comes-already", card=state.content.names[card])
        return refuse("PK-77", "needed-as-energy", card=state.content.names[card])

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "pay-climb", {"due": self.due, "energy": state.energy(self.seat), "rolls": rolls_needed(state)}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice < FIRST_BRING:
            return super().caption(state, choice)
        return "bring", {"card": state.content.names[choice - FIRST_BRING]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        if choice < FIRST_BRING:
            return super().elements(state, choice)
        return [f"card:{state.content.names[choice - FIRST_BRING]}"]


def promised(state: PeaksState, seat: int) -> list[int]:
    """The companions of a seat who must come by agreement and have not yet (PK-73)."""
    offer = state.proposal
    climb = state.climb
    if offer is None or climb is None or not offer.companions:
        return NO_CARDS
    came = climb.came_of(seat)
    return [
        state.companion(seat, slot)
        for slot in range(SLOTS)
        if state.companion(seat, slot) in offer.companions and not came & BIT[slot]
    ]


def bring(state: PeaksState, climb: Climb, seat: int, card: int) -> None:
    """A companion comes along: its experience for all, its ability for its owner (PK-76 to PK-78)."""
    content = state.content
    number = card - FIRST_COMPANION
    slot = state.slot_of(seat, card)
    climb.came |= BIT[seat * SLOTS + slot]
    climb.experience += content.companion_experience[number]
    state.add(seat, USES + slot, -1)
    state.happened(state.player, SOMETHING)
    if state.log is not None:
        state.log.append(Event("bring", seat, {"card": content.names[card]}))
    kind = content.ability[number]
    amount = content.ability_amount[number]
    if kind == NOTHING:
        return
    if kind == ENERGY_GAIN:
        gain_energy(state, seat, amount)
    elif kind == SURE_FOOTED:
        climb.sure |= bit(seat)
    elif kind >= NAMED_GEAR:
        gain_gear(state, seat, kind - NAMED_GEAR)
    elif kind == ANY_GEAR:
        for _ in range(amount):
            state.stack.push(OUTFIT[seat])
    else:
        extras = climb.extras[:]
        extras[seat] += UNIT[kind] * amount
        climb.extras = extras


class Outfit(Step):
    """A companion brings a gear of any type, but for one after which the climb could not be paid any more. (PK-78)"""

    kind: ClassVar[str] = "outfit"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        climb = state.climb
        assert climb is not None
        missing = missing_gear(state, self.seat, climb.mountain)
        more = sum(1 for waiting in state.stack.pending() if waiting is self)
        types = ALL_TYPES
        needed = missing != 0 and not can_finish(state, self.seat, missing, more)
        if missing:
            types = 0
            for kind in range(GEAR_TYPES):
                if can_finish(state, self.seat, missing & ~BIT[kind], more):
                    types |= BIT[kind]
        if room_for_gear(state, self.seat, types):
            state.stack.push(ChooseGear(self.seat, types, 0, needed))


def can_finish(state: PeaksState, seat: int, missing: int, more: int) -> bool:
    """Whether a climber could pay if it still lacked this gear and so many of any type were yet to come."""
    offer = state.proposal
    helped = help_with(state, seat, missing, NO_CARDS if offer is None else offer.companions, NO_SLOT, more)
    return helped != UNFIT and in_hand(state, seat) + helped >= price(state)


class Danger(Step):
    """The danger die is rolled for each experience that is missing, all of them even after a danger. (PK-58, PK-59)"""

    kind: ClassVar[str] = "danger"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        climb = state.climb
        assert climb is not None
        if rolls_needed(state) == 0 or open_window(state, self.seat, self):
            return
        faces = state.content.danger
        rolls = rolls_needed(state)
        for _ in range(rolls):
            if faces[chance.roll(len(faces)) - 1]:
                climb.danger = True
        state.happened(self.seat, SOMETHING)
        if state.log is not None:
            if climb.danger:
                state.log.append(Event("danger", self.seat, {"rolls": rolls}))
            else:
                state.log.append(Event("safe", self.seat, {"rolls": rolls}))


class SharedFlags(Step):
    """With two or more climbers flags can be bought. (PK-67)"""

    kind: ClassVar[str] = "shared-flags"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        climb = state.climb
        assert climb is not None
        if climb.climbers != bit(self.seat) and might_pay(state, self.seat, state.content.price):
            state.stack.push(SHARED_FLAG[self.seat])


class SharedFlag(YesOrNo):
    """Do you pay energy for a flag on this shared climb? The others are asked if the current player did. (PK-67)"""

    kind: ClassVar[str] = "shared-flag"
    rules: ClassVar[tuple[str, ...]] = ("PK-67", "PK-62")
    words: ClassVar[tuple[str, str]] = ("no flag", "buy flag")

    def able(self, state: PeaksState) -> bool:
        return can_pay(state, self.seat, state.content.price, 0)

    def decide(self, state: PeaksState, choice: int) -> None:
        if choice == YES:
            if self.seat == state.player:
                for seat in climbers_last_first(state):
                    if seat != self.seat and might_pay(state, seat, state.content.price):
                        state.stack.push(SHARED_FLAG[seat])
            state.stack.push(PLACE_FLAG[self.seat])
            state.stack.push(Pay(self.seat, state.content.price, 0))

    def why_not_that(self, state: PeaksState, choice: int) -> Refusal:
        if choice == YES:
            return refuse("PK-67", "flag-too-dear", due=state.content.price)
        return refuse("PK-67", "buy-or-not")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "shared-flag", {"energy": state.content.price}


class HighSummit(Step):
    """On a high mountain each climber gains more. (PK-68)"""

    kind: ClassVar[str] = "high-summit"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        climb = state.climb
        assert climb is not None
        if state.content.elevation[climb.mountain] > state.content.high:
            for seat in climbers_last_first(state):
                state.stack.push(SUMMIT[seat])


class Summit(PeaksDecision):
    """A high mountain: a stamina, or up to two experience advancements? (PK-68)"""

    kind: ClassVar[str] = "summit"
    rules: ClassVar[tuple[str, ...]] = ("PK-68",)

    def choices(self, state: PeaksState) -> list[int]:
        return SUMMIT_CHOICES

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == FOR_STAMINA:
            take(state, self.seat, STAMINA_STEP, chance)
        elif choice > FOR_STAMINA:
            state.stack.push(GainAll(self.seat, UNIT[ADVANCE] * (choice - FOR_STAMINA), False))

    def notation(self, state: PeaksState, choice: int) -> str:
        return SUMMIT_WORDS[choice]

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-68", "summit-gains")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == NO:
            return "gain-nothing", {}
        return "gain", {"what": {"stamina": 1} if choice == FOR_STAMINA else {"experience": choice - FOR_STAMINA}}


class Rewards(Step):
    """The current player gains the chosen group, the others the other one, in player order. (PK-64)"""

    kind: ClassVar[str] = "rewards"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        state.stack.push(FINISH[self.seat])
        for seat in climbers_last_first(state):
            state.stack.push(REWARD[seat])


class Reward(Step):
    """What one climber gains; advancements by the current player's CLIMB die as it is now. (PK-59, PK-64, PK-65)"""

    kind: ClassVar[str] = "reward"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        climb = state.climb
        assert climb is not None
        state.stack.push(Gain(self.seat, rewards_of(state, climb, self.seat), True))


def rewards_of(state: PeaksState, climb: Climb, seat: int) -> int:
    """Packed, and never nothing: there is at least one advancement."""
    content = state.content
    leads = seat == state.player
    level = state.die(state.player, CLIMB)
    steps = content.climb_die[level] if leads else content.others_die[level]
    group = climb.group if leads else 1 - climb.group
    safe = not climb.danger or climb.sure & bit(seat) != 0
    rewards = content.rewards if safe else content.safe_rewards
    return rewards[climb.mountain * 2 + group] + UNIT[ADVANCE] * steps + climb.extras[seat]


class FinishClimb(Step):
    """The card goes to the current player's climbed pile, companions without uses go. (PK-66, PK-76)"""

    kind: ClassVar[str] = "finish-climb"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        climb = state.climb
        assert climb is not None
        state.climbed.append(self.seat * CLIMBED_BY + climb.mountain)
        if len(state.mountains) == 1:
            state.summit = climb.mountain
        if state.log is not None:
            state.log.append(Event("climbed", self.seat, {"mountain": state.content.names[climb.mountain]}))
        for seat in range(len(state.mountains)):
            if climb.climbers & bit(seat):
                for slot in range(SLOTS):
                    card = state.companion(seat, slot)
                    if card != NONE and state.uses(seat, slot) == 0:
                        discard(state, seat, card)
        state.climb = None
        state.proposal = None
        state.bound = 0


def climbers_last_first(state: PeaksState) -> list[int]:
    """All climbers, against player order: what is put on the stack last comes first."""
    climb = state.climb
    assert climb is not None
    return LAST_FIRST[(len(state.mountains) * MOST_SEATS + state.player) * EVERY_SET + climb.climbers]


def why_no_climb(state: PeaksState, seat: int, mountain: int) -> Refusal:
    """Why a mountain cannot be climbed alone."""
    name = state.content.names[mountain]
    if mountain not in state.mountains[seat]:
        return refuse("PK-50", "not-your-climb", mountain=name)
    if not acclimatized(state, seat, mountain):
        return refuse("PK-55", "not-acclimatized", mountain=name)
    if reach(state, seat, mountain) == UNFIT:
        return refuse("PK-56", "lacks-gear", mountain=name)
    return refuse("PK-61", "cannot-pay", mountain=name)


def climb_words(state: PeaksState, mountain: int, group: int) -> dict[str, object]:
    """What another seat is asked to come along for."""
    content = state.content
    return {
        "mountain": content.names[mountain],
        "group": GROUPS[1 - group],
        "energy": content.shared_energy[mountain],
        "gains": left(content.rewards[mountain * 2 + 1 - group]),
    }


def offer_words(state: PeaksState, offer: int) -> dict[str, object]:
    """A mountain and a group, with the rewards a danger leaves and those it takes."""
    content = state.content
    return {
        "mountain": content.names[offer >> 1],
        "group": GROUPS[offer & 1],
        "gains": left(content.rewards[offer]),
        "risk": left(content.rewards[offer] - content.safe_rewards[offer]),
    }


def is_risky(state: PeaksState, offer: int) -> bool:
    return state.content.rewards[offer] != state.content.safe_rewards[offer]


EVERY_SET: Final = 64
"""So many sets of seats there are."""
LAST_FIRST: Final[list[list[int]]] = [
    [seat for seat in [(player + place) % seats for place in range(seats - 1, -1, -1)] if climbers & bit(seat)]
    for seats in range(MOST_SEATS + 1)
    for player in range(MOST_SEATS)
    for climbers in range(EVERY_SET)
]
"""By the number of seats, the current player and the set of climbers."""
FOR_STAMINA: Final = 1
SUMMIT_CHOICES: Final = [0, 1, 2, 3]
SUMMIT_WORDS: Final = ["gain nothing", "gain stamina", "gain experience-1", "gain experience-2"]
ANNOUNCE: Final = [Announce(seat, shown_when_forced=True) for seat in range(MOST_SEATS)]
NAME_CLIMB: Final = [NameClimb(seat) for seat in range(MOST_SEATS)]
TAG_ALONG: Final = [TagAlong(seat) for seat in range(MOST_SEATS)]
TAG: Final = [Tag(seat, shown_when_forced=True) for seat in range(MOST_SEATS)]
SET_OUT: Final = [SetOut(seat) for seat in range(MOST_SEATS)]
OUTFIT: Final = [Outfit(seat) for seat in range(MOST_SEATS)]
DANGER: Final = [Danger(seat) for seat in range(MOST_SEATS)]
SHARED_FLAGS: Final = [SharedFlags(seat) for seat in range(MOST_SEATS)]
SHARED_FLAG: Final = [SharedFlag(seat, shown_when_forced=True) for seat in range(MOST_SEATS)]
HIGH_SUMMIT: Final = [HighSummit(seat) for seat in range(MOST_SEATS)]
SUMMIT: Final = [Summit(seat) for seat in range(MOST_SEATS)]
REWARDS: Final = [Rewards(seat) for seat in range(MOST_SEATS)]
REWARD: Final = [Reward(seat) for seat in range(MOST_SEATS)]
FINISH: Final = [FinishClimb(seat) for seat in range(MOST_SEATS)]
