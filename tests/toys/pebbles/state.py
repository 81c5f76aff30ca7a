"""The zones of Pebbles. A pebble in a hand is `known * 16 + weight`, with the set of seats that know it is there."""

from __future__ import annotations

from cairn.core.bits import bit
from cairn.core.contract import Score, State
from cairn.core.deck import Deck

WEIGHTS = 9
NAMES = [f"pebble-{weight + 1}" for weight in range(WEIGHTS)]
ALL = sorted([*range(WEIGHTS), *range(WEIGHTS)])
HOLE = 15
"""The weight of a pebble in a hand that is still to be drawn, while a world is made."""


class PebblesState(State):
    def __init__(self, setup, stack, bag, hands, table, won, looked, start):
        super().__init__(setup, stack)
        self.bag: Deck = bag
        self.hands: list[list[int]] = hands
        self.table: list[int] = table
        self.won: list[list[int]] = won
        self.looked: list[bool] = looked
        self.start: int = start

    def clone(self):
        copy = type(self)(
            self.setup,
            self.stack.copy(),
            self.bag.clone(),
            [hand[:] for hand in self.hands],
            self.table[:],
            [pile[:] for pile in self.won],
            self.looked[:],
            self.start,
        )
        copy.copy_base(self)
        return copy

    def weights(self, seat):
        return sorted(entry % 16 for entry in self.hands[seat])

    def give(self, seat, chance):
        """Draw a pebble into a hand; who knew it in the bag knows it there."""
        weight, known = self.bag.draw_known(chance)
        self.hands[seat].append((known | bit(seat)) * 16 + weight)

    def take_out(self, seat, weight, openly):
        """Take a pebble from a hand. Others cannot tell twins apart, nor know what is left after a secret."""
        hand = self.hands[seat]
        hand.remove(next(entry for entry in hand if entry % 16 == weight))
        blurred = [entry for entry in hand if entry % 16 == weight or not openly]
        self.hands[seat] = [bit(seat) * 16 + entry % 16 if entry in blurred else entry for entry in hand]

    def resample(self, seat, chance):
        world = self.clone()
        unseen = world.bag.lift(seat)
        mine = bit(seat) if seat >= 0 else 0
        for hand in world.hands:
            for i, entry in enumerate(hand):
                if not entry // 16 & mine:
                    unseen.append(entry % 16)
                    hand[i] = entry // 16 * 16 + HOLE
        world.lay(unseen, chance)
        world.offer()
        return world

    def lay(self, unseen, chance):
        """Fill the holes of hands and bag from these pebbles; the rest becomes the pool of the bag."""
        for hand in self.hands:
            for i, entry in enumerate(hand):
                if entry % 16 == HOLE:
                    hand[i] = entry - HOLE + chance.draw(unseen, NAMES)
        self.bag.lay(unseen, chance)

    def zones(self):
        return {"bag": self.bag.dump(), "hands": [self._hand(seat) for seat in range(self.setup.seats)], **self._open()}

    def _hand(self, seat):
        hand = sorted(self.hands[seat], key=lambda entry: (entry % 16, entry))
        return {"pebbles": [NAMES[entry % 16] for entry in hand], "known": [entry // 16 for entry in hand]}

    def zones_seen(self, viewer):
        return {
            "bag": self.bag.view(viewer),
            "hands": [self.hand_seen(seat, viewer) for seat in range(self.setup.seats)],
            **self._open(),
        }

    def hand_seen(self, seat, viewer):
        mine = bit(viewer) if viewer >= 0 else 0
        known = sorted(entry % 16 for entry in self.hands[seat] if entry // 16 & mine)
        return {"count": len(self.hands[seat]), "known": [NAMES[weight] for weight in known]}

    def _open(self):
        return {
            "table": [NAMES[weight] for weight in self.table],
            "won": [[NAMES[weight] for weight in pile] for pile in self.won],
            "looked": self.looked[:],
            "start": self.start,
        }

    def all_pebbles(self):
        held = [entry % 16 for hand in self.hands for entry in hand]
        return self.bag.cards() + held + self.table + [weight for pile in self.won for weight in pile]

    def components(self):
        pebbles = self.all_pebbles()
        return {NAMES[weight]: pebbles.count(weight) for weight in range(WEIGHTS)}

    def scores_seen(self, viewer):
        return [score.lines for score in self.scores()]

    def scores(self):
        return [Score({"pebbles": len(pile), "heaviest": 2 * pile.count(WEIGHTS - 1)}) for pile in self.won]
