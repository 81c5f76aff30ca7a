"""A face-down deck that holds no secret order.

What nobody has seen is an unordered pool: which card comes next is decided when it is drawn. Only where somebody
knows an order (cards looked at on top, cards put underneath) does the deck keep it, together with who knows it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from cairn.core.bits import bit
from cairn.core.chance import Chance
from cairn.core.fields import Fields
from cairn.core.pool import Pool

HOLE: Final = -1
NO_CARDS: Final[list[int]] = []
"""The ordered parts of a deck whose order nobody knows: shared, and never changed in place."""


@mypyc_attr(acyclic=True)
class Deck:
    """Components by number; `names[number]` is the shared table of their names.

    `top` and `bottom` hold the parts whose order somebody knows; the next card to be drawn is the last of `top`, and
    `bottom` is reached when the pool is empty, its last card first. `top_known[i]` is the set of seats (bit s for
    seat s) that know `top[i]`.
    """

    def __init__(
        self,
        names: list[str],
        pool: Pool,
        top: list[int],
        top_known: list[int],
        bottom: list[int],
        bottom_known: list[int],
    ) -> None:
        self.names = names
        self.pool = pool
        self.top = top
        self.top_known = top_known
        self.bottom = bottom
        self.bottom_known = bottom_known

    @staticmethod
    def of(names: list[str], pool: list[int]) -> Deck:
        """A freshly shuffled deck: nobody knows anything about its order."""
        return Deck.of_pool(names, Pool.of(pool))

    @staticmethod
    def of_pool(names: list[str], pool: Pool) -> Deck:
        """The same of a pool, which is the deck's from now on."""
        return Deck(names, pool, NO_CARDS, NO_CARDS, NO_CARDS, NO_CARDS)

    def clone(self) -> Deck:
        """A deck of its own with the same cards."""
        if not self.top and not self.bottom:
            return Deck(self.names, self.pool.clone(), NO_CARDS, NO_CARDS, NO_CARDS, NO_CARDS)
        return Deck(self.names, self.pool.clone(), self.top[:], self.top_known[:], self.bottom[:], self.bottom_known[:])

    def count(self) -> i64:
        """How many cards are left."""
        return self.pool.count + len(self.top) + len(self.bottom)

    def cards(self) -> list[int]:
        """Every card in the deck, in no meaningful order."""
        return self.pool.numbers() + self.top + self.bottom

    def draw(self, chance: Chance) -> i64:
        """Take the next card; chance falls only if nobody knew it. The deck must not be empty."""
        if self.top:
            self.top_known.pop()
            return self.top.pop()
        pool = self.pool
        if pool.count > 0:
            return chance.draw_from(pool, self.names)
        self.bottom_known.pop()
        return self.bottom.pop()

    def look(self, count: int, seat: int, chance: Chance) -> list[int]:
        """Show the next `count` cards (or all there are) to one seat and leave them where they are, next card first."""
        wanted = min(count, self.count())
        seen = [self.draw_known(chance) for _ in range(wanted)]
        for card, known in reversed(seen):
            self.put_on_top(card, known | bit(seat))
        return [card for card, _ in seen]

    def draw_known(self, chance: Chance) -> tuple[int, int]:
        """Like `draw`, together with the set of seats that knew the card."""
        if self.top:
            return self.top.pop(), self.top_known.pop()
        if self.pool.count > 0:
            return chance.draw_from(self.pool, self.names), 0
        return self.bottom.pop(), self.bottom_known.pop()

    def put_on_top(self, card: int, known: int) -> None:
        """Put a card on top; `known` has the seats that know it, as bits."""
        if self.top:
            self.top.append(card)
            self.top_known.append(known)
        else:
            self.top = [card]
            self.top_known = [known]

    def put_under(self, card: int, known: int) -> None:
        """Put a card under the whole deck: it will be the last one drawn."""
        self.bottom = [card, *self.bottom]
        self.bottom_known = [known, *self.bottom_known]

    def shuffle_in(self, cards: list[int]) -> None:
        """Add cards and shuffle: whatever was known about the order is gone."""
        self.pool.add_all(self.top)
        self.pool.add_all(self.bottom)
        self.pool.add_all(cards)
        self.top = NO_CARDS
        self.top_known = NO_CARDS
        self.bottom = NO_CARDS
        self.bottom_known = NO_CARDS

    def shuffle_in_pool(self, cards: Pool) -> None:
        """The same with all cards of a pool."""
        self.shuffle_in(NO_CARDS)
        self.pool.take_all(cards)

    def lift(self, seat: int) -> list[int]:
        """Take out what a seat (-1: a spectator) cannot tell, leaving holes where an order is kept. For `resample`."""
        unseen = self.pool.numbers()
        self.pool = Pool()
        mine = bit(seat) if seat >= 0 else 0
        for part, known in ((self.top, self.top_known), (self.bottom, self.bottom_known)):
            for i in range(len(part)):
                if not known[i] & mine:
                    unseen.append(part[i])
                    part[i] = HOLE
        return unseen

    def lay(self, unseen: list[int], chance: Chance) -> None:
        """Fill the holes left by `lift` from these cards, fairly; the rest becomes the pool."""
        for part in (self.top, self.bottom):
            for i in range(len(part)):
                if part[i] == HOLE:
                    part[i] = chance.draw(unseen, self.names)
        self.pool = Pool.of(unseen)

    def view(self, seat: int) -> dict[str, object]:
        """What a seat (-1: a spectator) knows: how many cards, and the order of the parts it has seen."""
        return {
            "count": self.count(),
            "top": self._seen(self.top, self.top_known, seat),
            "bottom": self._seen(self.bottom, self.bottom_known, seat),
        }

    def _seen(self, part: list[int], known: list[int], seat: int) -> list[str | None]:
        mine = bit(seat) if seat >= 0 else 0
        return [self.names[card] if who & mine else None for card, who in zip(part, known, strict=True)]

    def dump(self) -> dict[str, object]:
        """The deck as JSON-able data, cards by name."""
        return {
            "pool": [self.names[card] for card in sorted(self.pool.numbers())],
            "top": [self.names[card] for card in self.top],
            "top_known": self.top_known[:],
            "bottom": [self.names[card] for card in self.bottom],
            "bottom_known": self.bottom_known[:],
        }

    @staticmethod
    def load(fields: Fields, names: list[str], seats: int) -> Deck:
        """The deck of a dump; BadPosition where it is none."""
        top = fields.named("top", names)
        bottom = fields.named("bottom", names)
        deck = Deck(
            names,
            Pool.of(fields.named("pool", names)),
            top,
            fields.numbers("top_known", 0, bit(seats) - 1, len(top)),
            bottom,
            fields.numbers("bottom_known", 0, bit(seats) - 1, len(bottom)),
        )
        fields.end()
        return deck
