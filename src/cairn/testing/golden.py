"""Golden records: a game as a text that a person can read in a diff, with what every seat sees at every step.

    python -m cairn.testing.golden [GAME ...]     write tests/golden/<game>-<seats>.txt again
    python -m cairn.testing.golden --check        compare instead, and show the first difference

Without a name it is about the games that come with Cairn; a game of another package is named, in that package's folder.

After the first position only what has changed since is shown, once for all viewers to whom it looks the same. Of a long
game the first steps are shown, and the end.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cairn.core.chance import Dice, Outcome
from cairn.core.contract import Game, State, View
from cairn.core.record import Record
from cairn.core.registry import game as find_game
from cairn.testing.kept import keep

FOLDER: Final = Path("tests/golden")
SEED: Final = 1
LONG_LIST: Final = 12
SHOWN_STEPS: Final = 150

Lines = dict[str, Any]
"""The zones and scores of a view by path, each with a plain value or a list of them."""


def random_record(game: Game, seats: int, seed: int = SEED) -> Record:
    """A game played to its end at random."""
    dice = Dice(seed)
    player = dice.fork(1)
    record = Record.new(game, [f"seat {seat}" for seat in range(seats)], dice)
    while record.state.seat >= 0:
        offered = record.state.offered
        record.choose(offered[player.pick(len(offered))], dice)
    return record


def golden(record: Record) -> str:
    """The text of a record: for every step the choice, what chance brought, and what changed for each viewer."""
    game = record.game
    options = ", ".join(f"{name}={value}" for name, value in record.options.items())
    text = [f"{game.slug} {game.rules_version}, {len(record.names)} seats", f"options: {options or 'none'}", ""]
    seen: dict[int | None, Lines] = {}
    turn = 0
    for number, state in enumerate(record.replay()):
        if number > SHOWN_STEPS:
            text += [f"... and {len(record.moves) - SHOWN_STEPS} more steps", ""]
            break
        if number == 0:
            text += ["start", *_chance(record.opening)]
        else:
            move = record.moves[number - 1]
            text += [f"{number}. {record.names[move.seat]}: {move.choice}", *_chance(move.chance)]
        if state.turn_number != turn:
            turn = state.turn_number
            text.append(f"  turn {turn}, of seat {state.turn_seat}")
        text += _changes(state, seen)
        text += _question(state)
        text.append("")
    return "\n".join([*text, *_end(record.state)]) + "\n"


def _chance(outcomes: list[Outcome]) -> list[str]:
    return [f"  chance: {' '.join(str(outcome) for outcome in outcomes)}"] if outcomes else []


def _changes(state: State, seen: dict[int | None, Lines]) -> Iterator[str]:
    """The changed lines of each viewer, those who see the same together; `seen` is brought up to date."""
    groups: dict[str, list[str]] = {}
    for viewer in [*range(state.setup.seats), None]:
        view = state.view(viewer)
        lines = dict(_flat("", {**view["zones"], "scores": view["scores"]}))
        changes = "\n".join(_difference(seen.get(viewer, {}), lines))
        groups.setdefault(changes, []).append("spectator" if viewer is None else f"seat {viewer}")
        seen[viewer] = lines
    everybody = len(groups) == 1
    for changes, viewers in groups.items():
        if changes:
            yield f"  {'everybody' if everybody else ', '.join(viewers)} sees"
            yield changes


def _flat(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every leaf of the zones with its path; a list of plain values is a leaf."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(f"{path}.{key}" if path else key, inner)
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for i, inner in enumerate(value):
            yield from _flat(f"{path}[{i}]", inner)
    else:
        yield path, value


def _difference(before: Lines, after: Lines) -> Iterator[str]:
    for path, value in after.items():
        if path not in before or before[path] != value:
            yield f"    {path}: {_value(before.get(path), value)}"
    for path in before:
        if path not in after:
            yield f"    {path}: gone"


def _value(before: Any, value: Any) -> str:
    """A value; of a long list that was known before only what came and went."""
    if isinstance(value, list):
        if isinstance(before, list) and len(value) + len(before) > 2 * LONG_LIST:
            gone = [f"-{item}" for item in _missing(before, value)]
            come = [f"+{item}" for item in _missing(value, before)]
            return f"{len(value)} entries, {' '.join(gone + come) or 'in another order'}"
        return f"[{', '.join(str(item) for item in value)}]"
    return "-" if value is None else str(value)


def _missing(these: list[Any], those: list[Any]) -> list[str]:
    """What of these is not among those, counted."""
    left = Counter(str(item) for item in those)
    missing: list[str] = []
    for item in these:
        if left[str(item)] > 0:
            left[str(item)] -= 1
        else:
            missing.append(str(item))
    return missing


def _question(state: State) -> list[str]:
    if state.seat < 0:
        return []
    view: View = state.view(state.seat)
    answers = " | ".join(entry["choice"] for entry in view["choices"])
    return [f"  seat {state.seat} is asked: {view['decision']['prompt']}", f"    {answers}"]


def _end(state: State) -> Iterator[str]:
    yield "end"
    for seat, (score, share) in enumerate(zip(state.scores(), state.result(), strict=True)):
        lines = ", ".join(f"{name} {points}" for name, points in score.lines.items())
        yield f"  seat {seat}: {score.total} ({lines}), share {share:g}"


def golden_files(names: list[str], folder: Path) -> Iterator[tuple[Path, str]]:
    """Each golden file of some games with the text it must have."""
    for name in names:
        game = find_game(name)
        for seats in game.seats:
            yield folder / f"{name}-{seats}.txt", golden(random_record(game, seats))


def main(arguments: list[str] | None = None) -> int:
    return keep(golden_files, FOLDER, "python -m cairn.testing.golden", "Write or check golden records.", arguments)


if __name__ == "__main__":
    sys.exit(main())
