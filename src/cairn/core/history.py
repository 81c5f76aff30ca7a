"""A game with its past: moves, steps back, and the same again from what was written down.

A `History` stands at a position and leads to the next in two acts: `propose`, `undo` and `restart` try a step and
change nothing, `take` makes it true. In between a caller may store it, or let it go. States are never changed in place,
so whoever holds one may keep it.

Positions are numbered by the moves that led to them, steps back included: 0 is the start, and no number is used twice.
So an answer that names its position is never taken for the answer to another. `standing` leaves out what was taken
back.

What can be undone
    Only what has told nobody anything. All of these must hold, and `CannotUndo` names the one that does not:

    - it is the seat's own choice, made by the same actor, and nobody has chosen since ("other-seat", "bot");
    - no chance has fallen by it, nor in what followed up to the next decision ("chance");
    - nothing hidden was shown by it to anybody ("revealed").

    The last is found out by trying, and by what the mover knows alone: the answer goes to the mover, who must not
    learn from it what another seat has seen. So worlds are made from the mover's view before the choice. The choice
    stands if in any of them chance falls or the mover sees something else than really came. In some of those worlds
    the same is asked for everybody else, seats and spectator, about worlds that this viewer could not tell apart: if
    they look different after the choice, the viewer has learned which is the real one. For example, a card that only
    the mover has seen on the deck is drawn by another seat without chance; to that seat it is news.

    A viewer's world in which the choice could not have been made is passed over. The choice itself is its seat's to
    show and to take back, a card played from the own hand for one; what follows from it is not. Where no world is
    found in which it could have been made, it stands.

    Worlds come from fixed dice, so the answer is the same wherever and whenever it is asked. It costs some hundred
    worlds: milliseconds, in the plain build tenths of a second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import mypyc_attr

from cairn.core.chance import Chance, Dice, Outcome, Script, Tape
from cairn.core.contract import SPECTATOR, Setup, State, View
from cairn.core.errors import BadNotation, BadRecord, CairnError, CannotUndo
from cairn.core.event import Event

START: Final = "start"
CHOICE: Final = "choice"
UNDO: Final = "undo"
RESTART: Final = "restart"

LONGEST_TAIL: Final = 64
"""How many choices can be taken back at the most."""
WORLDS: Final = 16
"""In how many worlds of the mover a choice is tried."""
LOOKED_INTO: Final = 8
"""In how many of them it is asked what the others have learned."""
WORLDS_OF_OTHERS: Final = 4
"""In how many worlds of each other viewer that is tried, for each world of the mover."""
TRIES: Final = 100
"""How many worlds are looked at for that, where the choice is possible in few of them."""


class Move:
    """What led to a position: the start, a choice with the chance that fell until the next decision, or a step back."""

    def __init__(
        self,
        number: int,
        kind: str,
        seat: int,
        choice: str = "",
        chance: list[Outcome] | None = None,
        actor: str = "",
        back_to: int | None = None,
        turn: tuple[int, int] | None = None,
        events: list[Event] | None = None,
        at: int = 0,
    ) -> None:
        self.number = number
        """The position it leads to."""
        self.kind = kind
        """START, CHOICE, UNDO or RESTART."""
        self.seat = seat
        self.choice = choice
        """In notation."""
        self.chance: list[Outcome] = [] if chance is None else chance
        self.actor = actor
        """Who chose for the seat, where seats change hands."""
        self.back_to = back_to
        """The position that a step back restores."""
        self.turn = turn
        """Number and seat of the turn it belongs to: the one a choice was made in, or a step back restored."""
        self.events: list[Event] = [] if events is None else events
        """What happened, if the history listens."""
        self.at = at
        """When, where somebody keeps the time."""

    def __repr__(self) -> str:
        what = repr(self.choice) if self.kind == CHOICE else self.kind
        fell = f", chance {self.chance!r}" if self.chance else ""
        return f"Move({self.number}, seat {self.seat}: {what}{fell})"


class Taken:
    """A choice that might be taken back: the position before it, and the move."""

    def __init__(self, position: int, state: State, move: Move) -> None:
        self.position = position
        self.state = state
        self.move = move


class Step:
    """A move that has been tried and not yet taken: where it leads, and what might be taken back from there."""

    def __init__(self, move: Move, state: State, tail: list[Taken]) -> None:
        self.move = move
        self.state = state
        self.tail = tail


@mypyc_attr(allow_interpreted_subclasses=True)
class History:
    """A game in progress and as much of its past as can still be taken back."""

    def __init__(self, state: State, position: int = 0, listens: bool = False) -> None:
        """A game that stands here. From a later position than the start, what was before cannot be taken back."""
        self.state = state
        self.position = position
        self.listens = listens
        """Whether moves are to have their events."""
        self._tail: list[Taken] = []
        self._last: Move | None = None

    # Going on

    def propose(self, choice: int, chance: Chance, actor: str = "", at: int = 0) -> Step:
        """The step of a choice, chance falling as it may. IllegalChoice if the rules forbid it."""
        before = self.state
        if choice not in before.offered:
            raise before.refusal(choice)
        state = before.clone()
        events = state.listen() if self.listens else None
        tape = Tape(chance)
        move = Move(self.position + 1, CHOICE, before.seat, before.notation(choice), None, actor)
        state.apply(choice, tape)
        state.log = None
        move.chance = tape.cut()
        move.turn = turn_of(before)
        move.at = at
        if events is not None:
            move.events = events
        return Step(move, state, self._tail_after(move))

    def take(self, step: Step) -> None:
        """Make a step true that was tried from here."""
        self.state = step.state
        self.position = step.move.number
        self._tail = step.tail
        self._last = step.move

    def replay(self, move: Move) -> Step:
        """Take a move that was made before, here or elsewhere. BadRecord if it does not follow, and nothing changes.

        The step holds the same move as it came out now, with its events if the history listens.
        """
        place = f"move {move.number}"
        if move.number != self.position + 1:
            raise BadRecord(place, f"does not follow position {self.position}")
        step = self._restored(move, place) if move.back_to is not None else self._repeated(move, place)
        self.take(step)
        return step

    def _restored(self, move: Move, place: str) -> Step:
        for at in range(len(self._tail)):
            taken = self._tail[at]
            if taken.position == move.back_to:
                return Step(move, taken.state, self._tail[:at])
        raise BadRecord(place, f"goes back to position {move.back_to}, which cannot be gone back to from here")

    def _repeated(self, move: Move, place: str) -> Step:
        state = self.state
        if state.seat != move.seat:
            asked = "nobody: the game is over" if state.seat < 0 else f"seat {state.seat}"
            raise BadRecord(place, f"seat {move.seat} chooses '{move.choice}', but asked is {asked}")
        script = Script(move.chance)
        try:
            step = self.propose(state.parse(move.choice), script, move.actor, move.at)
        except CairnError as error:
            raise BadRecord(place, f"'{move.choice}': {error}") from None
        _used_up(script, place)
        return step

    def _tail_after(self, move: Move) -> list[Taken]:
        if move.chance:
            return []
        taken = Taken(self.position, self.state, move)
        if not self._tail or not _is_by(self._tail[-1].move, move.seat, move.actor):
            return [taken]
        return [*self._tail[1 - LONGEST_TAIL :], taken]

    # Going back

    def undo(self, seat: int, actor: str = "", at: int = 0) -> Step:
        """The step back to before the seat's last choice. CannotUndo says why there is none."""
        self._check_own(seat, actor)
        return self._step_back(UNDO, len(self._tail) - 1, at)

    def restart(self, seat: int, actor: str = "", at: int = 0) -> Step:
        """The step back to the first choice of the turn that the seat's last choice belongs to."""
        self._check_own(seat, actor)
        first = len(self._tail) - 1
        turn = self._tail[first].state.turn_number
        while first > 0 and self._tail[first - 1].state.turn_number == turn:
            first -= 1
        return self._step_back(RESTART, first, at)

    def may_undo(self, seat: int, actor: str = "") -> bool:
        """Whether it makes sense to offer undo: all is looked at but what the choice has shown. Hot."""
        return self.state.seat >= 0 and len(self._tail) > 0 and _is_by(self._tail[-1].move, seat, actor)

    def _check_own(self, seat: int, actor: str) -> None:
        if self.may_undo(seat, actor):
            return
        last = self._last
        if self.state.seat < 0:
            raise CannotUndo("over")
        if last is None or last.back_to is not None:
            raise CannotUndo("nothing")
        if last.seat != seat:
            raise CannotUndo("other-seat")
        raise CannotUndo("chance" if last.chance else "bot")

    def _step_back(self, kind: str, first: int, at: int) -> Step:
        run = self._tail[first:]
        after = self.state
        for taken in reversed(run):
            if _has_shown(taken, after):
                raise CannotUndo("revealed")
            after = taken.state
        target = run[0]
        last = run[-1].move
        move = Move(self.position + 1, kind, last.seat, "", None, last.actor, target.position)
        move.turn = turn_of(target.state)
        move.at = at
        return Step(move, target.state, self._tail[:first])

    @property
    def base(self) -> tuple[int, State]:
        """The latest position that nobody can go back behind: the moves after it lead to all that may still be."""
        return (self._tail[0].position, self._tail[0].state) if self._tail else (self.position, self.state)


def begin(setup: Setup, chance: Chance, listens: bool = False) -> tuple[History, Move]:
    """A new game, and the move that started it."""
    tape = Tape(chance)
    events: list[Event] = []
    state = setup.game.set_up(setup, tape, events if listens else None)
    state.log = None
    move = Move(0, START, -1, "", tape.cut(), "", None, turn_of(state), events)
    return History(state, 0, listens), move


def restore(setup: Setup, opening: list[Outcome], listens: bool = False) -> tuple[History, Move]:
    """The same start again, from the chance that fell. BadRecord if it does not fit."""
    script = Script(opening)
    try:
        begun = begin(setup, script, listens)
    except CairnError as error:
        raise BadRecord("start", str(error)) from None
    _used_up(script, "start")
    return begun


def standing(moves: Iterable[Move]) -> list[Move]:
    """The choices of a history that stand, without what was taken back."""
    line: list[Move] = []
    for move in moves:
        if move.kind == CHOICE:
            line.append(move)
        elif move.back_to is not None:
            while line and line[-1].number > move.back_to:
                line.pop()
    return line


def turn_of(state: State) -> tuple[int, int]:
    return state.turn_number, state.turn_seat


def turns_of(moves: list[Move]) -> int:
    """How many turns these choices were made in."""
    count = 0
    last = 0
    for move in moves:
        number = 0 if move.turn is None else move.turn[0]
        if number != last:
            count += 1
            last = number
    return count


def _is_by(move: Move, seat: int, actor: str) -> bool:
    return move.seat == seat and move.actor == actor


def _used_up(script: Script, place: str) -> None:
    if script.rest:
        raise BadRecord(place, f"has outcomes that never fell: {script.rest}")


def _has_shown(taken: Taken, after: State) -> bool:
    """Whether a choice without chance has shown something hidden to anybody, as far as the mover can know."""
    text = taken.move.choice
    mover = taken.move.seat
    seen = after.view(mover)
    others = [viewer for viewer in range(SPECTATOR, after.setup.seats) if viewer != mover]
    compared = [0] * len(others)
    dice = Dice(0)
    first = after.setup.game.imagine(taken.state.view(mover), dice)
    for number in range(WORLDS):
        world = first if number == 0 else first.resample(mover, dice)
        outcome = _outcome(world, text, dice)
        if outcome is None or outcome.view(mover) != seen:
            return True
        if number < LOOKED_INTO:
            for at in range(len(others)):
                same = _same_for(others[at], world, text, outcome, dice)
                if same < 0:
                    return True
                compared[at] += same
    return 0 in compared


def _outcome(world: State, text: str, dice: Dice) -> State | None:
    """Where a choice leads in a world; None if chance falls."""
    outcome = world.clone()
    tape = Tape(dice)
    outcome.apply(outcome.parse(text), tape)
    return None if tape.outcomes else outcome


def _same_for(viewer: int, before: State, text: str, after: State, dice: Dice) -> int:
    """In how many worlds of a viewer a choice was possible and looked the same; -1 if it looked different in one."""
    seen = _view(after, viewer)
    compared = 0
    for _ in range(TRIES):
        world = before.resample(viewer, dice)
        if not _is_possible(world, text):
            continue
        outcome = _outcome(world, text, dice)
        if outcome is None or _view(outcome, viewer) != seen:
            return -1
        compared += 1
        if compared == WORLDS_OF_OTHERS:
            break
    return compared


def _is_possible(world: State, text: str) -> bool:
    try:
        return world.parse(text) in world.offered
    except BadNotation:
        return False


def _view(state: State, viewer: int) -> View:
    return state.view(None if viewer == SPECTATOR else viewer)
