"""What a mountain asks for, and who could meet it (PK-50 to PK-58).

`reach` is the energy that a seat could pay for a climb with all that lies open: its energy, a card each for 1, and the
companions who would come along for their energy. Those who bring gear that is missing are kept for that.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.bits import bit, wide_bit
from cairn.games.peaks.content import (
    ADVANCE,
    ANY_GEAR,
    ANYWHERE,
    CLIMB,
    CUBES_NEEDED,
    ENERGY_GAIN,
    FIRST_BONUS,
    FIRST_COMPANION,
    GEAR_TYPES,
    NAMED_GEAR,
)
from cairn.games.peaks.mats import COMPANION, CONTINENT, ENERGY, GEAR, MAT, NONE, SLOTS
from cairn.games.peaks.state import NO_CARDS, PeaksState

UNFIT: Final = -1
"""The reach of a seat that lacks gear."""
NO_SLOT: Final = -1
EVERY_CREW: Final = (1 << SLOTS) - 1
"""All companions of a seat, slot s as bit s."""
MOST_ADVANCEMENTS: Final = 3
"""What three cubes on CLIMB give (PK-15)."""


def acclimatized(state: PeaksState, seat: i64, mountain: i64) -> bool:
    """PK-55"""
    camp = state.content.asks[mountain].camp
    return camp == ANYWHERE or state.mat[seat * MAT + CONTINENT] == camp


def reach(state: PeaksState, seat: i64, mountain: i64, without: i64 = NO_SLOT) -> i64:
    """The energy a seat could pay for a mountain, UNFIT if it lacks gear; `without` one of its companions."""
    offer = state.proposal
    return reach_under(state, seat, mountain, NO_CARDS if offer is None else offer.companions, without)


def reach_under(state: PeaksState, seat: i64, mountain: i64, promised: list[int], without: i64 = NO_SLOT) -> i64:
    """The same if these companions are to come: they cannot be discarded."""
    helped = help_with(state, seat, missing_gear(state, seat, mountain), promised, without)
    return UNFIT if helped == UNFIT else in_hand(state, seat) + helped


def help_with(
    state: PeaksState, seat: i64, missing: i64, promised: list[int], without: i64 = NO_SLOT, other_gear: i64 = 0
) -> i64:
    """The most energy that a seat's companions are worth if the missing gear is brought by them, but for some.

    Each comes for its ability or is discarded for 1. UNFIT if they cannot bring it all.
    """
    content = state.content
    climb = state.climb
    came: i64 = 0 if climb is None else climb.came_of(seat)
    mat = state.mat
    first = seat * MAT + COMPANION
    best: i64 = UNFIT
    # Mostly there is gear enough, so that only who brings energy has to come; else all crews are tried.
    crew: i64 = 0 if missing else EVERY_CREW
    while crew <= EVERY_CREW:
        energy: i64 = 0
        lacking = missing
        of_any_type = other_gear
        slot: i64
        for slot in range(SLOTS):
            card = mat[first + slot]
            if card == NONE or slot == without or came >> slot & 1:
                continue
            ability: i64 = content.ability[card - FIRST_COMPANION]
            if ability == ENERGY_GAIN:
                energy += content.ability_amount[card - FIRST_COMPANION]
            elif missing and crew >> slot & 1:
                if ability == ANY_GEAR:
                    of_any_type += content.ability_amount[card - FIRST_COMPANION]
                elif ability >= NAMED_GEAR:
                    lacking &= ~wide_bit(ability - NAMED_GEAR)
            elif not promised or card not in promised:
                energy += 1
        while lacking and of_any_type > 0:
            lacking &= lacking - 1
            of_any_type -= 1
        if lacking == 0 and energy > best:
            best = energy
        crew += 1
    return best


def in_hand(state: PeaksState, seat: i64) -> i64:
    """A seat's energy, and the cards in its hand at 1 each."""
    energy = state.mat[seat * MAT + ENERGY]
    return energy + len(state.mountains[seat]) + len(state.bonus[seat])


def affords(state: PeaksState, seat: i64, mountain: i64, due: i64) -> bool:
    """Whether a seat is where it must be and could pay so much for a mountain."""
    if not acclimatized(state, seat, mountain):
        return False
    if covers(state, seat, mountain, due):
        return True
    return has_companions(state, seat) and reach(state, seat, mountain) >= due


def has_companions(state: PeaksState, seat: i64) -> bool:
    mat = state.mat
    first = seat * MAT + COMPANION
    return mat[first] != NONE or mat[first + 1] != NONE or mat[first + 2] != NONE


def covers(state: PeaksState, seat: i64, mountain: i64, due: i64) -> bool:
    """Whether it could without any companion. Hot: companions only add, so mostly nobody has to look at them."""
    return in_hand(state, seat) >= due and missing_gear(state, seat, mountain) == 0


def missing_gear(state: PeaksState, seat: i64, mountain: i64) -> i64:
    """The types of gear that a seat still lacks for a mountain, bit t for type t."""
    needed = state.content.asks[mountain].gear
    if needed == 0:
        return 0
    mat = state.mat
    missing: i64 = 0
    kind: i64
    for kind in range(GEAR_TYPES):
        if needed >> kind & 1 and mat[seat * MAT + GEAR + kind] == 0:
            missing |= wide_bit(kind)
    return missing


def can_climb_alone(state: PeaksState, seat: i64, mountain: i64, spare: i64 = 0) -> bool:
    """Whether a seat could climb a mountain of its own without help, with some energy to spare (PK-50)."""
    # The mountain itself is no means of paying for it (PK-63).
    return affords(state, seat, mountain, state.content.asks[mountain].energy + 1 + spare)


def can_climb_together(state: PeaksState, seat: i64, mountain: i64, spare: i64 = 0) -> bool:
    """The same at the price for a climb in company."""
    return affords(state, seat, mountain, state.content.asks[mountain].shared + 1 + spare)


def can_come(state: PeaksState, seat: i64, mountain: i64) -> bool:
    """Whether a seat could come along on another's climb with what lies open (PK-52)."""
    return affords(state, seat, mountain, state.content.asks[mountain].shared)


def might_come(state: PeaksState, seat: i64, mountain: i64) -> bool:
    """Whether it could if its hidden cards were the best there are: then it is asked (PK-62)."""
    hidden: i64 = state.content.most_energy - 1
    due = state.content.asks[mountain].shared - hidden * len(state.bonus[seat])
    return affords(state, seat, mountain, due if due > 0 else 0)


def company_for(state: PeaksState, seat: i64, mountain: i64) -> bool:
    seats: i64 = len(state.mountains)
    return any(other != seat and might_come(state, other, mountain) for other in range(seats))


def can_set_out(state: PeaksState, seat: int) -> bool:
    """Whether CLIMB can be chosen: some mountain can be climbed, or could be after using bonuses (PK-50)."""
    own = state.mountains[seat]
    for mountain in own:
        if can_climb_alone(state, seat, mountain):
            return True
    if not state.bonus[seat] and state.cubes(seat, CLIMB) + 1 < CUBES_NEEDED:
        return False
    return any(could_get_ready(state, seat, mountain) for mountain in own)


def could_get_ready(state: PeaksState, seat: int, mountain: int) -> bool:
    """Whether bonuses used before the mountain is named could make up for the gear or energy it lacks (PK-11).

    A cube on CLIMB that makes the action bonus possible counts: its advancements may lead to gear.
    """
    content = state.content
    if not acclimatized(state, seat, mountain):
        return False
    more_energy = 0
    gear_cards = 0
    step_cards = 0
    for card in state.bonus[seat]:
        kind = content.discard_gain[card - FIRST_BONUS]
        if kind == ENERGY_GAIN:
            more_energy += content.discard_amount[card - FIRST_BONUS] - 1
        elif kind == ANY_GEAR:
            gear_cards += 1
        elif kind == ADVANCE:
            step_cards += 1
    missing = missing_gear(state, seat, mountain)
    # The mountain itself is no means of paying for it (PK-63).
    means = in_hand(state, seat) - 1 + more_energy - content.energy[mountain]
    space = state.space(seat)
    ahead = space + (MOST_ADVANCEMENTS if state.cubes(seat, CLIMB) + 1 >= CUBES_NEEDED else 0)
    for steps in range(step_cards + 1):
        found = content.experience_gives[space + 1 : ahead + steps + 1].count(ANY_GEAR)
        for gear in range(gear_cards + 1):
            helped = help_with(state, seat, missing, NO_CARDS, NO_SLOT, found + gear)
            if helped != UNFIT and means - steps - gear + helped >= 0:
                return True
    return False


def price(state: PeaksState) -> int:
    """The energy each climber pays: less if anybody tags along (PK-53)."""
    climb = state.climb
    assert climb is not None
    shared = climb.climbers != bit(state.player)
    return state.content.shared_energy[climb.mountain] if shared else state.content.energy[climb.mountain]


def spare_for_climb(state: PeaksState, seat: int) -> bool:
    """Whether the current player can give a card away and still pay for the climb announced (PK-16)."""
    climb = state.climb
    assert climb is not None
    return reach(state, seat, climb.mountain) > price(state)


def on_the_way(state: PeaksState) -> bool:
    """Whether a climb is agreed to or announced and still to be paid for."""
    climb = state.climb
    return state.proposal is not None if climb is None else climb.setting_out


def can_still_pay(state: PeaksState) -> bool:
    """Whether the current player can pay for the climb that is agreed to or announced."""
    climb = state.climb
    if climb is not None:
        return reach(state, state.player, climb.mountain) >= price(state)
    offer = state.proposal
    return offer is None or can_climb_together(state, state.player, offer.mountain)


def is_promised(state: PeaksState, card: i64) -> bool:
    """Whether a companion must come by agreement (PK-73)."""
    offer = state.proposal
    return offer is not None and card in offer.companions


def experience_together(state: PeaksState, climbers: int) -> int:
    """The current player's and the highest of the others' (PK-57)."""
    best = 0
    for seat in range(len(state.mountains)):
        if seat != state.player and climbers & bit(seat):
            experience = state.experience(seat)
            if experience > best:
                best = experience
    return state.experience(state.player) + best


def rolls_for(state: PeaksState, mountain: int, experience: int) -> int:
    """One for each experience that is missing, one more on the most dangerous mountains (PK-58, PK-60)."""
    missing = state.content.needs_experience[mountain] - experience
    return (missing if missing > 0 else 0) + (1 if state.content.extra_danger[mountain] else 0)


def rolls_needed(state: PeaksState) -> int:
    """The rolls of the danger die for the climb as it stands, with all who have come so far."""
    climb = state.climb
    assert climb is not None
    return rolls_for(state, climb.mountain, experience_together(state, climb.climbers) + climb.experience)
