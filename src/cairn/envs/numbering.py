"""The numbers of a game's actions and the slots of its observations, from what is written down about them."""

from __future__ import annotations

from typing import Any

import cairn
from cairn.core.contract import State, View
from cairn.envs.encoders import Encoder, Object, encoder_of

Ranges = list[tuple[int, int]]


class BadSpaces(cairn.CairnError):
    """What is written down about a game's observations or actions does not fit the game."""


class Actions:
    """The ids of all choices. A kind's block has an id for each number of its ranges, in order."""

    def __init__(self, kinds: dict[str, Ranges]) -> None:
        self.kinds = {kind: [(low, high) for low, high in ranges] for kind, ranges in kinds.items()}
        self._starts: dict[str, list[tuple[int, int, int]]] = {}
        self._blocks: list[tuple[int, int, str]] = []
        self.size = 0
        for kind, ranges in self.kinds.items():
            parts = []
            for low, high in ranges:
                parts.append((low, high, self.size - low))
                self._blocks.append((self.size, low, kind))
                self.size += high - low + 1
            self._starts[kind] = parts

    def parts(self, kind: str) -> list[tuple[int, int, int]]:
        """The ranges of a kind, each with what is added to a choice to make its id."""
        return self._starts[kind]

    def action(self, kind: str, choice: int) -> int:
        """The id of a choice."""
        for low, high, shift in self._starts.get(kind, ()):
            if low <= choice <= high:
                return choice + shift
        raise BadSpaces(f"the choice {choice} of '{kind}' has no action id: draft the spaces of this game anew")

    def meaning(self, action: int) -> tuple[str, int]:
        """The kind of decision and the choice that an id stands for."""
        if not 0 <= action < self.size:
            raise BadSpaces(f"there is no action {action}; ids are 0 to {self.size - 1}")
        first, low, kind = max(block for block in self._blocks if block[0] <= action)
        return kind, low + action - first


class Spaces:
    """What an observation and an action are in one game with so many seats."""

    def __init__(self, data: dict[str, Any], seats: int) -> None:
        self.seats = seats
        self.rules_version: str = data["rules_version"]
        self.table = Actions(data["actions"])
        self.encoder: Encoder = encoder_of(data["observation"])
        self.slots = self.encoder.slots("", seats)
        """A name for each number of an observation."""
        self.ranges = self.encoder.ranges(seats)
        self.size = len(self.slots)
        self.action_count = self.table.size

    def encode(self, view: View) -> list[float]:
        """An observation: all slots, each from 0 to 1, as the viewer of this view knows them."""
        out: list[float] = []
        self.encoder.write(view, out, self._viewer(view), self.seats)
        return out

    def parts(self, view: View) -> dict[str, list[float]]:
        """The same by part: "zones.display" and so on, one list for each."""
        viewer = self._viewer(view)
        found: dict[str, list[float]] = {}
        for name, encoder, value in self._parts(view):
            out: list[float] = []
            encoder.write(value, out, viewer, self.seats)
            found[name] = out
        return found

    def part_sizes(self) -> dict[str, int]:
        return {name: len(encoder.slots(name, self.seats)) for name, encoder, _ in self._parts({})}

    def _parts(self, view: View) -> list[tuple[str, Encoder, Any]]:
        """The fields of the view, and those of its zones one by one."""
        assert isinstance(self.encoder, Object)
        found: list[tuple[str, Encoder, Any]] = []
        for field, encoder in self.encoder.fields.items():
            value = view.get(field)
            if field == "zones" and isinstance(encoder, Object):
                inner = value or {}
                found += [(f"zones.{name}", part, inner.get(name)) for name, part in encoder.fields.items()]
            else:
                found.append((field, encoder, value))
        return found

    @staticmethod
    def _viewer(view: View) -> int:
        return 0 if view["viewer"] is None else int(view["viewer"])

    def actions(self, state: State) -> list[int]:
        """The ids of the legal choices, in the order in which they are offered."""
        top = state.stack.top
        return [] if top is None else [self.table.action(top.kind, choice) for choice in state.offered]

    def action(self, state: State, choice: int) -> int:
        """The id of a choice of the present decision."""
        top = state.stack.top
        if top is None:
            raise BadSpaces("the game is over: there are no actions")
        return self.table.action(top.kind, choice)

    def choice(self, state: State, action: int) -> int:
        """The choice that an id stands for in this state, legal or not."""
        top = state.stack.top
        kind, choice = self.table.meaning(action)
        if top is None or top.kind != kind:
            asked = "the game is over" if top is None else f"'{top.kind}' is asked"
            raise BadSpaces(f"action {action} answers '{kind}', but {asked}")
        return choice
