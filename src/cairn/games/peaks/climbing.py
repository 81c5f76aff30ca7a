"""Who can be on a climb, and what it takes (PK-51 to PK-63)."""

from __future__ import annotations

from cairn.core.deck import bit
from cairn.games.peaks.content import CLIMB, FIRST_COMPANION
from cairn.games.peaks.mats import COMPANION, CONTINENT, ENERGY, EXPERIENCE, GEAR, MAT, NONE, SLOTS
from cairn.games.peaks.state import PeaksState


def fit_for(state: PeaksState, seat: int, mountain: int) -> bool:
    """Whether a seat meets what a mountain asks for besides energy (PK-55, PK-56)."""
    content = state.content
    base = seat * MAT
    if content.acclimatization[mountain] and state.mat[base + CONTINENT] != content.continent[mountain]:
        return False
    needed = content.needs_gear[mountain]
    if needed:
        for number in needed:
            if state.mat[base + GEAR + number] == 0:
                return False
    return True


def means(state: PeaksState, seat: int) -> int:
    """The energy a seat could pay with all its cards (PK-63)."""
    return state.mat[seat * MAT + ENERGY] + state.cards_of(seat)


def can_tag_along(state: PeaksState, seat: int, mountain: int) -> bool:
    return fit_for(state, seat, mountain) and means(state, seat) >= state.content.shared_energy[mountain]


def climb_options(state: PeaksState, seat: int, offered: list[int], first_climb: int, first_proposal: int) -> None:
    """Add the climbs a seat can make alone, and those it could propose as others can come (PK-50, PK-70)."""
    content = state.content
    # The mountain itself is no means of paying for it (PK-63).
    energy = means(state, seat) - 1
    for mountain in state.mountains[seat]:
        if energy < content.shared_energy[mountain] or not fit_for(state, seat, mountain):
            continue
        if energy >= content.energy[mountain]:
            offered.append(first_climb + mountain * 2)
            offered.append(first_climb + mountain * 2 + 1)
        elif help_for(state, seat, mountain):
            if mountain * 2 not in state.proposed:
                offered.append(first_proposal + mountain * 2)
            if mountain * 2 + 1 not in state.proposed:
                offered.append(first_proposal + mountain * 2 + 1)


def help_for(state: PeaksState, seat: int, mountain: int) -> bool:
    return any(other != seat and can_tag_along(state, other, mountain) for other in range(len(state.mountains)))


def price(state: PeaksState) -> int:
    """The energy each climber pays: less if anybody tags along (PK-53)."""
    shared = state.climbers != bit(state.player)
    return state.content.shared_energy[state.mountain] if shared else state.content.energy[state.mountain]


def must_keep(state: PeaksState) -> int:
    """The energy the current player must still be able to pay for the climb under way (PK-16)."""
    if state.action != CLIMB or state.step > 1:
        return 0
    return state.content.shared_energy[state.mountain] if state.bound else state.content.energy[state.mountain]


def experience_together(state: PeaksState) -> int:
    """The current player's, the highest of the others' and that of all companions (PK-57)."""
    content = state.content
    best = 0
    for seat in range(len(state.mountains)):
        if seat != state.player and state.climbers & bit(seat):
            experience = content.experience[state.mat[seat * MAT + EXPERIENCE]]
            if experience > best:
                best = experience
    return content.experience[state.mat[state.player * MAT + EXPERIENCE]] + best + state.brought


def rolls_needed(state: PeaksState) -> int:
    """One for each experience that is missing, one more on the most dangerous mountains (PK-58, PK-60)."""
    missing = state.content.needs_experience[state.mountain] - experience_together(state)
    return (missing if missing > 0 else 0) + (1 if state.content.extra_danger[state.mountain] else 0)


def companions_of(state: PeaksState, seat: int) -> list[int]:
    first = seat * MAT + COMPANION
    return [card for card in state.mat[first : first + SLOTS] if card != NONE]


def experience_of(state: PeaksState, card: int) -> int:
    return state.content.companion_experience[card - FIRST_COMPANION]
