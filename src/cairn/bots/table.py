"""Which bots there are, and the spec strings that configure them: `name` or `name:key=value,key=value`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Final

from cairn.bots.beam import DEEPEST
from cairn.bots.bot import Bot
from cairn.bots.climber import BEAM, WORLDS, ClimberBot
from cairn.bots.hiker import HikerBot
from cairn.bots.random import RandomBot
from cairn.bots.search_bot import SearchBot
from cairn.core.bot_settings import Budget, bot_settings
from cairn.core.contract import Game
from cairn.core.errors import UnknownBot


class Kind:
    """One row of the table: how a bot is made from spec string, game and settings, and which settings it knows."""

    def __init__(self, make: Callable[[str, Game, dict[str, int]], Bot], settings: tuple[str, ...] = ()) -> None:
        self.make = make
        self.settings = settings


def names() -> list[str]:
    """The names of all bots, without their parameters."""
    return list(KINDS)


def make(spec: str, game: Game) -> Bot:
    """The bot of a spec string, `name` or `name:key=value,key=value`. UnknownBot says what there is instead."""
    name, colon, rest = spec.strip().partition(":")
    if name in OUTSIDE:
        outside: Any = importlib.import_module(OUTSIDE[name])
        made: Bot = outside.make(spec.strip(), game)
        return made
    kind = KINDS.get(name)
    if kind is None:
        raise UnknownBot(f"there is no bot '{name}'; there are: {', '.join(names())}")
    return kind.make(spec.strip(), game, _settings(name, kind, rest) if colon else {})


def _settings(name: str, kind: Kind, text: str) -> dict[str, int]:
    settings: dict[str, int] = {}
    known = ", ".join(kind.settings) if kind.settings else "none"
    for part in text.split(","):
        key, _, value = part.strip().partition("=")
        if key not in kind.settings:
            raise UnknownBot(f"the bot '{name}' has no setting '{key}'; its settings are: {known}")
        if not value.isdecimal():
            raise UnknownBot(f"the setting '{key}' of the bot '{name}' is a whole number from 0 up, not '{value}'")
        settings[key] = int(value)
    return settings


def _random(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    return RandomBot(spec, game)


def _hiker(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    return HikerBot(spec, game)


def _climber(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    worlds = max(1, settings.get("worlds", WORLDS))
    beam = max(1, settings.get("beam", BEAM))
    return ClimberBot(spec, game, worlds, beam, max(1, settings.get("deep", DEEPEST)))


def _guide(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    return _searching(spec, game, _budget(settings, bot_settings(game).guide))


def _summit(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    return _searching(spec, game, _budget(settings, bot_settings(game).summit))


def _search(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    return _searching(spec, game, _own_budget(settings))


def _plain(spec: str, game: Game, settings: dict[str, int]) -> Bot:
    return SearchBot(spec, game, _own_budget(settings), bot_settings(game).search, True)


def _searching(spec: str, game: Game, budget: Budget) -> Bot:
    return SearchBot(spec, game, budget, bot_settings(game).search, False)


def _budget(settings: dict[str, int], usual: Budget) -> Budget:
    """The usual budget of a level, but for what the settings say: `ms=0` takes its clock away."""
    iterations = settings.get("iterations", usual.iterations)
    ms = settings.get("ms", usual.ms)
    if not iterations and not ms:
        raise UnknownBot("a search needs a number of iterations or of milliseconds, not 0 of both")
    return Budget(iterations, ms)


def _own_budget(settings: dict[str, int]) -> Budget:
    """What the settings ask for, and as long as a guide may think if they ask for nothing."""
    iterations = settings.get("iterations", 0)
    ms = settings.get("ms", 0)
    return Budget(iterations, ms) if iterations or ms else Budget(0, USUAL_MS)


OUTSIDE: Final = {"cmd": "cairn.envs.command", "openspiel": "cairn.envs.ismcts"}
"""Players from elsewhere, each made by `make(spec, game)` of a module that is imported when one is asked for."""
USUAL_MS: Final = 250
BUDGET: Final = ("iterations", "ms")
KINDS: Final[dict[str, Kind]] = {
    "random": Kind(_random),
    "hiker": Kind(_hiker),
    "climber": Kind(_climber, ("worlds", "beam", "deep")),
    "guide": Kind(_guide, BUDGET),
    "summit": Kind(_summit, BUDGET),
    "search": Kind(_search, BUDGET),
    "plain": Kind(_plain, BUDGET),
}
