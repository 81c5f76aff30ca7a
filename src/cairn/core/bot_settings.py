"""What a game says about its bots, in the file `bots.toml` of its folder. A game without one gets the usual values.

    [search]       how it is searched; SearchSettings says what each number does
    [guide]        how long this level thinks about one decision: iterations, ms
    [summit]
    [win_share]    what each level wins against `climber` at two seats: where it stands in ratings
    [ladder]       long: fewer games show the strength of bots; options: those with which strength shows

All of it is optional, and so is each entry.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

from cairn.core.contract import Game, OptionValue
from cairn.core.errors import BadContent


class Budget:
    """How long to think: a number of iterations, or milliseconds, or whichever ends first; 0 is no limit."""

    def __init__(self, iterations: int, ms: int) -> None:
        if iterations <= 0 and ms <= 0:
            raise ValueError("a budget needs a number of iterations or of milliseconds")
        self.iterations = iterations
        self.ms = ms


class SearchSettings:
    """How a game is searched; found by matches."""

    def __init__(
        self,
        prior_weight: float = 8.0,
        exploration: float = 1.0,
        temperature: float = 0.5,
        rollout_turns: int = 2,
        rollout_sample: int = 4,
        root_choices: int = 12,
        worlds: int = 3,
        beam_width: int = 8,
        points_weight: float = 0.1,
        horizon: int = 0,
        plan_width: int = 12,
    ) -> None:
        self.prior_weight = prior_weight
        """How many visits the evaluator's prior of a choice counts for."""
        self.exploration = exploration
        """How much a choice with few visits is preferred."""
        self.temperature = temperature
        """Turns priors into probabilities: a higher one spreads the first visits wider."""
        self.rollout_turns = rollout_turns
        """How many ends of turns a rollout reaches before the evaluator values it."""
        self.rollout_sample = rollout_sample
        """A rollout plays the best of so many choices, drawn at random."""
        self.root_choices = root_choices
        """How many choices at the root are searched, those with the best priors."""
        self.worlds = worlds
        """In how many determinizations the priors at the root are taken."""
        self.beam_width = beam_width
        """How many lines the beam that takes them keeps."""
        self.points_weight = points_weight
        """How much the margin counts beside the win itself: winning by more, losing by less."""
        self.horizon = horizon
        """Through how many of its own turns a seat plans, with a beam; with 0 it searches a tree."""
        self.plan_width = plan_width
        """How many lines that beam keeps in the first determinization; so many more in each one after it."""


WHOLE_NUMBERS: Final = (
    "rollout_turns",
    "rollout_sample",
    "root_choices",
    "worlds",
    "beam_width",
    "horizon",
    "plan_width",
)
NUMBERS: Final = ("prior_weight", "exploration", "temperature", "points_weight")
LEVELS: Final = ("random", "hiker", "guide", "summit")


class BotSettings:
    """What `bots.toml` says, with the usual values for what it leaves out."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        parts = _Parts(data, where)
        parts.known(("search", "guide", "summit", "win_share", "ladder"))
        self.search = parts.search()
        self.guide = parts.budget("guide", Budget(400, 250))
        self.summit = parts.budget("summit", Budget(4000, 1800))
        self.win_share: dict[str, float] = parts.win_share()
        """What each level wins against `climber`."""
        parts.known(("long", "options"), "ladder")
        self.long: bool = parts.flag("ladder", "long")
        """Whether games take so long that fewer of them must do to measure strength."""
        self.ladder_options: dict[str, OptionValue] = parts.options("ladder", "options")
        """Options with which strength shows best."""


class _Parts:
    """The tables of a file. Whatever cannot be is refused by its place."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.data = data
        self.where = where

    def known(self, names: tuple[str, ...], table: str = "") -> None:
        for name in self.table(table) if table else self.data:
            if name not in names:
                place = f"[{table}] {name}" if table else f"[{name}]"
                raise BadContent(f"{self.where}: {place} is not known; known are: {', '.join(names)}")

    def table(self, name: str) -> dict[str, Any]:
        table = self.data.get(name, {})
        if not isinstance(table, dict):
            raise BadContent(f"{self.where}: {name} should be a table, [{name}]")
        return table

    def search(self) -> SearchSettings:
        self.known(WHOLE_NUMBERS + NUMBERS, "search")
        table = self.table("search")
        for name, value in table.items():
            if name in WHOLE_NUMBERS:
                self.whole("search", name, value)
            elif isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
                raise BadContent(f"{self.where}: [search] {name} should be a number from 0 up, not {value!r}")
        settings: dict[str, Any] = {**table, **{name: float(table[name]) for name in NUMBERS if name in table}}
        return SearchSettings(**settings)

    def whole(self, table: str, name: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise BadContent(f"{self.where}: [{table}] {name} should be a whole number from 0 up, not {value!r}")
        return value

    def budget(self, level: str, usual: Budget) -> Budget:
        self.known(("iterations", "ms"), level)
        table = self.table(level)
        iterations = self.whole(level, "iterations", table.get("iterations", usual.iterations))
        ms = self.whole(level, "ms", table.get("ms", usual.ms))
        if not iterations and not ms:
            raise BadContent(f"{self.where}: [{level}] needs iterations or ms above 0")
        return Budget(iterations, ms)

    def win_share(self) -> dict[str, float]:
        self.known(LEVELS, "win_share")
        shares = {"random": 0.02, "hiker": 0.05, "guide": 0.65, "summit": 0.70}
        for level, share in self.table("win_share").items():
            if not isinstance(share, float) or not 0.0 < share < 1.0:
                raise BadContent(f"{self.where}: [win_share] {level} should be between 0.0 and 1.0, not {share!r}")
            shares[level] = share
        return shares

    def flag(self, table: str, name: str) -> bool:
        value = self.table(table).get(name, False)
        if not isinstance(value, bool):
            raise BadContent(f"{self.where}: [{table}] {name} should be true or false, not {value!r}")
        return value

    def options(self, table: str, name: str) -> dict[str, OptionValue]:
        value = self.table(table).get(name, {})
        if not isinstance(value, dict):
            raise BadContent(f"{self.where}: [{table}] {name} should be a table of options, not {value!r}")
        return value


_read: dict[str, BotSettings] = {}


def bot_settings(game: Game) -> BotSettings:
    """What a game says about its bots; read once. BadContent says what is wrong with the file."""
    package = game.package
    if package not in _read:
        _read[package] = BotSettings(_file(package), f"{package}/bots.toml")
    return _read[package]


def _file(package: str) -> dict[str, Any]:
    if not package:
        return {}
    file = resources.files(package) / "bots.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
