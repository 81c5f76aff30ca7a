"""What the parts of a review mean, shown by games whose players are known.

    python benchmarks/luck.py solstis --bots climber --games 200
    python benchmarks/luck.py solstis --bots "climber;hiker" --games 50

Between equal bots nobody is lucky in the long run: the mean luck of every seat is 0 within its interval. Against a
weaker bot the own choices show who plays worse. Bots change seats from game to game. Every game is kept in a file as
soon as it is reviewed, so the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

import cairn
from cairn import bots
from cairn.review import review

PARTS = ("start", "luck", "luck_by_chance", "own", "others", "result", "accuracy")


def played(game: cairn.Game, specs: list[str], seed: int) -> cairn.Record:
    dice = cairn.Dice(seed)
    seated = [bots.make(spec, game) for spec in specs]
    record = cairn.Record.new(game, specs, dice)
    while record.state.seat >= 0:
        state = record.state
        record.choose(seated[state.seat].decide(state.resample(state.seat, dice), dice), dice)
    return record


def reviewed(
    game: cairn.Game, specs: list[str], games: int, iterations: int | None, file: Path
) -> list[dict[str, Any]]:
    """One row per game, those that the file holds already and the rest."""
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    for number in range(len(rows), games):
        turned = specs[number % len(specs) :] + specs[: number % len(specs)]
        begun = process_time()
        found = review(played(game, turned, 1000 + number), iterations)
        row = {
            "seconds": round(process_time() - begun, 2),
            "decisions": len(found.record.moves),
            "seats": [found.seat_data(seat) for seat in range(len(specs))],
        }
        with file.open("a") as out:
            out.write(json.dumps(row) + "\n")
        rows.append(row)
    return rows[:games]


def interval(values: list[float]) -> str:
    """The mean with its 95 % interval."""
    count = len(values)
    mean = sum(values) / count
    half = 1.96 * sqrt(sum((value - mean) ** 2 for value in values) / max(1, count - 1) / count)
    return f"{mean:+.4f} ± {half:.4f}"


def told(rows: list[dict[str, Any]], specs: list[str]) -> Iterator[str]:
    seconds = [row["seconds"] for row in rows]
    mean = sum(seconds) / len(seconds)
    yield f"{len(rows)} games; a review took {mean:.1f} s of one core, {max(seconds):.1f} s at the most"
    for seat in range(len(specs)):
        own = [row["seats"][seat] for row in rows]
        yield f"seat {seat}: " + ", ".join(
            f"{part} {interval([one[part] for one in own if one[part] is not None])}" for part in PARTS
        )
    if len(set(specs)) > 1:
        for spec in dict.fromkeys(specs):
            own = [one for row in rows for one in row["seats"] if one["name"] == spec]
            yield f"{spec}: " + ", ".join(
                f"{part} {interval([one[part] for one in own if one[part] is not None])}" for part in PARTS
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--bots", default="climber", help="one for all seats, or one for each: a;b;...")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=None)
    parser.add_argument("--out", type=Path, default=None, help="keeps the games")
    args = parser.parse_args()
    game = cairn.game(args.game)
    named = args.bots.split(";")
    specs = (named * args.seats)[: max(args.seats, len(named))]
    file = args.out or Path(f"luck-{args.game}-{'-'.join(named).replace(':', '-')}-{len(specs)}.jsonl")
    for line in told(reviewed(game, specs, args.games, args.iterations, file), specs):
        print(line)


if __name__ == "__main__":
    main()
