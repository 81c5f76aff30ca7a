"""The zones of Connect Four: two sets of discs on one board. Nothing is hidden."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.chance import Chance
from cairn.core.contract import Score, Setup, Stack, State
from cairn_connect_four.content import Content
from cairn_connect_four.scoring import line_cells, score

NOBODY: Final = -1


class FourState(State):
    """`red` are the discs of seat 0, `yellow` those of seat 1, as sets of cells; `full` is the set of full columns."""

    red: i64
    yellow: i64
    full: i64

    def __init__(self, setup: Setup, stack: Stack, content: Content) -> None:
        super().__init__(setup, stack)
        self.content = content
        self.red = 0
        self.yellow = 0
        self.full = 0
        self.start: int = 0
        self.winner: int = NOBODY

    def clone(self) -> FourState:
        copy = FourState(self.setup, self.stack.copy(), self.content)
        copy.red = self.red
        copy.yellow = self.yellow
        copy.full = self.full
        copy.start = self.start
        copy.winner = self.winner
        copy.copy_base(self)
        return copy

    def resample(self, seat: int, chance: Chance) -> FourState:
        """Nothing is hidden (CF-9): every seat knows the one world there is."""
        return self.clone()

    def discs(self, seat: int) -> i64:
        return self.yellow if seat else self.red

    def zones(self) -> dict[str, object]:
        columns = {letter: self._column(number) for number, letter in enumerate(self.content.letters)}
        return {"columns": columns, "start": self.start}

    def zones_seen(self, viewer: int) -> dict[str, object]:
        """All there is, as `views.Zones` says."""
        line = 0 if self.winner == NOBODY else line_cells(self.discs(self.winner), self.content.height)
        return {**self.zones(), "line": self.content.cell_names(line)}

    def _column(self, number: int) -> list[str]:
        """The discs of a column from the ground up."""
        names = self.content.discs
        cells = [int(self.content.ground[number]) << row for row in range(self.content.rows)]
        return [names[0] if self.red & cell else names[1] for cell in cells if (self.red | self.yellow) & cell]

    def scores(self) -> list[Score]:
        return [score(seat, self.winner) for seat in range(2)]

    def scores_seen(self, viewer: int) -> list[dict[str, int | None]]:
        return [dict(score.lines) for score in self.scores()]

    def components(self) -> dict[str, int]:
        """Discs on the board and beside it (CF-2)."""
        names = self.content.discs
        return {names[seat]: int(self.discs(seat)).bit_count() + self.left(seat) for seat in range(2)}

    def left(self, seat: int) -> int:
        """How many discs a seat still has."""
        return (self.content.columns * self.content.rows + 1) // 2 - int(self.discs(seat)).bit_count()
