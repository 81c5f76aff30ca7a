"""The zones of PEAKS. Hidden are bonus cards in hand, boosts not yet revealed, and what the decks hold next.

No deck has an order that anybody knows, so each is a plain pool. What lies on the mats is one flat list of MAT numbers
for each seat; the offsets are below.
"""

from __future__ import annotations

from typing import Final

from cairn.core.chance import Chance
from cairn.core.contract import Score, Setup, Stack, State
from cairn.games.peaks.content import (
    ACTIONS,
    BOOSTS,
    CLIMB,
    DECK_A,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    GAINS,
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
    EXPERIENCE,
    FLAGS,
    GEAR,
    MAT,
    NONE,
    SLOTS,
    STAMINA,
    TILES,
    USES,
)
from cairn.games.peaks.scoring import BONUS_LINE, highest, score
from cairn.games.peaks.stages import CHOOSE_BOOST, HOME, OVER, STAGES

A: Final = 0
B: Final = 1
BONUS_DECK: Final = 2
COMPANION_DECK: Final = 3
PILES: Final = ["a", "b", "bonus", "companions"]

NO_WANT: Final = 0
WANT_DIE: Final = 1
WANT_TILE: Final = 2
WANT_GEAR: Final = 3
WANT_SLOT: Final = 4
WANT_FLAG: Final = 5
WANTS: Final = ["none", "die", "tile", "gear", "slot", "flag"]
ALL_TYPES: Final = 63
RUNNING: Final = -1


class PeaksState(State):
    """Seat masks have bit s for seat s; `asked` counts seats from the current player on where several are asked."""

    def __init__(
        self,
        setup: Setup,
        stack: Stack,
        content: Content,
        pools: list[list[int]],
        discards: list[list[int]],
        display: list[int],
        tiles: list[int],
        mat: list[int],
        mountains: list[list[int]],
        bonus: list[list[int]],
        climbed: list[int],
        dealt: list[int],
        chosen: list[int],
        start: int,
    ) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.pools = pools
        self.discards = discards
        self.display = display
        self.tiles = tiles
        """The rest tile of each continent; never changes."""
        self.mat = mat
        self.mountains = mountains
        self.bonus = bonus
        self.climbed = climbed
        """All climbed mountains, each as seat * 128 + card, in the order they were climbed."""
        self.dealt = dealt
        """The boosts dealt, two for each seat; empty once they are back in the box."""
        self.chosen = chosen
        """Which of its two boosts each seat has chosen, NONE if it has not."""
        self.start = start
        self.player = start
        self.turn = 0
        self.last_turns = RUNNING
        """How many seats the last round still comes to; RUNNING before it."""
        self.swapped = False
        self.stage = HOME
        self.step = 0
        """Which step of the action is next."""
        self.action = NONE
        self.asked = 0
        self.target = NONE
        """Where REST travels to or what PREPARE takes."""
        self.mountain = NONE
        """The mountain proposed or being climbed; while it is climbed it is in nobody's hand."""
        self.group = 0
        self.climbers = 0
        self.bound = 0
        self.brought = 0
        """The experience of all companions on the climb."""
        self.sure = 0
        """The climbers who keep marked rewards whatever is rolled."""
        self.danger = False
        self.extras: list[int] = NO_EXTRAS
        """What companions add to each seat's rewards, packed; empty unless a climb is on. Never changed in place."""
        self.due = 0
        """Energy still to be paid by `gainer`."""
        self.count = 0
        """Cards still to be discarded, or gear still to be gained."""
        self.gains = 0
        self.gainer = 0
        """Who gains, pays or is asked for a detail."""
        self.gain_all = False
        self.want = NO_WANT
        self.types = ALL_TYPES
        """The gear types a wanted gear may be of, bit t for type t."""
        self.drawn: list[int] = []
        self.proposed: list[int] = []
        """What was proposed this turn, each as mountain * 2 + group."""
        self.closed = False
        """Whether the current player wants no more windows this turn."""

    def clone(self) -> PeaksState:
        seats = len(self.mountains)
        pools = self.pools
        discards = self.discards
        mountains: list[list[int]] = []
        bonus: list[list[int]] = []
        for seat in range(seats):
            mountains.append(self.mountains[seat][:])
            bonus.append(self.bonus[seat][:])
        copy = PeaksState(
            self.setup,
            self.stack.copy(),
            self.content,
            [pools[0][:], pools[1][:], pools[2][:], pools[3][:]],
            [discards[0][:], discards[1][:], discards[2][:], discards[3][:]],
            self.display[:],
            self.tiles,
            self.mat[:],
            mountains,
            bonus,
            self.climbed[:],
            self.dealt[:],
            self.chosen[:],
            self.start,
        )
        copy.player = self.player
        copy.turn = self.turn
        copy.last_turns = self.last_turns
        copy.swapped = self.swapped
        copy.stage = self.stage
        copy.step = self.step
        copy.action = self.action
        copy.asked = self.asked
        copy.target = self.target
        copy.mountain = self.mountain
        copy.group = self.group
        copy.climbers = self.climbers
        copy.bound = self.bound
        copy.brought = self.brought
        copy.sure = self.sure
        copy.danger = self.danger
        copy.extras = self.extras
        copy.due = self.due
        copy.count = self.count
        copy.gains = self.gains
        copy.gainer = self.gainer
        copy.gain_all = self.gain_all
        copy.want = self.want
        copy.types = self.types
        copy.drawn = self.drawn[:]
        copy.proposed = self.proposed[:]
        copy.closed = self.closed
        copy.copy_base(self)
        return copy

    def resample(self, seat: int, chance: Chance) -> PeaksState:
        """Deal the bonus cards in other hands anew, and let others choose their boosts again (PK-101, PK-102)."""
        copy = self.clone()
        if self.stage != OVER:
            copy.redraw(seat, chance)
        if copy.seat != seat:
            copy.offer()
        return copy

    def redraw(self, viewer: int, chance: Chance) -> None:
        """Replace what a viewer cannot know by a fair draw."""
        unseen = self.pools[BONUS_DECK]
        names = self.content.names
        for seat, hand in enumerate(self.bonus):
            if seat != viewer:
                unseen.extend(hand)
        for seat, hand in enumerate(self.bonus):
            if seat != viewer:
                for at in range(len(hand)):
                    hand[at] = chance.draw(unseen, names)
        if self.stage == CHOOSE_BOOST:
            for seat in range(len(self.chosen)):
                if seat != viewer and self.chosen[seat] != NONE:
                    self.chosen[seat] = chance.pick(2)

    # Reading the zones

    def cards_of(self, seat: int) -> int:
        """How many cards a seat could discard to pay (PK-63)."""
        mat = self.mat
        first = seat * MAT + COMPANION
        count = len(self.bonus[seat]) + len(self.mountains[seat])
        for slot in range(first, first + SLOTS):
            if mat[slot] != NONE:
                count += 1
        return count

    def climbed_by(self, seat: int) -> list[int]:
        return [climbed & 127 for climbed in self.climbed if climbed >> 7 == seat]

    def mat_of(self, seat: int) -> list[int]:
        return self.mat[seat * MAT : seat * MAT + MAT]

    def flags_in(self, seat: int, continent: int) -> int:
        return self.mat[seat * MAT + FLAGS + continent]

    # Counting

    def scores(self) -> list[Score]:
        return [score(self, seat) for seat in range(self.setup.seats)]

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """All points lie open but those of bonus cards in other hands (PK-101)."""
        seen: list[dict[str, int | None]] = []
        for seat, points in enumerate(self.scores()):
            lines: dict[str, int | None] = dict(points.lines)
            if seat != viewer and self.stage != OVER:
                lines[BONUS_LINE] = None
            seen.append(lines)
        return seen

    def standing(self) -> list[int]:
        """The totals, then the highest climbed mountain (PK-96)."""
        return [points.total * 10000 + highest(self, seat) for seat, points in enumerate(self.scores())]

    # Showing

    def zones(self) -> dict[str, object]:
        zones = self._open_zones()
        zones["pools"] = {name: self._named(sorted(self.pools[pile])) for pile, name in enumerate(PILES)}
        zones["discards"] = {name: self._named(self.discards[pile]) for pile, name in enumerate(PILES)}
        zones["hands"] = [self._named(hand) for hand in self.bonus]
        zones["chosen"] = self.chosen[:]
        return zones

    def zones_seen(self, viewer: int) -> dict[str, object]:
        over = self.stage == OVER
        zones = self._open_zones()
        zones["decks"] = {name: len(self.pools[pile]) for pile, name in enumerate(PILES)}
        zones["discards"] = {name: self._named(sorted(self.discards[pile])) for pile, name in enumerate(PILES)}
        zones["hands"] = [
            {"count": len(hand), "cards": self._named(hand) if over or seat == viewer else None}
            for seat, hand in enumerate(self.bonus)
        ]
        hidden = self.stage == CHOOSE_BOOST
        zones["chosen"] = [
            HIDDEN if hidden and choice != NONE and seat != viewer else choice
            for seat, choice in enumerate(self.chosen)
        ]
        return zones

    def _open_zones(self) -> dict[str, object]:
        content = self.content
        return {
            "display": [None if card == NONE else content.names[card] for card in self.display],
            "tiles": [REST_TILES[tile] for tile in self.tiles],
            "players": [self._player(seat) for seat in range(self.setup.seats)],
            "dealt": self._named(self.dealt),
            "start": self.start,
            "player": self.player,
            "turn": self.turn,
            "last_turns": self.last_turns,
            "swapped": self.swapped,
            "stage": STAGES[self.stage],
            "step": self.step,
            "action": None if self.action == NONE else ACTIONS[self.action],
            "asked": self.asked,
            "target": self.target,
            "mountain": None if self.mountain == NONE else content.names[self.mountain],
            "group": "y" if self.group else "x",
            "climbers": self._seats_in(self.climbers),
            "bound": self._seats_in(self.bound),
            "brought": self.brought,
            "sure": self._seats_in(self.sure),
            "danger": self.danger,
            "extras": [counted(extra) for extra in self.extras],
            "due": self.due,
            "count": self.count,
            "gains": counted(self.gains),
            "gainer": self.gainer,
            "gain_all": self.gain_all,
            "want": WANTS[self.want],
            "types": [name for number, name in enumerate(content.gear) if self.types >> number & 1],
            "drawn": self._named(self.drawn),
            "proposed": [f"{content.names[offer >> 1]} {'y' if offer & 1 else 'x'}" for offer in self.proposed],
            "closed": self.closed,
        }

    def _player(self, seat: int) -> dict[str, object]:
        content = self.content
        mat = self.mat_of(seat)
        return {
            "energy": mat[ENERGY],
            "stamina": mat[STAMINA],
            "experience": mat[EXPERIENCE],
            "continent": content.continents[mat[CONTINENT]],
            "gear": {name: mat[GEAR + number] for number, name in enumerate(content.gear)},
            "dice": {name: mat[DICE + number] for number, name in enumerate(ACTIONS)},
            "upgrades": {name: mat[TILES + number] for number, name in enumerate(ACTIONS)},
            "cubes": {name: mat[CUBES + number] for number, name in enumerate(ACTIONS)},
            "flags": {name: mat[FLAGS + number] for number, name in enumerate(content.continents)},
            "companions": [None if card == NONE else content.names[card] for card in mat[COMPANION:USES]],
            "uses": mat[USES:MAT],
            "mountains": self._named(self.mountains[seat]),
            "climbed": self._named(self.climbed_by(seat)),
        }

    def _named(self, cards: list[int]) -> list[str]:
        return [self.content.names[card] for card in cards]

    def _seats_in(self, mask: int) -> list[int]:
        return [seat for seat in range(self.setup.seats) if mask >> seat & 1]

    def components(self) -> dict[str, int]:
        names = self.content.names
        counts: dict[str, int] = {}
        for card in self.all_cards():
            counts[names[card]] = counts.get(names[card], 0) + 1
        return counts

    def all_cards(self) -> list[int]:
        """Every card of every zone. Boosts that are not dealt are in the box."""
        cards = [card for card in range(FIRST_BOOST, FIRST_BOOST + BOOSTS) if card not in self.dealt] + self.dealt
        for pile in (*self.pools, *self.discards, *self.mountains, *self.bonus):
            cards += pile
        cards += [card for card in self.display if card != NONE] + self.drawn
        cards += [climbed & 127 for climbed in self.climbed]
        for seat in range(self.setup.seats):
            first = seat * MAT + COMPANION
            cards += [card for card in self.mat[first : first + SLOTS] if card != NONE]
        if self.action == CLIMB and self.mountain != NONE:
            cards.append(self.mountain)
        return cards


def counted(gains: int) -> dict[str, int]:
    """Packed gains by name, how many there are of each."""
    return {name: gains // UNIT[kind] & 63 for kind, name in enumerate(GAINS)}


def pile_of(content: Content, card: int) -> int:
    """Which deck and discard pile a card belongs to."""
    if card < FIRST_BONUS:
        return A if content.deck[card] == DECK_A else B
    return BONUS_DECK if card < FIRST_COMPANION else COMPANION_DECK


def new_mat(content: Content) -> list[int]:
    mat = [0] * MAT
    mat[CONTINENT] = content.home
    for slot in range(SLOTS):
        mat[COMPANION + slot] = NONE
    return mat


NO_EXTRAS: Final[list[int]] = []
HIDDEN: Final = 2
"""A chosen boost in the view of another seat."""
