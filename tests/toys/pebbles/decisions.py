"""The two questions of Pebbles. A choice is a weight, or one of LOOK and KEEP."""

from __future__ import annotations

from cairn.core.bits import bit
from cairn.core.contract import Decision, refuse
from cairn.core.event import Event
from tests.toys.pebbles.state import NAMES, WEIGHTS, PebblesState

LOOK = WEIGHTS
KEEP = WEIGHTS


class Play(Decision[PebblesState]):
    kind = "play"
    rules = ("PB-2", "PB-3")

    def __init__(self, seat):
        """Asked even if there is one answer: that a hand holds nothing but twins is nobody else's business."""
        super().__init__(seat, shown_when_forced=True)

    def choices(self, state):
        weights = sorted(set(state.weights(self.seat)))
        return [*weights, LOOK] if may_look(state, self.seat) else weights

    def apply(self, state, choice, chance):
        if choice == LOOK:
            look(state, self.seat, chance)
            state.stack.push(self)
            return
        state.take_out(self.seat, choice, openly=True)
        state.table.append(choice)
        tell(state, Event("play", self.seat, {"pebble": NAMES[choice]}))
        if len(state.table) == state.setup.seats:
            state.setup.game.end_round(state, chance)
        else:
            state.setup.game.next_turn(state, (self.seat + 1) % state.setup.seats)

    def notation(self, state, choice):
        return "look" if choice == LOOK else f"play {NAMES[choice]}"

    def parse(self, state, text):
        return LOOK if text == "look" else named_pebble(text, "play", lambda: super(Play, self).parse(state, text))

    def why_not(self, state, choice):
        if choice == LOOK:
            return refuse("PB-3", "nothing-to-see")
        return refuse("PB-2", "not-in-hand", pebble=spoken(choice))


class Bury(Decision[PebblesState]):
    kind = "bury"
    rules = ("PB-5",)

    def choices(self, state):
        return [*sorted(set(state.weights(self.seat))), KEEP]

    def apply(self, state, choice, chance):
        if choice != KEEP:
            state.give(self.seat, chance)
            state.take_out(self.seat, choice, openly=False)
            state.setup.game.bury(state, self.seat, choice)
            tell(state, Event("bury", self.seat, {}, {"pebble": NAMES[choice]}, bit(self.seat)))
        state.setup.game.draw_all(state, chance)

    def notation(self, state, choice):
        return "keep" if choice == KEEP else f"bury {NAMES[choice]}"

    def parse(self, state, text):
        return KEEP if text == "keep" else named_pebble(text, "bury", lambda: super(Bury, self).parse(state, text))

    def why_not(self, state, choice):
        return refuse("PB-5", "not-in-hand", pebble=spoken(choice))


def named_pebble(text, verb, otherwise):
    words = text.split()
    return NAMES.index(words[1]) if len(words) == 2 and words[0] == verb and words[1] in NAMES else otherwise()


def spoken(choice):
    """The name of a pebble, also of a number that is none."""
    return NAMES[choice] if 0 <= choice < WEIGHTS else f"pebble {choice}"


def may_look(state, seat):
    return state.setup.options["look"] and not state.looked[seat] and state.bag.count() > 0


def look(state, seat, chance):
    weight = state.bag.look(1, seat, chance)[0]
    state.looked[seat] = True
    tell(state, Event("look", seat, {}, {"pebble": NAMES[weight]}, bit(seat)))


def tell(state, event):
    if state.log is not None:
        state.log.append(event)
