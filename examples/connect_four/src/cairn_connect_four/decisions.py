"""The rules of Connect Four: one question, asked until somebody has four in line or the board is full."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import Decision, Refusal, refuse
from cairn.core.event import Event
from cairn_connect_four.scoring import has_line, line_cells
from cairn_connect_four.state import FourState


class Drop(Decision[FourState]):
    """Which column does your disc go into? A choice is the number of a column. (CF-3 to CF-5)"""

    kind: ClassVar[str] = "drop"
    rules: ClassVar[tuple[str, ...]] = ("CF-3", "CF-4", "CF-5")

    def choices(self, state: FourState) -> list[int]:
        return state.content.open_columns[state.full]

    def apply(self, state: FourState, choice: int, chance: Chance) -> None:
        content = state.content
        # One disc more at the foot of a column carries up to its first free cell (CF-5).
        cell: i64 = (state.red | state.yellow) + content.ground[choice] & content.shafts[choice]
        discs = state.discs(self.seat) | cell
        if self.seat:
            state.yellow = discs
        else:
            state.red = discs
        if cell == content.tops[choice]:
            state.full |= content.only[choice]
        if state.log is not None:
            args: dict[str, object] = {"column": content.letters[choice], "cell": content.cell_names(cell)[0]}
            state.log.append(Event("drop", self.seat, args))
        if has_line(discs, content.height):
            state.winner = self.seat
            if state.log is not None:
                cells = content.cell_names(line_cells(discs, content.height))
                state.log.append(Event("line", self.seat, {"cells": cells}))
        elif state.full != content.all_full:
            begin_turn(state, 1 - self.seat)
        elif state.log is not None:
            state.log.append(Event("full", self.seat, {}))

    def notation(self, state: FourState, choice: int) -> str:
        return f"drop {state.content.letters[choice]}"

    def parse(self, state: FourState, text: str) -> int:
        verb, _, letter = text.partition(" ")
        if verb == "drop" and letter in state.content.letters:
            return state.content.letters.index(letter)
        return super().parse(state, text)

    def why_not(self, state: FourState, choice: int) -> Refusal:
        if not 0 <= choice < state.content.columns:
            return refuse("CF-1", "no-such-column")
        return refuse("CF-4", "column-full", column=state.content.letters[choice])

    def ask(self, state: FourState) -> tuple[str, dict[str, object]]:
        return "drop", {"disc": state.content.discs[self.seat]}

    def caption(self, state: FourState, choice: int) -> tuple[str, dict[str, object]]:
        return "drop", {"column": state.content.letters[choice]}

    def elements(self, state: FourState, choice: int) -> list[str]:
        return [f"column:{state.content.letters[choice]}"]


def begin_turn(state: FourState, seat: int) -> None:
    """A seat drops a disc (CF-3)."""
    state.begin_turn(seat)
    state.stack.push(DROP[seat])


DROP: Final = [Drop(0, shown_when_forced=True), Drop(1, shown_when_forced=True)]
"""A disc is dropped by hand even where one column is left."""
