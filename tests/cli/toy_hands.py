"""A game of a few lines in which each seat holds a secret number: what the terminal must not show to others.

Each seat in turn says high or low, twice. Saying "high" adds the number in hand to one's points. There is no drawing
of the board, and no bot knows anything about it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from cairn.core.chance import Chance
from cairn.core.contract import Decision, Game, Option, Score, Setup, Stack, State
from cairn.core.event import Event
from cairn.core.fields import Fields
from cairn.core.texts import Ledger, Texts

WORDS = ["low", "high"]
HIGHEST = 9
RULES = """# Rules

## Speaking

- **TH-1** Each seat says high or low,
  twice.
- **TH-2** High scores the number in hand.

## The end

- **TH-10** Most points win.
"""


class Say(Decision["HandsState"]):
    kind: ClassVar[str] = "say"
    rules: ClassVar[tuple[str, ...]] = ("TH-1", "TH-2")

    def choices(self, state: HandsState) -> list[int]:
        return [0, 1]

    def apply(self, state: HandsState, choice: int, chance: Chance) -> None:
        state.points[self.seat] += choice * state.hands[self.seat]
        state.spoken += 1
        if state.log is not None:
            secret: dict[str, object] = {"number": state.hands[self.seat]}
            state.log.append(Event("say", self.seat, {"word": WORDS[choice]}))
            state.log.append(Event("think", self.seat, {}, secret, 1 << self.seat))
        if state.spoken < 2 * state.setup.seats:
            state.begin_turn(state.spoken % state.setup.seats)
            state.stack.push(Say(state.turn_seat))

    def notation(self, state: HandsState, choice: int) -> str:
        return f"say {WORDS[choice]}"


class HandsState(State):
    def __init__(self, setup: Setup, stack: Stack, hands: list[int], points: list[int], spoken: int) -> None:
        super().__init__(setup, stack)
        self.hands = hands
        self.points = points
        self.spoken = spoken

    def clone(self) -> HandsState:
        copy = HandsState(self.setup, self.stack.copy(), self.hands[:], self.points[:], self.spoken)
        copy.copy_base(self)
        return copy

    def resample(self, seat: int, chance: Chance) -> HandsState:
        copy = self.clone()
        copy.hands = [hand if s == seat else chance.roll(HIGHEST) for s, hand in enumerate(self.hands)]
        return copy

    def zones_seen(self, viewer: int) -> dict[str, object]:
        hands = [hand if seat == viewer else None for seat, hand in enumerate(self.hands)]
        return {"hands": hands, "spoken": self.spoken, "points": {"of seat 0": self.points[0]}, "pile": [[1], [2]]}

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        return [{"spoken": None, "in hand": hand if seat == viewer else None} for seat, hand in enumerate(self.hands)]

    def scores(self) -> list[Score]:
        return [
            Score({"spoken": points, "in hand": hand}) for points, hand in zip(self.points, self.hands, strict=True)
        ]


class Hands(Game):
    slug: ClassVar[str] = "toy-hands"
    title: ClassVar[str] = "Toy Hands"
    rules_version: ClassVar[str] = "1.0"

    def __init__(self) -> None:
        super().__init__(range(2, 4), {"loud": Option(False, (False, True), "speak up")})
        self._texts = Texts(
            {
                "prompt": {"say": "High or low?"},
                "waiting": {"say": "{seat} thinks."},
                "event": {"say": "{seat} says {word}.", "think": "{seat} thinks of {number}."},
                "event-unseen": {"think": "{seat} ponders."},
            }
        )
        self._ledger = Ledger(RULES)

    def deal(self, setup: Setup, chance: Chance) -> HandsState:
        hands = [chance.roll(HIGHEST) for _ in range(setup.seats)]
        state = HandsState(setup, Stack([Say(0)]), hands, [0] * setup.seats, 0)
        state.begin_turn(0)
        return state

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        return Say(fields.number("seat", 0, setup.seats - 1))

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> HandsState:
        hands = [hand if isinstance(hand, int) else chance.roll(HIGHEST) for hand in zones.items("hands")]
        stack = Stack([self.pending(setup, part) for part in pending])
        return HandsState(setup, stack, hands, [0] * setup.seats, zones.number("spoken", 0, 99))


def game() -> Hands:
    return Hands()
