"""What a game says about its bots, in the file `bots.toml` of its folder. A game without one gets the usual values.

    [search]       how it is searched; SearchSettings says what each number does
    [guide]        how long this level thinks about one decision: iterations, ms
    [summit]
    [win_share]    what each level wins against `climber` at two seats: where it stands in ratings
    [ladder]       long: fewer games show the strength of bots; options: those with which strength shows

All of it is optional, and so is each entry.
"""

from __future__ import annotations

from typing import Any, Final

from cairn.core.content import read_toml
from cairn.core.contract import Game, OptionValue
from cairn.core.fields import Fields, content_fields


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
MOST: Final = 1_000_000
"""No setting is larger."""


class BotSettings:
    """What `bots.toml` says, with the usual values for what it leaves out."""

    def __init__(self, data: object, where: str) -> None:
        top = content_fields(data, where)
        self.search = _search(top.part_if_there("search"))
        self.guide = _budget(top.part_if_there("guide"), Budget(400, 250))
        self.summit = _budget(top.part_if_there("summit"), Budget(4000, 1800))
        self.win_share: dict[str, float] = _win_share(top.part_if_there("win_share"))
        """What each level wins against `climber`."""
        ladder = top.part_if_there("ladder")
        self.long: bool = ladder.has("long") and ladder.flag("long")
        """Whether games take so long that fewer of them must do to measure strength."""
        self.ladder_options: dict[str, OptionValue] = _options(ladder.part_if_there("options"))
        """Options with which strength shows best."""
        ladder.end()
        top.end()


def _search(part: Fields) -> SearchSettings:
    settings: dict[str, Any] = {name: part.number(name, 0, MOST) for name in WHOLE_NUMBERS if part.has(name)}
    settings.update({name: part.decimal(name, 0.0, 1000.0) for name in NUMBERS if part.has(name)})
    part.end()
    return SearchSettings(**settings)


def _budget(part: Fields, usual: Budget) -> Budget:
    iterations = part.number("iterations", 0, MOST) if part.has("iterations") else usual.iterations
    ms = part.number("ms", 0, MOST) if part.has("ms") else usual.ms
    if not iterations and not ms:
        raise part.refuse("", "needs iterations or ms above 0")
    part.end()
    return Budget(iterations, ms)


def _win_share(part: Fields) -> dict[str, float]:
    shares = {"random": 0.02, "hiker": 0.05, "guide": 0.65, "summit": 0.70}
    for level in shares:
        if part.has(level):
            shares[level] = part.decimal(level, 0.001, 0.999)
    part.end()
    return shares


def _options(part: Fields) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for name in part.names():
        value = part.value(name)
        if not isinstance(value, (str, int, bool)):
            raise part.refuse(name, f"should be a text, a whole number, true or false, not {value!r}")
        options[name] = value
    return options


_read: dict[str, BotSettings] = {}


def bot_settings(game: Game) -> BotSettings:
    """What a game says about its bots; read once. BadContent says what is wrong with the file."""
    package = game.package
    if package not in _read:
        data = read_toml(package, "bots.toml") if package else {}
        _read[package] = BotSettings(data, f"{package}/bots.toml")
    return _read[package]
