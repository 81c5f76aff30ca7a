"""The Peak as SVG: every card and goal, or the mountainside with both players' things."""

from __future__ import annotations

from typing import Any, Final

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, shown, total
from cairn.core.svg import DIM, SEATS, Pen
from cairn.games.the_peak.content import Content
from cairn.games.the_peak.game import ThePeak

CELL: Final = (118.0, 78.0)
COLUMNS: Final = "abcde"
ROWS: Final = (5, 4, 3, 2, 1)
TOKEN: Final = "mountaineer"
ROLES: Final = ("mountain", "mountaineer")
LOW, HIGH = "#eef3ea", "#c9d6df"
PER_ROW: Final = 4


def sheet(game: cairn.Game) -> str:
    """Every kind of card with its numbers and copies, then every goal."""
    content = _content(game)
    pen = Pen()
    wide, tall = CELL[0] + 72, CELL[1]
    for number, title in enumerate(content.titles):
        x, y = number % PER_ROW * (wide + 8), number // PER_ROW * (tall + 8)
        laid = number < content.laid
        pen.rect(x, y, wide, tall, LOW if laid else "#fbf3df", dashed=not laid)
        pen.write(x + wide / 2, y + 18, title, 13, bold=True, anchor="middle")
        numbers = f"Difficulty {content.difficulty[number]}, Elevation {content.elevation[number]}"
        pen.write(x + wide / 2, y + 40, numbers if laid else "effect only", 11, anchor="middle")
        count = content.copies[number]
        pen.write(x + wide / 2, y + 60, f"{count} {'copy' if count == 1 else 'copies'}", 11, anchor="middle", fill=DIM)
    down = (len(content.titles) + PER_ROW - 1) // PER_ROW * (tall + 8) + 12
    pen.write(0, down, "Goals", 14, bold=True)
    for number, goal in enumerate(content.goals):
        x, y = number % PER_ROW * (wide + 8), down + 16 + number // PER_ROW * 56
        pen.rect(x, y, wide, 48, "#fffbe6")
        pen.write(x + wide / 2, y + 16, goal.title, 11, bold=True, anchor="middle")
        pen.write(x + wide / 2, y + 34, f"{goal.points} for each: {goal.counts}", 11, anchor="middle", fill=DIM)
    return pen.svg(f"The cards and goals of {game.title}")


def table(game: cairn.Game, view: View) -> str:
    """The mountainside, what weighs on the next roll, and what each side has, as the viewer may see it."""
    content = _content(game)
    pen = Pen()
    zones = view["zones"]
    facts = f"Round {zones['round']}; deck {zones['deck']['count']}, discarded {len(zones['discard'])}"
    pen.write(0, 0, facts, 14, bold=True)
    wide, tall = CELL
    for row, number in enumerate(ROWS):
        top = 18 + row * (tall + 4)
        pen.write(0, top + tall / 2, str(number), 14, bold=True, fill=DIM)
        for column, letter in enumerate(COLUMNS):
            place = f"{letter}{number}"
            _cell(pen, content, zones["board"][place], zones["odds"].get(place), 20 + column * (wide + 4), top)
    down = 18 + len(ROWS) * (tall + 4)
    for column, letter in enumerate(COLUMNS):
        pen.write(20 + column * (wide + 4) + wide / 2, down + 8, letter, 14, bold=True, anchor="middle", fill=DIM)
    right = 20 + len(COLUMNS) * (wide + 4) + 16
    top = 18.0
    for seat in range(view["seats"]):
        top = _side(pen, content, view, seat, view["scores"][seat], right, top) + 14
    waiting = _waiting(zones)
    if waiting:
        pen.write(right, top + 10, "On the next rolls", 13, bold=True)
        for number, words in enumerate(waiting):
            pen.write(right, top + 30 + number * 18, words, 12)
    return pen.svg(f"A table of {game.title}")


def _cell(pen: Pen, content: Content, face: str | None, odds: dict[str, int] | None, x: float, y: float) -> None:
    wide, tall = CELL
    if face is None:
        pen.rect(x, y, wide, tall, fill="none", stroke="#bbbbbb", thick=1, dashed=True)
        return
    if face == TOKEN:
        pen.rect(x, y, wide, tall, fill="#fdebd0", thick=3)
        pen.circle(x + wide / 2, y + 28, 13, "#e67e22")
        pen.write(x + wide / 2, y + 58, "Mountaineer", 13, bold=True, anchor="middle")
        return
    number = content.faces.index(face)
    pen.rect(x, y, wide, tall, HIGH if content.elevation[number] >= 5 else LOW, thick=3 if odds else 1.5)
    pen.write(x + wide / 2, y + 18, content.titles[content.kind_of[number]], 13, bold=True, anchor="middle")
    numbers = f"D {content.difficulty[number]} · E {content.elevation[number]}"
    pen.write(x + wide / 2, y + 41, numbers, 14, anchor="middle")
    if odds is not None:
        pen.write(x + wide / 2, y + 63, f"crossed by {odds['ways']} of 36", 11, anchor="middle")


def _side(pen: Pen, content: Content, view: View, seat: int, lines: Lines, x: float, y: float) -> float:
    """One player's things; returns where they end."""
    zones = view["zones"]
    goals = zones["goals"][ROLES[seat]]
    titles = {goal.name: goal.title for goal in content.goals}
    rows = ["Goals:", *(f"  {titles[name]}" for name in goals["cards"])]
    if goals["count"] > len(goals["cards"]):
        rows.append(f"  {goals['count'] - len(goals['cards'])} secret")
    if seat == 0:
        hand = zones["hand"]
        known = hand["cards"] or hand["known"]
        rows += [f"Hand: {_cards(hand['count'])}", *(f"  {_title(content, name)}" for name in known)]
    else:
        rows += [f"Kept: {_cards(len(zones['kept']))}", *(f"  {_title(content, name)}" for name in zones["kept"])]
    asked = seat == view["seat"]
    wide, tall = 300.0, 44 + len(rows) * 17
    pen.rect(x, y, wide, tall, fill="#fbfbfb", stroke=SEATS[seat], thick=4 if asked else 1.5)
    pen.write(x + 10, y + 18, f"Seat {seat}, the {ROLES[seat]}", 14, bold=True, fill=SEATS[seat])
    points = f"{shown(total(lines))} points"
    pen.write(x + wide - 10, y + 18, points, 12, bold=True, anchor="end")
    for number, words in enumerate(rows):
        left = x + 10 + (12 if words.startswith("  ") else 0)
        pen.write(left, y + 42 + number * 17, words.strip(), 12)
    if asked:
        pen.write(x + wide - 10, y + 40, "is asked", 12, anchor="end")
    return y + tall


def _cards(count: int) -> str:
    return f"{count} card" + "s" * (count != 1)


def _title(content: Content, face: str) -> str:
    return content.titles[content.kind_of[content.faces.index(face)]]


def _waiting(zones: dict[str, Any]) -> list[str]:
    numbers = {
        "to every die": zones["per_die"],
        "to the next roll": zones["next_roll"],
        "from a spring": zones["spring"][0],
        "curses": len(zones["curses"]),
        "cold cards": zones["cold"],
        "turns to skip": zones["skip"],
    }
    found = [f"{name}: {number}" for name, number in numbers.items() if number]
    return found + ["kept cards pay for rerolls"] * bool(zones["provisions"])


def _content(game: cairn.Game) -> Content:
    assert isinstance(game, ThePeak)
    return game.content
