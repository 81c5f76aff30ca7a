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


def sentence(game: cairn.Game, event: cairn.Event, names: list[str], viewer: int | None) -> str:
    """An event as one seat (None: a spectator) may know it."""
    seen = {"seat": names[event.seat] if event.seat >= 0 else "", **_known_args(event, viewer)}
    try:
        return game.messages.say("event", event.kind, seen)
    except (cairn.BadContent, KeyError):
        # No text, or one that tells what this viewer may not know: the bare fact remains.
        return f"{seen['seat']}: {event.kind}.".lstrip(": ")


def paragraphs(game: cairn.Game, events: list[cairn.Event], names: list[str], viewer: int | None) -> list[str]:
    """The sentences of these events: a seat with several in a row has a paragraph of its own, single ones share one."""
    told = [(names[event.seat], sentence(game, event, names, viewer)) for event in events]
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


def _known_args(event: cairn.Event, viewer: int | None) -> dict[str, object]:
    args = event.seen_by(viewer)["args"]
    assert isinstance(args, dict)
    return args


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
