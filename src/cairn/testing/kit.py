"""Runs the checks over a game's seats, options and seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cairn.core.contract import Game, OptionValue
from cairn.core.errors import BadOption
from cairn.testing.case import Bot, Case, KitFailure
from cairn.testing.checks import CHECKS
from cairn.testing.knowledge import check_memory, check_windows  # noqa: F401 - importing enters them

Options = Mapping[str, OptionValue]


def option_sets(game: Game, seats: int) -> list[dict[str, OptionValue]]:
    """The defaults, then each other value of each option once; without those the game refuses with so many seats."""
    sets: list[dict[str, OptionValue]] = [{}]
    for name, option in game.options.items():
        sets += [{name: value} for value in option.choices if value != option.default]
    return [options for options in sets if _playable(game, seats, options)]


def _playable(game: Game, seats: int, options: dict[str, OptionValue]) -> bool:
    try:
        game.prepare(seats, options)
    except BadOption:
        return False
    return True


def cases(
    game: Game,
    seats: Sequence[int] | None = None,
    options: Sequence[Options] | None = None,
    seeds: Sequence[int] = range(2),
    bots: Sequence[Bot] = (),
    every: int = 1,
) -> Iterator[Case]:
    """A case for each number of seats, option set and seed; all that the game can be played with unless told."""
    for count in game.seats if seats is None else seats:
        for chosen in option_sets(game, count) if options is None else options:
            for seed in seeds:
                yield Case(game, count, chosen, seed, bots, every)


def check_game(
    game: Game,
    seats: Sequence[int] | None = None,
    options: Sequence[Options] | None = None,
    seeds: Sequence[int] = range(2),
    bots: Sequence[Bot] = (),
    every: int = 1,
) -> None:
    """Put a game through every check in every case; KitFailure at the first that does not hold."""
    for case in cases(game, seats, options, seeds, bots, every):
        for check in CHECKS.values():
            check(case)


def failures(
    game: Game,
    seats: Sequence[int] | None = None,
    options: Sequence[Options] | None = None,
    seeds: Sequence[int] = range(2),
    bots: Sequence[Bot] = (),
    every: int = 1,
) -> list[KitFailure]:
    """The first failure of each check that does not hold, in the order of the checks."""
    found: list[KitFailure] = []
    tables = list(cases(game, seats, options, seeds, bots, every))
    for check in CHECKS.values():
        try:
            for case in tables:
                check(case)
        except KitFailure as failure:
            found.append(failure)
    return found
