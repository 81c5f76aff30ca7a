"""A second opinion: the rules of 5 Towers written again, by trying everything and sharing nothing with the engine.

Cards are (type, value) pairs. What can be built is found by putting cards up in every order after every teardown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from tests.games.five_towers.tables import TYPES

Card = tuple[str, int]
Towers = dict[str, list[int]]
Tops = tuple[tuple[str, int | None], ...]


def card(name: str) -> Card:
    kind, value = name.split("-")
    return kind, int(value)


def name(card: Card) -> str:
    return f"{card[0]}-{card[1]}"


def fits(top: int | None, value: int) -> bool:
    if top is None:
        return True
    if top == 0:
        return False
    return value == 9 or top == 8 or value < top


def tops_of(towers: Towers) -> Tops:
    return tuple((kind, towers[kind][-1] if towers[kind] else None) for kind in TYPES)


@cache
def goes_up(tops: Tops, cards: tuple[Card, ...]) -> bool:
    """Whether these cards can all be put up in some order."""
    if not cards:
        return True
    now = dict(tops)
    for i, (kind, value) in enumerate(cards):
        if fits(now[kind], value):
            after = tuple((other, value if other == kind else top) for other, top in tops)
            if goes_up(after, cards[:i] + cards[i + 1 :]):
                return True
    return False


def teardowns(towers: Towers, cards: list[Card]) -> list[str]:
    """What can be torn down so that these cards all go up: "keep", "tear sand", ..."""
    hand = tuple(sorted(cards))
    possible = ["keep"] if goes_up(tops_of(towers), hand) else []
    for kind in TYPES:
        if towers[kind] and towers[kind][-1] != 0:
            torn = {**towers, kind: towers[kind][:-1]}
            if goes_up(tops_of(torn), hand):
                possible.append(f"tear {kind}")
    return possible


def hands(towers: Towers, held: list[Card], display: list[Card], more: int) -> set[tuple[Card, ...]]:
    """The hands that can be built whole, made of the cards held and so many more of the display."""
    return {
        tuple(sorted([*held, *extra])) for extra in combinations(display, more) if teardowns(towers, [*held, *extra])
    }


def possible_bids(towers: Towers, display: list[Card]) -> list[int]:
    return [bid for bid in range(len(display) + 1) if hands(towers, [], display, bid)]


class Referee:
    """Follows a game from its first display. `answers` are the legal ones now; `answer` takes one."""

    def __init__(self, seats: int, start: int, display: list[Card]) -> None:
        self.seats = seats
        self.start = start
        self.deck = 80 if seats <= 3 else 110
        self.deck_number = 1
        self.discard: list[Card] = []
        self.towers: list[Towers] = [{kind: [] for kind in TYPES} for _ in range(seats)]
        self.torn: list[list[Card]] = [[] for _ in range(seats)]
        self.open_round(display)

    def open_round(self, display: list[Card]) -> None:
        self.display = display
        self.deck -= len(display)
        self.hand: list[Card] = []
        self.bid: int | None = None
        self.bidder: int | None = None
        self.asked = 0
        self.kind, self.seat = "bid", self.start

    def answers(self) -> list[str]:
        answers: list[str] = getattr(self, f"{self.kind}_answers")()
        return sorted(answers)

    def bid_answers(self) -> list[str]:
        bids = possible_bids(self.towers[self.seat], self.display)
        if self.bid is None:
            return [f"bid {bid}" for bid in bids]
        return ["pass", *(f"bid {bid}" for bid in bids if bid > self.bid)]

    def take_answers(self) -> list[str]:
        missing = {card for hand in self.open_hands() for card in Counter(hand) - Counter(self.hand)}
        return [f"take {name(card)}" for card in missing]

    def open_hands(self) -> set[tuple[Card, ...]]:
        assert self.bid is not None
        return hands(self.towers[self.seat], self.hand, self.display, self.bid - len(self.hand))

    def teardown_answers(self) -> list[str]:
        return teardowns(self.towers[self.seat], self.hand)

    def build_answers(self) -> list[str]:
        """Towers do not touch each other, so one type is asked at a time: the last of those in hand."""
        last = max((kind for kind, _ in self.hand), key=TYPES.index)
        towers = self.towers[self.seat]
        answers = set()
        for kind, value in self.hand:
            rest = list(self.hand)
            rest.remove((kind, value))
            on = towers[kind][-1] if towers[kind] else None
            if kind == last and fits(on, value):
                after = {**towers, kind: [*towers[kind], value]}
                if goes_up(tops_of(after), tuple(sorted(rest))):
                    answers.add(f"build {kind}-{value}")
        return list(answers)

    def forced(self) -> bool:
        """Whether there is nothing to decide: one answer, or cards that all must be taken in the end."""
        if self.kind == "over":
            return False
        return len(self.open_hands()) == 1 if self.kind == "take" else len(self.answers()) == 1

    def answer(self, text: str, drawn: Iterator[Card]) -> None:
        verb, _, what = text.partition(" ")
        getattr(self, f"on_{verb}")(what, drawn)

    def on_bid(self, what: str, drawn: Iterator[Card]) -> None:
        self.bid, self.bidder = int(what), self.seat
        self.next_bid(drawn)

    def on_pass(self, what: str, drawn: Iterator[Card]) -> None:
        self.next_bid(drawn)

    def next_bid(self, drawn: Iterator[Card]) -> None:
        self.asked += 1
        assert self.bid is not None
        assert self.bidder is not None
        if self.bid == len(self.display) or (self.asked == self.seats and self.bid > 0):
            self.kind, self.seat = "take", self.bidder
        elif self.asked < self.seats:
            self.seat = (self.seat + 1) % self.seats
        else:
            self.end_round(drawn)

    def on_take(self, what: str, drawn: Iterator[Card]) -> None:
        self.display.remove(card(what))
        self.hand.append(card(what))
        if len(self.hand) == self.bid:
            self.kind = "teardown"

    def on_keep(self, what: str, drawn: Iterator[Card]) -> None:
        self.kind = "build"

    def on_tear(self, what: str, drawn: Iterator[Card]) -> None:
        self.torn[self.seat].append((what, self.towers[self.seat][what].pop()))
        self.kind = "build"

    def on_build(self, what: str, drawn: Iterator[Card]) -> None:
        kind, value = card(what)
        self.hand.remove((kind, value))
        self.towers[self.seat][kind].append(value)
        if not self.hand:
            self.start = (self.seat + 1) % self.seats
            self.end_round(drawn)

    def end_round(self, drawn: Iterator[Card]) -> None:
        self.discard += self.display
        self.display = []
        if self.deck == 0 and self.deck_number == 1:
            self.deck, self.discard, self.deck_number = len(self.discard), [], 2
        if self.deck:
            self.open_round([next(drawn) for _ in range(min(5, self.deck))])
        else:
            self.kind, self.seat = "over", -1

    def totals(self) -> list[int]:
        totals = []
        for towers, torn in zip(self.towers, self.torn, strict=True):
            points = sum(len(tower) * (2 if 0 in tower else 1) for tower in towers.values())
            points += max(len(tower) for tower in towers.values())
            totals.append(points - sum(range(1, len(torn) + 1)))
        return totals
