"""What the lab sees of a game while it is played: one stream of choices and events, and how the game leaned.

It runs in the worker that plays, so it returns plain data and keeps to what is cheap: counts, and the evaluator's view
of the true position once a round.
"""

from __future__ import annotations

import base64
import json
import zlib
from functools import lru_cache
from typing import Any, Final

from cairn.core.content import read_toml
from cairn.core.contract import State
from cairn.core.evaluator import evaluator_of
from cairn.core.event import Event
from cairn.core.fields import content_fields
from cairn.core.history import Move
from cairn.core.metrics import gauge_of

FILE: Final = "lab.toml"
GOT: Final = "got"
USED: Final = "used"
KEPT: Final = "kept"
IDLE: Final = "idle"
USES: Final = (GOT, USED, KEPT)
POINTS: Final = 21
"""At so many moments, evenly spread over a game, the lab keeps how it leaned."""
CHOICE: Final = "choice"
EVENT: Final = "event"
Stream = list[tuple[int, int, str, str, dict[str, object]]]
"""Turn, seat, whether it is a choice or an event, its kind, and the rest."""
SAFE: Final = 0.9
"""A share of the win from which a game counts as decided."""


def component_events(package: str) -> dict[str, str]:
    """What an event tells about the components it names, `got` or `used`: `lab.toml` of the game says so."""
    return _read(package)[0]


def idle_answers(package: str) -> dict[str, list[str]]:
    """By kind of decision that may be declined the answers, by their first word, with which a seat does nothing."""
    return _read(package)[1]


@lru_cache(maxsize=8)
def _read(package: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    fields = content_fields(read_toml(package, FILE) if package else {}, FILE)
    uses = {kind: use for use in (GOT, USED) if fields.has(use) for kind in fields.texts(use)}
    idle = fields.part(IDLE) if fields.has(IDLE) else None
    answers = {} if idle is None else {kind: idle.texts(kind) for kind in idle.names()}
    fields.end()
    return uses, answers


_evaluator = lru_cache(maxsize=8)(evaluator_of)
"""It takes longer to make than to ask, and there is one game object for each content."""


class Observer:
    """Sees one game from its start to its end."""

    def __init__(self, start: Move, state: State) -> None:
        self._evaluator = _evaluator(state.setup.game)
        self._uses = component_events(state.setup.game.package)
        self._components = state.components()
        self._gauge = gauge_of(state)
        self._first = self._gauge.first(state)
        self._seats = state.setup.seats
        self._state = state
        self._step = self._seats if self._seats > 2 else 1
        """Turns between two looks at who is ahead: once a round, and with two seats at every turn."""
        self._next = state.turn_number + self._step
        self._stream: Stream = []
        self._trace: list[list[float]] = [self._evaluator.shares(state)]
        self._asked: list[dict[str, dict[str, int]]] = [{} for _ in range(self._seats)]
        """By seat, kind of decision and first word of the answer: how often."""
        self._forced = [0] * self._seats
        self._offered = [0] * self._seats
        self._decisions = 0
        self._answered = [0] * self._seats
        """By seat, how many decisions there had been when it made its last one."""
        self._wait = [0] * self._seats
        self._touched: list[dict[str, set[str]]] = [{GOT: set(), USED: set()} for _ in range(self._seats)]
        self._hear(start.events, state.turn_number, state)

    def events(self, game: int) -> str:
        """Everything that was chosen and that happened, packed."""
        return packed(game, self._stream)

    def see(self, before: State, move: Move, after: State) -> None:
        top = before.stack.top
        assert top is not None
        words = self._asked[move.seat].setdefault(top.kind, {})
        word = move.choice.partition(" ")[0]
        words[word] = words.get(word, 0) + 1
        self._gauge.chosen(before, top.kind, move.choice)
        offered = len(before.offered)
        self._count(move.seat, offered)
        args: dict[str, object] = {"choice": move.choice, "offered": offered}
        self._stream.append((before.turn_number, move.seat, CHOICE, top.kind, args))
        self._hear(move.events, before.turn_number, after)
        if after.turn_number >= self._next or after.seat < 0:
            self._next = after.turn_number + self._step
            self._trace.append(self._evaluator.shares(after))
        self._state = after

    def _count(self, seat: int, offered: int) -> None:
        self._forced[seat] += offered == 1
        self._offered[seat] += offered
        self._wait[seat] = max(self._wait[seat], self._decisions - self._answered[seat])
        self._decisions += 1
        self._answered[seat] = self._decisions

    def _hear(self, events: list[Event], turn: int, state: State) -> None:
        for event in events:
            self._gauge.heard(event, state)
            args = event.args if event.secret is None else {**event.args, **event.secret}
            self._stream.append((turn, event.seat, EVENT, event.kind, args))
            use = self._uses.get(event.kind)
            if use is not None and event.seat >= 0:
                touched = self._touched[event.seat][use]
                for value in args.values():
                    for name in value if isinstance(value, list) else (value,):
                        if isinstance(name, str) and name in self._components:
                            touched.add(name)

    def data(self) -> dict[str, Any]:
        end = self._state
        idle = idle_answers(end.setup.game.package)
        kept = self._gauge.kept(end)
        for touched, used in zip(self._touched, self._gauge.used(end), strict=True):
            touched[USED].update(used)
        return {
            "places": [(seat - self._first) % self._seats for seat in range(self._seats)],
            "trace": [[round(share, 4) for share in shares] for shares in spread(self._trace, POINTS)],
            "asked": self._asked,
            "windows": [sum(sum(asked.get(kind, {}).values()) for kind in idle) for asked in self._asked],
            "idle": [
                sum(asked.get(kind, {}).get(word, 0) for kind, words in idle.items() for word in words)
                for asked in self._asked
            ],
            "forced": self._forced,
            "offered": self._offered,
            "wait": [
                max(wait, self._decisions - answered) for wait, answered in zip(self._wait, self._answered, strict=True)
            ],
            "own": {
                name: [None if number is None else float(number) for number in numbers]
                for name, numbers in self._gauge.numbers(end).items()
            },
            "components": [
                {**{use: sorted(names) for use, names in touched.items()}, KEPT: sorted(set(kept[seat]))}
                for seat, touched in enumerate(self._touched)
            ],
            **course(self._trace, end.result()),
        }


_written: Final[dict[str, str]] = {}
MOST_WRITTEN: Final = 10_000


def _json(args: dict[str, object]) -> str:
    """In JSON, which escapes tabs and ends of lines. The same few are written again and again."""
    key = repr(args)
    text = _written.get(key)
    if text is None:
        if len(_written) >= MOST_WRITTEN:
            _written.clear()
        text = _written[key] = json.dumps(args, ensure_ascii=False)
    return text


def packed(game: int, stream: Stream) -> str:
    """A stream as lines of events.parquet, compressed. Workers do it: there are many of them, and one process asks."""
    lines = [
        f"{game}\t{number}\t{turn}\t{seat}\t{what}\t{kind}\t{_json(args)}\n"
        for number, (turn, seat, what, kind, args) in enumerate(stream)
    ]
    return base64.b64encode(zlib.compress("".join(lines).encode(), 1)).decode()


def unpacked(events: str) -> bytes:
    """The lines, with tabs between game, number, turn, seat, what, kind and args."""
    return zlib.decompress(base64.b64decode(events))


def spread(trace: list[list[float]], points: int) -> list[list[float]]:
    """So many of a longer or shorter list, evenly, with its first and its last."""
    last = len(trace) - 1
    return [trace[round(last * at / (points - 1))] for at in range(points)]


def course(trace: list[list[float]], result: list[float]) -> dict[str, Any]:
    """How a game went, from the expected shares of the win at its start and after each round.

    `lead_changes`: how often another seat came to be ahead. `behind`: for what part of the game whoever won was not
    ahead. `decided`: after what part of the game a winner's share never fell below SAFE again. `runaway`: whether that
    was before half of it.
    """
    winners = [seat for seat, share in enumerate(result) if share > 0]
    leader = -1
    changes = behind = 0
    decided = 0
    for at, shares in enumerate(trace[:-1]):
        best = max(shares)
        ahead = [seat for seat, share in enumerate(shares) if share == best]
        if len(ahead) == 1:
            changes += leader not in (-1, ahead[0])
            leader = ahead[0]
        behind += not any(seat in ahead for seat in winners)
        if sum(shares[seat] for seat in winners) < SAFE:
            decided = at + 1
    steps = max(1, len(trace) - 1)
    return {
        "lead_changes": changes,
        "behind": round(behind / steps, 4),
        "decided": round(decided / steps, 4),
        "runaway": len(result) > 1 and decided / steps < 0.5,
    }
