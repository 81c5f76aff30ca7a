"""How a view becomes numbers: a tree of encoders that mirrors the view, each with named slots.

Every slot is from 0 to 1. What is not there, or not known, is 0 in all its slots; where that could be mistaken for a
value, a slot `known` before it tells. Seats are counted from the viewer: `[+0]` is the viewer itself, `[+1]` the seat
after it. A spectator counts from seat 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Data = dict[str, Any]


class Encoder:
    """One part of a view. `data()` writes it down and `encoder_of` reads it again."""

    def slots(self, name: str, seats: int) -> list[str]:
        """The name of every slot, in order."""
        raise NotImplementedError

    def ranges(self, seats: int) -> list[str]:
        """What each slot says, in words."""
        raise NotImplementedError

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        """Append a number for each slot."""
        raise NotImplementedError

    def put(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        """The same, at once where there is nothing: most of a view is empty most of the time."""
        if value is not None:
            self.write(value, out, viewer, seats)
            return
        widths = self.__dict__.setdefault("_widths", {})
        if seats not in widths:
            widths[seats] = len(self.ranges(seats))
        out.extend([0.0] * widths[seats])

    def data(self) -> Data:
        raise NotImplementedError


class Flag(Encoder):
    def slots(self, name: str, seats: int) -> list[str]:
        return [name]

    def ranges(self, seats: int) -> list[str]:
        return ["0 or 1"]

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        out.append(1.0 if value else 0.0)

    def data(self) -> Data:
        return {"as": "flag"}


class Number(Encoder):
    """A whole number, scaled; what lies outside its range counts as the nearest end."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = max(high, low + 1)

    def slots(self, name: str, seats: int) -> list[str]:
        return [name]

    def ranges(self, seats: int) -> list[str]:
        return [f"{self.low} to {self.high}, scaled"]

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        if isinstance(value, int):
            out.append(min(1.0, max(0.0, (value - self.low) / (self.high - self.low))))
        else:
            out.append(0.0)

    def data(self) -> Data:
        return {"as": "number", "low": self.low, "high": self.high}


class Seat(Encoder):
    """A seat, counted from the viewer; nobody is all 0."""

    def slots(self, name: str, seats: int) -> list[str]:
        return [f"{name}=+{number}" for number in range(seats)]

    def ranges(self, seats: int) -> list[str]:
        return ["0 or 1"] * seats

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        at = len(out)
        out += [0.0] * seats
        if isinstance(value, int) and 0 <= value < seats:
            out[at + (value - viewer) % seats] = 1.0

    def data(self) -> Data:
        return {"as": "seat"}


class Name(Encoder):
    """One of some names; `other` is one that is not among them."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.places = {name: place for place, name in enumerate(self.names)}

    def slots(self, name: str, seats: int) -> list[str]:
        return [f"{name}={known}" for known in [*self.names, "other"]]

    def ranges(self, seats: int) -> list[str]:
        return ["0 or 1"] * (len(self.names) + 1)

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        at = len(out)
        out += [0.0] * (len(self.names) + 1)
        if value is not None:
            out[at + self.places.get(str(value), len(self.names))] = 1.0

    def data(self) -> Data:
        return {"as": "name", "names": self.names}


class Counts(Encoder):
    """How often each name is in a list, whatever its order."""

    def __init__(self, names: Sequence[str], most: int) -> None:
        self.names = list(names)
        self.most = max(1, most)
        self.places = {name: place for place, name in enumerate(self.names)}

    def slots(self, name: str, seats: int) -> list[str]:
        return [f"{name}#{known}" for known in [*self.names, "other"]]

    def ranges(self, seats: int) -> list[str]:
        return [f"0 to {self.most}, scaled"] * (len(self.names) + 1)

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        at = len(out)
        out += [0.0] * (len(self.names) + 1)
        for item in value or ():
            if item is not None:
                place = at + self.places.get(str(item), len(self.names))
                out[place] = min(1.0, out[place] + 1.0 / self.most)

    def data(self) -> Data:
        return {"as": "counts", "names": self.names, "most": self.most}


class Maybe(Encoder):
    """Something that may be hidden or missing: a slot that tells, then the slots of what it is."""

    def __init__(self, inner: Encoder) -> None:
        self.inner = inner

    def slots(self, name: str, seats: int) -> list[str]:
        return [f"{name}?known", *self.inner.slots(name, seats)]

    def ranges(self, seats: int) -> list[str]:
        return ["0 or 1", *self.inner.ranges(seats)]

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        out.append(0.0 if value is None else 1.0)
        self.inner.put(value, out, viewer, seats)

    def data(self) -> Data:
        return {"as": "maybe", "inner": self.inner.data()}


class List(Encoder):
    """A list by position, up to a length. `of` is what each place holds."""

    def __init__(self, length: int, inner: Encoder) -> None:
        self.length = length
        self.inner = inner

    def slots(self, name: str, seats: int) -> list[str]:
        return [slot for place in range(self.length) for slot in self.inner.slots(f"{name}[{place}]", seats)]

    def ranges(self, seats: int) -> list[str]:
        return self.inner.ranges(seats) * self.length

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        items = value or []
        for place in range(self.length):
            self.inner.put(items[place] if place < len(items) else None, out, viewer, seats)

    def data(self) -> Data:
        return {"as": "list", "length": self.length, "inner": self.inner.data()}


class PerSeat(Encoder):
    """A list with an entry for each seat, that of the viewer first."""

    def __init__(self, inner: Encoder) -> None:
        self.inner = inner

    def slots(self, name: str, seats: int) -> list[str]:
        return [slot for number in range(seats) for slot in self.inner.slots(f"{name}[+{number}]", seats)]

    def ranges(self, seats: int) -> list[str]:
        return self.inner.ranges(seats) * seats

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        items = value or []
        for number in range(seats):
            seat = (viewer + number) % seats
            self.inner.put(items[seat] if seat < len(items) else None, out, viewer, seats)

    def data(self) -> Data:
        return {"as": "per seat", "inner": self.inner.data()}


class Object(Encoder):
    """Fields by name."""

    def __init__(self, fields: Mapping[str, Encoder]) -> None:
        self.fields = dict(fields)

    def slots(self, name: str, seats: int) -> list[str]:
        dot = f"{name}." if name else ""
        return [slot for field, inner in self.fields.items() for slot in inner.slots(f"{dot}{field}", seats)]

    def ranges(self, seats: int) -> list[str]:
        return [text for inner in self.fields.values() for text in inner.ranges(seats)]

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        for field, inner in self.fields.items():
            inner.put(None if value is None else value.get(field), out, viewer, seats)

    def data(self) -> Data:
        return {"as": "object", "fields": {field: inner.data() for field, inner in self.fields.items()}}


class ByName(Encoder):
    """A list of objects with names of their own: for every name whether it is there, and its other fields."""

    def __init__(self, key: str, names: Sequence[str], inner: Encoder) -> None:
        self.key = key
        self.names = list(names)
        self.inner = inner

    def slots(self, name: str, seats: int) -> list[str]:
        found = []
        for known in self.names:
            found += [f"{name}.{known}", *self.inner.slots(f"{name}.{known}", seats)]
        return found

    def ranges(self, seats: int) -> list[str]:
        return ["0 or 1", *self.inner.ranges(seats)] * len(self.names)

    def write(self, value: Any, out: list[float], viewer: int, seats: int) -> None:
        there = {str(item[self.key]): item for item in value or ()}
        for known in self.names:
            item = there.get(known)
            out.append(0.0 if item is None else 1.0)
            self.inner.put(item, out, viewer, seats)

    def data(self) -> Data:
        return {"as": "by name", "key": self.key, "names": self.names, "inner": self.inner.data()}


def encoder_of(data: Data) -> Encoder:
    """The encoder that `data()` wrote down."""
    kind = data["as"]
    if kind == "flag":
        return Flag()
    if kind == "number":
        return Number(data["low"], data["high"])
    if kind == "seat":
        return Seat()
    if kind == "name":
        return Name(data["names"])
    if kind == "counts":
        return Counts(data["names"], data["most"])
    if kind == "object":
        return Object({field: encoder_of(inner) for field, inner in data["fields"].items()})
    inner = encoder_of(data["inner"])
    if kind == "maybe":
        return Maybe(inner)
    if kind == "list":
        return List(data["length"], inner)
    if kind == "per seat":
        return PerSeat(inner)
    if kind == "by name":
        return ByName(data["key"], data["names"], inner)
    raise ValueError(f"there is no encoder '{kind}'")
