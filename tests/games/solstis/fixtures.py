"""The records kept under records/: one for each way a turn can go, one for the end phase, one full of spirits.

`python -m tests.games.solstis.fixtures` writes them again after a change of the rules.
"""

from __future__ import annotations

from pathlib import Path

from cairn import Dice, Record, Script
from tests.games.solstis.tables import GAME

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


def made() -> dict[str, Record]:
    return {**{name: one_turn(name) for name in TURNS}, "end-phase": whole_game(5603), "spirits": whole_game(4807)}


if __name__ == "__main__":
    for name, record in made().items():
        record.save(FOLDER / f"{name}.json")
