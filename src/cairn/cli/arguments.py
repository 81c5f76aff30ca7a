"""Reads what a person typed on the command line into what the engine wants; refuses it as the engine would."""

from __future__ import annotations

import json
from pathlib import Path

import cairn
from cairn import bots
from cairn.core.contract import OptionValue

PERSON = "me"
SWITCH_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def listed(text: str) -> list[str]:
    """The parts of "a,b,c"; a part such as "search:ms=200,seed=1" is kept whole."""
    parts: list[str] = []
    for part in text.split(","):
        setting = "=" in part and ":" not in part and not part.strip().startswith(PERSON + "=")
        if setting and parts and ":" in parts[-1]:
            parts[-1] += "," + part.strip()
        else:
            parts.append(part.strip())
    return parts


def options(game: cairn.Game, text: str) -> dict[str, OptionValue]:
    """The options of "a=b,c=d", their values of the type that the game knows."""
    chosen: dict[str, OptionValue] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise cairn.BadOption(f"'{part}' is not of the form option=value")
        chosen[name.strip()] = _value(game, name.strip(), value.strip())
    return chosen


def _value(game: cairn.Game, name: str, text: str) -> OptionValue:
    option = game.options.get(name)
    if option is None:
        return text  # the game refuses the name, and says which it knows
    for choice in option.choices:
        if isinstance(choice, bool):
            if SWITCH_WORDS.get(text.lower()) is choice:
                return choice
        elif str(choice) == text:
            return choice
    return text


def seats_text(game: cairn.Game) -> str:
    """How many seats a game takes: "2-5", or "2" where there is no choice."""
    return f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])


def usual_seats(game: cairn.Game, wanted: int = 4) -> int:
    """A number of seats to play with when nobody says how many: the wanted one, or the nearest the game allows."""
    return min(max(wanted, game.seats.start), game.seats.stop - 1)


def one_person(game: cairn.Game, seats: int) -> list[str]:
    """The names of a table with one person and hikers."""
    return people_and_bots(game, ",".join([PERSON] + ["hiker"] * (seats - 1)))


def people_and_bots(game: cairn.Game, text: str) -> list[str]:
    """The names of a table such as "me,me=Ada,hiker": people's names, and the spec strings of bots."""
    parts = listed(text)
    unnamed = sum(part == PERSON for part in parts)
    names: list[str] = []
    numbered = 0
    for part in parts:
        if part == PERSON:
            numbered += 1
            names.append("Player" if unnamed == 1 else f"Player {numbered}")
        elif part.startswith(PERSON + "="):
            names.append(_persons_name(part.removeprefix(PERSON + "=").strip()))
        else:
            names.append(bots.make(part, game).name)
    return names


def _persons_name(name: str) -> str:
    if not name or is_bot(name):
        raise cairn.BadSeats(f"'{name}' cannot be a person's name: it is empty or the name of a bot")
    return name


def is_bot(name: str) -> bool:
    """Whether a name in a record is the spec string of a bot."""
    return name.partition(":")[0] in bots.names()


def loaded(file: Path, content: Path | None) -> cairn.Record:
    """A saved game, with the content of one's own that it was played with, if any."""
    return cairn.Record.load(file, None if content is None else cairn.game(_game_of(file), content))


def _game_of(file: Path) -> str:
    """The game a saved game is of. The slug of a file that says none is left to `Record.load` to refuse."""
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["game"])
    except (ValueError, KeyError, TypeError):
        return cairn.Record.load(file).game.slug
