"""Reads a dump or a view field by field and refuses, by the field's name, whatever cannot be."""

from __future__ import annotations

from cairn.core.errors import BadPosition


class Fields:
    """One JSON object of a position, with its path for error messages (`decisions[0].seat`)."""

    def __init__(self, data: object, path: str) -> None:
        if not isinstance(data, dict):
            raise BadPosition(path or "position", f"should be an object with fields, not {_short(data)}")
        self._data: dict[str, object] = data
        self._path = path
        self._used: set[str] = set()

    def where(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def refuse(self, name: str, problem: str) -> BadPosition:
        """The error for a field whose value is of the right type but cannot be; the caller raises it."""
        return BadPosition(self.where(name), problem)

    def has(self, name: str) -> bool:
        return name in self._data

    def value(self, name: str) -> object:
        if name not in self._data:
            raise BadPosition(self.where(name), "is missing")
        self._used.add(name)
        return self._data[name]

    def number(self, name: str, low: int, high: int) -> int:
        return _number(self.value(name), low, high, self.where(name))

    def flag(self, name: str) -> bool:
        value = self.value(name)
        if not isinstance(value, bool):
            raise BadPosition(self.where(name), f"should be true or false, not {_short(value)}")
        return value

    def text(self, name: str) -> str:
        value = self.value(name)
        if not isinstance(value, str):
            raise BadPosition(self.where(name), f"should be a text, not {_short(value)}")
        return value

    def items(self, name: str) -> list[object]:
        value = self.value(name)
        if not isinstance(value, list):
            raise BadPosition(self.where(name), f"should be a list, not {_short(value)}")
        return value

    def numbers(self, name: str, low: int, high: int, count: int = -1) -> list[int]:
        """A list of numbers within bounds; of exactly `count` of them unless that is -1."""
        items = self.items(name)
        if count >= 0 and len(items) != count:
            raise BadPosition(self.where(name), f"should have {count} entries, not {len(items)}")
        return [_number(item, low, high, f"{self.where(name)}[{i}]") for i, item in enumerate(items)]

    def named(self, name: str, names: list[str]) -> list[int]:
        """A list of component names, as their numbers in the table `names`."""
        table = {known: number for number, known in enumerate(names)}
        numbers: list[int] = []
        for i, item in enumerate(self.items(name)):
            number = table.get(item) if isinstance(item, str) else None
            if number is None:
                raise BadPosition(f"{self.where(name)}[{i}]", f"there is no component {_short(item)} in this game")
            numbers.append(number)
        return numbers

    def one_named(self, name: str, names: list[str]) -> int:
        """One component name, as its number in the table `names`."""
        value = self.value(name)
        if not isinstance(value, str) or value not in names:
            raise BadPosition(self.where(name), f"there is no component {_short(value)} in this game")
        return names.index(value)

    def part(self, name: str) -> Fields:
        return Fields(self.value(name), self.where(name))

    def parts(self, name: str) -> list[Fields]:
        return [Fields(item, f"{self.where(name)}[{i}]") for i, item in enumerate(self.items(name))]

    def end(self) -> None:
        """Refuse fields that nobody asked for: a misspelt one would otherwise be lost silently."""
        for name in self._data:
            if name not in self._used:
                raise BadPosition(self.where(name), f"is not a field here; known are {', '.join(sorted(self._used))}")


def _number(value: object, low: int, high: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(where, f"should be a whole number from {low} to {high}, not {_short(value)}")
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
