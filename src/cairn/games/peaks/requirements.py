"""What a mountain asks for, and who could meet it (PK-50 to PK-58).

`reach` is the energy that a seat could pay for a climb with all that lies open: its energy, a card each for 1, and the
companions who would come along for their energy. Companions who bring gear that is missing are kept for that.
"""

from __future__ import annotations

from typing import Final

from cairn.core.deck import bit
from cairn.games.peaks.content import (
    ADVANCE,
    ANY_GEAR,
    CLIMB,
    CUBES_NEEDED,
    ENERGY_GAIN,
    FIRST_BONUS,
    FIRST_COMPANION,
    NAMED_GEAR,
)
from cairn.games.peaks.mats import COMPANION, MAT, NONE, SLOTS
from cairn.games.peaks.state import NO_CARDS, SLOT_BITS, PeaksState

UNFIT: Final = -1
"""The reach of a seat that lacks gear."""
NO_SLOT: Final = -1


def acclimatized(state: PeaksState, seat: int, mountain: int) -> bool:
    """PK-55"""
    content = state.content
    return not content.acclimatization[mountain] or state.continent(seat) == content.continent[mountain]


def reach(state: PeaksState, seat: int, mountain: int, without: int = NO_SLOT) -> int:
    """The energy a seat could pay for a mountain, UNFIT if it lacks gear; `without` one of its companions."""
    offer = state.proposal
    return reach_under(state, seat, mountain, NO_CARDS if offer is None else offer.companions, without)


def reach_under(state: PeaksState, seat: int, mountain: int, promised: list[int], without: int = NO_SLOT) -> int:
    """The same if these companions are to come: they cannot be discarded."""
    content = state.content
    energy = state.energy(seat) + len(state.mountains[seat]) + len(state.bonus[seat])
    missing = missing_gear(state, seat, mountain)
    climb = state.climb
    came = 0 if climb is None else climb.came_of(seat)
    mat = state.mat
    first = seat * MAT + COMPANION
    for slot in range(SLOTS):
        card = mat[first + slot]
        if card == NONE or slot == without or came & SLOT_BITS[slot]:
            continue
        ability = content.ability[card - FIRST_COMPANION]
        if ability == ENERGY_GAIN:
            energy += content.ability_amount[card - FIRST_COMPANION]
        elif missing and brings(ability, missing):
            missing = supplied(missing, ability, content.ability_amount[card - FIRST_COMPANION])
        elif card not in promised:
            energy += 1
    return UNFIT if missing else energy


def brings(ability: int, missing: int) -> bool:
    """Whether a companion with this ability brings gear that is missing."""
    return ability == ANY_GEAR or (ability >= NAMED_GEAR and missing & GEAR_BITS[ability - NAMED_GEAR] != 0)


def supplied(missing: int, ability: int, amount: int) -> int:
    """What is missing after a companion has brought its gear."""
    if ability >= NAMED_GEAR:
        return missing & ~GEAR_BITS[ability - NAMED_GEAR]
    for _ in range(amount):
        missing &= missing - 1
    return missing


def missing_gear(state: PeaksState, seat: int, mountain: int) -> int:
    """The types of gear that a seat still lacks for a mountain, bit t for type t."""
    missing = 0
    for kind in state.content.needs_gear[mountain]:
        if state.gear(seat, kind) == 0:
            missing |= GEAR_BITS[kind]
    return missing


def can_climb_alone(state: PeaksState, seat: int, mountain: int, spare: int = 0) -> bool:
    """Whether a seat could climb a mountain of its own without help, with some energy to spare (PK-50)."""
    # The mountain itself is no means of paying for it (PK-63).
    due = state.content.energy[mountain] + 1 + spare
    return acclimatized(state, seat, mountain) and reach(state, seat, mountain) >= due


def can_climb_together(state: PeaksState, seat: int, mountain: int, spare: int = 0) -> bool:
    """The same at the price for a climb in company."""
    due = state.content.shared_energy[mountain] + 1 + spare
    return acclimatized(state, seat, mountain) and reach(state, seat, mountain) >= due


def can_come(state: PeaksState, seat: int, mountain: int) -> bool:
    """Whether a seat could come along on another's climb with what lies open (PK-52)."""
    return acclimatized(state, seat, mountain) and reach(state, seat, mountain) >= state.content.shared_energy[mountain]


def might_come(state: PeaksState, seat: int, mountain: int) -> bool:
    """Whether it could if its hidden cards were the best there are: then it is asked (PK-62)."""
    if not acclimatized(state, seat, mountain):
        return False
    within = reach(state, seat, mountain)
    hidden = len(state.bonus[seat]) * (state.content.most_energy - 1)
    return within != UNFIT and within + hidden >= state.content.shared_energy[mountain]


def company_for(state: PeaksState, seat: int, mountain: int) -> bool:
    return any(other != seat and might_come(state, other, mountain) for other in range(len(state.mountains)))


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
    lacking = lacking_gear(state, seat, mountain)
    space = state.space(seat)
    if lacking > 0 and state.cubes(seat, CLIMB) + 1 >= CUBES_NEEDED:
        for _ in range(3):
            space += 1
            if space <= content.last_space and content.experience_gives[space] == ANY_GEAR:
                lacking -= 1
    spent = 0
    more_energy = 0
    for card in state.bonus[seat]:
        kind = content.discard_gain[card - FIRST_BONUS]
        if kind == ENERGY_GAIN:
            more_energy += content.discard_amount[card - FIRST_BONUS] - 1
        elif lacking > 0 and kind == ANY_GEAR:
            lacking -= 1
            spent += 1
        elif lacking > 0 and kind == ADVANCE:
            space += 1
            spent += 1
            if space <= content.last_space and content.experience_gives[space] == ANY_GEAR:
                lacking -= 1
    if lacking > 0:
        return False
    means = state.energy(seat) + state.cards_of(seat) - 1 - spent + more_energy
    return means >= content.energy[mountain]


def lacking_gear(state: PeaksState, seat: int, mountain: int) -> int:
    """How many gear a seat lacks for a mountain, its companions' included."""
    missing = missing_gear(state, seat, mountain)
    for card in state.companions_of(seat):
        ability = state.content.ability[card - FIRST_COMPANION]
        if missing and brings(ability, missing):
            missing = supplied(missing, ability, state.content.ability_amount[card - FIRST_COMPANION])
    count = 0
    while missing:
        missing &= missing - 1
        count += 1
    return count


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


GEAR_BITS: Final = [1, 2, 4, 8, 16, 32]
