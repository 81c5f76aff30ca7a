"""Which bots there are, and the spec strings that configure them: `name` or `name:key=value,key=value`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cairn.bots.bot import Bot
from cairn.bots.climber import BEAM, WORLDS, ClimberBot
from cairn.bots.hiker import HikerBot
from cairn.bots.random import RandomBot
from cairn.core.contract import Game
from cairn.core.errors import UnknownBot


class Kind:
    """One row of the table: how a bot is made from spec string, game and settings, and which settings it knows."""

    def __init__(self, make: Callable[[str, Game, dict[str, int]], Bot], settings: tuple[str, ...] = ()) -> None:
        self.make = make
        self.settings = settings


def names() -> list[str]:
    return list(KINDS)


def make(spec: str, game: Game) -> Bot:
    """The bot of a spec string, `name` or `name:key=value,key=value`. UnknownBot says what there is instead."""
    name, colon, rest = spec.strip().partition(":")
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
    return ClimberBot(spec, game, max(1, settings.get("worlds", WORLDS)), settings.get("beam", BEAM))


KINDS: Final[dict[str, Kind]] = {
    "random": Kind(_random),
    "hiker": Kind(_hiker),
    "climber": Kind(_climber, ("worlds", "beam")),
}
