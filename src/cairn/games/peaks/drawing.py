"""PEAKS as SVG: every card, or a table with the world, the display, the climb under way and a mat for each seat."""

from __future__ import annotations

import textwrap
from typing import Any, Final

import cairn
from cairn.core.contract import View
from cairn.core.message import Value
from cairn.core.sheet import Lines
from cairn.core.svg import DIM, PAPER, SEATS, Pen
from cairn.games.peaks.content import (
    ACTIONS,
    BONUS_CARDS,
    BOOSTS,
    COMPANIONS,
    DECKS,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    MOUNTAINS,
)
from cairn.games.peaks.gains import left
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.terminal import ability_words, flags_now, need_words, smaller_bonus

GROUNDS: Final = ("#fbe3c0", "#f8d3cf", "#d5e5f7", "#d6ecd2", "#e6d9f5", "#cfeeea")
"""One for each continent, whose name is always written too."""
CARD: Final = (313.0, 134.0)
SMALL: Final = (313.0, 62.0)
LETTERS: Final = 52
"""So many fit a line of a card."""
GAP: Final = 8.0
PER_ROW: Final = 4
CONTINENT: Final = (206.0, 132.0)
MAT: Final = (436.0, 150.0)


def sheet(game: cairn.Game) -> str:
    """All mountains, then bonus cards, companions and boosts."""
    return Drawing(game).sheet()


def part(game: cairn.Game, name: str) -> str:
    """One card by its id; empty if there is none."""
    return Drawing(game).part(name)


def table(game: cairn.Game, view: View) -> str:
    """The world with everybody's flags, the display and each seat's mat, as the viewer may see them."""
    return Drawing(game).table(view)


class Drawing:
    def __init__(self, game: cairn.Game) -> None:
        assert isinstance(game, Peaks)
        self.title = game.title
        self.content = game.content
        self.texts = game.texts
        self.pen = Pen()

    def say(self, key: str, **words: Value) -> str:
        return self.texts.message("board", key).format(words)

    def name(self, thing: str) -> str:
        return str(self.texts.readable(thing))

    # The sheet

    def sheet(self) -> str:
        pen = self.pen
        for card in range(MOUNTAINS):
            self.mountain(card, card % PER_ROW * (CARD[0] + GAP), card // PER_ROW * (CARD[1] + GAP))
        for heading, first, count in (
            ("sheet-bonus", FIRST_BONUS, BONUS_CARDS),
            ("sheet-companions", FIRST_COMPANION, COMPANIONS),
            ("sheet-boosts", FIRST_BOOST, BOOSTS),
        ):
            top = pen.bottom + 28
            pen.write(0, top, self.say(heading), 16, bold=True)
            for number in range(count):
                x, y = number % PER_ROW * (SMALL[0] + GAP), top + 18 + number // PER_ROW * (SMALL[1] + GAP)
                self.small_card(first + number, x, y)
        return pen.svg(self.say("sheet-title", game=self.title))

    def part(self, name: str) -> str:
        card = self.content.numbers.get(name)
        if card is None:
            return ""
        if card < MOUNTAINS:
            self.mountain(card, 0, 0)
        else:
            self.small_card(card, 0, 0)
        return self.pen.svg(self.content.titles[card])

    def small_card(self, card: int, x: float, y: float) -> None:
        self.pen.rect(x, y, *SMALL, fill="#fffbe6")
        self.pen.write(x + 9, y + 16, self.texts.titles[self.content.names[card]], 12, bold=True)
        for line, words in enumerate(self.effect(card)):
            self.pen.write(x + 9, y + 35 + line * 16, words, 11, fill=DIM)

    def effect(self, card: int) -> tuple[str, str]:
        """A bonus card, companion or boost in two lines."""
        content, texts = self.content, self.texts
        if card >= FIRST_BOOST:
            number = card - FIRST_BOOST
            energy = self.say("energy", n=content.boost_energy[number])
            stamina = self.say("stamina", n=content.boost_stamina[number])
            return f"{energy}, {stamina}", str(texts.readable(left(content.boost_gains[number])))
        if card >= FIRST_COMPANION:
            number = card - FIRST_COMPANION
            return self.say("experience", n=content.companion_experience[number]), ability_words(texts, content, number)
        number = card - FIRST_BONUS
        flags = texts.say("amount", "flag", {"n": content.bonus_flags[number]})
        need = f"{need_words(texts, content, number)} {self.say('for-flags', flags=flags)}"
        return need, self.say("or-now", what=smaller_bonus(texts, content, number))

    def mountain(self, card: int, x: float, y: float) -> None:
        """What a mountain asks for, and what its two groups of rewards give."""
        pen, content = self.pen, self.content
        pen.rect(x, y, *CARD, fill=GROUNDS[content.continent[card]])
        pen.write(x + 9, y + 16, self.texts.titles[content.names[card]], 12, bold=True)
        place = self.say(
            "place-metres",
            continent=self.name(content.continents[content.continent[card]]),
            metres=content.elevation[card],
            deck=DECKS[content.deck[card]].upper(),
        )
        pen.write(x + 9, y + 34, place, 11, fill=DIM)
        energy, shared = content.energy[card], content.shared_energy[card]
        asks = self.say("asks-line", alone=energy, shared=shared, n=content.needs_experience[card])
        pen.write(x + 9, y + 51, asks, 11)
        needs = [self.name(content.gear[number]) for number in content.needs_gear[card]]
        if content.acclimatization[card]:
            needs.append(self.say("asks-acclimatization"))
        if content.extra_danger[card]:
            needs.append(self.say("asks-danger"))
        for line, words in enumerate(_wrapped("", needs or [self.say("no-gear")], LETTERS)):
            pen.write(x + 9, y + 68 + line * 16, words.strip(), 11)
        for group, letter in enumerate("xy"):
            pen.write(x + 9, y + 103 + group * 18, f"{self.name(letter)}:", 11, bold=True)
            pen.write(x + 26, y + 103 + group * 18, self.rewards(card * 2 + group), 11)

    def rewards(self, group: int) -> str:
        """An exclamation mark is on those that danger may take."""
        safe = left(self.content.safe_rewards[group])
        words: list[str] = []
        for name, count in left(self.content.rewards[group]).items():
            kept = safe.get(name, 0)
            if kept:
                words.append(self.few(name, kept))
            if count > kept:
                words.append(f"{self.few(name, count - kept)}!")
        return ", ".join(words)

    def few(self, gain: str, count: int) -> str:
        """Without an article, to fit a card."""
        return self.name(f"one-{gain}") if count == 1 else self.texts.say("amount", gain, {"n": count})

    # The table

    def table(self, view: View) -> str:
        pen, zones = self.pen, view["zones"]
        turn = self.say("turn", n=zones["turn"]) if zones["turn"] else self.say("set-up")
        last = [self.say("last-round")] if zones["last_turns"] >= 0 else []
        deck = DECKS[zones["swapped"]].upper()
        facts = [turn, *last, self.say("decks-left", **zones["decks"]), self.say("fills-from", deck=deck)]
        pen.write(0, 0, "; ".join(facts), 14, bold=True)
        for number, name in enumerate(self.content.continents):
            self.continent(zones, number, name, number * (CONTINENT[0] + GAP), 18)
        self.row(self.say("display"), zones["display"])
        if zones["drawn"]:
            self.row(self.say("drawn"), zones["drawn"])
        if zones["dealt"]:
            self.row(self.say("dealt"), zones["dealt"])
        if zones["climb"] or zones["proposal"]:
            self.climb(zones)
        self.mats(view)
        return pen.svg(self.say("table-title", game=self.title))

    def row(self, heading: str, cards: list[str | None]) -> None:
        """Cards side by side below what is drawn so far; a dashed frame for a place without."""
        pen = self.pen
        top = pen.bottom + 26
        pen.write(0, top, heading, 14, bold=True)
        for slot, name in enumerate(cards):
            x, y = slot % PER_ROW * (CARD[0] + GAP), top + 14 + slot // PER_ROW * (SMALL[1] + GAP)
            if name is None:
                pen.rect(x, y, *SMALL, fill="none", stroke="#bbbbbb", dashed=True)
            elif self.content.numbers[name] < MOUNTAINS:
                self.mountain(self.content.numbers[name], x, y)
            else:
                self.small_card(self.content.numbers[name], x, y)

    def climb(self, zones: dict[str, Any]) -> None:
        """The climb that is proposed or under way, and who takes part."""
        pen = self.pen
        climb = zones["climb"]
        offer = climb or zones["proposal"]
        top = pen.bottom + 26
        pen.write(0, top, self.say("climbing" if climb else "proposed"), 14, bold=True)
        self.mountain(self.content.numbers[offer["mountain"]], 0, top + 14)
        leader = zones["player"]
        who = "who-climbs" if climb else "who-proposes"
        mountain, group = self.name(offer["mountain"]), self.name(offer["group"])
        lines = [self.say(who, seat=f"S{leader}", mountain=mountain, group=group)]
        company = [f"S{seat}" for seat in (climb["climbers"] if climb else zones["bound"]) if seat != leader]
        came = [card for cards in climb["companions"] for card in cards] if climb else offer["companions"]
        groups = [company, [self.name(card) for card in came]]
        lines += [self.say("in-company", seats=", ".join(group)) for group in groups if group]
        if climb and climb["danger"]:
            lines.append(self.say("danger-lost"))
        for number, words in enumerate(lines):
            pen.write(CARD[0] + 2 * GAP, top + 30 + number * 18, words, 12)

    def continent(self, zones: dict[str, Any], number: int, name: str, x: float, y: float) -> None:
        """A continent with its rest tile, who is there and whose flags are."""
        pen = self.pen
        wide, tall = CONTINENT
        pen.rect(x, y, wide, tall, GROUNDS[number])
        pen.write(x + 9, y + 16, self.name(name), 14, bold=True)
        tile = self.say(f"tile-{zones['tiles'][number]}")
        pen.write(x + 9, y + 34, self.say("rest-here", tile=tile), 11, fill=DIM)
        for seat, player in enumerate(zones["players"]):
            px, py = x + 10 + seat % 2 * (wide / 2 - 2), y + 58 + seat // 2 * 26
            here = player["continent"] == name
            if here:
                pen.rect(px - 5, py - 12, wide / 2 - 8, 23, fill=PAPER, stroke=SEATS[seat], thick=2.5)
            words = self.say("seat-flags", seat=seat, n=player["flags"][name])
            pen.write(px, py, words, 12, bold=here, fill=SEATS[seat] if here or player["flags"][name] else DIM)

    def mats(self, view: View) -> None:
        left_edge, top = 0.0, self.pen.bottom + 14
        row_end = top
        for seat in range(view["seats"]):
            row_end = max(row_end, self.mat(view, seat, view["scores"][seat], left_edge, top))
            left_edge += MAT[0] + GAP
            if seat % 3 == 2:
                left_edge, top = 0.0, row_end + GAP

    def mat(self, view: View, seat: int, lines: Lines, x: float, y: float) -> float:
        """One seat's trackers, dice, gear, companions and cards; returns where it ends."""
        pen = self.pen
        rows = [line for row in self.belongings(view["zones"], seat) for line in _broken(row)]
        wide, tall = MAT[0], 44.0 + len(rows) * 17
        asked = seat == view["seat"]
        pen.rect(x, y, wide, tall, fill="#fbfbfb", stroke=SEATS[seat], thick=4 if asked else 1.5)
        pen.write(x + 10, y + 18, self.say("seat-title", seat=seat), 14, bold=True, fill=SEATS[seat])
        if asked:
            pen.write(x + 140, y + 18, self.say("is-asked"), 12)
        pen.write(x + wide - 10, y + 18, flags_now(self.texts, lines), 12, bold=True, anchor="end")
        for number, words in enumerate(rows):
            pen.write(x + 10, y + 42 + number * 17, words, 11)
        return y + tall

    def belongings(self, zones: dict[str, Any], seat: int) -> list[str]:
        player, hand = zones["players"][seat], zones["hands"][seat]
        space = player["experience"]
        gear = [self.say("gear-each", gear=self.name(name), n=n) for name, n in player["gear"].items() if n]
        rows = [
            self.say(
                "tracks-line",
                energy=player["energy"],
                stamina=player["stamina"],
                n=self.content.experience[space],
                space=space,
            ),
            *(self.action(player, action) for action in ACTIONS),
            self.say("gear-line", gear=", ".join(gear) or self.say("none")),
        ]
        for name, uses in zip(player["companions"], player["uses"], strict=True):
            if name is not None:
                rows.append(self.say("with-companion", card=self.name(name), n=uses))
        if hand["cards"]:
            rows += [self.say("plan-line", card=self.name(name)) for name in hand["cards"]]
        elif hand["count"]:
            rows.append(self.say("hand", n=hand["count"]))
        rows += [self.say("to-climb-line", card=self.name(name)) for name in player["mountains"]]
        return rows + _wrapped(self.say("climbed-line"), [self.name(name) for name in player["climbed"]], 60)

    def action(self, player: dict[str, Any], action: str) -> str:
        return self.say(
            "action-line",
            action=self.say(f"action-{action}"),
            cubes=player["cubes"][action],
            die=player["dice"][action],
            tile=player["upgrades"][action],
        )


def _wrapped(heading: str, names: list[str], letters: int) -> list[str]:
    """A list in lines of so many letters at the most."""
    lines: list[str] = []
    line = f"{heading} "
    for number, name in enumerate(names):
        part = name + (", " if number + 1 < len(names) else "")
        if len(line) + len(part) > letters:
            lines.append(line)
            line = "   "
        line += part
    return [*lines, line] if names else []


def _broken(words: str) -> list[str]:
    """Words in as many lines of a mat as they need."""
    return textwrap.wrap(words, 62, subsequent_indent="   ")
