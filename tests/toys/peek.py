"""Peek: a coin lies under a cup, and two seats may look at it or show it. Nothing is random after the start."""

from __future__ import annotations

from cairn.core.chance import Chance
from cairn.core.contract import Decision, Game, Score, Setup, Stack, State

WAIT, LOOK, SHOW, PASS = range(4)
WORDS = ("wait", "look", "show", "pass")


class PeekState(State):
    """`known[seat]` is whether a seat knows the coin."""

    def __init__(self, setup: Setup, stack: Stack, coin: int, known: list[bool]) -> None:
        super().__init__(setup, stack)
        self.coin = coin
        self.known = known

    def clone(self) -> State:
        copy = PeekState(self.setup, self.stack.copy(), self.coin, self.known[:])
        copy.copy_base(self)
        return copy

    def resample(self, seat: int, chance: Chance) -> State:
        world = self.clone()
        assert isinstance(world, PeekState)
        if seat < 0 or not self.known[seat]:
            world.coin = chance.pick(2)
        return world

    def zones_seen(self, viewer: int) -> dict[str, object]:
        return {"coin": self.coin if viewer >= 0 and self.known[viewer] else None, "known": self.known[:]}

    def scores(self) -> list[Score]:
        return [Score({"coin": self.coin}) for _ in range(2)]


class Peek(Decision[PeekState]):
    """Wait, look at the coin, show it to the other seat alone, or pass the turn."""

    kind = "play"

    def choices(self, state: PeekState) -> list[int]:
        return [WAIT, LOOK, SHOW, PASS]

    def notation(self, state: PeekState, choice: int) -> str:
        return WORDS[choice]

    def apply(self, state: PeekState, choice: int, chance: Chance) -> None:
        if choice == LOOK:
            state.known[self.seat] = True
        elif choice == SHOW:
            state.known[1 - self.seat] = True
        if choice == PASS:
            state.begin_turn(1 - self.seat)
        state.stack.push(Peek(state.turn_seat))


class PeekGame(Game):
    slug = "peek"
    package = "tests.toys.pebbles"

    def __init__(self) -> None:
        super().__init__(range(2, 3), {})

    def deal(self, setup: Setup, chance: Chance) -> State:
        state = PeekState(setup, Stack([Peek(0)]), chance.pick(2), [False, False])
        state.begin_turn(0)
        return state

    def state_from_view(self, setup, viewer, zones, pending, chance):  # type: ignore[no-untyped-def]
        coin = zones.value("coin")
        known = [bool(flag) for flag in zones.items("known")]
        return PeekState(
            setup, Stack([Peek(pending[-1].number("seat", 0, 1))]), chance.pick(2) if coin is None else coin, known
        )
