"""The zones of PEAKS. Hidden are bonus cards in hand, boosts not yet revealed, and what the decks hold next.

No deck has an order that anybody knows, so each is a plain pool. What lies on the mats is one flat vector with MAT
numbers for each seat (mats.py); read it by the named methods below.

When the bonus deck is shuffled anew it holds exactly the discarded cards, so everybody can tell which cards are in
hands at that moment (PK-103). `remembered` keeps those sets, and `resample` and `imagine` keep to them: a card that was
in a hand then is only ever exchanged for another that was.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from cairn.core.bits import BIT, bit
from cairn.core.chance import Chance
from cairn.core.contract import Setup, Stack, State
from cairn.core.fields import Fields
from cairn.core.zones import NONE as EMPTY
from cairn.core.zones import MaybeNamed, Named, Number, Numbers, Shared, Zone, dump_zones
from cairn.games.peaks.content import (
    ACTIONS,
    BONUS_CARDS,
    BOOSTS,
    DECK_A,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    GAINS,
    MOUNTAINS,
    REST_TILES,
    UNIT,
    Content,
)
from cairn.games.peaks.mats import (
    COMPANION,
    CONTINENT,
    CUBES,
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
from cairn.games.peaks.zones import Mountains, OneNamed, Places, RestTiles, SeatSet, is_there

A: Final = 0
B: Final = 1
BONUS_DECK: Final = 2
COMPANION_DECK: Final = 3
PILES: Final = ["a", "b", "bonus", "companions"]
BONUS_LINE: Final = "bonus cards"
GROUPS: Final = ["x", "y"]
RUNNING: Final = -1
MOST: Final = 9999
"""More than any number of turns, cubes or flags."""

NOTHING_NEW: Final = 0
SOMETHING: Final = 1
NEW_CHANCE: Final = 2
NEWS: Final = ["nothing", "something", "new"]
"""What has happened since the current player was last asked about bonuses: the more, the sooner a window opens."""

CLIMBED_BY: Final = 128
"""A climbed mountain is one number: seat * CLIMBED_BY + card."""


NO_CARDS: Final = EMPTY
NO_PILES: Final[list[list[int]]] = []
NO_MATS: Final = vec[i64]()


class Climb:
    """The climb under way. Its mountain is in nobody's hand."""

    def __init__(self, mountain: int, group: int, climbers: int, extras: list[int]) -> None:
        self.mountain = mountain
        self.group = group
        self.climbers: i64 = climbers
        """A set of seats, bit s for seat s."""
        self.extras: Shared[list[int]] = extras
        """What companions add to each seat's rewards, packed."""
        self.setting_out: bool = True
        """Until everybody has said whether they come: nobody has travelled or paid yet."""
        self.came: i64 = 0
        """The slots whose companions come along: the bit of a seat's slot is that of seat * SLOTS + slot."""
        self.experience: int = 0
        """That of all companions who come along."""
        self.sure: i64 = 0
        """The climbers who keep marked rewards whatever is rolled."""
        self.danger: bool = False

    # Written by `make clones` from __init__: do not edit.
    def clone(self) -> Climb:
        copy = Climb(self.mountain, self.group, self.climbers, self.extras)
        copy.setting_out = self.setting_out
        copy.came = self.came
        copy.experience = self.experience
        copy.sure = self.sure
        copy.danger = self.danger
        return copy

    # End of what `make clones` wrote.

    def came_of(self, seat: i64) -> i64:
        """The slots of a seat whose companions come along."""
        return self.came >> (seat * SLOTS) & ALL_SLOTS


class Proposal:
    """A climb that is proposed or agreed upon: the mountain, the group, and whose companions come. Never changed."""

    def __init__(self, mountain: int, group: int, companions: list[int], countered: bool) -> None:
        self.mountain = mountain
        self.group = group
        self.companions = companions
        self.countered = countered
        """Whether this is a counter-offer, which cannot be countered again."""

    def with_companion(self, card: int) -> Proposal:
        return Proposal(self.mountain, self.group, sorted([*self.companions, card]), self.countered)


def table_zones(content: Content) -> list[Zone]:
    """What lies on the table for all, written as it is."""
    return [Places("display", content.names, 0, MOUNTAINS, [content.slots]), RestTiles("tiles", REST_TILES)]


def turn_zones(content: Content, seats: int) -> list[Zone]:
    """Where the game and the turn stand, written as it is."""
    return [
        Places("dealt", content.names, FIRST_BOOST, FIRST_BOOST + BOOSTS, [0, 2 * seats]),
        Number("start", 0, seats - 1),
        SeatSet("beginners", seats),
        Number("player", 0, seats - 1),
        Number("turn", 0, MOST),
        Number("last_turns", RUNNING, seats),
        Zone("swapped"),
        MaybeNamed("action", ACTIONS, NONE),
        OneNamed("news", NEWS),
        Zone("closed"),
        SeatSet("only_new", seats),
    ]


def climb_zones(content: Content, seats: int) -> list[Zone]:
    """What belongs to climbs and is written as it is."""
    return [
        Offer("proposal", content.names),
        SeatSet("bound", seats),
        Mountains("proposed", content.names),
        Named("drawn", content.names),
    ]


def rival_zones(content: Content) -> list[Zone]:
    """What the rival of a game alone has (PK-105, PK-120)."""
    return [
        Numbers("rival_flags", 0, 99),
        Named("rival_deck", content.rival_cards),
        Named("rival_done", content.rival_cards),
        MaybeNamed("rival_plan", content.rival_cards, NONE),
        Mountains("rival_climbed", content.names),
        MaybeNamed("summit", content.names[:MOUNTAINS], NONE),
    ]


class Offer(Named):
    """A proposal, or none."""

    def dump(self, value: Any) -> object:
        if value is None:
            return None
        return {
            "mountain": self.names[value.mountain],
            "group": GROUPS[value.group],
            "companions": [self.names[card] for card in value.companions],
            "countered": value.countered,
        }

    def load(self, fields: Fields) -> Any:
        if not is_there(fields, self.name):
            return None
        part = fields.part(self.name)
        mountain = part.one_named("mountain", self.names[:MOUNTAINS])
        group = part.one_named("group", GROUPS)
        companions = part.named("companions", self.names)
        if sorted(set(companions)) != companions:
            raise part.refuse("companions", "should be companions in their order, each once")
        for at, card in enumerate(companions):
            if not FIRST_COMPANION <= card < FIRST_BOOST:
                raise part.refuse(f"companions[{at}]", f"{self.names[card]} is no companion")
        offer = Proposal(mountain, group, companions, part.flag("countered"))
        part.end()
        return offer


class PeaksState(State):
    """Seat masks have bit s for seat s."""

    def __init__(self, setup: Setup, stack: Stack, content: Content) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.pools: list[list[int]] = NO_PILES
        self.discards: list[list[int]] = NO_PILES
        self.display: list[int] = NO_CARDS
        self.tiles: Shared[list[int]] = NO_CARDS
        """The rest tile of each continent; never changes."""
        self.mat: vec[i64] = NO_MATS
        self.mountains: list[list[int]] = NO_PILES
        self.bonus: list[list[int]] = NO_PILES
        self.climbed: list[int] = NO_CARDS
        """All climbed mountains, in the order they were climbed."""
        self.start: int = 0
        self.beginners: int = 0
        """The seats that started without boosts (PK-9)."""
        self.player: i64 = 0
        self.turn: int = 0
        """Which turn is under way, the first being 1; 0 in the set-up."""
        self.last_turns: int = RUNNING
        """How many seats the last round still comes to; RUNNING before it."""
        self.swapped: bool = False
        self.action: int = NONE
        self.news: i64 = NOTHING_NEW
        self.closed: bool = False
        """Whether the current player wants no more windows this turn."""
        self.only_new: i64 = 0
        """The seats whose windows open only for what was not possible before (PK-19)."""
        self.bound: i64 = 0
        """The seats that have agreed to the offer."""
        self.climb: Climb | None = None
        self.proposal: Shared[Proposal | None] = None
        self.dealt: Shared[list[int]] = NO_CARDS
        """Two boosts for each seat, NONE for a seat without; empty once they are back in the box."""
        self.chosen: Shared[list[int]] = NO_CARDS
        """Which of its two boosts each seat has chosen, NONE if it has not."""
        self.drawn: Shared[list[int]] = NO_CARDS
        """Cards that lie open until a seat says what becomes of them."""
        self.proposed: Shared[list[int]] = NO_CARDS
        """The mountains that were proposed this turn."""
        self.remembered: Shared[list[int]] = NO_CARDS
        """For each shuffle of the bonus deck the cards in hands then that still are."""
        self.rival_flags: Shared[list[int]] = NO_CARDS
        """What the rival of a game alone has in each continent; empty with company."""
        self.rival_deck: Shared[list[int]] = NO_CARDS
        """The cards that the rival may still draw, in no order, and below those it has played."""
        self.rival_done: Shared[list[int]] = NO_CARDS
        self.rival_plan: int = NONE
        """The card of the rival that lies open."""
        self.rival_climbed: Shared[list[int]] = NO_CARDS
        self.summit: int = NONE
        """The mountain that was climbed this turn."""

    # Written by `make clones` from __init__: do not edit.
    def clone(self) -> PeaksState:
        copy = PeaksState(self.setup, self.stack.copy(), self.content)
        copy.pools = [part[:] for part in self.pools]
        copy.discards = [part[:] for part in self.discards]
        copy.display = self.display[:]
        copy.tiles = self.tiles
        copy.mat = self.mat[:]
        copy.mountains = [part[:] for part in self.mountains]
        copy.bonus = [part[:] for part in self.bonus]
        copy.climbed = self.climbed[:]
        copy.start = self.start
        copy.beginners = self.beginners
        copy.player = self.player
        copy.turn = self.turn
        copy.last_turns = self.last_turns
        copy.swapped = self.swapped
        copy.action = self.action
        copy.news = self.news
        copy.closed = self.closed
        copy.only_new = self.only_new
        copy.bound = self.bound
        copy.climb = None if self.climb is None else self.climb.clone()
        copy.proposal = self.proposal
        copy.dealt = self.dealt
        copy.chosen = self.chosen
        copy.drawn = self.drawn
        copy.proposed = self.proposed
        copy.remembered = self.remembered
        copy.rival_flags = self.rival_flags
        copy.rival_deck = self.rival_deck
        copy.rival_done = self.rival_done
        copy.rival_plan = self.rival_plan
        copy.rival_climbed = self.rival_climbed
        copy.summit = self.summit
        copy.copy_base(self)
        return copy

    # End of what `make clones` wrote.

    # What a seat cannot know

    def resample(self, seat: int, chance: Chance) -> PeaksState:
        """Deal the bonus cards in other hands anew, and let others choose their boosts again (PK-101, PK-102)."""
        copy = self.clone()
        if self.stack.top is not None:
            copy.redraw(seat, chance)
        if copy.seat != seat:
            copy.offer()
        return copy

    def redraw(self, viewer: int, chance: Chance) -> None:
        """Replace what a viewer cannot know by a fair draw."""
        if self.choosing_boosts():
            chosen = self.chosen[:]
            for seat in range(len(chosen)):
                if seat != viewer and chosen[seat] != NONE:
                    chosen[seat] = chance.pick(2)
            self.chosen = chosen
        for age in range(1, len(self.remembered) + 1):
            self._redraw_aged(viewer, age, chance)
        unseen = self.pools[BONUS_DECK]
        names = self.content.names
        fresh: list[tuple[int, int]] = []
        for seat, hand in enumerate(self.bonus):
            if seat != viewer:
                for at in range(len(hand)):
                    if self.age_of(hand[at]) == 0:
                        unseen.append(hand[at])
                        fresh.append((seat, at))
        for seat, at in fresh:
            self.bonus[seat][at] = chance.draw(unseen, names)

    def _redraw_aged(self, viewer: int, age: int, chance: Chance) -> None:
        """Exchange among the other hands the cards that were in hands at that many shuffles."""
        cards: list[int] = []
        places: list[tuple[int, int]] = []
        for seat, hand in enumerate(self.bonus):
            if seat != viewer:
                for at in range(len(hand)):
                    if self.age_of(hand[at]) == age:
                        cards.append(hand[at])
                        places.append((seat, at))
        for seat, at in places:
            self.bonus[seat][at] = chance.draw(cards, self.content.names)

    def age_of(self, card: int) -> int:
        """At how many shuffles of the bonus deck a card in a hand was in a hand."""
        age = 0
        for held in self.remembered:
            if held & BIT[card - FIRST_BONUS]:
                age += 1
        return age

    def choosing_boosts(self) -> bool:
        """Whether boosts are still secret: somebody who was dealt two has not chosen."""
        return any(self.chosen[seat] == NONE and self.dealt[seat * 2] != NONE for seat in range(len(self.chosen)))

    # Reading the mats

    def energy(self, seat: i64) -> i64:
        return self.mat[seat * MAT + ENERGY]

    def stamina(self, seat: i64) -> i64:
        return self.mat[seat * MAT + STAMINA]

    def space(self, seat: i64) -> i64:
        """How far a seat's tracker is on the experience track."""
        return self.mat[seat * MAT + SPACE]

    def experience(self, seat: i64) -> i64:
        """The number on that space."""
        return self.content.experience[self.mat[seat * MAT + SPACE]]

    def continent(self, seat: i64) -> i64:
        return self.mat[seat * MAT + CONTINENT]

    def gear(self, seat: i64, kind: i64) -> i64:
        return self.mat[seat * MAT + GEAR + kind]

    def die(self, seat: i64, action: i64) -> i64:
        """The level of an action die."""
        return self.mat[seat * MAT + DICE + action]

    def tile(self, seat: i64, action: i64) -> i64:
        """How far an action tile was moved."""
        return self.mat[seat * MAT + TILES + action]

    def cubes(self, seat: i64, action: i64) -> i64:
        return self.mat[seat * MAT + CUBES + action]

    def flags_in(self, seat: i64, continent: i64) -> i64:
        return self.mat[seat * MAT + FLAGS + continent]

    def placed(self, seat: i64) -> i64:
        """All flags of a seat on the board."""
        return self.mat[seat * MAT + PLACED]

    def companion(self, seat: i64, slot: i64) -> i64:
        """The companion in a slot, or NONE."""
        return self.mat[seat * MAT + COMPANION + slot]

    def uses(self, seat: i64, slot: i64) -> i64:
        return self.mat[seat * MAT + USES + slot]

    def add(self, seat: i64, what: i64, amount: i64) -> None:
        """Change a number on a mat; `what` is an offset of mats.py."""
        self.mat[seat * MAT + what] += amount

    def put(self, seat: i64, what: i64, value: i64) -> None:
        self.mat[seat * MAT + what] = value

    # Reading the rest

    def companions_of(self, seat: i64) -> list[int]:
        """Shared where there are none: nobody changes it."""
        first = seat * MAT + COMPANION
        mat = self.mat
        if mat[first] == NONE and mat[first + 1] == NONE and mat[first + 2] == NONE:
            return NO_CARDS
        return [mat[first + slot] for slot in range(SLOTS) if mat[first + slot] != NONE]

    def slot_of(self, seat: i64, card: i64) -> i64:
        """The slot of a companion, NONE if the seat does not have it."""
        for slot in range(SLOTS):
            if self.companion(seat, slot) == card:
                return slot
        return NONE

    def cards_of(self, seat: i64) -> i64:
        """How many cards a seat could discard (PK-63)."""
        count: i64 = len(self.bonus[seat]) + len(self.mountains[seat])
        for slot in range(SLOTS):
            if self.companion(seat, slot) != NONE:
                count += 1
        return count

    def nth(self, place: i64) -> i64:
        """The seat that many places after the current player."""
        seat = self.player + place
        seats: i64 = len(self.mountains)
        return seat - seats if seat >= seats else seat

    def happened(self, seat: int, news: int) -> None:
        """Something happened to a seat; windows are about what happened to the current player."""
        if seat == self.player and news > self.news:
            self.news = news

    def climbed_by(self, seat: int) -> list[int]:
        return [climbed % CLIMBED_BY for climbed in self.climbed if climbed // CLIMBED_BY == seat]

    def rival_acts(self) -> bool:
        """Whether a rival with cards of its own is there (PK-120)."""
        return self.rival_plan != NONE or bool(self.rival_deck) or bool(self.rival_done)

    def mat_of(self, seat: int) -> list[int]:
        return list(self.mat[seat * MAT : seat * MAT + MAT])

    # Counting

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """All points lie open but those of bonus cards in other hands (PK-101)."""
        over = self.stack.top is None
        seen: list[dict[str, int | None]] = []
        for seat, points in enumerate(self.scores()):
            lines: dict[str, int | None] = dict(points.lines)
            if seat != viewer and not over:
                lines[BONUS_LINE] = None
            seen.append(lines)
        return seen

    def highest(self, seat: int) -> int:
        """The height of the highest mountain a seat has climbed, 0 without any (PK-96)."""
        return max((self.content.elevation[card] for card in self.climbed_by(seat)), default=0)

    def standing(self) -> list[int]:
        """The totals, then the highest climbed mountain (PK-96)."""
        return [points.total * 10000 + self.highest(seat) for seat, points in enumerate(self.scores())]

    # Showing

    def zones(self) -> dict[str, object]:
        zones = self._open_zones()
        zones["pools"] = {name: self.named(sorted(self.pools[pile])) for pile, name in enumerate(PILES)}
        zones["discards"] = {name: self.named(self.discards[pile]) for pile, name in enumerate(PILES)}
        zones["hands"] = [self.named(hand) for hand in self.bonus]
        zones["remembered"] = [self.named(bonus_cards(held)) for held in self.remembered]
        zones["chosen"] = self.chosen[:]
        return zones

    def zones_seen(self, viewer: int) -> dict[str, object]:
        zones = self._open_zones()
        zones["decks"] = {name: len(self.pools[pile]) for pile, name in enumerate(PILES)}
        zones["discards"] = {name: self.named(sorted(self.discards[pile])) for pile, name in enumerate(PILES)}
        zones["hands"] = [self._hand_seen(seat, viewer) for seat in range(self.setup.seats)]
        zones["remembered"] = self._remembered_by(viewer)
        hidden = self.choosing_boosts()
        zones["chosen"] = [
            HIDDEN if hidden and choice != NONE and seat != viewer else choice
            for seat, choice in enumerate(self.chosen)
        ]
        return zones

    def _hand_seen(self, seat: int, viewer: int) -> dict[str, object]:
        hand = self.bonus[seat]
        ages = [self.age_of(card) for card in hand]
        if self.stack.top is None or seat == viewer:
            return {"count": len(hand), "cards": self.named(hand), "ages": ages}
        return {"count": len(hand), "cards": None, "ages": sorted(ages)}

    def _remembered_by(self, viewer: int) -> list[list[str]]:
        """By age the cards that a viewer knows to be in other hands (PK-103)."""
        known: list[list[str]] = []
        for age in range(1, len(self.remembered) + 1):
            cards = [
                card
                for seat, hand in enumerate(self.bonus)
                for card in hand
                if seat != viewer and self.age_of(card) == age
            ]
            known.append(self.named(sorted(cards)))
        return known

    def _open_zones(self) -> dict[str, object]:
        content = self.content
        seats = self.setup.seats
        return {
            **dump_zones(self, table_zones(content)),
            "players": [self._player(seat) for seat in range(seats)],
            **dump_zones(self, turn_zones(content, seats)),
            "climb": self._climb(),
            **dump_zones(self, climb_zones(content, seats)),
            **dump_zones(self, rival_zones(content)),
        }

    def _climb(self) -> dict[str, object] | None:
        climb = self.climb
        if climb is None:
            return None
        seats = range(self.setup.seats)
        return {
            "mountain": self.content.names[climb.mountain],
            "group": GROUPS[climb.group],
            "climbers": self._seats_in(climb.climbers),
            "setting_out": climb.setting_out,
            "companions": [self.named(self._came(climb, seat)) for seat in seats],
            "experience": climb.experience,
            "sure": self._seats_in(climb.sure),
            "danger": climb.danger,
            "extras": [counted(climb.extras[seat]) for seat in seats],
        }

    def _came(self, climb: Climb, seat: int) -> list[int]:
        return [self.companion(seat, slot) for slot in range(SLOTS) if climb.came_of(seat) & BIT[slot]]

    def _player(self, seat: int) -> dict[str, object]:
        content = self.content
        mat = self.mat_of(seat)
        return {
            "energy": mat[ENERGY],
            "stamina": mat[STAMINA],
            "experience": mat[SPACE],
            "continent": content.continents[mat[CONTINENT]],
            "gear": {name: mat[GEAR + number] for number, name in enumerate(content.gear)},
            "dice": {name: mat[DICE + number] for number, name in enumerate(ACTIONS)},
            "upgrades": {name: mat[TILES + number] for number, name in enumerate(ACTIONS)},
            "cubes": {name: mat[CUBES + number] for number, name in enumerate(ACTIONS)},
            "flags": {name: mat[FLAGS + number] for number, name in enumerate(content.continents)},
            "companions": [self._name(card) for card in mat[COMPANION:USES]],
            "uses": mat[USES:MAT],
            "mountains": self.named(self.mountains[seat]),
            "climbed": self.named(self.climbed_by(seat)),
        }

    def _name(self, card: int) -> str | None:
        return None if card == NONE else self.content.names[card]

    def named(self, cards: list[int]) -> list[str]:
        return [self.content.names[card] for card in cards]

    def _seats_in(self, mask: int) -> list[int]:
        return [seat for seat in range(self.setup.seats) if mask & bit(seat)]

    def components(self) -> dict[str, int]:
        names = self.content.names
        counts: dict[str, int] = {}
        for card in self.all_cards():
            counts[names[card]] = counts.get(names[card], 0) + 1
        return counts

    def all_cards(self) -> list[int]:
        """Every card of every zone. Boosts that are not dealt are in the box."""
        dealt = [card for card in self.dealt if card != NONE]
        cards = [card for card in range(FIRST_BOOST, FIRST_BOOST + BOOSTS) if card not in dealt] + dealt
        for pile in (*self.pools, *self.discards, *self.mountains, *self.bonus):
            cards += pile
        cards += [card for card in self.display if card != NONE] + self.drawn
        cards += [climbed % CLIMBED_BY for climbed in self.climbed] + self.rival_climbed
        for seat in range(self.setup.seats):
            cards += self.companions_of(seat)
        climb = self.climb
        if climb is not None:
            cards.append(climb.mountain)
        return cards


def counted(gains: int) -> dict[str, int]:
    """Packed gains by name, how many there are of each."""
    return {name: gains // UNIT[kind] & 63 for kind, name in enumerate(GAINS)}


def bonus_cards(held: int) -> list[int]:
    """The cards of a set of bonus cards."""
    return [FIRST_BONUS + number for number in range(BONUS_CARDS) if held & BIT[number]]


def pile_of(content: Content, card: int) -> int:
    """Which deck and discard pile a card belongs to."""
    if card < FIRST_BONUS:
        return A if content.deck[card] == DECK_A else B
    return BONUS_DECK if card < FIRST_COMPANION else COMPANION_DECK


def new_mat(content: Content) -> list[int]:
    """The MAT numbers of a seat that has nothing yet."""
    mat = [0] * MAT
    mat[CONTINENT] = content.home
    for slot in range(SLOTS):
        mat[COMPANION + slot] = NONE
    return mat


ALL_SLOTS: Final = 7
HIDDEN: Final = 2
"""A chosen boost in the view of another seat."""
