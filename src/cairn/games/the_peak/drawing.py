"""The Peak as SVG: every card and goal, or the mountainside with both players' things."""

from __future__ import annotations

from typing import Any, Final

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, drawn, points_known, said
from cairn.core.svg import DIM, SEATS, Pen
from cairn.games.the_peak.content import Content
from cairn.games.the_peak.game import ThePeak

CELL: Final = (118.0, 78.0)
CARD: Final = (190.0, 78.0)
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
    wide, tall = CARD
    for number in range(len(content.names)):
        _card(pen, game, number, number % PER_ROW * (wide + 8), number // PER_ROW * (tall + 8))
    down = (len(content.names) + PER_ROW - 1) // PER_ROW * (tall + 8) + 12
    pen.write(0, down, drawn(game, "goals"), 14, bold=True)
    for number in range(len(content.goals)):
        _goal(pen, game, number, number % PER_ROW * (wide + 8), down + 16 + number // PER_ROW * 56)
    return pen.svg(drawn(game, "sheet", game=game.title))


def part(game: cairn.Game, name: str) -> str:
    """One card or goal by its name; empty if there is none."""
    content = _content(game)
    pen = Pen()
    if name in content.names:
        _card(pen, game, content.names.index(name), 0, 0)
    elif name in content.goal_names:
        _goal(pen, game, content.goal_names.index(name), 0, 0)
    else:
        return ""
    return pen.svg(name)


def table(game: cairn.Game, view: View) -> str:
    """The mountainside, what weighs on the next roll, and what each side has, as the viewer may see it."""
    pen = Pen()
    zones = view["zones"]
    counts = {"deck": zones["deck"]["count"], "discarded": len(zones["discard"])}
    pen.write(0, 0, drawn(game, "facts", round=zones["round"], **counts), 14, bold=True)
    wide, tall = CELL
    for row, number in enumerate(ROWS):
        top = 18 + row * (tall + 4)
        pen.write(0, top + tall / 2, str(number), 14, bold=True, fill=DIM)
        for column, letter in enumerate(COLUMNS):
            place = f"{letter}{number}"
            _cell(pen, game, zones["board"][place], zones["odds"].get(place), 20 + column * (wide + 4), top)
    down = 18 + len(ROWS) * (tall + 4)
    for column, letter in enumerate(COLUMNS):
        pen.write(20 + column * (wide + 4) + wide / 2, down + 8, letter, 14, bold=True, anchor="middle", fill=DIM)
    right = 20 + len(COLUMNS) * (wide + 4) + 16
    top = 18.0
    for seat in range(view["seats"]):
        top = _side(pen, game, view, seat, view["scores"][seat], right, top) + 14
    waiting = pending(game, zones)
    if waiting:
        pen.write(right, top + 10, drawn(game, "next-rolls"), 13, bold=True)
        for number, words in enumerate(waiting):
            pen.write(right, top + 30 + number * 18, words, 12)
    return pen.svg(drawn(game, "table", game=game.title))


def _card(pen: Pen, game: cairn.Game, number: int, x: float, y: float) -> None:
    content = _content(game)
    wide, tall = CARD
    laid = number < content.laid
    pen.rect(x, y, wide, tall, LOW if laid else "#fbf3df", dashed=not laid)
    pen.write(x + wide / 2, y + 18, game.texts.titles[content.names[number]], 13, bold=True, anchor="middle")
    rated = {"difficulty": content.difficulty[number], "elevation": content.elevation[number]} if laid else {}
    numbers = drawn(game, "numbers", **rated) if laid else drawn(game, "aside")
    pen.write(x + wide / 2, y + 40, numbers, 11, anchor="middle")
    copies = drawn(game, "copies", n=content.copies[number])
    pen.write(x + wide / 2, y + 60, copies, 11, anchor="middle", fill=DIM)


def _goal(pen: Pen, game: cairn.Game, number: int, x: float, y: float) -> None:
    goal = _content(game).goals[number]
    pen.rect(x, y, CARD[0], 48, "#fffbe6")
    pen.write(x + CARD[0] / 2, y + 16, game.texts.titles[goal.name], 11, bold=True, anchor="middle")
    counts = game.texts.say("effect", goal.counts, {"points": goal.points, "least": goal.least})
    pen.write(x + CARD[0] / 2, y + 34, counts, 11, anchor="middle", fill=DIM)


def _cell(pen: Pen, game: cairn.Game, face: str | None, odds: dict[str, int] | None, x: float, y: float) -> None:
    content = _content(game)
    wide, tall = CELL
    if face is None:
        pen.rect(x, y, wide, tall, fill="none", stroke="#bbbbbb", thick=1, dashed=True)
        return
    if face == TOKEN:
        pen.rect(x, y, wide, tall, fill="#fdebd0", thick=3)
        pen.circle(x + wide / 2, y + 28, 13, "#e67e22")
        pen.write(x + wide / 2, y + 58, game.texts.titles[TOKEN], 13, bold=True, anchor="middle")
        return
    number = content.faces.index(face)
    pen.rect(x, y, wide, tall, HIGH if content.elevation[number] >= 5 else LOW, thick=3 if odds else 1.5)
    pen.write(
        x + wide / 2, y + 18, game.texts.titles[content.names[content.kind_of[number]]], 13, bold=True, anchor="middle"
    )
    rated = {"difficulty": content.difficulty[number], "elevation": content.elevation[number]}
    numbers = drawn(game, "short-numbers", **rated)
    pen.write(x + wide / 2, y + 41, numbers, 14, anchor="middle")
    if odds is not None:
        pen.write(x + wide / 2, y + 63, drawn(game, "ways", n=odds["ways"]), 11, anchor="middle")


def _side(pen: Pen, game: cairn.Game, view: View, seat: int, lines: Lines, x: float, y: float) -> float:
    """One player's things; returns where they end."""
    zones = view["zones"]
    role = ROLES[seat ^ zones["mountain"]]
    goals = zones["goals"][role]
    titles = game.texts.titles
    rows = [f"{drawn(game, 'goals')}:", *(f"  {titles[name]}" for name in goals["cards"])]
    if goals["count"] > len(goals["cards"]):
        rows.append("  " + drawn(game, "secret", n=goals["count"] - len(goals["cards"])))
    if role == "mountain":
        hand = zones["hand"]
        known = hand["cards"] or hand["known"]
        rows += [drawn(game, "hand", n=hand["count"]), *(f"  {_title(game, name)}" for name in known)]
    else:
        kept = zones["kept"]
        rows += [drawn(game, "kept", n=len(kept)), *(f"  {_title(game, name)}" for name in kept)]
    asked = seat == view["seat"]
    wide, tall = 300.0, 44 + len(rows) * 17
    pen.rect(x, y, wide, tall, fill="#fbfbfb", stroke=SEATS[seat], thick=4 if asked else 1.5)
    pen.write(x + 10, y + 18, drawn(game, "seat", number=seat, role=role), 14, bold=True, fill=SEATS[seat])
    points = drawn(game, "points", **points_known(lines))
    pen.write(x + wide - 10, y + 18, points, 12, bold=True, anchor="end")
    for number, words in enumerate(rows):
        left = x + 10 + (12 if words.startswith("  ") else 0)
        pen.write(left, y + 42 + number * 17, words.strip(), 12)
    if asked:
        pen.write(x + wide - 10, y + 40, drawn(game, "asked"), 12, anchor="end")
    return y + tall


def _title(game: cairn.Game, face: str) -> str:
    content = _content(game)
    return game.texts.titles[content.names[content.kind_of[content.faces.index(face)]]]


def pending(game: cairn.Game, zones: dict[str, Any]) -> list[str]:
    """What weighs on the next rolls, a text each."""
    numbers = {
        "per-die": zones["per_die"],
        "next-roll": zones["next_roll"],
        "spring": zones["spring"][0],
        "curses": len(zones["curses"]),
        "cold": zones["cold"],
        "skip": zones["skip"],
    }
    found = [said(game, key, n=number) for key, number in numbers.items() if number]
    return found + [said(game, "provisions")] * bool(zones["provisions"])


def _content(game: cairn.Game) -> Content:
    assert isinstance(game, ThePeak)
    return game.content
