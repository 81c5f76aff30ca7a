"""One game in progress, in memory: where it stands, how it goes on, and what may be taken back.

Nothing here waits, stores or sends. A step is proposed first, which changes nothing; when it has been committed it is
taken. The same steps, read back from the database, lead to the same place.

Positions are numbered by the moves that led to them, taken-back ones included: number 0 is the start, and no number is
ever used twice. So an answer that names its position can never be taken for an answer to another.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any, Final

from cairn.core.chance import Dice, Outcome, Script, Tape
from cairn.core.contract import Game, Setup, State
from cairn.core.errors import CairnError, CannotUndo
from cairn.core.event import Event

SERVER: Final = "server"
CHECKPOINT_EVERY: Final = 25
TAIL_LENGTH: Final = 64
WORLDS: Final = 16
"""In how many other worlds a choice is tried to see whether it told its seat something."""


@dataclass(frozen=True)
class Move:
    """A row of the moves table: a choice and what followed from it, or a step back."""

    number: int
    kind: str
    seat: int
    actor: str
    notation: str
    at: int
    chance: list[Outcome] = field(default_factory=list)
    back_to: int | None = None
    events: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Taken:
    """A choice that might be taken back: the position before it, and the choice."""

    position: int
    state: State
    seat: int
    actor: str
    notation: str


@dataclass(frozen=True)
class Step:
    """A move that has been tried and not yet taken: where it leads."""

    move: Move
    state: State
    tail: list[Taken]


class Play:
    """A game in progress. States are never changed in place, so that anybody may hold on to one."""

    def __init__(self, game: Game, state: State, position: int) -> None:
        self.game = game
        self.state = state
        self.position = position
        self.asked_at = 0
        """When the seat that must answer was asked."""
        self._tail: list[Taken] = []
        self._last: Move | None = None

    @staticmethod
    def begin(setup: Setup, at: int) -> tuple[Play, Move]:
        tape, events = Tape(_dice()), list[Event]()
        state = setup.game.set_up(setup, tape, events)
        state.log = None
        move = Move(0, "start", -1, SERVER, "", at, tape.cut(), None, [_plain(event) for event in events])
        play = Play(setup.game, state, 0)
        play.asked_at = at
        return play, move

    @staticmethod
    def restore(setup: Setup, move: Move) -> Play:
        """The same start again."""
        play = Play(setup.game, setup.game.set_up(setup, Script(move.chance), None), 0)
        play.asked_at = move.at
        return play

    @property
    def asked(self) -> int:
        """The seat that must answer; -1 when the game is over."""
        return self.state.seat

    # Going on

    def answer(self, notation: str, actor: str, at: int) -> Step:
        """The step of a choice, chance falling as it may. BadNotation or IllegalChoice if it cannot be made."""
        state = self.state.clone()
        choice = state.parse(notation)
        written, tape, events = "", Tape(_dice()), state.listen()
        if choice in state.offered:
            written = state.notation(choice)
        state.choose(choice, tape)
        state.log = None
        told = [_plain(event) for event in events]
        move = Move(self.position + 1, "choice", self.state.seat, actor, written, at, tape.cut(), None, told)
        return Step(move, state, self._tail_after(move))

    def preview(self, notation: str) -> tuple[State, bool]:
        """Where a choice of the asked seat would lead in a world like this one, and whether that is certain.

        The world is redrawn, so the preview tells nothing that the seat does not know. It is certain if no chance falls
        and a second world looks the same afterwards.
        """
        seat, dice = self.asked, _dice()
        choice = self.state.parse(notation)
        if choice not in self.state.offered:
            raise self.state.refusal(choice)
        tape, worlds = Tape(dice), [self.state.resample(seat, dice) for _ in range(2)]
        for world in worlds:
            world.apply(world.parse(notation), tape)
        return worlds[0], not tape.outcomes and worlds[0].view(seat) == worlds[1].view(seat)

    def take(self, step: Step) -> None:
        """The step has been committed."""
        self.state = step.state
        self.position = step.move.number
        self.asked_at = step.move.at
        self._tail = step.tail
        self._last = step.move

    def repeat(self, move: Move) -> None:
        """A move that was committed, here or elsewhere, and follows the present position."""
        if move.number != self.position + 1:
            raise CairnError(f"move {move.number} does not follow position {self.position}")
        if move.back_to is not None:
            back = next(at for at, taken in enumerate(self._tail) if taken.position == move.back_to)
            self.take(Step(move, self._tail[back].state, self._tail[:back]))
            return
        state = self.state.clone()
        state.choose(state.parse(move.notation), Script(move.chance))
        self.take(Step(move, state, self._tail_after(move)))

    def _tail_after(self, move: Move) -> list[Taken]:
        if move.chance:
            return []
        taken = Taken(self.position, self.state, move.seat, move.actor, move.notation)
        follows = bool(self._tail) and self._tail[-1].seat == move.seat and self._tail[-1].actor == move.actor
        return [*self._tail[1 - TAIL_LENGTH :], taken] if follows else [taken]

    def choices_made(self, step: Step) -> int:
        """How many choices stand after a step that did not before; negative for a step back."""
        return 1 if step.move.back_to is None else len(step.tail) - len(self._tail)

    # Going back

    def step_back(self, seat: int, actor: str, at: int, whole_turn: bool) -> Step:
        """Back to the seat's last decision, or to the first of its turn. CannotUndo says why not.

        Nothing may have fallen by chance, nobody else may have acted, and the choices taken back must not have told
        their seat anything that it did not know before.
        """
        if not self.may_step_back(seat, actor):
            raise CannotUndo(self._why_not_back(seat))
        first = len(self._tail) - 1
        if whole_turn:
            turn = self._tail[-1].state.turn_number
            while first > 0 and self._tail[first - 1].state.turn_number == turn:
                first -= 1
        after = self.state
        for taken in reversed(self._tail[first:]):
            if _tells(taken, after):
                raise CannotUndo("revealed")
            after = taken.state
        kind = "restart" if whole_turn else "undo"
        move = Move(self.position + 1, kind, seat, actor, "", at, [], self._tail[first].position)
        return Step(move, self._tail[first].state, self._tail[:first])

    def may_step_back(self, seat: int, actor: str) -> bool:
        """Whether `step_back` has a chance: all but what a choice has told is looked at."""
        return bool(self._tail) and self.asked >= 0 and (self._tail[-1].seat, self._tail[-1].actor) == (seat, actor)

    def _why_not_back(self, seat: int) -> str:
        last = self._last
        if self.asked < 0:
            return "over"
        if last is None or last.back_to is not None:
            return "nothing"
        if last.seat != seat:
            return "other-seat"
        return "chance" if last.chance else "bot"

    # Coming back to it later

    @property
    def base(self) -> tuple[int, State]:
        """The latest position that nobody can go back behind, and its state: where a checkpoint may stand."""
        return (self._tail[0].position, self._tail[0].state) if self._tail else (self.position, self.state)


def _tells(taken: Taken, after: State) -> bool:
    """Whether a choice told its seat something: whether it would look different in a world like this one to the seat.

    Where worlds differ in what is seen afterwards, or in whether chance falls, the choice depends on what is hidden.
    """
    seat, seen = taken.seat, after.view(taken.seat)
    dice = Dice(taken.position)
    for _ in range(WORLDS):
        world = taken.state.resample(seat, dice)
        tape = Tape(dice)
        world.apply(world.parse(taken.notation), tape)
        if tape.outcomes or world.view(seat) != seen:
            return True
    return False


def _dice() -> Dice:
    """Fresh entropy for every choice: what will fall is not yet decided anywhere."""
    return Dice(secrets.randbits(62))


def _plain(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": event.kind, "seat": event.seat, "args": event.args}
    return data if event.secret is None else {**data, "secret": event.secret, "known": event.known}
