"""What a search knows: a tree of nodes, the information sets at each, and statistics of the choices there."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from cairn.bots.beam import Line


@mypyc_attr(acyclic=True)
class ActionStats:
    """One choice of an information set: what the evaluator expected of it and what the search found."""

    def __init__(self, choice: int, prior: float) -> None:
        self.choice = choice
        self.prior = prior
        """The share of the win that the evaluator expects of it."""
        self.probability = 1.0
        """How likely it is to be the best one, by the priors alone."""
        self.visits = 0.0
        self.total = 0.0
        self.squares = 0.0
        self.margin = 0.0
        self.node: Node | None = None
        self.line: Line | None = None
        """The best line found for the rest of the turn, where lines are planned."""


@mypyc_attr(acyclic=True)
class InformationSet:
    """What a seat can be asked at a node, in all worlds it cannot tell apart, with the choices met so far."""

    def __init__(self, kind: str, seat: int) -> None:
        self.kind = kind
        self.seat = seat
        self.visits = 0.0
        self.spread = 0.0
        """How far the best prior is above the mean one."""
        self.choices: list[int] = []
        self.actions: list[ActionStats] = []
        self.by_choice: dict[int, ActionStats] | None = None
        """All choices met, once other ones than the first `choices` have been: most sets do without."""

    def met(self) -> dict[int, ActionStats]:
        """All choices met so far."""
        by_choice = self.by_choice
        if by_choice is None:
            by_choice = {action.choice: action for action in self.actions}
            self.by_choice = by_choice
        return by_choice


@mypyc_attr(acyclic=True)
class Node:
    """Where a line of choices leads. Chance decides which question is asked there; mostly it is always the same."""

    def __init__(self) -> None:
        self.information_sets: list[InformationSet] = []

    def information_set(self, kind: str, seat: int) -> InformationSet:
        for information_set in self.information_sets:
            if information_set.seat == seat and information_set.kind == kind:
                return information_set
        information_set = InformationSet(kind, seat)
        self.information_sets.append(information_set)
        return information_set
