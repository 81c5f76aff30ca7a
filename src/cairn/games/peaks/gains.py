"""What can be gained, one thing at a time: rewards, flags, tracks, dice, tiles, gear, companions, cards.

A gain that needs an answer (which die, which gear, which slot) asks it at once; what else is to be gained waits below
it on the stack.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.bits import BIT, bit
from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.content import (
    ACTIONS,
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
    GAINS,
    GEAR_TYPES,
    MOUNTAIN,
    NOTHING,
    PREPARE,
    REST,
    STAMINA_STEP,
    TILE,
    TILE_LEVELS,
    TOP_LEVEL,
    UNIT,
)
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    DICE,
    ENERGY,
    FLAGS,
    GEAR,
    MAT,
    NONE,
    PLACED,
    SLOTS,
    SPACE,
    STAMINA,
    TILES,
    USES,
)
from cairn.games.peaks.questions import MOST_SEATS, STOP, YES, YES_OR_NO, PeaksDecision, Step
from cairn.games.peaks.requirements import can_still_pay, is_promised, on_the_way
from cairn.games.peaks.state import (
    BONUS_DECK,
    COMPANION_DECK,
    NEW_CHANCE,
    NO_CARDS,
    SOMETHING,
    PeaksState,
    counted,
    pile_of,
)

GAIN_ALL: Final = 62
DEFAULT_ORDER: Final = [DIE, STAMINA_STEP, BONUS, COMPANION_CARD, ANY_GEAR, FLAG, ADVANCE, MOUNTAIN]
"""In which order everything is gained at once: the die first, for it may add to the advancements (PK-65)."""
ALL_TYPES: Final = 63


class Gain(PeaksDecision):
    """What do you gain next? Everything is optional and comes in any order. (PK-17, PK-18)

    `of_climb`: these are the rewards of a climb, so a better CLIMB die still adds to them (PK-65).
    """

    kind: ClassVar[str] = "gain"
    rules: ClassVar[tuple[str, ...]] = ("PK-18", "PK-17")

    def __init__(self, seat: int, gains: int, of_climb: bool) -> None:
        super().__init__(seat)
        self.gains = gains
        self.of_climb = of_climb

    def choices(self, state: PeaksState) -> list[int]:
        return GAIN_CHOICES[kinds_in(self.gains)]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == GAIN_ALL:
            state.stack.push(GainAll(self.seat, self.gains, self.of_climb))
        elif choice != STOP:
            rest = self.gains - UNIT[choice]
            if rest:
                state.stack.push(Gain(self.seat, rest, self.of_climb))
            take(state, self.seat, choice, chance)

    def more(self, gains: int) -> Gain:
        """The same with more to gain."""
        return Gain(self.seat, self.gains + gains, self.of_climb)

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == STOP:
            return "done"
        return "gain all" if choice == GAIN_ALL else f"gain {GAINS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*DEFAULT_ORDER, GAIN_ALL, STOP]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if choice == GAIN_ALL:
            return refuse("PK-18", "one-thing-left")
        return refuse("PK-18", "not-to-gain")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == STOP:
            return "done", {}
        if choice == GAIN_ALL:
            return "gain-all", {"all": left(self.gains)}
        return "gain", {"what": {GAINS[choice]: 1}}

    def fields(self) -> dict[str, object]:
        return {"gains": counted(self.gains), "of_climb": self.of_climb}


class GainAll(Gain):
    """All that is left is gained, in the usual order. (PK-18)"""

    kind: ClassVar[str] = "gain-all"

    def choices(self, state: PeaksState) -> list[int]:
        return ONLY_ALL

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        kind = GAIN_CHOICES[kinds_in(self.gains)][0]
        rest = self.gains - UNIT[kind]
        if rest:
            state.stack.push(GainAll(self.seat, rest, self.of_climb))
        take(state, self.seat, kind, chance)

    def more(self, gains: int) -> Gain:
        return GainAll(self.seat, self.gains + gains, self.of_climb)


def kinds_in(gains: i64) -> i64:
    """The kinds among packed gains, bit k for kind k, and SEVERAL if that is more than one thing."""
    kinds: i64 = 0
    count: i64 = 0
    kind: i64 = 1
    while gains:
        if gains & 63:
            kinds |= kind
            count += gains & 63
        gains >>= 6
        kind += kind
    return kinds | SEVERAL if count > 1 else kinds


def take(state: PeaksState, seat: int, kind: int, chance: Chance) -> None:
    """Gain one thing."""
    state.happened(seat, SOMETHING)
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
            state.stack.push(DIE_UPGRADES[seat])
    elif kind == ADVANCE:
        advance(state, seat, chance)
    elif kind == ANY_GEAR:
        choose_gear(state, seat, ALL_TYPES)
    elif kind == MOUNTAIN:
        gain_mountain(state, seat, next_deck(state), chance)


def has_effect(state: PeaksState, seat: int, kind: int) -> bool:
    """Whether a gain of this kind would change anything now."""
    content = state.content
    if kind == ENERGY_GAIN:
        return state.energy(seat) < content.last_energy
    if kind == STAMINA_STEP:
        return state.stamina(seat) < content.last_energy
    if kind == ADVANCE:
        return state.space(seat) < content.last_space
    if kind == DIE:
        return can_upgrade_die(state, seat)
    if kind == ANY_GEAR:
        return room_for_gear(state, seat, ALL_TYPES)
    return True


# Flags


class LastFlag(PeaksDecision):
    """It would be the last flag of your supply: do you place it? (PK-17, PK-90)"""

    kind: ClassVar[str] = "flag"
    rules: ClassVar[tuple[str, ...]] = ("PK-17", "PK-90")

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == YES:
            place_flag(state, self.seat)

    def notation(self, state: PeaksState, choice: int) -> str:
        return "place flag" if choice == YES else "no flag"

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-17", "flag-or-not")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("place-flag", {}) if choice == YES else ("no-flag", {})


class PlaceFlag(Step):
    """A flag that has been paid for. (PK-80)"""

    kind: ClassVar[str] = "place-flag"

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        place_flag(state, self.seat)


def place_flag(state: PeaksState, seat: int) -> None:
    """In the continent the seat is in (PK-80)."""
    continent = state.continent(seat)
    state.add(seat, FLAGS + continent, 1)
    state.add(seat, PLACED, 1)
    state.happened(seat, SOMETHING)
    if state.log is not None:
        state.log.append(Event("flag", seat, {"continent": state.content.continents[continent]}))


def offer_flag(state: PeaksState, seat: int) -> None:
    """A flag that comes by itself; asked for only where it would be the last of the supply (PK-17)."""
    if state.placed(seat) == state.content.supply - 1:
        state.stack.push(LAST_FLAGS[seat])
    else:
        place_flag(state, seat)


# Tracks


def gain_energy(state: PeaksState, seat: int, amount: int) -> None:
    before = state.energy(seat)
    after = before + amount
    if after > state.content.last_energy:
        after = state.content.last_energy
    if after > before:
        state.put(seat, ENERGY, after)
        state.happened(seat, SOMETHING)
        if state.log is not None:
            state.log.append(Event("energy", seat, {"amount": after - before, "energy": after}))


def gain_stamina(state: PeaksState, seat: int, chance: Chance) -> None:
    """One space up, with the bonus of the space (PK-81)."""
    stamina = state.stamina(seat) + 1
    if stamina > state.content.last_energy:
        return
    state.put(seat, STAMINA, stamina)
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
    space = state.space(seat) + 1
    if space > content.last_space:
        return
    state.put(seat, SPACE, space)
    if state.log is not None:
        state.log.append(Event("advance", seat, {"space": space, "experience": content.experience[space]}))
    if not state.swapped and content.experience[space] >= content.swap:
        state.swapped = True
        if state.log is not None:
            state.log.append(Event("swap", seat, {}))
    bonus = content.experience_gives[space]
    if bonus == NOTHING:
        return
    if bonus == TILE:
        if can_upgrade_tile(state, seat):
            state.stack.push(TILE_UPGRADES[seat])
    elif bonus == ANY_GEAR:
        choose_gear(state, seat, ALL_TYPES)
    elif bonus == STAMINA_STEP:
        gain_stamina(state, seat, chance)
    else:
        offer_flag(state, seat)


# Dice and tiles


class UpgradeDie(PeaksDecision):
    """Which action die do you turn? (PK-83)"""

    kind: ClassVar[str] = "die"
    rules: ClassVar[tuple[str, ...]] = ("PK-83", "PK-17")

    def choices(self, state: PeaksState) -> list[int]:
        return UPGRADE_CHOICES[below(state, self.seat, DICE, TOP_LEVEL)]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice != STOP:
            upgrade_die(state, self.seat, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        return "upgrade nothing" if choice == STOP else f"upgrade {ACTIONS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*range(len(ACTIONS)), STOP]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-83", "die-at-its-end")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("turn-no-die", {}) if choice == STOP else ("turn-die", {"action": ACTION_NAMES[choice]})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"die:{self.seat}:{ACTIONS[choice]}"]


class UpgradeTile(PeaksDecision):
    """Which action tile do you move up? (PK-85)"""

    kind: ClassVar[str] = "tile"
    rules: ClassVar[tuple[str, ...]] = ("PK-85", "PK-17")

    def choices(self, state: PeaksState) -> list[int]:
        return UPGRADE_CHOICES[below(state, self.seat, TILES, TILE_LEVELS)]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice != STOP:
            state.add(self.seat, TILES + choice, 1)
            if state.log is not None:
                state.log.append(Event("tile", self.seat, {"action": ACTION_NAMES[choice]}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "reveal nothing" if choice == STOP else f"reveal {ACTIONS[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [*range(len(ACTIONS)), STOP]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-85", "tile-at-its-end")

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("move-no-tile", {}) if choice == STOP else ("move-tile", {"action": ACTION_NAMES[choice]})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"tile:{self.seat}:{ACTIONS[choice]}"]


def below(state: PeaksState, seat: i64, what: i64, most: i64) -> i64:
    """The actions whose die or tile is not at its end, bit a for action a."""
    mat = state.mat
    first = seat * MAT + what
    found: i64 = 0
    if mat[first + REST] < most:
        found |= 1
    if mat[first + PREPARE] < most:
        found |= 2
    if mat[first + CLIMB] < most:
        found |= 4
    return found


def can_upgrade_die(state: PeaksState, seat: i64) -> bool:
    return below(state, seat, DICE, TOP_LEVEL) != 0


def can_upgrade_tile(state: PeaksState, seat: i64) -> bool:
    return below(state, seat, TILES, TILE_LEVELS) != 0


def upgrade_die(state: PeaksState, seat: int, action: int) -> None:
    """One level up, with a flag at the last (PK-83)."""
    level = state.die(seat, action) + 1
    state.put(seat, DICE + action, level)
    if state.log is not None:
        state.log.append(Event("die", seat, {"action": ACTION_NAMES[action], "level": level}))
    if action == CLIMB:
        read_die_again(state, seat, level)
    if level == TOP_LEVEL:
        offer_flag(state, seat)


def read_die_again(state: PeaksState, seat: int, level: int) -> None:
    """A better CLIMB die counts for the current player's climb while advancements of it are still to come (PK-65)."""
    waiting = state.stack.top
    if seat == state.player and isinstance(waiting, Gain) and waiting.of_climb and waiting.gains & MASK[ADVANCE]:
        steps = state.content.climb_die[level] - state.content.climb_die[level - 1]
        state.stack.top = waiting.more(UNIT[ADVANCE] * steps)


# Gear


class ChooseGear(PeaksDecision):
    """Which gear do you gain? (PK-86)

    `types` has bit t for every type it may be of, `more` is how many gear of any type follow. If a climb could not be
    paid for without what a companion brings, nothing else will do (`needed`, PK-78).
    """

    kind: ClassVar[str] = "gear"
    rules: ClassVar[tuple[str, ...]] = ("PK-86", "PK-17")

    def __init__(self, seat: int, types: int, more: int, needed: bool) -> None:
        super().__init__(seat)
        self.types = types
        self.more = more
        self.needed = needed

    def choices(self, state: PeaksState) -> list[int]:
        room = gear_with_room(state, self.seat, self.types)
        return NEEDED_GEAR_CHOICES[room] if self.needed and room else GEAR_CHOICES[room]

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            return
        gain_gear(state, self.seat, choice)
        if self.more > 0 and room_for_gear(state, self.seat, ALL_TYPES):
            state.stack.push(ChooseGear(self.seat, ALL_TYPES, self.more - 1, False))

    def notation(self, state: PeaksState, choice: int) -> str:
        return gear_words(state, choice)

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {gear_words(state, choice): choice for choice in [*range(GEAR_TYPES), STOP]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if choice == STOP or (self.needed and 0 <= choice < GEAR_TYPES and not self.types & BIT[choice]):
            return refuse("PK-78", "gear-needed")
        return why_no_gear(state, choice, self.types)

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("gain-nothing", {}) if choice == STOP else ("gain-gear", {"gear": state.content.gear[choice]})

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == STOP else [f"gear:{self.seat}:{state.content.gear[choice]}"]

    def fields(self) -> dict[str, object]:
        return {"types": self.types, "more": self.more, "needed": self.needed}


def choose_gear(state: PeaksState, seat: int, types: int) -> None:
    """One gear of these types, if there is room for any (PK-86)."""
    if room_for_gear(state, seat, types):
        state.stack.push(ChooseGear(seat, types, 0, False))


def room_for_gear(state: PeaksState, seat: i64, types: i64) -> bool:
    return gear_with_room(state, seat, types) != 0


def gear_with_room(state: PeaksState, seat: i64, types: i64) -> i64:
    """Those of these types that there is room for, bit t for type t."""
    mat = state.mat
    most: i64 = state.content.most_gear
    room: i64 = 0
    one: i64 = 1
    for at in range(seat * MAT + GEAR, seat * MAT + GEAR + GEAR_TYPES):
        if mat[at] < most:
            room |= one
        one += one
    return room & types


def gain_gear(state: PeaksState, seat: int, kind: int) -> None:
    """One gear of a type, if there is room."""
    if state.gear(seat, kind) >= state.content.most_gear:
        return
    state.add(seat, GEAR + kind, 1)
    state.happened(seat, SOMETHING)
    if state.log is not None:
        state.log.append(Event("gear", seat, {"gear": state.content.gear[kind]}))


def gear_words(state: PeaksState, choice: int) -> str:
    return "gain nothing" if choice == STOP else f"gain {state.content.gear[choice]}"


def why_no_gear(state: PeaksState, choice: int, types: int) -> Refusal:
    if not 0 <= choice < GEAR_TYPES:
        return refuse("PK-86", "no-such-gear")
    if not types & BIT[choice]:
        return refuse("PK-22", "gear-not-here", gear=state.content.gear[choice])
    return refuse("PK-86", "gear-full", gear=state.content.gear[choice])


# Cards


class Slot(PeaksDecision):
    """Your slots are full: whom does the new companion replace? (PK-75)"""

    kind: ClassVar[str] = "slot"
    rules: ClassVar[tuple[str, ...]] = ("PK-75",)

    def choices(self, state: PeaksState) -> list[int]:
        if not on_the_way(state):
            return ALL_SLOT_CHOICES
        return [choice for choice in ALL_SLOT_CHOICES if choice == STOP or self.may_go(state, choice)]

    def may_go(self, state: PeaksState, slot: int) -> bool:
        """Who was promised stays, and so does who is needed for the climb announced or agreed to."""
        if is_promised(state, state.companion(self.seat, slot)):
            return False
        after = state.clone()
        self.replace(after, slot)
        return can_still_pay(after)

    def replace(self, state: PeaksState, slot: int) -> None:
        card = state.drawn[0]
        state.drawn = NO_CARDS
        discard(state, self.seat, state.companion(self.seat, slot))
        seat_companion(state, self.seat, slot, card)

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == STOP:
            card = state.drawn[0]
            state.drawn = NO_CARDS
            state.discards[COMPANION_DECK].append(card)
            if state.log is not None:
                state.log.append(Event("discard", self.seat, {"card": state.content.names[card]}))
        else:
            self.replace(state, choice)

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == STOP:
            return "replace nobody"
        return f"replace {state.content.names[state.companion(self.seat, choice)]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in ALL_SLOT_CHOICES}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if choice not in ALL_SLOT_CHOICES:
            return refuse("PK-75", "slot-or-discard")
        card = state.companion(self.seat, choice)
        name = state.content.names[card]
        if is_promised(state, card):
            return refuse("PK-73", "promised", card=name)
        return refuse("PK-75", "needed-on-the-climb", card=name)

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        return "slot", {"card": state.content.names[state.drawn[0]]}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == STOP:
            return "replace-nobody", {"card": state.content.names[state.drawn[0]]}
        return "replace", {"card": state.content.names[state.companion(self.seat, choice)]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        card = state.drawn[0] if choice == STOP else state.companion(self.seat, choice)
        return [f"card:{state.content.names[card]}"]


def gain_bonus_card(state: PeaksState, seat: int, chance: Chance) -> None:
    """From the top of the deck, seen by the seat alone (PK-82, PK-101)."""
    card = draw(state, BONUS_DECK, chance)
    if card == NONE:
        return
    state.bonus[seat].append(card)
    state.happened(seat, NEW_CHANCE)
    if state.log is not None:
        state.log.append(Event("bonus", seat, {}, {"card": state.content.names[card]}, bit(seat)))


def gain_companion(state: PeaksState, seat: int, chance: Chance) -> None:
    """Into an empty slot, or else the seat is asked what to do with it (PK-75)."""
    card = draw(state, COMPANION_DECK, chance)
    if card == NONE:
        return
    if state.log is not None:
        state.log.append(Event("companion", seat, {"card": state.content.names[card]}))
    slot = state.slot_of(seat, NONE)
    if slot != NONE:
        seat_companion(state, seat, slot, card)
    else:
        state.drawn = [card]
        state.stack.push(SLOT[seat])


def seat_companion(state: PeaksState, seat: int, slot: int, card: int) -> None:
    state.put(seat, COMPANION + slot, card)
    state.put(seat, USES + slot, state.content.uses[card - FIRST_COMPANION])


def next_deck(state: PeaksState) -> int:
    """The mountain deck next to the display (PK-39)."""
    return 1 if state.swapped else 0


def gain_mountain(state: PeaksState, seat: int, deck: int, chance: Chance) -> None:
    card = draw(state, deck, chance)
    if card == NONE:
        return
    state.mountains[seat].append(card)
    state.happened(seat, SOMETHING)
    if state.log is not None:
        state.log.append(Event("mountain", seat, {"card": state.content.names[card]}))


def draw(state: PeaksState, pile: int, chance: Chance) -> int:
    """The next card of a deck; its discard pile is shuffled in when it has run out (PK-37). NONE if both are empty."""
    pool = state.pools[pile]
    if not pool:
        discarded = state.discards[pile]
        if not discarded:
            return NONE
        pool.extend(discarded)
        discarded.clear()
        if pile == BONUS_DECK:
            remember_hands(state)
        if state.log is not None:
            state.log.append(Event("shuffle", state.player, {"deck": DECK_NAMES[pile], "count": len(pool)}))
    return chance.draw(pool, state.content.names)


def remember_hands(state: PeaksState) -> None:
    """The deck holds the discarded cards now, so everybody can tell which cards are in hands (PK-103)."""
    held = 0
    for hand in state.bonus:
        for card in hand:
            held |= BIT[card - FIRST_BONUS]
    if held:
        state.remembered = [*state.remembered, held]


def discard(state: PeaksState, seat: int, card: int) -> None:
    """A bonus card, companion or unclimbed mountain of a seat to the discard pile of its kind (PK-36)."""
    put_away(state, seat, card)
    if state.log is not None:
        state.log.append(Event("discard", seat, {"card": state.content.names[card]}))


def put_away(state: PeaksState, seat: int, card: int) -> None:
    """The same without a word."""
    if card >= FIRST_COMPANION:
        slot = state.slot_of(seat, card)
        state.put(seat, COMPANION + slot, NONE)
        state.put(seat, USES + slot, 0)
        climb = state.climb
        if climb is not None:
            climb.came &= ~BIT[seat * SLOTS + slot]
    elif card >= FIRST_BONUS:
        state.bonus[seat].remove(card)
        if state.remembered:
            forget(state, card)
    else:
        state.mountains[seat].remove(card)
    state.discards[pile_of(state.content, card)].append(card)


def forget(state: PeaksState, card: int) -> None:
    """A bonus card that is discarded may come again from the deck, to anybody."""
    gone = BIT[card - FIRST_BONUS]
    state.remembered = [held & ~gone for held in state.remembered if held & ~gone]


def move(state: PeaksState, seat: int, continent: int) -> None:
    if state.continent(seat) == continent:
        return
    state.put(seat, CONTINENT, continent)
    state.happened(seat, SOMETHING)
    if state.log is not None:
        state.log.append(Event("travel", seat, {"continent": state.content.continents[continent]}))


def left(gains: int) -> dict[str, int]:
    """Packed gains by name, those that are there."""
    return {name: count for name, count in counted(gains).items() if count}


ACTION_NAMES: Final = ["REST", "PREPARE", "CLIMB"]
DECK_NAMES: Final = ["deck-a", "deck-b", "bonus-deck", "companion-deck"]
MASK: Final[list[int]] = [63 * unit for unit in UNIT]
ONLY_ALL: Final = [GAIN_ALL]
SEVERAL: Final = 256
GAIN_CHOICES: Final[list[list[int]]] = [
    [*[kind for kind in DEFAULT_ORDER if kinds & BIT[kind]], *([GAIN_ALL] if kinds & SEVERAL else []), STOP]
    for kinds in range(2 * SEVERAL)
]
"""By `kinds_in` what is to be gained."""
UPGRADE_CHOICES: Final[list[list[int]]] = [
    [*[action for action in range(len(ACTIONS)) if actions & BIT[action]], STOP] for actions in range(8)
]
"""By the set of actions that are not at their end."""
NEEDED_GEAR_CHOICES: Final[list[list[int]]] = [
    [kind for kind in range(GEAR_TYPES) if types & BIT[kind]] for types in range(ALL_TYPES + 1)
]
"""By the set of types that there is room for; GEAR_CHOICES where a gear can be declined."""
GEAR_CHOICES: Final[list[list[int]]] = [[*kinds, STOP] for kinds in NEEDED_GEAR_CHOICES]
ALL_SLOT_CHOICES: Final = [0, 1, 2, STOP]
LAST_FLAGS: Final = [LastFlag(seat) for seat in range(MOST_SEATS)]
PLACE_FLAG: Final = [PlaceFlag(seat) for seat in range(MOST_SEATS)]
DIE_UPGRADES: Final = [UpgradeDie(seat) for seat in range(MOST_SEATS)]
TILE_UPGRADES: Final = [UpgradeTile(seat) for seat in range(MOST_SEATS)]
SLOT: Final = [Slot(seat) for seat in range(MOST_SEATS)]
