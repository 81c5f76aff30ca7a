"""What can be gained, paid and drawn, one thing at a time.

A gain that needs an answer (which die, which gear, which slot) leaves it in `state.want`; the next question asks it.
"""

from __future__ import annotations

from typing import Final

from cairn.core.chance import Chance
from cairn.core.deck import bit
from cairn.core.event import Event
from cairn.games.peaks.content import (
    ADVANCE,
    ANY_GEAR,
    BONUS,
    CLIMB,
    COMPANION_CARD,
    DIE,
    ENERGY_GAIN,
    FIRST_BONUS,
    FIRST_COMPANION,
    FLAG,
    GEAR_TYPES,
    MOUNTAIN,
    NOTHING,
    STAMINA_STEP,
    TILE,
    TOP_LEVEL,
    UNIT,
)
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
    DICE,
    ENERGY,
    EXPERIENCE,
    FLAGS,
    GEAR,
    MAT,
    NONE,
    PLACED,
    SLOTS,
    STAMINA,
    TILES,
    USES,
)
from cairn.games.peaks.stages import REWARDS
from cairn.games.peaks.state import (
    ALL_TYPES,
    BONUS_DECK,
    COMPANION_DECK,
    WANT_DIE,
    WANT_FLAG,
    WANT_GEAR,
    WANT_SLOT,
    WANT_TILE,
    PeaksState,
    pile_of,
)

DEFAULT_ORDER: Final = [DIE, STAMINA_STEP, BONUS, COMPANION_CARD, ANY_GEAR, FLAG, ADVANCE, MOUNTAIN]
"""In which order everything is gained at once: the die first, for it may add to the advancements (PK-65)."""


def give(state: PeaksState, seat: int, gains: int, take_all: bool) -> None:
    """A seat is to gain these; if not all at once, it is asked for one after the other (PK-18)."""
    state.gainer = seat
    state.gains = gains
    state.gain_all = take_all


def take_next(state: PeaksState, chance: Chance) -> None:
    """Gain the first of what is left, in the usual order."""
    for kind in DEFAULT_ORDER:
        if state.gains & MASK[kind]:
            take(state, kind, chance)
            return


def take(state: PeaksState, kind: int, chance: Chance) -> None:
    """Gain one of what is to be gained."""
    state.gains -= UNIT[kind]
    seat = state.gainer
    if kind == FLAG:
        place_flag(state, seat)
    elif kind == STAMINA_STEP:
        gain_stamina(state, seat, chance)
    elif kind == BONUS:
        gain_bonus_card(state, seat, chance)
    elif kind == COMPANION_CARD:
        gain_companion(state, seat, chance)
    elif kind == DIE:
        if can_upgrade_die(state, seat):
            state.want = WANT_DIE
    elif kind == ADVANCE:
        advance(state, seat, chance)
    elif kind == ANY_GEAR:
        want_gear(state, seat, ALL_TYPES)
    elif kind == MOUNTAIN:
        gain_mountain(state, seat, next_deck(state), chance)


def has_effect(state: PeaksState, seat: int, kind: int) -> bool:
    """Whether a gain of this kind would change anything now."""
    content = state.content
    mat = state.mat
    base = seat * MAT
    if kind == ENERGY_GAIN:
        return mat[base + ENERGY] < content.last_energy
    if kind == STAMINA_STEP:
        return mat[base + STAMINA] < content.last_energy
    if kind == ADVANCE:
        return mat[base + EXPERIENCE] < content.last_space
    if kind == DIE:
        return can_upgrade_die(state, seat)
    if kind == ANY_GEAR:
        return room_for_gear(state, seat, ALL_TYPES)
    return True


def place_flag(state: PeaksState, seat: int) -> None:
    """In the continent the seat is in (PK-80)."""
    base = seat * MAT
    continent = state.mat[base + CONTINENT]
    state.mat[base + FLAGS + continent] += 1
    state.mat[base + PLACED] += 1
    if state.log is not None:
        state.log.append(Event("flag", seat, {"continent": state.content.continents[continent]}))


def offer_flag(state: PeaksState, seat: int) -> None:
    """A flag that comes by itself; asked for only where it would be the last of the supply (PK-17)."""
    if state.mat[seat * MAT + PLACED] == state.content.supply - 1:
        state.gainer = seat
        state.want = WANT_FLAG
    else:
        place_flag(state, seat)


def gain_energy(state: PeaksState, seat: int, amount: int) -> None:
    at = seat * MAT + ENERGY
    before = state.mat[at]
    after = before + amount
    if after > state.content.last_energy:
        after = state.content.last_energy
    state.mat[at] = after
    if state.log is not None and after > before:
        state.log.append(Event("energy", seat, {"amount": after - before, "energy": after}))


def gain_stamina(state: PeaksState, seat: int, chance: Chance) -> None:
    """One space up, with the bonus of the space (PK-81)."""
    at = seat * MAT + STAMINA
    stamina = state.mat[at]
    if stamina >= state.content.last_energy:
        return
    stamina += 1
    state.mat[at] = stamina
    if state.log is not None:
        state.log.append(Event("stamina", seat, {"stamina": stamina}))
    bonus = state.content.stamina_gives[stamina]
    if bonus == FLAG:
        offer_flag(state, seat)
    elif bonus == BONUS:
        gain_bonus_card(state, seat, chance)


def advance(state: PeaksState, seat: int, chance: Chance) -> None:
    """One space up the experience track, with what the space gives; the first to the swap number swaps (PK-84)."""
    content = state.content
    at = seat * MAT + EXPERIENCE
    space = state.mat[at]
    if space >= content.last_space:
        return
    space += 1
    state.mat[at] = space
    if state.log is not None:
        state.log.append(Event("advance", seat, {"space": space, "experience": content.experience[space]}))
    if not state.swapped and content.experience[space] >= content.swap:
        state.swapped = True
        if state.log is not None:
            state.log.append(Event("swap", seat, {}))
    bonus = content.experience_gives[space]
    if bonus == NOTHING:
        return
    state.gainer = seat
    if bonus == TILE:
        if can_upgrade_tile(state, seat):
            state.want = WANT_TILE
    elif bonus == ANY_GEAR:
        want_gear(state, seat, ALL_TYPES)
    elif bonus == STAMINA_STEP:
        gain_stamina(state, seat, chance)
    else:
        offer_flag(state, seat)


def can_upgrade_die(state: PeaksState, seat: int) -> bool:
    at = seat * MAT + DICE
    mat = state.mat
    return mat[at] < TOP_LEVEL or mat[at + 1] < TOP_LEVEL or mat[at + 2] < TOP_LEVEL


def can_upgrade_tile(state: PeaksState, seat: int) -> bool:
    at = seat * MAT + TILES
    mat = state.mat
    return mat[at] < 2 or mat[at + 1] < 2 or mat[at + 2] < 2


def upgrade_die(state: PeaksState, seat: int, action: int) -> None:
    """One level up, with a flag at the last (PK-83). A better CLIMB die counts for the climb itself (PK-65)."""
    content = state.content
    at = seat * MAT + DICE + action
    level = state.mat[at] + 1
    state.mat[at] = level
    if state.log is not None:
        state.log.append(Event("die", seat, {"action": ACTION_NAMES[action], "level": level}))
    if action == CLIMB and state.stage == REWARDS and seat == state.player and state.gains & MASK[ADVANCE]:
        state.gains += UNIT[ADVANCE] * (content.climb_die[level] - content.climb_die[level - 1])
    if level == TOP_LEVEL:
        offer_flag(state, seat)


def want_gear(state: PeaksState, seat: int, types: int) -> None:
    """One gear of these types, if there is room for any (PK-86)."""
    if room_for_gear(state, seat, types):
        state.gainer = seat
        state.types = types
        state.want = WANT_GEAR


def room_for_gear(state: PeaksState, seat: int, types: int) -> bool:
    at = seat * MAT + GEAR
    most = state.content.most_gear
    return any(types & SINGLE[number] and state.mat[at + number] < most for number in range(GEAR_TYPES))


def gain_gear(state: PeaksState, seat: int, number: int) -> None:
    """One gear of a type, if there is room."""
    at = seat * MAT + GEAR + number
    if state.mat[at] >= state.content.most_gear:
        return
    state.mat[at] += 1
    if state.log is not None:
        state.log.append(Event("gear", seat, {"gear": state.content.gear[number]}))


def gain_bonus_card(state: PeaksState, seat: int, chance: Chance) -> None:
    """From the top of the deck, seen by the seat alone (PK-82, PK-101)."""
    card = draw(state, BONUS_DECK, chance)
    if card == NONE:
        return
    state.bonus[seat].append(card)
    if state.log is not None:
        state.log.append(Event("bonus", seat, {}, {"card": state.content.names[card]}, bit(seat)))


def gain_companion(state: PeaksState, seat: int, chance: Chance) -> None:
    """Into an empty slot, or else the seat is asked what to do with it (PK-75)."""
    card = draw(state, COMPANION_DECK, chance)
    if card == NONE:
        return
    if state.log is not None:
        state.log.append(Event("companion", seat, {"card": state.content.names[card]}))
    first = seat * MAT + COMPANION
    for slot in range(SLOTS):
        if state.mat[first + slot] == NONE:
            seat_companion(state, seat, slot, card)
            return
    state.drawn.append(card)
    state.gainer = seat
    state.want = WANT_SLOT


def seat_companion(state: PeaksState, seat: int, slot: int, card: int) -> None:
    state.mat[seat * MAT + COMPANION + slot] = card
    state.mat[seat * MAT + USES + slot] = state.content.uses[card - FIRST_COMPANION]


def next_deck(state: PeaksState) -> int:
    """The mountain deck next to the display (PK-39)."""
    return 1 if state.swapped else 0


def gain_mountain(state: PeaksState, seat: int, deck: int, chance: Chance) -> None:
    card = draw(state, deck, chance)
    if card == NONE:
        return
    state.mountains[seat].append(card)
    if state.log is not None:
        state.log.append(Event("mountain", seat, {"card": state.content.names[card]}))


def draw(state: PeaksState, pile: int, chance: Chance) -> int:
    """The next card of a deck; its discard pile is shuffled in when it has run out (PK-37). NONE if both are empty."""
    pool = state.pools[pile]
    if not pool:
        discard = state.discards[pile]
        if not discard:
            return NONE
        pool.extend(discard)
        discard.clear()
    return chance.draw(pool, state.content.names)


def discard(state: PeaksState, seat: int, card: int) -> None:
    """A bonus card, companion or unclimbed mountain of a seat to the discard pile of its kind (PK-36)."""
    if card >= FIRST_COMPANION:
        first = seat * MAT + COMPANION
        for slot in range(SLOTS):
            if state.mat[first + slot] == card:
                state.mat[first + slot] = NONE
                state.mat[first + slot + SLOTS] = 0
    elif card >= FIRST_BONUS:
        state.bonus[seat].remove(card)
    else:
        state.mountains[seat].remove(card)
    state.discards[pile_of(state.content, card)].append(card)
    if state.log is not None:
        state.log.append(Event("discard", seat, {"card": state.content.names[card]}))


def clear_cubes(state: PeaksState, seat: int) -> None:
    at = seat * MAT + CUBES
    state.mat[at] = 0
    state.mat[at + 1] = 0
    state.mat[at + 2] = 0


ACTION_NAMES: Final = ["REST", "PREPARE", "CLIMB"]
MASK: Final[list[int]] = [63 * unit for unit in UNIT]
SINGLE: Final = [1, 2, 4, 8, 16, 32]
