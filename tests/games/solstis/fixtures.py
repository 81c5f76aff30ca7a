"""The records kept under records/: one for each way a turn can go, one for the end phase, one full of spirits.

    python -m tests.games.solstis.fixtures

writes them again. The turns are written down here; the whole games are the first of many random ones that show what
their names say. Needed again only when the rules version changes.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from cairn import Dice, Event, Record, Script
from tests.games.solstis.tables import GAME, play

FOLDER = Path(__file__).parent / "records"
NAMES = ["Ada", "Bela"]
MIXED = ["4-5", "1-3", "3-6", "2-3", "5-8", "2-1"]
LOW = ["1-1", "1-2", "1-3", "2-1", "2-2", "2-3"]
HANDS = ["3-5", "6-7", "4-9", "1-10", "2-10", "3-10"]

Turn = tuple[str, list[str]]
TURNS: dict[str, tuple[list[str], list[Turn]]] = {
    "capture": (MIXED, [("play 3-5", []), ("capture 3-6", ["3-3", "4-4"])]),
    "second-chance": (MIXED, [("play 6-7", ["2-5"]), ("capture 2-1", ["3-2", "4-4"])]),
    "rainbow": (LOW, [("play 6-7", ["5-8"]), ("rainbow 4-4", ["6-6"])]),
}


def skipped_and_back(events: list[Event]) -> bool:
    """In the end phase a seat is skipped and can play again later."""
    skips = [(number, event.seat) for number, event in enumerate(events) if event.kind == "skip"]
    return any(event.kind == "play" and event.seat == seat for at, seat in skips for event in events[at:])


def full_of_spirits(events: list[Event]) -> bool:
    """The evil spirit wanders and covers, and several plain spirits have something to do."""
    shown = {"evil", "pass-evil", "cover", "displace", "remove", "again", "add-from-opponent"}
    return shown <= {event.kind for event in events}


GAMES: dict[str, Callable[[list[Event]], bool]] = {"end-phase": skipped_and_back, "spirits": full_of_spirits}


def one_turn(name: str) -> Record:
    """The first turn of a game, every outcome written down."""
    display, turn = TURNS[name]
    record = Record.new(GAME, NAMES, Script([*display, *HANDS]), start=0)
    for choice, outcomes in turn:
        record.play(choice, Script(outcomes))
    return record


def whole_game(seed: int) -> Record:
    """A game at random."""
    dice = Dice(seed)
    record = Record.new(GAME, NAMES, dice, start=0)
    while record.state.seat >= 0:
        record.choose(record.state.offered[dice.pick(len(record.state.offered))], dice)
    return record


def told(record: Record) -> list[Event]:
    """The events of a record, played again with its own outcomes."""
    state = GAME.start(2, Script(record.opening), **record.options)
    events = state.listen()
    for move in record.moves:
        play(state, move.choice, *move.chance)
    return events


def main() -> None:
    for name in TURNS:
        one_turn(name).save(FOLDER / f"{name}.json")
    for name, wanted in GAMES.items():
        game = next(record for record in map(whole_game, count()) if wanted(told(record)))
        game.save(FOLDER / f"{name}.json")


if __name__ == "__main__":
    main()
