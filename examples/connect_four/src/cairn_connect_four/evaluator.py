"""Which drops are plainly wasted in Connect Four, and how the two sides stand.

A winning cell is an empty one whose disc would make four in line. A seat that can drop into one of its own does so; one
that can drop into one of the other's must; and nobody drops a disc below a winning cell of the other. Otherwise a side
stands the better the more lines are open to it, and the more of its discs lie in them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from cairn.core.contract import Game, State
from cairn.core.evaluator import Evaluator
from cairn_connect_four.content import Content
from cairn_connect_four.game import ConnectFour
from cairn_connect_four.state import FourState

EVEN: Final = 0.5
STEP: Final = 0.01
WORTH: Final = [0, 1, 4, 12]
"""What an open line is worth, by the number of discs in it."""
SPREAD: Final = 0.5


class FourEvaluator(Evaluator):
    def __init__(self, content: Content) -> None:
        self.content = content

    def prune(self, state: State) -> list[int]:
        assert isinstance(state, FourState)
        content = self.content
        mine = state.discs(state.seat)
        others = state.discs(1 - state.seat)
        taken = mine | others
        free: i64 = content.board & ~taken
        wins = winning_cells(mine, free, content.height)
        dangers = winning_cells(others, free, content.height)
        must: list[int] = []
        safe: list[int] = []
        for column in state.offered:
            cell: i64 = taken + content.ground[column] & content.shafts[column]
            if cell & wins:
                return [column]
            if cell & dangers:
                must.append(column)
            elif not (cell << 1) & dangers:
                safe.append(column)
        return must or safe or state.offered

    def expected_points(self, state: State) -> list[float]:
        assert isinstance(state, FourState)
        red: int = state.red
        yellow: int = state.yellow
        ahead = 0
        for line in self.content.lines:
            if not line & yellow:
                ahead += WORTH[(line & red).bit_count()]
            elif not line & red:
                ahead -= WORTH[(line & yellow).bit_count()]
        return [EVEN + STEP * ahead, EVEN - STEP * ahead]

    def score_spread(self, state: State) -> float:
        return SPREAD


def winning_cells(discs: i64, free: i64, height: i64) -> i64:
    """The free cells that would complete a line of four of these discs."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    step = height - 1
    while step <= height + 1:
        below = (discs << step) & (discs << 2 * step)
        above = (discs >> step) & (discs >> 2 * step)
        found |= below & (discs << 3 * step) | below & (discs >> step)
        found |= above & (discs >> 3 * step) | above & (discs << step)
        step += 1
    return found & free


def evaluator(game: Game) -> Evaluator:
    assert isinstance(game, ConnectFour)
    return FourEvaluator(game.content)
