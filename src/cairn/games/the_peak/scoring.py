"""The score sheet of both seats (TP-50 to TP-66).

Every goal looks at the cards the Mountaineer has kept, whoever holds it. `kept` are faces, so an Eroded Slope counts
with the Elevation it has left, except for primes, which are looked for among the printed numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.games.the_peak.content import Content, Goal

ELEVATION: Final = "elevation"
HANDICAP: Final = "handicap"
FIRST_GAME: Final = "first-game"
OPEN_LINES: Final = (ELEVATION, HANDICAP, FIRST_GAME)
"""What everybody can count at any time."""
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23)


def score(content: Content, faces: list[int], kept: list[int], goals: list[int], pictured: bool) -> dict[str, int]:
    """The points of one role: the Elevation of its faces, then every goal, of which only those held count.

    The sheet has a line for each goal of the box, so that its lines do not tell which of them somebody holds.
    """
    lines = {ELEVATION: sum(content.elevation[face] for face in faces)}
    for number, goal in enumerate(content.goals):
        lines[goal.name] = goal_points(content, goal, kept, pictured) if number in goals else 0
    return lines


def goal_points(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return goal.points * count(content, goal, kept, pictured)


def count(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    """How often a goal is met by the kept cards."""
    return COUNTERS[goal.counts](content, goal, kept, pictured)


def kinds_of(content: Content, kept: list[int]) -> list[int]:
    return [content.kind_of[face] for face in kept]


def names(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return len(set(kinds_of(content, kept)))


def liquids(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    """By the card's name, or also by what its picture shows (TP-52)."""
    wet = ("name", "art") if pictured else ("name",)
    return sum(1 for kind in kinds_of(content, kept) if content.liquid[kind] in wet)


def high(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return sum(1 for face in kept if content.elevation[face] >= goal.least)


def twins(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return groups(kinds_of(content, kept), goal.group)


def words(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return sum(content.words[kind] for kind in kinds_of(content, kept))


def named(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return kinds_of(content, kept).count(goal.kind)


def level(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return groups([content.elevation[face] for face in kept], goal.group)


def primes(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    """One of the two printed numbers is enough (TP-58)."""
    kinds = kinds_of(content, kept)
    return sum(1 for kind in kinds if content.difficulty[kind] in PRIMES or content.elevation[kind] in PRIMES)


def balanced(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return sum(1 for face in kept if content.difficulty[face] == content.elevation[face])


def groups(values: list[int], size: int) -> int:
    """How many separate groups of equal values there are; a value left over makes none (TP-54)."""
    return sum(values.count(value) // size for value in set(values))


COUNTERS: Final[dict[str, Callable[[Content, Goal, list[int], bool], int]]] = {
    "names": names,
    "liquids": liquids,
    "high": high,
    "twins": twins,
    "words": words,
    "named": named,
    "level": level,
    "primes": primes,
    "balanced": balanced,
}
"""What a goal can count, by its word in content.toml."""
