"""The board of PEAKS: the six continents with everybody's flags, the display, and a mat for each seat.

Rewards and gear are told by letters that a line below the board explains; colour only repeats what is written.
"""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import cairn
from cairn.core.contract import View
from cairn.core.message import Value
from cairn.core.sheet import Lines, total
from cairn.core.texts import Texts
from cairn.games.peaks.content import (
    ACTIONS,
    ACTS,
    ANY_GEAR,
    BONUS,
    DECK_A,
    DECKS,
    ENERGY_GAIN,
    FIRST_BONUS,
    FIRST_BOOST,
    FIRST_COMPANION,
    FLAG,
    GAINS,
    GOALS,
    NAMED_GEAR,
    NOTHING,
    PLACES,
    STAMINA_STEP,
    SURE_FOOTED,
    TILE,
    Content,
)
from cairn.games.peaks.gains import left
from cairn.games.peaks.game import Peaks

WIDEST = 100

COLUMNS = [
    ("", 1),
    ("", 18),
    ("", 8),
    ("head-metres", 6),
    ("head-energy", 6),
    ("head-experience", 3),
    ("head-gear", 6),
    ("x", 10),
    ("y", 10),
]
LETTERS = {"flag": "F", "stamina": "S", "bonus": "B", "companion": "C", "die": "D", "experience": "E"}
GEAR_LETTERS = {
    "tent": "t",
    "crampons": "c",
    "climbing-shoes": "s",
    "harness": "h",
    "ice-axe": "a",
    "oxygen": "o",
}
TRACK_GIVES = {FLAG: "flag", BONUS: "bonus", STAMINA_STEP: "stamina", ANY_GEAR: "gear", TILE: "tile"}
MARKS = {"@": "asks-acclimatization", "+": "asks-danger", "!": "mark-lost"}


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    assert isinstance(game, Peaks)
    table = Drawing(game, view, names, min(width, WIDEST))
    parts: list[RenderableType] = [table.facts(), table.world(), table.display()]
    if view["zones"]["climb"] or view["zones"]["proposal"]:
        parts.append(table.climb())
    if view["zones"]["drawn"]:
        parts.append(table.drawn())
    if view["zones"]["dealt"]:
        parts.append(table.boosts())
    if view["zones"]["rival_flags"] and len(names) == 1:
        parts.append(table.rival())
    parts += [table.mat(seat, scores[seat]) for seat in range(len(names))]
    return Group(*parts, table.legend())


class Drawing:
    """One view, drawn part by part."""

    def __init__(self, game: Peaks, view: View, names: list[str], width: int) -> None:
        self.content = game.content
        self.texts = game.texts
        self.view = view
        self.zones: dict[str, Any] = view["zones"]
        self.names = names
        self.width = width

    def say(self, key: str, **words: Value) -> str:
        """A text of [board]. Cards and the like stay as they are typed."""
        return self.texts.message("board", key).format(words)

    def name(self, thing: str) -> str:
        return self.texts.say("name", thing, {})

    def legend(self) -> Text:
        """The letters, and the marks of mountains that ask to be in their continent or for one more roll."""
        words = {letter: self.name(f"one-{gain}") for gain, letter in LETTERS.items()}
        words.update({letter: self.name(gear) for gear, letter in GEAR_LETTERS.items()})
        words.update({mark: self.say(key) for mark, key in MARKS.items()})
        return Text("  ".join(f"{letter} {word}".replace(" ", "\u00a0") for letter, word in words.items()), style="dim")

    def facts(self) -> Text:
        """Where the game stands."""
        zones = self.zones
        text = Text(self.say("turn", n=zones["turn"]) if zones["turn"] else self.say("set-up"), style="bold")
        text.append(f"   {self.say('decks-left', **zones['decks'])}", style="not bold")
        deck = DECKS[zones["swapped"]].upper()
        text.append(f"   {self.say('fills-from', deck=deck)}", style="not bold dim")
        if zones["last_turns"] >= 0:
            text.append(f"   {self.say('last-round').upper()}", style="bold red")
        return text

    def rival(self) -> RenderableType:
        """What the rival of a game alone has, plans and may still draw, and what the scenario asks for."""
        zones, content = self.zones, self.content
        flags = [
            f"{self.name(f'short-{name}')} {zones['rival_flags'][number]}"
            for number, name in enumerate(content.continents)
        ]
        text = Text(f"{', '.join(flags)}   {self.say('rival-climbed', count=len(zones['rival_climbed']))}")
        if zones["rival_plan"]:
            text.append(f"\n{self.say('rival-plan', card=zones['rival_plan'])}. ", style="bold")
            text.append(self._rival_act(zones["rival_plan"]))
        if zones["rival_deck"]:
            text.append(f"\n{self.say('rival-deck', cards=', '.join(zones['rival_deck']))}", style="dim")
        for scenario in content.scenarios:
            if scenario.name == self.view["options"]["scenario"]:
                bronze, silver, gold = scenario.medals
                turns = self.say("scenario-turns", scenario=scenario.name, turns=scenario.turns)
                goal = self.name(GOALS[scenario.goal])
                medals = self.say("scenario-medals", goal=goal, bronze=bronze, silver=silver, gold=gold)
                text.append(f"\n{turns}. {medals}", style="bold")
        return Panel(text, title=self.say("rival"), title_align="left", box=box.ROUNDED, width=self.width)

    def _rival_act(self, name: str) -> str:
        content = self.content
        card = content.rival_cards.index(name)
        act, where = content.rival_act[card], content.rival_where[card]
        return self.say(f"rival-{ACTS[act]}-{PLACES[act][where]}", flags=content.rival_flags[card])

    def climb(self) -> RenderableType:
        """The climb that is proposed or under way: the mountain with its rewards, who comes, what is missing."""
        zones, content = self.zones, self.content
        climb = zones["climb"]
        offer = climb or zones["proposal"]
        leader = zones["player"]
        company = [seat for seat in (climb["climbers"] if climb else zones["bound"]) if seat != leader]
        card = content.numbers[offer["mountain"]]
        other = "y" if offer["group"] == "x" else "x"
        who = "who-climbs" if climb else "who-proposes"
        told = self.say(who, seat=self.names[leader], mountain=offer["mountain"], group=offer["group"])
        text = Text(told, style="bold")
        if company:
            together = ", ".join(self.names[seat] for seat in company)
            text.append(f" {self.say('in-company', seats=together)}", style="not bold")
        rewards = self._rewards(card * 2 + (other == "y"))
        more = content.others_die[self._climb_level()]
        gains = self.say("others-gain", energy=content.shared_energy[card], group=other, rewards=rewards, n=more)
        text.append(f"   {gains}", style="not bold dim")
        if offer["companions"] and not climb:
            text.append(f"   {self.say('in-company', seats=', '.join(offer['companions']))}", style="not bold")
        rolls = self._rolls(card, company, climb["experience"] if climb else 0)
        text.append("\n").append(self.say("rolls-now", n=rolls), style="not bold")
        if climb and climb["danger"]:
            text.append(f"   {self.say('danger-lost')}", style="bold red")
        return Panel(
            Group(self.mountains([("", offer["mountain"])], True), text),
            title=self.say("climbing" if climb else "proposed"),
            title_align="left",
            box=box.ROUNDED,
            width=self.width,
        )

    def _climb_level(self) -> int:
        level: int = self.zones["players"][self.zones["player"]]["dice"]["climb"]
        return level

    def _rolls(self, card: int, company: list[int], companions: int) -> int:
        content, players = self.content, self.zones["players"]
        experience = [content.experience[player["experience"]] for player in players]
        best = max((experience[seat] for seat in company), default=0)
        missing = content.needs_experience[card] - experience[self.zones["player"]] - best - companions
        return int(max(missing, 0)) + content.extra_danger[card]

    def drawn(self) -> RenderableType:
        """Mountains to choose from; a companion who needs a slot is told in the question."""
        content = self.content
        rows = [("", name) for name in self.zones["drawn"] if content.numbers[name] < FIRST_BONUS]
        words = [self._companion(name) for name in self.zones["drawn"] if content.numbers[name] >= FIRST_COMPANION]
        parts: list[RenderableType] = [self.mountains(rows)] if rows else []
        return Panel(
            Group(*parts, *words), title=self.say("drawn"), title_align="left", box=box.ROUNDED, width=self.width
        )

    def world(self) -> RenderableType:
        """Flags by seat and continent; a seat's own place is in brackets."""
        content, zones = self.content, self.zones
        grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        grid.add_column(self.say("fact-flags"))
        for continent in content.continents:
            grid.add_column(self.name(f"short-{continent}"), justify="center")
        grid.add_column(self.say("head-all"), justify="right")
        most = [max(player["flags"][name] for player in zones["players"]) for name in content.continents]
        for seat, player in enumerate(zones["players"]):
            cells = [
                self._flags(player, continent, player["flags"][continent] == most[number])
                for number, continent in enumerate(content.continents)
            ]
            placed = Text(self.say("of-supply", n=sum(player["flags"].values()), supply=content.supply))
            grid.add_row(self._name(seat), *cells, placed)
        tiles = [Text(self.name(f"short-{tile}"), style="dim") for tile in zones["tiles"]]
        grid.add_row(Text(self.say("head-rest"), style="dim"), *tiles, "")
        return grid

    def _flags(self, player: dict[str, Any], continent: str, most: bool) -> Text:
        count = player["flags"][continent]
        words = str(count) if count else "."
        here = player["continent"] == continent
        return Text(f"[{words}]" if here else words, style="bold" if count and most else "" if count else "dim")

    def _name(self, seat: int) -> Text:
        asked = seat == self.view["seat"]
        return Text(("> " if asked else "") + self.names[seat][:16], style="bold" if asked else "")

    def display(self) -> RenderableType:
        rows = [(str(slot), card) for slot, card in enumerate(self.zones["display"], 1) if card is not None]
        title = self.say("display")
        return Panel(self.mountains(rows, True), title=title, title_align="left", box=box.ROUNDED, width=self.width)

    def mountains(self, rows: list[tuple[str, str]], headings: bool = False) -> Table:
        """Cards line by line: what a mountain asks for, and what its groups give."""
        grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim", show_header=headings)
        for key, width in COLUMNS:
            heading = self.say(key) if key.startswith("head") else key
            numeric = key in ("head-metres", "head-energy", "head-experience")
            grid.add_column(heading, width=width, no_wrap=True, justify="right" if numeric else "left")
        for place, name in rows:
            grid.add_row(Text(place, style="cyan"), *self._mountain(name))
        return grid

    def _mountain(self, name: str) -> list[Text]:
        content = self.content
        card = content.numbers[name]
        place = content.continents[content.continent[card]]
        return [
            Text(name, style="bold" if content.deck[card] == DECK_A else "bold #f2cf5b"),
            Text(self.name(f"short-{place}")),
            Text(str(content.elevation[card])),
            Text(f"{content.energy[card]}/{content.shared_energy[card]}", style="#82b5f2"),
            Text(str(content.needs_experience[card] or "")),
            self._needs(card),
            Text(self._rewards(card * 2)),
            Text(self._rewards(card * 2 + 1)),
        ]

    def _needs(self, card: int) -> Text:
        """Gear by letters, then marks."""
        content = self.content
        gear = [content.gear[number] for number in content.needs_gear[card]]
        words = "".join(GEAR_LETTERS.get(name, name[0]) for name in gear)
        marks = ("@" if content.acclimatization[card] else "") + ("+" if content.extra_danger[card] else "")
        return Text(f"{words}{marks}", style="#f6b26b")

    def _rewards(self, group: int) -> str:
        safe = left(self.content.safe_rewards[group])
        parts = []
        for name, count in left(self.content.rewards[group]).items():
            kept = safe.get(name, 0)
            parts += [LETTERS[name]] * kept + [LETTERS[name] + "!"] * (count - kept)
        return "".join(parts)

    def boosts(self) -> RenderableType:
        """Two for each seat, open on the table."""
        content, zones = self.content, self.zones
        grid = Table.grid(padding=(0, 2, 0, 0))
        for number, name in enumerate(zones["dealt"]):
            if name is None:
                continue
            boost = content.numbers[name] - FIRST_BOOST
            energy, stamina = content.boost_energy[boost], content.boost_stamina[boost]
            gains = self.texts.readable(left(content.boost_gains[boost]))
            chosen = zones["chosen"][number // 2] == number % 2
            grid.add_row(
                self._name(number // 2) if number % 2 == 0 else "",
                Text(name, style="bold" if chosen else ""),
                self.say("boost-gives", energy=energy, stamina=stamina, gains=gains),
            )
        return Panel(grid, title=self.say("dealt"), title_align="left", box=box.ROUNDED, width=self.width)

    def mat(self, seat: int, lines: Lines) -> RenderableType:
        player = self.zones["players"][seat]
        rows: list[RenderableType] = [self._trackers(player), self._ahead(player), self._actions(player)]
        rows += [text for text in (self._belongings(player), self._plans(seat)) if text.plain]
        if player["mountains"]:
            rows.append(self.mountains([("", card) for card in player["mountains"]]))
        asked = seat == self.view["seat"]
        return Panel(
            Group(*rows),
            title=self._name(seat),
            title_align="left",
            subtitle=Text(flags_now(self.texts, lines)),
            subtitle_align="right",
            border_style="" if asked else "dim",
            box=box.HEAVY if asked else box.ROUNDED,
            width=self.width,
        )

    def _trackers(self, player: dict[str, Any]) -> Text:
        content = self.content
        space = player["experience"]
        text = Text()
        for key, number in (
            ("fact-energy", player["energy"]),
            ("fact-stamina", player["stamina"]),
            ("fact-experience", content.experience[space]),
        ):
            text.append(f"{self.say(key)} ", style="dim").append(f"{number}  ", style="bold")
        text.right_crop(1)
        text.append(self.say("on-space", n=space), style="dim")
        text.append(f"  {self.say('fact-climbed')} ", style="dim")
        text.append(str(len(player["climbed"])), style="bold")
        if player["climbed"]:
            highest = max(content.elevation[content.numbers[name]] for name in player["climbed"])
            text.append(" ").append(self.say("highest", n=highest), style="dim")
        return text

    def _ahead(self, player: dict[str, Any]) -> Text:
        """What the tracks give next."""
        content = self.content
        words = []
        for name, gives, at in (
            ("fact-stamina", content.stamina_gives, player["stamina"]),
            ("track-space", content.experience_gives, player["experience"]),
        ):
            space = next((space for space in range(at + 1, len(gives)) if gives[space] != NOTHING), None)
            if space is not None:
                gain = self.name(f"one-{TRACK_GIVES[gives[space]]}")
                words.append(self.say("next-part", track=self.say(name), space=space, what=gain))
        return Text(self.say("next-on", what=", ".join(words)) if words else self.say("nothing-ahead"), style="dim")

    def _actions(self, player: dict[str, Any]) -> Text:
        """Cubes of each action, what its die shows, and how far its tile is."""
        text = Text()
        for action in ACTIONS:
            cubes = "\u25a0" * player["cubes"][action] or "-"
            text.append(f"{self.say(f'action-{action}')} ", style="dim").append(cubes, style="#7fc97f")
            face = self._face(action, player["dice"][action])
            text.append(f" {self.say('die-and-tile', die=face, n=player['upgrades'][action])}   ")
        return text

    def _face(self, action: str, level: int) -> str:
        content = self.content
        if action == "climb":
            return f"{content.climb_die[level]}/{content.others_die[level]}"
        return str((content.rest_die if action == "rest" else content.prepare_die)[level])

    def _belongings(self, player: dict[str, Any]) -> Text:
        """Gear and companions."""
        gear = [f"{self.name(name)} {count}" for name, count in player["gear"].items() if count]
        text = Text(f"{self.say('head-gear')} " if gear else "", style="dim").append(
            ", ".join(gear), style="not dim #f6b26b"
        )
        for name, uses in zip(player["companions"], player["uses"], strict=True):
            if name is not None:
                text.append("   " if text.plain else "").append_text(self._companion(name))
                text.append(f", {self.say('uses', n=uses)}")
        return text

    def _companion(self, name: str) -> Text:
        number = self.content.numbers[name] - FIRST_COMPANION
        text = Text(f"{name} ", style="not dim bold")
        words = [self.say("companion-exp", n=self.content.companion_experience[number])]
        if self.content.ability[number] != NOTHING:
            words.append(ability_words(self.texts, self.content, number))
        return text.append(", ".join(words), style="not dim not bold")

    def _plans(self, seat: int) -> Text:
        """Bonus cards: the viewer's own in words, how many of others."""
        hand = self.zones["hands"][seat]
        if hand["cards"] is None:
            return Text(self.say("hand", n=hand["count"]) if hand["count"] else "", style="dim")
        return Text("\n").join([self._plan(name) for name in hand["cards"]])

    def _plan(self, name: str) -> Text:
        content = self.content
        number = content.numbers[name] - FIRST_BONUS
        flags = self.texts.say("amount", "flag", {"n": content.bonus_flags[number]})
        text = Text(name, style="bold")
        text.append(f": {need_words(self.texts, content, number)}", style="not bold")
        text.append(" ").append(self.say("for-flags", flags=flags), style="not bold")
        return text.append(
            f", {self.say('or-now', what=smaller_bonus(self.texts, content, number))}", style="not bold dim"
        )


def need_words(texts: Texts, content: Content, number: int) -> str:
    """What a bonus card asks for at the end."""
    kind, of = content.need[number], content.need_of[number]
    place = content.continents[of] if kind == "flags-in" else of
    return texts.say("effect", f"need-{kind}", {"n": content.need_amount[number], "of": place})


def smaller_bonus(texts: Texts, content: Content, number: int) -> str:
    """What a bonus card gives when it is discarded."""
    return gain_words(texts, content.discard_gain[number], content.discard_amount[number])


def ability_words(texts: Texts, content: Content, number: int) -> str:
    """What a companion does each time it comes along."""
    kind = content.ability[number]
    if kind == NOTHING:
        return texts.say("effect", "none", {})
    if kind == SURE_FOOTED:
        return texts.say("effect", "sure-footed", {})
    if kind >= NAMED_GEAR:
        return texts.say("amount", content.gear[kind - NAMED_GEAR], {"n": 1})
    return gain_words(texts, kind, content.ability_amount[number])


def gain_words(texts: Texts, kind: int, count: int) -> str:
    return texts.say("amount", "energy" if kind == ENERGY_GAIN else GAINS[kind], {"n": count})


def flags_now(texts: Texts, lines: Lines) -> str:
    """The score of a seat, as far as it is known."""
    flags = total(lines)
    return texts.say("board", "flags-hidden", {}) if flags is None else texts.say("board", "flags-now", {"n": flags})
