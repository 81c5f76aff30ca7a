"""What all decisions of PEAKS have in common."""

from __future__ import annotations

from typing import Final

from cairn.core.chance import Chance
from cairn.core.contract import Decision
from cairn.games.peaks.content import MOST_SEATS as MOST_SEATS
from cairn.games.peaks.state import PeaksState

NO: Final = 0
YES: Final = 1
YES_OR_NO: Final = [NO, YES]
ONLY_NO: Final = [NO]
STOP: Final = 63
"""Take nothing, or no more, of what is offered."""


class PeaksDecision(Decision[PeaksState]):
    """A question whose well-formed answers are all in one table of texts, by number."""

    def answers(self, state: PeaksState) -> dict[str, int]:
        """Every well-formed answer, legal or not."""
        return {self.notation(state, choice): choice for choice in self.choices(state)}

    def parse(self, state: PeaksState, text: str) -> int:
        for choice in self.choices(state):
            if self.notation(state, choice) == text:
                return choice
        known = self.answers(state)
        return known[text] if text in known else super().parse(state, text)


class Step(PeaksDecision):
    """Something that happens by itself when what was put on the stack above it is done."""

    def choices(self, state: PeaksState) -> list[int]:
        return ONLY_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        raise NotImplementedError

    def notation(self, state: PeaksState, choice: int) -> str:
        return self.kind
