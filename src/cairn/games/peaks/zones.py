"""Forms of zones that only PEAKS has: how they are written into positions and read back."""

from __future__ import annotations

from typing import Any

from cairn.core.bits import bit
from cairn.core.fields import Fields
from cairn.core.zones import Named, Zone
from cairn.games.peaks.content import CONTINENTS, MOUNTAINS
from cairn.games.peaks.mats import NONE


class SeatSet(Zone):
    """A set of seats: bit s for seat s, in positions their numbers in order."""

    def __init__(self, name: str, seats: int) -> None:
        super().__init__(name)
        self.seats = seats

    def dump(self, value: Any) -> object:
        return [seat for seat in range(self.seats) if value & bit(seat)]

    def load(self, fields: Fields) -> Any:
        members = fields.numbers(self.name, 0, self.seats - 1)
        if sorted(set(members)) != members:
            raise fields.refuse(self.name, "should be seats in their order, each once")
        return sum(bit(seat) for seat in members)


class OneNamed(Named):
    def dump(self, value: Any) -> object:
        return self.names[value]

    def load(self, fields: Fields) -> Any:
        return fields.one_named(self.name, self.names)


class Mountains(Named):
    def load(self, fields: Fields) -> Any:
        cards = fields.named(self.name, self.names)
        for at, card in enumerate(cards):
            if card >= MOUNTAINS:
                raise fields.refuse(f"{self.name}[{at}]", f"{self.names[card]} is no mountain")
        return cards


class RestTiles(Named):
    def load(self, fields: Fields) -> Any:
        tiles = fields.named(self.name, self.names)
        if sorted(tiles) != list(range(CONTINENTS)):
            raise fields.refuse(self.name, "should be all rest tiles, each once")
        return tiles


class Places(Named):
    """Places for cards of one kind, `first` to `last` - 1, where none means an empty place; as many as `counts` has."""

    def __init__(self, name: str, names: list[str], first: int, last: int, counts: list[int]) -> None:
        super().__init__(name, names)
        self.first = first
        self.last = last
        self.counts = counts

    def dump(self, value: Any) -> object:
        return [None if card == NONE else self.names[card] for card in value]

    def load(self, fields: Fields) -> Any:
        items = fields.items(self.name)
        if len(items) not in self.counts:
            counts = " or ".join(str(count) for count in self.counts)
            raise fields.refuse(self.name, f"should have {counts} entries, not {len(items)}")
        cards: list[int] = []
        kind = self.names[self.first : self.last]
        for at, item in enumerate(items):
            if item is not None and item not in kind:
                raise fields.refuse(f"{self.name}[{at}]", f"there is no such card: {item!r:.40}")
            cards.append(NONE if item is None else self.first + kind.index(str(item)))
        return cards


def is_there(fields: Fields, name: str) -> bool:
    """Whether a part is there that may be null."""
    value = fields.value(name)
    if value == {}:
        raise fields.refuse(name, "should be null if there is none")
    return value is not None
