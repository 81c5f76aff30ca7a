"""Connect Four on the box: seats, options, set-up, and reading positions back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

from cairn.core.chance import Chance
from cairn.core.contract import Decision, Game, Option, Setup, Stack, State
from cairn.core.fields import Fields
from cairn_connect_four.content import Content, load_content
from cairn_connect_four.decisions import DROP, Drop, begin_turn
from cairn_connect_four.scoring import has_line
from cairn_connect_four.state import NOBODY, FourState

RANDOM: Final = "random"


class ConnectFour(Game):
    slug: ClassVar[str] = "connect-four"
    title: ClassVar[str] = "Connect Four"
    rules_version: ClassVar[str] = "1.0"
    package: ClassVar[str] = "cairn_connect_four"

    def __init__(self, content: Content) -> None:
        super().__init__(range(2, 3), {"start": Option(0, (0, 1, RANDOM))})
        self.content = content

    def deal(self, setup: Setup, chance: Chance) -> FourState:
        start = setup.options["start"]
        state = FourState(setup, Stack([]), self.content)
        state.start = start if isinstance(start, int) else chance.pick(2)
        return state

    def begin(self, state: State, chance: Chance) -> None:
        assert isinstance(state, FourState)
        begin_turn(state, state.start)

    def longest(self, seats: int) -> int:
        return self.content.columns * self.content.rows

    def pending(self, setup: Setup, fields: Fields) -> Decision[Any]:
        kind = fields.text("kind")
        if kind != Drop.kind:
            raise fields.refuse("kind", f"there is no decision '{kind}' in {self.title}")
        decision = DROP[fields.number("seat", 0, 1)]
        fields.end()
        return decision

    def restore(self, setup: Setup, zones: Fields, stack: Stack) -> FourState:
        state = self._lay_out(setup, zones, stack)
        zones.end()
        return state

    def state_from_view(
        self, setup: Setup, viewer: int, zones: Fields, pending: list[Fields], chance: Chance
    ) -> FourState:
        """A view shows the whole state, and the line that ended the game beside it."""
        zones.items("line")
        return self._lay_out(setup, zones, Stack([self.pending(setup, part) for part in pending]))

    def _lay_out(self, setup: Setup, zones: Fields, stack: Stack) -> FourState:
        """The state with these columns; refused if no game could have come to it."""
        content = self.content
        columns = zones.part("columns")
        discs = [0, 0]
        full = 0
        for number, letter in enumerate(content.letters):
            column = columns.named(letter, content.discs)
            if len(column) > content.rows:
                raise columns.refuse(letter, f"has room for {content.rows} discs, not {len(column)}")
            for row, seat in enumerate(column):
                discs[seat] |= int(content.ground[number]) << row
            if len(column) == content.rows:
                full |= content.only[number]
        columns.end()
        start = zones.number("start", 0, 1)
        counts = [placed.bit_count() for placed in discs]
        if counts[start] - counts[1 - start] not in (0, 1):
            raise zones.refuse("columns", f"seats take turns, so {counts[0]} and {counts[1]} discs cannot be")
        to_move = start if counts[start] == counts[1 - start] else 1 - start
        lines = [has_line(placed, content.height) for placed in discs]
        if lines[to_move]:
            raise zones.refuse("columns", f"seat {to_move} had four in line before the last disc was dropped")
        over = lines[1 - to_move] or full == content.all_full
        asked = [decision.seat for decision in stack.pending()]
        if asked != ([] if over else [to_move]):
            expected = "nobody is asked: the game is over" if over else f"seat {to_move} is asked"
            raise zones.refuse("columns", f"with these discs {expected}, which `pending` does not say")
        state = FourState(setup, stack, content)
        state.red = discs[0]
        state.yellow = discs[1]
        state.full = full
        state.start = start
        state.winner = 1 - to_move if lines[1 - to_move] else NOBODY
        return state


def game() -> ConnectFour:
    return ConnectFour(load_content())


def game_with(content: str | Path) -> ConnectFour:
    return ConnectFour(load_content(Path(content)))
