"""What happened, told in sentences: events and messages with the names of the seats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import cairn
from cairn.cli.arguments import is_bot
from cairn.core.record import Move


def seat_names(names: list[str]) -> list[str]:
    """The names of a record as sentences use them: bots with a capital, namesakes numbered, nothing unprintable."""
    printable = ["".join(filter(str.isprintable, name)) for name in names]
    shown = [name.partition(":")[0].capitalize() if is_bot(name) else name for name in printable]
    return [
        f"{name} {shown[: seat + 1].count(name)}" if shown.count(name) > 1 else name for seat, name in enumerate(shown)
    ]


def paragraphs(game: cairn.Game, events: list[cairn.Event], names: list[str], viewer: int | None) -> list[str]:
    """The sentences of these events: a seat with several in a row has a paragraph of its own, single ones share one."""
    told = [(names[event.seat], game.sentence(event, viewer, names)) for event in events]
    made: list[list[str]] = []
    singles = False
    for name, run in groupby(told, key=lambda pair: pair[0] if pair[1].startswith(pair[0]) else ""):
        sentences = [text for _, text in run]
        single = name != "" and len(sentences) == 1
        if single and singles:
            made[-1] += sentences
        else:
            made.append(sentences)
        singles = single
    return [" ".join(sentences) for sentences in made]


def opening(record: cairn.Record) -> list[cairn.Event]:
    """What happened before the first choice of a record."""
    events: list[cairn.Event] = []
    record.game.set_up(record.state.setup, cairn.Script(record.opening), events)
    return events


def steps(record: cairn.Record) -> Iterator[tuple[Move, list[cairn.Event], cairn.State]]:
    """Each choice of a record with what happened through it and the state it led to."""
    states = record.replay()
    before = next(states)
    for move, after in zip(record.moves, states, strict=True):
        listener = before.clone()
        events = listener.listen()
        listener.choose(listener.parse(move.choice), cairn.Script(move.chance))
        yield move, events, after
        before = after
