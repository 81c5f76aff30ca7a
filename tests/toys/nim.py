"""Nim with one heap: take one to three, the last one wins. Best play is known: leave a multiple of four."""

from __future__ import annotations

from cairn.core.contract import Decision, Game, Score, Stack, State


class NimState(State):
    def __init__(self, setup, stack, heap, taker):
        super().__init__(setup, stack)
        self.heap = heap
        self.taker = taker

    def clone(self):
        copy = NimState(self.setup, self.stack.copy(), self.heap, self.taker)
        copy.copy_base(self)
        return copy

    def resample(self, seat, chance):
        return self.clone()

    def zones(self):
        return {"heap": self.heap, "taker": self.taker}

    def zones_seen(self, viewer):
        return self.zones()

    def scores(self):
        return [Score({"last": int(self.heap == 0 and self.taker == seat)}) for seat in range(2)]


class Take(Decision[NimState]):
    kind = "take"

    def choices(self, state):
        return list(range(1, min(3, state.heap) + 1))

    def apply(self, state, choice, chance):
        state.heap -= choice
        state.taker = self.seat
        if state.heap:
            state.begin_turn(1 - self.seat)
            state.stack.push(Take(1 - self.seat, shown_when_forced=True))

    def notation(self, state, choice):
        return f"take {choice}"


class Nim(Game):
    slug = "nim"
    title = "Nim"
    rules_version = "1"
    package = "tests.toys.pebbles"

    def __init__(self):
        super().__init__(range(2, 3), {})

    def deal(self, setup, chance):
        state = NimState(setup, Stack([Take(0)]), 10, -1)
        state.begin_turn(0)
        return state

    def state_from_view(self, setup, viewer, zones, pending, chance):
        taking = [Take(part.number("seat", 0, 1)) for part in pending]
        return NimState(setup, Stack(taking), zones.number("heap", 0, 99), zones.number("taker", -1, 1))


def heap_of(size):
    state = NimState(Nim().prepare(2, {}), Stack([Take(0)]), size, -1)
    state.offer()
    return state
