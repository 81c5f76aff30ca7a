"""Loads content.toml into flat tables.

A mountain card is the number of its kind: copies are the same number several times. A *face* is a card as it lies on
the board or in the Mountaineer's pile: the kind's own number, or a number past the kinds for an Eroded Slope that has
lost Elevation. So a face knows its kind, its Difficulty and its Elevation.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from cairn.core.chance import Chance
from cairn.core.errors import BadContent
from cairn.games.the_peak.board import NAMES

if TYPE_CHECKING:
    from cairn.games.the_peak.state import PeakState

MOST_KINDS: Final = 20
MOST_LAID: Final = 16
MOST_GOALS: Final = 9
TRIGGERS: Final = ("play", "cross", "fail", "keep")
COUNTS: Final = ("names", "liquids", "high", "twins", "words", "named", "level", "primes", "balanced")
PROVENANCES: Final = ("printed", "ruling", "ours")


class Clause:
    """One effect of a card as the file describes it."""

    def __init__(self, kind: int, data: dict[str, Any]) -> None:
        self.kind = kind
        self.on: str = data["on"]
        self.does: str = data["does"]
        self.amount: int = data.get("amount", 0)
        self.times: int = data.get("times", 0)
        self.skips: int = data.get("skips", 0)
        self.bad: bool = data.get("bad", False)


class Effect:
    """What a card does at one moment. This one does nothing; effects.py has those that do."""

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

    def is_due(self, state: PeakState) -> bool:
        """Whether it works at this moment at all, by the options of the game."""
        return True

    def telling(self, state: PeakState, cell: int) -> str:
        """The event that tells of it."""
        return self.does

    def happen(self, state: PeakState, cell: int, chance: Chance) -> None:
        """Carry it out. `cell` is where the card lies, or lay before it was crossed."""


NO_EFFECT: Final = Effect(Clause(-1, {"on": "", "does": ""}))


class Goal:
    """One goal: `points` for each thing that counts."""

    def __init__(self, data: dict[str, Any], kinds: list[str]) -> None:
        self.name: str = data["name"]
        self.title: str = data["title"]
        self.counts: str = data["counts"]
        self.points: int = data["points"]
        self.least: int = data.get("least", 0)
        self.group: int = data.get("group", 1)
        self.kind: int = kinds.index(data["card"]) if "card" in data else -1


class Content:
    def __init__(self, data: dict[str, Any]) -> None:
        check(data)
        cards = data["cards"]
        self.start: int = NAMES.index(data["board"]["start"])
        self.sides: int = data["dice"]["sides"]
        self.refill: int = data["hand"]["refill"]
        self.editions: dict[str, dict[str, Any]] = data["editions"]
        self.lowest: int = data["limits"]["elevation"]
        self.rounds: int = data["bounds"]["rounds"]
        self.final_rounds: int = data["editions"]["final"]["rounds"]
        self.rolls: int = data["bounds"]["rolls"]
        self.even: dict[str, int] = data["handicap"]["even"]
        """By edition what makes equal bots even: points for the Mountain, or if negative for the Mountaineer."""

        self.names: list[str] = [card["name"] for card in cards]
        self.titles: list[str] = [card["title"] for card in cards]
        self.copies: list[int] = [card["copies"] for card in cards]
        self.laid: int = sum(1 for card in cards if "difficulty" in card)
        """Kinds below this number are laid on the board, the others only have an effect (TP-13)."""
        self.liquid: list[str] = [card.get("liquid", "") for card in cards]
        self.words: list[int] = [len(title.split()) for title in self.titles]
        self.clauses: list[Clause] = [
            Clause(kind, clause) for kind, card in enumerate(cards) for clause in card.get("effects", [])
        ]
        self.deck: list[int] = [kind for kind, copies in enumerate(self.copies) for _ in range(copies)]

        self.faces: list[str] = self.names[:]
        self.kind_of: list[int] = list(range(len(cards)))
        self.difficulty: list[int] = [card.get("difficulty", 0) for card in cards]
        self.elevation: list[int] = [card.get("elevation", 0) for card in cards]
        self.worn: list[int] = list(range(len(cards)))
        """The face that a face becomes when it loses Elevation; itself where it cannot."""
        for clause in self.clauses:
            if clause.does == "erode":
                self._add_worn_faces(clause)

        self.on_play: list[Effect] = [NO_EFFECT] * len(cards)
        self.on_cross: list[Effect] = [NO_EFFECT] * len(cards)
        self.on_fail: list[Effect] = [NO_EFFECT] * len(cards)
        """By kind; effects.py fills them in."""
        self.bridge: int = self._kind_that("exchange")
        self.hollow: int = self._kind_that("shelter")
        self.chill: int = self._clause_that("freeze").amount
        self.curse: int = self._clause_that("curse").amount
        self.spring: int = self._clause_that("refresh").amount

        self.goals: list[Goal] = [Goal(goal, self.names) for goal in data["goals"]]
        self.goal_names: list[str] = [goal.name for goal in self.goals]

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

    def _clause_that(self, does: str) -> Clause:
        for clause in self.clauses:
            if clause.does == does:
                return clause
        raise BadContent(f"content.toml: cards: no card has the effect '{does}'")

    def _kind_that(self, does: str) -> int:
        return self._clause_that(does).kind


def check(data: dict[str, Any]) -> None:
    """Refuse content that the rules cannot be played with, by the place of what is wrong."""
    names = [card["name"] for card in data["cards"]]
    if len(names) > MOST_KINDS or len(set(names)) != len(names):
        raise BadContent(f"content.toml: cards: up to {MOST_KINDS} different names, not {names}")
    laid = sum(1 for card in data["cards"] if "difficulty" in card)
    if laid > MOST_LAID:
        raise BadContent(f"content.toml: cards: up to {MOST_LAID} kinds that are laid on the board, not {laid}")
    if data["board"]["size"] != 5 or data["dice"] != {**data["dice"], "count": 2, "sides": 6}:
        raise BadContent("content.toml: board, dice: the rules are for a board of 5 by 5 and two dice of six sides")
    for card in data["cards"]:
        place = f"content.toml: cards: {card['name']}"
        _check_provenance(card, place)
        if not 1 <= card["copies"] <= 7:
            raise BadContent(f"{place}: copies: 1 to 7, not {card['copies']}")
        if ("difficulty" in card) != ("elevation" in card):
            raise BadContent(f"{place}: a card has both a difficulty and an elevation, or neither")
        if "difficulty" in card and names.index(card["name"]) > 0:
            before = data["cards"][names.index(card["name"]) - 1]
            if "difficulty" not in before:
                raise BadContent(f"{place}: must come before {before['name']}, which is not laid on the board")
        for effect in card.get("effects", []):
            if effect["on"] not in TRIGGERS:
                raise BadContent(f"{place}: effects: on is one of {', '.join(TRIGGERS)}, not '{effect['on']}'")
            if "amount" in effect:
                _check_provenance(effect, f"{place}: effects")
    if len(data["goals"]) > MOST_GOALS:
        raise BadContent(f"content.toml: goals: up to {MOST_GOALS}, not {len(data['goals'])}")
    for goal in data["goals"]:
        place = f"content.toml: goals: {goal['name']}"
        _check_provenance(goal, place)
        if goal["counts"] not in COUNTS:
            raise BadContent(f"{place}: counts is one of {', '.join(COUNTS)}, not '{goal['counts']}'")


def _check_provenance(table: dict[str, Any], place: str) -> None:
    if table.get("provenance") not in PROVENANCES:
        raise BadContent(f"{place}: provenance is one of {', '.join(PROVENANCES)}, not {table.get('provenance')!r}")


def load_content() -> Content:
    path = resources.files("cairn.games.the_peak") / "content.toml"
    return Content(tomllib.loads(path.read_text(encoding="utf-8")))
