"""Writes down what the observations and actions of a game are, from the game and from positions that it can come to.

    python -m cairn.envs.drafting [SLUG...]      writes spaces/SLUG.json and docs/spaces.md
    python -m cairn.envs.drafting --page         the page alone, from what is written down

Many games are played with all numbers of seats and all values of the options. What a view holds gives the encoders;
the names a part can hold are completed from the lists of names in the game's content, so that a rare card has its slot
too. Actions have a block for every kind of decision the game has.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cairn
from cairn.core.content import content_data, read_toml
from cairn.core.contract import Decision, Game, OptionValue, State, View
from cairn.core.fields import content_fields
from cairn.envs.encoders import ByName, Counts, Encoder, Flag, List, Maybe, Name, Number, Object, PerSeat, Seat

GAMES = 30
"""For each number of seats."""
EVERY = 7
"""Of so many positions one is looked at."""
SEAT_FIELDS = ("seat", "bidder", "start", "holder", "by", "mountain", "starting", "proposer", "leader")
"""Fields that hold a seat."""
LEFT_OUT = ("game", "rules_version", "options", "choices", "pending", "viewer", "seats")
MOST_PLACES = 600
"""A list of names whose order may matter is kept by position if it takes no more slots."""
GAP = 4096
"""A hole this large in the numbers of a kind of choices separates two ranges."""
LEAST = 15
"""Every block reaches at least this far unless the game says otherwise."""
HIGHEST = 2**31 - 1

Samples = list[tuple[View, int]]


def draft(game: Game) -> dict[str, Any]:
    """What `spaces.json` holds; the same for the same game."""
    samples, choices = _sampled(game)
    families = _families(game)
    views = [(view, view["seats"]) for view, _ in samples]
    kinds = _kinds(game, choices)
    encoders: dict[str, Encoder] = {
        "viewer": Name([str(seat) for seat in range(game.seats[-1])]),
        "seat": Seat(),
        "turn": Object({"number": _number([view["turn"]["number"] for view, _ in samples]), "seat": Seat()}),
        "decision": Maybe(Object({"kind": Name(list(kinds))})),
    }
    for field in views[0][0]:
        if field not in LEFT_OUT and field not in encoders:
            values = [(view[field], seats) for view, seats in views]
            encoders[field] = _encoder(field, values, families, at_top=field != "zones")
    return {
        "game": game.slug,
        "rules_version": game.rules_version,
        "actions": {kind: [list(part) for part in ranges] for kind, ranges in kinds.items()},
        "observation": Object(encoders).data(),
    }


def _sampled(game: Game) -> tuple[Samples, dict[str, set[int]]]:
    """Views of all seats, and the choices of each kind of decision."""
    samples: Samples = []
    choices: dict[str, set[int]] = {}
    for seats in game.seats:
        dice = cairn.Dice(1000 + seats)
        for number in range(GAMES):
            state = _started(game, seats, number, dice)
            moves = 0
            while state.seat >= 0:
                choices.setdefault(_kind(state), set()).update(state.offered)
                if moves % EVERY == 0:
                    seat = len(samples) % seats
                    samples.append((state.view(seat), seat))
                state.apply(state.offered[dice.pick(len(state.offered))], dice)
                moves += 1
            samples += [(state.view(seat), seat) for seat in range(seats)]
    return samples, choices


def _kind(state: State) -> str:
    assert state.stack.top is not None
    return state.stack.top.kind


def _started(game: Game, seats: int, number: int, dice: cairn.Dice) -> State:
    """Every other game with options drawn at random; those that do not go together are drawn again."""
    for _ in range(100):
        options: dict[str, OptionValue] = {}
        if number % 2 == 0 and number:
            options = {name: option.choices[dice.pick(len(option.choices))] for name, option in game.options.items()}
        try:
            return game.start(seats, dice, **options)
        except cairn.CairnError:
            continue
    return game.start(seats, dice)


# Actions


class Reach:
    """How far the codes of choices reach: `spaces.toml` of a game, for what sampled games seldom show.

    `least` is for every block, `most` by kind of decision, and `shared` is a range that every block gets.
    """

    def __init__(self, game: Game) -> None:
        fields = content_fields(read_toml(game.package, "spaces.toml") if game.package else {}, "spaces.toml")
        self.least = fields.number("least", 0, HIGHEST) if fields.has("least") else LEAST
        self.shared: list[tuple[int, int]] = []
        if fields.has("shared"):
            low, high = fields.numbers("shared", 0, HIGHEST, 2)
            self.shared.append((low, high))
        most = fields.part_if_there("most")
        self.most = {kind: most.number(kind, 0, HIGHEST) for kind in most.names()}
        fields.end()


def _kinds(game: Game, choices: dict[str, set[int]]) -> dict[str, list[tuple[int, int]]]:
    reach = Reach(game)
    kinds = {}
    for kind in sorted({*choices, *_kinds_of(game)}):
        seen = sorted(choices.get(kind, {0, 63}))
        most = reach.most.get(kind)
        if most is None:
            small = [choice for choice in seen if choice < GAP] or [0]
            most = max(reach.least, _rounded(small[-1]))
        ranges = [(0, most), *reach.shared]
        for choice in seen:
            if not any(low <= choice <= high for low, high in ranges):
                ranges.append((choice, choice + _rounded(1)))
        kinds[kind] = ranges
    return kinds


def _rounded(number: int) -> int:
    """The next number all of whose bits are set."""
    return int((1 << max(1, number.bit_length())) - 1)


def _kinds_of(game: Game) -> set[str]:
    """The kinds of all decisions that the modules of a game define, those never met included; steps are not asked."""
    found: set[str] = set()
    if not game.package:
        return found
    package = importlib.import_module(game.package)
    for module in pkgutil.iter_modules(package.__path__):
        if module.name in ("terminal", "drawing", "views"):
            continue
        for _, item in inspect.getmembers(importlib.import_module(f"{game.package}.{module.name}"), inspect.isclass):
            is_step = any(base.__name__ == "Step" for base in item.__mro__)
            if issubclass(item, Decision) and not is_step and item.__module__.startswith(game.package):
                found.add(item.kind)
    return found - {Decision.kind}


# Observations


def _families(game: Game) -> list[list[str]]:
    """Lists of names that belong together: those of the content, and all components."""
    families: list[list[str]] = []
    if game.package:
        _collect(content_data(game.package), families)
    dice = cairn.Dice(0)
    families += [list(game.start(seats, dice).components()) for seats in game.seats]
    return [family for family in families if len(family) > 1]


def _collect(part: Any, families: list[list[str]]) -> None:
    if isinstance(part, dict):
        families.append([key for key in part if key != "provenance"])
        for inner in part.values():
            _collect(inner, families)
    elif isinstance(part, list) and part:
        if all(isinstance(item, str) for item in part):
            families.append(list(dict.fromkeys(part)))
        elif all(isinstance(item, dict) and "name" in item for item in part):
            families.append([item["name"] for item in part])
            for item in part:
                _collect(item, families)


def _names(values: Iterable[str], families: list[list[str]]) -> list[str]:
    """All names that a part may hold: the smallest family around those seen, or those seen."""
    seen = set(values)
    around = [family for family in families if seen <= set(family)]
    if around and seen:
        return min(around, key=len)
    return sorted(seen, key=_in_order)


def _in_order(name: str) -> tuple[Any, ...]:
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in name.replace("-", " ").split())


def _number(values: Sequence[int]) -> Number:
    low, high = min(values), max(values)
    return Number(0 if low >= 0 else -_rounded(-low), _rounded(max(1, high)))


def _encoder(field: str, values: list[tuple[Any, int]], families: list[list[str]], at_top: bool) -> Encoder:
    """What fits all values of a field, each with the number of seats of its game."""
    there = [(value, seats) for value, seats in values if value is not None]
    if not there:
        return Flag()
    first = there[0][0]
    hidden = len(there) < len(values)
    if isinstance(first, bool):
        inner: Encoder = Flag()
    elif all(isinstance(value, int) for value, _ in there):
        if field in SEAT_FIELDS and all(-1 <= value < seats for value, seats in there):
            return Seat()
        inner = _number([value for value, _ in there])
    elif all(isinstance(value, (str, int)) for value, _ in there):
        return Name(_names((str(value) for value, _ in there), families))
    elif isinstance(first, dict):
        inner = _object(there, families)
        if not hidden:
            return inner
    else:
        inner = _list(field, there, families, at_top)
    return Maybe(inner) if hidden else inner


def _object(there: list[tuple[Any, int]], families: list[list[str]]) -> Encoder:
    keys: dict[str, None] = {}
    for value, _ in there:
        keys |= dict.fromkeys(value)
    names = list(keys)
    if any(set(names) != set(value) for value, _ in there[:2000]):
        names = _names(names, families)
    inside = [inner for value, _ in there for inner in value.values()]
    if len(names) > 2 and all(inner is None or isinstance(inner, str) for inner in inside) and any(inside):
        shared = Name(_names((inner for inner in inside if inner is not None), families))  # the cells of a board
        return Object(dict.fromkeys(names, shared))
    fields: dict[str, Encoder] = {
        key: _encoder(key, [(value.get(key), seats) for value, seats in there], families, False)
        for key in names
        if key in keys
    }
    return Object(fields)


def _list(field: str, there: list[tuple[Any, int]], families: list[list[str]], at_top: bool) -> Encoder:
    items = [(item, seats) for value, seats in there for item in value]
    if not items:
        return Flag()
    if all(len(value) == seats for value, seats in there) and (at_top or not _is_pair(there)):
        return PerSeat(_encoder(field, items, families, False))
    length = max(len(value) for value, _ in there)
    known = [item for item, _ in items if item is not None]
    if all(isinstance(item, str) for item in known):
        names = _names(known, families)
        if length * (len(names) + 1) <= MOST_PLACES and not _is_sorted(there, names):
            return List(length, Name(names))
        return Counts(names, max(value.count(name) for value, _ in there for name in set(value)))
    if known and all(isinstance(item, dict) for item in known):
        key = _key(there)
        if key:
            names = _names((item[key] for item in known), families)
            rest = [({name: part for name, part in item.items() if name != key}, seats) for item, seats in items]
            return ByName(key, names, _object(rest, families))
    if all(isinstance(item, int) and not isinstance(item, bool) for item in known):
        fixed = all(len(value) == length for value, _ in there)
        number = _number(known)
        return List(length, number if fixed else Maybe(number))
    return List(length, Maybe(_encoder(field, items, families, False)))


def _is_pair(there: list[tuple[Any, int]]) -> bool:
    """Whether these may be pairs of numbers that have nothing to do with seats: a place on a board."""
    return all(len(value) == 2 and isinstance(value[0], int) for value, _ in there) and len({s for _, s in there}) == 1


def _is_sorted(there: list[tuple[Any, int]], names: Sequence[str]) -> bool:
    places = {name: place for place, name in enumerate(names)}
    for value, _ in there:
        found = [places.get(item, 0) for item in value if item is not None]
        if found != sorted(found):
            return False
    return True


def _key(there: list[tuple[Any, int]]) -> str:
    """A field that is a name of its own for every object of such a list."""
    for key, sample in next(value[0] for value, _ in there if value).items():
        if isinstance(sample, str) and all(
            len({item.get(key) for item in value}) == len(value)
            and all(isinstance(item.get(key), str) for item in value)
            for value, _ in there
        ):
            return str(key)
    return ""


# Writing

FOLDER = Path(__file__).parent / "spaces"
PAGE = Path("docs/spaces.md")


def text(data: dict[str, Any]) -> str:
    """JSON with a line for each kind of action and each part of the view."""
    observation = data["observation"]["fields"]
    head = {key: value for key, value in data.items() if key not in ("actions", "observation")}
    lines = ["{", *(f'  "{key}": {json.dumps(value)},' for key, value in head.items()), '  "actions": {']
    lines += [_joined(f'    "{kind}": {json.dumps(ranges)}' for kind, ranges in data["actions"].items()), "  },"]
    lines += ['  "observation": {"as": "object", "fields": {']
    lines += [_joined(_field_lines(observation)), "  }}", "}"]
    return "\n".join(lines) + "\n"


def _field_lines(fields: dict[str, Any]) -> Iterable[str]:
    for field, encoder in fields.items():
        if field == "zones":
            inner = _joined(f'      "{name}": {json.dumps(part)}' for name, part in encoder["fields"].items())
            yield f'    "zones": {{"as": "object", "fields": {{\n{inner}\n    }}}}'
        else:
            yield f'    "{field}": {json.dumps(encoder)}'


def _joined(lines: Iterable[str]) -> str:
    return ",\n".join(lines)


def main(args: list[str]) -> None:
    from cairn.core.registry import bundled
    from cairn.envs import page

    for slug in [] if args == ["--page"] else args or bundled():
        (FOLDER / f"{slug}.json").write_text(text(draft(cairn.game(slug))), encoding="utf-8")
    if PAGE.parent.is_dir():
        PAGE.write_text(page.written(FOLDER), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
