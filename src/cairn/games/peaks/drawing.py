"""PEAKS as SVG: every card, or a table with the world, the display and a mat for each seat."""

from __future__ import annotations

from typing import Any, Final

import cairn
from cairn.core.contract import View
from cairn.core.sheet import Lines, shown, total
from cairn.core.svg import DIM, PAPER, SEATS, Pen
from cairn.games.peaks.content import (
    ACTIONS,
    BONUS_CARDS,
    BOOSTS,
    COMPANIONS,
    DECK_A,
    ENERGY_GAIN,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    GAINS,
    MOUNTAINS,
    NAMED_GEAR,
    NOTHING,
    SURE_FOOTED,
    Content,
)
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.state import counted

GROUNDS: Final = ("#fbe3c0", "#f8d3cf", "#d5e5f7", "#d6ecd2", "#e6d9f5", "#cfeeea")
"""One for each continent, whose name is always written too."""
CARD: Final = (240.0, 118.0)
SMALL: Final = (240.0, 62.0)
GAP: Final = 8.0
PER_ROW: Final = 5
CONTINENT: Final = (206.0, 132.0)
MAT: Final = (436.0, 150.0)


def sheet(game: cairn.Game) -> str:
    """All mountains, then bonus cards, companions and boosts."""
    content = _content(game)
    pen = Pen()
    for card in range(MOUNTAINS):
        x, y = card % PER_ROW * (CARD[0] + GAP), card // PER_ROW * (CARD[1] + GAP)
        _mountain(pen, content, card, x, y)
    for heading, first, count in (
        ("Bonus cards", FIRST_BONUS, BONUS_CARDS),
        ("Companions", FIRST_COMPANION, COMPANIONS),
        ("Boosts", FIRST_BOOST, BOOSTS),
    ):
        top = pen.bottom + 28
        pen.write(0, top, heading, 16, bold=True)
        for number in range(count):
            x, y = number % PER_ROW * (SMALL[0] + GAP), top + 18 + number // PER_ROW * (SMALL[1] + GAP)
            pen.rect(x, y, *SMALL, fill="#fffbe6")
            pen.write(x + 9, y + 16, content.titles[first + number], 12, bold=True)
            pen.write(x + 9, y + 42, _does(content, first + number), 11, fill=DIM)
    return pen.svg(f"The cards of {game.title}")


def table(game: cairn.Game, view: View) -> str:
    """The world with everybody's flags, the display and each seat's mat, as the viewer may see them."""
    content = _content(game)
    pen = Pen()
    zones = view["zones"]
    decks = ", ".join(f"{name} {count}" for name, count in zones["decks"].items())
    pen.write(0, 0, f"Cards left in the decks: {decks}", 14, bold=True)
    for number, name in enumerate(content.continents):
        _continent(pen, zones, number, name, number * (CONTINENT[0] + GAP), 18)
    top = pen.bottom + 26
    pen.write(0, top, "Display", 14, bold=True)
    for slot, name in enumerate(zones["display"]):
        x = slot * (CARD[0] + GAP)
        if name is None:
            pen.rect(x, top + 14, *CARD, fill="none", stroke="#bbbbbb", dashed=True)
        else:
            _mountain(pen, content, content.numbers[name], x, top + 14)
    top = pen.bottom + 14
    left, row_end = 0.0, top
    for seat in range(view["seats"]):
        end = _mat(pen, content, view, seat, view["scores"][seat], left, top)
        row_end = max(row_end, end)
        left += MAT[0] + GAP
        if seat % 3 == 2:
            left, top = 0.0, row_end + GAP
    return pen.svg(f"A table of {game.title}")


def _continent(pen: Pen, zones: dict[str, Any], number: int, name: str, x: float, y: float) -> None:
    """A continent with its rest tile, who is there and whose flags are."""
    wide, tall = CONTINENT
    pen.rect(x, y, wide, tall, GROUNDS[number])
    pen.write(x + 9, y + 16, _words(name), 14, bold=True)
    pen.write(x + 9, y + 34, f"rest here: {zones['tiles'][number].replace('-', ' ')}", 11, fill=DIM)
    seats = range(len(zones["players"]))
    for at, seat in enumerate(seats):
        player = zones["players"][seat]
        px, py = x + 10 + at % 2 * (wide / 2), y + 58 + at // 2 * 26
        here = player["continent"] == name
        if here:
            pen.rect(px - 5, py - 12, wide / 2 - 8, 23, fill=PAPER, stroke=SEATS[seat], thick=2.5)
        words = f"S{seat}: {_flags(player['flags'][name])}"
        pen.write(px, py, words, 12, bold=here, fill=SEATS[seat] if here or player["flags"][name] else DIM)


def _flags(count: int) -> str:
    return "no flag" if count == 0 else f"{count} flag" + "s" * (count > 1)


def _mountain(pen: Pen, content: Content, card: int, x: float, y: float) -> None:
    """What a mountain asks for, and what its two groups of rewards give."""
    wide, tall = CARD
    pen.rect(x, y, wide, tall, GROUNDS[content.continent[card]])
    title = content.titles[card]
    pen.write(x + 9, y + 16, _fitted(title, 29), 12, bold=True)
    place = _words(content.continents[content.continent[card]])
    deck = "a" if content.deck[card] == DECK_A else "b"
    pen.write(x + 9, y + 34, f"{place}, {content.elevation[card]} m, deck {deck}", 11, fill=DIM)
    energy = f"Energy {content.energy[card]}, shared {content.shared_energy[card]}"
    experience = content.needs_experience[card]
    pen.write(x + 9, y + 51, energy + (f", experience {experience}" if experience else ""), 11)
    needs = [_words(content.gear[number]).lower() for number in content.needs_gear[card]]
    needs += ["acclimatization"] * bool(content.acclimatization[card]) + ["danger"] * bool(content.extra_danger[card])
    pen.write(x + 9, y + 68, _fitted(", ".join(needs) or "no gear", 33), 11)
    for group, letter in enumerate("xy"):
        pen.write(x + 9, y + 87 + group * 18, f"{letter}:", 11, bold=True)
        pen.write(x + 24, y + 87 + group * 18, _fitted(_rewards(content, card * 2 + group), 34), 11)


def _rewards(content: Content, group: int) -> str:
    """By name; an exclamation mark is on those that danger may take."""
    safe = counted(content.safe_rewards[group])
    words: list[str] = []
    for name, count in counted(content.rewards[group]).items():
        kept = safe.get(name, 0)
        words += [_many(name, kept)] * (kept > 0) + [_many(name, count - kept) + "!"] * (count > kept)
    return ", ".join(words)


def _many(name: str, count: int) -> str:
    return name if count == 1 else f"{count} {name}"


def _mat(pen: Pen, content: Content, view: View, seat: int, lines: Lines, x: float, y: float) -> float:
    """One seat's trackers, dice, gear, companions and cards; returns where it ends."""
    zones = view["zones"]
    player = zones["players"][seat]
    rows = [
        f"Energy {player['energy']}, stamina {player['stamina']}, "
        f"experience {content.experience[player['experience']]} (space {player['experience']})",
        *(_action(player, action) for action in ACTIONS),
        "Gear: " + (", ".join(f"{_words(name).lower()} {n}" for name, n in player["gear"].items() if n) or "none"),
    ]
    for name, uses in zip(player["companions"], player["uses"], strict=True):
        if name is not None:
            rows.append(f"With {content.titles[content.numbers[name]]}, {uses} uses left")
    hand = zones["hands"][seat]
    if hand["cards"]:
        rows += [f"Plan: {content.titles[content.numbers[name]]}" for name in hand["cards"]]
    elif hand["count"]:
        rows.append(f"Bonus cards in hand: {hand['count']}")
    rows += [f"To climb: {content.titles[content.numbers[name]]}" for name in player["mountains"]]
    rows += _wrapped("Climbed: ", [content.titles[content.numbers[name]] for name in player["climbed"]])
    wide, tall = MAT[0], 44.0 + len(rows) * 17
    asked = seat == view["seat"]
    pen.rect(x, y, wide, tall, fill="#fbfbfb", stroke=SEATS[seat], thick=4 if asked else 1.5)
    pen.write(x + 10, y + 18, f"Seat {seat} (S{seat})", 14, bold=True, fill=SEATS[seat])
    if asked:
        pen.write(x + wide / 2, y + 18, "is asked", 12, anchor="middle")
    pen.write(x + wide - 10, y + 18, f"flags so far: {shown(total(lines))}", 12, bold=True, anchor="end")
    for number, words in enumerate(rows):
        pen.write(x + 10, y + 42 + number * 17, _fitted(words, 62), 11)
    return y + tall


def _action(player: dict[str, Any], action: str) -> str:
    cubes, die, tile = (player[part][action] for part in ("cubes", "dice", "upgrades"))
    return f"{action.title()}: cubes {cubes}, die level {die}, tile level {tile}"


def _wrapped(heading: str, names: list[str]) -> list[str]:
    """A list in lines that fit a mat."""
    lines: list[str] = []
    line = heading
    for number, name in enumerate(names):
        part = name + (", " if number + 1 < len(names) else "")
        if len(line) + len(part) > 60:
            lines.append(line)
            line = "   "
        line += part
    return [*lines, line] if names else []


def _does(content: Content, card: int) -> str:
    """A bonus card, companion or boost in two lines."""
    if card >= FIRST_BOOST:
        number = card - FIRST_BOOST
        gains = ", ".join(f"{name} {n}" for name, n in counted(content.boost_gains[number]).items() if n)
        return f"energy {content.boost_energy[number]}, stamina {content.boost_stamina[number]}\n{gains}"
    if card >= FIRST_COMPANION:
        number = card - FIRST_COMPANION
        return f"experience {content.companion_experience[number]}\n{_ability(content, number)}"
    number = card - FIRST_BONUS
    kind, of = content.need[number], content.need_of[number]
    where = f" {_words(content.continents[of])}" if kind == "flags-in" else f" {of}" if of else ""
    need = f"{content.need_amount[number]} x {kind.replace('-', ' ')}{where}"
    gain = content.discard_gain[number]
    smaller = "energy" if gain == ENERGY_GAIN else GAINS[gain]
    flags = _flags(content.bonus_flags[number])
    return f"{flags} for {need}\nor now: {content.discard_amount[number]} {smaller}"


def _ability(content: Content, number: int) -> str:
    kind, amount = content.ability[number], content.ability_amount[number]
    if kind == NOTHING:
        return "nothing more"
    if kind >= NAMED_GEAR:
        return f"brings {_words(content.gear[kind - NAMED_GEAR]).lower()}"
    if kind == SURE_FOOTED:
        return "sure-footed"
    return f"{amount} {'energy' if kind == ENERGY_GAIN else GAINS[kind]}"


def _fitted(words: str, letters: int) -> str:
    return words if len(words) <= letters else words[: letters - 3] + "..."


def _words(name: str) -> str:
    return name.replace("-", " ").title()


def _content(game: cairn.Game) -> Content:
    assert isinstance(game, Peaks)
    return game.content
