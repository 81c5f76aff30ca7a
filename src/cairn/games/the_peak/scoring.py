"""The end of the game, line by line (TP-50 to TP-66).

Every goal looks at the cards the Mountaineer has kept, whoever holds it. `kept` are faces, so an Eroded Slope counts
with the Elevation it has left, except for primes, which are looked for among the printed numbers.
"""

from __future__ import annotations

from typing import Final

from cairn.core.contract import Score
from cairn.games.the_peak.content import Content, Goal

ELEVATION: Final = "elevation"
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23)


def score(content: Content, faces: list[int], kept: list[int], goals: list[int], pictured: bool) -> Score:
    """The points of one seat: the Elevation of its faces, then every goal, of which only those held count.

    The sheet has a line for each goal of the box, so that its lines do not tell which of them somebody holds.
    """
    lines = {ELEVATION: sum(content.elevation[face] for face in faces)}
    for number, goal in enumerate(content.goals):
        lines[goal.name] = goal_points(content, goal, kept, pictured) if number in goals else 0
    return Score(lines)


def goal_points(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    return goal.points * count(content, goal, kept, pictured)


def count(content: Content, goal: Goal, kept: list[int], pictured: bool) -> int:
    """How often a goal is met by the kept cards."""
    kinds = [content.kind_of[face] for face in kept]
    heights = [content.elevation[face] for face in kept]
    if goal.counts == "names":
        return len(set(kinds))
    if goal.counts == "twins":
        return groups(kinds, goal.group)
    if goal.counts == "level":
        return groups(heights, goal.group)
    if goal.counts == "words":
        return sum(content.words[kind] for kind in kinds)
    if goal.counts == "high":
        return sum(1 for height in heights if height >= goal.least)
    if goal.counts == "named":
        return kinds.count(goal.kind)
    if goal.counts == "liquids":
        return sum(1 for kind in kinds if is_liquid(content, kind, pictured))
    if goal.counts == "primes":
        return sum(1 for kind in kinds if content.difficulty[kind] in PRIMES or content.elevation[kind] in PRIMES)
    return sum(1 for face in kept if content.difficulty[face] == content.elevation[face])


def groups(values: list[int], size: int) -> int:
    """How many separate groups of equal values there are; a value left over makes none (TP-54)."""
    return sum(values.count(value) // size for value in set(values))


def is_liquid(content: Content, kind: int, pictured: bool) -> bool:
    """By the card's name, or also by what its picture shows (TP-52)."""
    return content.liquid[kind] == "name" or (pictured and content.liquid[kind] == "art")
