"""The board of The Peak: the 5x5 mountainside with its cards, the token, and what weighs on the next roll.

A card shows its name, its Difficulty after a d and its Elevation after an e, and the odds of crossing it where it can
be challenged now.
"""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, points_known, said
from cairn.games.the_peak.content import Clause, Content
from cairn.games.the_peak.drawing import pending
from cairn.games.the_peak.game import ThePeak

WIDTH = 11
TOKEN = "mountaineer"
ROLES = ("mountain", "mountaineer")
SIDES = {"mountain": "side-mountain", "mountaineer": "side-mountaineer"}
WHEN = {"play": "when-play", "cross": "when-cross", "fail": "when-fail", "keep": "when-keep"}


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    sides = (_side(game, view, names, scores, seat) for seat in range(len(names)))
    return Group(_mountainside(game, view), _facts(game, view), *sides, *_meanings(game, view))


def _mountainside(game: cairn.Game, view: View) -> RenderableType:
    zones = view["zones"]
    grid = Table(box=box.SQUARE, show_header=False, show_lines=True, pad_edge=False, padding=0)
    grid.add_column(width=1, style="dim", vertical="middle")
    for _ in "abcde":
        grid.add_column(width=WIDTH, justify="center", vertical="middle")
    for row in range(5, 0, -1):
        places = [f"{column}{row}" for column in "abcde"]
        cells = [_cell(game, zones["board"][place], zones["odds"].get(place)) for place in places]
        grid.add_row(str(row), *cells)
    letters = Text("  " + "".join(f"{column:^{WIDTH + 1}}" for column in "abcde"), style="dim")
    return Group(grid, letters)


def _cell(game: cairn.Game, face: str | None, odds: dict[str, int] | None) -> Text:
    if face is None:
        return Text("\n.\n", style="dim")
    if face == TOKEN:
        return Text(f"\n@\n{said(game, 'climber')}", style="bold #f2a65b")
    content = _content()
    number = content.faces.index(face)
    words = content.names[content.kind_of[number]].replace("-", " ", 1).replace(" ", "\n")
    text = Text(f"{words if chr(10) in words else words + chr(10)}\n", style="bold" if odds is not None else "")
    text.append(f"d{content.difficulty[number]}", style="#f28b82").append(" ")
    text.append(f"e{content.elevation[number]}", style="#f2cf5b")
    if odds is not None:
        text.append(f" {odds['ways']}/36", style="bold #7fc97f")
    return text


def _facts(game: cairn.Game, view: View) -> Text:
    zones = view["zones"]
    facts = Text()
    if view["options"]["match"] == "two":
        facts.append(said(game, "game", n=1 + zones["mountain"]) + "   ", style="bold")
    facts.append(
        said(game, "facts", round=zones["round"], deck=zones["deck"]["count"], discarded=len(zones["discard"]))
    )
    for words in pending(game, zones):
        facts.append("   " + words, style="bold")
    if zones["needs"] is not None:
        facts.append("   " + said(game, "needs", needs=zones["needs"]), style="bold")
    return facts


def _side(game: cairn.Game, view: View, names: list[str], scores: list[Lines], seat: int) -> RenderableType:
    """One player's own things: the Mountain's hand or the Mountaineer's kept cards, and the goals."""
    zones = view["zones"]
    role = ROLES[seat ^ zones["mountain"]]
    goals = zones["goals"][role]
    text = Text()
    if role == "mountain":
        hand = zones["hand"]
        seen = hand["cards"] or hand["known"]
        text.append(said(game, "hand", what=", ".join(seen) or said(game, "hand-unseen", n=hand["count"])))
        if 0 < len(seen) < hand["count"]:
            text.append(said(game, "hand-more", n=hand["count"] - len(seen)), style="dim")
    else:
        text.append(said(game, "kept", what=", ".join(zones["kept"]) or said(game, "nothing-kept")))
    secret = said(game, "goals-secret", n=goals["count"])
    text.append("\n" + said(game, "goals", what=", ".join(goals["cards"]) or secret))
    for goal in goals["cards"]:
        text.append(f"\n  {goal}: {_goal_text(game, goal)}", style="dim")
    if zones["first_game"]:
        text.append("\n" + said(game, "first-game", n=zones["first_game"][seat]))
    asked = seat == view["seat"]
    return Panel(
        text,
        title=Text(("> " if asked else "") + said(game, SIDES[role], seat=names[seat]), style="bold" if asked else ""),
        subtitle=Text(said(game, "points", **points_known(scores[seat]))),
        box=box.HEAVY if asked else box.ROUNDED,
        width=5 * (WIDTH + 1) + 4,
    )


def _meanings(game: cairn.Game, view: View) -> list[RenderableType]:
    """What the cards do that the viewer can choose from now."""
    if view["decision"] is None or view["viewer"] != view["decision"]["seat"]:
        return []
    zones = view["zones"]
    kind = view["decision"]["kind"]
    cards: list[str] = zones["hand"]["cards"] if kind in ("play", "bridge") else []
    if kind in ("challenge", "retry"):
        cards = [zones["board"][cell] for cell in zones["odds"]]
    content = _content()
    lines = Text()
    for number in sorted({content.kind_of[content.faces.index(card)] for card in cards}):
        clauses = [clause for clause in content.clauses if clause.kind == number]
        due = [_effect_text(game, clause) for clause in clauses if _is_due(clause.on, clause.does, view)]
        meaning = "; ".join(due) or game.texts.say("effect", "none", {})
        lines.append(game.texts.titles[content.names[number]], style="bold").append(f"  {meaning}\n")
    return [lines] if lines else []


def _effect_text(game: cairn.Game, clause: Clause) -> str:
    numbers: dict[str, object] = {"amount": clause.amount, "times": clause.times}
    return said(game, WHEN[clause.on], effect=game.texts.say("effect", clause.does, numbers))


def _is_due(moment: str, does: str, view: View) -> bool:
    """A Wooden Bridge works at one moment only, by option."""
    return does != "exchange" or moment == view["options"]["bridge_trigger"]


def _goal_text(game: cairn.Game, name: str) -> str:
    goal = next(goal for goal in _content().goals if goal.name == name)
    return game.texts.say("effect", goal.counts, {"points": goal.points, "least": goal.least})


def _content() -> Content:
    game = cairn.game(ThePeak.slug)
    assert isinstance(game, ThePeak)
    return game.content
