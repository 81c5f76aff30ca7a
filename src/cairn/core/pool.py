"""A pool of components in no order, for chance to draw from; or a row of them, whose order counts.

The components lie packed in 16 bits each, in the first `count` places; what lies behind them is nothing.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

NO_COMPONENTS: Final = vec[i16]()


@mypyc_attr(acyclic=True)
class Pool:
    count: i64

    def __init__(self, components: vec[i16] = NO_COMPONENTS) -> None:
        self.components = components
        self.count = len(components)

    @staticmethod
    def of(numbers: list[int]) -> Pool:
        """A pool of these components."""
        pool = Pool()
        pool.add_all(numbers)
        return pool

    def clone(self) -> Pool:
        return Pool(self.components[: self.count])

    def empty_copy(self) -> Pool:
        """An empty pool with room for as many components as are in this one."""
        pool = Pool(self.components[: self.count])
        pool.count = 0
        return pool

    def take(self, at: i64) -> i64:
        """Take out the component at a place; the last one goes where it was."""
        components = self.components
        last = self.count - 1
        taken = components[at]
        components[at] = components[last]
        self.count = last
        return i64(taken)

    def remove(self, at: i64) -> None:
        """Take out the component at a place; those behind it close up. For a row, whose order counts."""
        components = self.components
        last = self.count - 1
        while at < last:
            components[at] = components[at + 1]
            at += 1
        self.count = last

    def replace(self, at: i64, component: i64) -> None:
        self.components[at] = i16(component)

    def add(self, component: i64) -> None:
        count = self.count
        if count < len(self.components):
            self.components[count] = i16(component)
        else:
            self.components = append(self.components, i16(component))
        self.count = count + 1

    def add_all(self, numbers: list[int]) -> None:
        for number in numbers:
            self.add(number)

    def take_all(self, other: Pool) -> None:
        """Everything that is in another pool comes into this one."""
        for at in range(other.count):
            self.add(i64(other.components[at]))
        other.count = 0

    def at(self, place: i64) -> i64:
        return i64(self.components[place])

    def insert(self, component: i64) -> None:
        """Add to a row that lies in ascending order."""
        self.add(component)
        components = self.components
        at = self.count - 1
        while at > 0 and i64(components[at - 1]) > component:
            components[at] = components[at - 1]
            at -= 1
        components[at] = i16(component)

    def place_of(self, component: i64) -> i64:
        """The first place of a component; -1 if it is nowhere."""
        for at in range(self.count):
            if i64(self.components[at]) == component:
                return at
        return -1

    def numbers(self) -> list[int]:
        """The components as a list, which is yours."""
        return [int(self.components[at]) for at in range(self.count)]

    def __repr__(self) -> str:
        return f"Pool({self.numbers()!r})"
