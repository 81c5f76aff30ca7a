"""The campfire deck, and what each seat can tell about where its cards are (FP-55, FP-70).

Above lie cards nobody has seen, a pool without an order. Below lie batches: what one seat put under at one time, in an
order that only this seat knows. A batch is drawn when the pool and the batches above it are used up.

A seat that watches another draw, keep one card and put the rest under knows which cards went where only in part: a card
it had put under itself may now be in the other's batch, in whatever order. So for each seat and card the deck keeps the
set of places where the card may be for all the seat knows: the pool, the hand of who is choosing, a batch. One more row
is for spectators, who see what everybody sees.
"""

from __future__ import annotations

from typing import Final

from cairn.core.bits import BIT
from cairn.core.chance import Chance
from cairn.core.fields import Fields
from cairn.games.five_peaks.content import CAMPFIRES

POOL: Final = 1
HAND: Final = 2
BATCHES: Final = 2
"""The bit of the first batch; batches are numbered from the top of the deck down."""
FIRES: Final = len(CAMPFIRES)
NOBODY: Final = -1
UNKNOWN: Final = -1


class CampfireDeck:
    """Its lists are never changed in place: whatever happens makes new ones, so that copies can share them."""

    def __init__(
        self,
        pool: list[int],
        owners: list[int],
        batches: list[list[int]],
        holder: int,
        looked: list[int],
        sunk: list[int],
        memory: list[int],
    ) -> None:
        self.pool = pool
        self.owners = owners
        """By batch the seat that put it under."""
        self.batches = batches
        """From the top down, in each the next card to be drawn first."""
        self.holder = holder
        """The seat that is choosing from the cards it drew, or NOBODY."""
        self.looked = looked
        """The cards it can still keep, in the order they were drawn."""
        self.sunk = sunk
        """Those it has decided to put under, the one to be drawn first first."""
        self.memory = memory
        """By seat (spectators last) and card the set of places where the card may be; 0 for a card that was kept."""

    @staticmethod
    def of(seats: int) -> CampfireDeck:
        return CampfireDeck(list(range(FIRES)), [], [], NOBODY, [], [], [POOL] * (FIRES * (seats + 1)))

    def clone(self) -> CampfireDeck:
        return CampfireDeck(self.pool, self.owners, self.batches, self.holder, self.looked, self.sunk, self.memory)

    def count(self) -> int:
        """How many cards can be drawn."""
        count = len(self.pool)
        for batch in self.batches:
            count += len(batch)
        return count

    def cards(self) -> list[int]:
        """Every card that nobody has kept."""
        found = self.pool + self.looked + self.sunk
        for batch in self.batches:
            found += batch
        return found

    # What happens

    def draw(self, seat: int, count: int, chance: Chance) -> None:
        """A seat takes the top cards to choose from; the others see from where."""
        wanted = min(count, self.count())
        touched = POOL if wanted and self.pool else 0
        drawn: list[int] = []
        pool = self.pool[:]
        while len(drawn) < wanted and pool:
            drawn.append(chance.draw(pool, CAMPFIRES))
        used_up = 0 if pool else POOL
        batches = self.batches[:]
        gone = 0
        while len(drawn) < wanted:
            batch = batches[gone]
            part = batch[: wanted - len(drawn)]
            drawn += part
            touched |= BIT[BATCHES + gone]
            if len(part) == len(batch):
                used_up |= BIT[BATCHES + gone]
                gone += 1
            else:
                batches[gone] = batch[len(part) :]
        self.holder = seat
        self.looked = drawn
        taken = 0
        for card in drawn:
            taken |= BIT[card]
        memory = self.memory[:]
        for at in range(len(memory)):
            places = memory[at]
            if places == 0:
                continue
            if at // FIRES == seat or self._is_own(at // FIRES, places):
                places = HAND if taken & BIT[at % FIRES] else places & ~used_up
            elif places & touched:
                places = (places | HAND) & ~used_up
            else:
                places &= ~used_up
            memory[at] = places & (POOL | HAND) | places >> gone & NOT_POOL_OR_HAND
        self.pool = pool
        self.owners = self.owners[gone:]
        self.batches = batches[gone:]
        self.memory = memory

    def _is_own(self, seat: int, places: int) -> bool:
        """Whether these places are one batch that the seat itself put under: then it knows each card of it."""
        for number in range(len(self.owners)):
            if places == BIT[BATCHES + number]:
                return self.owners[number] == seat
        return False

    def sink(self, card: int) -> None:
        """The holder will put this card under before those that are left."""
        self.looked = [other for other in self.looked if other != card]
        self.sunk = [*self.sunk, card]

    def keep(self, card: int) -> None:
        """The holder shows the card it keeps (UNKNOWN: none), and the others go under, those left in drawn order."""
        memory = self.memory[:]
        if card != UNKNOWN:
            for at in range(card, len(memory), FIRES):
                memory[at] = 0
        under = self.sunk + [other for other in self.looked if other != card]
        if under:
            new = BIT[BATCHES + len(self.batches)]
            self.owners = [*self.owners, self.holder]
            self.batches = [*self.batches, under]
            for at in range(len(memory)):
                if memory[at] & HAND:
                    memory[at] = memory[at] & ~HAND | new
        self.holder = NOBODY
        self.looked = []
        self.sunk = []
        self.memory = memory

    # What a seat can tell

    def has_secrets(self) -> bool:
        """Whether somebody has seen cards that others have not."""
        return len(self.batches) > 0 or self.holder != NOBODY

    def redraw(self, seat: int, chance: Chance) -> None:
        """Deal again what a seat (-1: a spectator) cannot tell, within what it can."""
        cards: list[int] = self.pool[:]
        room = [len(self.pool)]
        places = [POOL]
        if self.holder not in (NOBODY, seat):
            cards += self.looked + self.sunk
            room.append(len(self.looked) + len(self.sunk))
            places.append(HAND)
        for number in range(len(self.batches)):
            if self.owners[number] != seat:
                cards += self.batches[number]
                room.append(len(self.batches[number]))
                places.append(BIT[BATCHES + number])
        self.deal(seat, cards, places, room, chance)

    def deal(self, seat: int, cards: list[int], places: list[int], room: list[int], chance: Chance) -> None:
        """Give each place as many of the cards as it has room for, none where the seat knows it is not.

        What the other seats know in this world is no more than what anybody can see.
        """
        row = (seat if seat >= 0 else len(self.memory) // FIRES - 1) * FIRES
        dealt = allotted(cards, [self.memory[row + card] for card in range(FIRES)], places, room, chance)
        self.batches = self.batches[:]
        self.memory = self.memory[:]
        for at in range(len(places)):
            mine = dealt[at]
            if places[at] == POOL:
                self.pool = mine
                continue
            mixed: list[int] = []
            while mine:
                mixed.append(chance.draw(mine, CAMPFIRES))
            if places[at] == HAND:
                self.sunk = mixed[: len(self.sunk)]
                self.looked = mixed[len(self.sunk) :]
            else:
                for number in range(len(self.batches)):
                    if places[at] == BIT[BATCHES + number]:
                        self.batches[number] = mixed
        for other in range(len(self.memory) // FIRES):
            if other * FIRES != row:
                self.forget(other)

    def forget(self, seat: int) -> None:
        """Leave a seat (spectators: the last row) with what it sees now."""
        row = seat * FIRES
        anywhere = self.unseen_by(seat)
        for card in range(FIRES):
            self.memory[row + card] = 0
        for card in self.cards():
            self.memory[row + card] = anywhere
        if self.holder == seat:
            for card in self.looked + self.sunk:
                self.memory[row + card] = HAND
        for number in range(len(self.batches)):
            if self.owners[number] == seat:
                for card in self.batches[number]:
                    self.memory[row + card] = BIT[BATCHES + number]

    def unseen_by(self, seat: int) -> int:
        """The places whose cards a seat does not know one by one."""
        places = POOL if self.pool else 0
        if self.holder not in (NOBODY, seat):
            places |= HAND
        for number in range(len(self.owners)):
            if self.owners[number] != seat:
                places |= BIT[BATCHES + number]
        return places

    # Data

    def dump(self) -> dict[str, object]:
        return {
            "pool": [CAMPFIRES[card] for card in sorted(self.pool)],
            "batches": [
                {"by": self.owners[number], "cards": [CAMPFIRES[card] for card in batch]}
                for number, batch in enumerate(self.batches)
            ],
            "holder": None if self.holder == NOBODY else self.holder,
            "looked": [CAMPFIRES[card] for card in self.looked],
            "sunk": [CAMPFIRES[card] for card in self.sunk],
            "memory": [self.memory[at : at + FIRES] for at in range(0, len(self.memory), FIRES)],
        }

    def view(self, viewer: int) -> dict[str, object]:
        """The deck as a seat knows it: its own cards by name, and under `notes` what it can tell of the others."""
        own = self.holder == viewer
        return {
            "count": self.count(),
            "batches": [
                {"by": owner, "cards": [CAMPFIRES[card] if owner == viewer else None for card in batch]}
                for owner, batch in zip(self.owners, self.batches, strict=True)
            ],
            "holder": None if self.holder == NOBODY else self.holder,
            "looked": [CAMPFIRES[card] for card in self.looked] if own else [None] * len(self.looked + self.sunk),
            "sunk": [CAMPFIRES[card] for card in self.sunk] if own else [],
            "notes": self._notes(viewer),
        }

    def _notes(self, viewer: int) -> dict[str, list[str | int]]:
        """The cards of which a seat knows more than that they are somewhere unseen, and where each may be."""
        seat = viewer if viewer >= 0 else len(self.memory) // FIRES - 1
        unseen = self.unseen_by(seat)
        notes: dict[str, list[str | int]] = {}
        for card in range(FIRES):
            places = self.memory[seat * FIRES + card]
            if places & unseen and places != unseen:
                found: list[str | int] = [name for name, place in (("deck", POOL), ("hand", HAND)) if places & place]
                found += [number for number in range(len(self.owners)) if places & BIT[BATCHES + number]]
                notes[CAMPFIRES[card]] = found
        return notes

    @staticmethod
    def load(fields: Fields, seats: int) -> CampfireDeck:
        owners: list[int] = []
        batches: list[list[int]] = []
        for part in fields.parts("batches"):
            owners.append(part.number("by", 0, seats - 1))
            batches.append(part.named("cards", CAMPFIRES))
            part.end()
            if not batches[-1]:
                raise part.refuse("cards", "a batch has a card at least")
        holder = NOBODY if fields.value("holder") is None else fields.number("holder", 0, seats - 1)
        looked = fields.named("looked", CAMPFIRES)
        sunk = fields.named("sunk", CAMPFIRES)
        memory: list[int] = []
        for number, row in enumerate(fields.items("memory", seats + 1)):
            good = isinstance(row, list) and len(row) == FIRES and all(type(mask) is int for mask in row)
            if not good or not isinstance(row, list):
                raise fields.refuse(f"memory[{number}]", f"should be {FIRES} numbers")
            memory += row
        deck = CampfireDeck(fields.named("pool", CAMPFIRES), owners, batches, holder, looked, sunk, memory)
        fields.end()
        if (holder == NOBODY) != (not looked):
            raise fields.refuse("holder", "is the seat that looks at cards, and null if nobody does")
        deck.check(fields)
        return deck

    def check(self, fields: Fields) -> None:
        """No seat may be sure of something that is not so, or unsure of what it put under itself."""
        lies = [0] * FIRES
        for card in self.pool:
            lies[card] = POOL
        for card in self.looked + self.sunk:
            lies[card] = HAND
        for number, batch in enumerate(self.batches):
            for card in batch:
                lies[card] = BIT[BATCHES + number]
        for at, places in enumerate(self.memory):
            seat = at // FIRES
            here = lies[at % FIRES]
            unseen = self.unseen_by(seat)
            right = places == here if not here & unseen else places & here and not places & ~unseen
            if not right:
                raise fields.refuse(f"memory[{seat}]", f"does not fit where {CAMPFIRES[at % FIRES]} is")

    @staticmethod
    def from_view(fields: Fields, seats: int, viewer: int, unkept: list[int], chance: Chance) -> CampfireDeck:
        """A deck that looks like this to a seat; `unkept` are the cards that nobody has kept."""
        rest = unkept[:]
        count = fields.number("count", 0, FIRES)
        owners: list[int] = []
        batches: list[list[int]] = []
        for part in fields.parts("batches"):
            owners.append(part.number("by", 0, seats - 1))
            batches.append(known_or_not(part, "cards", rest))
            part.end()
        holder = NOBODY if fields.value("holder") is None else fields.number("holder", 0, seats - 1)
        looked = known_or_not(fields, "looked", rest)
        sunk = fields.named("sunk", CAMPFIRES)
        for card in sunk:
            if card not in rest:
                raise fields.refuse("sunk", "a card is somewhere else as well")
            rest.remove(card)
        hand = len(looked) if holder not in (NOBODY, viewer) else 0
        inside = count - sum([len(batch) for batch in batches])
        missing = [len(batch) for number, batch in enumerate(batches) if owners[number] != viewer]
        if inside < 0 or inside + sum(missing) + hand != len(rest):
            raise fields.refuse("count", f"there are {len(unkept)} cards that nobody has kept")
        deck = CampfireDeck(rest[:inside], owners, batches, holder, looked, sunk, [0] * (FIRES * (seats + 1)))
        row = viewer if viewer >= 0 else seats
        deck.forget_known(row, rest)
        notes = fields.part("notes")
        for card in rest:
            if notes.has(CAMPFIRES[card]):
                deck.memory[row * FIRES + card] = noted_places(notes, CAMPFIRES[card], deck)
        notes.end()
        fields.end()
        places = [POOL]
        room = [inside]
        if hand:
            places.append(HAND)
            room.append(hand)
        for number in range(len(batches)):
            if owners[number] != viewer:
                places.append(BIT[BATCHES + number])
                room.append(len(batches[number]))
        try:
            deck.deal(viewer, rest, places, room, chance)
        except ValueError:
            raise fields.refuse("notes", "cannot all be true at once") from None
        return deck

    def forget_known(self, row: int, rest: list[int]) -> None:
        """Before cards are dealt to a view: what its seat knows by name, and of the rest what it sees."""
        unseen = self.unseen_by(row)
        for card in rest:
            self.memory[row * FIRES + card] = unseen
        if self.holder == row:
            for card in self.looked + self.sunk:
                self.memory[row * FIRES + card] = HAND
        for number, batch in enumerate(self.batches):
            if self.owners[number] == row:
                for card in batch:
                    self.memory[row * FIRES + card] = BIT[BATCHES + number]


def noted_places(notes: Fields, name: str, deck: CampfireDeck) -> int:
    places = 0
    for item in notes.items(name):
        if item == "deck":
            places |= POOL
        elif item == "hand":
            places |= HAND
        elif type(item) is int and 0 <= item < len(deck.batches):
            places |= BIT[BATCHES + item]
        else:
            raise notes.refuse(name, "a place is 'deck', 'hand' or the number of a batch")
    return places


def known_or_not(fields: Fields, name: str, rest: list[int]) -> list[int]:
    """Cards of a view, UNKNOWN where it does not say which; the known ones leave the rest."""
    cards: list[int] = []
    for number, item in enumerate(fields.items(name)):
        if item is None:
            cards.append(UNKNOWN)
            continue
        if not isinstance(item, str) or item not in CAMPFIRES or CAMPFIRES.index(item) not in rest:
            raise fields.refuse(f"{name}[{number}]", "is no campfire card, or is somewhere else as well")
        cards.append(CAMPFIRES.index(item))
        rest.remove(cards[-1])
    return cards


def allotted(cards: list[int], may: list[int], places: list[int], room: list[int], chance: Chance) -> list[list[int]]:
    """Cards by place, at random: `may` is by card the set of places it may be in, `room` how many a place takes.

    Without anything known that is plain dealing. Otherwise cards are seated one by one, moving others on where a place
    is full, and then change places in pairs as often as there are cards, so that no order of seating is favoured.
    """
    dealt: list[list[int]] = [[] for _ in places]
    same = True
    for card in cards:
        if may[card] != may[cards[0]]:
            same = False
    waiting = cards[:]
    if same:
        for at in range(len(places)):
            for _ in range(room[at]):
                dealt[at].append(chance.draw(waiting, CAMPFIRES))
        return dealt
    seated = [NOBODY] * FIRES
    order: list[int] = []
    while waiting:
        card = chance.draw(waiting, CAMPFIRES)
        order.append(card)
        if not seat_card(card, may, places, room, dealt, seated, [False] * len(places), chance):
            raise ValueError("no place is left for a card: what a seat knows contradicts itself")
    for card in order + order:
        other = order[chance.pick(len(order))]
        one = seated[card]
        two = seated[other]
        if one != two and may[card] & places[two] and may[other] & places[one]:
            dealt[one].remove(card)
            dealt[two].remove(other)
            dealt[one].append(other)
            dealt[two].append(card)
            seated[card] = two
            seated[other] = one
    return dealt


def seat_card(
    card: int,
    may: list[int],
    places: list[int],
    room: list[int],
    dealt: list[list[int]],
    seated: list[int],
    tried: list[bool],
    chance: Chance,
) -> bool:
    """Find a place for a card, if need be by moving another one."""
    start = chance.pick(len(places))
    for step in range(len(places)):
        at = (start + step) % len(places)
        if may[card] & places[at] and not tried[at] and len(dealt[at]) < room[at]:
            dealt[at].append(card)
            seated[card] = at
            return True
    for step in range(len(places)):
        at = (start + step) % len(places)
        if not may[card] & places[at] or tried[at] or room[at] == 0:
            continue
        tried[at] = True
        for other in dealt[at][:]:
            dealt[at].remove(other)
            if seat_card(other, may, places, room, dealt, seated, tried, chance):
                dealt[at].append(card)
                seated[card] = at
                return True
            dealt[at].append(other)
    return False


NOT_POOL_OR_HAND: Final = (1 << 62) - 4
