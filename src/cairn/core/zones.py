"""How zones are written into positions and read back: each zone is described once, for both ways.

A state declares its zones in `__init__`, each with its type and a starting value; `clone` is written from that by
`tools/clones.py`. A list of the descriptions below does the rest: `dump` makes the fields of a position from a state,
`load` sets a state from them and refuses, by name, what cannot be. What several fields make up together, or what has a
form of its own, a game describes by a subclass or writes out.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeVar

from mypy_extensions import mypyc_attr

from cairn.core.fields import Fields

T = TypeVar("T")
Shared = Annotated[T, "shared"]
"""The type of a zone that is only ever replaced, never changed in place: clones share it."""

NONE: Final[list[int]] = []
"""The starting value of a list in a state that is about to be filled: shared, and never changed in place."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Zone:
    """One attribute of a state and one field of a position, of the same name. This one is a flag."""

    def __init__(self, name: str) -> None:
        self.name = name

    def dump(self, value: Any) -> object:
        return value

    def load(self, fields: Fields) -> Any:
        return fields.flag(self.name)


class Number(Zone):
    def __init__(self, name: str, low: int, high: int) -> None:
        super().__init__(name)
        self.low = low
        self.high = high

    def load(self, fields: Fields) -> Any:
        return fields.number(self.name, self.low, self.high)


class MaybeNumber(Number):
    """A number, or nothing: null in positions, `nothing` in the state."""

    def __init__(self, name: str, low: int, high: int, nothing: int) -> None:
        super().__init__(name, low, high)
        self.nothing = nothing

    def dump(self, value: Any) -> object:
        return None if value == self.nothing else value

    def load(self, fields: Fields) -> Any:
        return self.nothing if fields.value(self.name) is None else super().load(fields)


class Numbers(Number):
    """A list of numbers; of exactly `count` of them unless that is -1."""

    def __init__(self, name: str, low: int, high: int, count: int = -1) -> None:
        super().__init__(name, low, high)
        self.count = count

    def dump(self, value: Any) -> object:
        return value[:]

    def load(self, fields: Fields) -> Any:
        return fields.numbers(self.name, self.low, self.high, self.count)


class Named(Zone):
    """A list of components, by their names in positions and by number in the state."""

    def __init__(self, name: str, names: list[str]) -> None:
        super().__init__(name)
        self.names = names

    def dump(self, value: Any) -> object:
        return [self.names[number] for number in value]

    def load(self, fields: Fields) -> Any:
        return fields.named(self.name, self.names)


class MaybeNamed(Named):
    """One component or none: null in positions, `nothing` in the state."""

    def __init__(self, name: str, names: list[str], nothing: int) -> None:
        super().__init__(name, names)
        self.nothing = nothing

    def dump(self, value: Any) -> object:
        return None if value == self.nothing else self.names[value]

    def load(self, fields: Fields) -> Any:
        return self.nothing if fields.value(self.name) is None else fields.one_named(self.name, self.names)


def dump_zones(state: object, zones: list[Zone]) -> dict[str, object]:
    return {zone.name: zone.dump(getattr(state, zone.name)) for zone in zones}


def load_zones(state: object, zones: list[Zone], fields: Fields) -> None:
    for zone in zones:
        setattr(state, zone.name, zone.load(fields))
