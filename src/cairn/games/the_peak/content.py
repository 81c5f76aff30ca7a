"""Loads content.toml into flat tables.

A mountain card is the number of its kind: copies are the same number several times. A *face* is a card as it lies on
the board or in the Mountaineer's pile: the kind's own number, or a number past the kinds for an Eroded Slope that has
lost Elevation. So a face knows its kind, its Difficulty and its Elevation.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cairn.core.chance import Chance
from cairn.core.content import read_content
from cairn.core.fields import Fields
from cairn.games.the_peak.board import NAMES, SIDE

MOST_KINDS: Final = 20
MOST_LAID: Final = 16
MOST_GOALS: Final = 9
MOST_COPIES: Final = 7
TRIGGERS: Final = ["play", "cross", "fail", "keep"]
LIQUIDS: Final = ["name", "art"]
COUNTS: Final = ["names", "liquids", "high", "twins", "words", "named", "level", "primes", "balanced"]
EDITIONS: Final = ["first", "final"]


class Clause:
    """One effect of a card as the file describes it."""

    def __init__(self, kind: int, on: str, does: str) -> None:
        self.kind = kind
        self.on = on
        self.does = does
        self.amount = 0
        self.times = 0
        self.skips = 0
        self.bad = False


class Effect:
    """What a card does at one moment. This one does nothing; effects.py has those that do.

    Its `state` is a PeakState, which holds the content and so cannot be imported here.
    """

    def __init__(self, clause: Clause) -> None:
        self.on = clause.on
        self.does = clause.does
        self.amount = clause.amount
        self.times = clause.times
        self.skips = clause.skips
        self.bad = clause.bad
        """Whether a Protected Hollow wards it off (TP-41)."""
        self.again = False
        """Whether the Mountaineer may try the same card again after failing (TP-42)."""

    def is_due(self, state: Any) -> bool:
        """Whether it works at this moment at all, by the options of the game."""
        return True

    def telling(self, state: Any, cell: int) -> str:
        """The event that tells of it."""
        return self.does

    def happen(self, state: Any, cell: int, chance: Chance) -> None:
        """Carry it out. `cell` is where the card lies, or lay before it was crossed."""


NO_EFFECT: Final = Effect(Clause(-1, "", ""))


class Goal:
    """One goal: `points` for each thing that counts."""

    def __init__(self, goal: Fields, kinds: list[str]) -> None:
        goal.provenance()
        self.name: str = goal.text("name")
        self.title: str = goal.text("title")
        self.counts: str = COUNTS[goal.one_of("counts", COUNTS)]
        self.points: int = goal.number("points", 1, 20)
        self.least: int = _number_or(goal, "least", 0, 0, 20)
        self.group: int = _number_or(goal, "group", 1, 1, 5)
        self.kind: int = goal.one_of("card", kinds) if goal.has("card") else -1
        goal.end()


class Content:
    def __init__(self, top: Fields) -> None:
        self._numbers(top)
        self.names: list[str] = []
        self.titles: list[str] = []
        self.copies: list[int] = []
        self.liquid: list[str] = []
        self.difficulty: list[int] = []
        self.elevation: list[int] = []
        self.clauses: list[Clause] = []
        self.laid: int = 0
        """Kinds below this number are laid on the board, the others only have an effect (TP-13)."""
        for card in top.parts("cards", label="name"):
            self._card(card)
        if not len(set(self.names)) == len(self.names) <= MOST_KINDS:
            raise top.refuse("cards", f"should be up to {MOST_KINDS} different names, not {self.names}")
        if self.laid > MOST_LAID:
            raise top.refuse("cards", f"up to {MOST_LAID} kinds are laid on the board, not {self.laid}")
        self.words: list[int] = [len(title.split()) for title in self.titles]
        self.deck: list[int] = [kind for kind, copies in enumerate(self.copies) for _ in range(copies)]
        kinds = len(self.names)

        self.faces: list[str] = self.names[:]
        self.kind_of: list[int] = list(range(kinds))
        self.worn: list[int] = list(range(kinds))
        """The face that a face becomes when it loses Elevation; itself where it cannot."""
        for clause in self.clauses:
            if clause.does == "erode":
                self._add_worn_faces(clause)

        self.on_play: list[Effect] = [NO_EFFECT] * kinds
        self.on_cross: list[Effect] = [NO_EFFECT] * kinds
        self.on_fail: list[Effect] = [NO_EFFECT] * kinds
        """By kind; effects.py fills them in."""
        self.bridge: int = self._clause_that(top, "exchange").kind
        self.hollow: int = self._clause_that(top, "shelter").kind
        self.chill: int = self._clause_that(top, "freeze").amount
        self.curse: int = self._clause_that(top, "curse").amount
        self.spring: int = self._clause_that(top, "refresh").amount

        self.goals: list[Goal] = [Goal(goal, self.names) for goal in top.parts("goals", label="name")]
        self.goal_names: list[str] = [goal.name for goal in self.goals]
        if not len(set(self.goal_names)) == len(self.goals) <= MOST_GOALS:
            raise top.refuse("goals", f"should be up to {MOST_GOALS} different names, not {self.goal_names}")
        if len(self.goals) < max(sum(edition.values()) for edition in self.editions.values()):
            raise top.refuse("goals", f"should be as many as are given out, not {len(self.goals)}")
        top.end()

    def _numbers(self, top: Fields) -> None:
        board = top.part("board")
        board.provenance()
        board.number("size", SIDE, SIDE)
        self.start: int = board.one_named("start", NAMES)
        board.end()
        dice = top.part("dice")
        dice.provenance()
        dice.number("count", 2, 2)
        self.sides: int = dice.number("sides", 6, 6)
        dice.end()
        hand = top.part("hand")
        hand.provenance()
        self.refill: int = hand.number("refill", 1, 10)
        hand.end()
        editions = top.part("editions")
        self.editions: dict[str, dict[str, int]] = {}
        """By edition how many goals each role gets."""
        self.final_rounds: int = 0
        for name in EDITIONS:
            edition = editions.part(name)
            edition.provenance()
            self.editions[name] = {role: edition.number(role, 0, 4) for role in ("mountain_goals", "mountaineer_goals")}
            if name == "final":
                self.final_rounds = edition.number("rounds", 1, 100)
            edition.end()
        editions.end()
        limits = top.part("limits")
        limits.provenance()
        self.lowest: int = limits.number("elevation", 0, 12)
        limits.end()
        bounds = top.part("bounds")
        bounds.provenance()
        self.rounds: int = bounds.number("rounds", 1, 1000)
        self.rolls: int = bounds.number("rolls", 1, 1000)
        bounds.end()
        handicap = top.part("handicap")
        handicap.provenance()
        even = handicap.part("even")
        even.provenance()
        self.even: dict[str, int] = {edition: even.number(edition, -200, 200) for edition in EDITIONS}
        """By edition what makes equal bots even: points for the Mountain, or if negative for the Mountaineer."""
        even.end()
        handicap.end()

    def _card(self, card: Fields) -> None:
        kind = len(self.names)
        card.provenance()
        self.names.append(card.text("name"))
        self.titles.append(card.text("title"))
        self.copies.append(card.number("copies", 1, MOST_COPIES))
        self.liquid.append(LIQUIDS[card.one_of("liquid", LIQUIDS)] if card.has("liquid") else "")
        if card.has("difficulty") != card.has("elevation"):
            raise card.refuse("", "a card has both a difficulty and an elevation, or neither")
        if card.has("difficulty"):
            if self.laid < kind:
                raise card.refuse("", f"must come before {self.names[self.laid]}, which is not laid on the board")
            self.laid += 1
        self.difficulty.append(_number_or(card, "difficulty", 0, 1, 12))
        self.elevation.append(_number_or(card, "elevation", 0, 0, 20))
        for effect in card.parts("effects") if card.has("effects") else []:
            self.clauses.append(_clause(effect, kind))
        card.end()

    def handicap(self, named: str, edition: str) -> list[int]:
        """By role the points that an option such as `mountain-20` gives; `even` is what the edition needs (TP-69)."""
        if named == "none":
            return [0, 0]
        if named == "even":
            points = self.even[edition]
            return [points, 0] if points > 0 else [0, -points]
        side, amount = named.split("-")
        return [int(amount), 0] if side == "mountain" else [0, int(amount)]

    def _add_worn_faces(self, clause: Clause) -> None:
        face = clause.kind
        while self.elevation[face] - clause.amount >= self.lowest:
            left = self.elevation[face] - clause.amount
            self.worn[face] = len(self.faces)
            face = len(self.faces)
            self.faces.append(f"{self.names[clause.kind]}-{left}")
            self.kind_of.append(clause.kind)
            self.difficulty.append(self.difficulty[clause.kind])
            self.elevation.append(left)
            self.worn.append(face)

    def _clause_that(self, top: Fields, does: str) -> Clause:
        for clause in self.clauses:
            if clause.does == does:
                return clause
        raise top.refuse("cards", f"no card has the effect '{does}'")


def _clause(effect: Fields, kind: int) -> Clause:
    clause = Clause(kind, TRIGGERS[effect.one_of("on", TRIGGERS)], effect.text("does"))
    if effect.has("amount"):
        effect.provenance()
    clause.amount = _number_or(effect, "amount", 0, 1, 12)
    clause.times = _number_or(effect, "times", 0, 1, 12)
    clause.skips = _number_or(effect, "skips", 0, 1, 12)
    clause.bad = effect.has("bad") and effect.flag("bad")
    effect.end()
    return clause


def _number_or(fields: Fields, name: str, otherwise: int, low: int, high: int) -> int:
    return fields.number(name, low, high) if fields.has(name) else otherwise


def load_content(path: str | Path | None = None) -> Content:
    return Content(read_content("cairn.games.the_peak", path))
