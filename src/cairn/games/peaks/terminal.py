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
from cairn.core.sheet import Lines, shown, total
from cairn.games.peaks.content import (
    ACTIONS,
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
    NAMED_GEAR,
    NOTHING,
    STAMINA_STEP,
    SURE_FOOTED,
    TILE,
    Content,
)
from cairn.games.peaks.game import Peaks
from cairn.games.peaks.state import counted

WIDEST = 100

PLACES = {"north-america": "n amer.", "south-america": "s amer."}
TILES = {"low-gear": "lo gear", "high-gear": "hi gear", "new-plans": "plans"}
COLUMNS = [
    ("", 1),
    ("", 18),
    ("", 8),
    ("metres", 6),
    ("energy", 6),
    ("exp", 3),
    ("gear", 6),
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
TRACK_GIVES = {FLAG: "flag", BONUS: "bonus card", STAMINA_STEP: "stamina", ANY_GEAR: "gear", TILE: "tile"}
MARKS = {"@": "acclimatization", "+": "one roll more", "!": "lost in danger"}
NEEDS = {
    "flags-in": "{n} flags in {of}",
    "continents": "flags in {n} continents",
    "flags-in-one": "{n} flags in one continent",
    "climbed": "{n} mountains climbed",
    "climbed-a": "{n} mountains of deck a climbed",
    "climbed-b": "{n} mountains of deck b climbed",
    "climbed-over": "{n} climbed over {of} m",
    "climbed-under": "{n} climbed under {of} m",
    "climbed-continents": "climbs in {n} continents",
    "climbed-in-one": "{n} climbs in one continent",
    "dice-max": "{n} dice at their last level",
    "tiles": "tiles moved {n} times",
    "stamina": "stamina {n}",
    "experience": "experience {n}",
    "gear": "{n} gear left",
    "companions": "{n} companions left",
}


def draw(game: cairn.Game, view: View, names: list[str], scores: list[Lines], width: int) -> RenderableType:
    assert isinstance(game, Peaks)
    table = Drawing(game.content, view, names, min(width, WIDEST))
    parts: list[RenderableType] = [table.facts(), table.world(), table.display()]
    if view["zones"]["climb"] or view["zones"]["proposal"]:
        parts.append(table.climb())
    if view["zones"]["drawn"]:
        parts.append(table.drawn())
    if view["zones"]["dealt"]:
        parts.append(table.boosts())
    parts += [table.mat(seat, scores[seat]) for seat in range(len(names))]
    return Group(*parts, legend())


def legend() -> Text:
    """The letters, and the marks of mountains that ask to be in their continent or for one more roll."""
    words = {**{letter: word for word, letter in {**LETTERS, **GEAR_LETTERS}.items()}, **MARKS}
    return Text("  ".join(f"{letter} {word}".replace(" ", "\u00a0") for letter, word in words.items()), style="dim")


class Drawing:
    """One view, drawn part by part."""

    def __init__(self, content: Content, view: View, names: list[str], width: int) -> None:
        self.content = content
        self.view = view
        self.zones: dict[str, Any] = view["zones"]
        self.names = names
        self.width = width

    def facts(self) -> Text:
        """Where the game stands."""
        zones = self.zones
        decks = zones["decks"]
        text = Text(f"Turn {zones['turn']}" if zones["turn"] else "Set-up", style="bold")
        text.append(f"   decks: a {decks['a']}, b {decks['b']}, bonus {decks['bonus']}", style="not bold")
        text.append(f", companions {decks['companions']}", style="not bold")
        text.append(f"   the display fills from {DECKS[zones['swapped']]}", style="not bold dim")
        if zones["last_turns"] >= 0:
            text.append("   LAST ROUND", style="bold red")
        return text

    def climb(self) -> RenderableType:
        """The climb that is proposed or under way: the mountain with its rewards, who comes, what is missing."""
        zones, content = self.zones, self.content
        climb = zones["climb"]
        offer = climb or zones["proposal"]
        leader = zones["player"]
        company = [seat for seat in (climb["climbers"] if climb else zones["bound"]) if seat != leader]
        card = content.numbers[offer["mountain"]]
        other = "y" if offer["group"] == "x" else "x"
        text = Text(f"{self.names[leader]} {'climbs' if climb else 'proposes'} {offer['mountain']}", style="bold")
        text.append(f" for {offer['group']}", style="bold")
        text.append(f" with {', '.join(self.names[seat] for seat in company)}" if company else "", style="not bold")
        text.append(f"   others pay {content.shared_energy[card]} and gain {other}: ", style="not bold dim")
        text.append(self._rewards(card * 2 + (other == "y")), style="not bold")
        text.append(f", experience {content.others_die[self._climb_level()]}", style="not bold dim")
        if offer["companions"] and not climb:
            text.append(f"   with {', '.join(offer['companions'])}", style="not bold")
        rolls = self._rolls(card, company, climb["experience"] if climb else 0)
        text.append(f"\n{rolls} danger roll{'s' * (rolls != 1)} as it stands", style="not bold")
        if climb and climb["danger"]:
            text.append("   DANGER: marked rewards are lost", style="bold red")
        return Panel(
            Group(self.mountains([("", offer["mountain"])], True), text),
            title="climb" if climb else "proposal",
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
        return Panel(Group(*parts, *words), title="drawn", title_align="left", box=box.ROUNDED, width=self.width)

    def world(self) -> RenderableType:
        """Flags by seat and continent; a seat's own place is in brackets."""
        content, zones = self.content, self.zones
        grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
        grid.add_column("flags")
        for continent in content.continents:
            grid.add_column(PLACES.get(continent, continent), justify="center")
        grid.add_column("all", justify="right")
        most = [max(player["flags"][name] for player in zones["players"]) for name in content.continents]
        for seat, player in enumerate(zones["players"]):
            cells = [
                self._flags(player, continent, player["flags"][continent] == most[number])
                for number, continent in enumerate(content.continents)
            ]
            placed = Text(f"{sum(player['flags'].values())} of {content.supply}")
            grid.add_row(self._name(seat), *cells, placed)
        grid.add_row(
            Text("at rest", style="dim"), *(Text(TILES.get(tile, tile), style="dim") for tile in zones["tiles"]), ""
        )
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
        return Panel(self.mountains(rows, True), title="display", title_align="left", box=box.ROUNDED, width=self.width)

    def mountains(self, rows: list[tuple[str, str]], headings: bool = False) -> Table:
        """Cards line by line: what a mountain asks for, and what its groups give."""
        grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim", show_header=headings)
        for heading, width in COLUMNS:
            numeric = heading in ("metres", "energy", "exp")
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
            Text(PLACES.get(place, place)),
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
        safe = given(self.content.safe_rewards[group])
        parts = []
        for name, count in given(self.content.rewards[group]).items():
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
            gives = ", ".join(f"{what} {count}" for what, count in given(content.boost_gains[boost]).items())
            chosen = zones["chosen"][number // 2] == number % 2
            grid.add_row(
                self._name(number // 2) if number % 2 == 0 else "",
                Text(name, style="bold" if chosen else ""),
                f"energy {content.boost_energy[boost]}, stamina {content.boost_stamina[boost]}, {gives}",
            )
        return Panel(grid, title="boosts", title_align="left", box=box.ROUNDED, width=self.width)

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
            subtitle=Text(f"{shown(total(lines))} flags if the game ended now"),
            subtitle_align="right",
            border_style="" if asked else "dim",
            box=box.HEAVY if asked else box.ROUNDED,
            width=self.width,
        )

    def _trackers(self, player: dict[str, Any]) -> Text:
        content = self.content
        space = player["experience"]
        text = Text.assemble(("energy ", "dim"), (str(player["energy"]), "bold #82b5f2"))
        text.append("  stamina ", style="dim").append(str(player["stamina"]), style="bold")
        text.append("  experience ", style="dim").append(str(content.experience[space]), style="bold")
        text.append(f" (space {space})", style="dim").append("  climbed ", style="dim")
        text.append(str(len(player["climbed"])), style="bold")
        if player["climbed"]:
            highest = max(content.elevation[content.numbers[name]] for name in player["climbed"])
            text.append(f" (highest {highest} m)", style="dim")
        return text

    def _ahead(self, player: dict[str, Any]) -> Text:
        """What the tracks give next."""
        content = self.content
        words = []
        for name, gives, at in (
            ("stamina", content.stamina_gives, player["stamina"]),
            ("space", content.experience_gives, player["experience"]),
        ):
            space = next((space for space in range(at + 1, len(gives)) if gives[space] != NOTHING), None)
            if space is not None:
                words.append(f"{name} {space}: {TRACK_GIVES[gives[space]]}")
        return Text(f"next {', '.join(words)}" if words else "nothing ahead on the tracks", style="dim")

    def _actions(self, player: dict[str, Any]) -> Text:
        """Cubes of each action, what its die shows, and how far its tile is."""
        text = Text()
        for action in ACTIONS:
            cubes = "\u25a0" * player["cubes"][action] or "-"
            text.append(f"{action} ", style="dim").append(cubes, style="#7fc97f")
            text.append(f" die {self._face(action, player['dice'][action])} tile {player['upgrades'][action]}   ")
        return text

    def _face(self, action: str, level: int) -> str:
        content = self.content
        if action == "climb":
            return f"{content.climb_die[level]}/{content.others_die[level]}"
        return str((content.rest_die if action == "rest" else content.prepare_die)[level])

    def _belongings(self, player: dict[str, Any]) -> Text:
        """Gear and companions."""
        gear = [f"{name} {count}" for name, count in player["gear"].items() if count]
        text = Text("gear " if gear else "", style="dim").append(", ".join(gear), style="not dim #f6b26b")
        for name, uses in zip(player["companions"], player["uses"], strict=True):
            if name is not None:
                text.append("   " if text.plain else "").append_text(self._companion(name)).append(f", {uses} left")
        return text

    def _companion(self, name: str) -> Text:
        number = self.content.numbers[name] - FIRST_COMPANION
        text = Text(name, style="not dim bold")
        return text.append(
            f" exp {self.content.companion_experience[number]}{self._ability(number)}", style="not dim not bold"
        )

    def _ability(self, number: int) -> str:
        kind, amount = self.content.ability[number], self.content.ability_amount[number]
        if kind == NOTHING:
            return ""
        if kind >= NAMED_GEAR:
            return f" + {self.content.gear[kind - NAMED_GEAR]}"
        if kind == SURE_FOOTED:
            return " + sure feet"
        return f" + {amount} {'energy' if kind == ENERGY_GAIN else GAINS[kind]}"

    def _plans(self, seat: int) -> Text:
        """Bonus cards: the viewer's own in words, how many of others."""
        hand = self.zones["hands"][seat]
        if hand["cards"] is None:
            return Text(f"{hand['count']} bonus card{'s' * (hand['count'] != 1)}" if hand["count"] else "", style="dim")
        return Text("\n").join([self._plan(name) for name in hand["cards"]])

    def _plan(self, name: str) -> Text:
        content = self.content
        number = content.numbers[name] - FIRST_BONUS
        kind, of = content.need[number], content.need_of[number]
        place = content.continents[of] if kind == "flags-in" else of
        flags = content.bonus_flags[number]
        gain = content.discard_gain[number]
        smaller = "energy" if gain == ENERGY_GAIN else GAINS[gain]
        text = Text(name, style="bold")
        text.append(f": {NEEDS[kind].format(n=content.need_amount[number], of=place)}", style="not bold")
        text.append(f" for {flags} flag{'s' * (flags > 1)}", style="not bold")
        return text.append(f", or {content.discard_amount[number]} {smaller} now", style="not bold dim")


def given(gains: int) -> dict[str, int]:
    """Packed gains by name, those that are there."""
    return {name: count for name, count in counted(gains).items() if count}
