"""What seats know over time: nothing is forgotten while it is true, and no question tells what no event has told.

Both checks use the contract alone. What a seat knows at a moment is what all worlds agree on that `resample` makes for
it. A *place* is a list of components in a dump. Two facts about a place can be certain: a component is in it so many
times at least, or so many times at the most. The first stays true as long as nothing leaves the place unseen. The
second does as long as nothing comes to it, and nothing leaves the places unseen where that component is: it might have
been that one. A component that chance has drawn since may be another one of the same name. What left was seen if an
event told its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from cairn.core.chance import Chance, Script, Tape
from cairn.core.contract import SPECTATOR, State
from cairn.core.errors import CairnError
from cairn.core.event import Event
from cairn.testing.case import Broken, Table, ensure, named_check
from cairn.testing.checks import CHECKS

Names = Sequence[str]
Places = dict[str, "Counter[str]"]
"""What lies in each place, by its path in the dump."""

SAMPLES: Final = 5
SURE: Final = 2000
MOMENTS: Final = 2
MANY: Final = 60
ANY_NUMBER: Final = 1_000_000


class Change:
    """What a step has changed in one place."""

    def __init__(self, path: str, before: Names, after: Names) -> None:
        self.path = path
        self.there = Counter(before)
        now = Counter(after)
        self.left = self.there - now
        self.came = now - self.there


class Moment:
    """What one seat knew at one moment, as far as nothing has ended it since.

    It is guessed from a few worlds; before a guess accuses anybody, it is tried in many more (`is_certain`).
    """

    def __init__(self, table: Table, state: State, seat: int) -> None:
        self.step = table.step
        self.seat = seat
        self.state = state.clone()
        worlds = [places_of(state.resample(seat, table.aside)) for _ in range(SAMPLES)]
        self.least = {path: dict(lows) for path, lows in worlds[0].items()}
        self.most = {path: dict(highs) for path, highs in worlds[0].items()}
        for world in worlds[1:]:
            for path in worlds[0]:
                here = world.get(path, Counter())
                for name in self.least[path]:
                    self.least[path][name] = min(self.least[path][name], here[name])
                for name in {*self.most[path], *here}:
                    self.most[path][name] = max(self.most[path].get(name, 0), here[name])

    def pass_over(self, changes: list[Change], drawn: set[str], heard: set[str]) -> None:
        """Forget what the step from one true state to the next has ended; `heard` are the names this seat was told."""
        moved = set(drawn)
        for change in changes:
            if change.left and not heard.issuperset(change.left):
                self.least.pop(change.path, None)
                moved.update(change.there)
            elif change.path in self.least:
                for name, many in change.left.items():
                    self.least[change.path][name] = self.least[change.path].get(name, 0) - many
            if change.came:
                self.most.pop(change.path, None)
            drawn = drawn | ({*change.left, *change.came} - heard)
        if drawn:
            for path, lows in self.least.items():
                self.least[path] = {name: low for name, low in lows.items() if name not in drawn}
        if moved:
            any_number = dict.fromkeys(moved, ANY_NUMBER)
            for highs in self.most.values():
                highs.update(any_number)

    def contradicted(self, world: Places) -> Iterator[tuple[str, str, int, bool]]:
        """What a later world has otherwise: place, component, how often it should be there, whether at the least."""
        for path, lows in self.least.items():
            for name, low in lows.items():
                if world.get(path, Counter())[name] < low:
                    yield path, name, low, True
        for path, highs in self.most.items():
            for name, many in world.get(path, Counter()).items():
                if many > highs.get(name, 0):
                    yield path, name, highs.get(name, 0), False

    def take_back(self, path: str, name: str, at_least: bool) -> None:
        """A guess was wrong."""
        if at_least:
            del self.least[path][name]
        else:
            self.most[path][name] = ANY_NUMBER

    def is_certain(self, table: Table, path: str, name: str, bound: int, at_least: bool) -> bool:
        for _ in range(SURE):
            many = places_of(self.state.resample(self.seat, table.aside)).get(path, Counter())[name]
            if many < bound if at_least else many > bound:
                return False
        return True


def places_of(state: State) -> Places:
    """Every list of names in the zones, counted."""
    return {path: Counter(names) for path, names in _lists("", state.zones())}


def changes_between(before: dict[str, Names], after: dict[str, Names]) -> list[Change]:
    paths = {*before, *after}  # a place may come with something in it
    lists = [(path, before.get(path, ()), after.get(path, ())) for path in paths]
    return [Change(path, there, now) for path, there, now in lists if there != now]


def _lists(path: str, value: Any) -> Iterator[tuple[str, Names]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _lists(f"{path}.{key}" if path else key, inner)
    elif isinstance(value, list | tuple):
        if all(isinstance(item, str) for item in value):
            yield path, tuple(value)
        else:
            for i, inner in enumerate(value):
                yield from _lists(f"{path}[{i}]", inner)


@named_check("memory", CHECKS)
def check_memory(table: Table) -> None:
    """What a seat knew for certain about a place it still knows as long as nothing has touched that place.

    So a reshuffle of one pile must not make it forget what lies in another, nor a new round what it saw.
    """
    moments: list[Moment] = []
    before: dict[str, Names] = {}
    log: list[Event] = []
    for state in table.walk(log):
        now = dict(_lists("", state.zones()))
        drawn = {str(outcome) for outcome in table.last_outcomes}
        changes = changes_between(before, now)
        heard = [_names([event.args_for(seat) for event in log]) for seat in range(table.case.seats)]
        for moment in moments:
            moment.pass_over(changes, drawn, heard[moment.seat])
        before = now
        log.clear()
        if not table.due() or state.seat < 0:
            continue
        for moment in moments:
            _still_known(table, state, moment)
        moments += [Moment(table, state, seat) for seat in range(table.case.seats)]
        while len(moments) > MOMENTS * table.case.seats:
            moments.pop(table.aside.pick(len(moments)))


def _names(value: Any) -> set[str]:
    """Every text inside of some data."""
    if isinstance(value, str):
        return {value}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return set().union(*(_names(item) for item in inner))


def _still_known(table: Table, state: State, moment: Moment) -> None:
    world = places_of(state.resample(moment.seat, table.aside))
    for path, name, bound, at_least in list(moment.contradicted(world)):
        if moment.is_certain(table, path, name, bound, at_least):
            often = f"{name} is {bound} times in {path} at the {'least' if at_least else 'most'}"
            raise Broken(
                f"seat {moment.seat} knew at step {moment.step} that {often}, and nothing has touched that since; "
                f"but in a world of it now there are {world.get(path, Counter())[name]}"
            )
        moment.take_back(path, name, at_least)


@named_check("windows", CHECKS)
def check_windows(table: Table) -> None:
    """A seat cannot tell from a refusal, or from who is asked what next, anything that no event has told it.

    The same answer is given in worlds that a seat cannot tell apart, and chance falls the same way. If all events look
    the same to that seat, so must the question that follows: a window that opens, or stays shut, because of a hidden
    card would show the card. Nor may a question be answered by the engine in one world and put in the other.
    """
    asked: dict[str, set[int]] = {}
    for state in table.walk():
        if state.seat < 0:
            return
        kind = state.stack.top.kind if state.stack.top is not None else ""
        known = asked.setdefault(kind, set())
        known.update(state.offered)
        if not table.due():
            continue
        choice = state.offered[table.aside.pick(len(state.offered))]
        table.answer = choice
        tape = Tape(table.aside.fork(table.step))
        true = told(state, choice, tape)
        outcomes = tape.cut()
        for viewer in table.viewers:
            seat = SPECTATOR if viewer is None else viewer
            for _ in range(table.case.worlds):
                world = state.resample(seat, table.aside)
                if seat == state.seat:
                    _refuses_alike(state, world, known)
                if choice not in world.offered:
                    continue
                try:
                    other = told(world, choice, Script(outcomes))
                except CairnError:
                    continue
                _asks_alike(table, viewer, true, other)


class Told:
    """What came of an answer: the events, and the question that follows."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events = list(state.log or [])
        top = state.stack.top
        self.question = "nothing, the game is over" if top is None else f"'{top.kind}' of seat {top.seat}"

    def heard(self, viewer: int | None) -> list[dict[str, object]]:
        return [event.seen_by(viewer) for event in self.events]


def told(state: State, choice: int, chance: Chance) -> Told:
    copy = state.clone()
    copy.listen()
    copy.apply(choice, chance)
    return Told(copy)


def _asks_alike(table: Table, viewer: int | None, true: Told, other: Told) -> None:
    if true.question == other.question:
        return
    who = "the spectator" if viewer is None else f"seat {viewer}"
    short, long = sorted((true, other), key=lambda one: len(one.events))
    heard, more = short.heard(viewer), long.heard(viewer)
    if more[: len(heard)] != heard:
        return
    goes_on = len(more) > len(heard)
    ensure(
        goes_on and not _might_tell(table, short.state, viewer, more[len(heard)]),
        f"{who} hears the same of two worlds it cannot tell apart, but the next question is {short.question} in one "
        f"and {long.question} in the other: it learns something hidden from who is asked",
    )


def _might_tell(table: Table, state: State, viewer: int | None, event: dict[str, object]) -> bool:
    """Whether the seat that is asked can answer so that this is what the viewer hears next.

    Then the one was asked for what happened by itself to the other, and only because of what is hidden.
    """
    offered = state.offered if len(state.offered) <= MANY else [state.offered[0], state.offered[-1]]
    answers = (told(state, choice, table.aside) for choice in offered)
    return any(after.events and after.heard(viewer)[0] == event for after in answers)


def _refuses_alike(state: State, world: State, known: set[int]) -> None:
    for choice in sorted(known):
        if choice in state.offered:
            continue
        here, there = state.refusal(choice), world.refusal(choice)
        ensure(
            (here.rule, here.reason) == (there.rule, there.reason),
            f"choice {choice} is refused with '{here}', and with '{there}' in a world the seat cannot tell apart",
        )
