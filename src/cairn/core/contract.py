"""The contract: what a game is, what a state can be asked, and what a decision answers for.

A `Game` makes a `State`. A state waits for one `Decision` at a time, the top of a stack of plain data: `choices()`
are its answers, `apply` takes one and runs the rules on to the next decision. Whoever moves the game hands in a
`Chance`; the state itself holds no randomness, no clock and no secret order.

    >>> import cairn
    >>> game = cairn.game("five-towers")
    >>> game
    <Game five-towers: 5 Towers, 2 to 5 seats, rules ...>
    >>> dice = cairn.Dice(seed=7)
    >>> state = game.start(seats=2, chance=dice)
    >>> state
    <State of five-towers, 2 seats: seat 1 is asked 'bid': 'bid 0', 'bid 1', 'bid 2', 'bid 3', 'bid 4', 'bid 5'>
    >>> while state.seat >= 0:
    ...     state.choose(state.choices()[-1], dice)
    >>> state
    <State of five-towers, 2 seats: over, points 9, -16>
    >>> state.result()
    [1.0, 0.0]

A game is written by subclassing three classes: `Game` (what is on the box), `State` (the zones) and one `Decision`
for each question a seat can be asked (the rules). The methods to write say "a game writes this"; nothing else needs
overriding.

Costs below are for the compiled build and a game of ordinary size: "hot" means tens to hundreds of nanoseconds and
safe inside a search; "cold" means microseconds and meant for people, files and the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from cairn.core.bits import MOST_MEMBERS, place_of
from cairn.core.chance import Chance
from cairn.core.errors import BadNotation, BadOption, BadPosition, BadSeats, GameRunning, IllegalChoice
from cairn.core.event import Event
from cairn.core.fields import Fields
from cairn.core.message import counted
from cairn.core.texts import Ledger, Texts, load_ledger, load_texts

View = dict[str, Any]
"""All that one seat, or a spectator, may know: JSON-able; made by `State.view`; read by bots, browsers, `imagine`."""

OptionValue = str | int | bool

SPECTATOR: Final = -1
MOST_TURNS: Final = 1_000_000

S_contra = TypeVar("S_contra", bound="State", contravariant=True)


class Option:
    """A rule switch chosen before the game starts: the values it takes, the usual one, and a sentence for people."""

    def __init__(self, default: OptionValue, choices: tuple[OptionValue, ...], help: str = "") -> None:  # noqa: A002
        self.default = default
        self.choices = choices
        self.help = help

    def __repr__(self) -> str:
        return f"Option({_listed(self.choices)}; default {self.default!r})"


class FirstGame:
    """How somebody who is new to a game best begins: with these options, at this seat. Everything else is as usual."""

    def __init__(self, seat: int = 0, options: dict[str, OptionValue] | None = None) -> None:
        self.seat = seat
        self.options: dict[str, OptionValue] = options or {}


class Setup:
    """What is fixed for one whole game and shared by all its states: the game, the number of seats, the options."""

    def __init__(self, game: Game, seats: int, options: dict[str, OptionValue]) -> None:
        self.game = game
        self.seats = seats
        self.options = options

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"Setup({self.game.slug}, {counted(self.seats, 'seat')}{options})"


class Score:
    """One seat's points by named lines, in the order of the score sheet; `total` is their sum."""

    def __init__(self, lines: dict[str, int]) -> None:
        self.lines = lines
        self.total = sum(lines.values())

    def data(self) -> dict[str, object]:
        """The score as JSON-able data."""
        return {"total": self.total, "lines": self.lines}

    def __repr__(self) -> str:
        return f"Score({self.total}: {', '.join(f'{line} {points}' for line, points in self.lines.items())})"


class Question:
    """The decision on top of the stack as people see it: its kind, who is asked, one sentence, the rules behind it."""

    def __init__(self, kind: str, seat: int, prompt: str, rules: tuple[str, ...]) -> None:
        self.kind = kind
        self.seat = seat
        self.prompt = prompt
        self.rules = rules

    def data(self) -> dict[str, object]:
        return {"kind": self.kind, "seat": self.seat, "prompt": self.prompt, "rules": list(self.rules)}

    def __repr__(self) -> str:
        return f"Question({self.kind!r} to seat {self.seat}: {self.prompt!r}, rules {', '.join(self.rules)})"


class Refusal:
    """Why a choice is not legal: the rule's id, and a sentence as a key of the game's [refusal] with its arguments."""

    def __init__(self, rule: str, key: str, args: dict[str, object]) -> None:
        self.rule = rule
        self.key = key
        self.args = args


def refuse(rule: str, key: str, **args: object) -> Refusal:
    """What `why_not` returns: `refuse("FT-9", "not-open", card="sand-7")`."""
    return Refusal(rule, key, args)


NOT_NOW: Final = "That is not possible now."


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Generic[S_contra]):
    """One question put to one seat, and everything the rules say about it.

    Immutable plain data: a decision may hold numbers it was asked with, never a reference into a state. States share
    decisions freely. A choice is an int of the decision's own coding; every well-formed answer has one, legal or not,
    so that a refusal can say which rule forbids it.
    """

    kind: ClassVar[str] = "decision"
    rules: ClassVar[tuple[str, ...]] = ()
    seat: i64

    def __init__(self, seat: int, shown_when_forced: bool = False) -> None:
        self.seat = seat
        self.shown_when_forced = shown_when_forced
        """Whether the seat wants to be asked even if there is just one answer."""

    def choices(self, state: S_contra) -> list[int]:
        """A game writes this. The legal answers: never empty, no duplicates, in a stable order. Hot.

        The list may be a shared table: nobody changes it.
        """
        raise NotImplementedError

    def offer(self, state: S_contra) -> None:
        """Put the legal answers before the state. A `BufferedDecision` writes this instead of `choices`. Hot."""
        state.set_answers(self.choices(state))

    def apply(self, state: S_contra, choice: int, chance: Chance) -> None:
        """A game writes this. Carry out a legal answer; the decision has been taken off the stack already. Hot.

        Pushes the decisions that follow, the one to be asked first last.
        """
        raise NotImplementedError

    def notation(self, state: S_contra, choice: int) -> str:
        """A game writes this. The one text form of a well-formed choice: lower case, words apart by one space."""
        raise NotImplementedError

    def parse(self, state: S_contra, text: str) -> int:
        """The well-formed choice a text stands for, legal or not; BadNotation if it is none.

        The default knows the legal choices only. Override it so that illegal ones get a reason from `why_not`.
        """
        for choice in self.choices(state):
            if self.notation(state, choice) == text:
                return choice
        known = ", ".join(self.notation(state, choice) for choice in self.choices(state)[:12])
        raise BadNotation(f"'{text}' is not an answer to this question; answers look like: {known}")

    def why_not(self, state: S_contra, choice: int) -> Refusal:
        """A game writes this, with `refuse`. Why a well-formed choice is not legal; only what the seat may know."""
        return Refusal(self.rules[0] if self.rules else "", "", {})

    def ask(self, state: S_contra) -> tuple[str, dict[str, object]]:
        """The prompt as a key of the game's [prompt] and its arguments; for the eyes of `seat` only."""
        return self.kind, {}

    def caption(self, state: S_contra, choice: int) -> tuple[str, dict[str, object]]:
        """What a button or a list says for a choice, as a key of the game's [choice] and its arguments.

        The default is the kind of the decision, with all of the notation behind its first word as {what}; a game
        without such a text shows the notation itself.
        """
        _, _, what = self.notation(state, choice).partition(" ")
        return self.kind, {"what": what}

    def elements(self, state: S_contra, choice: int) -> list[str]:
        """Ids of the things on the table that a choice belongs to ("card:sand-7"); a browser lights them."""
        return []

    def fields(self) -> dict[str, object]:
        """What a dump needs beside kind and seat to make this decision again."""
        return {}

    def seen_by(self, viewer: int) -> dict[str, object]:
        """What of `fields` a seat (or SPECTATOR) may know. Override where a question itself is secret."""
        return self.fields()

    def __repr__(self) -> str:
        fields = "".join(f", {name}={value!r}" for name, value in self.fields().items())
        return f"{type(self).__name__}(seat={self.seat}{fields})"


@mypyc_attr(allow_interpreted_subclasses=True)
class BufferedDecision(Decision[S_contra]):
    """A decision that writes its answers one by one into the buffer of the state: `offer` calls `state.add_answer`.

    No list is made where nobody asks for one. It pays where answers are worked out anew each time; where they come
    from a table, a `Decision` that returns it is as fast.
    """

    def offer(self, state: S_contra) -> None:
        """A game writes this: `state.add_answer` each legal answer, or `state.set_answers` a table of them. Hot."""
        raise NotImplementedError

    def choices(self, state: S_contra) -> list[int]:
        return state.answers_of(self)


@mypyc_attr(acyclic=True)
class Stack:
    """The pending decisions of a state; the one asked now is `top`.

    `depth` decisions wait below it: the first four in attributes of their own, what comes later in a list. What is
    taken out of a list is looked at again, whether it is a decision, and that costs more than all the rest. Those taken
    off stay where they are until others take their places.
    """

    depth: i64

    def __init__(self, pending: list[Decision[Any]]) -> None:
        """From a list, the decision to be asked first last."""
        self.top: Decision[Any] | None = None
        self.depth = 0
        self.first: Decision[Any] | None = None
        self.second: Decision[Any] | None = None
        self.third: Decision[Any] | None = None
        self.fourth: Decision[Any] | None = None
        self.later: list[Decision[Any]] = NO_DECISIONS
        for decision in pending:
            self.push(decision)

    @property
    def below(self) -> list[Decision[Any]]:
        """What is asked after `top`, the next one last. The list is yours."""
        found: list[Decision[Any]] = []
        for waiting in (self.first, self.second, self.third, self.fourth)[: self.depth]:
            assert waiting is not None
            found.append(waiting)
        return found + self.later

    def push(self, decision: Decision[Any]) -> None:
        """Ask this first, and what was to be asked after it."""
        top = self.top
        if top is not None:
            depth = self.depth
            self.depth = depth + 1
            if depth == 0:
                self.first = top
            elif depth == 1:
                self.second = top
            elif depth == 2:
                self.third = top
            elif depth == 3:
                self.fourth = top
            elif depth == 4:
                self.later = [top]
            else:
                self.later.append(top)
        self.top = decision

    def pop(self) -> None:
        """Take off what was asked now."""
        depth = self.depth - 1
        if depth < 0:
            self.top = None
            return
        self.depth = depth
        if depth == 0:
            self.top = self.first
        elif depth == 1:
            self.top = self.second
        elif depth == 2:
            self.top = self.third
        elif depth == 3:
            self.top = self.fourth
        else:
            self.top = self.later.pop()

    def copy(self) -> Stack:
        other = Stack(NO_DECISIONS)
        depth = self.depth
        other.top = self.top
        other.depth = depth
        if depth > 0:
            other.first = self.first
            if depth > 1:
                other.second = self.second
                other.third = self.third
                other.fourth = self.fourth
                if depth > 4:
                    other.later = self.later[:]
        return other

    def pending(self) -> list[Decision[Any]]:
        """All decisions, the one asked now last."""
        return [] if self.top is None else [*self.below, self.top]

    def __repr__(self) -> str:
        return f"Stack({self.pending()!r})"


NO_DECISIONS: Final[list[Decision[Any]]] = []
NO_CHOICES: Final[list[int]] = []
NO_ANSWERS: Final = vec[i64]()
SPARE: Final = 16
ROOM: Final = vec[i64]([0] * 512)
"""What a buffer for many answers is cut from: it is copied at once, where `append` makes room for one after another."""
SHOWN: Final = 6
"""So many answers are shown in the `repr` of a state."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything about one game in progress, as plain data.

    A game adds its zones as attributes set in `__init__` and calls `super().__init__(setup, stack)`. After the zones
    are laid out, `settle` (or `offer`, where no chance may fall) brings the state to rest.

    At rest means: the top decision has been asked, `seat` is who must answer (-1 when the game is over) and the
    answers are known. Every method below is for states at rest.
    """

    seat: i64
    answer_count: i64
    turn_number: i64
    turn_seat: i64

    def __init__(self, setup: Setup, stack: Stack) -> None:
        self.setup = setup
        self.stack = stack
        self.seat = -1
        self.answer_count = 0
        """How many answers there are to the top decision; `answer` gives each by its number."""
        self.answers: vec[i64] = NO_ANSWERS
        """A buffer, used again at every decision: the first `answer_count` are the answers unless they are `listed`."""
        self.listed: list[int] | None = NO_CHOICES
        """The answers as a list, if somebody asked for it or a table is on offer. Shared with clones."""
        self.log: list[Event] | None = None
        self.turn_number = 0
        """How many turns have begun: two positions are of one turn if it is the same in both. Read it, it is hot."""
        self.turn_seat = -1
        """Whose turn it is, whoever is asked: others may be asked in the middle of a turn."""

    # Playing

    @property
    def decision(self) -> Question | None:
        """What is asked now, for people; None when the game is over. Cold."""
        top = self.stack.top
        if top is None:
            return None
        key, args = top.ask(self)
        prompt = self.setup.game.texts.say("prompt", key, args)
        return Question(top.kind, top.seat, prompt, top.rules)

    def choices(self) -> list[int]:
        """The legal answers: never empty while the game runs, no duplicates, stable order. Hot. The list is yours."""
        return self.offered[:]

    @property
    def offered(self) -> list[int]:
        """The same list for everybody who asks, clones too: never change it."""
        listed = self.listed
        if listed is None:
            listed = self._list()
            self.listed = listed
        return listed

    def answer(self, number: i64) -> i64:
        """One of the legal answers, by its number from 0 to `answer_count` - 1, without a list of them. Hot."""
        listed = self.listed
        if listed is None:
            return self.answers[number]
        return listed[number]

    def add_answer(self, choice: i64) -> None:
        """One more answer to the present decision; for `Decision.offer`."""
        count = self.answer_count
        if count < len(self.answers):
            self.answers[count] = choice
        else:
            self.answers = append(self.answers, choice)
        self.answer_count = count + 1

    def room(self, answers: i64) -> vec[i64]:
        """The buffer, with places for so many answers more; who writes there raises `answer_count` by as many."""
        if len(self.answers) < self.answer_count + answers:
            self._make_room(self.answer_count + answers)
        return self.answers

    def _make_room(self, answers: i64) -> None:
        wider = ROOM[: answers + SPARE]
        while len(wider) < answers:
            wider = append(wider, 0)
        for number in range(self.answer_count):
            wider[number] = self.answers[number]
        self.answers = wider

    def add_answers(self, members: i64) -> None:
        """The members of a set, as bits.py has them, as answers in ascending order; for `Decision.offer`."""
        answers = self.room(MOST_MEMBERS)
        count = self.answer_count
        while members:
            low = members & -members
            answers[count] = place_of(low)
            members ^= low
            count += 1
        self.answer_count = count

    def set_answers(self, choices: list[int]) -> None:
        """All answers at once, from a list that nobody changes; for `Decision.offer`."""
        self.listed = choices
        self.answer_count = len(choices)

    def answers_of(self, decision: Decision[Any]) -> list[int]:
        """What a decision would offer now. The answers to the present one stay as they are."""
        answers = self.answers
        count = self.answer_count
        listed = self.listed
        self.answers = NO_ANSWERS
        self.answer_count = 0
        self.listed = None
        decision.offer(self)
        found = self.offered
        self.answers = answers
        self.answer_count = count
        self.listed = listed
        return found

    def _list(self) -> list[int]:
        answers = self.answers
        return [answers[number] for number in range(self.answer_count)]

    def choose(self, choice: int, chance: Chance) -> None:
        """Answer the decision: check, apply, run on to the next decision.

        IllegalChoice says why not, by rule id; WrongOutcome if a script does not fit. Either leaves the state
        unchanged.
        """
        if choice not in self.offered:
            raise self.refusal(choice)
        trial = chance.dry_run()
        if trial is not None:
            self.clone().apply(choice, trial)
        self.apply(choice, chance)

    def apply(self, choice: int, chance: Chance) -> None:
        """The same without any check, for search: an illegal choice leaves a broken state. Hot."""
        stack = self.stack
        top = stack.top
        assert top is not None, "the game is over"
        stack.pop()
        top.apply(self, choice, chance)
        self.settle(chance)

    def settle(self, chance: Chance) -> None:
        """Play forced decisions that no player wants to see; stop at the first real one. `start`, `apply` call it."""
        stack = self.stack
        top = stack.top
        while top is not None:
            self.answer_count = 0
            self.listed = None
            top.offer(self)
            if self.answer_count > 1 or top.shown_when_forced:
                self.seat = top.seat
                return
            stack.pop()
            top.apply(self, self.answer(0), chance)
            top = stack.top
        self.set_answers(NO_CHOICES)
        self.seat = -1

    def offer(self) -> None:
        """Bring a state to rest without letting chance fall: a loaded or imagined one, whose top decision stands."""
        top = self.stack.top
        if top is None:
            self.set_answers(NO_CHOICES)
            self.seat = -1
            return
        self.answer_count = 0
        self.listed = None
        top.offer(self)
        self.seat = top.seat

    def begin_turn(self, seat: i64) -> None:
        """A game calls this when a turn begins, before it pushes what is asked first. Hot.

        Restart of a turn, the log, statistics and bots, which evaluate a turn at its end, go by it. Set-up in which
        seats are asked one after the other has turns too, and so has a bid or a vote that goes round.
        """
        self.turn_number += 1
        self.turn_seat = seat

    def refusal(self, choice: int) -> IllegalChoice:
        """Why a choice is not legal now, as the error `choose` would raise. Cold."""
        top = self.stack.top
        if top is None:
            return IllegalChoice("", "The game is over.")
        refusal = top.why_not(self, choice)
        reason = self.setup.game.texts.say("refusal", refusal.key, refusal.args) if refusal.key else NOT_NOW
        return IllegalChoice(refusal.rule, reason)

    def notation(self, choice: int) -> str:
        """The text form of a choice of the present decision. Cold."""
        return self._asked().notation(self, choice)

    def parse(self, text: str) -> int:
        """The choice a text stands for, legal or not (`choose` tells). BadNotation if it stands for none. Cold."""
        words = " ".join(text.lower().split())
        top = self.stack.top
        if top is None:
            raise BadNotation(f"'{words}' answers nothing: the game is over")
        return top.parse(self, words)

    def caption(self, choice: int) -> str:
        """A choice in words, for people. Cold."""
        key, args = self._asked().caption(self, choice)
        texts = self.setup.game.texts
        if texts.has("choice", key):
            return texts.say("choice", key, args)
        notation = self.notation(choice)
        return notation[:1].upper() + notation[1:].replace("-", " ")

    def elements(self, choice: int) -> list[str]:
        """Ids of the things on the table that a choice of the present decision belongs to. Cold."""
        return self._asked().elements(self, choice)

    def _asked(self) -> Decision[Any]:
        top = self.stack.top
        if top is None:
            raise IllegalChoice("", "The game is over.")
        return top

    # Copying and saving

    def clone(self) -> State:
        """A game writes this: an independent copy that shares nothing mutable; listeners do not come along. Hot.

        Call `copy.copy_base(self)` before returning the copy: it carries over what this class keeps.
        """
        raise NotImplementedError

    def copy_base(self, original: State) -> None:
        """Carry over what every state has; for `clone`. The stack was handed to `__init__` as a copy."""
        self.listed = original.offered
        self.answer_count = original.answer_count
        self.seat = original.seat
        self.turn_number = original.turn_number
        self.turn_seat = original.turn_seat

    def dump(self) -> dict[str, Any]:
        """Every field as JSON-able data; `Game.load` makes the state again. Cold."""
        setup = self.setup
        return {
            "game": setup.game.slug,
            "rules_version": setup.game.rules_version,
            "seats": setup.seats,
            "options": dict(setup.options),
            "turn": {"number": self.turn_number, "seat": self.turn_seat},
            "zones": self.zones(),
            "pending": [{"kind": d.kind, "seat": d.seat, **d.fields()} for d in self.stack.pending()],
        }

    def zones(self) -> dict[str, object]:
        """A game writes this: its zones in full, by component names, for `dump`."""
        raise NotImplementedError

    # Knowing

    def view(self, seat: int | None) -> View:
        """All that a seat may know (None: a spectator), what it remembers included. Cold.

        The same for any two states the seat cannot tell apart. The answers to the decision are in it for the seat
        asked only.
        """
        setup = self.setup
        if seat is not None and not 0 <= seat < setup.seats:
            raise BadSeats(f"there is no seat {seat} at this table; seats are 0 to {setup.seats - 1}")
        viewer = SPECTATOR if seat is None else seat
        return {
            "game": setup.game.slug,
            "rules_version": setup.game.rules_version,
            "seats": setup.seats,
            "options": dict(setup.options),
            "viewer": seat,
            "seat": self.seat,
            "turn": {"number": self.turn_number, "seat": self.turn_seat},
            "decision": self._shown_decision(viewer),
            "choices": self._shown_choices() if 0 <= viewer == self.seat else [],
            "zones": self.zones_seen(viewer),
            "scores": self.scores_seen(viewer),
            "pending": [{"kind": d.kind, "seat": d.seat, **d.seen_by(viewer)} for d in self.stack.pending()],
        }

    def _shown_decision(self, viewer: int) -> dict[str, object] | None:
        top = self.stack.top
        if top is None:
            return None
        if top.seat == viewer:
            key, args = top.ask(self)
            prompt = self.setup.game.texts.say("prompt", key, args)
        else:
            prompt = self.setup.game.texts.say("waiting", top.kind, {"seat": f"Seat {top.seat}"})
        return Question(top.kind, top.seat, prompt, top.rules).data()

    def _shown_choices(self) -> list[dict[str, object]]:
        return [{"choice": self.notation(c), "elements": self.elements(c)} for c in self.offered]

    def zones_seen(self, viewer: int) -> dict[str, object]:
        """A game writes this: its zones as a seat (or SPECTATOR) knows them, in an order that tells nothing."""
        raise NotImplementedError

    def resample(self, seat: int, chance: Chance) -> State:
        """A game writes this: another state that this seat cannot tell apart from this one, drawn fairly. Hot.

        For SPECTATOR too. Where the answers depend on what was redrawn (another seat's hand), it needs `offer()`.
        """
        raise NotImplementedError

    def listen(self) -> list[Event]:
        """Begin to collect events; returns the list they are appended to. Clones do not listen."""
        if self.log is None:
            self.log = []
        return self.log

    # Showing

    def show(self, seat: int | None = None) -> None:
        """Print the board as a seat may see it, or the seat that is asked. Needs the extra `cairn-tabletop[cli]`."""
        from cairn.core import faces

        faces.show(self, seat)

    def text(self, seat: int | None = None, whole: bool = False) -> str:
        """A view as compact, complete and stable text; of the seat that is asked unless another is named. Cold.

        Where that is long, counts are digits in a row and names are cut, unless the whole is asked for.
        """
        from cairn.core import faces

        return faces.text(self, seat, whole)

    def _repr_svg_(self) -> str | None:
        """How a notebook draws the state: as the seat that is asked may see it."""
        from cairn.core import faces

        return faces.svg(self, None)

    def __repr__(self) -> str:
        """The game, who is asked what, and the first answers in notation."""
        setup = self.setup
        top = self.stack.top
        if top is None:
            totals = ", ".join(str(score.total) for score in self.scores())
            return f"<State of {setup.game.slug}, {counted(setup.seats, 'seat')}: over, points {totals}>"
        answers = [f"'{self.notation(choice)}'" for choice in self.offered[:SHOWN]]
        if len(self.offered) > SHOWN:
            answers.append(f"... {len(self.offered)} in all")
        asked = f"seat {self.seat} is asked '{top.kind}'"
        return f"<State of {setup.game.slug}, {counted(setup.seats, 'seat')}: {asked}: {', '.join(answers)}>"

    # Counting

    def scores(self) -> list[Score]:
        """A game writes this, here or in `Game.scores`: per seat the points by line, at any time. Cold."""
        return self.setup.game.scores(self)

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        """Per seat the score lines as a viewer can know them now; None for a line that rests on something hidden.

        The default shows nothing before the end. A game whose points lie open overrides it.
        """
        over = self.stack.top is None
        return [{line: points if over else None for line, points in score.lines.items()} for score in self.scores()]

    def standing(self) -> list[int]:
        """What decides the game, per seat, more is better: the totals, unless a game has a tie-break of its own."""
        return [score.total for score in self.scores()]

    def result(self) -> list[float]:
        """Per seat the share of the win: 1.0, 0.5 for a win shared by two, 0.0. GameRunning before the end."""
        top = self.stack.top
        if top is not None:
            raise GameRunning(f"the game is not over: seat {top.seat} must answer '{top.kind}'")
        return shares_of_win(self.standing())

    def components(self) -> dict[str, int]:
        """A game writes this: how often each component is somewhere, by name; never changes during a game. Cold."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One title: what is on the box, and how a state of it is made. There is one object per title and content."""

    slug: ClassVar[str] = ""
    title: ClassVar[str] = ""
    rules_version: ClassVar[str] = ""
    package: ClassVar[str] = ""
    """Where everything is that the game brings: texts, rules, evaluator, boards."""

    def __init__(self, seats: range, options: dict[str, Option]) -> None:
        self.seats = seats
        self.options = options
        self.roles: tuple[str, ...] = ()
        """What each seat is where that says more than a number: keys of [name]; none where all seats are alike."""
        self.first_game = FirstGame()
        self.among_people: dict[str, OptionValue] = {}
        """Options that are usual where people play people, and no bot."""
        self.content_mark = ""
        """Tells content of one's own from any other, in records; empty for the content that comes with the game."""
        self.pack_text = ""
        """The content pack that it was made with, where one file holds it all: records carry it along."""
        self._texts: Texts | None = None
        self._ledger: Ledger | None = None

    def __repr__(self) -> str:
        return f"<Game {self.slug}: {self.title}, {self.seats_text}, rules {self.rules_version}>"

    @property
    def seats_text(self) -> str:
        """How many seats it is for, in words: "2 seats", "2 to 5 seats"."""
        least, most = self.seats[0], self.seats[-1]
        return counted(least, "seat") if least == most else f"{least} to {most} seats"

    @property
    def texts(self) -> Texts:
        """All English of this game, by section and key."""
        if self._texts is None:
            self._texts = load_texts(self.package)
        return self._texts

    @property
    def ledger(self) -> Ledger:
        """RULES.md by rule id."""
        if self._ledger is None:
            self._ledger = load_ledger(self.package)
        return self._ledger

    @property
    def about(self) -> dict[str, str]:
        """What is on the box beside title and seats: [about] of the texts, such as `tagline` and `minutes`."""
        return self.texts.sections.get("about", {})

    def option_help(self, name: str) -> str:
        """What an option switches, in one sentence."""
        texts = self.texts
        return texts.say("option", name, {}) if texts.has("option", name) else self.options[name].help

    def option_label(self, name: str, value: OptionValue) -> str:
        """What people read for a value of an option."""
        key = f"{name}.{str(value).lower()}"
        if self.texts.has("option-value", key):
            return self.texts.say("option-value", key, {})
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value).replace("-", " ")

    def sentence(self, event: Event, viewer: int | None, names: list[str]) -> str:
        """An event in words, as a seat (None: a spectator) may know it; `names` are those of the seats.

        Who does not know an event's secret is told the text of [event-unseen] instead of [event].
        """
        section = "event" if event.secret is None or event.is_known_to(viewer) else "event-unseen"
        args: dict[str, object] = {"seat": names[event.seat] if event.seat >= 0 else "", **event.args_for(viewer)}
        return self.texts.say(section, event.kind, args)

    def start(self, seats: int, chance: Chance, **options: OptionValue) -> State:
        """Set up a game and run on to the first decision. BadSeats or BadOption if it cannot be played so."""
        return self.set_up(self.prepare(seats, options), chance, None)

    def set_up(self, setup: Setup, chance: Chance, log: list[Event] | None) -> State:
        """The same from what `prepare` made; with a list for them, events are heard from the very first one on."""
        state = self.deal(setup, chance)
        state.log = log
        self.begin(state, chance)
        state.settle(chance)
        return state

    def prepare(self, seats: int, options: Mapping[str, object]) -> Setup:
        """Check the number of seats and the options, and fill in the defaults."""
        if seats not in self.seats:
            raise BadSeats(f"{self.title} is for {self.seats_text}, not {seats}")
        chosen = {name: option.default for name, option in self.options.items()}
        for name, value in options.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(sorted(self.options)) or "none"
                raise BadOption(f"{self.title} has no option '{name}'; it knows {known}")
            chosen[name] = _known_value(name, option, value)
        setup = Setup(self, seats, chosen)
        self.check(setup)
        return setup

    def check(self, setup: Setup) -> None:
        """Refuse options that do not go together or do not fit the number of seats, with BadOption."""

    def deal(self, setup: Setup, chance: Chance) -> State:
        """A game writes this: the zones as they lie before the game begins."""
        raise NotImplementedError

    def begin(self, state: State, chance: Chance) -> None:
        """A game writes this, or does it in `deal`: what happens up to the first decision, which it pushes."""

    def load(self, data: object) -> State:
        """The state that `dump` described. BadPosition names the field that cannot be. Cold."""
        fields = Fields(data, "")
        setup = self._frame(fields)
        pending = fields.parts("pending")
        stack = Stack([self.pending(setup, part) for part in pending])
        state = self.restore(setup, fields.part("zones"), stack)
        _read_turn(fields, state)
        fields.end()
        state.offer()
        if pending and not state.offered:
            raise BadPosition(f"pending[{len(pending) - 1}]", "has no legal answer in this position")
        return state

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> State:
        """A game writes this: the state with these zones, checked field by field."""
        raise NotImplementedError

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        """A game writes this: the decision of a dump or a view, by its `kind`."""
        raise NotImplementedError

    def imagine(self, view: View, chance: Chance) -> State:
        """A full state consistent with a view, what is hidden drawn fairly. Where bots, remote clients start. Cold."""
        fields = Fields(view, "")
        setup = self._frame(fields)
        seat = fields.value("viewer")
        viewer = SPECTATOR if seat is None else fields.number("viewer", 0, setup.seats - 1)
        state = self.state_from_view(setup, viewer, fields.part("zones"), fields.parts("pending"), chance)
        _read_turn(fields, state)
        state.offer()
        return state

    def state_from_view(self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance) -> State:
        """A game writes this: a state with these seen zones, the unseen drawn from what is left."""
        raise NotImplementedError

    def scores(self, state: Any) -> list[Score]:
        """What `State.scores` gives, where scoring is written for the state and so cannot be imported there."""
        raise NotImplementedError

    def longest(self, seats: int) -> int:
        """A game writes this: no game has more decisions than this, however it is played."""
        raise NotImplementedError

    def _frame(self, fields: Fields) -> Setup:
        slug = fields.text("game")
        if slug != self.slug:
            raise BadPosition("game", f"this is a position of '{slug}', not of '{self.slug}'")
        version = fields.value("rules_version")
        if version != self.rules_version:
            raise BadPosition("rules_version", f"this build plays version {self.rules_version}, not {version}")
        options = fields.table("options")
        try:
            setup = self.prepare(fields.number("seats", 0, 99), options)
        # One name for each kind of error: compiled code gives a variable the type of its first use.
        except BadSeats as seats_error:
            raise BadPosition("seats", str(seats_error)) from None
        except BadOption as option_error:
            raise BadPosition("options", str(option_error)) from None
        for name in self.options:
            if name not in options:
                raise BadPosition(f"options.{name}", "is missing")
        return setup


def shares_of_win(standing: list[int]) -> list[float]:
    """What `State.result` says of a `State.standing`."""
    best = max(standing)
    share = 1.0 / standing.count(best)
    return [share if points == best else 0.0 for points in standing]


def _read_turn(fields: Fields, state: State) -> None:
    turn = fields.part("turn")
    state.turn_number = turn.number("number", 0, MOST_TURNS)
    state.turn_seat = turn.number("seat", -1 if state.turn_number == 0 else 0, state.setup.seats - 1)
    turn.end()


def _known_value(name: str, option: Option, value: object) -> OptionValue:
    for known in option.choices:
        if type(value) is type(known) and value == known:
            return known
    raise BadOption(f"option '{name}' is one of {_listed(option.choices)}, not {value!r}")


def _listed(values: tuple[OptionValue, ...]) -> str:
    return ", ".join(repr(value) for value in values)
