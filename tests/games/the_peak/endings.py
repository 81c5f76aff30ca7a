"""The ways a game of The Peak can end, and how to find a record of each.

    python -m tests.games.the_peak.endings

plays games until each ending has come up and writes them to `records/`. Needed again only when the rules version
changes.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

from cairn import Chance, Dice, Event, Record, State
from tests.games.the_peak.tables import GAME, MOUNTAIN, zone

RECORDS = Path(__file__).parent / "records"
NAMES = ["Mountain", "Mountaineer"]
ENDINGS = {
    "cards-used-up": ("first", "end-deck", False),
    "nothing-happened": ("first", "end-stall", False),
    "last-round": ("first", "end-bound", True),
    "five-turns": ("final", "end-turns", False),
    "draw": ("final", "end-turns", True),
}
"""By file name: the edition, the event that ends the game, and whether it is a draw (in the last round
of a game in which nobody crossed anything, it is)."""

HARMLESS = ("hiking-trail", "stream", "stone-steps", "wooden-bridge", "lookout", "sandstone-cliff", "natural-spring")


class Unlucky(Chance):
    """Rolls nothing but ones."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def roll(self, sides: int) -> int:
        return 1

    def pick(self, n: int) -> int:
        return self.dice.pick(n)


def at_random(state: State, chance: Chance) -> int:
    offered = state.choices()
    return offered[chance.pick(len(offered))]


def stubborn(state: State, chance: Chance) -> int:
    """The Mountain does its duty and no more; the Mountaineer tries one harmless card each turn."""
    texts = {state.notation(choice): choice for choice in state.choices()}
    if state.seat != MOUNTAIN:
        for text, choice in texts.items():
            if text.startswith("challenge") and zone(state, "board")[text.split()[1]] in HARMLESS:
                return choice
    return texts.get("end", state.choices()[0])


def game(seed: int, edition: str, bound: bool) -> tuple[Record, list[Event]]:
    chance = Unlucky(seed) if bound else Dice(seed)
    record = Record.new(GAME, NAMES, chance, edition=edition)
    while record.state.seat >= 0:
        record.choose(stubborn(record.state, chance) if bound else at_random(record.state, chance), chance)
    return record, [event for move, _ in record.retell() for event in move.events]


def ends_so(name: str, record: Record, events: list[Event]) -> bool:
    edition, reason, drawn = ENDINGS[name]
    fits = record.options["edition"] == edition and events[-1].kind == reason
    return fits and (record.state.result() == [0.5, 0.5]) == drawn


def write() -> None:
    RECORDS.mkdir(exist_ok=True)
    for name, (edition, reason, _) in ENDINGS.items():
        for seed in count():
            record, events = game(seed, edition, reason == "end-bound")
            if ends_so(name, record, events):
                record.save(RECORDS / f"{name}.json")
                break


if __name__ == "__main__":
    write()
