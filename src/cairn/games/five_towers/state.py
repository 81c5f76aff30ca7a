"""The zones of 5 Towers. All lies open but the order of the draw deck, which is decided when a card is drawn."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import Score, Setup, Stack, State
from cairn.core.deck import Deck
from cairn.core.pool import Pool
from cairn.core.zones import MaybeNumber, Number, Zone, dump_zones
from cairn.games.five_towers.building import most_buildable
from cairn.games.five_towers.content import VALUES, Content
from cairn.games.five_towers.packing import NOTHING, cards_of, pack, values_of
from cairn.games.five_towers.scoring import score, total

NOBODY: Final = -1
NO_BID: Final = -1
FIRST_DECK: Final = 1
SECOND_DECK: Final = 2
NO_DECK: Final = Deck.of([], [])
NO_POOL: Final = Pool()
NO_TOWERS: Final = vec[i64]()


def plain_zones(content: Content, seats: int) -> list[Zone]:
    """The zones that are written as they are, and lie open."""
    return [
        Number("deck_number", FIRST_DECK, SECOND_DECK),
        Number("start", 0, seats - 1),
        MaybeNumber("bid", 0, content.display, NO_BID),
        MaybeNumber("bidder", 0, seats - 1, NOBODY),
        Number("asked", 0, seats),
    ]


class TowersState(State):
    """The zones, packed as packing.py says: `towers` has five for each seat, `display` and `hand` are cards.

    Taken cards stay in their display slots to the end of the round: `taken` is the set of those slots, and while the
    builder takes, `sets` holds the sets of slots that can still become the hand.
    """

    display: i64
    taken: i64
    sets: i64
    hand: i64
    size: i64
    start: i64
    bid: i64
    bidder: i64
    asked: i64
    deck_number: i64

    def __init__(self, setup: Setup, stack: Stack, content: Content) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.deck: Deck = NO_DECK
        self.discard: Pool = NO_POOL
        self.display = NOTHING
        self.size = 0
        """How many cards were revealed this round."""
        self.taken = 0
        self.sets = 0
        self.hand = NOTHING
        self.towers: vec[i64] = NO_TOWERS
        self.torn: vec[i64] = NO_TOWERS
        """All torn-down cards, each as seat * 128 + card, in the order they came down."""
        self.start = 0
        self.bid = NO_BID
        self.bidder = NOBODY
        self.asked = 0
        self.deck_number = FIRST_DECK

    # Written by `make clones` from __init__: do not edit.
    def clone(self) -> TowersState:
        copy = TowersState(self.setup, self.stack.copy(), self.content)
        copy.deck = self.deck.clone()
        copy.discard = self.discard.clone()
        copy.display = self.display
        copy.size = self.size
        copy.taken = self.taken
        copy.sets = self.sets
        copy.hand = self.hand
        copy.towers = self.towers[:]
        copy.torn = self.torn[:]
        copy.start = self.start
        copy.bid = self.bid
        copy.bidder = self.bidder
        copy.asked = self.asked
        copy.deck_number = self.deck_number
        copy.copy_base(self)
        return copy

    # End of what `make clones` wrote.

    def resample(self, seat: int, chance: Chance) -> TowersState:
        """Nothing is hidden but the order of the deck, and the deck has none."""
        return self.clone()

    def tower(self, seat: i64, kind: i64) -> i64:
        return self.towers[seat * len(self.content.types) + kind]

    def tear(self, seat: i64, card: i64) -> None:
        self.torn = append(self.torn, seat * 128 + card)

    def torn_by(self, seat: int) -> list[int]:
        return [int(torn & 127) for torn in self.torn if torn >> 7 == seat]

    def display_cards(self) -> list[int]:
        """What lies in the display, slot by slot, without what has been taken."""
        return [card for slot, card in enumerate(cards_of(self.display)) if not self.taken >> slot & 1]

    def hand_cards(self) -> list[int]:
        """What the builder has taken and not yet built."""
        if self.hand > NOTHING:
            return cards_of(self.hand)
        return [card for slot, card in enumerate(cards_of(self.display)) if self.taken >> slot & 1]

    def scores(self) -> list[Score]:
        return [score(self.content, self.towers_of(seat), len(self.torn_by(seat))) for seat in range(self.setup.seats)]

    def standing(self) -> list[int]:
        """The totals, without their lines."""
        torn = vec[i64]([0] * self.setup.seats)
        for each in self.torn:
            torn[each >> 7] += 1
        types = len(self.content.types)
        return [int(total(self.content, self.towers, seat * types, torn[seat])) for seat in range(self.setup.seats)]

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """Everything that counts lies open (FT-55)."""
        return [dict(score.lines) for score in self.scores()]

    def towers_of(self, seat: int) -> list[int]:
        types = len(self.content.types)
        return [self.towers[place] for place in range(seat * types, (seat + 1) * types)]

    def zones(self) -> dict[str, object]:
        return {"deck": self.deck.dump(), **self._open_zones(), "discard": self._named(self.discard.numbers())}

    def zones_seen(self, viewer: int) -> dict[str, object]:
        """All but the order of the deck, as `views.Zones` says."""
        return {
            "deck": {"count": self.deck.count(), "unseen": self._named(sorted(self.deck.cards()))},
            **self._open_zones(),
            "discard": self._named(sorted(self.discard.numbers())),
            "most": self._most_of(pack(sorted(self.display_cards()))),
        }

    def most(self, seat: i64) -> i64:
        """The highest bid a seat could carry out (FT-10)."""
        return most_buildable(self.content, self.towers, seat * len(self.content.types), self.display)

    def _most_of(self, cards: i64) -> list[int]:
        types = len(self.content.types)
        return [most_buildable(self.content, self.towers, seat * types, cards) for seat in range(self.setup.seats)]

    def _open_zones(self) -> dict[str, object]:
        return {
            **dump_zones(self, plain_zones(self.content, self.setup.seats)),
            "display": self._named(sorted(self.display_cards())),
            "hand": self._named(sorted(self.hand_cards())),
            "players": [self._player(seat) for seat in range(self.setup.seats)],
        }

    def _player(self, seat: int) -> dict[str, object]:
        types = len(self.content.types)
        return {
            "towers": {kind: values_of(self.towers, seat * types + t) for t, kind in enumerate(self.content.types)},
            "torn": self._named(self.torn_by(seat)),
        }

    def _named(self, cards: list[int]) -> list[str]:
        return [self.content.names[card] for card in cards]

    def components(self) -> dict[str, int]:
        names = self.content.names
        counts: dict[str, int] = {}
        for card in self.all_cards():
            counts[names[card]] = counts.get(names[card], 0) + 1
        return counts

    def all_cards(self) -> list[int]:
        """Every card of every zone."""
        cards = self.deck.cards() + self.discard.numbers() + self.display_cards() + self.hand_cards()
        cards += [int(torn & 127) for torn in self.torn]
        types = len(self.content.types)
        for place in range(self.setup.seats * types):
            cards += [place % types * VALUES + value for value in values_of(self.towers, place)]
        return cards
