"""The ways a game of 5 Towers can end, and how to find a record of each.

    python -m tests.games.five_towers.endings

plays one game by plan and random games after it, and writes the first that ends in each way to `records/`. Needed
again only when the rules version changes.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from cairn import Dice, Event, Record, Script
from tests.games.five_towers.tables import GAME, falling_deck

RECORDS = Path(__file__).parent / "records"


def names(seats: int) -> list[str]:
    return [f"Seat {seat}" for seat in range(seats)]


def last_round(events: list[Event]) -> list[Event]:
    reveals = [number for number, event in enumerate(events) if event.kind == "reveal"]
    return events[reveals[-1] :]


def cards_shown(event: Event) -> int:
    cards = event.args["cards"]
    assert isinstance(cards, list)
    return len(cards)


def is_void(events: list[Event]) -> bool:
    return any(event.kind == "void" for event in last_round(events))


def divides(record: Record, events: list[Event]) -> bool:
    """The second deck divides by five: the last display is full, and somebody builds."""
    full = cards_shown(last_round(events)[0]) == 5
    return full and not is_void(events) and not no_second_deck(record, events)


def short(record: Record, events: list[Event]) -> bool:
    """The last display is short, and somebody builds."""
    return cards_shown(last_round(events)[0]) < 5 and not is_void(events)


def void(record: Record, events: list[Event]) -> bool:
    """Nobody wants anything in the last round."""
    return is_void(events)


def shared(record: Record, events: list[Event]) -> bool:
    """Two seats or more share the victory of an ordinary game."""
    return max(record.state.result()) < 1.0 and not no_second_deck(record, events)


def no_second_deck(record: Record, events: list[Event]) -> bool:
    """Every card of the first deck was taken."""
    return all(event.kind != "reshuffle" for event in events)


ENDINGS: dict[str, tuple[int, Callable[[Record, list[Event]], bool]]] = {
    "last-display-full": (2, divides),
    "last-display-short": (3, short),
    "last-round-void": (4, void),
    "victory-shared": (5, shared),
    "no-second-deck": (2, no_second_deck),
}
"""By file name: the number of seats, and what is true at the end."""


def greedy_game(seats: int) -> tuple[Record, list[Event]]:
    """No random game takes all cards of the first deck, so this one has the luck it needs."""
    chance = Script(falling_deck(seats))
    record = Record.new(GAME, names(seats), chance, start=0)
    events = record.state.listen()
    while record.state.decision is not None:
        record.play("keep" if record.state.decision.kind == "teardown" else "bid 5", chance)
    return record, events


def random_game(seats: int, seed: int) -> tuple[Record, list[Event]]:
    chance = Dice(seed)
    record = Record.new(GAME, names(seats), chance)
    events = record.state.listen()
    while record.state.seat >= 0:
        offered = record.state.choices()
        record.choose(offered[chance.pick(len(offered))], chance)
    return record, events


def main() -> None:
    RECORDS.mkdir(exist_ok=True)
    for name, (seats, ends_so) in ENDINGS.items():
        games = (random_game(seats, seed) if seed else greedy_game(seats) for seed in count())
        record = next(record for record, events in games if ends_so(record, events))
        record.save(RECORDS / f"{name}.json")


if __name__ == "__main__":
    main()
